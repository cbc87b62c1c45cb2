/* SPDX-License-Identifier: Apache-2.0 */
#include <cjson/cJSON.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "journal/document.h"
#include "journal/write_key.h"
#include "rules/book_json.h"
#include "rules/history.h"
#include "rules/turns.h"
#include "serve/answer.h"
#include "serve/handlers.h"
#include "serve/log_json.h"
#include "serve/page.h"

/* Number of rows in one answer of the event list. */
#define LOG_ROWS 100

static const char *argument(struct MHD_Connection *c, const char *name)
{
    return MHD_lookup_connection_value(c, MHD_GET_ARGUMENT_KIND, name);
}

/* Answer with the state of the match after the event that ?at=SEQ names. */
static enum MHD_Result get_match_at(crok_hosted *t, struct MHD_Connection *c,
                                    const char *at)
{
    crok_match *m = malloc(sizeof *m);
    crok_err err = {0};
    char *text = NULL;
    long seq = 0;
    crok_status st = CROK_OK;
    if (m == NULL)
        return MHD_NO;
    if (!crok_number(at, LONG_MAX, &seq))
        st = crok_fail(&err, CROK_EARG, "at: must be the seq of an event");
    crok_live_hold(t->live);
    if (st == CROK_OK)
        st = crok_log_match_at(crok_live_log(t->live), seq, m, &err);
    if (st == CROK_OK)
        text = crok_document_text_at(m, crok_live_log(t->live));
    crok_live_release(t->live);
    free(m);
    return st == CROK_OK ? crok_answer_json(c, text)
                         : crok_answer_failure(c, &err, 0);
}

enum MHD_Result crok_get_match(crok_serve *s, struct MHD_Connection *c,
                               const crok_request *r)
{
    const char *at = argument(c, "at");
    crok_frame *frame = NULL;
    crok_answer a = {.status = MHD_HTTP_OK, .type = CROK_TYPE_JSON};
    enum MHD_Result done = MHD_NO;
    if (at != NULL && s->is_hall)
        return crok_answer_not_found(c); /* it has no earlier states */
    if (at != NULL)
        return get_match_at(r->table, c, at);
    frame = crok_feed_take(&s->feed, r->place);
    a.bytes = frame->text + frame->json_at;
    a.len = frame->json_len;
    done = crok_answer_send(c, &a);
    crok_feed_drop(&s->feed, frame);
    return done;
}

enum MHD_Result crok_answer_stream(crok_serve *s, struct MHD_Connection *c,
                                   const crok_set *docs, bool is_head)
{
    /* of a stream libmicrohttpd does not omit all of the body for HEAD */
    struct MHD_Response *stream =
        is_head
            ? MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT)
            : crok_feed_stream(&s->feed, docs, c);
    if (stream == NULL)
        return MHD_NO;
    (void)MHD_add_response_header(stream, "Content-Type", "text/event-stream");
    /* nginx else collects the events */
    (void)MHD_add_response_header(stream, "X-Accel-Buffering", "no");
    return crok_answer_response(c, MHD_HTTP_OK, stream);
}

enum MHD_Result crok_get_events(crok_serve *s, struct MHD_Connection *c,
                                const crok_request *r)
{
    return crok_answer_stream(s, c, &r->tables, r->is_head);
}

enum MHD_Result crok_get_log(crok_serve *s, struct MHD_Connection *c,
                             const crok_request *r)
{
    crok_hosted *t = r->table;
    const char *before = argument(c, "before");
    crok_err err = {0};
    char *text = NULL;
    long seq = LONG_MAX;
    crok_status st = CROK_OK;
    if (before != NULL && !crok_number(before, LONG_MAX, &seq))
        st = crok_fail(&err, CROK_EARG, "before: must be a seq");
    (void)s;
    crok_live_hold(t->live);
    if (st == CROK_OK)
        st = crok_log_text(crok_live_log(t->live), seq, LOG_ROWS, &text, &err);
    crok_live_release(t->live);
    return st == CROK_OK ? crok_answer_json(c, text)
                         : crok_answer_failure(c, &err, 0);
}

/* Find the event that the address names: by its seq, or by the key with which
 * it was written. The caller holds the record. */
