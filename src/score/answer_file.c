/* SPDX-License-Identifier: Apache-2.0 */
#include "score/answer_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "core/reader.h"
#include "core/save.h"

#define SCHEMA "crokeye.answers/1"

/* Pictures have fewer pixels on a side (docs/FORMATS.md, too_large). */
#define MAX_PX 30000.0
#define MAX_ID 1000000.0

struct crok_answer_file {
    cJSON *doc; /* owned: checked by read_document */
};

/* ---- reading ---- */

static const char *text_of(const cJSON *obj, const char *name)
{
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(obj, name));
}

/* The value of an answer is a text, or a number for points. */
static void read_value(crok_reader *r, const cJSON *item, crok_answer *out)
{
    const cJSON *value = crok_reader_optional(item, "value");
    const char *text = cJSON_GetStringValue(value);
    if (cJSON_IsNumber(value) && value->valuedouble >= 0.0 &&
        value->valuedouble <= 100.0 &&
        floor(value->valuedouble) == value->valuedouble)
        (void)snprintf(out->value, sizeof out->value, "%d", value->valueint);
    else if (text != NULL && crok_answer_is_text(text))
        (void)snprintf(out->value, sizeof out->value, "%s", text);
    else
        crok_reader_fail(r, "\"value\" of an answer must be points, a side, "
                            "side:points, \"none\" or \"empty\"");
}

static crok_answer read_one(crok_reader *r, const cJSON *item)
{
    crok_answer a = {.id = 0};
    double px[2] = {0.0, 0.0};
    if (!cJSON_IsObject(item))
        crok_reader_fail(r, "an answer must be an object");
    read_value(r, item, &a);
    if (crok_reader_optional(item, "px") == NULL) {
        a.id = (int)crok_reader_num(r, item, "id", 1.0, MAX_ID);
    } else {
        crok_reader_nums(r, item, "px", 2, px);
        if (!(fabs(px[0]) <= MAX_PX && fabs(px[1]) <= MAX_PX))
            crok_reader_fail(r, "\"px\" must be a place in a picture");
        a.at_px = (crok_px){px[0], px[1]};
    }
    if (crok_reader_optional(item, "frac") != NULL)
        a.frac = crok_reader_num(r, item, "frac", 0.0, 1.0);
    return a;
}

static bool is_same_question(const crok_answer *a, const crok_answer *b)
{
    return a->id == b->id && a->at_px.x == b->at_px.x &&
           a->at_px.y == b->at_px.y && (a->frac > 0.0) == (b->frac > 0.0);
}

/* Read the answers to one picture, whose entry is a page. */
static void read_page(crok_reader *r, const cJSON *page, crok_answers *out)
{
    const cJSON *array = crok_reader_optional(page, "answers");
    const cJSON *item = NULL;
    if (!cJSON_IsArray(array))
        crok_reader_fail(r, "\"answers\" of a picture must be an array");
    cJSON_ArrayForEach(item, array)
    {
        crok_answer a = read_one(r, item);
        for (int i = 0; i < out->n; i++)
            if (is_same_question(&out->answer[i], &a) &&
                strcmp(out->answer[i].value, a.value) != 0)
                crok_reader_fail(r, "two answers to one question of a picture");
        if (out->n == CROK_MAX_ANSWERS)
            crok_reader_fail(r, "a picture has too many answers");
        if (r->status != CROK_OK)
            return;
        out->answer[out->n++] = a;
    }
}

static bool is_sha256(const char *text)
{
    return text != NULL && strlen(text) == CROK_SHA256_HEX - 1 &&
           strspn(text, "0123456789abcdef") == CROK_SHA256_HEX - 1;
}

static void check_page(crok_reader *r, const cJSON *page, crok_answers *work)
{
    const cJSON *image = crok_reader_optional(page, "image");
    if (!cJSON_IsObject(page))
        crok_reader_fail(r, "a picture must be an object");
    if (!is_sha256(text_of(page, "sha256")))
        crok_reader_fail(r, "\"sha256\" of a picture must be 64 hexadecimal "
                            "digits in lower case");
    if (image != NULL && !cJSON_IsString(image))
        crok_reader_fail(r, "\"image\" of a picture must be a text");
    work->n = 0;
    read_page(r, page, work);
}

