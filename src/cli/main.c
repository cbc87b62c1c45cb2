/* SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "capture/address.h"
#include "cli/cmd_add.h"
#include "cli/cmd_board.h"
#include "cli/cmd_calibrate.h"
#include "cli/cmd_devices.h"
#include "cli/cmd_enqueue.h"
#include "cli/cmd_export.h"
#include "cli/cmd_hall.h"
#include "cli/cmd_import.h"
#include "cli/cmd_publish.h"
#include "cli/cmd_record.h"
#include "cli/cmd_results.h"
#include "cli/cmd_rules.h"
#include "cli/cmd_score.h"
#include "cli/cmd_serve.h"
#include "cli/cmd_setup.h"
#include "cli/cmd_watch.h"
#include "cli/cmd_work.h"
#include "cli/say.h"
#include "cli/version.h"
#include "journal/journal.h"
#include "report/str.h"

typedef struct command {
    const char *name;
    int (*run)(int argc, char **argv);
    char *argv0; /* program name that the command's messages begin with */
    const char *what;
    bool has_source; /* it takes the address of a camera, and hides it itself */
} command;

static char score_name[] = "crokeye score";
static char rules_name[] = "crokeye rules";
static char serve_name[] = "crokeye serve";
static char export_name[] = "crokeye export";
static char hall_name[] = "crokeye hall";
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

static const command commands[] = {
    {"score", crok_cmd_score, score_name, "score boards from photos", false},
    {"board", crok_cmd_board, board_name, "learn a board from its pictures",
     false},
    {"calibrate", crok_cmd_calibrate, calibrate_name,
     "a fixed camera from the board under it", true},
    {"setup", crok_cmd_setup, setup_name, "what a camera can do at its place",
     true},
    {"watch", crok_cmd_watch, watch_name, "follow a match from a camera", true},
    {"rules", crok_cmd_rules, rules_name, "rule books: show, judge, play",
     false},
    {"serve", crok_cmd_serve, serve_name, "a match for streams and operators",
     true},
    {"publish", crok_cmd_publish, publish_name,
     "a table's match to the hall's broker", false},
    {"export", crok_cmd_export, export_name, "a match's record as lines, CSV",
     false},
    {"import", crok_cmd_import, import_name, "a match's record from lines",
     false},
    {"add", crok_cmd_add, add_name, "events to a match's record", false},
    {"backup", crok_cmd_backup, backup_name, "copy a match's record", false},
    {"check", crok_cmd_check, check_name, "is a match's record whole?", false},
    {"hall", crok_cmd_hall, hall_name, "many tables: the day, its results",
     false},
    {"devices", crok_cmd_devices, devices_name,
     "the cameras that are plugged in", false},
    {"enqueue", crok_cmd_enqueue, enqueue_name,
     "an archive's photos for many machines", false},
    {"work", crok_cmd_work, work_name, "score the photos of an archive", false},
    {"results", crok_cmd_results, results_name, "what an archive's photos gave",
     false},
};

/* The next address of a list of brokers, as --engine takes it; NULL: none. */
static const char *next_broker(const char *list)
{
    const char *plain = strstr(list, ",nats://");
    const char *secure = strstr(list, ",tls://");
    return plain == NULL || (secure != NULL && secure < plain) ? secure : plain;
}

/* Returns what people may see of an argument whose first n bytes are no
 * address, or NULL. */
static char *shown_of(const char *given, size_t n)
{
    crok_str t = {0};
    char *copy = strdup(given + n);
    crok_str_add_bytes(&t, given, n);
    for (char *at = copy; at != NULL;) {
        char shown[CROK_ADDRESS_MAX];
        char *next = (char *)next_broker(at);
        if (next != NULL)
            *next++ = '\0';
        crok_address_show(at, shown);
        crok_str_addf(&t, "%s%s", shown, next == NULL ? "" : ",");
        at = next;
    }
    free(copy);
    return crok_str_take(&t);
}

/* Replace each address among the arguments, also behind "--OPTION=", by what
 * people may see of it, and write over the argument itself. For commands that
 * read no camera: no message of theirs then shows a password that was given by
 * mistake. The new texts live as long as the program. */
static void hide_addresses(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        char *given = argv[i];
        const char *equals =
            strncmp(given, "--", 2) == 0 ? strchr(given, '=') : NULL;
        size_t n = equals == NULL ? 0 : (size_t)(equals + 1 - given);
        if (!crok_address_is_secret(given + n))
            continue;
        argv[i] = shown_of(given, n);
        memset(given + n, '*', strlen(given + n));
        if (argv[i] == NULL)
            argv[i] = given;
    }
}

/* Print a message of the records' database. One that comes again and again, as
 * on a full disk, is printed once. */
static void print_log(const char *what)
{
    static _Thread_local char last[256];
    if (strcmp(what, last) == 0)
        return;
    (void)snprintf(last, sizeof last, "%s", what);
    crok_say("crokeye: %s", what);
}

static void help(FILE *to)
{
    (void)fputs("Usage: crokeye COMMAND [OPTION]... [INPUT]...\n"
                "Scores crokinole from a camera above the board.\n\n",
                to);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        (void)fprintf(to, "  %-10s %s\n", commands[i].name, commands[i].what);
    (void)fputs("\n  --version   the version, and what it was built with\n"
                "  -h, --help  show this\n\n"
                "crokeye COMMAND --help lists a command's options.\n\n"
                "Exit status: 0 done; 1 some input could not be used; 2 wrong "
                "usage;\n3 could not run.\n",
                to);
}

int main(int argc, char **argv)
{
    const char *name = argc < 2 ? "" : argv[1];
    const struct rlimit none = {0, 0};
    /* at the limit on the size of a file, a write then fails with EFBIG */
    (void)signal(SIGXFSZ, SIG_IGN);
    crok_journal_hear(print_log);
    /* no file of a crash: it would hold tokens and cameras' passwords */
    (void)setrlimit(RLIMIT_CORE, &none);
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 ||
        strcmp(name, "help") == 0) {
        help(stdout);
        return 0;
    }
    if (strcmp(name, "--version") == 0) {
        crok_version_show(stdout);
        return 0;
    }
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(name, commands[i].name) == 0) {
            if (!commands[i].has_source)
                hide_addresses(argc, argv);
            argv[1] = commands[i].argv0;
            return commands[i].run(argc - 1, argv + 1);
        }
    }
    hide_addresses(argc, argv);
    if (argc >= 2)
        crok_say("crokeye: no command \"%s\"", name);
    help(stderr);
    return 2;
}
