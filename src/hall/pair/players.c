/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "core/file.h"
#include "hall/day/entries.h"
#include "hall/pair_stage.h"

/* A list of a thousand players is below 100 KB. */
#define LIST_MAX ((size_t)1 << 20)

/* A list that is being read. */
typedef struct reading {
    const char *path;
    bool singles;
    int line;
    crok_pairing_side *list; /* owned until it is handed over */
    int n;
    crok_entries known; /* those of the list */
} reading;

static bool split(const reading *r, const char *name, crok_pairing_side *out)
{
    *out = (crok_pairing_side){.n = 1};
    return r->singles ? crok_name_trim(name, strlen(name), out->player[0],
                                       sizeof out->player[0])
                      : crok_name_split(name, strlen(name), out);
}

static crok_status take_line(reading *r, const char *text, size_t len,
                             crok_err *err)
{
    char name[CROK_SIDE_NAME_MAX];
    bool is_whole = crok_name_trim(text, len, name, sizeof name);
    int known = r->known.n;
    r->line++;
    if (name[0] == '\0')
        return CROK_OK;
    if (r->n == CROK_PAIR_PLAYERS)
        return crok_fail(err, CROK_ETOOLARGE,
                         "%s:%d: at most %d players are allowed", r->path,
                         r->line, CROK_PAIR_PLAYERS);
    if (!is_whole || !split(r, name, &r->list[r->n]))
        return crok_fail(err, CROK_EFORMAT,
                         "%s:%d: \"%.60s\" is no player, and no team of at "
                         "most four, as Ann/Bob",
                         r->path, r->line, name);
    if (crok_entries_add(&r->known, &r->list[r->n]) < 0)
        return crok_fail(err, CROK_ENOMEM, "no memory for players");
    if (r->known.n == known)
        return crok_fail(err, CROK_EFORMAT, "%s:%d: \"%.60s\" stands twice",
                         r->path, r->line, name);
    r->n++;
    return CROK_OK;
}

static crok_status read_lines(reading *r, const char *text, size_t len,
                              crok_err *err)
{
    crok_status st = CROK_OK;
    for (size_t at = 0; st == CROK_OK && at < len;) {
        const char *end = memchr(text + at, '\n', len - at);
        size_t n = (end == NULL ? len : (size_t)(end - text)) - at;
        st = take_line(r, text + at, n, err);
        at += n + 1;
    }
    return st;
}

crok_status crok_pair_players(const char *path, bool singles,
                              crok_pairing_side **list, int *n, crok_err *err)
{
    reading r = {.path = path,
                 .singles = singles,
                 .list = calloc(CROK_PAIR_PLAYERS, sizeof *r.list)};
    char *text = NULL;
    size_t len = 0;
    crok_status st = r.list == NULL
                         ? crok_fail(err, CROK_ENOMEM, "no memory for players")
                         : crok_file_read(path, LIST_MAX, &text, &len, err);
    if (st == CROK_OK)
        st = read_lines(&r, text, len, err);
    free(text);
    crok_entries_free(&r.known);
    if (st == CROK_OK) {
        *list = r.list;
        *n = r.n;
    } else {
        free(r.list);
    }
    return st;
}
