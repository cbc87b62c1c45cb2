/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/effect_words.h"

#include <stdio.h>
#include <string.h>

#include "core/json.h"
#include "rules/event_words.h"

/* ---- names ---- */

static bool is_start(const crok_log *log, int at)
{
    return log->events[at]->type == CROK_EVENT_MATCH_START;
}

crok_effect_scene crok_effect_scene_of(const crok_log *log, crok_match *about)
{
    crok_effect_scene s = {.log = log, .about = about, .about_match = -1};
    for (int i = 0; i < log->n; i++)
        if (is_start(log, i))
            s.last_match = i;
    return s;
}

/* Speak of this match: its names as they were corrected, if it is the last one.
 */
static const crok_match *speak_of(crok_effect_scene *s, int match)
{
    crok_event start;
    if (s->about_match == match)
        return s->about;
    s->about_match = match;
    if (match == s->last_match && s->log->match.number > 0) {
        s->about->info = s->log->match.info;
    } else {
        crok_kept_event(s->log->events[match], &start);
        s->about->info = start.u.start;
    }
    return s->about;
}

bool crok_effect_has_games(crok_effect_scene *s, int match)
{
    const crok_match_start *info = &speak_of(s, match)->info;
    return (info->best_of > 0 ? info->best_of : info->book.games) > 1;
}

/* "round 4", "round 1 of game 2", with " of match 1" if the record has gone on
 * to another match. */
static void say_place(crok_effect_scene *s, const crok_trace_step *round,
                      char out[CROK_TEXT_MAX])
{
    int n = snprintf(out, CROK_TEXT_MAX, "round %d", round->round);
    int number = 0;
    if (crok_effect_has_games(s, round->match))
        n += snprintf(out + n, (size_t)(CROK_TEXT_MAX - n), " of game %d",
                      round->game);
    for (int i = 0; i <= round->match; i++)
        number += is_start(s->log, i);
    if (round->match != s->last_match)
        (void)snprintf(out + n, (size_t)(CROK_TEXT_MAX - n), " of match %d",
                       number);
}

/* The sides whose bits are set: "Ann and Bo". */
static void say_sides(const crok_match *m, unsigned sides,
                      char out[CROK_TEXT_MAX])
{
    char name[CROK_TEXT_MAX];
    int n = 0;
    out[0] = '\0';
    for (int i = 0; i < m->info.n_sides && n < CROK_TEXT_MAX; i++) {
        if ((sides & 1U << i) == 0)
            continue;
        crok_side_words(m, i, name);
        n += snprintf(out + n, (size_t)(CROK_TEXT_MAX - n), "%s%s",
                      n == 0 ? "" : " and ", name);
    }
}

/* ---- results ---- */

void crok_effect_say_result(crok_effect_scene *s, const crok_trace_result *was,
                            const crok_trace_result *now,
                            char out[CROK_EFFECT_TEXT_MAX])
{
    const crok_trace_result *any = was != NULL ? was : now;
    const crok_match *m = speak_of(s, any->match);
    bool was_won = was != NULL && was->winners != 0;
    char what[32] = "the match";
    char won[CROK_TEXT_MAX] = "";
    char wins[CROK_TEXT_MAX] = "";
    int n = 0;
    if (any->game != CROK_TRACE_MATCH)
        (void)snprintf(what, sizeof what, "game %d", any->game);
    if (was != NULL)
        say_sides(m, was->winners, won);
    if (now != NULL)
        say_sides(m, now->winners, wins);
    if (now == NULL || now->winners == 0)
        n = snprintf(out, CROK_EFFECT_TEXT_MAX, "%s %s", what,
                     now == NULL ? "is open again" : "has no winner");
    else
        n = snprintf(out, CROK_EFFECT_TEXT_MAX, "%s is %s by %s", what,
                     was == NULL ? "over, won" : "won", wins);
    if (was_won)
        (void)snprintf(out + n, (size_t)(CROK_EFFECT_TEXT_MAX - n),
                       now == NULL || now->winners == 0
                           ? ", the win of %s is withdrawn"
                           : ", not by %s",
                       won);
}

/* ---- rounds ---- */

/* The round as it was; of the one that is being played that is said. */
static void say_was(crok_effect_scene *s, const crok_trace_step *was,
                    const crok_effect *e, char out[CROK_TEXT_MAX])
{
    char place[CROK_TEXT_MAX];
    say_place(s, was, place);
    (void)snprintf(out, CROK_TEXT_MAX, "%.60s%s", place,
                   e->seq == 0 ? ", being played," : "");
}

void crok_effect_say_moved(crok_effect_scene *s, const crok_trace_step *was,
                           const crok_trace_step *now, crok_effect *e)
{
    char from[CROK_TEXT_MAX];
    char to[CROK_TEXT_MAX];
    say_was(s, was, e, from);
    say_place(s, now, to);
    (void)snprintf(e->text, sizeof e->text, "%s becomes %s", from, to);
}

void crok_effect_say_starter(crok_effect_scene *s, const crok_trace_step *was,
                             const crok_trace_step *now, crok_effect *e)
{
    char place[CROK_TEXT_MAX];
    char first[CROK_TEXT_MAX];
    char other[CROK_TEXT_MAX];
    const crok_match *m = speak_of(s, now->match);
    say_place(s, now, place);
    crok_player_words(m, now->first_seat, first);
    crok_player_words(m, was->first_seat, other);
    (void)snprintf(e->text, sizeof e->text, "%s is begun by %s, not by %s",
                   place, first, other);
}

