/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/cmd_hall.h"

#include <stdio.h>
#include <string.h>

#include "cli/hall_check.h"
#include "cli/hall_keys.h"
#include "cli/hall_pair.h"
#include "cli/hall_results.h"
#include "cli/hall_run.h"
#include "cli/hall_streams.h"
#include "cli/hall_units.h"
#include "cli/say.h"
#include "hall/day.h"

enum { DONE = 0, WRONG_USAGE = 2, COULD_NOT_RUN = 3 };

typedef struct subcommand {
    const char *name;
    int (*run)(int argc, char **argv); /* NULL: another program does
                                        * (cli/commands.h) */
    char *argv0; /* program name that its messages begin with */
    const char *what;
} subcommand;

static char check_name[] = "crokeye hall check";
static char run_name[] = "crokeye hall run";
static char results_name[] = "results";
static char pair_name[] = "crokeye hall pair";
static char units_name[] = "crokeye hall units";
static char keys_name[] = "crokeye hall keys";
static char streams_name[] = "crokeye hall streams";

static const subcommand subcommands[] = {
    {"check", crok_hall_check_main, check_name,
     "check the day's file and what it names"},
    {"run", crok_hall_run_main, run_name,
     "start the day's tables on this machine"},
    {"serve", NULL, NULL, "the pages of the hall: all tables, the day"},
    {"units", crok_hall_units_main, units_name,
     "units of systemd for the tables instead"},
    {"keys", crok_hall_keys_main, keys_name,
     "the broker's settings, and a key a table"},
    {"streams", crok_hall_streams_main, streams_name,
     "make the broker's streams, or renew their limits"},
    {"results", crok_hall_results, results_name,
     "the results of a day from its records"},
    {"pair", crok_hall_pair, pair_name,
     "who meets whom in the next round of a stage"},
};

static void help(FILE *to)
{
    (void)fputs("Usage: crokeye hall COMMAND [OPTION]... FILE...\n"
                "Many tables in one hall. FILE is the day's file, in which the "
                "director writes\n"
                "the tables and their settings (docs/HALL.md).\n\n",
                to);
    for (size_t i = 0; i < sizeof subcommands / sizeof *subcommands; i++)
        (void)fprintf(to, "  %-10s %s\n", subcommands[i].name,
                      subcommands[i].what);
    (void)fputs("\n  -h, --help  show this\n\n"
                "crokeye hall COMMAND --help lists a command's options.\n\n"
                "Exit status: 0 done; 1 an input has faults; 2 wrong usage; "
                "3 could not run.\n",
                to);
}

int crok_cmd_hall(int argc, char **argv)
{
    const char *name = argc < 2 ? "" : argv[1];
    crok_err err = {0};
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        help(stdout);
        return DONE;
    }
    for (size_t i = 0; i < sizeof subcommands / sizeof *subcommands; i++) {
        if (strcmp(name, subcommands[i].name) != 0 ||
            subcommands[i].run == NULL)
            continue;
        if (crok_names_check(&err) != CROK_OK) {
            crok_say("crokeye hall: %s", err.msg);
            return COULD_NOT_RUN;
        }
        argv[1] = subcommands[i].argv0;
        return subcommands[i].run(argc - 1, argv + 1);
    }
    if (argc >= 2)
        crok_say("crokeye hall: no command \"%s\"", name);
    help(stderr);
    return WRONG_USAGE;
}
