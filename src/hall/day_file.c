/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/day_file.h"

#include <ctype.h>
#include <libconfig.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/file.h"
#include "core/text.h"
#include "hall/day_unlike.h"
#include "hall/day_values.h"

/* A hundred tables with every setting are below 100 KB. */
#define FILE_MAX_BYTES ((size_t)1 << 20)

/* How a value is written. */
typedef enum form {
    ONE,    /* a text or a number */
    JOINED, /* a text, or a list that becomes one with commas */
    EACH,   /* a text, or a list of which each is a setting */
    FLAG    /* true or false */
} form;

typedef struct field {
    const char *name;
    form form;
    bool is_needed;
    crok_day_use use;
    crok_day_value value; /* hall/day_values.h */
} field;

static const field day_fields[] = {
    {"hall", ONE, true, CROK_DAY_OURS, CROK_VALUE_NAME},
    {"title", ONE, false, CROK_DAY_OURS, CROK_VALUE_TEXT},
    {"date", ONE, false, CROK_DAY_OURS, CROK_VALUE_DATE},
    {"tournament", ONE, false, CROK_DAY_OURS, CROK_VALUE_TEXT},
    {"division", ONE, false, CROK_DAY_OURS, CROK_VALUE_DIVISION},
    {"category", ONE, false, CROK_DAY_OURS, CROK_VALUE_CATEGORY},
    {"league", ONE, false, CROK_DAY_OURS, CROK_VALUE_TEXT},
    {"format", ONE, false, CROK_DAY_OURS, CROK_VALUE_TEXT},
    {"stage", ONE, false, CROK_DAY_OURS, CROK_VALUE_TEXT},
    {"individual", JOINED, false, CROK_DAY_OURS, CROK_VALUE_TEXT},
    {"ties", ONE, false, CROK_DAY_OURS, CROK_VALUE_TIES},
    {"unpaired", ONE, false, CROK_DAY_OURS, CROK_VALUE_UNPAIRED},
    {"pairings", ONE, false, CROK_DAY_OURS, CROK_VALUE_PATH},
    {"listen", ONE, false, CROK_DAY_OURS, CROK_VALUE_ADDRESS},
    {"public-url", ONE, false, CROK_DAY_OURS, CROK_VALUE_TEXT},
    {"theme", ONE, false, CROK_DAY_OURS, CROK_VALUE_PATH},
    {"machine", ONE, false, CROK_DAY_OURS, CROK_VALUE_NAME},
};

static const field engine_fields[] = {
    {"url", ONE, true, CROK_DAY_OURS, CROK_VALUE_URL},
    {"keys", ONE, false, CROK_DAY_OURS, CROK_VALUE_PATH},
    {"listen", ONE, false, CROK_DAY_OURS, CROK_VALUE_ADDRESS},
    {"mqtt", ONE, false, CROK_DAY_OURS, CROK_VALUE_ADDRESS},
};

static const field table_fields[] = {
    {"name", ONE, true, CROK_DAY_OURS, CROK_VALUE_NAME},
    {"machine", ONE, false, CROK_DAY_OURS, CROK_VALUE_NAME},
    {"ended", FLAG, false, CROK_DAY_OURS, CROK_VALUE_TEXT},
    {"key", ONE, false, CROK_DAY_OURS, CROK_VALUE_PATH},
    {"next", ONE, false, CROK_DAY_OURS, CROK_VALUE_PATH},
    {"match", ONE, true, CROK_DAY_OPTION, CROK_VALUE_PATH},
    {"listen", ONE, true, CROK_DAY_OPTION, CROK_VALUE_ADDRESS},
    {"public-url", ONE, false, CROK_DAY_OPTION, CROK_VALUE_TEXT},
    {"state", ONE, false, CROK_DAY_OPTION, CROK_VALUE_PATH},
    {"rules", ONE, false, CROK_DAY_OPTION, CROK_VALUE_BOOK},
    {"set", EACH, false, CROK_DAY_OPTION, CROK_VALUE_TEXT},
    {"calib", ONE, false, CROK_DAY_OPTION, CROK_VALUE_PATH},
    {"board", ONE, false, CROK_DAY_OPTION, CROK_VALUE_PATH},
    {"sides", JOINED, false, CROK_DAY_OPTION, CROK_VALUE_TEXT},
    {"players", JOINED, false, CROK_DAY_OPTION, CROK_VALUE_TEXT},
    {"seats", JOINED, false, CROK_DAY_OPTION, CROK_VALUE_TEXT},
    {"first", ONE, false, CROK_DAY_OPTION, CROK_VALUE_TEXT},
    {"title", ONE, false, CROK_DAY_OPTION, CROK_VALUE_TEXT},
    {"format", ONE, false, CROK_DAY_OPTION, CROK_VALUE_TEXT},
    {"size", ONE, false, CROK_DAY_OPTION, CROK_VALUE_TEXT},
    {"fps", ONE, false, CROK_DAY_OPTION, CROK_VALUE_TEXT},
    {"control", EACH, false, CROK_DAY_OPTION, CROK_VALUE_TEXT},
    {"theme", ONE, false, CROK_DAY_OPTION, CROK_VALUE_PATH},
    {"text", ONE, false, CROK_DAY_OPTION, CROK_VALUE_PATH},
    {"keep", ONE, false, CROK_DAY_OPTION, CROK_VALUE_PATH},
    {"token-file", ONE, false, CROK_DAY_OPTION, CROK_VALUE_PATH},
    {"source", ONE, false, CROK_DAY_SOURCE, CROK_VALUE_SOURCE},
};

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

