/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/day_values.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/path.h"
#include "core/text.h"
#include "hall/day_file.h"
#include "rules/book.h"

/* Links that are followed, as the kernel does. */
#define LINKS_MOST 40

/* ---- what is allowed ---- */

static bool is_plain(const char *text)
{
    const size_t len = strlen(text);
    return len > 0 && crok_text_find_bad(text, len) == NULL;
}

/* Days of a month, from 1, in the Gregorian calendar. */
static int days_of(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return days[month - 1] + (month == 2 && is_leap);
}

static bool is_date(const char *t)
{
    int month = 0;
    int day = 0;
    for (int i = 0; i < 10; i++)
        if (i == 4 || i == 7 ? t[i] != '-' : !isdigit((unsigned char)t[i]))
            return false;
    month = (t[5] - '0') * 10 + t[6] - '0';
    day = (t[8] - '0') * 10 + t[9] - '0';
    return t[10] == '\0' && month >= 1 && month <= 12 && day >= 1 &&
           day <= days_of((int)strtol(t, NULL, 10), month);
}

static bool is_division(const char *t)
{
    const char *hyphen = strchr(t, '-');
    return hyphen != NULL && hyphen != t && hyphen[1] != '\0' &&
           strchr(hyphen + 1, '-') == NULL && strchr(t, ' ') == NULL;
}

static bool is_one_of(const char *t, const char *const *list)
{
    for (; *list != NULL; list++)
        if (strcmp(t, *list) == 0)
            return true;
    return false;
}

static bool is_url(const char *t)
{
    char host[256];
    const char *rest = strstr(t, "://");
    return (strncmp(t, "nats://", 7) == 0 || strncmp(t, "tls://", 6) == 0) &&
           strchr(rest, '@') == NULL &&
           crok_day_port(rest + 3, host, sizeof host) != 0;
}

const char *crok_day_value_fault(crok_day_value kind, const char *text)
{
    static const char *const categories[] = {"Singles", "Doubles", "Teams",
                                             NULL};
    static const char *const ties[] = {"20s", "head-to-head", NULL};
    static const char *const unpaired[] = {"leave-out", "count", NULL};
    char host[256];
    if (!is_plain(text))
        return "must be a text of at least one character, in UTF-8";
    switch (kind) {
    case CROK_VALUE_NAME:
        return strlen(text) < CROK_NAME_MAX
                   ? NULL
                   : "must be a name of at most 47 bytes";
    case CROK_VALUE_ADDRESS:
        return crok_day_port(text, host, sizeof host) != 0
                   ? NULL
                   : "must be ADDRESS:PORT, with a port from 1 to 65535";
    case CROK_VALUE_URL:
        return is_url(text) ? NULL
                            : "must be nats://HOST:PORT or tls://HOST:PORT; "
                              "user and password are in the key files";
    case CROK_VALUE_DATE:
        return is_date(text) ? NULL : "must be a day, as 2026-05-02";
    case CROK_VALUE_DIVISION:
        return is_division(text)
                   ? NULL
                   : "must be a text with exactly one hyphen and no space, as "
                     "Competitive-Fingers";
    case CROK_VALUE_CATEGORY:
        return is_one_of(text, categories)
                   ? NULL
                   : "must be Singles, Doubles or Teams";
    case CROK_VALUE_TIES:
        return is_one_of(text, ties) ? NULL : "must be 20s or head-to-head";
    case CROK_VALUE_UNPAIRED:
        return is_one_of(text, unpaired) ? NULL : "must be leave-out or count";
    case CROK_VALUE_TEXT:
    case CROK_VALUE_PATH:
    case CROK_VALUE_BOOK:
    case CROK_VALUE_SOURCE:
        break;
    }
    return NULL;
}

int crok_day_port(const char *text, char *host, size_t size)
{
    const bool has_brackets = text[0] == '[';
    const char *end = has_brackets ? strchr(text, ']') : strchr(text, ':');
    const char *colon = has_brackets && end != NULL ? end + 1 : end;
    const char *begin = text + (has_brackets ? 1 : 0);
    int port = 0;
    if (end == NULL || end == begin || *colon != ':' ||
        (size_t)(end - begin) >= size)
        return 0;
    for (const char *p = colon + 1; *p != '\0'; p++) {
        if (!isdigit((unsigned char)*p) || port > 65535)
            return 0;
        port = port * 10 + (*p - '0');
    }
    (void)snprintf(host, size, "%.*s", (int)(end - begin), begin);
    return port <= 65535 ? port : 0;
}

