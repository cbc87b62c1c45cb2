/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/cmd_serve.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/help.h"
#include "cli/token.h"
#include "core/file.h"
#include "serve/serve.h"

enum { DONE = 0, WRONG_USAGE = 2, COULD_NOT_RUN = 3 };

static const char USAGE[] =
    "Usage: crokeye serve [--match FILE.db] [--listen ADDRESS:PORT] "
    "[OPTION]...\n\n"
    "Serves a match to browsers till it is interrupted: /overlay for a\n"
    "streaming program, /console for the operator, /api/match and /api/events\n"
    "for programs. Reading is open; writing needs the token that is printed.\n"
    "  --match FILE.db     the match's record; made where there is none.\n"
    "                      Without it the match is lost at the end\n"
    "  --listen A:P        127.0.0.1:8080 if not given; 0.0.0.0:8080 lets\n"
    "                      other machines in\n"
    "  --state FILE        a file that always has the match as JSON\n"
    "  --theme FILE.css    other colours and fonts for the overlay\n"
    "  --token-file FILE   keep the token there, so that consoles stay signed\n"
    "                      in; made where there is none\n"
    "  -h, --help\n";

typedef struct options {
    const char *match, *listen, *state, *theme, *token_file;
} options;

/* What is to be freed, and taken away, at the end. */
typedef struct session {
    char folder[64], match[96]; /* where no --match is given */
    char *theme;                /* owned */
    char token[CROK_TOKEN_MAX + 1];
    crok_serve *server;
} session;

static int wrong_usage(const char *what, const char *arg)
{
    (void)fprintf(stderr, "crokeye serve: %s%s\n%s", what, arg, USAGE);
    return WRONG_USAGE;
}

static int report(const crok_err *err)
{
    (void)fprintf(stderr, "crokeye serve: %s\n", err->msg);
    return err->status == CROK_EARG ? WRONG_USAGE : COULD_NOT_RUN;
}

static const char **option(options *o, const char *name)
{
    const struct {
        const char *name;
        const char **to;
    } known[] = {{"--match", &o->match},
                 {"--listen", &o->listen},
                 {"--state", &o->state},
                 {"--theme", &o->theme},
                 {"--token-file", &o->token_file}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].name, name) == 0)
            return known[i].to;
    return NULL;
}

static int parse_options(int argc, char **argv, options *o)
{
    for (int i = 1; i < argc; i++) {
        const char **to = option(o, argv[i]);
        if (to == NULL && argv[i][0] == '-')
            return wrong_usage("there is no option ", argv[i]);
        if (to == NULL)
            return wrong_usage(
                "a source cannot be watched here yet, only by crokeye watch; "
                "leave out ",
                argv[i]);
        if (i + 1 == argc)
            return wrong_usage("a value is missing after ", argv[i]);
        *to = argv[++i];
    }
    return DONE;
}

/* ---- what the server needs ---- */

static crok_status read_theme(const char *path, char **out, crok_err *err)
{
    char *text = NULL;
    char *ended = NULL;
    size_t len = 0;
    crok_status st =
        crok_file_read(path, CROK_THEME_MAX_BYTES, &text, &len, err);
    if (st != CROK_OK)
        return st;
    ended = realloc(text, len + 1);
    if (ended == NULL) {
        free(text);
        return crok_fail(err, CROK_ENOMEM, "%s: no memory", path);
    }
    ended[len] = '\0';
    *out = ended;
    return CROK_OK;
}

/* A record for this run only. */
static crok_status borrow_record(session *s, crok_err *err)
{
    const char *dir = getenv("TMPDIR");
    int n = snprintf(s->folder, sizeof s->folder, "%s/crokeye-XXXXXX",
                     dir == NULL || strlen(dir) > 40 ? "/tmp" : dir);
    if (n < 0 || mkdtemp(s->folder) == NULL) {
        s->folder[0] = '\0';
        return crok_fail(err, CROK_EIO,
                         "no folder can be made for the record; give "
                         "--match FILE.db");
    }
    (void)snprintf(s->match, sizeof s->match, "%s/match.db", s->folder);
    return CROK_OK;
}

static crok_status prepare(const options *o, session *s, crok_err *err)
{
    crok_status st = CROK_OK;
    if (o->match == NULL)
        st = borrow_record(s, err);
    if (st == CROK_OK && o->theme != NULL)
        st = read_theme(o->theme, &s->theme, err);
    if (st != CROK_OK)
        return st;
    return o->token_file == NULL
               ? crok_token_make(s->token, err)
               : crok_token_file(o->token_file, s->token, err);
}

static crok_status open_server(const options *o, session *s, crok_err *err)
{
    crok_serve_config config = {.match = o->match == NULL ? s->match : o->match,
                                .listen = o->listen == NULL ? CROK_SERVE_LISTEN
                                                            : o->listen,
                                .state = o->state,
                                .token = s->token,
                                .theme = s->theme};
    return crok_serve_open(&config, &s->server, err);
}

static void finish(session *s)
{
    crok_serve_close(&s->server);
    free(s->theme);
    if (s->folder[0] == '\0')
        return;
    (void)unlink(s->match);
    (void)rmdir(s->folder);
}

static void greet(const options *o, const session *s)
{
    const char *url = crok_serve_url(s->server);
    (void)printf("overlay  %s/overlay\n", url);
    (void)printf("console  %s/console#token=%s\n", url, s->token);
    (void)printf("token    %s\n", s->token);
    (void)fflush(stdout);
    if (o->match == NULL)
        (void)fputs("crokeye serve: no --match FILE.db: this match is lost "
                    "when the program ends\n",
                    stderr);
    if (crok_serve_is_public(s->server))
        (void)fputs("crokeye serve: whoever reaches this machine can read; "
                    "the token crosses the network unencrypted\n",
                    stderr);
}

static int run(const options *o)
{
    session s = {.server = NULL};
    crok_err err = {0};
    sigset_t ends;
    int which = 0;
    crok_status st = CROK_OK;
    (void)sigemptyset(&ends);
    (void)sigaddset(&ends, SIGINT);
    (void)sigaddset(&ends, SIGTERM);
    /* Before the server's threads begin, so that they inherit it. */
    (void)pthread_sigmask(SIG_BLOCK, &ends, NULL);
    (void)signal(SIGPIPE, SIG_IGN);
    st = prepare(o, &s, &err);
    if (st == CROK_OK)
        st = open_server(o, &s, &err);
    if (st == CROK_OK) {
        greet(o, &s);
        (void)sigwait(&ends, &which);
    }
    finish(&s);
    return st == CROK_OK ? DONE : report(&err);
}

int crok_cmd_serve(int argc, char **argv)
{
    options o = {NULL};
    int status = DONE;
    if (crok_asks_help(argc, argv)) {
        (void)fputs(USAGE, stdout);
        return DONE;
    }
    status = parse_options(argc, argv, &o);
    return status == DONE ? run(&o) : status;
}
