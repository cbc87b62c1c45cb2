/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/hall_run.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/hall_check.h"
#include "cli/hall_usage.h"
#include "cli/say.h"
#include "core/path.h"
#include "core/save.h"
#include "hall/only_one.h"
#include "hall/supervisor.h"

enum { DONE = 0, COULD_NOT_RUN = 3 };

static const char USAGE[] =
    "Usage: crokeye hall run [OPTION]... FILE\n"
    "Starts what the day's file names on this machine: for each table crokeye "
    "serve,\n"
    "with an engine also crokeye publish, and the hall's pages. Each is a "
    "process of\n"
    "its own, and is started again when it has ended, after 1, 2, 4, ... 30 "
    "s. When\n"
    "the file changes, or on SIGHUP, tables are added, ended, or started with "
    "their\n"
    "new settings; those whose settings are the same play on. Runs until it "
    "is\n"
    "interrupted, and ends all then. A second one for the same file is "
    "refused.\n"
    "  --machine NAME  the host name of the machine; else this one's\n"
    "  --state FILE    a file that always has the state of the programs "
    "(crokeye.hall/1)\n"
    "  --force         let FILE be replaced if crokeye did not write it\n"
    "  --program FILE  start FILE instead of this program\n"
    "  -h, --help\n"
    "Exit status: 0 it was interrupted; 1 the file has faults; 2 wrong usage;\n"
    "3 could not run.\n";

typedef struct run {
    const char *command;
    crok_hall_usage usage;
    crok_supervisor *supervisor;
    crok_save_to state;
    bool is_changed;      /* the state's file is not up to date */
    bool is_state_late;   /* it could not be written, which was said */
    int signals, changes; /* signalfd, inotify */
    int only_one;         /* nobody else runs this file; -1: not yet known */
    bool hides_tokens;    /* other users can read standard output */
} run;

/* ---- messages ---- */

/* Is standard output a file that other users can read? */
static bool is_read_by_others(void)
{
    struct stat st;
    return fstat(STDOUT_FILENO, &st) == 0 && S_ISREG(st.st_mode) &&
           (st.st_mode & (S_IRGRP | S_IROTH)) != 0;
}

/* Print a line of a table. It may be one of `crokeye serve` that ends with the
 * token: a link, or the token alone. */
static void say_line(void *context, const char *name, const char *text)
{
    static const char alone[] = "token ";
    const run *r = context;
    const char *token = strstr(text, "#token=");
    int n = (int)strlen(text);
    if (r->hides_tokens && token != NULL)
        n = (int)(token - text);
    else if (r->hides_tokens && strncmp(text, alone, sizeof alone - 1) == 0)
        n = 0;
    if (n > 0)
        crok_show(stdout, "%s: %.*s\n", name, n, text);
    (void)fflush(stdout);
}

static void say_change(void *context, const char *name, const char *what)
{
    run *r = context;
    crok_say("%s: %s: %s", r->command, name, what);
    r->is_changed = true;
}

static void write_state(run *r)
{
    crok_err err = {0};
    char *text = NULL;
    crok_status st = CROK_OK;
    if (!r->is_changed || r->state.path == NULL)
        return;
    text = crok_supervisor_document(r->supervisor);
    st = text == NULL ? crok_fail(&err, CROK_ENOMEM, "no memory for the state")
                      : crok_save_text(&r->state, text, &err);
    free(text);
    if (st != CROK_OK && !r->is_state_late)
        crok_say("%s: %s", r->command, err.msg);
    r->is_state_late = st != CROK_OK;
    r->is_changed = st != CROK_OK;
}

/* ---- the file ---- */

/* Read the file and give its programs to the supervisor. Returns the exit
 * status; unless it is 0, nothing has changed. */
static int take_file(run *r)
{
    crok_day_file *d = NULL;
    crok_plans plans = {0};
    crok_err err = {0};
    crok_status st = CROK_OK;
    int status = crok_hall_read(r->command, r->usage.path[0], &d);
    if (status != DONE)
        return status;
    /* what one table lacks must not hold the others up */
    (void)crok_hall_look(d, r->usage.machine);
    st = crok_plans_make(d, r->usage.machine, &plans, &err);
    if (st == CROK_OK && plans.n == 0)
        crok_say("%s: the file has nothing for the machine %s", r->command,
                 r->usage.machine);
    if (st == CROK_OK)
        st = crok_supervisor_set(r->supervisor, &plans, &err);
    crok_plans_free(&plans);
    crok_day_file_free(&d);
    if (st == CROK_OK)
        return DONE;
    crok_say("%s: %s", r->command, err.msg);
    return COULD_NOT_RUN;
}

static void take_again(run *r)
{
    crok_say("%s: %s is read again", r->command, r->usage.path[0]);
    if (take_file(r) != DONE)
        crok_say("%s: all goes on as before", r->command);
}

