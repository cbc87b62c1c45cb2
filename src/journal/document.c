/* SPDX-License-Identifier: Apache-2.0 */
#include "journal/document.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "core/json.h"
#include "journal/steps.h"
#include "rules/handicap_json.h"
#include "rules/history.h"
#include "rules/match_shot.h"
#include "rules/rules_json.h"

/* The picture of a close call is searched at this number of latest shots.
 * Chosen by hand: a round of doubles has 24 discs. */
#define PICTURE_SHOTS_BACK 24
#define MM_DECIMALS 2
/* Two measurements of a disc that was not moved differ by less than this, mm.
 * Chosen by hand. */
#define SAME_MM 1.0

static cJSON *field(const cJSON *obj, const char *name)
{
    return cJSON_GetObjectItemCaseSensitive(obj, name);
}

/* Returns the first element of obj[name]. NULL if there is no such element, or
 * if obj[name] is absent because memory was short. */
static cJSON *first_of(const cJSON *obj, const char *name)
{
    const cJSON *all = field(obj, name);
    return all == NULL ? NULL : all->child;
}

/* ---- board, discs and seats ---- */

static void add_board(cJSON *doc, const crok_match *m)
{
    const crok_lines *l = &m->info.lines;
    cJSON *board = NULL;
    cJSON *lines = NULL;
    if (m->state == CROK_STATE_WAITING) {
        cJSON_AddNullToObject(doc, "board");
        return;
    }
    board = cJSON_AddObjectToObject(doc, "board");
    lines = cJSON_AddObjectToObject(board, "lines_mm");
    crok_json_add_num(lines, "outer", l->outer_mm, MM_DECIMALS);
    crok_json_add_num(lines, "middle", l->middle_mm, MM_DECIMALS);
    crok_json_add_num(lines, "inner", l->inner_mm, MM_DECIMALS);
    crok_json_add_num(lines, "width", l->width_mm, MM_DECIMALS);
    crok_json_add_num(board, "hole_mm", l->hole_mm, MM_DECIMALS);
    crok_json_add_num(board, "disc_mm", m->info.disc_mm, 3);
}

static void add_margins(cJSON *doc, const crok_match *m)
{
    crok_value_rules rules = crok_book_value_rules(&m->info.book);
    cJSON *item = first_of(doc, "discs");
    for (int i = 0; i < m->n_discs && item != NULL; i++, item = item->next) {
        const crok_disc *d = &m->discs[i];
        crok_rest rest = crok_disc_rest(d, m->info.disc_mm);
        crok_value v = crok_value_of(&m->info.lines, &rules, &rest);
        if (v.nearest == CROK_LINE_NONE)
            cJSON_AddNullToObject(item, "line");
        else
            cJSON_AddStringToObject(item, "line", crok_line_name(v.nearest));
        crok_json_add_num(item, "margin_mm", v.margin_mm, MM_DECIMALS);
        cJSON_AddItemToObject(item, "range",
                              cJSON_CreateIntArray((int[]){v.lo, v.hi}, 2));
    }
}

static void add_dealt(cJSON *doc, const crok_match *m)
{
    cJSON *side = first_of(doc, "sides");
    for (int i = 0; i < m->info.n_sides && side != NULL; i++) {
        cJSON_AddNumberToObject(side, "dealt", crok_match_dealt(m, i));
        side = side->next;
    }
}

static cJSON *seat_json(const crok_match_start *info, int i)
{
    cJSON *seat = cJSON_CreateObject();
    cJSON_AddNumberToObject(seat, "seat", info->seats.seat[i]);
    cJSON_AddStringToObject(seat, "player", info->player[i]);
    cJSON_AddStringToObject(seat, "side",
                            info->sides[info->seats.side[i]].side);
    crok_handicap_to_json(seat, &info->handicap[i]);
    return seat;
}

static void add_seats(cJSON *doc, const crok_match *m)
{
    cJSON *list = cJSON_AddArrayToObject(doc, "seats");
    for (int i = 0; i < m->info.seats.n; i++)
        cJSON_AddItemToArray(list, seat_json(&m->info, i));
}

/* `list` has the discs that must be taken off or put back after this shot. Add
 * to each of them its side and, if it is in shot->after, its position there. An
 * element that has a position already keeps it. */