static int by_text(const void *a, const void *b)
{
    const char *const *x = a;
    const char *const *y = b;
    return strcmp(*x, *y);
}

/* Check that each picture is there once. Their hashes were checked. */
static void check_once(crok_reader *r, const cJSON *pages)
{
    int n = cJSON_GetArraySize(pages);
    const char **hash = calloc((size_t)n + 1, sizeof *hash);
    const cJSON *page = NULL;
    int at = 0;
    if (hash == NULL) {
        r->status = crok_fail(r->err, CROK_ENOMEM, "%s: no memory", r->where);
        return;
    }
    cJSON_ArrayForEach(page, pages) hash[at++] = text_of(page, "sha256");
    qsort(hash, (size_t)n, sizeof *hash, by_text);
    for (int i = 1; i < n; i++)
        if (strcmp(hash[i - 1], hash[i]) == 0)
            crok_reader_fail(r, "a picture is there twice");
    free(hash);
}

static crok_status check_document(const cJSON *doc, const char *where,
                                  crok_err *err)
{
    crok_reader r = {.where = where, .err = err};
    crok_answers *work = calloc(1, sizeof *work);
    const cJSON *pages = crok_reader_optional(doc, "pictures");
    const cJSON *page = NULL;
    if (work == NULL)
        return crok_fail(err, CROK_ENOMEM, "%s: no memory", where);
    crok_reader_schema(&r, doc, SCHEMA);
    if (!cJSON_IsArray(pages))
        crok_reader_fail(&r, "\"pictures\" must be an array");
    cJSON_ArrayForEach(page, pages)
    {
        check_page(&r, page, work);
        if (r.status != CROK_OK)
            break;
    }
    free(work);
    if (r.status == CROK_OK)
        check_once(&r, pages);
    return r.status;
}

/* Make a file of a document, which it takes also on failure. */
static crok_status file_of(cJSON *doc, crok_answer_file **out, crok_err *err)
{
    crok_answer_file *f = calloc(1, sizeof *f);
    if (doc == NULL || f == NULL) {
        cJSON_Delete(doc);
        free(f);
        return crok_fail(err, CROK_ENOMEM, "no memory for answers");
    }
    f->doc = doc;
    *out = f;
    return CROK_OK;
}

static crok_status checked_file_of(cJSON *doc, const char *where,
                                   crok_answer_file **out, crok_err *err)
{
    crok_status st = check_document(doc, where, err);
    if (st == CROK_OK)
        return file_of(doc, out, err);
    cJSON_Delete(doc);
    return st;
}

crok_status crok_answer_file_parse(const char *text, size_t len,
                                   const char *where, crok_answer_file **out,
                                   crok_err *err)
{
    cJSON *doc = NULL;
    crok_status st = crok_json_parse(text, len, where, &doc, err);
    return st == CROK_OK ? checked_file_of(doc, where, out, err) : st;
}

crok_status crok_answer_file_load(const char *path, crok_answer_file **out,
                                  crok_err *err)
{
    cJSON *doc = NULL;
    crok_status st = crok_json_load(path, &doc, err);
    return st == CROK_OK ? checked_file_of(doc, path, out, err) : st;
}

crok_status crok_answer_file_new(crok_answer_file **out, crok_err *err)
{
    cJSON *doc = cJSON_CreateObject();
    if (cJSON_AddStringToObject(doc, "schema", SCHEMA) == NULL ||
        cJSON_AddArrayToObject(doc, "pictures") == NULL) {
        cJSON_Delete(doc);
        doc = NULL;
    }
    return file_of(doc, out, err);
}

void crok_answer_file_free(crok_answer_file **f)
{
    if (*f != NULL)
        cJSON_Delete((*f)->doc);
    free(*f);
    *f = NULL;
}

void crok_answer_file_find(const crok_answer_file *f, const char *sha256,
                           const char *image, crok_answers *out)
{
    crok_reader r = {.where = ""};
    const cJSON *page = NULL;
    *out = (crok_answers){.n = 0};
    cJSON_ArrayForEach(page, crok_reader_optional(f->doc, "pictures"))
    {
        const char *name = text_of(page, "image");
        bool is_empty =
            cJSON_GetArraySize(crok_reader_optional(page, "answers")) == 0;
        if (strcmp(text_of(page, "sha256"), sha256) == 0) {
            *out = (crok_answers){.n = 0};
            read_page(&r, page, out);
            return;
        }
        if (name != NULL && strcmp(name, image) == 0 && !is_empty)
            out->has_other_version = true;
    }
}

