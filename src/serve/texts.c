/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/texts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/json.h"
#include "core/save.h"
#include "serve/flat.h"

#define TEXT_MAX_BYTES 1024
#define SCHEMA "crokeye.texts/1"

/* A file of the folder. */
typedef struct text_file {
    char *name;   /* owned: "2-name1.txt" */
    char *last;   /* owned: what was written last; NULL: nothing yet */
    bool is_told; /* its failure was reported */
} text_file;

struct crok_texts {
    char *dir; /* owned */
    bool force;
    bool is_taken; /* the list is in the folder: its files may be written */
    int n;
    text_file *file; /* owned, n of them */
};

/* ---- names ---- */

/* A row with the columns of the most sides that play. */
static cJSON *widest_row(void)
{
    static const char match[] = "{\"sides\":[{},{},{},{}]}";
    return crok_flat_row(match, sizeof match - 1);
}

/* The name of a column's file; NULL: no memory. Returned: free. */
static char *name_of(int place, const char *column)
{
    size_t room = strlen(column) + 24;
    char *name = malloc(room);
    if (name != NULL && place == 0)
        (void)snprintf(name, room, "%s.txt", column);
    else if (name != NULL)
        (void)snprintf(name, room, "%d-%s.txt", place + 1, column);
    return name;
}

static char *path_of(const crok_texts *t, const char *name)
{
    size_t room = strlen(t->dir) + strlen(name) + 2;
    char *path = malloc(room);
    if (path != NULL)
        (void)snprintf(path, room, "%s/%s", t->dir, name);
    return path;
}

static crok_status no_memory(crok_err *err)
{
    return crok_fail(err, CROK_ENOMEM, "no memory for the texts");
}

/* Name the files of all tables. */
static crok_status name_files(crok_texts *t, int n_tables, crok_err *err)
{
    cJSON *row = widest_row();
    const cJSON *column = NULL;
    int n = cJSON_GetArraySize(row);
    bool ok = row != NULL;
    t->file = calloc((size_t)n * (size_t)n_tables + 1, sizeof *t->file);
    for (int place = 0; ok && t->file != NULL && place < n_tables; place++) {
        cJSON_ArrayForEach(column, row)
        {
            t->file[t->n].name = name_of(place, column->string);
            ok = ok && t->file[t->n++].name != NULL;
        }
    }
    cJSON_Delete(row);
    return ok && t->file != NULL ? CROK_OK : no_memory(err);
}

static text_file *find(crok_texts *t, const char *name)
{
    for (int i = 0; i < t->n; i++)
        if (strcmp(t->file[i].name, name) == 0)
            return &t->file[i];
    return NULL;
}

/* ---- whose files ---- */

/* A file that was ours when the folder was taken, or is not there, is ours as
 * long as it has what was written last (`known`; NULL: anything). */
static bool is_as_left(const char *known, const char *bytes, size_t n)
{
    return known == NULL || n == 0 ||
           (n == strlen(known) && memcmp(bytes, known, n) == 0);
}

static bool is_nothing(const char *known, const char *bytes, size_t n)
{
    (void)known;
    (void)bytes;
    return n == 0;
}

static bool is_listed(const cJSON *list, const char *name)
{
    const cJSON *item = NULL;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(list, "files"))
    {
        const char *text = cJSON_GetStringValue(item);
        if (text != NULL && strcmp(text, name) == 0)
            return true;
    }
    return false;
}

/* Check that no file is in the way that `list` does not have. */
static crok_status check_files(const crok_texts *t, const cJSON *list,
                               crok_err *err)
{
    static const crok_save_kind nothing = {"a text of crokeye's", NULL,
                                           is_nothing, TEXT_MAX_BYTES};
    crok_status st = CROK_OK;
    for (int i = 0; st == CROK_OK && !t->force && i < t->n; i++) {
        char *path = path_of(t, t->file[i].name);
        crok_save_to to = {.path = path, .kind = &nothing};
        if (path == NULL)
            st = no_memory(err);
        else if (!is_listed(list, t->file[i].name))
            st = crok_save_check(&to, NULL, err);
        free(path);
    }
    return st;
}

static cJSON *list_of(const crok_texts *t)
{
    cJSON *doc = cJSON_CreateObject();
    cJSON *files = NULL;
    cJSON_AddStringToObject(doc, "schema", SCHEMA);
    files = cJSON_AddArrayToObject(doc, "files");
    for (int i = 0; i < t->n; i++)
        cJSON_AddItemToArray(files, cJSON_CreateString(t->file[i].name));
    return doc;
}

