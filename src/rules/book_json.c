/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/book_json.h"

#include <stdio.h>
#include <string.h>

#include "core/json.h"
#include "rules/presets.h"

/* The state of the reader of one book. It has the text of the file because
 * error messages name the line of a field. */
typedef struct reading {
    const char *text;
    size_t len;
    const char *where;
    crok_err *err;
    bool recorded; /* true: the book is part of a recorded match; false: it is
                      a file */
    crok_book book;
    crok_book_notes notes;
    bool seen[CROK_MAX_SETTINGS];
} reading;

static int line_of(const reading *r, const char *field)
{
    const char *top[] = {field};
    const char *deep[] = {"settings", field};
    int line = 0;
    if (r->recorded)
        return 0;
    line = crok_json_line_of(r->text, r->len, deep, 2);
    return line > 0 ? line : crok_json_line_of(r->text, r->len, top, 1);
}

static crok_status bad(const reading *r, const char *field, const char *says)
{
    int line = line_of(r, field);
    if (line == 0)
        return crok_fail(r->err, CROK_EFORMAT, "%s: \"%s\": %s", r->where,
                         field, says);
    return crok_fail(r->err, CROK_EFORMAT, "%s: line %d: \"%s\": %s", r->where,
                     line, field, says);
}

static crok_status not_allowed(const reading *r, const crok_setting *s)
{
    char allowed[160];
    char says[200];
    (void)snprintf(says, sizeof says, "allowed is %s",
                   crok_setting_allowed(s, allowed, sizeof allowed));
    return bad(r, s->key, says);
}

static crok_status missing_setting(const reading *r, const char *key)
{
    char says[80];
    (void)snprintf(says, sizeof says, "%s is missing", key);
    return bad(r, "settings", says);
}

static bool number_of_json(const crok_setting *s, const cJSON *item, int *value)
{
    double x = item->valuedouble;
    if (s->kind == CROK_SETTING_YES_NO) {
        *value = cJSON_IsTrue(item) ? 1 : 0;
        return cJSON_IsBool(item) != 0;
    }
    if (!cJSON_IsNumber(item) || !(x >= -1e6 && x <= 1e6))
        return false;
    *value = (int)x;
    return (double)*value == x;
}

static crok_status read_value(reading *r, const crok_setting *s,
                              const cJSON *item)
{
    int value = 0;
    if (s->kind == CROK_SETTING_WORD) {
        const char *word = cJSON_GetStringValue(item);
        if (word == NULL ||
            crok_book_set(&r->book, s->key, word, NULL) != CROK_OK)
            return not_allowed(r, s);
        return CROK_OK;
    }
    if (!number_of_json(s, item, &value) ||
        !crok_setting_put(s, value, &r->book))
        return not_allowed(r, s);
    return CROK_OK;
}

/* Copy the text obj[name] to `out`. If there is no obj[name], `out` is
 * unchanged. */
static crok_status read_text(const reading *r, const cJSON *obj,
                             const char *name, char *out, size_t size)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(obj, name);
    if (item == NULL)
        return CROK_OK;
    if (!cJSON_IsString(item))
        return bad(r, name, "must be a text");
    if (strlen(item->valuestring) >= size)
        return bad(r, name, "the text is too long");
    (void)snprintf(out, size, "%s", item->valuestring);
    return CROK_OK;
}

static crok_status read_note(reading *r, const cJSON *obj, crok_book_note *note)
{
    const cJSON *said = cJSON_GetObjectItemCaseSensitive(obj, "said");
    crok_status st = CROK_OK;
    *note = (crok_book_note){.said = said == NULL || cJSON_IsTrue(said)};
    if (said != NULL && !cJSON_IsBool(said))
        return bad(r, obj->string, "\"said\" must be true or false");
    st = read_text(r, obj, "from", note->from, sizeof note->from);
    if (st != CROK_OK)
        return st;
    return read_text(r, obj, "note", note->note, sizeof note->note);
}

static crok_status read_setting(reading *r, const cJSON *item)
{
    int n = 0;
    const crok_setting *all = crok_settings(&n);
    const crok_setting *s = crok_setting_find(item->string);
    const cJSON *value = item;
    if (s == NULL || strcmp(s->key, item->string) != 0)
        return bad(r, item->string,
                   r->recorded ? "no such setting; a newer crokeye may have it"
                               : "there is no such setting");
    if (r->seen[s - all])
        return bad(r, item->string, "is set twice");
    r->seen[s - all] = true;
    r->notes.of[s - all] = (crok_book_note){.said = true};
    if (cJSON_IsObject(item)) {
        crok_status st = read_note(r, item, &r->notes.of[s - all]);
        if (st != CROK_OK)
            return st;
        value = cJSON_GetObjectItemCaseSensitive(item, "value");
        if (value == NULL)
            return bad(r, item->string, "\"value\" is missing");
    }
    return read_value(r, s, value);
}

static crok_status read_settings(reading *r, const cJSON *doc, bool is_partial)
{
    int n = 0;
    const crok_setting *all = crok_settings(&n);
    const cJSON *settings = cJSON_GetObjectItemCaseSensitive(doc, "settings");
    const cJSON *item = NULL;
    if (!cJSON_IsObject(settings))
        return bad(r, "settings", "must be there and be an object");
    cJSON_ArrayForEach(item, settings)
    {
        crok_status st = read_setting(r, item);
        if (st != CROK_OK)
            return st;
    }
    for (int i = 0; i < n && !is_partial; i++)
        if (!r->seen[i])
            return missing_setting(r, all[i].key);
    return CROK_OK;
}

