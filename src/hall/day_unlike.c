/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/day_unlike.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hall/day_values.h"

/* "tables[128]." and "engine.". */
#define BLOCK_MAX 24

typedef struct check {
    const crok_day_file *d;
    crok_day_fault *fault;
    void *context;
    bool has_faults;
} check;

static void block_of_table(int i, char out[BLOCK_MAX])
{
    (void)snprintf(out, BLOCK_MAX, "tables[%d].", i + 1);
}

static void tell(check *c, int line, const char *block, const char *name,
                 const char *why)
{
    char what[512];
    (void)snprintf(what, sizeof what, "%s%.60s: %.400s", block, name, why);
    c->has_faults = true;
    c->fault(c->context, line, what);
}

/* ---- names, cameras and ports ---- */

/* May two tables not have the same value of a setting? Names are of the whole
 * day, the rest is of one machine. A table that has ended leaves its camera and
 * port to others. */
static bool must_differ(const crok_conf_settings *a,
                        const crok_conf_settings *b, const char *name)
{
    if (strcmp(name, "name") == 0)
        return true;
    return !crok_day_has_ended(a) && !crok_day_has_ended(b) &&
           crok_day_share_machine(crok_day_text(a, "machine"),
                                  crok_day_text(b, "machine"));
}

/* Report table i if it has the same value of a setting as an earlier table. */
static void check_value(check *c, int i, const char *name,
                        bool (*is_same)(const char *a, const char *b))
{
    const crok_conf_settings *table = c->d->table;
    const char *mine = crok_day_text(&table[i], name);
    char block[BLOCK_MAX];
    block_of_table(i, block);
    for (int k = 0; k < i && mine != NULL; k++) {
        const char *other = crok_day_text(&table[k], name);
        char why[100];
        if (other == NULL || !must_differ(&table[i], &table[k], name) ||
            !is_same(mine, other))
            continue;
        (void)snprintf(why, sizeof why,
                       "tables[%d] has it already, in line %d%s", k + 1,
                       crok_day_line(&table[k], name),
                       strcmp(mine, other) == 0 ? "" : ", under another name");
        tell(c, crok_day_line(&table[i], name), block, name, why);
        return;
    }
}

/* Report a table whose port is that of the hall's pages. */
static void check_pages_port(check *c, int i)
{
    const crok_conf_settings *day = &c->d->day;
    const crok_conf_settings *table = &c->d->table[i];
    const char *pages = crok_day_text(day, "listen");
    const char *mine = crok_day_text(table, "listen");
    char block[BLOCK_MAX];
    block_of_table(i, block);
    if (pages != NULL && mine != NULL && !crok_day_has_ended(table) &&
        crok_day_same_port(pages, mine) &&
        crok_day_share_machine(crok_day_text(day, "machine"),
                               crok_day_text(table, "machine")))
        tell(c, crok_day_line(table, "listen"), block, "listen",
             "the hall's pages have this port");
}

/* ---- files ---- */

/* A file that a setting names. */
typedef struct named {
    char block[BLOCK_MAX];
    const char *name;    /* of the setting */
    const char *machine; /* that has the file; NULL: each */
    int line;
    char *path; /* owned */
    crok_day_place place;
    bool is_written;
    bool is_default; /* the setting is not there, and this is its value */
} named;

typedef struct files {
    named *of; /* owned */
    int n, room;
    bool has_no_memory;
} files;

static bool is_written(const char *setting)
{
    static const char *const written[] = {"match", "state", "next", "text"};
    for (size_t i = 0; i < sizeof written / sizeof *written; i++)
        if (strcmp(written[i], setting) == 0)
            return true;
    return false;
}

/* Append a file. Its path is taken; NULL: there was no memory for it. */
static void add(files *f, const named *one, char *path)
{
    if (f->n == f->room) {
        int room = f->room == 0 ? 64 : 2 * f->room;
        named *more = realloc(f->of, (size_t)room * sizeof *more);
        if (more == NULL) {
            f->has_no_memory = true;
            free(path);
            return;
        }
        f->of = more;
        f->room = room;
    }
    f->of[f->n] = *one;
    f->of[f->n].path = path;
    if (path == NULL || !crok_day_find_place(path, &f->of[f->n].place))
        f->has_no_memory = true;
    f->n++;
}

