/* SPDX-License-Identifier: Apache-2.0
 *
 * The replays of shots: a film, the film with the ways of the discs drawn over
 * it, and the wish of a person to see it on air. */
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "serve/answer.h"
#include "serve/handlers.h"

static const char *argument(struct MHD_Connection *c, const char *name)
{
    return MHD_lookup_connection_value(c, MHD_GET_ARGUMENT_KIND, name);
}

static enum MHD_Result none(struct MHD_Connection *c)
{
    static const crok_problem p = {
        .status = MHD_HTTP_NOT_FOUND,
        .code = "not_found",
        .message = "There is no replay of this shot. Those of a watched match "
                   "are there until it is over, and of shots that were asked "
                   "about, ruled on or corrected also afterwards; --no-replay "
                   "keeps none."};
    return crok_answer_problem(c, &p);
}

/* Answer that a replay cannot be read or shown. */
static enum MHD_Result fail(struct MHD_Connection *c, const crok_err *err)
{
    return err->status == CROK_ENODEV ? none(c)
                                      : crok_answer_failure(c, err, 0);
}

/* ---- the ways of the discs ---- */

/* A text that grows, with room for all of it. */
typedef struct growing {
    char *s;
    size_t n, room;
} growing;

CROK_PRINTF(2, 3) static void add(growing *t, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    t->n += (size_t)vsnprintf(t->s + t->n, t->room - t->n, fmt, args);
    va_end(args);
    CROK_ASSERT(t->n < t->room);
}

/* A line with a dark edge, so that it is seen on every board. */
static void add_way(growing *t, const crok_replay *film,
                    const crok_replay_way *way)
{
    const double wide_px = film->h_px / 240.0;
    const char *const colour[2] = {"#000",
                                   way->is_shooter ? "#ffd028" : "#40c8ff"};
    for (int i = 0; i < 2; i++) {
        add(t, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"%.1f\" ",
            colour[i], i == 0 ? 2.0 * wide_px : wide_px);
        add(t, "stroke-linejoin=\"round\" stroke-linecap=\"round\" points=\"");
        for (int k = 0; k < way->n; k++)
            add(t, " %.1f,%.1f", (double)way->x_px[k], (double)way->y_px[k]);
        add(t, "\"/>");
    }
}

/* A drawing with the film in it. Returned: free with free(); NULL: no memory.
 *
 *   src  the film's address, safe in an attribute */
static char *drawing(const crok_replay *film, const char *src)
{
    growing t = {.room = 1024 + strlen(src) +
                         (size_t)film->n_ways * 2 *
                             (256 + 20 * CROK_REPLAY_PLACES)};
    t.s = malloc(t.room);
    if (t.s == NULL)
        return NULL;
    add(&t,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\">"
        "<image width=\"%d\" height=\"%d\" href=\"%s\"/><g class=\"ways\" "
        "transform=\"translate(0.5 0.5)\">",
        film->w_px, film->h_px, film->w_px, film->h_px, src);
    for (int i = 0; i < film->n_ways; i++)
        add_way(&t, film, &film->way[i]);
    add(&t, "</g></svg>\n");
    return t.s;
}

static enum MHD_Result send_drawing(struct MHD_Connection *c,
                                    const crok_request *r,
                                    const crok_replay *film, long last_s)
{
    char src[96];
    (void)snprintf(src, sizeof src, "/replay/%.24s?n=%d&amp;last=%ld", r->below,
                   r->place + 1, last_s);
    return crok_answer_svg(c, drawing(film, src));
}

/* ---- the film ---- */

static enum MHD_Result send_film(crok_serve *s, struct MHD_Connection *c,
                                 const crok_replay *film, FILE *file,
                                 long last_s)
{
    struct MHD_Response *r =
        crok_player_stream(&s->player, film, file, last_s, c);
    if (r == NULL)
        return MHD_NO;
    (void)MHD_add_response_header(r, "Content-Type", CROK_PLAYER_TYPE);
    /* nginx else collects the pictures */
    (void)MHD_add_response_header(r, "X-Accel-Buffering", "no");
    return crok_answer_response(c, MHD_HTTP_OK, r);
}

/* Of a stream libmicrohttpd does not omit all of the body for HEAD. */
static enum MHD_Result send_head(struct MHD_Connection *c)
{
    const crok_answer a = {
        .status = MHD_HTTP_OK, .type = CROK_PLAYER_TYPE, .bytes = ""};
    return crok_answer_send(c, &a);
}

/* Answer with the replay of a shot. ?tracks=1 is a drawing, in which it plays
 * under the ways of its discs; ?last=5 are its last five seconds. */
enum MHD_Result crok_get_replay(crok_serve *s, struct MHD_Connection *c,
                                const crok_request *r)
{
    const char *tracks = argument(c, "tracks");
    const char *last = argument(c, "last");
    const bool is_drawn = tracks != NULL && strcmp(tracks, "1") == 0;
    crok_replay film;
    FILE *file = NULL;
    crok_err err = {0};
    long seq = 0;
    long last_s = 0;
    if (!crok_number(r->below, LONG_MAX, &seq))
        return crok_answer_not_found(c);
    if (last != NULL && !crok_number(last, CROK_REPLAY_MOST_MS / 1000, &last_s))
        (void)crok_fail(&err, CROK_EARG, "last: seconds, 0 to %d",
                        CROK_REPLAY_MOST_MS / 1000);
    else
        (void)!crok_live_read_replay(r->table->live, seq, &film, &file, &err);
    if (file == NULL)
        return fail(c, &err);
    if (!is_drawn && !r->is_head)
        return send_film(s, c, &film, file, last_s);
    (void)fclose(file);
    return is_drawn ? send_drawing(c, r, &film, last_s) : send_head(c);
}

/* Show the replay of a shot on air, with {"tracks": true} under the ways of its
 * discs. */
enum MHD_Result crok_post_replay(crok_serve *s, struct MHD_Connection *c,
                                 const crok_request *r)
{
    crok_err err = {0};
    cJSON *body = NULL;
    cJSON *doc = NULL;
    char *text = NULL;
    long seq = 0;
    bool with_ways = false;
    (void)s;
    if (!crok_number(r->below, LONG_MAX, &seq))
        return crok_answer_not_found(c);
    if (crok_json_parse(r->body, r->len, "body", &body, &err) != CROK_OK)
        return crok_answer_failure(c, &err, 0);
    with_ways = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(body, "tracks"));
    cJSON_Delete(body);
    if (crok_live_air_replay(r->table->live, seq, with_ways, &err) != CROK_OK)
        return fail(c, &err);
    doc = cJSON_CreateObject();
    cJSON_AddNumberToObject(doc, "of", (double)seq);
    text = crok_json_text(doc, false);
    cJSON_Delete(doc);
    return crok_answer_json(c, text);
}
