/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/next_list.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "rules/read.h"

/* ---- checking ---- */

/* Check the texts of a list: `least` to `most` of them, none empty. */
static crok_status check_texts(const cJSON *list, int least, int most,
                               const char *where, crok_err *err)
{
    const cJSON *item = NULL;
    int n = cJSON_GetArraySize(list);
    bool fits = cJSON_IsArray(list) && n >= least && n <= most;
    cJSON_ArrayForEach(item, list)
    {
        const char *text = cJSON_GetStringValue(item);
        fits = fits && text != NULL && text[0] != '\0' &&
               strlen(text) < CROK_TEXT_MAX;
    }
    return fits ? CROK_OK
                : crok_fail(err, CROK_EFORMAT,
                            "%s: must be a list of %d to %d names of at most "
                            "%d bytes",
                            where, least, most, CROK_TEXT_MAX - 1);
}

/* Check the colours of the sides, any of which may be empty. */
static crok_status check_colours(const cJSON *match, const char *where,
                                 crok_err *err)
{
    const cJSON *list = crok_field(match, "colours");
    const cJSON *item = NULL;
    bool fits =
        list == NULL || (cJSON_IsArray(list) &&
                         cJSON_GetArraySize(list) ==
                             cJSON_GetArraySize(crok_field(match, "sides")));
    cJSON_ArrayForEach(item, list)
    {
        const char *text = cJSON_GetStringValue(item);
        fits = fits && text != NULL && strlen(text) < CROK_NAME_MAX;
    }
    return fits ? CROK_OK
                : crok_fail(err, CROK_EFORMAT,
                            "%s: \"colours\" must have a text of at most %d "
                            "bytes for each side",
                            where, CROK_NAME_MAX - 1);
}

static crok_status check_sides(const cJSON *match, const char *where,
                               crok_err *err)
{
    const cJSON *sides = NULL;
    const cJSON *side = NULL;
    int n = 0;
    crok_status st =
        crok_read_array(match, "sides", CROK_MAX_SIDES, where, &sides, err);
    if (st == CROK_OK && cJSON_GetArraySize(sides) < 2)
        st = crok_fail(err, CROK_EFORMAT,
                       "%s: \"sides\" must have two to four lists of players",
                       where);
    if (st != CROK_OK)
        return st;
    cJSON_ArrayForEach(side, sides)
    {
        crok_where at = crok_where_in(where, "sides", n++);
        st = check_texts(side, 1, CROK_MAX_SEATS, at.text, err);
        if (st != CROK_OK)
            return st;
    }
    return check_colours(match, where, err);
}

/* Check texts of an object that may be absent or empty. */
static crok_status check_fields(const cJSON *obj, const char *const *names,
                                int n, const char *where, crok_err *err)
{
    char text[CROK_TEXT_MAX];
    crok_status st = CROK_OK;
    for (int i = 0; i < n && st == CROK_OK; i++)
        if (!cJSON_IsNull(crok_field(obj, names[i])))
            st = crok_read_text_opt(obj, names[i], where, text, sizeof text,
                                    err);
    return st;
}

static crok_status check_match(const cJSON *match, const char *where, void *out,
                               crok_err *err)
{
    static const char *const names[] = {"stage", "pool", "game", "time"};
    crok_status st = check_fields(match, names, 4, where, err);
    (void)out;
    return st == CROK_OK ? check_sides(match, where, err) : st;
}

/* Check what the hall knew of one record. */
static crok_status check_known(const cJSON *known, const char *where, void *out,
                               crok_err *err)
{
    char record[CROK_TEXT_MAX];
    long seq = 0;
    crok_status st =
        crok_read_text(known, "record", where, record, sizeof record, err);
    (void)out;
    return st == CROK_OK ? crok_read_long(known, "seq", where, &seq, err) : st;
}

crok_status crok_next_list_check(const cJSON *doc, const char *where,
                                 crok_err *err)
{
    static const char *const names[] = {"table", "tournament", "division"};
    const crok_list matches = {
        .name = "matches", .max = INT_MAX, .read = check_match};
    const crok_list known = {
        .name = "known", .max = INT_MAX, .read = check_known};
    crok_status st = crok_read_schema(doc, CROK_NEXT_LIST_SCHEMA, where, err);
    if (st == CROK_OK)
        st = check_fields(doc, names, 3, where, err);
    if (st == CROK_OK)
        st = crok_read_list(doc, &matches, where, err);
    if (st == CROK_OK && crok_field(doc, "known") != NULL)
        st = crok_read_list(doc, &known, where, err);
    return st;
}

