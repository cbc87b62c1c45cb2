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
    const crok_book_base *file_base; /* what "base" names, if it is a file */
    bool has_base;
    crok_book base; /* the book as its base has it */
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

/* Refuse a field that nobody reads. Those that begin with "x-" are of whoever
 * wrote the book. */
static crok_status check_fields(const reading *r, const cJSON *obj,
                                const char *const *known)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, obj)
    {
        int i = 0;
        while (known[i] != NULL && strcmp(known[i], item->string) != 0)
            i++;
        if (known[i] == NULL && strncmp(item->string, "x-", 2) != 0)
            return bad(r, item->string, "there is no such field");
    }
    return CROK_OK;
}

static crok_status read_note(reading *r, const cJSON *obj, crok_book_note *note)
{
    static const char *const known[] = {"value", "said", "from", "note", NULL};
    const cJSON *said = cJSON_GetObjectItemCaseSensitive(obj, "said");
    crok_status st = r->recorded ? CROK_OK : check_fields(r, obj, known);
    *note = (crok_book_note){.said = said == NULL || cJSON_IsTrue(said)};
    if (st == CROK_OK && said != NULL && !cJSON_IsBool(said))
        st = bad(r, obj->string, "\"said\" must be true or false");
    if (st == CROK_OK)
        st = read_text(r, obj, "from", note->from, sizeof note->from);
    if (st != CROK_OK)
        return st;
    return read_text(r, obj, "note", note->note, sizeof note->note);
}

/* Find the setting of a field: by its key or, in a file, by the id of a rule
 * that has one setting only. */
static const crok_setting *setting_of(const reading *r, const char *field)
{
    const crok_setting *s = crok_setting_find(field);
    return s == NULL || (r->recorded && strcmp(s->key, field) != 0) ? NULL : s;
}

/* The value alone, without where it comes from: if it is that of the base, the
 * base's note stays. */
static void note_plain(const reading *r, const crok_setting *s,
                       crok_book_note *note)
{
    if (!r->has_base ||
        crok_setting_value(s, &r->book) != crok_setting_value(s, &r->base))
        *note = (crok_book_note){.said = true};
}

static crok_status read_setting(reading *r, const cJSON *item)
{
    int n = 0;
    const crok_setting *all = crok_settings(&n);
    const crok_setting *s = setting_of(r, item->string);
    crok_book_note *note = s == NULL ? NULL : &r->notes.of[s - all];
    const cJSON *value = item;
    crok_status st = CROK_OK;
    if (s == NULL)
        return bad(r, item->string,
                   r->recorded ? "no such setting; a newer crokeye may have it"
                               : "there is no such setting");
    if (r->seen[s - all])
        return bad(r, item->string, "is set twice");
    r->seen[s - all] = true;
    if (cJSON_IsObject(item))
        value = cJSON_GetObjectItemCaseSensitive(item, "value");
    if (value == NULL)
        return bad(r, item->string, "\"value\" is missing");
    st = read_value(r, s, value);
    if (st == CROK_OK && cJSON_IsObject(item))
        st = read_note(r, item, note);
    else if (st == CROK_OK)
        note_plain(r, s, note);
    return st;
}

/* "option": the name of an option, or a list of them. They are applied before
 * the other settings, whatever their order is. */
static crok_status read_options(reading *r, const cJSON *settings)
{
    const cJSON *field = cJSON_GetObjectItemCaseSensitive(settings, "option");
    const cJSON *item = cJSON_IsArray(field) ? field->child : field;
    crok_err why = {0};
    for (; item != NULL; item = cJSON_IsArray(field) ? item->next : NULL) {
        const char *name = cJSON_GetStringValue(item);
        if (name == NULL)
            return bad(r, "option", "must be a name or a list of names");
        if (crok_book_set(&r->book, "option", name, &why) != CROK_OK)
            return bad(r, "option", why.msg);
    }
    return CROK_OK;
}

static crok_status read_settings(reading *r, const cJSON *doc, bool is_partial)
{
    int n = 0;
    const crok_setting *all = crok_settings(&n);
    const cJSON *settings = cJSON_GetObjectItemCaseSensitive(doc, "settings");
    const cJSON *item = NULL;
    crok_status st = CROK_OK;
    if (!cJSON_IsObject(settings))
        return bad(r, "settings", "must be there and be an object");
    st = read_options(r, settings);
    cJSON_ArrayForEach(item, settings)
    {
        if (st == CROK_OK && strcmp(item->string, "option") != 0)
            st = read_setting(r, item);
    }
    if (st != CROK_OK)
        return st;
    for (int i = 0; i < n && !is_partial; i++)
        if (!r->seen[i])
            return missing_setting(r, all[i].key);
    return CROK_OK;
}

