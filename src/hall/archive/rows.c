/* SPDX-License-Identifier: Apache-2.0
 *
 * Results as CSV and SQL. */
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "core/text.h"
#include "hall/archive.h"
#include "report/csv.h"

/* The largest number of sides of a score. */
enum { SIDES = 4 };

static const char *const side_fields[] = {"on_board", "twenties", "total"};
enum { N_SIDE_FIELDS = sizeof side_fields / sizeof *side_fields };

#define SIDE_COLUMNS(n)                                                        \
    ",side" n ",on_board" n ",twenties" n ",total" n ",low" n ",high" n

const char *crok_archive_csv_header(void)
{
    return "image,key,status" SIDE_COLUMNS("1") SIDE_COLUMNS("2")
        SIDE_COLUMNS("3") SIDE_COLUMNS("4") ",winner,difference,too_close,"
                                            "model,warnings,error\r\n";
}

const char *crok_archive_sql_header(void)
{
    return "BEGIN;\n"
           "CREATE TABLE IF NOT EXISTS photo(image TEXT PRIMARY KEY, key TEXT, "
           "status TEXT, error TEXT, json TEXT);\n"
           "CREATE TABLE IF NOT EXISTS side(image TEXT, side TEXT, on_board "
           "INTEGER, twenties INTEGER, total INTEGER, low INTEGER, high "
           "INTEGER, PRIMARY KEY(image, side));\n";
}

static const cJSON *member(const cJSON *obj, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(obj, name);
}

static const char *text_of(const cJSON *obj, const char *name)
{
    const cJSON *item = member(obj, name);
    return cJSON_IsString(item) ? item->valuestring : "";
}

static int number_of(const cJSON *item)
{
    return cJSON_IsNumber(item) ? item->valueint : 0;
}

/* The words of `score --csv`: "ok", or the error's code. */
static const char *status_of(const cJSON *doc)
{
    const cJSON *error = member(doc, "error");
    return error == NULL ? "ok" : text_of(error, "code");
}

/* Append the numbers of a side, each after `before`. */
static void add_numbers(crok_str *t, const char *before, const cJSON *side)
{
    const cJSON *range = member(side, "range");
    for (int i = 0; i < N_SIDE_FIELDS; i++)
        crok_str_addf(t, "%s%d", before,
                      number_of(member(side, side_fields[i])));
    for (int i = 0; i < 2; i++)
        crok_str_addf(t, "%s%d", before,
                      number_of(cJSON_GetArrayItem(range, i)));
}

static cJSON *parse(const char *json)
{
    cJSON *doc = NULL;
    return crok_json_parse(json, strlen(json), "a result", &doc, NULL) ==
                   CROK_OK
               ? doc
               : NULL;
}

/* ---- CSV ---- */

static void add_csv_sides(crok_str *t, const cJSON *doc)
{
    const cJSON *sides = member(doc, "sides");
    for (int i = 0; i < SIDES; i++) {
        const cJSON *side = cJSON_GetArrayItem(sides, i);
        crok_str_add(t, ",");
        if (side == NULL) {
            crok_str_add(t, ",,,,,");
            continue;
        }
        crok_csv_add(t, text_of(side, "side"));
        add_numbers(t, ",", side);
    }
}

static void add_csv_round(crok_str *t, const cJSON *doc)
{
    const cJSON *round = member(doc, "round");
    const cJSON *difference = member(round, "difference");
    crok_str_add(t, ",");
    if (round == NULL) {
        crok_str_add(t, ",,,");
        return;
    }
    crok_csv_add(t, text_of(difference, "side"));
    crok_str_addf(t, ",%d,%s,", number_of(member(difference, "points")),
                  cJSON_IsTrue(member(round, "too_close")) ? "yes" : "no");
    crok_csv_add(t, text_of(member(doc, "board"), "model"));
}

static void add_csv_warnings(crok_str *t, const cJSON *doc)
{
    const cJSON *item = NULL;
    crok_str all = {0};
    cJSON_ArrayForEach(item, member(doc, "warnings"))
    {
        if (cJSON_IsString(item))
            crok_str_addf(&all, "%s%s", all.len == 0 ? "" : "; ",
                          item->valuestring);
    }
    crok_str_add(t, ",");
    crok_csv_add(t, all.s == NULL ? "" : all.s);
    free(all.s);
}

char *crok_archive_csv(const crok_archive_entry *entry, const char *json)
{
    crok_str t = {0};
    cJSON *doc = parse(json);
    if (doc == NULL)
        return NULL;
    crok_csv_add(&t, entry->path);
    crok_str_addf(&t, ",%s,%s", entry->key, status_of(doc));
    add_csv_sides(&t, doc);
    add_csv_round(&t, doc);
    add_csv_warnings(&t, doc);
    crok_str_add(&t, ",");
    crok_csv_add(&t, text_of(member(doc, "error"), "message"));
    crok_str_add(&t, "\r\n");
    cJSON_Delete(doc);
    return crok_str_take(&t);
}

/* ---- SQL ---- */

/* Append a text as a string of SQL. */
static void add_quoted(crok_str *t, const char *text)
{
    char *clean = crok_text_utf8(text);
    const char *at = clean == NULL ? "" : clean;
    t->failed = t->failed || clean == NULL;
    crok_str_add(t, "'");
    while (*at != '\0') {
        size_t n = strcspn(at, "'");
        crok_str_add_bytes(t, at, n);
        at += n;
        if (*at == '\'') {
            crok_str_add(t, "''");
            at++;
        }
    }
    crok_str_add(t, "'");
    free(clean);
}

static void add_sql_sides(crok_str *t, const char *path, const cJSON *doc)
{
    const cJSON *side = NULL;
    crok_str_add(t, "DELETE FROM side WHERE image=");
    add_quoted(t, path);
    crok_str_add(t, ";\n");
    cJSON_ArrayForEach(side, member(doc, "sides"))
    {
        crok_str_add(t, "INSERT OR REPLACE INTO side VALUES(");
        add_quoted(t, path);
        crok_str_add(t, ",");
        add_quoted(t, text_of(side, "side"));
        add_numbers(t, ",", side);
        crok_str_add(t, ");\n");
    }
}

char *crok_archive_sql(const crok_archive_entry *entry, const char *json)
{
    crok_str t = {0};
    cJSON *doc = parse(json);
    const char *texts[4] = {entry->key, status_of(doc),
                            text_of(member(doc, "error"), "message"), json};
    if (doc == NULL)
        return NULL;
    crok_str_add(&t, "INSERT OR REPLACE INTO photo VALUES(");
    add_quoted(&t, entry->path);
    for (int i = 0; i < 4; i++) {
        crok_str_add(&t, ",");
        add_quoted(&t, texts[i]);
    }
    crok_str_add(&t, ");\n");
    add_sql_sides(&t, entry->path, doc);
    cJSON_Delete(doc);
    return crok_str_take(&t);
}