static void add_places(cJSON *list, const crok_shot *shot)
{
    cJSON *item = NULL;
    cJSON_ArrayForEach(item, list)
    {
        int id = (int)cJSON_GetNumberValue(field(item, "id"));
        int at = crok_disc_find(shot->after, shot->n_after, id);
        int was = crok_disc_find(shot->before, shot->n_before, id);
        const crok_disc *d = at >= 0    ? &shot->after[at]
                             : was >= 0 ? &shot->before[was]
                                        : NULL;
        if (d == NULL)
            continue;
        cJSON_AddStringToObject(item, "side", shot->side[d->side]);
        if (at < 0 || field(item, "x_mm") != NULL)
            continue;
        crok_json_add_num(item, "x_mm", d->x_mm, MM_DECIMALS);
        crok_json_add_num(item, "y_mm", d->y_mm, MM_DECIMALS);
    }
}

/* Add to "last" the seat and the side of the player who made the last shot, and
 * the sides and positions of the discs that must now be taken off. */
static void add_last(cJSON *doc, const crok_match *m, const crok_log *log)
{
    cJSON *last = field(doc, "last");
    crok_event e;
    const crok_shot *shot = &e.u.shot.shot;
    if (!cJSON_IsObject(last) || !crok_log_shot(log, m->last.seq, &e))
        return;
    cJSON_AddNumberToObject(last, "seat", shot->seat);
    cJSON_AddStringToObject(last, "side", shot->side[shot->shooter]);
    add_places(field(last, "remove"), shot);
}

static cJSON *make_doc(const crok_match *m, const crok_log *log, long seq)
{
    cJSON *doc = crok_match_to_json(m);
    cJSON_AddNumberToObject(doc, "seq", (double)seq);
    add_board(doc, m);
    add_margins(doc, m);
    add_dealt(doc, m);
    add_seats(doc, m);
    add_last(doc, m, log);
    return doc;
}

/* ---- the question to a person ---- */

/* The question is whether a shot was valid. Add to it the missing evidence and
 * the two possible decisions.
 *
 *   m  the match before the shot, which is the last one of the log */
static void ask_validity(cJSON *q, const crok_match *m, const crok_shot *given,
                         const crok_log *log)
{
    crok_shot *shot = malloc(sizeof *shot);
    crok_judgement *j = malloc(sizeof *j);
    if (shot != NULL && j != NULL) {
        cJSON *judged = NULL;
        *shot = crok_match_shot_of(m, given);
        crok_judge(&m->info.book, shot, j);
        judged = crok_judgement_to_json(shot, j);
        cJSON_AddItemToObject(q, "missing",
                              cJSON_DetachItemFromObject(judged, "missing"));
        cJSON_AddItemToObject(q, "either",
                              cJSON_DetachItemFromObject(judged, "either"));
        for (cJSON *one = first_of(q, "either"); one != NULL; one = one->next) {
            add_places(field(one, "remove"), shot);
            add_places(field(one, "restore"), shot);
        }
        cJSON_Delete(judged);
        crok_ruled_totals_to_json(q, log, log->match.last.seq);
    }
    free(shot);
    free(j);
}

static void ask_disc(cJSON *q, const crok_match *m)
{
    cJSON *list = cJSON_AddArrayToObject(q, "discs");
    for (int i = 0; i < m->n_unsure; i++)
        cJSON_AddItemToArray(list, cJSON_CreateNumber(m->unsure[i]));
}

static void ask_starter(cJSON *q, const crok_match *m)
{
    const crok_match_start *info = &m->info;
    cJSON *list = cJSON_AddArrayToObject(q, "seats");
    for (int i = 0; i < info->seats.n; i++) {
        if (crok_may_start(&info->book, &info->seats, i))
            cJSON_AddItemToArray(list, seat_json(info, i));
    }
}

static void ask_shoot_out(cJSON *q, const crok_match *m)
{
    cJSON *list = cJSON_AddArrayToObject(q, "sides");
    for (int i = 0; i < m->info.n_sides; i++)
        if ((m->level & 1U << i) != 0)
            cJSON_AddItemToArray(list,
                                 cJSON_CreateString(m->info.sides[i].side));
}

