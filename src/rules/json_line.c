/* SPDX-License-Identifier: Apache-2.0
 *
 * Find the line of a member in JSON text that has already been parsed: the
 * parser does not keep positions. */
#include "rules/book_json.h"

#include <string.h>

typedef struct walk {
    const char *at, *end;
    int line;
} walk;

static bool more(const walk *w)
{
    return w->at < w->end;
}

static void step(walk *w)
{
    if (*w->at == '\n')
        w->line++;
    w->at++;
}

/* The parser takes every byte up to the blank for white space. */
static bool is_space(char c)
{
    return (unsigned char)c <= ' ';
}

static void skip_space(walk *w)
{
    while (more(w) && (is_space(*w->at) || *w->at == ',' || *w->at == ':'))
        step(w);
}

/* Skip a string; *from is its beginning. Returns its length as written. */
static size_t pass_string(walk *w, const char **from)
{
    step(w);
    *from = w->at;
    while (more(w) && *w->at != '"') {
        if (*w->at == '\\')
            step(w);
        if (more(w))
            step(w);
    }
    if (more(w))
        step(w);
    return (size_t)(w->at - *from) - (w->at > *from ? 1 : 0);
}

static void pass_value(walk *w)
{
    const char *unused = NULL;
    int depth = 0;
    do {
        skip_space(w);
        if (!more(w))
            return;
        if (*w->at == '"') {
            (void)pass_string(w, &unused);
        } else if (*w->at == '{' || *w->at == '[') {
            depth++;
            step(w);
        } else if (*w->at == '}' || *w->at == ']') {
            depth--;
            step(w);
        } else {
            do /* a number or a word */
                step(w);
            while (more(w) && !is_space(*w->at) &&
                   strchr(",:]}", *w->at) == NULL);
        }
    } while (depth > 0);
}

/* Stands at an object: moves to the value of its member `name`. */
static bool enter(walk *w, const char *name, int *line)
{
    skip_space(w);
    if (!more(w) || *w->at != '{')
        return false;
    step(w);
    for (;;) {
        const char *from = NULL;
        size_t len = 0;
        skip_space(w);
        if (!more(w) || *w->at != '"')
            return false;
        *line = w->line;
        len = pass_string(w, &from);
        skip_space(w);
        if (len == strlen(name) && strncmp(from, name, len) == 0)
            return true;
        pass_value(w);
    }
}

int crok_json_line_of(const char *text, size_t len, const char *const *names,
                      int n)
{
    walk w = {text, text + len, 1};
    int line = 0;
    for (int i = 0; i < n; i++)
        if (!enter(&w, names[i], &line))
            return 0;
    return line;
}
