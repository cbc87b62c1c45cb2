/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/day/csv_read.h"

#include <stdlib.h>
#include <string.h>

#include "core/text.h"

bool crok_csv_begin(crok_csv_reader *r, const char *text, size_t len,
                    char separator)
{
    *r = (crok_csv_reader){.at = text + crok_text_mark(text, len),
                           .end = text + len,
                           .separator = separator,
                           .line = 1,
                           .column = 1};
    r->unquoted = malloc(len + 1);
    return r->unquoted != NULL;
}

/* Go one byte on. A line ends in LF, CRLF or CR. */
static void step(crok_csv_reader *r)
{
    char c = *r->at++;
    bool ends = c == '\n' || (c == '\r' && (r->at == r->end || *r->at != '\n'));
    if (ends) {
        r->line++;
        r->column = 1;
    } else if (((unsigned char)c & 0xC0U) != 0x80U) { /* a character's first */
        r->column++;
    }
}

static bool is_at_line_end(const crok_csv_reader *r)
{
    return r->at == r->end || *r->at == '\n' || *r->at == '\r';
}

/* Copy a field in quotation marks to *to, and go to what follows it. */
static void read_quoted(crok_csv_reader *r, char **to)
{
    step(r);
    while (r->at < r->end) {
        if (*r->at == '"') {
            step(r);
            if (r->at == r->end || *r->at != '"')
                return;
        }
        *(*to)++ = *r->at;
        step(r);
    }
    r->is_open = true;
}

/* Read one field; *to is where its text goes. */
static void read_field(crok_csv_reader *r, char **to)
{
    crok_csv_field f = {.text = *to, .line = r->line, .column = r->column};
    while (r->at < r->end && *r->at == ' ' && r->separator != ' ')
        step(r);
    if (r->at < r->end && *r->at == '"')
        read_quoted(r, to);
    while (!is_at_line_end(r) && *r->at != r->separator) {
        *(*to)++ = *r->at;
        step(r);
    }
    f.len = (size_t)(*to - f.text);
    *(*to)++ = '\0'; /* in place of the separator or the line's end */
    if (r->n < CROK_CSV_FIELDS)
        r->field[r->n] = f;
    r->n++;
}

static bool is_empty(const crok_csv_reader *r)
{
    for (int i = 0; i < r->n && i < CROK_CSV_FIELDS; i++)
        for (size_t k = 0; k < r->field[i].len; k++)
            if (strchr(" \t", r->field[i].text[k]) == NULL)
                return false;
    return true;
}

bool crok_csv_next(crok_csv_reader *r)
{
    do {
        char *to = r->unquoted;
        while (r->at < r->end && is_at_line_end(r))
            step(r);
        if (r->at == r->end)
            return false;
        r->n = 0;
        r->is_open = false;
        read_field(r, &to);
        while (!is_at_line_end(r)) {
            step(r); /* the separator */
            read_field(r, &to);
        }
    } while (is_empty(r));
    return true;
}

void crok_csv_end(crok_csv_reader *r)
{
    free(r->unquoted);
    r->unquoted = NULL;
}