static void add_question(cJSON *doc, const crok_match *m, const crok_log *log)
{
    crok_event e;
    crok_match before;
    cJSON *q = NULL;
    if (m->ask == CROK_ASK_NOTHING) {
        cJSON_AddNullToObject(doc, "question");
        return;
    }
    q = cJSON_AddObjectToObject(doc, "question");
    cJSON_AddItemToObject(q, "ask", cJSON_Duplicate(field(doc, "ask"), true));
    if (m->ask == CROK_ASK_VALIDITY || m->ask == CROK_ASK_DISC)
        cJSON_AddNumberToObject(q, "of", (double)m->last.seq);
    if (m->ask == CROK_ASK_VALIDITY && crok_log_shot(log, m->last.seq, &e) &&
        crok_log_match_before(log, m->last.seq, &before, NULL) == CROK_OK)
        ask_validity(q, &before, &e.u.shot.shot, log);
    if (m->ask == CROK_ASK_DISC)
        ask_disc(q, m);
    if (m->ask == CROK_ASK_STARTER)
        ask_starter(q, m);
    if (m->ask == CROK_ASK_SHOOT_OUT)
        ask_shoot_out(q, m);
}

/* ---- the source and the pictures ---- */

static void set_state(cJSON *doc, const char *state)
{
    cJSON_ReplaceItemInObjectCaseSensitive(doc, "state",
                                           cJSON_CreateString(state));
}

static void add_text_or_null(cJSON *doc, const char *name, const char *text)
{
    if (text[0] == '\0')
        cJSON_AddNullToObject(doc, name);
    else
        crok_json_add_text(doc, name, text);
}

static void add_seen_at(cJSON *doc, int64_t ms)
{
    char text[CROK_CLOCK_TEXT_MAX] = "";
    if (ms > 0)
        crok_clock_text(ms, text);
    add_text_or_null(doc, "seen_at", text);
}

static void add_health(cJSON *doc, const crok_live_source *s)
{
    cJSON *source = cJSON_AddObjectToObject(doc, "source");
    cJSON_AddStringToObject(source, "state", crok_live_name(s->state));
    add_text_or_null(source, "words", s->words);
    add_seen_at(source, s->seen_at_ms);
    crok_json_add_num(source, "rate_hz", s->rate_hz, 1);
    cJSON_AddBoolToObject(source, "frozen", s->is_frozen);
    crok_json_add_text(source, "device", s->device);
    cJSON_AddNumberToObject(source, "reopened", s->n_reopened);
    cJSON_AddNumberToObject(source, "frames", (double)s->n_frames);
    cJSON_AddNumberToObject(source, "lost", (double)s->n_lost);
    cJSON_AddNumberToObject(source, "damaged", (double)s->n_damaged);
    cJSON_AddNumberToObject(source, "controls_reset", s->n_controls_reset);
}

static void add_seen(cJSON *doc, const crok_match *m, const crok_live_source *s)
{
    cJSON *seen = NULL;
    if (s->state == CROK_LIVE_NONE || s->state == CROK_LIVE_ENDED) {
        cJSON_AddNullToObject(doc, "seen");
        return;
    }
    seen = cJSON_AddArrayToObject(doc, "seen");
    for (int i = 0; i < s->n_seen; i++) {
        const crok_disc *d = &s->seen[i];
        cJSON *disc = NULL;
        if (d->side < 0 || d->side >= m->info.n_sides)
            continue;
        disc = cJSON_CreateObject();
        cJSON_AddNumberToObject(disc, "id", d->id);
        cJSON_AddStringToObject(disc, "side", m->info.sides[d->side].side);
        crok_json_add_num(disc, "x_mm", d->x_mm, MM_DECIMALS);
        crok_json_add_num(disc, "y_mm", d->y_mm, MM_DECIMALS);
        cJSON_AddItemToArray(seen, disc);
    }
}

/* Add the health of the source, its message and the discs that it sees. While a
 * match is played, the document's "state" is replaced by "check" if there is a
 * message about the board, or else by "moving" if something moves over the
 * board or covers it. */
static void add_source(cJSON *doc, const crok_match *m,
                       const crok_live_source *s)
{
    bool moves = s->state == CROK_LIVE_MOVING || s->state == CROK_LIVE_COVERED;
    add_health(doc, s);
    add_text_or_null(doc, "words", s->check);
    add_seen(doc, m, s);
    if (m->state != CROK_STATE_PLAYING)
        return;
    if (s->check[0] != '\0')
        set_state(doc, crok_state_name(CROK_STATE_CHECK));
    else if (moves)
        set_state(doc, "moving");
}

/* Add how the record on the disk is. What is wrong with it is also the message
 * to the person at the board, who can see to it. */
