/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/cmd_serve.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/folder.h"
#include "cli/followers.h"
#include "cli/program.h"
#include "cli/say.h"
#include "cli/service.h"
#include "cli/sparing.h"
#include "cli/theme_file.h"
#include "cli/token.h"
#include "cli/usage.h"
#include "cli/watch_options.h"
#include "core/temp_folder.h"
#include "cv/cv.h"
#include "serve/qr.h"
#include "serve/serve.h"
#include "serve/theme.h"

enum { DONE = 0, WRONG_USAGE = 2, COULD_NOT_RUN = 3 };

/* Resources that are freed or removed at the end. */
typedef struct session {
    crok_temp_folder folder; /* of the record if no --match is given */
    char scorer[PATH_MAX];   /* the program that scores sent pictures */
    char *theme[CROK_MAX_TABLES + 1]; /* owned; as theme_path in cli */
    /* paths of records that this run made and that have no event, so they are
     * removed at the end; otherwise NULL */
    const char *unused[CROK_MAX_TABLES];
    char token[CROK_TOKEN_MAX + 1];
    char *token_path;  /* owned: the file that keeps it; NULL: none does */
    bool token_is_new; /* this run made that file without being asked */
    const char *more[CROK_MAX_TABLES]; /* records of further tables */
    crok_serve *server;
} session;

/* The record of the first table that --match names, or NULL. */
static const char *first_record(const crok_watch_cli *cli)
{
    return cli->table[0].record_path;
}

static int report(const crok_err *err)
{
    crok_say("crokeye serve: %s", err->msg);
    return err->status == CROK_EARG ? WRONG_USAGE : COULD_NOT_RUN;
}

/* Print a message of a watcher or the server on the terminal. Viewers get the
 * state of a source from the live record. */
static void say(const char *what)
{
    crok_say_sparingly("crokeye serve", what);
}

static void message(void *context, const char *what)
{
    (void)context;
    say(what);
}

/* The server works. So do the tables, unless one hangs: then systemd hears
 * nothing, and starts the service again. */
static void beat(void *context)
{
    (void)context;
    if (crok_followers_are_alive())
        crok_service_alive();
}

/* ---- what the server needs ---- */

/* Print a message about the colours of the theme file `context` (a path). */
static void say_theme(const void *context, const char *what)
{
    const char *path = context;
    crok_say("crokeye serve: %s: %s", path, what);
}

static crok_status read_themes(const crok_watch_cli *cli, session *s,
                               crok_err *err)
{
    crok_status st = CROK_OK;
    for (int i = 0; i <= CROK_MAX_TABLES && st == CROK_OK; i++) {
        const char *path = cli->theme_path[i];
        if (path == NULL)
            continue;
        st = crok_theme_read(path, &s->theme[i], err);
        if (st == CROK_OK)
            crok_theme_check(s->theme[i], say_theme, path);
    }
    return st;
}

/* Make a temporary record for this run. */
static crok_status borrow_record(session *s, crok_err *err)
{
    crok_err why = {0};
    if (crok_temp_folder_make(&s->folder, &why) == CROK_OK)
        return CROK_OK;
    return crok_fail(err, why.status, "%.150s; give --match FILE.db", why.msg);
}

/* Keep the token beside the first record, so that a restart asks nobody to sign
 * in again. Where that cannot be, it is of this run only. */
