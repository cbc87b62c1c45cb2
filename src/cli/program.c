/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/program.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/hide.h"
#include "cli/say.h"
#include "cli/version.h"
#include "core/part.h"

enum { DONE = 0, WRONG_USAGE = 2, COULD_NOT_RUN = 3 };

/* ---- other programs ---- */

crok_status crok_program_path(const char *name, char out[PATH_MAX],
                              crok_err *err)
{
    if (crok_part_path(name, out))
        return CROK_OK;
    return crok_fail(err, CROK_EIO,
                     "%.140s is not there; install crokeye again",
                     out[0] == '\0' ? name : out);
}

/* Become the program of a command. Returns only if that failed. */
static int become(const char *program, char **argv)
{
    char path[PATH_MAX];
    crok_err err = {0};
    if (crok_program_path(program, path, &err) == CROK_OK) {
        (void)execv(path, argv);
        (void)crok_fail(
            &err, CROK_EIO,
            "%.140s cannot be started: %.40s; install crokeye again", path,
            strerror(errno));
    }
    crok_say("crokeye: %s", err.msg);
    return COULD_NOT_RUN;
}

/* ---- the command ---- */

static bool is_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

static void help(FILE *to)
{
    (void)fputs("Usage: crokeye COMMAND [OPTION]... [INPUT]...\n"
                "Scores crokinole from a camera above the board.\n\n",
                to);
    crok_commands_list(to);
    (void)fputs("\n  --version   the version, and what it was built with\n"
                "  -h, --help  show this\n\n"
                "crokeye COMMAND --help lists a command's options.\n\n"
                "Exit status: 0 done; 1 some input could not be used; 2 wrong "
                "usage;\n3 could not run.\n",
                to);
}

static void set_limits(void)
{
    const struct rlimit none = {0, 0};
    /* at the limit on the size of a file, a write then fails with EFBIG */
    (void)signal(SIGXFSZ, SIG_IGN);
    /* no file of a crash: it would hold tokens and cameras' passwords */
    (void)setrlimit(RLIMIT_CORE, &none);
    /* the list of processes shows one name for all three programs */
    (void)prctl(PR_SET_NAME, "crokeye");
}

/* Returns a program's own function for a command, or NULL. */
static crok_command_run *own_run(const crok_command *c,
                                 const crok_own_command *own, size_t n_own)
{
    for (size_t i = 0; i < n_own; i++)
        if (strcmp(own[i].name, c->name) == 0 &&
            (own[i].second == NULL) == (c->second == NULL) &&
            (c->second == NULL || strcmp(own[i].second, c->second) == 0))
            return own[i].run;
    return NULL;
}

/* The exit status after help or the version was printed. */
static int printed(void)
{
    if (crok_output_is_written())
        return DONE;
    crok_say("crokeye: cannot write the output");
    return COULD_NOT_RUN;
}

/* Let another program run a command, but its help is here. */
static int run_elsewhere(const crok_command *c, int argc, char **argv)
{
    const int at = c->second == NULL ? 2 : 3;
    if (argc == at + 1 && is_help(argv[at])) {
        (void)fputs(c->usage, stdout);
        return printed();
    }
    if (!c->has_source)
        crok_hide_addresses(argc, argv);
    return become(c->program, argv);
}

static int run_here(const crok_command *c, crok_command_run *of, int argc,
                    char **argv)
{
    const int n_words = c->second == NULL ? 1 : 2;
    if (!c->has_source)
        crok_hide_addresses(argc, argv);
    argv[n_words] = c->argv0;
    return of(argc - n_words, argv + n_words);
}

int crok_program_main(int argc, char **argv, const crok_own_command *own,
                      size_t n_own)
{
    const char *name = argc < 2 ? "" : argv[1];
    const crok_command *c = crok_command_find(argc, argv);
    crok_command_run *of = c == NULL ? NULL : own_run(c, own, n_own);
    set_limits();
    if (is_help(name) || strcmp(name, "help") == 0) {
        help(stdout);
        return printed();
    }
    if (strcmp(name, "--version") == 0) {
        crok_version_show(stdout);
        return printed();
    }
    if (of != NULL)
        return run_here(c, of, argc, argv);
    if (c != NULL && c->program != NULL)
        return run_elsewhere(c, argc, argv);
    crok_hide_addresses(argc, argv);
    if (argc >= 2)
        crok_say("crokeye: no command \"%s\"", name);
    help(stderr);
    return WRONG_USAGE;
}