/* Read the list that an earlier run has left; NULL where there is none. */
static crok_status read_list(const char *path, cJSON **out, crok_err *err)
{
    struct stat info;
    return stat(path, &info) != 0 ? CROK_OK : crok_json_load(path, out, err);
}

static crok_status take_folder(const crok_texts *t, crok_err *err)
{
    char *path = path_of(t, CROK_TEXTS_LIST);
    crok_save_to to = {
        .path = path, .kind = &crok_save_texts, .force = t->force};
    cJSON *old = NULL;
    cJSON *new = list_of(t);
    char *text = crok_json_text(new, true);
    crok_status st = path == NULL || text == NULL
                         ? no_memory(err)
                         : crok_save_check(&to, NULL, err);
    if (st == CROK_OK)
        st = read_list(path, &old, err);
    if (st == CROK_OK)
        st = check_files(t, old, err);
    if (st == CROK_OK)
        st = crok_save_text(&to, text, err);
    cJSON_Delete(old);
    cJSON_Delete(new);
    cJSON_free(text);
    free(path);
    return st;
}

crok_status crok_texts_open(const crok_texts_config *config, crok_texts **out,
                            crok_err *err)
{
    crok_texts *t = calloc(1, sizeof *t);
    crok_status st = CROK_OK;
    if (t == NULL)
        return no_memory(err);
    t->force = config->force;
    t->dir = malloc(strlen(config->dir) + 1);
    if (t->dir == NULL)
        st = no_memory(err);
    else
        (void)strcpy(t->dir, config->dir);
    if (st == CROK_OK)
        st = name_files(t, config->n_tables, err);
    if (st == CROK_OK)
        st = take_folder(t, err);
    t->is_taken = st == CROK_OK;
    if (st == CROK_OK || st == CROK_EIO)
        *out = t;
    else
        crok_texts_close(&t);
    return st;
}

void crok_texts_close(crok_texts **t)
{
    if (*t == NULL)
        return;
    for (int i = 0; i < (*t)->n; i++) {
        free((*t)->file[i].name);
        free((*t)->file[i].last);
    }
    free((*t)->file);
    free((*t)->dir);
    free(*t);
    *t = NULL;
}

/* ---- writing ---- */

static crok_status write_file(const crok_texts *t, text_file *f,
                              const char *text, crok_err *err)
{
    const crok_save_kind kind = {"as crokeye left it", f->last, is_as_left,
                                 TEXT_MAX_BYTES};
    char *path = path_of(t, f->name);
    char *copy = malloc(strlen(text) + 1);
    crok_save_to to = {.path = path, .kind = &kind, .force = t->force};
    crok_status st = CROK_OK;
    if (path == NULL || copy == NULL)
        st = no_memory(err);
    else
        st = crok_save(&to, text, strlen(text), err);
    free(path);
    if (st != CROK_OK) {
        free(copy);
        return st;
    }
    (void)strcpy(copy, text);
    free(f->last);
    f->last = copy;
    return CROK_OK;
}

/* Write a column, if it has changed. */
static crok_status write_column(crok_texts *t, int place, const cJSON *column,
                                crok_err *err)
{
    char text[TEXT_MAX_BYTES];
    char *name = name_of(place, column->string);
    text_file *f = name == NULL ? NULL : find(t, name);
    crok_err why = {0};
    crok_status st = CROK_OK;
    free(name);
    if (f == NULL)
        return no_memory(err);
    crok_flat_text(column, text, sizeof text);
    if (f->last != NULL && strcmp(f->last, text) == 0)
        return CROK_OK;
    st = write_file(t, f, text, &why);
    if (st != CROK_OK && !f->is_told) {
        f->is_told = true;
        return crok_fail(err, st, "%s", why.msg);
    }
    f->is_told = st != CROK_OK;
    return CROK_OK;
}

bool crok_texts_are_late(const crok_texts *t)
{
    for (int i = 0; i < t->n; i++)
        if (t->file[i].is_told)
            return true;
    return !t->is_taken;
}

crok_status crok_texts_write(crok_texts *t, int place, const cJSON *row,
                             crok_err *err)
{
    const cJSON *column = NULL;
    crok_status first = CROK_OK;
    if (!t->is_taken && (first = take_folder(t, err)) != CROK_OK)
        return first == CROK_EIO ? CROK_OK : first;
    t->is_taken = true;
    cJSON_ArrayForEach(column, row)
    {
        crok_err why = {0};
        crok_status st = write_column(t, place, column, &why);
        if (first == CROK_OK && st != CROK_OK)
            first = crok_fail(err, st, "%s", why.msg);
    }
    return first;
}