static crok_status keep_token(const char *record, session *s, crok_err *err)
{
    const size_t room = strlen(record) + sizeof ".token";
    crok_err why = {0};
    bool is_kept = false;
    crok_status st = CROK_OK;
    char *path = malloc(room);
    if (path == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a path");
    (void)snprintf(path, room, "%s.token", record);
    s->token_is_new = access(path, F_OK) != 0;
    st = crok_token_try_file(path, s->token, &is_kept, &why);
    if (st == CROK_OK && is_kept) {
        s->token_path = path;
        return CROK_OK;
    }
    free(path);
    if (st != CROK_OK)
        return crok_fail(err, CROK_EIO, "no random numbers for a token");
    crok_say("crokeye serve: %s; a restart will ask to sign in again", why.msg);
    return CROK_OK;
}

/* Use the token file that a person names. */
static crok_status use_token(const char *path, session *s, crok_err *err)
{
    s->token_path = strdup(path);
    return s->token_path == NULL
               ? crok_fail(err, CROK_ENOMEM, "no memory for a path")
               : crok_token_file(path, s->token, err);
}

static crok_status prepare(const crok_watch_cli *cli, session *s, crok_err *err)
{
    crok_status st = crok_program_path(CROK_PROGRAM_PHOTOS, s->scorer, err);
    if (st == CROK_OK && first_record(cli) == NULL)
        st = borrow_record(s, err);
    if (st == CROK_OK)
        st = read_themes(cli, s, err);
    if (st == CROK_OK && cli->text_dir != NULL)
        st = crok_folder_make(cli->text_dir, err);
    if (st == CROK_OK && cli->keep_dir != NULL)
        st = crok_folder_make(cli->keep_dir, err);
    if (st != CROK_OK)
        return st;
    if (cli->token_path != NULL)
        return use_token(cli->token_path, s, err);
    return first_record(cli) == NULL ? crok_token_make(s->token, err)
                                     : keep_token(first_record(cli), s, err);
}

static crok_status open_server(const crok_watch_cli *cli, session *s,
                               crok_err *err)
{
    crok_serve_config config = {
        .match = first_record(cli) == NULL ? s->folder.file : first_record(cli),
        .more = s->more,
        .n_more = cli->n_tables - 1,
        .listen = cli->listen == NULL ? CROK_SERVE_LISTEN : cli->listen,
        .public_url = cli->public_url,
        .state = cli->state,
        .scorer = s->scorer,
        .keep_dir = cli->keep_dir,
        .text_dir = cli->text_dir,
        .text_force = cli->state.force,
        .token = s->token,
        .token_path = s->token_path,
        .message = message,
        .beat = beat};
    for (int i = 0; i < CROK_MAX_TABLES; i++) {
        config.table[i] = cli->table[i].words.setup.table;
        config.next[i] = cli->table[i].next_path;
        config.theme[i] =
            s->theme[i + 1] != NULL ? s->theme[i + 1] : s->theme[0];
    }
    for (int i = 1; i < cli->n_tables; i++)
        s->more[i - 1] = cli->table[i].record_path;
    return crok_serve_open(&config, &s->server, err);
}

/* Write the events that are only in memory to the records. Returns the exit
 * status. */
static int save_rest(const crok_watch_cli *cli, const session *s, int status)
{
    crok_err err = {0};
    for (int i = 0; s->server != NULL && i < cli->n_tables; i++)
        if (crok_live_save_rest(crok_serve_live(s->server, i), &err) != CROK_OK)
            status = report(&err);
    return status;
}

static void finish(session *s)
{
    if (s->token_is_new && (s->server == NULL || s->unused[0] != NULL))
        (void)unlink(s->token_path);
    free(s->token_path);
    crok_serve_close(&s->server);
    for (int i = 0; i <= CROK_MAX_TABLES; i++)
        free(s->theme[i]);
    for (int i = 0; i < CROK_MAX_TABLES; i++)
        if (s->unused[i] != NULL)
            (void)unlink(s->unused[i]);
    crok_temp_folder_remove(&s->folder);
}

/* Print a code for each table: it signs a phone in there. */
static void print_codes(const crok_watch_cli *cli, const session *s)
{
    crok_addresses at;
    crok_serve_addresses(s->server, &at);
    for (int i = 0; i < cli->n_tables; i++) {
        char link[CROK_LINK_TEXT];
        char *code = NULL;
        crok_serve_table_link(s->server, i, at.url[0], CROK_LINK_CONSOLE, link);
        code = crok_qr_lines(link);
        if (code != NULL)
            (void)printf("table %d\n%s%s\n", i + 1, code, link);
        free(code);
    }
}

/* Print the other addresses under which the network may reach the server, and
 * where it listens if that is another one. */
static void print_addresses(const session *s)
{
    crok_addresses at;
    crok_serve_addresses(s->server, &at);
    for (int i = 1; i < at.n; i++)
        (void)printf("also     %s\n", at.url[i]);
    if (strcmp(at.url[0], crok_serve_url(s->server)) != 0)
        (void)printf("listens  %s\n", crok_serve_url(s->server));
}

static void greet(const crok_watch_cli *cli, const session *s)
{
    const char *url = crok_serve_link(s->server);
    if (cli->wants_qr || isatty(STDOUT_FILENO) == 1)
        print_codes(cli, s);
    (void)printf("tables   %s/#token=%s\n", url, s->token);
    (void)printf("overlay  %s/overlay\n", url);
    (void)printf("console  %s/console#token=%s\n", url, s->token);
    for (int i = 0; i < cli->n_tables - 1; i++) {
        (void)printf("overlay  %s/overlay?n=%d\n", url, i + 2);
        (void)printf("console  %s/console?n=%d#token=%s\n", url, i + 2,
                     s->token);
    }
    (void)printf("token    %s\n", s->token);
    print_addresses(s);
    if (cli->keep_dir != NULL)
        crok_show(stdout, "keeps    settled pictures of /photo in %s\n",
                  cli->keep_dir);
    (void)fflush(stdout);
    if (first_record(cli) == NULL)
        (void)fputs("crokeye serve: no --match FILE.db: this match is lost "
                    "when the program ends\n",
                    stderr);
    if (crok_serve_is_public(s->server))
        crok_say("crokeye serve: whoever reaches %s can read%s",
                 cli->public_url == NULL ? "this machine" : url,
                 crok_serve_is_plain(s->server)
                     ? "; the token crosses the network unencrypted"
                     : "");
    crok_service_ready();
}

/* ---- serving ---- */

/* Wait for a signal that ends the program. */
static void wait_end(const sigset_t *ends)
{
    int which = 0;
    (void)sigwait(ends, &which);
}

/* Find the records that were made in vain. */
static void find_unused(const crok_watch_cli *cli, session *s)
{
    for (int i = 0; i < cli->n_tables; i++)
        if (crok_watch_table_is_unused(&cli->table[i],
                                       crok_serve_live(s->server, i)))
            s->unused[i] = cli->table[i].record_path;
}

/* Watch the sources until a signal ends the program. When one has ended or
 * failed, the server goes on, so that the match can still be seen and
 * corrected. */
static int follow(const crok_watch_cli *cli, crok_followers **followers,
                  session *s, const sigset_t *ends)
{
    crok_err err = {0};
    crok_status st = crok_followers_open(*followers, s->server, &err);
    if (st != CROK_OK) {
        (void)report(&err);
        find_unused(cli, s);
        return crok_source_cli_blame(st);
    }
    greet(cli, s);
    st = crok_followers_start(*followers, &err);
    if (st != CROK_OK)
        return report(&err);
    wait_end(ends);
    st = crok_followers_end(followers);
    if (st == CROK_OK)
        return DONE;
    return st == CROK_EARG ? WRONG_USAGE : COULD_NOT_RUN;
}

/* Block the signals that end the program. Threads that start later inherit
 * this, so that only wait_end receives the signals. */
static sigset_t block_ends(void)
{
    sigset_t ends;
    struct sigaction hangup;
    (void)sigemptyset(&ends);
    (void)sigaddset(&ends, SIGINT);
    (void)sigaddset(&ends, SIGTERM);
    (void)sigaction(SIGHUP, NULL, &hangup);
    if (hangup.sa_handler != SIG_IGN) /* as nohup(1) lets a program ignore it */
        (void)sigaddset(&ends, SIGHUP);
    (void)pthread_sigmask(SIG_BLOCK, &ends, NULL);
    (void)signal(SIGPIPE, SIG_IGN);
    return ends;
}

/* Load what the options name. */
static crok_status load(crok_watch_cli *cli, crok_followers **followers,
                        crok_err *err)
{
    crok_status st = CROK_OK;
    for (int i = 0; i < cli->n_tables && st == CROK_OK; i++)
        st = crok_setup_words_book(&cli->table[i].words, err);
    return st == CROK_OK ? crok_followers_new(cli, say, followers, err) : st;
}

static int run(crok_watch_cli *cli)
{
    session s = {.server = NULL};
    crok_followers *followers = NULL;
    crok_err err = {0};
    sigset_t ends = block_ends();
    int status = DONE;
    crok_status st = CROK_OK;
    if (load(cli, &followers, &err) != CROK_OK) {
        (void)report(&err);
        return WRONG_USAGE;
    }
    st = prepare(cli, &s, &err);
    if (st == CROK_OK)
        st = open_server(cli, &s, &err);
    if (st != CROK_OK) {
        status = report(&err);
    } else if (crok_followers_count(followers) == 0) {
        greet(cli, &s);
        wait_end(&ends);
    } else {
        crok_cv_init();
        status = follow(cli, &followers, &s, &ends);
    }
    (void)crok_followers_end(&followers);
    status = save_rest(cli, &s, status);
    finish(&s);
    return status;
}

int crok_cmd_serve(int argc, char **argv)
{
    static crok_watch_cli cli;
    if (crok_watch_cli_parse(argc, argv, true, &cli) != CROK_OK)
        return WRONG_USAGE;
    if (cli.wants_help) {
        (void)fputs(crok_usage_serve, stdout);
        return DONE;
    }
    return run(&cli);
}