static crok_status read_head(reading *r, const cJSON *doc)
{
    const cJSON *schema = cJSON_GetObjectItemCaseSensitive(doc, "schema");
    crok_status st = CROK_OK;
    if (!cJSON_IsObject(doc) || !cJSON_IsString(schema) ||
        strcmp(schema->valuestring, "crokeye.rules/1") != 0)
        return bad(r, "schema", "must be \"crokeye.rules/1\"");
    st = read_text(r, doc, "name", r->book.name, sizeof r->book.name);
    if (st == CROK_OK && r->book.name[0] == '\0')
        st = bad(r, "name", "is missing");
    if (st == CROK_OK)
        st = read_text(r, doc, "title", r->notes.title, sizeof r->notes.title);
    if (st == CROK_OK)
        st = read_text(r, doc, "source", r->notes.source,
                       sizeof r->notes.source);
    return st;
}

/* If the book has a "base", read that preset into r->book first. */
static crok_status read_base(reading *r, const cJSON *doc, bool *has_base)
{
    const cJSON *base = cJSON_GetObjectItemCaseSensitive(doc, "base");
    *has_base = base != NULL;
    if (base == NULL)
        return CROK_OK;
    crok_err why = {.msg = "must be the name of a built-in rule book"};
    if (!cJSON_IsString(base) || crok_book_preset(base->valuestring, &r->book,
                                                  &r->notes, &why) != CROK_OK)
        return bad(r, "base", why.msg);
    return CROK_OK;
}

static crok_status read_book(reading *r, const cJSON *doc)
{
    bool has_base = false;
    crok_status st = read_base(r, doc, &has_base);
    if (st == CROK_OK)
        st = read_head(r, doc);
    if (st == CROK_OK)
        st = read_settings(r, doc, has_base || r->recorded);
    if (st == CROK_OK)
        st = crok_book_check(&r->book, r->where, r->err);
    return st;
}

static crok_status parse(reading *r)
{
    cJSON *doc = NULL;
    crok_status st = crok_json_parse(r->text, r->len, r->where, &doc, r->err);
    if (st == CROK_OK)
        st = read_book(r, doc);
    cJSON_Delete(doc);
    return st;
}

crok_status crok_book_parse(const char *text, size_t len, const char *where,
                            crok_book *book, crok_book_notes *notes,
                            crok_err *err)
{
    reading r = {.text = text, .len = len, .where = where, .err = err};
    crok_status st = parse(&r);
    if (st != CROK_OK)
        return st;
    *book = r.book;
    if (notes != NULL)
        *notes = r.notes;
    return CROK_OK;
}

crok_status crok_book_parse_recorded(const char *text, size_t len,
                                     const char *where, crok_book *book,
                                     crok_err *err)
{
    reading r = {.text = text,
                 .len = len,
                 .where = where,
                 .err = err,
                 .recorded = true,
                 .book = crok_book_of_absent()};
    crok_status st = parse(&r);
    if (st == CROK_OK)
        *book = r.book;
    return st;
}

crok_status crok_book_check(const crok_book *book, const char *where,
                            crok_err *err)
{
    if (book->value_hole < book->value_inner ||
        book->value_inner < book->value_middle ||
        book->value_middle < book->value_outer)
        return crok_fail(err, CROK_EFORMAT,
                         "%s: \"value_hole\", \"value_inner\", "
                         "\"value_middle\", \"value_outer\" must not rise "
                         "outward",
                         where);
    if (book->value_leaning > book->value_inner)
        return crok_fail(err, CROK_EFORMAT,
                         "%s: \"value_leaning\" must not be above "
                         "\"value_inner\"",
                         where);
    if ((book->discs_pair == 0) != (book->discs_solo == 0))
        return crok_fail(err, CROK_EFORMAT,
                         "%s: \"discs_pair\" and \"discs_solo\" must both be "
                         "set or both be 0",
                         where);
    if (book->discs_singles + book->discs_doubles + book->discs_pair +
            book->discs_three + book->discs_four ==
        0)
        return crok_fail(err, CROK_EFORMAT,
                         "%s: \"discs_singles\" and the others are all 0: "
                         "nothing can be played",
                         where);
    return CROK_OK;
}

const char *crok_preset_name(int i)
{
    return i >= 0 && i < crok_n_presets ? crok_presets[i].name : NULL;
}

const char *crok_preset_text(const char *name, size_t *len)
{
    for (int i = 0; i < crok_n_presets; i++) {
        if (strcmp(crok_presets[i].name, name) != 0)
            continue;
        *len = crok_presets[i].len;
        return (const char *)crok_presets[i].text;
    }
    return NULL;
}

crok_status crok_book_preset(const char *name, crok_book *book,
                             crok_book_notes *notes, crok_err *err)
{
    char list[160] = "";
    size_t at = 0;
    size_t len = 0;
    const char *text = crok_preset_text(name, &len);
    if (text != NULL)
        return crok_book_parse(text, len, name, book, notes, err);
    for (int i = 0; i < crok_n_presets && at < sizeof list; i++)
        at += (size_t)snprintf(list + at, sizeof list - at, " %s",
                               crok_presets[i].name);
    return crok_fail(err, CROK_EARG,
                     "there is no rule book \"%s\"; there are:%s", name, list);
}