static crok_status find_event(struct MHD_Connection *c, const crok_log *log,
                              long *seq, crok_err *err)
{
    const char *of = argument(c, "of");
    const char *key = argument(c, "key");
    if ((of == NULL) == (key == NULL))
        return crok_fail(err, CROK_EARG,
                         "of or key, one of them: the seq of an event, or the "
                         "key with which it was written");
    if (of != NULL && !crok_number(of, LONG_MAX, seq))
        return crok_fail(err, CROK_EARG, "of: must be the seq of an event");
    if (key != NULL)
        *seq = crok_write_key_seq(log, key);
    return CROK_OK;
}

/* Answer with one event: its evidence and the rule book's decision. */
enum MHD_Result crok_get_event(crok_serve *s, struct MHD_Connection *c,
                               const crok_request *r)
{
    static const crok_problem none = {
        .status = MHD_HTTP_NOT_FOUND,
        .code = "not_found",
        .message = "No event was written with this key."};
    crok_hosted *t = r->table;
    crok_err err = {0};
    char *text = NULL;
    long seq = 0;
    crok_status st = CROK_OK;
    (void)s;
    crok_live_hold(t->live);
    st = find_event(c, crok_live_log(t->live), &seq, &err);
    if (st == CROK_OK && seq != 0)
        st = crok_log_event_text(crok_live_log(t->live), seq, &text, &err);
    crok_live_release(t->live);
    if (st != CROK_OK)
        return crok_answer_failure(c, &err, 0);
    return seq == 0 ? crok_answer_problem(c, &none) : crok_answer_json(c, text);
}

/* The names of the seatings that the book knows. */
static cJSON *seatings_json(const crok_book *book)
{
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; i < CROK_N_SEATINGS; i++) {
        crok_seats seats = {.seating = (crok_seating)i, .solo = 1};
        if (crok_discs_dealt(book, &seats, 0) > 0)
            cJSON_AddItemToArray(list,
                                 cJSON_CreateString(crok_seating_name(i)));
    }
    return list;
}

/* Answer with the list of rule books with which a match may be started. */
enum MHD_Result crok_get_rules(crok_serve *s, struct MHD_Connection *c,
                               const crok_request *r)
{
    cJSON *list = cJSON_CreateArray();
    char *text = NULL;
    (void)s;
    (void)r;
    for (int i = 0; crok_preset_name(i) != NULL; i++) {
        crok_book book;
        crok_book_notes notes;
        cJSON *item = NULL;
        if (crok_book_preset(crok_preset_name(i), &book, &notes, NULL) !=
            CROK_OK)
            continue;
        item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "name", crok_preset_name(i));
        cJSON_AddStringToObject(item, "title", notes.title);
        cJSON_AddBoolToObject(
            item, "usual", strcmp(crok_preset_name(i), CROK_USUAL_BOOK) == 0);
        cJSON_AddItemToObject(item, "seatings", seatings_json(&book));
        cJSON_AddItemToArray(list, item);
    }
    text = crok_json_text(list, false);
    cJSON_Delete(list);
    return crok_answer_json(c, text);
}

/* What /healthz says is wrong. */
typedef enum reason {
    REASON_DISK,   /* the record cannot be written */
    REASON_RECORD, /* its file is not the record any more */
    REASON_FULL,   /* it has room for few events more */
    REASON_CAMERA, /* no pictures come */
    REASON_ENDED   /* there was a source, and nobody watches it any more */
} reason;

static const char *reason_name(reason r)
{
    static const char *const name[] = {"disk", "record", "full", "camera",
                                       "ended"};
    return name[r];
}

static void add_reason(cJSON *list, reason r, const char *words)
{
    crok_answer_add_reason(list, reason_name(r), words);
}

static void add_reasons(cJSON *list, const crok_journal_health *h,
                        const crok_live_source *source)
{
    if (h->words[0] != '\0')
        add_reason(list,
                   h->is_filling ? REASON_FULL
                   : h->is_gone  ? REASON_RECORD
                                 : REASON_DISK,
                   h->words);
    if (source->has_stopped || source->state == CROK_LIVE_ENDED)
        add_reason(list, REASON_ENDED, source->words);
    else if (source->state == CROK_LIVE_DOWN)
        add_reason(list, REASON_CAMERA, source->words);
}

