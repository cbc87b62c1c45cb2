/* SPDX-License-Identifier: Apache-2.0
 *
 * For tests/web: a hall's server that shows what it is told, without a broker.
 *
 *   hall_stage ADDRESS:PORT TITLE
 *
 * prints its address, then reads lines of JSON and answers each with "ok" or a
 * message:
 *
 *   {"table":"4","state":{crokeye.match/1},"ago_s":0}  heard so long ago
 *   {"table":"4","next":{crokeye.next/1}}
 *   {"table":"4"}                                      only adds the table
 *   {"away_s":300}     the broker is away for so long; null: it is back
 *   {"day":{crokeye.day/1}}
 *   {"sheet":"text"}                                   both CSV sheets */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "hall/hall.h"

#define LINE_BYTES ((size_t)1 << 20)
#define TOKEN "0123456789abcdef-stage"

typedef struct stage {
    crok_serve *server;
    crok_hall *hall;
} stage;

static void message(void *context, const char *what)
{
    (void)context;
    (void)fprintf(stderr, "%s\n", what);
}

static const cJSON *field(const cJSON *obj, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(obj, name);
}

static crok_status show_state(stage *s, const char *table, const cJSON *line,
                              crok_err *err)
{
    double ago_s = cJSON_GetNumberValue(field(line, "ago_s"));
    char *text = cJSON_PrintUnformatted(field(line, "state"));
    const crok_hall_sink to = crok_hall_sink_of(s->hall);
    const crok_hall_state state = {
        .table = table,
        .json = text,
        .len = strlen(text),
        .heard_ms =
            crok_clock_ms() - (ago_s > 0 ? (int64_t)(1000 * ago_s) : 0)};
    crok_status st = to.state(to.context, &state, err);
    cJSON_free(text);
    return st;
}

static crok_status set_next(stage *s, const char *table, const cJSON *next,
                            crok_err *err)
{
    char *text = cJSON_IsNull(next) ? NULL : cJSON_PrintUnformatted(next);
    crok_status st = crok_hall_set_next(s->hall, table, text, err);
    cJSON_free(text);
    return st;
}

static crok_status show_day(stage *s, const cJSON *day, crok_err *err)
{
    char *text = cJSON_PrintUnformatted(day);
    crok_status st = crok_serve_put_hall(s->server, CROK_HALL_DAY, text, err);
    cJSON_free(text);
    return st;
}

static void set_away(const stage *s, const cJSON *away_s)
{
    const crok_hall_sink to = crok_hall_sink_of(s->hall);
    crok_hall_contact contact = {0};
    if (cJSON_IsNumber(away_s))
        contact.away_ms = contact.read_ms =
            crok_clock_ms() - (int64_t)(1000 * away_s->valuedouble);
    to.contact(to.context, &contact);
}

static crok_status play_table(stage *s, const cJSON *line, const char *name,
                              crok_err *err)
{
    crok_status st = crok_hall_add_table(s->hall, name, CROK_WALL_REPORTS, err);
    if (st == CROK_OK && field(line, "state") != NULL)
        st = show_state(s, name, line, err);
    if (st == CROK_OK && field(line, "next") != NULL)
        st = set_next(s, name, field(line, "next"), err);
    return st;
}

static crok_status play(stage *s, const cJSON *line, crok_err *err)
{
    const char *name = cJSON_GetStringValue(field(line, "table"));
    const char *sheet = cJSON_GetStringValue(field(line, "sheet"));
    crok_status st = CROK_OK;
    if (name != NULL)
        return play_table(s, line, name, err);
    if (field(line, "away_s") != NULL) {
        set_away(s, field(line, "away_s"));
        return CROK_OK;
    }
    if (field(line, "day") != NULL)
        return show_day(s, field(line, "day"), err);
    if (sheet == NULL)
        return crok_fail(err, CROK_EFORMAT, "no such line");
    st = crok_serve_show(s->server, CROK_SHOWN_MATCHES, sheet, strlen(sheet),
                         err);
    return st != CROK_OK ? st
                         : crok_serve_show(s->server, CROK_SHOWN_RESULTS, sheet,
                                           strlen(sheet), err);
}

static crok_status open_stage(stage *s, char **argv, crok_err *err)
{
    const crok_serve_config config = {
        .listen = argv[1], .token = TOKEN, .is_hall = true, .message = message};
    crok_status st = crok_serve_open(&config, &s->server, err);
    if (st == CROK_OK) {
        const crok_hall_config hall = {.server = s->server,
                                       .title = argv[2],
                                       .day = "http://192.168.1.5:8090/day",
                                       .message = message};
        st = crok_hall_open(&hall, &s->hall, err);
    }
    return st;
}

static void answer(const char *what)
{
    (void)puts(what);
    (void)fflush(stdout);
}

int main(int argc, char **argv)
{
    static char line[LINE_BYTES];
    stage s = {NULL, NULL};
    crok_err err = {0};
    if (argc != 3 || open_stage(&s, argv, &err) != CROK_OK) {
        answer(argc == 3 ? err.msg : "hall_stage ADDRESS:PORT TITLE");
        return 1;
    }
    answer(crok_serve_url(s.server));
    while (fgets(line, sizeof line, stdin) != NULL) {
        cJSON *said = cJSON_Parse(line);
        answer(play(&s, said, &err) == CROK_OK ? "ok" : err.msg);
        cJSON_Delete(said);
    }
    crok_hall_close(&s.hall);
    crok_serve_close(&s.server);
    return 0;
}
