/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/archive/repath.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "core/text.h"
#include "report/str.h"

/* How `crokeye score` begins every line. */
#define BEGINNING "{\"schema\":\"crokeye.score/1\",\"image\":"

/* A name as error messages have it: capture/photo.c. */
enum { NAME_BYTES = 96 };

/* Returns the end of the JSON string that begins at s, or NULL. */
static const char *string_end(const char *s)
{
    if (*s != '"')
        return NULL;
    for (s++; *s != '\0' && *s != '"'; s++)
        if (*s == '\\' && s[1] != '\0')
            s++;
    return *s == '"' ? s + 1 : NULL;
}

/* Returns the text as a JSON string, or NULL. */
static char *string_of(const char *text)
{
    char *json = NULL;
    cJSON *holder = cJSON_CreateObject();
    crok_json_add_text(holder, "t", text);
    json = crok_json_text(cJSON_GetObjectItemCaseSensitive(holder, "t"), false);
    cJSON_Delete(holder);
    return json;
}

/* The message of an error begins with the photo's name: replace it. */
static void rename_error(cJSON *doc, const char *path)
{
    char old_name[NAME_BYTES];
    char name[NAME_BYTES];
    const cJSON *image = cJSON_GetObjectItemCaseSensitive(doc, "image");
    cJSON *error = cJSON_GetObjectItemCaseSensitive(doc, "error");
    const cJSON *message = cJSON_GetObjectItemCaseSensitive(error, "message");
    crok_str t = {0};
    size_t n = 0;
    if (!cJSON_IsString(image) || !cJSON_IsString(message))
        return;
    crok_text_short_path(image->valuestring, old_name, sizeof old_name);
    crok_text_short_path(path, name, sizeof name);
    n = strlen(old_name);
    if (strncmp(message->valuestring, old_name, n) != 0)
        return;
    crok_str_add(&t, name);
    crok_str_add(&t, message->valuestring + n);
    cJSON_DeleteItemFromObjectCaseSensitive(error, "message");
    crok_json_add_text(error, "message", t.s == NULL ? "" : t.s);
    free(t.s);
}

/* An error's document has no numbers but whole ones, so that it can be read and
 * written again. */
static char *repath_error(const char *line, const char *path)
{
    cJSON *doc = NULL;
    char *text = NULL;
    if (crok_json_parse(line, strlen(line), "a result", &doc, NULL) != CROK_OK)
        return NULL;
    if (cJSON_HasObjectItem(doc, "error")) {
        rename_error(doc, path);
        text = crok_json_text(doc, false);
    } else {
        text = strdup(line);
    }
    cJSON_Delete(doc);
    return text;
}

char *crok_repath(const char *line, const char *path)
{
    const size_t n = strlen(BEGINNING);
    const char *end =
        strncmp(line, BEGINNING, n) == 0 ? string_end(line + n) : NULL;
    char *image = end == NULL ? NULL : string_of(path);
    char *named = NULL;
    crok_str t = {0};
    if (image == NULL)
        return NULL;
    /* a score has its board before everything else */
    if (strstr(end, "\"error\":{\"code\":") != NULL)
        named = repath_error(line, path);
    if (named != NULL) {
        line = named;
        end = string_end(line + n);
    }
    crok_str_add_bytes(&t, line, n);
    crok_str_add(&t, image);
    crok_str_add(&t, end);
    free(image);
    free(named);
    return crok_str_take(&t);
}
