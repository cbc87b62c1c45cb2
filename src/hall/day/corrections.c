/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/day/corrections.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "hall/day/names.h"
#include "hall/day/result_text.h"

bool crok_may_correct(const crok_day_record *r, const crok_event *e)
{
    if (e->type == CROK_EVENT_ROUND_COUNT)
        return e->u.count.of != 0;
    if (e->type == CROK_EVENT_PENALTY)
        return e->after != 0 || r->log.match.state == CROK_STATE_OVER;
    return e->type == CROK_EVENT_UNDO || e->type == CROK_EVENT_RULING ||
           e->type == CROK_EVENT_TWENTIES || e->type == CROK_EVENT_BOARD ||
           e->type == CROK_EVENT_MATCH_INFO ||
           e->type == CROK_EVENT_REPLAY_ROUND ||
           e->type == CROK_EVENT_DISQUALIFY;
}

/* Is a round of the match over, or the match? */
static bool has_result(const crok_history *h, int match)
{
    int n = 0;
    (void)crok_day_rounds(h, match, &n);
    return n > 0 || h->matches[match].end.state == CROK_STATE_OVER;
}

bool crok_results_note(crok_day_record *r, const crok_event *e,
                       crok_results_before *out)
{
    bool any = e->type == CROK_EVENT_DISQUALIFY; /* at any time */
    *out = (crok_results_before){0};
    if (!crok_day_record_refresh(r))
        return false;
    out->n = r->history.n_matches;
    out->text = calloc((size_t)out->n + 1, sizeof *out->text);
    if (out->text == NULL)
        return false;
    for (int i = 0; i < out->n; i++)
        if ((any || has_result(&r->history, i)) &&
            (out->text[i] = crok_day_result_text(&r->history, i)) == NULL)
            return false;
    return true;
}

void crok_results_forget(crok_results_before *before)
{
    for (int i = 0; before->text != NULL && i < before->n; i++)
        free(before->text[i]);
    free(before->text);
    *before = (crok_results_before){0};
}

/* Bytes of a name that are shown, with its end; a console's has at most 48. */
#define BY_SHOWN 64

/* What let the writer of an event write: its field "x-via". */
static const struct {
    const char *via;
    const char *behind; /* a name that the event has */
    const char *alone;
} ways[] = {{"host", " (host)", "the host"},
            {"table", " (table's code)", "somebody with the table's code"},
            {"program", " (program)", "a program"}};

static const char *text_of(const cJSON *doc, const char *name)
{
    const char *text =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(doc, name));
    return text == NULL ? "" : text;
}

/* Write who made an event, from its fields "by" or "x-by" and "x-via". */
static void read_by(const crok_day_row *row, char out[CROK_TEXT_MAX])
{
    cJSON *doc = NULL;
    const char *by = NULL;
    const char *via = NULL;
    const char *behind = "";
    char shown[BY_SHOWN];
    out[0] = '\0';
    if (crok_json_parse(row->line, row->len, "a row", &doc, NULL) != CROK_OK)
        return;
    by = text_of(doc, "by");
    if (by[0] == '\0')
        by = text_of(doc, "x-by");
    via = text_of(doc, "x-via");
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (strcmp(ways[i].via, via) != 0)
            continue;
        behind = by[0] == '\0' ? ways[i].alone : ways[i].behind;
    }
    (void)crok_name_trim(by, strlen(by), shown, sizeof shown);
    (void)snprintf(out, CROK_TEXT_MAX, "%s%s", shown, behind);
    cJSON_Delete(doc);
}

static bool make_room(crok_correction_list *list)
{
    int cap = list->cap == 0 ? 16 : 2 * list->cap;
    crok_correction *more = NULL;
    if (list->n < list->cap)
        return true;
    more = realloc(list->list, (size_t)cap * sizeof *more);
    if (more == NULL)
        return false;
    list->list = more;
    list->cap = cap;
    return true;
}

/* Add one correction, which takes `after`. */
static bool add(crok_correction_list *list, const crok_day_record *r,
                const char *before, char *after, const crok_event *e,
                const crok_day_row *row)
{
    char *copy = strdup(before);
    crok_correction *c = NULL;
    if (after == NULL || copy == NULL || !make_room(list)) {
        free(copy);
        free(after);
        return false;
    }
    c = &list->list[list->n++];
    *c = (crok_correction){
        .seq = e->seq, .type = e->type, .before = copy, .after = after};
    memcpy(c->table, r->table, sizeof c->table);
    if (c->table[0] == '\0')
        memcpy(c->table, r->log.match.info.table, sizeof c->table);
    memcpy(c->record, r->id, sizeof c->record);
    memcpy(c->time, e->time, sizeof c->time);
    read_by(row, c->by);
    crok_event_words_plain(e, c->text);
    return true;
}

/* Is the correction listed already, from a copy of its record at another
 * table? */
static bool is_listed(const crok_correction_list *list,
                      const crok_day_record *r, long seq)
{
    for (int i = 0; i < list->n; i++)
        if (list->list[i].seq == seq &&
            strcmp(list->list[i].record, r->id) == 0)
            return true;
    return false;
}

/* Is it the same correction in a copy of its record, which has another id since
 * it was imported anew? */
static bool is_copied(const crok_correction_list *list, const crok_event *e,
                      const char *before, const char *after)
{
    for (int i = 0; i < list->n; i++) {
        const crok_correction *c = &list->list[i];
        if (c->seq == e->seq && c->type == e->type &&
            strcmp(c->time, e->time) == 0 && strcmp(c->before, before) == 0 &&
            strcmp(c->after, after) == 0)
            return true;
    }
    return false;
}

bool crok_corrections_add(crok_correction_list *list, crok_day_record *r,
                          const crok_results_before *before,
                          const crok_event *e, const crok_day_row *row)
{
    if (!crok_day_record_refresh(r))
        return false;
    if (is_listed(list, r, e->seq))
        return true;
    for (int i = 0; i < before->n; i++) {
        char *after = NULL;
        if (before->text[i] == NULL)
            continue;
        after = i < r->history.n_matches ? crok_day_result_text(&r->history, i)
                                         : strdup("");
        if (after != NULL && (strcmp(after, before->text[i]) == 0 ||
                              is_copied(list, e, before->text[i], after))) {
            free(after);
            continue;
        }
        if (!add(list, r, before->text[i], after, e, row))
            return false;
    }
    return true;
}

void crok_corrections_free(crok_correction_list *list)
{
    for (int i = 0; i < list->n; i++) {
        free(list->list[i].before);
        free(list->list[i].after);
    }
    free(list->list);
    *list = (crok_correction_list){0};
}
