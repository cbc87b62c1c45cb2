/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/rules_json.h"

#include "core/json.h"

static cJSON *value_json(const crok_setting *s, const crok_book *book)
{
    char word[32];
    int value = crok_setting_value(s, book);
    if (s->kind == CROK_SETTING_NUMBER)
        return cJSON_CreateNumber(value);
    if (s->kind == CROK_SETTING_YES_NO)
        return cJSON_CreateBool(value != 0);
    return cJSON_CreateString(crok_setting_text(s, book, word, sizeof word));
}

static cJSON *with_note(cJSON *value, const crok_book_note *note)
{
    cJSON *item = cJSON_CreateObject();
    cJSON_AddItemToObject(item, "value", value);
    cJSON_AddBoolToObject(item, "said", note->said);
    if (note->from[0] != '\0')
        crok_json_add_text(item, "from", note->from);
    if (note->note[0] != '\0')
        crok_json_add_text(item, "note", note->note);
    return item;
}

cJSON *crok_book_with_notes(const crok_book *book, const crok_book_notes *notes)
{
    int n = 0;
    const crok_setting *all = crok_settings(&n);
    cJSON *doc = cJSON_CreateObject();
    cJSON *settings = NULL;
    cJSON_AddStringToObject(doc, "schema", "crokeye.rules/1");
    crok_json_add_text(doc, "name", book->name);
    if (notes != NULL && notes->base[0] != '\0')
        crok_json_add_text(doc, "base", notes->base);
    if (notes != NULL) {
        crok_json_add_text(doc, "title", notes->title);
        crok_json_add_text(doc, "source", notes->source);
    }
    settings = cJSON_AddObjectToObject(doc, "settings");
    for (int i = 0; i < n; i++) {
        cJSON *value = value_json(&all[i], book);
        bool is_plain = notes == NULL || notes->of[i].changed;
        cJSON_AddItemToObject(settings, all[i].key,
                              is_plain ? value
                                       : with_note(value, &notes->of[i]));
    }
    return doc;
}

cJSON *crok_book_to_json(const crok_book *book)
{
    return crok_book_with_notes(book, NULL);
}