/* Why an event is left out: ": the match was over after round 3". */
static void say_why(crok_effect_scene *s, const crok_trace *after, int at,
                    char out[CROK_TEXT_MAX])
{
    char place[CROK_TEXT_MAX];
    const crok_trace_result *end = after->result;
    const crok_trace_step *last = NULL;
    if (after->step[at].left_out != CROK_LEFT_OUT_OVER) {
        (void)snprintf(out, CROK_TEXT_MAX, ": it does not fit any more");
        return;
    }
    for (int i = 0; i < after->n_results && after->result[i].at < at; i++)
        end = &after->result[i];
    last = &after->step[end->at];
    say_place(s, last, place);
    (void)snprintf(out, CROK_TEXT_MAX, ": the match was over%s%.60s",
                   last->ends_round ? " after " : "",
                   last->ends_round ? place : "");
}

void crok_effect_say_round(crok_effect_scene *s, const crok_trace *after,
                           int at, const crok_trace_step *round,
                           char out[CROK_EFFECT_TEXT_MAX])
{
    char place[CROK_TEXT_MAX];
    char why[CROK_TEXT_MAX] = "";
    bool is_out = after->step[at].left_out != CROK_LEFT_IN;
    say_place(s, round, place);
    if (is_out)
        say_why(s, after, at, why);
    (void)snprintf(out, CROK_EFFECT_TEXT_MAX, "%s %s%s", place,
                   is_out ? "is left out" : "counts again", why);
}

void crok_effect_say_events(crok_effect_scene *s, const crok_trace *after,
                            int first, int last, char out[CROK_EFFECT_TEXT_MAX])
{
    const crok_kept *const *events = (const crok_kept *const *)s->log->events;
    bool is_out = after->step[first].left_out != CROK_LEFT_IN;
    char why[CROK_TEXT_MAX] = "";
    char words[CROK_ROW_TEXT_MAX];
    crok_event e;
    if (is_out)
        say_why(s, after, first, why);
    if (first != last) {
        (void)snprintf(out, CROK_EFFECT_TEXT_MAX, "events %ld to %ld %s%s",
                       events[first]->seq, events[last]->seq,
                       is_out ? "are left out" : "count again", why);
        return;
    }
    crok_kept_event(events[first], &e);
    crok_event_words_plain(&e, words);
    (void)snprintf(out, CROK_EFFECT_TEXT_MAX, "event %ld (%.200s) %s%s", e.seq,
                   words, is_out ? "is left out" : "counts again", why);
}

void crok_effect_say_start(long seq, bool is_back,
                           char out[CROK_EFFECT_TEXT_MAX])
{
    (void)snprintf(out, CROK_EFFECT_TEXT_MAX,
                   "the match that event %ld started %s", seq,
                   is_back ? "is there again" : "is taken back");
}

void crok_effect_say_still_out(char out[CROK_EFFECT_TEXT_MAX])
{
    (void)snprintf(out, CROK_EFFECT_TEXT_MAX,
                   "what is left out of the match stays left out");
}

/* ---- for programs and people ---- */

const char *crok_effect_name(crok_effect_what what)
{
    static const char *const name[CROK_N_EFFECTS] = {
        "game",      "match",      "moved",     "starter",
        "round_out", "round_back", "event_out", "event_back"};
    return name[what];
}

#define NEEDS_CONFIRM "needs \"confirm\": true, as it changes what came later: "

/* Room for the effects that a message names. */
enum { LIST_MAX = 140 };

crok_status crok_effects_refuse(const crok_effects *effects, crok_err *err)
{
    char list[LIST_MAX] = "";
    size_t n = 0;
    int named = 0;
    int rest = effects->n + effects->n_more;
    for (; named < effects->n; named++, rest--) {
        const char *text = effects->effect[named].text;
        if (n + strlen(text) + 3 > sizeof list)
            break;
        n += (size_t)snprintf(list + n, sizeof list - n, "%s%s",
                              named == 0 ? "" : "; ", text);
    }
    if (rest == 0)
        return crok_fail(err, CROK_ECONFLICT, NEEDS_CONFIRM "%s", list);
    return crok_fail(err, CROK_ECONFLICT, NEEDS_CONFIRM "%s%s%d change%s%s",
                     list, named == 0 ? "" : "; and ", rest,
                     rest == 1 ? "" : "s", named == 0 ? "" : " more");
}

static void add_place(cJSON *doc, const char *name, const crok_round_place *at)
{
    cJSON *obj = NULL;
    if (at->round == 0)
        return;
    obj = cJSON_AddObjectToObject(doc, name);
    cJSON_AddNumberToObject(obj, "game", at->game);
    cJSON_AddNumberToObject(obj, "round", at->round);
}

cJSON *crok_effects_to_json(const crok_effects *effects)
{
    cJSON *list = cJSON_CreateArray();
    for (int i = 0; i < effects->n; i++) {
        const crok_effect *e = &effects->effect[i];
        cJSON *obj = cJSON_CreateObject();
        cJSON_AddStringToObject(obj, "what", crok_effect_name(e->what));
        crok_json_add_text(obj, "text", e->text);
        if (e->seq != 0)
            cJSON_AddNumberToObject(obj, "seq", (double)e->seq);
        add_place(obj, "from", &e->from);
        add_place(obj, "to", &e->to);
        cJSON_AddItemToArray(list, obj);
    }
    return list;
}