/* A file that is being read. */
typedef struct reading {
    const char *path;
    crok_day_fault *fault;
    void *context;
    bool has_faults, has_no_memory;
} reading;

/* One block of settings. */
typedef struct block {
    const field *fields;
    int n_fields;
    char name[24]; /* "tables[2]."; "" of the day */
} block;

/* ---- faults ---- */

static void tell(reading *r, int line, const block *b, const char *name,
                 const char *why)
{
    char what[512];
    (void)snprintf(what, sizeof what, "%s%.60s: %.400s", b->name, name, why);
    r->has_faults = true;
    r->fault(r->context, line, what);
}

static int line_of(const config_setting_t *s)
{
    return (int)config_setting_source_line(s);
}

/* ---- settings ---- */

/* Append a setting, whose value is taken. */
static void add(reading *r, crok_conf_settings *s, const crok_day_setting *one)
{
    if (s->n == s->room) {
        int room = s->room == 0 ? 16 : 2 * s->room;
        crok_day_setting *more = realloc(s->of, (size_t)room * sizeof *more);
        if (more == NULL) {
            r->has_no_memory = true;
            free(one->value);
            return;
        }
        s->of = more;
        s->room = room;
    }
    s->of[s->n++] = *one;
}

/* Write a text or a number as text; false if it is neither. */
static bool scalar(const config_setting_t *s, char out[CROK_DAY_VALUE_MAX])
{
    int n = -1;
    switch (config_setting_type(s)) {
    case CONFIG_TYPE_STRING:
        n = snprintf(out, CROK_DAY_VALUE_MAX, "%s",
                     config_setting_get_string(s));
        break;
    case CONFIG_TYPE_INT:
    case CONFIG_TYPE_INT64:
        n = snprintf(out, CROK_DAY_VALUE_MAX, "%lld",
                     config_setting_get_int64(s));
        break;
    case CONFIG_TYPE_FLOAT:
        if (isfinite(config_setting_get_float(s)))
            n = snprintf(out, CROK_DAY_VALUE_MAX, "%.15g",
                         config_setting_get_float(s));
        break;
    default:
        break;
    }
    return n >= 0 && n < CROK_DAY_VALUE_MAX;
}

static bool is_list(const config_setting_t *s)
{
    int type = config_setting_type(s);
    return type == CONFIG_TYPE_ARRAY || type == CONFIG_TYPE_LIST;
}

/* Report a character that nobody sees; false if there is none. */
static bool tell_unseen(reading *r, const block *b, const field *f,
                        const char *text, int line)
{
    uint32_t code = 0;
    char why[100];
    if (!crok_text_find_unseen(text, strlen(text), &code))
        return false;
    (void)snprintf(why, sizeof why, CROK_TEXT_SEEN, code);
    tell(r, line, b, f->name, why);
    return true;
}

/* Check a value and append it. */
static void take_value(reading *r, const block *b, const field *f,
                       const char *text, crok_conf_settings *to, int line)
{
    crok_day_setting one = {.name = f->name, .line = line};
    const char *why = crok_day_value_fault(f->value, text);
    if (tell_unseen(r, b, f, text, line))
        return;
    if (why != NULL) {
        tell(r, line, b, f->name, why);
        return;
    }
    one.is_path = crok_day_value_is_path(f->value, text);
    one.value = crok_day_value_of(f->value, r->path, text);
    if (one.value == NULL)
        r->has_no_memory = true;
    else
        add(r, to, &one);
}

