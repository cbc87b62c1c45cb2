/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/pairings.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "hall/day/columns.h"
#include "hall/day/names.h"
#include "hall/day/repeated.h"

typedef struct reading {
    crok_csv_reader csv;
    crok_columns columns;
    crok_pairings out;
    int cap, bye_cap;
    bool singles;
    bool no_memory;
} reading;

/* ---- faults ---- */

static void add_fault(reading *r, int line, int column, const char *fmt, ...)
    CROK_PRINTF(4, 5);

static void add_fault(reading *r, int line, int column, const char *fmt, ...)
{
    va_list args;
    crok_pairing_fault *f = NULL;
    if (r->out.n_faults++ >= CROK_MAX_PAIRING_FAULTS)
        return;
    f = &r->out.faults[r->out.n_faults - 1];
    f->line = line;
    f->column = column;
    va_start(args, fmt);
    (void)vsnprintf(f->text, sizeof f->text, fmt, args);
    va_end(args);
}

/* Where a field begins; of one that the line lacks, where the line ends. */
static const crok_csv_field *field_at(const reading *r, int column)
{
    const crok_csv_reader *csv = &r->csv;
    int last = csv->n < CROK_CSV_FIELDS ? csv->n - 1 : CROK_CSV_FIELDS - 1;
    return &csv->field[column >= 0 && column <= last ? column : last];
}

static bool is_given(const reading *r, int column)
{
    return column >= 0 && column < r->csv.n && column < CROK_CSV_FIELDS &&
           r->csv.field[column].len > 0;
}

/* Has the field a character that no name has? Then it is a fault. */
static bool has_control(reading *r, const crok_csv_field *f, const char *what)
{
    uint32_t code = 0;
    if (!crok_text_find_unseen(f->text, f->len, &code))
        return false;
    add_fault(r, f->line, f->column,
              "%s: the control character U+%04X is not allowed: delete it",
              what, code);
    return true;
}

/* Copy a field; one that is too long or has a control character is a fault and
 * is not copied. */
static void copy_field(reading *r, int column, const char *what, char *to,
                       size_t room)
{
    const crok_csv_field *f = field_at(r, column);
    to[0] = '\0';
    if (!is_given(r, column) || has_control(r, f, what) ||
        crok_name_trim(f->text, f->len, to, room))
        return;
    add_fault(r, f->line, f->column, "%s: at most %zu bytes are allowed", what,
              room - 1);
    to[0] = '\0';
}

/* ---- fields with a form ---- */

/* "3", "Round 3", "G3": a number from 1 to 999 after letters. */
static void read_game(reading *r, char *to)
{
    char text[CROK_NAME_MAX] = "";
    const char *p = text;
    const crok_csv_field *f = field_at(r, r->columns.game);
    to[0] = '\0';
    copy_field(r, r->columns.game, "game", text, sizeof text);
    while (isalpha((unsigned char)*p) || *p == ' ')
        p++;
    while (*p == '0')
        p++;
    if (text[0] == '\0')
        return;
    if (*p != '\0' && strspn(p, "0123456789") == strlen(p) && strlen(p) <= 3)
        memcpy(to, p, strlen(p) + 1);
    else
        add_fault(r, f->line, f->column,
                  "game: \"%s\": a number from 1 to 999 is allowed", text);
}

/* Is the text of the form of the pattern, where d is a digit? */
static bool has_form(const char *text, const char *pattern)
{
    for (; *pattern != '\0'; pattern++, text++)
        if (*pattern == 'd' ? !isdigit((unsigned char)*text)
                            : *text != *pattern)
            return false;
    return *text == '\0';
}

/* "9:30", "14:30", "14:30:00", with a date before it or not. */
static bool is_time(const char *text)
{
    static const char *const forms[] = {"d:dd", "dd:dd", "dd:dd:dd",
                                        "dd:dd:ddZ"};
    char date[11];
    (void)snprintf(date, sizeof date, "%.10s", text);
    if (has_form(date, "dddd-dd-dd") && (text[10] == ' ' || text[10] == 'T'))
        text += 11;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (has_form(text, forms[i]))
            return strtol(text, NULL, 10) < 24 &&
                   strtol(strchr(text, ':') + 1, NULL, 10) < 60;
    return false;
}