/* Answer how the table is; status 503 where something is wrong. */
enum MHD_Result crok_get_health(crok_serve *s, struct MHD_Connection *c,
                                const crok_request *r)
{
    crok_hosted *t = r->table;
    cJSON *doc = cJSON_CreateObject();
    cJSON *reasons = cJSON_CreateArray();
    crok_journal_health h;
    bool is_well = false;
    char *text = NULL;
    crok_live_hold(t->live);
    h = crok_live_health(t->live);
    add_reasons(reasons, &h, crok_live_source_of(t->live));
    is_well = cJSON_GetArraySize(reasons) == 0;
    cJSON_AddBoolToObject(doc, "ok", is_well);
    cJSON_AddItemToObject(doc, "reasons", reasons);
    cJSON_AddNumberToObject(doc, "seq", (double)crok_live_seq(t->live));
    cJSON_AddNumberToObject(doc, "saved", (double)h.saved);
    cJSON_AddNumberToObject(doc, "unsaved", h.n_unsaved);
    cJSON_AddStringToObject(
        doc, "source", crok_live_name(crok_live_source_of(t->live)->state));
    crok_live_release(t->live);
    cJSON_AddNumberToObject(doc, "viewers", crok_feed_viewers(&s->feed));
    text = crok_json_text(doc, false);
    cJSON_Delete(doc);
    return crok_answer_json_as(
        c, is_well ? MHD_HTTP_OK : MHD_HTTP_SERVICE_UNAVAILABLE, text);
}

/* Answer with a picture that the record holds. */
static enum MHD_Result send_picture(crok_hosted *t, struct MHD_Connection *c,
                                    const crok_picture_key *key)
{
    unsigned char *bytes = NULL;
    crok_err err = {0};
    crok_status st = CROK_OK;
    crok_answer a = {.status = MHD_HTTP_OK,
                     .type = key->is_call ? "image/png" : "image/jpeg"};
    enum MHD_Result done = MHD_NO;
    crok_live_hold(t->live);
    st = crok_live_picture(t->live, key, &bytes, &a.len, &err);
    crok_live_release(t->live);
    if (st != CROK_OK)
        return crok_answer_failure(c, &err, 0);
    if (bytes == NULL)
        return crok_answer_not_found(c);
    a.bytes = bytes;
    done = crok_answer_send(c, &a);
    free(bytes);
    return done;
}

enum MHD_Result crok_get_call(crok_serve *s, struct MHD_Connection *c,
                              const crok_request *r)
{
    crok_picture_key key;
    (void)s;
    return crok_call_key(r->path, &key) ? send_picture(r->table, c, &key)
                                        : crok_answer_not_found(c);
}

/* Answer with the picture of the rest after a shot. */
enum MHD_Result crok_get_rest(crok_serve *s, struct MHD_Connection *c,
                              const crok_request *r)
{
    crok_picture_key key;
    (void)s;
    return crok_rest_key(r->path, &key) ? send_picture(r->table, c, &key)
                                        : crok_answer_not_found(c);
}

/* Answer with the top view of the board at the latest rest. */
enum MHD_Result crok_get_view(crok_serve *s, struct MHD_Connection *c,
                              const crok_request *r)
{
    crok_hosted *t = r->table;
    crok_answer a = {.status = MHD_HTTP_OK, .type = "image/jpeg"};
    enum MHD_Result done = MHD_NO;
    (void)s;
    crok_live_hold(t->live);
    a.bytes = crok_live_top_view(t->live)->bytes;
    a.len = crok_live_top_view(t->live)->len;
    done = a.bytes == NULL ? crok_answer_not_found(c) : crok_answer_send(c, &a);
    crok_live_release(t->live);
    return done;
}

/* ---- a camera that is being set up ---- */

enum MHD_Result crok_answer_shown(crok_serve *s, struct MHD_Connection *c,
                                  crok_shown_part part, const char *type)
{
    crok_answer a = {.status = MHD_HTTP_OK, .type = type};
    enum MHD_Result done = MHD_NO;
    a.bytes = crok_shown_hold(&s->shown, part, &a.len);
    done = a.bytes == NULL ? crok_answer_not_found(c) : crok_answer_send(c, &a);
    crok_shown_release(&s->shown);
    return done;
}

