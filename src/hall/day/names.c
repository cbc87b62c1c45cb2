/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/day/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static const char *next_char(const char *p)
{
    do /* a character's later bytes are 10xxxxxx */
        p++;
    while (((unsigned char)*p & 0xC0U) == 0x80U);
    return p;
}

/* Copy a text with one space for each run of spaces, and none at the ends. */
static bool copy_squeezed(const crok_glib_calls *glib, const char *from,
                          char *to, size_t room)
{
    size_t n = 0;
    bool gap = false;
    for (const char *p = from; *p != '\0'; p = next_char(p)) {
        size_t len = (size_t)(next_char(p) - p);
        if (glib->unichar_isspace(glib->utf8_get_char(p))) {
            gap = n > 0;
            continue;
        }
        if (n + len + 2 > room)
            return false;
        if (gap)
            to[n++] = ' ';
        gap = false;
        memcpy(to + n, p, len);
        n += len;
    }
    to[n] = '\0';
    return true;
}

void crok_name_key(const char *name, char *out, size_t room)
{
    const char *why = NULL;
    const crok_glib_calls *glib = crok_glib_load(&why);
    char *normal = NULL;
    char *folded = NULL;
    CROK_ASSERT(glib != NULL); /* crok_names_check */
    out[0] = '\0';
    if (!glib->utf8_validate(name, -1, NULL))
        return;
    normal = glib->utf8_normalize(name, -1, G_NORMALIZE_NFKC);
    folded = normal == NULL ? NULL : glib->utf8_casefold(normal, -1);
    if (folded == NULL || !copy_squeezed(glib, folded, out, room))
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
    size_t n = 0;
    while (len > 0 && strchr(" \t\r\n", from[0]) != NULL) {
        from++;
        len--;
    }
    while (len > 0 && strchr(" \t\r\n", from[len - 1]) != NULL)
        len--;
    n = len < room ? len : room - 1;
    /* a character's later bytes are 10xxxxxx */
    while (n < len && n > 0 && ((unsigned char)from[n] & 0xC0U) == 0x80U)
        n--;
    memcpy(to, from, n);
    to[n] = '\0';
    return n == len;
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