static void add_record(cJSON *doc, const crok_journal_health *h)
{
    cJSON *record = NULL;
    if (h == NULL) {
        cJSON_AddNullToObject(doc, "record");
        return;
    }
    record = cJSON_AddObjectToObject(doc, "record");
    cJSON_AddStringToObject(record, "id", h->id);
    cJSON_AddNumberToObject(record, "saved", (double)h->saved);
    cJSON_AddNumberToObject(record, "unsaved", h->n_unsaved);
    add_text_or_null(record, "words", h->words);
    if (h->words[0] != '\0' &&
        (!h->is_filling || cJSON_IsNull(field(doc, "words"))))
        cJSON_ReplaceItemInObjectCaseSensitive(
            doc, "words", cJSON_Duplicate(field(record, "words"), true));
}

/* Append "n=<number>" to an address, except for the first table. `join` is
 * the "?" or "&" before it. */
static void add_table(char *url, size_t size, const char *join, int place)
{
    size_t n = strlen(url);
    if (place > 0)
        (void)snprintf(url + n, size - n, "%sn=%d", join, place + 1);
}

static bool has_picture(crok_journal *j, const crok_picture_key *key)
{
    unsigned char *bytes = NULL;
    size_t len = 0;
    bool there = crok_journal_picture(j, key, &bytes, &len, NULL) == CROK_OK &&
                 bytes != NULL;
    free(bytes);
    return there;
}

/* The position of a disc while its path is followed back from event to event.
 * within_mm is the largest distance at which the next earlier position is still
 * the same place. */
typedef struct trail {
    int disc;
    double x_mm, y_mm;
    double within_mm;
} trail;

/* Go back to the disc's position in an earlier event. Returns false if the disc
 * is not in that event or was at another place then. The tolerance for the next
 * step is SAME_MM, or the disc's diameter if the event is a person's
 * correction: a correction moves a disc by less than that. */
static bool go_back(const crok_event *e, double disc_mm, trail *t)
{
    bool is_shot = e->type == CROK_EVENT_SHOT;
    const crok_disc *d = is_shot ? e->u.shot.shot.after : e->u.board.discs;
    int n = is_shot ? e->u.shot.shot.n_after : e->u.board.n;
    int at = crok_disc_find(d, n, t->disc);
    if (at < 0 ||
        hypot(d[at].x_mm - t->x_mm, d[at].y_mm - t->y_mm) > t->within_mm)
        return false;
    *t = (trail){t->disc, d[at].x_mm, d[at].y_mm,
                 is_shot ? SAME_MM : 2.0 * disc_mm};
    return true;
}

/* Add to a close call the address of the disc's latest close-up in this round.
 * The close-up must be of a shot that stands (stands[i]: event i is not
 * undone), and the disc must not have moved since. */
static void add_picture(cJSON *call, crok_journal *j, const bool *stands,
                        const crok_disc *now, int place)
{
    const crok_log *log = crok_journal_log(j);
    const double disc_mm = log->match.info.disc_mm;
    crok_picture_key key = {.is_call = true, .disc = now->id};
    trail back = {now->id, now->x_mm, now->y_mm, SAME_MM};
    int n_shots = 0;
    for (int i = log->n - 1; i >= 0 && n_shots < PICTURE_SHOTS_BACK; i--) {
        const crok_kept *kept = log->events[i];
        crok_event e;
        char url[64];
        if (kept->type == CROK_EVENT_ROUND_END)
            return;
        if (!stands[i] ||
            (kept->type != CROK_EVENT_SHOT && kept->type != CROK_EVENT_BOARD))
            continue;
        crok_kept_event(kept, &e);
        if (!go_back(&e, disc_mm, &back))
            return;
        if (kept->type == CROK_EVENT_BOARD)
            continue;
        n_shots++;
        key.seq = kept->seq;
        if (!has_picture(j, &key))
            continue;
        (void)snprintf(url, sizeof url, "/calls/%ld-%d.png", key.seq, key.disc);
        add_table(url, sizeof url, "?", place);
        cJSON_AddStringToObject(call, "picture", url);
        return;
    }
}

static void add_pictures(cJSON *doc, crok_journal *j, int place)
{
    const crok_match *m = crok_journal_match(j);
    const crok_log *log = crok_journal_log(j);
    cJSON *call = NULL;
    bool *stands = NULL;
    if (first_of(doc, "calls") == NULL)
        return;
    stands = calloc((size_t)log->n + 1, sizeof *stands);
    if (stands != NULL && crok_log_standing(log, stands, NULL) == CROK_OK) {
        cJSON_ArrayForEach(call, field(doc, "calls"))
        {
            int id = (int)cJSON_GetNumberValue(field(call, "disc"));
            int at = crok_disc_find(m->discs, m->n_discs, id);
            if (at >= 0)
                add_picture(call, j, stands, &m->discs[at], place);
        }
    }
    free(stands);
}

