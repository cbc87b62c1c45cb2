/* SPDX-License-Identifier: Apache-2.0 */
#include "report/str.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

static bool has_room(crok_str *t, size_t more)
{
    size_t room = t->room == 0 ? 256 : t->room;
    char *s = NULL;
    while (room < t->len + more + 1)
        room *= 2;
    if (t->failed || room == t->room)
        return !t->failed;
    s = realloc(t->s, room);
    if (s == NULL) {
        t->failed = true;
        return false;
    }
    t->s = s;
    t->room = room;
    t->s[t->len] = '\0';
    return true;
}

void crok_str_add(crok_str *t, const char *s)
{
    crok_str_add_bytes(t, s, strlen(s));
}

void crok_str_add_bytes(crok_str *t, const void *bytes, size_t n)
{
    if (!has_room(t, n))
        return;
    memcpy(t->s + t->len, bytes, n);
    t->len += n;
    t->s[t->len] = '\0';
}

void crok_str_addf(crok_str *t, const char *fmt, ...)
{
    va_list ap;
    int n = 0;
    va_start(ap, fmt);
    n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    if (n < 0 || !has_room(t, (size_t)n))
        return;
    va_start(ap, fmt);
    (void)vsnprintf(t->s + t->len, (size_t)n + 1, fmt, ap);
    va_end(ap);
    t->len += (size_t)n;
}

void crok_str_add_padded(crok_str *t, const char *s, int width)
{
    int pad = width - (int)crok_text_width(s);
    crok_str_addf(t, "%s%*s", s, pad > 0 ? pad : 0, "");
}

char *crok_str_take(crok_str *t)
{
    char *s = NULL;
    if (t->failed || !has_room(t, 0)) {
        free(t->s);
    } else {
        s = t->s;
    }
    *t = (crok_str){0};
    return s;
}