/* Answer with the newest figures of the camera, crokeye.setup/1. */
enum MHD_Result crok_get_setup_figures(crok_serve *s, struct MHD_Connection *c,
                                       const crok_request *r)
{
    (void)r;
    return crok_answer_shown(s, c, CROK_SHOWN_FIGURES, CROK_TYPE_JSON);
}

/* Answer with the picture to which they belong. */
enum MHD_Result crok_get_setup_picture(crok_serve *s, struct MHD_Connection *c,
                                       const crok_request *r)
{
    (void)r;
    return crok_answer_shown(s, c, CROK_SHOWN_PICTURE, "image/jpeg");
}

/* ---- pages ---- */

/* Answer with a page.
 *
 *   policy  its Content-Security-Policy; NULL: that of all answers */
static enum MHD_Result send_page(struct MHD_Connection *c, const char *name,
                                 const char *policy)
{
    const crok_page *page = crok_page_find(name);
    crok_answer a = {.status = MHD_HTTP_OK, .policy = policy};
    if (page == NULL)
        return crok_answer_not_found(c);
    a.type = crok_page_type(name);
    a.bytes = page->text;
    a.len = page->len;
    return crok_answer_send(c, &a);
}

enum MHD_Result crok_get_theme(crok_serve *s, struct MHD_Connection *c,
                               const crok_request *r)
{
    const char *sheet = s->sheet[s->is_hall ? 0 : r->place];
    crok_answer a = {.status = MHD_HTTP_OK,
                     .type = crok_page_type("theme.css"),
                     .bytes = sheet,
                     .len = strlen(sheet)};
    return crok_answer_send(c, &a);
}

enum MHD_Result crok_get_page(crok_serve *s, struct MHD_Connection *c,
                              const crok_request *r)
{
    (void)s;
    return send_page(c, r->below, NULL);
}

/* Streaming programs add a person's own CSS to the overlay as an inline style.
 */
enum MHD_Result crok_get_overlay(crok_serve *s, struct MHD_Connection *c,
                                 const crok_request *r)
{
    (void)s;
    (void)r;
    return send_page(c, "overlay.html", CROK_POLICY_STYLED);
}

enum MHD_Result crok_get_console(crok_serve *s, struct MHD_Connection *c,
                                 const crok_request *r)
{
    (void)s;
    (void)r;
    return send_page(c, "console.html", NULL);
}

enum MHD_Result crok_get_photo(crok_serve *s, struct MHD_Connection *c,
                               const crok_request *r)
{
    (void)s;
    (void)r;
    return send_page(c, "photo.html", NULL);
}

enum MHD_Result crok_get_setup(crok_serve *s, struct MHD_Connection *c,
                               const crok_request *r)
{
    (void)s;
    (void)r;
    return send_page(c, "setup.html", NULL);
}

enum MHD_Result crok_get_root(crok_serve *s, struct MHD_Connection *c,
                              const crok_request *r)
{
    crok_answer a = {.status = MHD_HTTP_FOUND,
                     .bytes = "",
                     .header = "Location",
                     .value = "/setup"};
    (void)r;
    if (s->is_setup)
        return crok_answer_send(c, &a);
    return send_page(c, s->is_hall ? "wall.html" : "tables.html", NULL);
}

/* ---- pages of a hall ---- */

enum MHD_Result crok_get_day(crok_serve *s, struct MHD_Connection *c,
                             const crok_request *r)
{
    (void)s;
    (void)r;
    return send_page(c, "day.html", NULL);
}

/* One table for a screen of its own. */
enum MHD_Result crok_get_screen(crok_serve *s, struct MHD_Connection *c,
                                const crok_request *r)
{
    (void)s;
    return r->below[0] != '\0' ? send_page(c, "screen.html", NULL)
                               : crok_answer_not_found(c);
}

/* Answer a browser's default request for an icon with "no content". */
enum MHD_Result crok_get_icon(crok_serve *s, struct MHD_Connection *c,
                              const crok_request *r)
{
    crok_answer a = {.status = MHD_HTTP_NO_CONTENT, .bytes = ""};
    (void)s;
    (void)r;
    return crok_answer_send(c, &a);
}