static void add_top_view(cJSON *doc, const crok_document_now *now)
{
    cJSON *picture = NULL;
    char url[48];
    if (now->top_view == 0) {
        cJSON_AddNullToObject(doc, "picture");
        return;
    }
    (void)snprintf(url, sizeof url, "/picture.jpg?v=%ld", now->top_view);
    add_table(url, sizeof url, "&", now->place);
    picture = cJSON_AddObjectToObject(doc, "picture");
    cJSON_AddStringToObject(picture, "url", url);
    crok_json_add_num(picture, "half_mm", now->half_mm, MM_DECIMALS);
}

/* Room for the address of a replay. */
#define REPLAY_URL 64

static void write_replay_url(long seq, int place, char url[REPLAY_URL])
{
    (void)snprintf(url, REPLAY_URL, "/replay/%ld", seq);
    add_table(url, REPLAY_URL, "?", place);
}

/* Add the replay of the shot that the field `of` of an object names. */
static void add_replay(cJSON *obj, const char *of, const crok_document_now *now)
{
    const double seq = cJSON_GetNumberValue(field(obj, of));
    char url[REPLAY_URL];
    if (now->replays == NULL || !(seq > 0.0) ||
        !crok_replays_has(now->replays, (long)seq))
        return;
    write_replay_url((long)seq, now->place, url);
    cJSON_AddStringToObject(obj, "replay", url);
}

/* Add the replay that a person wants on air. */
static void add_on_air(cJSON *doc, const crok_document_now *now)
{
    char url[REPLAY_URL];
    size_t n = 0;
    cJSON *item = NULL;
    if (now->air == NULL || now->air->of == 0) {
        cJSON_AddNullToObject(doc, "on_air");
        return;
    }
    write_replay_url(now->air->of, now->place, url);
    n = strlen(url);
    if (now->air->with_ways)
        (void)snprintf(url + n, sizeof url - n, "%ctracks=1",
                       now->place > 0 ? '&' : '?');
    item = cJSON_AddObjectToObject(doc, "on_air");
    cJSON_AddStringToObject(item, "url", url);
    cJSON_AddNumberToObject(item, "number", (double)now->air->number);
}

static void add_replays(cJSON *doc, const crok_document_now *now)
{
    cJSON *item = NULL;
    add_replay(field(doc, "last"), "seq", now);
    add_replay(field(doc, "question"), "of", now);
    cJSON_ArrayForEach(item, field(doc, "asked"))
    {
        add_replay(item, "of", now);
    }
    add_on_air(doc, now);
}

static long last_seq(const crok_log *log)
{
    return log->n == 0 ? 0 : log->events[log->n - 1]->seq;
}

char *crok_document_text(const crok_log *log, crok_journal *pictures,
                         const crok_document_now *now)
{
    const crok_match *m = &log->match;
    cJSON *doc = make_doc(m, log, last_seq(log));
    char *text = NULL;
    add_question(doc, m, log);
    crok_steps_to_json(doc, log);
    add_source(doc, m, now->source);
    add_record(doc, now->health);
    add_top_view(doc, now);
    if (pictures != NULL)
        add_pictures(doc, pictures, now->place);
    add_replays(doc, now);
    cJSON_AddNumberToObject(doc, "number", now->place + 1);
    text = crok_json_text(doc, false);
    cJSON_Delete(doc);
    return text;
}

char *crok_document_text_at(const crok_match *m, const crok_log *log)
{
    cJSON *doc = make_doc(m, log, last_seq(log));
    char *text = crok_json_text(doc, false);
    cJSON_Delete(doc);
    return text;
}

const char *crok_document_side_at(const cJSON *doc, const char *at)
{
    const double wanted = cJSON_GetNumberValue(field(field(doc, at), "seat"));
    const cJSON *seat = NULL;
    cJSON_ArrayForEach(seat, field(doc, "seats"))
    {
        const char *side = cJSON_GetStringValue(field(seat, "side"));
        if (side != NULL && cJSON_GetNumberValue(field(seat, "seat")) == wanted)
            return side;
    }
    return "";
}