static void read_time(reading *r, char *to)
{
    const crok_csv_field *f = field_at(r, r->columns.time);
    copy_field(r, r->columns.time, "time", to, CROK_NAME_MAX);
    if (to[0] == '\0' || is_time(to))
        return;
    add_fault(r, f->line, f->column,
              "time: \"%s\": 14:30 or 2026-05-02 14:30 is allowed", to);
    to[0] = '\0';
}

/* ---- who plays ---- */

/* Read the players of a side. Returns false if there is none, or too long a
 * name. */
static bool read_names(const reading *r, const crok_csv_field *text,
                       crok_pairing_side *out)
{
    if (!r->singles)
        return crok_name_split(text->text, text->len, out);
    out->n = 1;
    return crok_name_trim(text->text, text->len, out->player[0],
                          sizeof out->player[0]) &&
           out->player[0][0] != '\0';
}

static bool read_side(reading *r, crok_csv_field text, crok_pairing *p)
{
    if (p->n_sides == CROK_MAX_SIDES) {
        add_fault(r, text.line, text.column, "at most %d sides are allowed",
                  CROK_MAX_SIDES);
        return false;
    }
    if (has_control(r, &text, "player"))
        return false;
    if (!read_names(r, &text, &p->sides[p->n_sides])) {
        add_fault(r, text.line, text.column,
                  "player: \"%.*s\": a name of at most %d bytes is allowed, or "
                  "up to %d such names with / or & between them%s",
                  (int)(text.len < 40 ? text.len : 40), text.text,
                  CROK_TEXT_MAX - 1, CROK_MAX_SEATS,
                  r->singles ? " in a day of doubles" : "");
        return false;
    }
    p->n_sides++;
    return true;
}

/* Find what stands between two sides: " - ", a dash, " vs " or " v ".
 *
 *   n  written: its number of bytes
 *
 * Returns where it begins, or the end. */
static char *find_versus(char *p, char *end, size_t *n)
{
    static const char *const between[] = {" - ", " \xE2\x80\x93 ", " vs. ",
                                          " vs ", " v "};
    for (; p < end; p++)
        for (size_t i = 0; i < sizeof between / sizeof *between; i++) {
            *n = strlen(between[i]);
            if ((size_t)(end - p) > *n && memcmp(p, between[i], *n) == 0)
                return p;
        }
    *n = 0;
    return end;
}

/* The sides of one field: "Ann - Bob". */
static bool read_sides(reading *r, crok_pairing *p)
{
    crok_csv_field f = *field_at(r, r->columns.players);
    char *end = f.text + f.len;
    bool more = true;
    while (more) {
        size_t n = 0;
        char *to = find_versus(f.text, end, &n);
        f.len = (size_t)(to - f.text);
        if (!read_side(r, f, p))
            return false;
        more = to < end;
        f.text = to + n;
    }
    if (p->n_sides >= 2)
        return true;
    add_fault(r, f.line, f.column,
              "players: two sides are allowed, as \"Ann - Bob\"");
    return false;
}

static bool read_players(reading *r, crok_pairing *p)
{
    if (r->columns.player[0] < 0 || !is_given(r, r->columns.player[0])) {
        if (is_given(r, r->columns.players))
            return read_sides(r, p);
    }
    for (int i = 0; i < CROK_MAX_SIDES; i++) {
        int column = r->columns.player[i];
        const crok_csv_field *f = field_at(r, column);
        if (is_given(r, column)) {
            if (!read_side(r, *f, p))
                return false;
        } else if (i < 2) {
            add_fault(r, f->line, f->column,
                      "player %d: a name is required; \"bye\" is allowed for "
                      "who does not play",
                      i + 1);
            return false;
        }
    }
    return true;
}

/* Which side before this one has its colour? -1: none. */
static int side_of_colour(const crok_pairing *p, int side)
{
    for (int i = 0; i < side; i++)
        if (crok_name_same(p->sides[i].colour, p->sides[side].colour))
            return i;
    return -1;
}

static void read_colours(reading *r, crok_pairing *p)
{
    for (int i = 0; i < p->n_sides && i < CROK_MAX_SIDES; i++) {
        const crok_csv_field *f = field_at(r, r->columns.colour[i]);
        char *colour = p->sides[i].colour;
        int other = -1;
        copy_field(r, r->columns.colour[i], "colour", colour,
                   sizeof p->sides[i].colour);
        other = side_of_colour(p, i);
        if (other < 0)
            continue;
        add_fault(r, f->line, f->column,
                  "colour %d: \"%s\" is the colour of side %d: each side needs "
                  "its own",
                  i + 1, colour, other + 1);
        colour[0] = '\0';
    }
}

