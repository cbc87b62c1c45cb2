/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/plans.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hall/subjects.h"
#include "report/str.h"

static crok_status no_memory(crok_err *err)
{
    return crok_fail(err, CROK_ENOMEM, "no memory for the programs of a hall");
}

/* Returns the two texts in one; free it with free(). */
static char *joined(const char *a, const char *b)
{
    const size_t size = strlen(a) + strlen(b) + 1;
    char *out = malloc(size);
    if (out != NULL)
        (void)snprintf(out, size, "%s%s", a, b);
    return out;
}

/* Append a word, which is taken. False if there is no memory; it is freed
 * then. */
static bool take_word(crok_plan *p, char *word)
{
    char **more = NULL;
    if (word == NULL)
        return false;
    more = realloc(p->words, (size_t)(p->n_words + 2) * sizeof *more);
    if (more == NULL) {
        free(word);
        return false;
    }
    p->words = more;
    p->words[p->n_words++] = word;
    p->words[p->n_words] = NULL;
    return true;
}

/* Append copies of the words of a list that NULL ends. */
static bool add_words(crok_plan *p, ...)
{
    bool fits = true;
    va_list list;
    va_start(list, p);
    for (const char *w = va_arg(list, const char *); fits && w != NULL;
         w = va_arg(list, const char *))
        fits = take_word(p, strdup(w));
    va_end(list);
    return fits;
}

/* ---- paths ---- */

crok_status crok_plan_key_path(const crok_day_file *d,
                               const crok_conf_settings *table, char **out,
                               crok_err *err)
{
    const char *keys = crok_day_text(&d->engine, "keys");
    const char *given = table == NULL ? NULL : crok_day_text(table, "key");
    char token[CROK_SUBJECT_MAX] = "";
    char name[CROK_SUBJECT_MAX + 16];
    *out = NULL;
    if (given == NULL && keys == NULL)
        return CROK_OK;
    if (table != NULL && !crok_hall_token(crok_day_text(table, "name"), token))
        return crok_fail(err, CROK_EARG, "a table's name is too long");
    (void)snprintf(name, sizeof name, "/%s%s.key",
                   table == NULL ? "hall" : "table-", token);
    *out = given != NULL ? strdup(given) : joined(keys, name);
    return *out == NULL ? no_memory(err) : CROK_OK;
}

/* ---- one program ---- */

/* Append the options of a table, and keep its source. */
static bool add_options(crok_plan *p, const crok_conf_settings *table)
{
    const char *source = crok_day_text(table, "source");
    for (int i = 0; i < table->n; i++) {
        const crok_day_setting *s = &table->of[i];
        if (crok_day_use_of(s->name) == CROK_DAY_OPTION &&
            strcmp(s->name, "state") != 0 &&
            (!take_word(p, joined("--", s->name)) ||
             !add_words(p, s->value, NULL)))
            return false;
    }
    if (source == NULL || strcmp(source, "none") == 0)
        return true;
    if (strstr(source, "://") == NULL)
        return add_words(p, "--", source, NULL);
    p->source = strdup(source);
    return p->source != NULL &&
           add_words(p, "--", "env:" CROK_PLAN_SOURCE, NULL);
}

crok_status crok_plan_table(const crok_day_file *d,
                            const crok_conf_settings *table, crok_plan *out,
                            crok_err *err)
{
    const char *name = crok_day_text(table, "name");
    char *state = crok_day_state_path(table);
    char *next = crok_day_next_path(table);
    crok_plan p = {0};
    crok_status st = CROK_OK;
    (void)d;
    p.name = joined("table ", name);
    p.table = strdup(name);
    if (p.name == NULL || p.table == NULL || state == NULL || next == NULL ||
        !add_words(&p, "crokeye", "serve", "--table", name, "--state", state,
                   "--next", next, NULL) ||
        !add_options(&p, table))
        st = no_memory(err);
    free(state);
    free(next);
    if (st == CROK_OK)
        *out = p;
    else
        crok_plan_free(&p);
    return st;
}

static bool add_publisher(crok_plan *p, const crok_day_file *d,
                          const crok_conf_settings *table, const char *key)
{
    const char *name = crok_day_text(table, "name");
    char *state = crok_day_state_path(table);
    char *next = crok_day_next_path(table);
    bool fits =
        state != NULL && next != NULL &&
        add_words(p, "crokeye", "publish", crok_day_text(table, "match"),
                  "--engine", crok_day_text(&d->engine, "url"), "--hall",
                  crok_day_text(&d->day, "hall"), "--table", name, "--state",
                  state, "--next", next, NULL);
    if (fits && key != NULL)
        fits = add_words(p, "--key", key, NULL);
    free(state);
    free(next);
    return fits;
}