/* Write the items of a list with commas between them. */
static bool join(const config_setting_t *s, char out[CROK_DAY_VALUE_MAX])
{
    size_t n = 0;
    out[0] = '\0';
    for (int i = 0; i < config_setting_length(s); i++) {
        char one[CROK_DAY_VALUE_MAX];
        int more = 0;
        if (!scalar(config_setting_get_elem(s, (unsigned int)i), one) ||
            strchr(one, ',') != NULL)
            return false;
        more = snprintf(out + n, CROK_DAY_VALUE_MAX - n, "%s%s",
                        i == 0 ? "" : ",", one);
        if (more < 0 || (size_t)more >= CROK_DAY_VALUE_MAX - n)
            return false;
        n += (size_t)more;
    }
    return true;
}

/* Bytes of a text, or of the texts of a list with commas between them. */
static size_t length_of(const config_setting_t *s)
{
    size_t n = 0;
    if (config_setting_type(s) == CONFIG_TYPE_STRING)
        return strlen(config_setting_get_string(s));
    for (int i = 0; is_list(s) && i < config_setting_length(s); i++)
        n += length_of(config_setting_get_elem(s, (unsigned int)i)) + 1;
    return n;
}

/* Report a setting of another form than it must have. */
static void tell_form(reading *r, const block *b, const field *f,
                      const config_setting_t *s)
{
    static const char *const wanted[] = {
        [ONE] = "must be a text or a number",
        [JOINED] = "must be a text, or a list of texts without commas",
        [EACH] = "must be a text or a list of texts",
        [FLAG] = "must be true or false"};
    char why[80];
    (void)snprintf(why, sizeof why, "is too long: at most %d bytes",
                   CROK_DAY_VALUE_MAX - 1);
    tell(r, line_of(s), b, f->name,
         f->form != FLAG && length_of(s) >= CROK_DAY_VALUE_MAX
             ? why
             : wanted[f->form]);
}

static void take_each(reading *r, const block *b, const field *f,
                      const config_setting_t *s, crok_conf_settings *to)
{
    for (int i = 0; i < config_setting_length(s); i++) {
        const config_setting_t *one =
            config_setting_get_elem(s, (unsigned int)i);
        char text[CROK_DAY_VALUE_MAX];
        if (scalar(one, text))
            take_value(r, b, f, text, to, line_of(one));
        else
            tell_form(r, b, f, one);
    }
}

/* Write a setting that becomes one value as a text; false if it has another
 * form. */
static bool as_text(const field *f, const config_setting_t *s,
                    char out[CROK_DAY_VALUE_MAX])
{
    const bool is_flag = config_setting_type(s) == CONFIG_TYPE_BOOL;
    if (f->form == FLAG && is_flag)
        (void)snprintf(out, CROK_DAY_VALUE_MAX, "%s",
                       config_setting_get_bool(s) ? "true" : "false");
    if (f->form == FLAG)
        return is_flag;
    return f->form == JOINED && is_list(s) ? join(s, out) : scalar(s, out);
}

static void take_field(reading *r, const block *b, const field *f,
                       const config_setting_t *s, crok_conf_settings *to)
{
    char text[CROK_DAY_VALUE_MAX];
    if (f->form == EACH && is_list(s))
        take_each(r, b, f, s, to);
    else if (as_text(f, s, text))
        take_value(r, b, f, text, to, line_of(s));
    else
        tell_form(r, b, f, s);
}

static const field *field_of(const block *b, const char *name)
{
    for (int i = 0; i < b->n_fields; i++)
        if (strcmp(b->fields[i].name, name) == 0)
            return &b->fields[i];
    return NULL;
}

/* Report a name that is no setting, and list the settings that exist. */
static void tell_unknown(reading *r, const block *b, const char *name, int line)
{
    char why[400] = "there is no such setting; there are";
    size_t n = strlen(why);
    for (int i = 0; i < b->n_fields && n < sizeof why; i++)
        n += (size_t)snprintf(why + n, sizeof why - n, "%s %s",
                              i == 0 ? "" : ",", b->fields[i].name);
    tell(r, line, b, name, why);
}

/* Is it a setting of the day's that is a block of its own? */
static bool is_block(const block *b, const char *name)
{
    return b->name[0] == '\0' &&
           (strcmp(name, "engine") == 0 || strcmp(name, "tables") == 0);
}

