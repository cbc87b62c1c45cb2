/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/day/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "hall/day.h"
#include "hall/day/glib_calls.h"

crok_status crok_names_check(crok_err *err)
{
    const char *why = NULL;
    return crok_glib_load(&why) != NULL
               ? CROK_OK
               : crok_fail(err, CROK_EUNSUPPORTED,
                           "names cannot be compared: %.120s; install "
                           "libglib2.0-0",
                           why);
}

/* ---- characters ---- */

/* Is it white space? Of the control characters only tab, LF and CR are. */
static bool is_space(uint32_t c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == 0xA0 ||
           c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 ||
           c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

/* Does it say only whether the letters beside it are written as one? Some
 * scripts are shown wrongly without it. */
static bool is_joiner(uint32_t c)
{
    return c == 0x200C || c == 0x200D;
}

/* Returns the character of ASCII in whose place a keyboard, or a program that
 * writes for print, has this one; 0: none. */
static char ascii_for(uint32_t c)
{
    static const struct {
        uint32_t first, last;
        char ascii;
    } of[] = {
        {0x60, 0x60, '\''},     {0xB4, 0xB4, '\''},     {0x2BB, 0x2BC, '\''},
        {0x2018, 0x2019, '\''}, {0x201B, 0x201B, '\''}, {0x2032, 0x2032, '\''},
        {0x201C, 0x201F, '"'},  {0x2010, 0x2015, '-'},  {0x2212, 0x2212, '-'},
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        if (c >= of[i].first && c <= of[i].last)
            return of[i].ascii;
    return '\0';
}

/* Copy a text with one space for each run of spaces, none at the ends, and
 * without what nobody sees.
 *
 *   compare  true: also without joiners, and with ASCII where ascii_for has it
 *   to       may be `from`
 *
 * Returns false if it was cut to `room` bytes. */
static bool copy_squeezed(const char *from, size_t len, bool compare, char *to,
                          size_t room)
{
    size_t n = 0;
    size_t gap = 0; /* spaces that are still to be written: 0 or 1 */
    size_t step = 0;
    const char *p = from;
    for (; p < from + len; p += step) {
        uint32_t c = crok_text_char(p, (size_t)(from + len - p), &step);
        char ascii = compare ? ascii_for(c) : '\0';
        size_t size = ascii != '\0' ? 1 : step;
        if (is_space(c)) {
            gap = n > 0;
            continue;
        }
        if (crok_text_is_invisible(c) || (compare && is_joiner(c)))
            continue;
        if (n + gap + size >= room)
            break;
        if (gap > 0)
            to[n++] = ' ';
        gap = 0;
        memmove(to + n, ascii != '\0' ? &ascii : p, size);
        n += size;
    }
    to[n] = '\0';
    return p == from + len;
}

/* ---- names ---- */

void crok_name_key(const char *name, char *out, size_t room)
{
    const char *why = NULL;
    const crok_glib_calls *glib = crok_glib_load(&why);
    char plain[CROK_NAME_KEY_MAX]; /* NFKC makes the acute accent a space */
    char *normal = NULL;
    char *folded = NULL;
    CROK_ASSERT(glib != NULL); /* crok_names_check */
    out[0] = '\0';
    if (!glib->utf8_validate(name, -1, NULL) ||
        !copy_squeezed(name, strlen(name), true, plain, sizeof plain))
        return;
    normal = glib->utf8_normalize(plain, -1, G_NORMALIZE_NFKC);
    folded = normal == NULL ? NULL : glib->utf8_casefold(normal, -1);
    if (folded == NULL ||
        !copy_squeezed(folded, strlen(folded), true, out, room))
        out[0] = '\0';
    glib->free(folded);
    glib->free(normal);
}

bool crok_name_same(const char *a, const char *b)
{
    char left[CROK_NAME_KEY_MAX];
    char right[CROK_NAME_KEY_MAX];
    crok_name_key(a, left, sizeof left);
    crok_name_key(b, right, sizeof right);
    return left[0] != '\0' && strcmp(left, right) == 0;
}

static int least_of(int a, int b, int c)
{
    int least = a < b ? a : b;
    return least < c ? least : c;
}

/* Row by row of the table of distances: d[k] is the distance of the first i
 * bytes of a from the first k bytes of b. */
int crok_name_distance(const char *a, const char *b)
{
    int d[CROK_NAME_KEY_MAX];
    int n = (int)strlen(b);
    for (int k = 0; k <= n; k++)
        d[k] = k;
    for (int i = 1; a[i - 1] != '\0'; i++) {
        int corner = d[0]; /* of the first i - 1 and the first k - 1 bytes */
        d[0] = i;
        for (int k = 1; k <= n; k++) {
            int above = d[k];
            d[k] = least_of(corner + (a[i - 1] != b[k - 1]), above + 1,
                            d[k - 1] + 1);
            corner = above;
        }
    }
    return d[n];
}

bool crok_name_trim(const char *from, size_t len, char *to, size_t room)
{
    return copy_squeezed(from, len, false, to, room);
}

bool crok_name_split(const char *text, size_t len, crok_pairing_side *out)
{
    const char *end = text + len;
    out->n = 0;
    while (text <= end) {
        const char *p = text;
        char *to = out->player[out->n];
        while (p < end && *p != '/' && *p != '&')
            p++;
        if (!crok_name_trim(text, (size_t)(p - text), to, CROK_TEXT_MAX) ||
            to[0] == '\0')
            return false;
        out->n++;
        text = p + 1;
        if (p < end && out->n == CROK_MAX_SEATS)
            return false;
    }
    return out->n > 0;
}

void crok_name_join(const crok_pairing_side *side, char out[CROK_SIDE_NAME_MAX])
{
    int n = 0;
    out[0] = '\0';
    for (int i = 0; i < side->n; i++)
        n += snprintf(out + n, (size_t)(CROK_SIDE_NAME_MAX - n), "%s%s",
                      i == 0 ? "" : "/", side->player[i]);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

void crok_side_key(const crok_pairing_side *side, char out[CROK_NAME_KEY_MAX])
{
    /* a quarter of the whole for each player, and a '/' between them */
    enum { ROOM = CROK_NAME_KEY_MAX / CROK_MAX_SEATS - 1 };
    char key[CROK_MAX_SEATS][ROOM];
    char name[CROK_SIDE_NAME_MAX] = "";
    crok_pairing_side parts;
    int n = 0;
    crok_name_join(side, name);
    if (crok_name_split(name, strlen(name), &parts))
        side = &parts;
    for (int i = 0; i < side->n; i++)
        crok_name_key(side->player[i], key[i], ROOM);
    qsort(key, (size_t)side->n, ROOM, by_text);
    out[0] = '\0';
    for (int i = 0; i < side->n; i++)
        n += snprintf(out + n, (size_t)(CROK_NAME_KEY_MAX - n), "%s%s",
                      i == 0 ? "" : "/", key[i]);
}
