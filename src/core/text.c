/* SPDX-License-Identifier: Apache-2.0 */
#include "core/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The length of the valid UTF-8 sequence at p (Unicode 15, table 3-7), or 0. */
static size_t utf8_len(const unsigned char *p)
{
    unsigned char lo = 0x80;
    unsigned char hi = 0xBF;
    size_t n = 0;
    if (p[0] < 0x80)
        return 1;
    if (p[0] >= 0xC2 && p[0] <= 0xDF)
        n = 2;
    else if ((p[0] & 0xF0U) == 0xE0U)
        n = 3;
    else if (p[0] >= 0xF0 && p[0] <= 0xF4)
        n = 4;
    else
        return 0;
    if (p[0] == 0xE0)
        lo = 0xA0;
    if (p[0] == 0xED)
        hi = 0x9F;
    if (p[0] == 0xF0)
        lo = 0x90;
    if (p[0] == 0xF4)
        hi = 0x8F;
    if (p[1] < lo || p[1] > hi)
        return 0;
    for (size_t i = 2; i < n; i++)
        if ((p[i] & 0xC0U) != 0x80U)
            return 0;
    return n;
}

/* Skip characters of ASCII, eight at a time. */
static const char *skip_ascii(const char *text, const char *end)
{
    uint64_t eight = 0;
    for (; end - text >= (ptrdiff_t)sizeof eight; text += sizeof eight) {
        memcpy(&eight, text, sizeof eight);
        if ((eight & UINT64_C(0x8080808080808080)) != 0)
            break;
    }
    return text;
}

const char *crok_text_find_bad(const char *text, size_t len)
{
    const char *end = text + len;
    while ((text = skip_ascii(text, end)) < end) {
        unsigned char last[5] = {0}; /* no character goes beyond the end */
        size_t left = (size_t)(end - text);
        size_t n = 0;
        memcpy(last, text, left < 4 ? left : 4);
        n = utf8_len(last);
        if (n == 0)
            return text;
        text += n;
    }
    return NULL;
}

uint32_t crok_text_char(const char *text, size_t len, size_t *n)
{
    unsigned char p[5] = {0}; /* no character goes beyond the end */
    uint32_t code = 0;
    memcpy(p, text, len < 4 ? len : 4);
    *n = utf8_len(p);
    if (*n == 0) {
        *n = 1;
        return 0xFFFD;
    }
    code = *n == 1 ? p[0] : p[0] & (0x7FU >> *n);
    for (size_t i = 1; i < *n; i++)
        code = code << 6 | (p[i] & 0x3FU);
    return code;
}

size_t crok_text_mark(const char *text, size_t len)
{
    static const char mark[] = {'\xEF', '\xBB', '\xBF'};
    return len >= sizeof mark && memcmp(text, mark, sizeof mark) == 0
               ? sizeof mark
               : 0;
}

bool crok_text_is_utf16(const char *text, size_t len)
{
    return len >= 2 && (memcmp(text, "\xFF\xFE", 2) == 0 ||
                        memcmp(text, "\xFE\xFF", 2) == 0 ||
                        (text[0] == '\0') != (text[1] == '\0'));
}

/* The C0 and C1 control characters, and DEL. */
static bool is_control(const unsigned char *p, size_t n)
{
    return (n == 1 && (p[0] < 0x20 || p[0] == 0x7F)) ||
           (n == 2 && p[0] == 0xC2 && p[1] < 0xA0);
}

bool crok_text_is_invisible(uint32_t c)
{
    static const struct {
        uint32_t first, last;
    } of[] = {{0xAD, 0xAD},     {0x61C, 0x61C},   {0x180E, 0x180E},
              {0x200B, 0x200B}, {0x200E, 0x200F}, {0x202A, 0x202E},
              {0x2060, 0x206F}, {0xFEFF, 0xFEFF}, {0xE0000, 0xE007F}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        if (c >= of[i].first && c <= of[i].last)
            return true;
    return false;
}

bool crok_text_find_unseen(const char *text, size_t len, uint32_t *code)
{
    size_t n = 0;
    for (const char *p = text; p < text + len; p += n) {
        const uint32_t c = crok_text_char(p, (size_t)(text + len - p), &n);
        if (is_control((const unsigned char *)p, n) || c == 0x2028 ||
            c == 0x2029 || crok_text_is_invisible(c)) {
            *code = c;
            return true;
        }
    }
    return false;
}

const char *crok_text_find_escape(const char *text, size_t len,
                                  const char *escape)
{
    const size_t n = strlen(escape);
    const char *end = text + len;
    const char *p = memchr(text, '\\', len);
    while (p != NULL && (size_t)(end - p) > n) {
        if (strncasecmp(p + 1, escape, n) == 0)
            return p;
        p = memchr(p + 2, '\\', (size_t)(end - p) - 2U);
    }
    return NULL;
}

/* A copy in which each byte that is not valid UTF-8 and, if `plain`, each
 * control character that does not end a line or a column is U+FFFD. */
static char *replaced(const char *text, bool plain)
{
    char *clean = malloc(3 * strlen(text) + 1);
    char *to = clean;
    if (clean == NULL)
        return NULL;
    for (const char *p = text; *p != '\0';) {
        const unsigned char *u = (const unsigned char *)p;
        size_t n = utf8_len(u);
        bool bad = n == 0 ||
                   (plain && is_control(u, n) && strchr("\t\r\n", *p) == NULL);
        memcpy(to, bad ? "\xEF\xBF\xBD" : p, bad ? 3 : n);
        to += bad ? 3 : n;
        p += n == 0 ? 1 : n;
    }
    *to = '\0';
    return clean;
}

char *crok_text_utf8(const char *text)
{
    return replaced(text, false);
}

char *crok_text_plain(const char *text)
{
    return replaced(text, true);
}

/* Write one byte as an escape sequence, such as \n or \x1b. Returns its length.
 */
static size_t escape(char *to, unsigned char c)
{
    if (c == '\n' || c == '\t') {
        memcpy(to, c == '\n' ? "\\n" : "\\t", 3);
        return 2;
    }
    (void)snprintf(to, 5, "\\x%02x", (unsigned)c);
    return 4;
}

char *crok_text_printable(const char *text)
{
    char *clean = malloc(4 * strlen(text) + 5);
    char *to = clean;
    if (clean == NULL)
        return NULL;
    for (const unsigned char *p = (const unsigned char *)text; *p != '\0';) {
        size_t n = utf8_len(p);
        bool show = n > 0 && !is_control(p, n);
        size_t taken = n == 0 ? 1 : n;
        for (size_t i = 0; i < taken; i++) {
            if (show)
                *to++ = (char)p[i];
            else
                to += escape(to, p[i]);
        }
        p += taken;
    }
    *to = '\0';
    return clean;
}

size_t crok_text_width(const char *text)
{
    size_t n = 0;
    for (const char *p = text; *p != '\0'; p++)
        n += ((unsigned char)*p & 0xC0U) != 0x80U;
    return n;
}

void crok_text_short_path(const char *path, char *out, size_t size)
{
    size_t n = strlen(path);
    const char *dots = n < size ? "" : "...";
    const char *from = n < size ? path : path + n - (size - strlen(dots) - 1U);
    while (*dots != '\0' && ((unsigned char)*from & 0xC0U) == 0x80U)
        from++;
    (void)snprintf(out, size, "%s%s", dots, from);
    for (char *p = out; *p != '\0'; p++)
        if ((unsigned char)*p < 0x20U || *p == 0x7F)
            *p = '?';
}
