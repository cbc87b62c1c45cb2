/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/body.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "core/text.h"
#include "rules/keys.h"
#include "rules/rules_json.h"
#include "rules/texts.h"

/* WHERE is the prefix of error messages. NO_TIME is the "time" of an event in
 * a request until the server sets the real one: the reader of events demands a
 * time. */
#define WHERE "body"
#define NO_TIME "1970-01-01T00:00:00Z"

/* Check that the text is UTF-8. Other bytes would be replaced before they are
 * stored, so names would change. */
static crok_status check_text(const char *text, size_t len, crok_err *err)
{
    char *copy = NULL;
    char *clean = NULL;
    crok_status st = CROK_OK;
    if (len > CROK_BODY_MAX_BYTES)
        return crok_fail(err, CROK_ETOOLARGE,
                         WHERE ": larger than %zu bytes, which nothing to be "
                               "said here needs",
                         CROK_BODY_MAX_BYTES);
    if (memchr(text, '\0', len) != NULL)
        return crok_fail(err, CROK_EFORMAT, WHERE ": has a zero byte");
    copy = malloc(len + 1);
    if (copy == NULL)
        return crok_fail(err, CROK_ENOMEM, WHERE ": no memory");
    memcpy(copy, text, len);
    copy[len] = '\0';
    clean = crok_text_utf8(copy);
    if (clean == NULL)
        st = crok_fail(err, CROK_ENOMEM, WHERE ": no memory");
    else if (strcmp(clean, copy) != 0)
        st = crok_fail(err, CROK_EFORMAT, WHERE ": not UTF-8");
    free(clean);
    free(copy);
    return st;
}

static crok_status parse(const char *text, size_t len, cJSON **out,
                         crok_err *err)
{
    cJSON *doc = NULL;
    crok_status st = check_text(text, len, err);
    if (st == CROK_OK)
        st = crok_json_parse(text, len, WHERE, &doc, err);
    if (st != CROK_OK)
        return st;
    if (!cJSON_IsObject(doc)) {
        cJSON_Delete(doc);
        return crok_fail(err, CROK_EFORMAT, WHERE ": must be an object, {...}");
    }
    *out = doc;
    return CROK_OK;
}

/* Replace all members of doc with this name by `item`. */
static void set(cJSON *doc, const char *name, cJSON *item)
{
    while (cJSON_GetObjectItemCaseSensitive(doc, name) != NULL)
        cJSON_DeleteItemFromObjectCaseSensitive(doc, name);
    (void)cJSON_AddItemToObject(doc, name, item);
}

static bool has(const cJSON *doc, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(doc, name) != NULL;
}

static crok_event_type type_named(const char *name)
{
    int type = 0;
    while (name != NULL && type < CROK_N_EVENTS &&
           strcmp(crok_event_name((crok_event_type)type), name) != 0)
        type++;
    return name == NULL ? CROK_N_EVENTS : (crok_event_type)type;
}

/* Take "add" out of a twenties, and put a count in its place. */
static crok_status take_add(cJSON *doc, crok_posted *out, crok_err *err)
{
    const cJSON *add = cJSON_GetObjectItemCaseSensitive(doc, "add");
    double n = add == NULL ? 0.0 : cJSON_GetNumberValue(add);
    if (add == NULL)
        return CROK_OK;
    if (!(fabs(n) >= 1.0 && fabs(n) <= CROK_MAX_DISCS) || n != trunc(n))
        return crok_fail(err, CROK_EFORMAT,
                         WHERE ": \"add\" must be a whole number, 1 to %d or "
                               "-1 to -%d",
                         CROK_MAX_DISCS, CROK_MAX_DISCS);
    if (has(doc, "count") || has(doc, "after"))
        return crok_fail(err, CROK_EFORMAT,
                         WHERE ": \"add\" changes the 20s as they stand: it "
                               "stands without \"count\" and \"after\"");
    out->adds = true;
    out->add = (int)n;
    cJSON_DeleteItemFromObjectCaseSensitive(doc, "add");
    set(doc, "count", cJSON_CreateNumber(0));
    return CROK_OK;
}

/* Set what the server says of each event, and of a body that leaves it out. */
static void complete(cJSON *doc, crok_event_type type, bool is_last)
{
    set(doc, "seq", cJSON_CreateNumber(1));
    set(doc, "time", cJSON_CreateString(NO_TIME));
    set(doc, "type", cJSON_CreateString(crok_event_name(type)));
    if (is_last)
        set(doc, "of", cJSON_CreateNumber(1));
    cJSON_DeleteItemFromObjectCaseSensitive(doc, "end");
}

