/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/choose.h"

#include <stdio.h>
#include <string.h>

/* What the parameters read so far mean. */
typedef struct choice {
    crok_serve *server;
    bool is_write;
    crok_set tables;    /* the tables that are named */
    const char *record; /* value of ?record=, n_record bytes; NULL: any */
    size_t n_record;
    crok_problem problem; /* the first one; status 0: none */
} choice;

/* Add the tables that have the first n bytes of `name` as their name. Returns
 * how many they are. */
static int add_named(crok_serve *s, const char *name, size_t n, crok_set *to)
{
    const int n_tables = crok_tables_count(s);
    int found = 0;
    for (int i = 0; i < n_tables; i++)
        if (crok_table_has_name(s, i, name, n)) {
            crok_set_add(to, i);
            found++;
        }
    return found;
}

static void refuse(choice *to, unsigned status, const char *code,
                   const char *message)
{
    if (to->problem.status == 0)
        to->problem =
            (crok_problem){.status = status, .code = code, .message = message};
}

static void add_name(choice *to, const char *name, size_t n)
{
    int found = add_named(to->server, name, n, &to->tables);
    if (found == 0)
        refuse(to, MHD_HTTP_NOT_FOUND, "table",
               "There is no table of this name. A table's number is given as "
               "n=NUMBER, as in the links that the program printed.");
    else if (found > 1)
        refuse(to, MHD_HTTP_CONFLICT, "conflict",
               "Two tables have this name. Give the number instead, as "
               "n=NUMBER.");
}

static void add_number(choice *to, const char *digits, size_t n)
{
    char text[8];
    long number = 0;
    bool is_short = n < sizeof text;
    if (is_short)
        (void)snprintf(text, sizeof text, "%.*s", (int)n, digits);
    if (is_short && strlen(text) == n &&
        crok_number(text, crok_tables_count(to->server), &number) && number > 0)
        crok_set_add(&to->tables, (int)number - 1);
    else
        refuse(to, MHD_HTTP_NOT_FOUND, "table",
               "There is no table of this number. Tables are counted from 1, "
               "and a name is given as table=NAME.");
}

/* Add the tables of a list such as "4,5". */
static void add_numbers(choice *to, const char *list, size_t n)
{
    const char *comma = NULL;
    while (n > 0 && (comma = memchr(list, ',', n)) != NULL) {
        add_number(to, list, (size_t)(comma - list));
        n -= (size_t)(comma - list) + 1;
        list = comma + 1;
    }
    add_number(to, list, n);
}

static bool is_key(const char *key, size_t n, const char *name)
{
    return n == strlen(name) && memcmp(key, name, n) == 0;
}

/* Read one parameter. MHD_KeyValueIteratorN of libmicrohttpd; the value is NULL
 * where there is no "=". */
static enum MHD_Result take(void *context, enum MHD_ValueKind kind,
                            const char *key, size_t n_key, const char *value,
                            size_t n_value)
{
    choice *to = context;
    const char *text = value == NULL ? "" : value;
    size_t n = value == NULL ? 0 : n_value;
    (void)kind;
    if (is_key(key, n_key, "table"))
        add_name(to, text, n);
    else if (is_key(key, n_key, "n"))
        add_numbers(to, text, n);
    else if (is_key(key, n_key, "record")) {
        to->record = text;
        to->n_record = n;
    } else if (to->is_write)
        refuse(to, MHD_HTTP_BAD_REQUEST, "bad_argument",
               "A write has no other parameters than table, n and record.");
    return MHD_YES;
}

static void check_records(choice *to)
{
    crok_serve *s = to->server;
    const int n = crok_tables_count(s);
    for (int i = 0; to->record != NULL && i < n; i++)
        if (crok_set_has(&to->tables, i) &&
            !crok_table_has_record(s, i, to->record, to->n_record))
            refuse(to, MHD_HTTP_PRECONDITION_FAILED, "stale",
                   "This table has another record now than the one that you "
                   "looked at. Look at it again, then decide.");
}

crok_problem crok_tables_choose(crok_serve *s, struct MHD_Connection *c,
                                bool is_list, bool is_write, crok_set *tables)
{
    choice to = {.server = s, .is_write = is_write};
    (void)MHD_get_connection_values_n(c, MHD_GET_ARGUMENT_KIND, take, &to);
    if (crok_set_count(&to.tables) == 0)
        to.tables = *tables;
    if (!is_list && crok_set_count(&to.tables) > 1)
        refuse(&to, MHD_HTTP_BAD_REQUEST, "bad_argument",
               "This address is of one table, and several are named.");
    check_records(&to);
    if (to.problem.status == 0)
        *tables = to.tables;
    return to.problem;
}

static const char *path_of(const crok_serve_config *config, int i)
{
    return i == 0 ? config->match : config->more[i - 1];
}

/* Tell that two tables have one name. */
static void tell_name(crok_serve *s, const crok_serve_config *config, int first,
                      int second)
{
    char name[CROK_NAME_MAX];
    char text[1024];
    if (s->message == NULL)
        return;
    crok_hosted_name(&s->table[first], name);
    (void)snprintf(text, sizeof text,
                   "%.400s and %.400s: both tables are named \"%s\", so that "
                   "?table= finds neither of them; use ?n=%d and ?n=%d",
                   path_of(config, first), path_of(config, second), name,
                   first + 1, second + 1);
    s->message(s->context, text);
}

static crok_status check_pair(crok_serve *s, const crok_serve_config *config,
                              int first, int second, crok_err *err)
{
    crok_hosted *one = &s->table[first];
    crok_hosted *other = &s->table[second];
    crok_journal_health record = crok_live_health(one->live);
    char name[CROK_NAME_MAX];
    if (crok_hosted_has_record(other, record.id, strlen(record.id)))
        return crok_fail(err, CROK_EARG,
                         "%s and %s: one is a copy of the other; serve one of "
                         "them",
                         path_of(config, first), path_of(config, second));
    crok_hosted_name(one, name);
    if (crok_hosted_has_name(other, name, strlen(name)))
        tell_name(s, config, first, second);
    return CROK_OK;
}

crok_status crok_tables_check(crok_serve *s, const crok_serve_config *config,
                              crok_err *err)
{
    crok_status st = CROK_OK;
    for (int i = 1; i < s->n_tables; i++)
        for (int k = 0; st == CROK_OK && k < i; k++)
            st = check_pair(s, config, k, i, err);
    return st;
}