static bool has_bye(const crok_pairing *p)
{
    for (int i = 0; i < p->n_sides; i++)
        if (crok_name_same(p->sides[i].player[0], "bye"))
            return true;
    return false;
}

static bool plays_himself(const crok_pairing *p)
{
    for (int i = 0; i < p->n_sides * CROK_MAX_SEATS; i++)
        for (int k = 0; k < i; k++) {
            const crok_pairing_side *a = &p->sides[i / CROK_MAX_SEATS];
            const crok_pairing_side *b = &p->sides[k / CROK_MAX_SEATS];
            if (i % CROK_MAX_SEATS < a->n && k % CROK_MAX_SEATS < b->n &&
                crok_name_same(a->player[i % CROK_MAX_SEATS],
                               b->player[k % CROK_MAX_SEATS]))
                return true;
        }
    return false;
}

/* ---- the file ---- */

/* Read the next line; its fields are as names are shown. */
static bool next_line(crok_csv_reader *csv)
{
    if (!crok_csv_next(csv))
        return false;
    for (int i = 0; i < csv->n && i < CROK_CSV_FIELDS; i++) {
        crok_csv_field *f = &csv->field[i];
        (void)crok_name_trim(f->text, f->len, f->text, f->len + 1);
        f->len = strlen(f->text);
    }
    return true;
}

/* Read the line into *p. Returns whether it is a pairing. */
static bool read_line(reading *r, crok_pairing *p)
{
    const crok_csv_field *first = &r->csv.field[0];
    *p = (crok_pairing){.line = first->line};
    if (r->csv.is_open) {
        add_fault(r, first->line, first->column,
                  "a quotation mark is not closed before the file ends");
        return false;
    }
    for (int i = r->columns.n; i < r->csv.n; i++)
        if (is_given(r, i)) {
            add_fault(r, field_at(r, i)->line, field_at(r, i)->column,
                      "the line has more fields than the first line: a name "
                      "with the separator in it needs quotation marks");
            return false;
        }
    if (!read_players(r, p))
        return false;
    if (plays_himself(p)) {
        add_fault(r, first->line, first->column,
                  "a player is named twice in one match");
        return false;
    }
    copy_field(r, r->columns.table, "table", p->table, sizeof p->table);
    p->table_column = field_at(r, r->columns.table)->column;
    copy_field(r, r->columns.stage, "stage", p->stage, sizeof p->stage);
    copy_field(r, r->columns.pool, "pool", p->pool, sizeof p->pool);
    read_game(r, p->game);
    read_time(r, p->time);
    read_colours(r, p);
    return true;
}

/* Append to one of the lists. Returns false if there is no memory. */
static bool append(crok_pairing **list, int *n, int *cap, const crok_pairing *p)
{
    if (*n == *cap) {
        int room = *cap == 0 ? 64 : 2 * *cap;
        crok_pairing *more = realloc(*list, (size_t)room * sizeof *more);
        if (more == NULL)
            return false;
        *list = more;
        *cap = room;
    }
    (*list)[(*n)++] = *p;
    return true;
}

static bool keep(reading *r, const crok_pairing *p)
{
    return has_bye(p) ? append(&r->out.byes, &r->out.n_byes, &r->bye_cap, p)
                      : append(&r->out.list, &r->out.n, &r->cap, p);
}

static crok_status read_lines(reading *r, const char *name, crok_err *err)
{
    while (next_line(&r->csv)) {
        crok_pairing p;
        if (!read_line(r, &p))
            continue;
        if (r->out.n + r->out.n_byes == CROK_MAX_PAIRINGS)
            return crok_fail(err, CROK_ETOOLARGE,
                             "%s:%d: at most %d pairings are allowed", name,
                             p.line, CROK_MAX_PAIRINGS);
        if (!keep(r, &p))
            return crok_fail(err, CROK_ENOMEM, "%s: no memory", name);
    }
    r->out.columns = r->columns;
    r->out.separator = r->csv.separator;
    return CROK_OK;
}