static crok_status plan_publisher(const crok_day_file *d,
                                  const crok_conf_settings *table,
                                  crok_plan *out, crok_err *err)
{
    const char *name = crok_day_text(table, "name");
    char *key = NULL;
    crok_plan p = {.ends_last = true};
    crok_status st = crok_plan_key_path(d, table, &key, err);
    if (st != CROK_OK)
        return st;
    p.name = joined("publisher ", name);
    p.table = strdup(name);
    if (p.name == NULL || p.table == NULL || !add_publisher(&p, d, table, key))
        st = no_memory(err);
    free(key);
    if (st == CROK_OK)
        *out = p;
    else
        crok_plan_free(&p);
    return st;
}

static void add_all(crok_str *t, const crok_conf_settings *s)
{
    for (int i = 0; i < s->n; i++)
        crok_str_addf(t, "%s=%s\n", s->of[i].name, s->of[i].value);
    crok_str_add(t, "\n");
}

/* Returns all settings of the file as one text. */
static char *all_settings(const crok_day_file *d)
{
    crok_str t = {0};
    add_all(&t, &d->day);
    add_all(&t, &d->engine);
    for (int i = 0; i < d->n_tables; i++)
        add_all(&t, &d->table[i]);
    return crok_str_take(&t);
}

static crok_status plan_pages(const crok_day_file *d, crok_plan *out,
                              crok_err *err)
{
    crok_plan p = {.name = strdup("pages"), .reads = all_settings(d)};
    if (p.name == NULL || p.reads == NULL ||
        !add_words(&p, "crokeye", "hall", "serve", d->path, NULL)) {
        crok_plan_free(&p);
        return no_memory(err);
    }
    *out = p;
    return CROK_OK;
}

void crok_plan_free(crok_plan *p)
{
    for (int i = 0; i < p->n_words; i++)
        free(p->words[i]);
    free(p->words);
    free(p->name);
    free(p->table);
    free(p->source);
    free(p->reads);
    *p = (crok_plan){0};
}

/* ---- all of them ---- */

void crok_plans_free(crok_plans *p)
{
    for (int i = 0; i < p->n; i++)
        crok_plan_free(&p->of[i]);
    free(p->of);
    *p = (crok_plans){0};
}

static crok_status add_table(const crok_day_file *d,
                             const crok_conf_settings *table, crok_plans *p,
                             crok_err *err)
{
    crok_status st = crok_plan_table(d, table, &p->of[p->n], err);
    p->n += st == CROK_OK;
    if (st != CROK_OK || d->engine.n == 0)
        return st;
    st = plan_publisher(d, table, &p->of[p->n], err);
    p->n += st == CROK_OK;
    return st;
}

crok_status crok_plans_make(const crok_day_file *d, const char *machine,
                            crok_plans *out, crok_err *err)
{
    crok_plans p = {.room = 2 * d->n_tables + 1};
    crok_status st = CROK_OK;
    p.of = calloc((size_t)p.room, sizeof *p.of);
    if (p.of == NULL)
        return no_memory(err);
    for (int i = 0; i < d->n_tables && st == CROK_OK; i++)
        if (crok_day_is_on(&d->table[i], machine) &&
            !crok_day_has_ended(&d->table[i]))
            st = add_table(d, &d->table[i], &p, err);
    if (st == CROK_OK && crok_day_text(&d->day, "listen") != NULL &&
        crok_day_is_on(&d->day, machine)) {
        st = plan_pages(d, &p.of[p.n], err);
        p.n += st == CROK_OK;
    }
    if (st == CROK_OK)
        *out = p;
    else
        crok_plans_free(&p);
    return st;
}

static bool same_or_none(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

bool crok_plans_are_equal(const crok_plan *a, const crok_plan *b)
{
    if (a->n_words != b->n_words || !same_or_none(a->source, b->source) ||
        !same_or_none(a->reads, b->reads) || strcmp(a->name, b->name) != 0)
        return false;
    for (int i = 0; i < a->n_words; i++)
        if (strcmp(a->words[i], b->words[i]) != 0)
            return false;
    return true;
}