static void take_block(reading *r, const block *b, const config_setting_t *s,
                       crok_conf_settings *to)
{
    to->line = line_of(s);
    if (to->line == 0) /* the whole file */
        to->line = 1;
    for (int i = 0; i < config_setting_length(s); i++) {
        const config_setting_t *one =
            config_setting_get_elem(s, (unsigned int)i);
        const char *name = config_setting_name(one);
        const field *f = field_of(b, name);
        if (f != NULL)
            take_field(r, b, f, one, to);
        else if (strncmp(name, "x-", 2) != 0 && !is_block(b, name))
            tell_unknown(r, b, name, line_of(one));
    }
    for (int i = 0; i < b->n_fields; i++)
        if (b->fields[i].is_needed &&
            config_setting_get_member(s, b->fields[i].name) == NULL)
            tell(r, to->line, b, b->fields[i].name, "is missing");
}

static void take_tables(reading *r, const config_setting_t *s,
                        crok_day_file *out)
{
    const block day = {.name = ""};
    const int line = line_of(s);
    const int n = config_setting_length(s);
    if (config_setting_type(s) != CONFIG_TYPE_LIST || n == 0 ||
        n > CROK_DAY_FILE_TABLES) {
        tell(r, line, &day, "tables",
             "must be a list of 1 to 128 tables: ( { name = \"1\"; ... }, { "
             "... } )");
        return;
    }
    for (int i = 0; i < n; i++) {
        const config_setting_t *one =
            config_setting_get_elem(s, (unsigned int)i);
        block b = {.fields = table_fields, .n_fields = COUNT(table_fields)};
        (void)snprintf(b.name, sizeof b.name, "tables[%d].", i + 1);
        if (config_setting_type(one) == CONFIG_TYPE_GROUP)
            take_block(r, &b, one, &out->table[out->n_tables++]);
        else
            tell(r, line, &day, "tables", "each must be settings in { }");
    }
}

static void take_engine(reading *r, const config_setting_t *s,
                        crok_day_file *out)
{
    const block b = {engine_fields, COUNT(engine_fields), "engine."};
    const block day = {.name = ""};
    if (config_setting_type(s) == CONFIG_TYPE_GROUP)
        take_block(r, &b, s, &out->engine);
    else if (config_setting_type(s) != CONFIG_TYPE_STRING ||
             strcmp(config_setting_get_string(s), "none") != 0)
        tell(r, line_of(s), &day, "engine",
             "must be { url = \"...\"; ... }, or \"none\"");
}

/* ---- the whole file ---- */

/* Check what two settings may not share. */
static void check_together(reading *r, const crok_day_file *d)
{
    const crok_status st = crok_day_check_unlike(d, r->fault, r->context, NULL);
    r->has_faults = r->has_faults || st == CROK_EFORMAT;
    r->has_no_memory = r->has_no_memory || st == CROK_ENOMEM;
}

static void take_file(reading *r, const config_t *c, crok_day_file *out)
{
    const block day = {day_fields, COUNT(day_fields), ""};
    const config_setting_t *root = config_root_setting(c);
    const config_setting_t *tables = config_setting_get_member(root, "tables");
    const config_setting_t *engine = config_setting_get_member(root, "engine");
    take_block(r, &day, root, &out->day);
    if (engine != NULL)
        take_engine(r, engine, out);
    if (tables == NULL)
        tell(r, 1, &day, "tables", "is missing");
    else
        take_tables(r, tables, out);
    check_together(r, out);
}

/* Returns the line of an @include, from 1, or 0. libconfig would open any file
 * that it names, and lines would be those of several files. */
static int line_of_include(const char *text)
{
    int line = 1;
    const char *end = NULL;
    for (const char *p = text;; p = end + 1, line++) {
        p += strspn(p, " \t\r");
        if (strncmp(p, "@include", 8) == 0)
            return line;
        end = strchr(p, '\n');
        if (end == NULL)
            return 0;
    }
}

/* Returns the end of the string, comment or name that begins at p; p if none
 * does. */
static const char *past_words(const char *p)
{
    if (*p == '#' || strncmp(p, "//", 2) == 0)
        return p + strcspn(p, "\n");
    if (strncmp(p, "/*", 2) == 0) {
        const char *end = strstr(p + 2, "*/");
        return end == NULL ? p + strlen(p) : end + 2;
    }
    if (*p == '"') {
        for (p++; *p != '\0' && *p != '"'; p++)
            p += *p == '\\' && p[1] != '\0';
        return p + (*p == '"');
    }
    if (isalpha((unsigned char)*p))
        while (isalnum((unsigned char)*p) || *p == '-' || *p == '_')
            p++;
    return p;
}