/* Begin with the separator that makes most sense of the first line. */
static crok_status begin(reading *r, const char *text, size_t len,
                         const char *name, crok_err *err)
{
    static const char separators[] = {',', ';', '\t'};
    int best = -1;
    char chosen = ',';
    int twice = -1;
    for (size_t i = 0; i < sizeof separators; i++) {
        int n = 0;
        if (!crok_csv_begin(&r->csv, text, len, separators[i]))
            return crok_fail(err, CROK_ENOMEM, "%s: no memory", name);
        n = next_line(&r->csv) ? crok_columns_find(&r->csv, &r->columns, &twice)
                               : 0;
        crok_csv_end(&r->csv);
        if (n <= best)
            continue;
        best = n;
        chosen = separators[i];
    }
    if (!crok_csv_begin(&r->csv, text, len, chosen))
        return crok_fail(err, CROK_ENOMEM, "%s: no memory", name);
    if (!next_line(&r->csv))
        return crok_fail(err, CROK_EFORMAT,
                         "%s: is empty: its first line must name the columns, "
                         "as Table,Player 1,Player 2,Stage,Pool,Game,Time",
                         name);
    (void)crok_columns_find(&r->csv, &r->columns, &twice);
    if (twice >= 0)
        add_fault(r, r->csv.field[twice].line, r->csv.field[twice].column,
                  "this column is there already: only the first one is read");
    if (crok_columns_name_players(&r->columns))
        return CROK_OK;
    return crok_fail(err, CROK_EFORMAT,
                     "%s:%d: no columns \"Player 1\" and \"Player 2\", nor "
                     "\"Players\": the first line must name the columns",
                     name, r->csv.field[0].line);
}

static void leave_out_repeated(reading *r)
{
    int n = 0;
    crok_repeated *same = NULL;
    int n_same = crok_repeated_pairings(&r->out, &same);
    int n_twice = 0;
    crok_repeated *twice = NULL;
    for (int i = 0; i < n_same; i++) {
        add_fault(r, r->out.list[same[i].at].line, 1,
                  "is the same as line %d, and not counted again",
                  r->out.list[same[i].first].line);
        r->out.list[same[i].at].n_sides = 0;
    }
    free(same);
    for (int i = 0; i < r->out.n; i++)
        if (r->out.list[i].n_sides > 0)
            r->out.list[n++] = r->out.list[i];
    r->out.n = n;
    n_twice = crok_repeated_players(&r->out, &twice);
    for (int i = 0; i < n_twice; i++)
        add_fault(r, r->out.list[twice[i].at].line, 1,
                  "a player of this line plays in the same game of the stage "
                  "in line %d, too",
                  r->out.list[twice[i].first].line);
    free(twice);
    r->no_memory = r->no_memory || n_same < 0 || n_twice < 0;
}

static crok_status check_utf8(const char *text, size_t len, const char *name,
                              crok_err *err)
{
    const char *bad = crok_text_find_bad(text, len);
    int line = 1;
    if (bad == NULL && memchr(text, '\0', len) == NULL)
        return CROK_OK;
    if (crok_text_is_utf16(text, len))
        return crok_fail(err, CROK_EFORMAT,
                         "%s: is UTF-16 (\"Unicode text\"): save it as \"CSV "
                         "UTF-8\"",
                         name);
    if (bad == NULL)
        bad = memchr(text, '\0', len);
    for (const char *p = text; p < bad; p++)
        line += *p == '\n';
    return crok_fail(err, CROK_EFORMAT,
                     "%s:%d: is not UTF-8: export it as \"CSV UTF-8\"", name,
                     line);
}

crok_status crok_pairings_read(const char *text, size_t len, const char *name,
                               bool singles, crok_pairings *out, crok_err *err)
{
    reading r = {.singles = singles};
    crok_status st = len == 0 ? CROK_OK : check_utf8(text, len, name, err);
    r.out.faults = calloc(CROK_MAX_PAIRING_FAULTS, sizeof *r.out.faults);
    if (st == CROK_OK && r.out.faults == NULL)
        st = crok_fail(err, CROK_ENOMEM, "%s: no memory", name);
    if (st == CROK_OK)
        st = begin(&r, text, len, name, err);
    if (st == CROK_OK)
        st = read_lines(&r, name, err);
    if (st == CROK_OK)
        leave_out_repeated(&r);
    if (st == CROK_OK && r.no_memory)
        st = crok_fail(err, CROK_ENOMEM, "%s: no memory", name);
    crok_csv_end(&r.csv);
    r.out.ends_open = len > 0 && text[len - 1] != '\n' && text[len - 1] != '\r';
    if (st == CROK_OK)
        *out = r.out;
    else
        crok_pairings_free(&r.out);
    return st;
}

void crok_pairings_free(crok_pairings *p)
{
    free(p->list);
    free(p->byes);
    free(p->faults);
    *p = (crok_pairings){0};
}