static crok_status read_event(cJSON *doc, crok_event_type type,
                              crok_posted *out, crok_err *err)
{
    const char *given =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(doc, "type"));
    crok_event *e = &out->event;
    bool last = false;
    crok_status st = CROK_OK;
    if (type == CROK_N_EVENTS)
        type = type_named(given);
    last = type == CROK_EVENT_UNDO && !has(doc, "of");
    if (type == CROK_N_EVENTS)
        return crok_fail(err, CROK_EFORMAT,
                         WHERE ": \"type\" must be the type of an event");
    if (type == CROK_EVENT_MATCH_START &&
        cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(doc, "end")))
        type = CROK_EVENT_MATCH_END;
    complete(doc, type, last);
    if (type == CROK_EVENT_TWENTIES)
        st = take_add(doc, out, err);
    if (st == CROK_OK)
        st = crok_keys_check_event(doc, WHERE, err);
    if (st == CROK_OK)
        st = crok_texts_check(doc, WHERE, err);
    if (st == CROK_OK)
        st = crok_event_from_json(doc, WHERE, NULL, e, err);
    if (st == CROK_OK && type == CROK_EVENT_UNDO && e->u.of < 1)
        st = crok_fail(err, CROK_EFORMAT,
                       "%s: \"of\" must be an event's number", WHERE);
    if (st == CROK_OK && last)
        e->u.of = 0;
    return st;
}

crok_status crok_body_event(crok_event_type type, const char *text, size_t len,
                            crok_posted *out, crok_err *err)
{
    cJSON *doc = NULL;
    crok_posted *posted = calloc(1, sizeof *posted);
    crok_status st = posted == NULL
                         ? crok_fail(err, CROK_ENOMEM, WHERE ": no memory")
                         : parse(text, len, &doc, err);
    if (st == CROK_OK)
        st = read_event(doc, type, posted, err);
    if (st == CROK_OK)
        *out = *posted;
    cJSON_Delete(doc);
    free(posted);
    return st;
}

static crok_status check_by(const cJSON *fields, crok_err *err)
{
    const cJSON *by = cJSON_GetObjectItemCaseSensitive(fields, "x-by");
    const char *text = cJSON_GetStringValue(by);
    if (by == NULL || (text != NULL && strlen(text) <= CROK_BY_MAX_BYTES))
        return CROK_OK;
    return crok_fail(err, CROK_EFORMAT,
                     WHERE ": \"x-by\" must be a text of at most %d bytes",
                     CROK_BY_MAX_BYTES);
}

crok_status crok_body_sign(crok_event *e, const char *via,
                           const crok_write_key *key, crok_err *err)
{
    cJSON *fields =
        e->foreign[0] == '\0' ? cJSON_CreateObject() : cJSON_Parse(e->foreign);
    char *text = NULL;
    crok_status st = check_by(fields, err);
    if (st == CROK_OK) {
        set(fields, "x-via", cJSON_CreateString(via));
        cJSON_DeleteItemFromObjectCaseSensitive(fields, CROK_WRITE_KEY_FIELD);
        if (key->text[0] != '\0')
            set(fields, CROK_WRITE_KEY_FIELD, cJSON_CreateString(key->text));
        text = crok_json_text(fields, false);
        if (text == NULL)
            st = crok_fail(err, CROK_ENOMEM, WHERE ": no memory");
    }
    if (text != NULL && strlen(text) >= CROK_FOREIGN_MAX)
        st = crok_fail(err, CROK_EFORMAT,
                       WHERE ": the fields that begin with \"x-\" take more "
                             "than %d bytes",
                       CROK_FOREIGN_MAX - 1);
    if (st == CROK_OK)
        (void)strcpy(e->foreign, text);
    cJSON_free(text);
    cJSON_Delete(fields);
    return st;
}

crok_status crok_body_text(const char *text, size_t len, const char *name,
                           char *out, size_t size, crok_err *err)
{
    cJSON *doc = NULL;
    const char *value = NULL;
    crok_status st = parse(text, len, &doc, err);
    if (st != CROK_OK)
        return st;
    value = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(doc, name));
    if (value == NULL || strlen(value) >= size)
        st = crok_fail(err, CROK_EFORMAT,
                       WHERE ": \"%s\" must be a text of at most %zu bytes",
                       name, size - 1);
    else
        (void)snprintf(out, size, "%s", value);
    cJSON_Delete(doc);
    return st;
}
