/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/commands.h"

#include <string.h>

#include "cli/program.h"
#include "cli/usage.h"

#define PHOTOS CROK_PROGRAM_PHOTOS
#define TABLES CROK_PROGRAM_TABLES

static char score_name[] = "crokeye score";
static char rules_name[] = "crokeye rules";
static char serve_name[] = "crokeye serve";
static char export_name[] = "crokeye export";
static char hall_name[] = "crokeye hall";
static char hall_serve_name[] = "crokeye hall serve";
static char import_name[] = "crokeye import";
static char add_name[] = "crokeye add";
static char backup_name[] = "crokeye backup";
static char check_name[] = "crokeye check";
static char board_name[] = "crokeye board";
static char calibrate_name[] = "crokeye calibrate";
static char devices_name[] = "crokeye devices";
static char setup_name[] = "crokeye setup";
static char publish_name[] = "crokeye publish";
static char watch_name[] = "crokeye watch";
static char enqueue_name[] = "crokeye enqueue";
static char work_name[] = "crokeye work";
static char results_name[] = "crokeye results";

/* In the order of the list. A command's command comes before the others of
 * it, and is not listed. */
static const crok_command commands[] = {
    {"score", NULL, score_name, "score boards from photos", PHOTOS,
     crok_usage_score, false},
    {"board", NULL, board_name, "learn a board from its pictures", PHOTOS,
     crok_usage_board, false},
    {"calibrate", NULL, calibrate_name,
     "a fixed camera from the board under it", TABLES, crok_usage_calibrate,
     true},
    {"setup", NULL, setup_name, "what a camera can do at its place", TABLES,
     crok_usage_setup, true},
    {"watch", NULL, watch_name, "follow a match from a camera", TABLES,
     crok_usage_watch, true},
    {"rules", NULL, rules_name, "rule books: show, judge, play", NULL, NULL,
     false},
    {"serve", NULL, serve_name, "a match for streams and operators", TABLES,
     crok_usage_serve, true},
    {"publish", NULL, publish_name, "a table's match to the hall's broker",
     NULL, NULL, false},
    {"export", NULL, export_name, "a match's record as lines, CSV", NULL, NULL,
     false},
    {"import", NULL, import_name, "a match's record from lines", NULL, NULL,
     false},
    {"add", NULL, add_name, "events to a match's record", NULL, NULL, false},
    {"backup", NULL, backup_name, "copy a match's record", NULL, NULL, false},
    {"check", NULL, check_name, "is a match's record whole?", NULL, NULL,
     false},
    {"hall", "serve", hall_serve_name, NULL, TABLES, crok_usage_hall_serve,
     false},
    {"hall", NULL, hall_name, "many tables: the day, its results", NULL, NULL,
     false},
    {"devices", NULL, devices_name, "the cameras that are plugged in", TABLES,
     crok_usage_devices, false},
    {"enqueue", NULL, enqueue_name, "an archive's photos for many machines",
     PHOTOS, crok_usage_enqueue, false},
    {"work", NULL, work_name, "score the photos of an archive", PHOTOS,
     crok_usage_work, false},
    {"results", NULL, results_name, "what an archive's photos gave", NULL, NULL,
     false},
};

static const size_t n_commands = sizeof commands / sizeof *commands;

const crok_command *crok_command_find(int argc, char **argv)
{
    for (size_t i = 0; argc >= 2 && i < n_commands; i++) {
        const crok_command *c = &commands[i];
        if (strcmp(argv[1], c->name) == 0 &&
            (c->second == NULL ||
             (argc >= 3 && strcmp(argv[2], c->second) == 0)))
            return c;
    }
    return NULL;
}

void crok_commands_list(FILE *to)
{
    for (size_t i = 0; i < n_commands; i++)
        if (commands[i].what != NULL)
            (void)fprintf(to, "  %-10s %s\n", commands[i].name,
                          commands[i].what);
}