/* ---- writing ---- */

/* Add a picture without answers. NULL: no memory. */
static cJSON *add_page(cJSON *pages, const char *sha256, const char *image)
{
    cJSON *page = cJSON_CreateObject();
    bool ok = cJSON_AddStringToObject(page, "sha256", sha256) != NULL;
    crok_json_add_text(page, "image", image);
    if (ok && cJSON_AddArrayToObject(page, "answers") != NULL &&
        cJSON_AddItemToArray(pages, page))
        return page;
    cJSON_Delete(page);
    return NULL;
}

/* The entry of a picture, with its present name; added if there is none. NULL:
 * no memory. */
static cJSON *page_of(crok_answer_file *f, const char *sha256,
                      const char *image)
{
    cJSON *pages = cJSON_GetObjectItemCaseSensitive(f->doc, "pictures");
    cJSON *page = NULL;
    const char *name = NULL;
    cJSON_ArrayForEach(page, pages)
    {
        if (strcmp(text_of(page, "sha256"), sha256) == 0)
            break;
    }
    if (page == NULL)
        return add_page(pages, sha256, image);
    name = text_of(page, "image");
    if (name == NULL || strcmp(name, image) != 0) {
        cJSON_DeleteItemFromObjectCaseSensitive(page, "image");
        crok_json_add_text(page, "image", image);
    }
    return page;
}

static void remove_answers(cJSON *array, const crok_answer *to,
                           double within_px)
{
    crok_reader r = {.where = ""};
    for (int i = cJSON_GetArraySize(array) - 1; i >= 0; i--) {
        crok_answer a = read_one(&r, cJSON_GetArrayItem(array, i));
        bool is_near = a.id == 0 && (a.frac > 0.0) == (to->frac > 0.0) &&
                       hypot(a.at_px.x - to->at_px.x,
                             a.at_px.y - to->at_px.y) <= within_px;
        if (is_near || (a.id > 0 && a.id == to->id))
            cJSON_DeleteItemFromArray(array, i);
    }
}

static bool add_answer(cJSON *array, const crok_answer *a)
{
    const double px[2] = {a->at_px.x, a->at_px.y};
    cJSON *item = cJSON_CreateObject();
    cJSON_AddItemToObject(item, "px", crok_json_nums(px, 2, 1));
    if (a->frac > 0.0)
        crok_json_add_num(item, "frac", a->frac, 4);
    if (cJSON_AddStringToObject(item, "value", a->value) != NULL &&
        cJSON_AddStringToObject(item, "by", "person") != NULL &&
        cJSON_AddItemToArray(array, item))
        return true;
    cJSON_Delete(item);
    return false;
}

crok_status crok_answer_file_keep(crok_answer_file *f, const char *sha256,
                                  const char *image, const crok_answer *answer,
                                  double within_px, crok_err *err)
{
    cJSON *page = page_of(f, sha256, image);
    cJSON *array = NULL;
    if (page == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory to keep an answer");
    array = cJSON_GetObjectItemCaseSensitive(page, "answers");
    remove_answers(array, answer, within_px);
    if (strcmp(answer->value, CROK_ANSWER_ASK) == 0 ||
        add_answer(array, answer))
        return CROK_OK;
    return crok_fail(err, CROK_ENOMEM, "no memory to keep an answer");
}

char *crok_answer_file_text(const crok_answer_file *f)
{
    return crok_json_text(f->doc, true);
}

crok_status crok_answer_file_save(const crok_answer_file *f, const char *path,
                                  bool force, crok_err *err)
{
    crok_save_to to = {.path = path,
                       .kind = &crok_save_answers,
                       .force = force,
                       .waits = true};
    char *text = crok_answer_file_text(f);
    crok_status st = text == NULL
                         ? crok_fail(err, CROK_ENOMEM, "%s: no memory", path)
                         : crok_save_text(&to, text, err);
    free(text);
    return st;
}
