/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/hall_usage.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/help.h"
#include "cli/say.h"

enum { DONE = 0, WRONG_USAGE = 2 };

static bool refuse(const char *command, const crok_hall_usage *u,
                   const char *what, const char *which)
{
    crok_say("%s: %s%s", command, what, which);
    (void)fputs(u->text, stderr);
    return false;
}

/* Where the value of an option goes; NULL: the command has no such option. */
static const char **place_of(crok_hall_usage *u, const char *option,
                             const char **machine)
{
    if (u->takes_machine && strcmp(option, "--machine") == 0)
        return machine;
    if (u->takes_state && strcmp(option, "--state") == 0)
        return &u->state;
    if (u->takes_program && strcmp(option, "--program") == 0)
        return &u->program;
    return NULL;
}

void crok_hall_machine(char out[CROK_MACHINE_MAX])
{
    if (gethostname(out, CROK_MACHINE_MAX) != 0)
        (void)snprintf(out, CROK_MACHINE_MAX, "localhost");
    out[CROK_MACHINE_MAX - 1] = '\0';
}

static bool parse(int argc, char **argv, crok_hall_usage *u)
{
    const char *machine = NULL;
    for (int i = 1; i < argc; i++) {
        const char **to = place_of(u, argv[i], &machine);
        if (to != NULL && i + 1 == argc)
            return refuse(argv[0], u, "a value is missing behind ", argv[i]);
        if (to != NULL)
            *to = argv[++i];
        else if (u->takes_state && strcmp(argv[i], "--force") == 0)
            u->force = true;
        else if (u->takes_anew && strcmp(argv[i], "--anew") == 0)
            u->anew = true;
        else if (argv[i][0] == '-')
            return refuse(argv[0], u, "there is no option ", argv[i]);
        else if (u->n == u->most)
            return refuse(argv[0], u, "too many arguments: ", argv[i]);
        else
            u->path[u->n++] = argv[i];
    }
    if (u->n == 0)
        return refuse(argv[0], u, "name the day's file", "");
    if (machine != NULL && strlen(machine) >= sizeof u->machine)
        return refuse(argv[0], u, "no host name: ", machine);
    if (machine != NULL)
        (void)snprintf(u->machine, sizeof u->machine, "%s", machine);
    else
        crok_hall_machine(u->machine);
    return true;
}

bool crok_hall_usage_read(int argc, char **argv, crok_hall_usage *u,
                          int *status)
{
    if (crok_asks_help(argc, argv)) {
        (void)fputs(u->text, stdout);
        *status = DONE;
        return false;
    }
    *status = WRONG_USAGE;
    return parse(argc, argv, u);
}