/* Wait for changes of the file's folder: an editor may put another file in its
 * place. -1 where that cannot be; SIGHUP remains. */
static int watch_folder(const char *path)
{
    char *folder = crok_path_folder(path);
    int fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    if (fd >= 0 &&
        (folder == NULL ||
         inotify_add_watch(fd, folder, IN_CLOSE_WRITE | IN_MOVED_TO) < 0)) {
        (void)close(fd);
        fd = -1;
    }
    free(folder);
    return fd;
}

/* Has the file changed since this was called last? */
static bool has_changed(const run *r)
{
    _Alignas(struct inotify_event) char bytes[4096];
    const char *name = crok_path_name(r->usage.path[0]);
    bool is_it = false;
    ssize_t n = 0;
    while (r->changes >= 0 && (n = read(r->changes, bytes, sizeof bytes)) > 0) {
        for (ssize_t at = 0; at < n;) {
            const struct inotify_event *e =
                (const struct inotify_event *)(const void *)(bytes + at);
            is_it = is_it || (e->len > 0 && strcmp(e->name, name) == 0);
            at += (ssize_t)(sizeof *e + e->len);
        }
    }
    return is_it;
}

/* ---- signals ---- */

static int catch_signals(void)
{
    sigset_t set;
    (void)sigemptyset(&set);
    (void)sigaddset(&set, SIGINT);
    (void)sigaddset(&set, SIGTERM);
    (void)sigaddset(&set, SIGHUP);
    (void)sigprocmask(SIG_BLOCK, &set, NULL);
    (void)signal(SIGPIPE, SIG_IGN);
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

/* Take the signals that came. Returns whether the program ends.
 *
 *   again  the file is to be read again */
static bool take_signals(const run *r, bool *again)
{
    struct signalfd_siginfo info;
    bool ends = false;
    *again = false;
    while (read(r->signals, &info, sizeof info) == (ssize_t)sizeof info) {
        if (info.ssi_signo == SIGHUP)
            *again = true;
        else
            ends = true;
    }
    return ends;
}

/* ---- the command ---- */

static int supervise(run *r)
{
    crok_err err = {0};
    for (;;) {
        const int wake[] = {r->signals, r->changes};
        bool again = false;
        crok_status st = crok_supervisor_step(r->supervisor, wake,
                                              r->changes < 0 ? 1 : 2, &err);
        if (st != CROK_OK) {
            crok_say("%s: %s", r->command, err.msg);
            return COULD_NOT_RUN;
        }
        if (take_signals(r, &again))
            return DONE;
        if (has_changed(r) || again)
            take_again(r);
        write_state(r);
    }
}

static int prepare(run *r)
{
    const crok_supervisor_options o = {.program = r->usage.program == NULL
                                                      ? "/proc/self/exe"
                                                      : r->usage.program,
                                       .line = say_line,
                                       .told = say_change,
                                       .context = r};
    crok_err err = {0};
    crok_status st = CROK_OK;
    r->hides_tokens = is_read_by_others();
    if (r->hides_tokens)
        crok_say("%s: others can read the file that this goes to, so the "
                 "tokens are left out: each is in its table's token file",
                 r->command);
    if (r->state.path != NULL)
        st = crok_save_check(&r->state, NULL, &err);
    if (st == CROK_OK)
        st = crok_supervisor_new(&o, &r->supervisor, &err);
    if (st == CROK_OK)
        st = crok_only_one_be(r->usage.path[0], r->usage.machine, &r->only_one,
                              &err);
    if (st == CROK_OK && r->signals < 0)
        st = crok_fail(&err, CROK_EIO, "no signals can be waited for: %s",
                       strerror(errno));
    if (st == CROK_OK)
        return take_file(r);
    crok_say("%s: %s", r->command, err.msg);
    return COULD_NOT_RUN;
}

int crok_hall_run_main(int argc, char **argv)
{
    run r = {.command = argv[0],
             .only_one = -1,
             .usage = {.text = USAGE,
                       .takes_machine = true,
                       .takes_state = true,
                       .takes_program = true,
                       .most = 1}};
    int status = DONE;
    if (!crok_hall_usage_read(argc, argv, &r.usage, &status))
        return status;
    r.state = (crok_save_to){
        .path = r.usage.state, .kind = &crok_save_hall, .force = r.usage.force};
    r.signals = catch_signals();
    r.changes = watch_folder(r.usage.path[0]);
    status = prepare(&r);
    if (status == DONE)
        status = supervise(&r);
    if (r.supervisor != NULL) {
        crok_supervisor_end(r.supervisor);
        write_state(&r);
    }
    crok_supervisor_free(&r.supervisor);
    (void)close(r.signals);
    if (r.only_one >= 0)
        (void)close(r.only_one);
    if (r.changes >= 0)
        (void)close(r.changes);
    return status;
}
