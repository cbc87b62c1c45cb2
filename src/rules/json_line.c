/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the line of a member in a JSON text. The text has been parsed before,
 * so it is valid; but the parser does not keep the positions of members. */
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

/* Is c white space? The JSON parser accepts every byte up to 0x20, the space,
 * as white space, so this function does too. */
static bool is_space(char c)
{
    return (unsigned char)c <= ' ';
}

static void skip_space(walk *w)
{
    while (more(w) && (is_space(*w->at) || *w->at == ',' || *w->at == ':'))
        step(w);
}

/* Skip the string that begins at w->at. *from is set to the first byte after
 * the opening quote. Returns the number of bytes between the quotes. */
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

/* Move from the beginning of an object to the value of its member `name`, and
 * write the member's line to *line. Returns false if there is no such member.
 */
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