/* ---- values as the program uses them ---- */

/* Complete the list of pictures "@PATH" by the folder of the file at `from`. */
static char *list_beside(const char *from, const char *text)
{
    char *path = crok_path_beside(from, text + 1);
    const size_t size = path == NULL ? 0 : strlen(path) + 2;
    char *out = path == NULL ? NULL : malloc(size);
    if (out != NULL)
        (void)snprintf(out, size, "@%s", path);
    free(path);
    return out;
}

bool crok_day_value_is_path(crok_day_value kind, const char *text)
{
    return kind == CROK_VALUE_PATH ||
           (kind == CROK_VALUE_BOOK && strpbrk(text, "/.") != NULL) ||
           (kind == CROK_VALUE_SOURCE && strstr(text, "://") == NULL &&
            strncmp(text, "env:", 4) != 0 && strcmp(text, "none") != 0);
}

char *crok_day_value_of(crok_day_value kind, const char *from, const char *text)
{
    if (!crok_day_value_is_path(kind, text))
        return strdup(text);
    return kind == CROK_VALUE_SOURCE && text[0] == '@'
               ? list_beside(from, text)
               : crok_path_beside(from, text);
}

/* ---- what two tables may not share ---- */

bool crok_day_same_text(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

/* Returns the path to which the links of a path lead, also where nothing is
 * there yet. Free it with free(); NULL: no memory. */
static char *end_of_links(const char *path)
{
    char *at = strdup(path);
    for (int i = 0; at != NULL && i < LINKS_MOST; i++) {
        char to[PATH_MAX];
        const ssize_t n = readlink(at, to, sizeof to - 1);
        char *next = NULL;
        if (n < 0)
            break;
        to[n] = '\0';
        next = crok_path_beside(at, to);
        free(at);
        at = next;
    }
    return at;
}

/* The place of a file that is not there: its folder, and its name in it. */
static bool find_new_place(const char *path, crok_day_place *out)
{
    struct stat at;
    char *end = end_of_links(path);
    char *folder = end == NULL ? NULL : crok_path_folder(end);
    if (folder != NULL && stat(folder, &at) == 0) {
        out->is_known = true;
        out->device = at.st_dev;
        out->node = at.st_ino;
        (void)snprintf(out->name, sizeof out->name, "%s", crok_path_name(end));
    }
    free(end);
    free(folder);
    return folder != NULL;
}

bool crok_day_find_place(const char *path, crok_day_place *out)
{
    struct stat at;
    *out = (crok_day_place){.path = path};
    if (stat(path, &at) != 0)
        return find_new_place(path, out);
    out->is_known = true;
    out->device = at.st_dev;
    out->node = at.st_ino;
    return true;
}

bool crok_day_is_one_place(const crok_day_place *a, const crok_day_place *b)
{
    if (!a->is_known || !b->is_known)
        return strcmp(a->path, b->path) == 0;
    return a->device == b->device && a->node == b->node &&
           strcmp(a->name, b->name) == 0;
}

/* Do two paths lead to the same file? */
static bool is_same_file(const char *a, const char *b)
{
    crok_day_place at_a;
    crok_day_place at_b;
    return crok_day_find_place(a, &at_a) && crok_day_find_place(b, &at_b) &&
           crok_day_is_one_place(&at_a, &at_b);
}

bool crok_day_same_device(const char *a, const char *b)
{
    struct stat at_a;
    struct stat at_b;
    if (strcmp(a, "none") == 0 || strcmp(b, "none") == 0)
        return false;
    if (strncmp(a, "/dev/", 5) == 0 || strstr(a, "://") != NULL ||
        a[0] == '@' || strncmp(a, "env:", 4) == 0)
        return is_same_file(a, b);
    return stat(a, &at_a) == 0 && stat(b, &at_b) == 0 &&
           S_ISCHR(at_a.st_mode) && S_ISCHR(at_b.st_mode) &&
           at_a.st_rdev == at_b.st_rdev;
}

bool crok_day_same_port(const char *a, const char *b)
{
    char host[256];
    return crok_day_port(a, host, sizeof host) ==
           crok_day_port(b, host, sizeof host);
}

bool crok_day_share_machine(const char *a, const char *b)
{
    return a == NULL || b == NULL || strcmp(a, b) == 0;
}