/* Append the files that the settings of a block name. Of a table that has ended
 * only the record is used. */
static void add_block(files *f, const crok_conf_settings *s, named *one)
{
    for (int i = 0; i < s->n; i++) {
        const crok_day_setting *set = &s->of[i];
        if (!set->is_path ||
            (crok_day_has_ended(s) && strcmp(set->name, "match") != 0))
            continue;
        one->name = set->name;
        one->line = set->line;
        one->is_written = is_written(set->name);
        add(f, one, strdup(set->value + (set->value[0] == '@')));
    }
}

/* Append the files that a table writes without a setting. */
static void add_defaults(files *f, const crok_conf_settings *t, named *one)
{
    if (crok_day_text(t, "match") == NULL || crok_day_has_ended(t))
        return;
    one->line = crok_day_line(t, "match");
    one->is_written = one->is_default = true;
    one->name = "state";
    if (crok_day_text(t, "state") == NULL)
        add(f, one, crok_day_state_path(t));
    one->name = "next";
    if (crok_day_text(t, "next") == NULL)
        add(f, one, crok_day_next_path(t));
}

static void add_all(files *f, const crok_day_file *d)
{
    const char *pages = crok_day_text(&d->day, "machine");
    named one = {.name = "", .line = 1};
    add(f, &one, strdup(d->path));
    one.machine = pages;
    add_block(f, &d->day, &one);
    (void)snprintf(one.block, sizeof one.block, "engine.");
    add_block(f, &d->engine, &one);
    for (int i = 0; i < d->n_tables; i++) {
        one = (named){.machine = crok_day_text(&d->table[i], "machine")};
        block_of_table(i, one.block);
        add_block(f, &d->table[i], &one);
        add_defaults(f, &d->table[i], &one);
    }
}

/* Do two settings name one file, of which at least one is written? Two defaults
 * are one file only if their records are, and then the records are reported. */
static bool collide(const named *a, const named *b)
{
    return (a->is_written || b->is_written) &&
           !(a->is_default && b->is_default) &&
           crok_day_share_machine(a->machine, b->machine) &&
           crok_day_is_one_place(&a->place, &b->place);
}

static void tell_collision(check *c, const named *mine, const named *other)
{
    const char *by = other->is_default ? " by default" : "";
    const char *under =
        strcmp(mine->path, other->path) == 0 ? "" : ", under another name";
    char why[200] = "this is the day's file itself";
    if (other->name[0] != '\0')
        (void)snprintf(why, sizeof why,
                       "%s%s%s is this file already, in line %d%s",
                       other->block, other->name, by, other->line, under);
    tell(c, mine->line, mine->block, mine->name, why);
}

static void check_file(check *c, const files *f, int i)
{
    for (int k = 0; k < i; k++)
        if (collide(&f->of[i], &f->of[k])) {
            tell_collision(c, &f->of[i], &f->of[k]);
            return;
        }
}

static bool check_files(check *c)
{
    files f = {.of = NULL};
    add_all(&f, c->d);
    for (int i = 0; i < f.n && !f.has_no_memory; i++)
        check_file(c, &f, i);
    for (int i = 0; i < f.n; i++)
        free(f.of[i].path);
    free(f.of);
    return !f.has_no_memory;
}

crok_status crok_day_check_unlike(const crok_day_file *d, crok_day_fault *fault,
                                  void *context, crok_err *err)
{
    check c = {.d = d, .fault = fault, .context = context};
    for (int i = 0; i < d->n_tables; i++) {
        check_value(&c, i, "name", crok_day_same_text);
        check_value(&c, i, "source", crok_day_same_device);
        check_value(&c, i, "listen", crok_day_same_port);
        check_pages_port(&c, i);
    }
    if (!check_files(&c))
        return crok_fail(err, CROK_ENOMEM, "%.160s: no memory", d->path);
    return c.has_faults
               ? crok_fail(err, CROK_EFORMAT, "%.160s has faults", d->path)
               : CROK_OK;
}