/* ---- what has begun ---- */

/* Returns the seq of the last event of the record that the hall knew when it
 * made the list; 0: it did not know the record. */
static double known_seq(const cJSON *doc, const char *record)
{
    const cJSON *known = NULL;
    cJSON_ArrayForEach(known, crok_field(doc, "known"))
    {
        const char *id = cJSON_GetStringValue(crok_field(known, "record"));
        if (strcmp(id, record) == 0)
            return cJSON_GetNumberValue(crok_field(known, "seq"));
    }
    return 0.0;
}

static int players_of(const crok_match_start *start, int side)
{
    int n = 0;
    for (int i = 0; i < start->seats.n; i++)
        n += start->seats.side[i] == side;
    return n;
}

static bool plays_for(const crok_match_start *start, int side, const char *name)
{
    for (int i = 0; i < start->seats.n; i++)
        if (start->seats.side[i] == side && strcmp(start->player[i], name) == 0)
            return true;
    return false;
}

/* Are these the players of that side, in any order? */
static bool is_side(const cJSON *players, const crok_match_start *start,
                    int side)
{
    const cJSON *player = NULL;
    if (cJSON_GetArraySize(players) != players_of(start, side))
        return false;
    cJSON_ArrayForEach(player, players)
    {
        if (!plays_for(start, side, player->valuestring))
            return false;
    }
    return true;
}

/* Is this the match of the list, with its sides in any order? */
static bool has_players(const cJSON *match, const crok_match_start *start)
{
    const cJSON *sides = crok_field(match, "sides");
    const cJSON *players = NULL;
    unsigned found = 0;
    cJSON_ArrayForEach(players, sides)
    {
        for (int i = 0; i < start->n_sides; i++)
            if ((found & 1U << i) == 0 && is_side(players, start, i)) {
                found |= 1U << i;
                break;
            }
    }
    return cJSON_GetArraySize(sides) == start->n_sides &&
           found == (1U << start->n_sides) - 1U;
}

static bool is_same(const cJSON *match, const char *name, const char *text)
{
    const char *listed = cJSON_GetStringValue(crok_field(match, name));
    return strcmp(listed == NULL ? "" : listed, text) == 0;
}

/* How well a match of the list suits one of the same players that has begun. */
static int suits(const cJSON *match, const crok_match_start *start)
{
    return 4 * is_same(match, "stage", start->stage) +
           2 * is_same(match, "game", start->game) +
           is_same(match, "pool", start->pool);
}

static void drop_match(cJSON *matches, const crok_match_start *start)
{
    cJSON *match = NULL;
    cJSON *best = NULL;
    cJSON_ArrayForEach(match, matches)
    {
        if (has_players(match, start) &&
            (best == NULL || suits(match, start) > suits(best, start)))
            best = match;
    }
    if (best != NULL)
        cJSON_Delete(cJSON_DetachItemViaPointer(matches, best));
}

crok_status crok_next_list_drop_begun(cJSON *doc, const char *record,
                                      const crok_log *log, crok_err *err)
{
    cJSON *matches = cJSON_GetObjectItemCaseSensitive(doc, "matches");
    const double since = known_seq(doc, record);
    bool *stands = calloc((size_t)log->n + 1, sizeof *stands);
    crok_event *e = malloc(sizeof *e);
    crok_status st =
        stands == NULL || e == NULL
            ? crok_fail(err, CROK_ENOMEM, "no memory for the next matches")
            : crok_log_standing(log, stands, err);
    for (int i = 0; st == CROK_OK && i < log->n; i++) {
        const crok_kept *kept = log->events[i];
        if (kept->type != CROK_EVENT_MATCH_START || !stands[i] ||
            (double)kept->seq <= since)
            continue;
        crok_kept_event(kept, e);
        drop_match(matches, &e->u.start);
    }
    free(stands);
    free(e);
    return st;
}
