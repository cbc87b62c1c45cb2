/* SPDX-License-Identifier: Apache-2.0 */
#include "journal/add_document.h"

#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "journal/write_key.h"
#include "rules/effects.h"
#include "rules/keys.h"
#include "rules/rules_json.h"
#include "rules/texts.h"

/* ---- a photo's result ---- */

static const cJSON *field(const cJSON *obj, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(obj, name);
}

/* The count of one side of a result, if nothing of it is open. NULL if its
 * total is too close to call. */
static cJSON *side_count(const cJSON *side)
{
    const cJSON *range = field(side, "range");
    const cJSON *lo = cJSON_GetArrayItem(range, 0);
    const cJSON *hi = cJSON_GetArrayItem(range, 1);
    cJSON *count = NULL;
    if (!cJSON_IsNumber(lo) || !cJSON_IsNumber(hi) ||
        lo->valueint != hi->valueint)
        return NULL;
    count = cJSON_CreateObject();
    cJSON_AddItemToObject(count, "side",
                          cJSON_Duplicate(field(side, "side"), 1));
    cJSON_AddItemToObject(count, "total",
                          cJSON_Duplicate(field(side, "total"), 1));
    cJSON_AddItemToObject(count, "20",
                          cJSON_Duplicate(field(side, "twenties"), 1));
    return count;
}

/* Make a round's count of a photo's result.
 *
 *   out  written only on CROK_OK; free with cJSON_Delete */
static crok_status count_of(const cJSON *result, bool is_final,
                            const char *where, cJSON **out, crok_err *err)
{
    const cJSON *message = field(field(result, "error"), "message");
    const cJSON *side = NULL;
    cJSON *event = NULL;
    cJSON *sides = NULL;
    if (cJSON_IsString(message))
        return crok_fail(err, CROK_EFORMAT, "%s: %.160s", where,
                         message->valuestring);
    event = cJSON_CreateObject();
    cJSON_AddStringToObject(event, "type",
                            crok_event_name(CROK_EVENT_ROUND_COUNT));
    cJSON_AddBoolToObject(event, "final", is_final);
    sides = cJSON_AddArrayToObject(event, "sides");
    cJSON_ArrayForEach(side, field(result, "sides"))
    {
        cJSON *count = side_count(side);
        if (count == NULL) {
            cJSON_Delete(event);
            return crok_fail(err, CROK_EFORMAT,
                             "%s: the photo's total is too close to call: "
                             "answer its questions, or add the count by hand",
                             where);
        }
        cJSON_AddItemToArray(sides, count);
    }
    *out = event;
    return CROK_OK;
}

/* ---- an event ---- */

static bool has_schema(const cJSON *doc, const char *schema)
{
    const char *text = cJSON_GetStringValue(field(doc, "schema"));
    return text != NULL && strcmp(text, schema) == 0;
}

/* Put the key of the document, with the digest of what it says, in the place of
 * its own field. The digest is of the event as it was given, without the key.
 *
 *   key  as crok_live_add_document
 *   out  written only on CROK_OK; its text is "" if the document has no key */
static crok_status take_key(cJSON *doc, const char *key, const char *where,
                            crok_write_key *out, crok_err *err)
{
    cJSON *own =
        cJSON_DetachItemFromObjectCaseSensitive(doc, CROK_WRITE_KEY_FIELD);
    char *own_text = cJSON_GetStringValue(own);
    char *text = crok_json_text(doc, false);
    crok_err why = {0};
    crok_status st = CROK_OK;
    out->text[0] = '\0';
    if (own_text != NULL) {
        own_text[strcspn(own_text, " ")] = '\0'; /* of an exported event */
        key = own_text;
    }
    if (text == NULL)
        st = crok_fail(err, CROK_ENOMEM, "%s: no memory", where);
    else if (own != NULL && own_text == NULL)
        st =
            crok_fail(err, CROK_EFORMAT,
                      "%s: \"" CROK_WRITE_KEY_FIELD "\" must be a text", where);
    else if (key != NULL && crok_write_key_make(key, "add", text, strlen(text),
                                                out, &why) != CROK_OK)
        st = crok_fail(err, why.status, "%s: %s", where, why.msg);
    if (st == CROK_OK && out->text[0] != '\0')
        cJSON_AddStringToObject(doc, CROK_WRITE_KEY_FIELD, out->text);
    cJSON_free(text);
    cJSON_Delete(own);
    return st;
}

/* Read an event, which gets the next seq; the record sets its time. */
static crok_status read_event(crok_live *live, cJSON *doc, const char *where,
                              crok_event *e, crok_err *err)
{
    crok_status st = CROK_OK;
    cJSON_DeleteItemFromObjectCaseSensitive(doc, "seq");
    cJSON_DeleteItemFromObjectCaseSensitive(doc, "time");
    cJSON_AddNumberToObject(doc, "seq", (double)crok_live_seq(live) + 1.0);
    cJSON_AddStringToObject(doc, "time", "1970-01-01T00:00:00Z");
    st = crok_keys_check_event(doc, where, err);
    if (st == CROK_OK)
        st = crok_texts_check(doc, where, err);
    return st == CROK_OK ? crok_event_from_json(doc, where, NULL, e, err) : st;
}

/* Append the event, unless the record has the write's. */
static crok_status append_held(crok_live *live, const crok_event *e,
                               const crok_write_key *key, crok_err *err)
{
    const crok_log *log = crok_live_log(live);
    long seq = 0;
    crok_status st = CROK_OK;
    if (key->text[0] != '\0')
        st = crok_write_key_find(log, key, &seq, err);
    if (st != CROK_OK || seq != 0)
        return st;
    st = crok_log_check_new(log, e, err);
    if (st == CROK_OK)
        st = crok_effects_check(log, e, NULL, err);
    return st == CROK_OK ? crok_live_append(live, e, CROK_SEQ_ANY, err) : st;
}

static crok_status append(crok_live *live, const crok_event *e,
                          const crok_write_key *key, const char *where,
                          crok_err *err)
{
    crok_err why = {0};
    crok_status st = CROK_OK;
    crok_live_hold(live);
    st = append_held(live, e, key, &why);
    crok_live_release(live);
    return st == CROK_OK ? CROK_OK
                         : crok_fail(err, st, "%.80s: %s", where, why.msg);
}

crok_status crok_live_add_document(crok_live *live, cJSON *doc, bool is_final,
                                   const char *key, const char *where,
                                   crok_err *err)
{
    crok_event *e = malloc(sizeof *e);
    crok_write_key write;
    cJSON *count = NULL;
    cJSON *event = doc;
    crok_status st = e == NULL
                         ? crok_fail(err, CROK_ENOMEM, "%s: no memory", where)
                         : CROK_OK;
    if (st == CROK_OK && has_schema(doc, "crokeye.score/1"))
        st = count_of(doc, is_final, where, &count, err);
    if (count != NULL)
        event = count;
    if (st == CROK_OK)
        st = take_key(event, key, where, &write, err);
    if (st == CROK_OK)
        st = read_event(live, event, where, e, err);
    if (st == CROK_OK)
        st = append(live, e, &write, where, err);
    cJSON_Delete(count);
    free(e);
    return st;
}
