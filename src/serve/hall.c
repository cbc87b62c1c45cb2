/* SPDX-License-Identifier: Apache-2.0
 *
 * What only a hall's server has: documents that the caller gives it, and the
 * answers with them. */
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "journal/live.h"
#include "serve/answer.h"
#include "serve/handlers.h"

/* ---- giving ---- */

/* Show a match that waits, until the table's first document comes. */
static crok_status show_waiting(crok_serve *s, int place, crok_err *err)
{
    crok_live *live = NULL;
    char *text = NULL;
    crok_status st = crok_live_open(NULL, &live, err);
    if (st != CROK_OK)
        return st;
    text = crok_live_document(live, place);
    crok_live_close(&live);
    if (text == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a table");
    st = crok_feed_set(&s->feed, place, text, err);
    cJSON_free(text);
    return st;
}

crok_status crok_serve_add_table(crok_serve *s, const char *name, int *place,
                                 crok_err *err)
{
    int i = 0;
    crok_status st = CROK_OK;
    CROK_ASSERT(s->is_hall);
    st = crok_given_add(&s->given, name, &i, err);
    if (st == CROK_OK)
        st = show_waiting(s, i, err);
    if (st == CROK_OK)
        *place = i;
    return st;
}

crok_status crok_serve_put(crok_serve *s, int place, const char *record,
                           const char *json, crok_err *err)
{
    CROK_ASSERT(s->is_hall && place >= 0 && place < crok_tables_count(s));
    crok_given_set_record(&s->given, place, record);
    return crok_feed_set(&s->feed, place, json, err);
}

crok_status crok_serve_put_hall(crok_serve *s, crok_hall_document which,
                                const char *json, crok_err *err)
{
    CROK_ASSERT(s->is_hall);
    return crok_feed_set(
        &s->feed, which == CROK_HALL_WALL ? CROK_FEED_WALL : CROK_FEED_DAY,
        json, err);
}

void crok_serve_set_away(crok_serve *s, bool is_away)
{
    CROK_ASSERT(s->is_hall);
    crok_given_set_away(&s->given, is_away);
}

/* ---- answering ---- */

static enum MHD_Result send_document(crok_serve *s, struct MHD_Connection *c,
                                     int k)
{
    crok_answer a = {.status = MHD_HTTP_OK, .type = CROK_TYPE_JSON};
    crok_frame *frame = crok_feed_take(&s->feed, k);
    enum MHD_Result done = MHD_NO;
    if (frame == NULL)
        return crok_answer_not_found(c);
    a.bytes = frame->text + frame->json_at;
    a.len = frame->json_len;
    done = crok_answer_send(c, &a);
    crok_feed_drop(&s->feed, frame);
    return done;
}

enum MHD_Result crok_get_wall_document(crok_serve *s, struct MHD_Connection *c,
                                       const crok_request *r)
{
    (void)r;
    return send_document(s, c, CROK_FEED_WALL);
}

enum MHD_Result crok_get_day_document(crok_serve *s, struct MHD_Connection *c,
                                      const crok_request *r)
{
    (void)r;
    return send_document(s, c, CROK_FEED_DAY);
}

enum MHD_Result crok_get_wall_events(crok_serve *s, struct MHD_Connection *c,
                                     const crok_request *r)
{
    const crok_set docs = crok_set_of(CROK_FEED_WALL);
    return crok_answer_stream(s, c, &docs, r->is_head);
}

enum MHD_Result crok_get_day_events(crok_serve *s, struct MHD_Connection *c,
                                    const crok_request *r)
{
    const crok_set docs = crok_set_of(CROK_FEED_DAY);
    return crok_answer_stream(s, c, &docs, r->is_head);
}

enum MHD_Result crok_get_matches_sheet(crok_serve *s, struct MHD_Connection *c,
                                       const crok_request *r)
{
    (void)r;
    return crok_answer_shown(s, c, CROK_SHOWN_MATCHES, CROK_TYPE_CSV);
}

enum MHD_Result crok_get_results_sheet(crok_serve *s, struct MHD_Connection *c,
                                       const crok_request *r)
{
    (void)r;
    return crok_answer_shown(s, c, CROK_SHOWN_RESULTS, CROK_TYPE_CSV);
}

/* Answer how the hall is; status 503 where something is wrong. */
enum MHD_Result crok_get_hall_health(crok_serve *s, struct MHD_Connection *c,
                                     const crok_request *r)
{
    const bool is_away = crok_given_is_away(&s->given);
    cJSON *doc = cJSON_CreateObject();
    cJSON *reasons = NULL;
    char *text = NULL;
    (void)r;
    cJSON_AddBoolToObject(doc, "ok", !is_away);
    reasons = cJSON_AddArrayToObject(doc, "reasons");
    if (is_away)
        crok_answer_add_reason(reasons, "broker",
                               "the broker cannot be reached, so that what is "
                               "shown may be old; start it, or look for the "
                               "network's fault");
    cJSON_AddNumberToObject(doc, "tables", crok_tables_count(s));
    cJSON_AddNumberToObject(doc, "viewers", crok_feed_viewers(&s->feed));
    text = crok_json_text(doc, false);
    cJSON_Delete(doc);
    return crok_answer_json_as(
        c, is_away ? MHD_HTTP_SERVICE_UNAVAILABLE : MHD_HTTP_OK, text);
}