/* Returns the line of a number of more than nine digits, from 1, or 0.
 * libconfig would take its last 32 bits. */
static int line_of_long_number(const char *text)
{
    int line = 1;
    for (const char *p = text; *p != '\0';) {
        const char *end = past_words(p);
        const size_t n = strspn(p, "0123456789abcdefABCDEFxX");
        if (end == p && isdigit((unsigned char)*p) && n > 9)
            return line;
        if (end == p)
            end += n > 0 ? n : 1;
        for (; p < end; p++)
            line += *p == '\n';
    }
    return 0;
}

static void refuse(reading *r, int line, const char *why)
{
    r->has_faults = true;
    r->fault(r->context, line, why);
}

/* Read the text into c, and tell of what is no text or has another syntax. */
static void parse_text(reading *r, config_t *c, const char *text, size_t len)
{
    const size_t mark = crok_text_mark(text, len);
    const int include = line_of_include(text + mark);
    const int number = line_of_long_number(text + mark);
    if (crok_text_is_utf16(text, len))
        refuse(r, 1, "the file is UTF-16: save it as UTF-8");
    else if (strlen(text) != len || crok_text_find_bad(text, len) != NULL)
        refuse(r, 1, "the file is no UTF-8 text: save it as UTF-8");
    else if (include > 0)
        refuse(r, include, "@include: the day is in one file");
    else if (number > 0)
        refuse(r, number,
               "a number of more than nine digits is written as a text, in "
               "quotation marks");
    else if (config_read_string(c, text + mark) != CONFIG_TRUE)
        refuse(r, config_error_line(c),
               config_error_text(c) == NULL ? "syntax error"
                                            : config_error_text(c));
}

static crok_status parse(reading *r, config_t *c, crok_err *err)
{
    char *text = NULL;
    char *ended = NULL;
    size_t len = 0;
    crok_status st = crok_file_read(r->path, FILE_MAX_BYTES, &text, &len, err);
    if (st != CROK_OK)
        return st;
    ended = len > FILE_MAX_BYTES ? NULL : realloc(text, len + 1);
    if (ended == NULL) {
        free(text);
        return crok_fail(err, CROK_EFORMAT, "%.160s: this is no day's file",
                         r->path);
    }
    ended[len] = '\0';
    parse_text(r, c, ended, len);
    free(ended);
    return CROK_OK;
}

crok_status crok_day_file_read(const char *path, crok_day_fault *fault,
                               void *context, crok_day_file **out,
                               crok_err *err)
{
    reading r = {.path = path, .fault = fault, .context = context};
    config_t c;
    crok_status st = CROK_OK;
    crok_day_file *d = calloc(1, sizeof *d);
    if (d == NULL || (d->path = strdup(path)) == NULL) {
        free(d);
        return crok_fail(err, CROK_ENOMEM, "%.160s: no memory", path);
    }
    config_init(&c);
    st = parse(&r, &c, err);
    if (st == CROK_OK && !r.has_faults)
        take_file(&r, &c, d);
    config_destroy(&c);
    if (r.has_no_memory)
        st = crok_fail(err, CROK_ENOMEM, "%.160s: no memory", path);
    else if (r.has_faults)
        st = crok_fail(err, CROK_EFORMAT, "%.160s has faults", path);
    if (st == CROK_OK)
        *out = d;
    else
        crok_day_file_free(&d);
    return st;
}

static void free_settings(crok_conf_settings *s)
{
    for (int i = 0; i < s->n; i++)
        free(s->of[i].value);
    free(s->of);
}

void crok_day_file_free(crok_day_file **d)
{
    if (d == NULL || *d == NULL)
        return;
    free((*d)->path);
    free_settings(&(*d)->day);
    free_settings(&(*d)->engine);
    for (int i = 0; i < (*d)->n_tables; i++)
        free_settings(&(*d)->table[i]);
    free(*d);
    *d = NULL;
}

/* ---- asking the file ---- */

crok_day_use crok_day_use_of(const char *name)
{
    const block b = {.fields = table_fields, .n_fields = COUNT(table_fields)};
    const field *f = field_of(&b, name);
    return f == NULL ? CROK_DAY_OURS : f->use;
}

const crok_conf_settings *crok_day_table(const crok_day_file *d,
                                         const char *name)
{
    for (int i = 0; i < d->n_tables; i++)
        if (strcmp(crok_day_text(&d->table[i], "name"), name) == 0)
            return &d->table[i];
    return NULL;
}
