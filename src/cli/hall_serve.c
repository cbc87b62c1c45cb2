/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/hall_serve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/end_signal.h"
#include "cli/hall_plan.h"
#include "cli/help.h"
#include "cli/say.h"
#include "cli/sparing.h"
#include "cli/theme_file.h"
#include "cli/token.h"
#include "cli/usage.h"
#include "hall/day.h"
#include "hall/engine_reader.h"
#include "hall/hall.h"
#include "hall/next_out.h"

enum { DONE = 0, WRONG_USAGE = 2, COULD_NOT_RUN = 3 };

/* How long a signal to end is waited for at a time, ms. */
#define WAIT_MS 100

typedef struct session {
    crok_hall_plan plan;
    char *theme;                     /* owned, or NULL */
    char token[CROK_TOKEN_MAX + 1];  /* the server has one, and nobody writes */
    char day[CROK_ADDRESS_TEXT + 8]; /* address of /day in the network */
    crok_serve *server;
    crok_hall *hall;
    crok_next_out *next;
    crok_engine_reader *engine; /* NULL: there is no broker */
    crok_local_reader *local;   /* NULL: no table is read here */
} session;

static void say(void *context, const char *what)
{
    (void)context;
    crok_say_sparingly("crokeye hall serve", what);
}

/* What is next at a table has changed. */
static void on_next(void *context, const char *table, const char *json)
{
    session *s = context;
    crok_next_out_set(s->next, table, json);
}

/* The file of a table for its next matches. */
static const char *next_file(void *context, const char *table)
{
    const session *s = context;
    for (int i = 0; i < s->plan.n; i++)
        if (strcmp(s->plan.tables[i].name, table) == 0)
            return s->plan.of[i].next;
    return NULL;
}

/* ---- open ---- */

static crok_status open_server(session *s, crok_err *err)
{
    crok_serve_config config = {.listen = s->plan.listen,
                                .token = s->token,
                                .public_url = s->plan.public_url,
                                .is_hall = true,
                                .message = say};
    crok_status st = crok_token_make(s->token, err);
    if (st == CROK_OK && s->plan.theme != NULL)
        st = crok_theme_read(s->plan.theme, &s->theme, err);
    config.theme[0] = s->theme;
    return st == CROK_OK ? crok_serve_open(&config, &s->server, err) : st;
}

/* Where people in the hall find the day; "" if only this machine does. */
static void find_day(session *s)
{
    crok_addresses addresses;
    const char *base = s->plan.public_url;
    if (base == NULL && crok_serve_is_public(s->server)) {
        crok_serve_addresses(s->server, &addresses);
        base = addresses.url[0];
    }
    if (base != NULL)
        (void)snprintf(s->day, sizeof s->day, "%s/day", base);
}

static crok_status open_next(session *s, crok_err *err)
{
    const crok_next_out_config config = {
        .engine = s->plan.has_engine ? &s->plan.engine : NULL,
        .hall = s->plan.hall,
        .file_of = next_file,
        .say = say,
        .context = s};
    return crok_next_out_open(&config, &s->next, err);
}

static crok_status open_hall(session *s, crok_err *err)
{
    const char *title =
        s->plan.title != NULL ? s->plan.title : s->plan.about.tournament;
    const crok_hall_config config = {.server = s->server,
                                     .title = title == NULL ? "" : title,
                                     .day = s->day,
                                     .about = s->plan.about,
                                     .is_listed = s->plan.file != NULL,
                                     .message = say,
                                     .next = on_next,
                                     .context = s};
    return crok_hall_open(&config, &s->hall, err);
}

/* How the pages learn of a table of the day's file. Only those that publish say
 * regularly that they are there. */
static crok_wall_kind kind_of(const session *s, const crok_conf_settings *table)
{
    if (crok_day_has_ended(table))
        return CROK_WALL_ENDED;
    return s->plan.has_engine ? CROK_WALL_REPORTS : CROK_WALL_READ;
}

/* Add the tables that are known, in their order: so their numbers are those of
 * the file. */
static crok_status add_tables(session *s, crok_err *err)
{
    const crok_day_file *file = s->plan.file;
    crok_status st = CROK_OK;
    for (int i = 0; file != NULL && i < file->n_tables && st == CROK_OK; i++)
        st =
            crok_hall_add_table(s->hall, crok_day_text(&file->table[i], "name"),
                                kind_of(s, &file->table[i]), err);
    for (int i = 0; file == NULL && i < s->plan.n && st == CROK_OK; i++)
        st = crok_hall_add_table(s->hall, s->plan.tables[i].name,
                                 CROK_WALL_READ, err);
    return st;
}

static crok_status open_readers(session *s, crok_err *err)
{
    const crok_hall_sink to = crok_hall_sink_of(s->hall);
    const crok_engine_reader_config config = {
        .engine = s->plan.engine, .hall = s->plan.hall, .to = to};
    crok_status st = CROK_OK;
    if (s->plan.n > 0)
        st = crok_local_reader_open(s->plan.tables, s->plan.n, &to, &s->local,
                                    err);
    return st == CROK_OK && s->plan.has_engine
               ? crok_engine_reader_open(&config, &s->engine, err)
               : st;
}

static crok_status open_all(session *s, crok_err *err)
{
    crok_status st = open_server(s, err);
    if (st != CROK_OK)
        return st;
    find_day(s);
    st = open_next(s, err);
    if (st == CROK_OK)
        st = open_hall(s, err);
    if (st == CROK_OK)
        st = add_tables(s, err);
    return st == CROK_OK ? open_readers(s, err) : st;
}

/* Readers give to the hall, the hall to what sends the next matches, and all to
 * the server: they are closed in this order. */
static void close_all(session *s)
{
    crok_engine_reader_close(&s->engine);
    crok_local_reader_close(&s->local);
    crok_hall_close(&s->hall);
    crok_next_out_close(&s->next);
    crok_serve_close(&s->server);
    free(s->theme);
    crok_hall_plan_free(&s->plan);
}

/* ---- the command ---- */

static void print_links(const session *s)
{
    const char *link = crok_serve_link(s->server);
    crok_show(stdout, "tables  %s/tables\n", link);
    crok_show(stdout, "day     %s/day\n", link);
    if (s->day[0] != '\0')
        crok_show(stdout, "in the hall  %s\n", s->day);
    (void)fflush(stdout);
}

static void wait_for_end(void)
{
    const struct timespec t = {.tv_nsec = WAIT_MS * 1000000L};
    while (!crok_end_signal_came())
        (void)nanosleep(&t, NULL);
}

int crok_hall_serve_main(int argc, char **argv)
{
    static session s; /* it has room for all tables */
    crok_err err = {0};
    int status = DONE;
    if (crok_asks_help(argc, argv)) {
        (void)fputs(crok_usage_hall_serve, stdout);
        return DONE;
    }
    if (crok_names_check(&err) != CROK_OK) {
        crok_say("crokeye hall serve: %s", err.msg);
        return COULD_NOT_RUN;
    }
    s = (session){.theme = NULL};
    status = crok_hall_plan_read(argc, argv, &s.plan);
    if (status == DONE) {
        crok_end_signal_catch();
        if (open_all(&s, &err) == CROK_OK) {
            print_links(&s);
            wait_for_end();
        } else {
            crok_say("crokeye hall serve: %s", err.msg);
            status = err.status == CROK_EARG ? WRONG_USAGE : COULD_NOT_RUN;
        }
    }
    close_all(&s);
    return status;
}