static crok_status read_head(reading *r, const cJSON *doc)
{
    static const char *const known[] = {"schema", "name",     "base", "title",
                                        "source", "settings", NULL};
    const cJSON *schema = cJSON_GetObjectItemCaseSensitive(doc, "schema");
    crok_status st = CROK_OK;
    if (!cJSON_IsObject(doc) || !cJSON_IsString(schema) ||
        strcmp(schema->valuestring, "crokeye.rules/1") != 0)
        return bad(r, "schema", "must be \"crokeye.rules/1\"");
    st = r->recorded ? CROK_OK : check_fields(r, doc, known);
    if (st == CROK_OK)
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

/* Begin with the book that "base" names, if there is one. */
static crok_status read_base(reading *r, const cJSON *doc)
{
    const cJSON *base = cJSON_GetObjectItemCaseSensitive(doc, "base");
    crok_err why = {.msg = "must be the name of a built-in rule book"};
    if (base == NULL)
        return CROK_OK;
    if (r->file_base != NULL) {
        r->book = r->file_base->book;
        r->notes = r->file_base->notes;
    } else if (!cJSON_IsString(base) ||
               crok_book_preset(base->valuestring, &r->book, &r->notes, &why) !=
                   CROK_OK) {
        return bad(r, "base", why.msg);
    }
    r->has_base = true;
    r->base = r->book;
    return CROK_OK;
}

void crok_book_mark_changed(const crok_book *book, const crok_book *base,
                            crok_book_notes *notes)
{
    int n = 0;
    const crok_setting *all = crok_settings(&n);
    for (int i = 0; i < n; i++)
        if (crok_setting_value(&all[i], book) !=
            crok_setting_value(&all[i], base))
            notes->of[i].changed = true;
}

static crok_status read_book(reading *r, const cJSON *doc)
{
    crok_status st = read_base(r, doc);
    if (st == CROK_OK)
        st = read_head(r, doc);
    if (st == CROK_OK)
        st = read_settings(r, doc, r->has_base || r->recorded);
    if (st == CROK_OK)
        st = crok_book_check(&r->book, r->where, r->err);
    if (st == CROK_OK && !r->recorded)
        st = crok_book_check_new(&r->book, r->where, r->err);
    if (r->has_base)
        crok_book_mark_changed(&r->book, &r->base, &r->notes);
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

crok_status crok_book_parse_on(const crok_book_base *base, const char *text,
                               size_t len, const char *where,
                               crok_book_base *out, crok_err *err)
{
    reading r = {.text = text,
                 .len = len,
                 .where = where,
                 .err = err,
                 .file_base = base};
    crok_status st = parse(&r);
    if (st == CROK_OK)
        *out = (crok_book_base){r.book, r.notes};
    return st;
}

/* Copy one text of a book's document; "" if it has none, or one that is too
 * long. */
static void copy_text(const char *text, size_t len, const char *field,
                      char *out, size_t size)
{
    cJSON *doc = NULL;
    const char *value = NULL;
    out[0] = '\0';
    if (crok_json_parse(text, len, "", &doc, NULL) != CROK_OK)
        return;
    value = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(doc, field));
    if (value != NULL && strlen(value) < size)
        (void)strcpy(out, value);
    cJSON_Delete(doc);
}

const char *crok_book_base_of(const char *text, size_t len,
                              char name[CROK_BASE_MAX])
{
    copy_text(text, len, "base", name, CROK_BASE_MAX);
    return name;
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

/* P8 "equal_turns": can any seating that the book plays start equally often in
 * all rounds of a match? */
static bool may_start_equally(const crok_book *b)
{
    const struct {
        int discs, rule, n_players;
    } seating[] = {{b->discs_singles, b->next_starter_singles, 2},
                   {b->discs_doubles, b->next_starter, 4},
                   {b->discs_pair, b->next_starter, 3},
                   {b->discs_three, b->next_starter, 3},
                   {b->discs_four, b->next_starter, 4}};
    if (b->game_ends != CROK_ENDS_ROUNDS)
        return true;
    for (size_t i = 0; i < sizeof seating / sizeof *seating; i++)
        if (seating[i].discs > 0 &&
            (seating[i].rule != CROK_NEXT_EQUAL_TURNS ||
             b->games * b->rounds % seating[i].n_players == 0))
            return true;
    return false;
}

crok_status crok_book_check_new(const crok_book *b, const char *where,
                                crok_err *err)
{
    const char *idle = b->free_shot_wholly_inside  ? "free_shot_wholly_inside"
                       : b->free_shot_only_shooter ? "free_shot_only_shooter"
                       : b->free_shot_on_line == CROK_ON_LINE_LEAVES
                           ? "free_shot_on_line"
                       : b->free_shot_others_inside == CROK_OTHERS_SPOIL
                           ? "free_shot_others_inside"
                           : NULL;
    if (b->free_shot_ends == CROK_FREE_ANYWHERE && idle != NULL)
        return crok_fail(err, CROK_EFORMAT,
                         "%s: \"%s\" says nothing while \"free_shot_ends\" is "
                         "anywhere; set that to in_15 too",
                         where, idle);
    if (!b->reshoot && b->reshoot_attempts > 0)
        return crok_fail(err, CROK_EFORMAT,
                         "%s: \"reshoot_attempts\" is %d, but \"reshoot\" is "
                         "false",
                         where, b->reshoot_attempts);
    if (!may_start_equally(b))
        return crok_fail(err, CROK_EFORMAT,
                         "%s: \"games\" and \"rounds\": %d rounds in all let "
                         "no players start equally often (P8)",
                         where, b->games * b->rounds);
    return CROK_OK;
}

const char *crok_preset_name(int i)
{
    return i >= 0 && i < crok_n_presets ? crok_presets[i].name : NULL;
}

const char *crok_preset_title(int i, char title[CROK_BOOK_TITLE_MAX])
{
    copy_text((const char *)crok_presets[i].text, crok_presets[i].len, "title",
              title, CROK_BOOK_TITLE_MAX);
    return title;
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
    crok_status st = CROK_OK;
    if (text != NULL) {
        st = crok_book_parse(text, len, name, book, notes, err);
        if (st == CROK_OK && notes != NULL)
            (void)snprintf(notes->base, sizeof notes->base, "%s", name);
        return st;
    }
    for (int i = 0; i < crok_n_presets && at < sizeof list; i++)
        at += (size_t)snprintf(list + at, sizeof list - at, " %s",
                               crok_presets[i].name);
    return crok_fail(err, CROK_EARG,
                     "there is no rule book \"%s\"; there are:%s", name, list);
}
