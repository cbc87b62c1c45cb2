/* SPDX-License-Identifier: Apache-2.0 */
#include "report/score.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "report/doubts.h"
#include "report/hidden_discs.h"
#include "report/questions.h"
#include "report/seen_sides.h"
#include "rules/score.h"

/* If more discs than this are missing, the picture shows a round in progress or
 * only a part of the ditch, and no number of 20s can be concluded from it. */
#define MISSING_MOST 2

/* If less than this fraction of the outer line is in the picture, a disc may be
 * outside the picture. If 1/20 of the line is outside, the strip of the board
 * that is outside is 4 mm wide, which is too narrow to hide a disc. */
#define INSIDE_LEAST 0.95

static void warn(crok_score *s, const char *fmt, ...) CROK_PRINTF(2, 3);

static void warn(crok_score *s, const char *fmt, ...)
{
    char text[sizeof s->warnings[0]];
    va_list ap;
    va_start(ap, fmt);
    (void)vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    crok_score_warn(s, text);
}

/* The warnings from this one on say what questions ask, too. */
static void mark_as_question(crok_score *s, int from)
{
    for (int i = from; i < s->n_warnings; i++)
        s->is_question[i] = true;
}

/* Mark disc i as a close call if the open question is not about a line: a disc
 * in the hole may be flat or leaning, a detection may not be a disc, or the
 * side may be uncertain. If the detection may not be a disc, its lowest value
 * is 0. */
static void open_question(crok_score *s, int i)
{
    const crok_seen_disc *d = &s->seen.discs[i];
    crok_value *v = &s->value[i];
    if (crok_score_question(s, i) == CROK_ASKS_LINE)
        return;
    if (d->is_doubted)
        v->lo = 0;
    v->close = v->close || v->lo != v->hi || d->other_side >= 0;
}

/* What may be a disc of value `hi` may also be one of a side that plays and of
 * which no disc was seen: its colour is not known. */
static void open_absent(crok_score *s, const crok_score_options *options,
                        const crok_seen_disc *d, int hi)
{
    if (s->seen.n_sides < options->n_sides && d->is_doubted)
        s->absent_hi += hi;
}

/* Add the range of disc i to the range of its side. If the disc may belong to
 * another side, its highest value is added to both sides, and its lowest value
 * to neither. */
static void add_range(crok_score *s, const crok_score_options *options, int i)
{
    const crok_seen_disc *d = &s->seen.discs[i];
    const crok_value *v = &s->value[i];
    open_absent(s, options, d, v->hi);
    s->side[d->side].hi += v->hi;
    if (d->other_side < 0)
        s->side[d->side].lo += v->lo;
    else
        s->side[d->other_side].hi += v->hi;
}

static crok_status count_disc(crok_score *s, const crok_score_options *options,
                              int i, crok_err *err)
{
    crok_seen_disc *d = &s->seen.discs[i];
    crok_side_score *side = NULL;
    if (!crok_score_disc_value(&s->seen, &options->rules, d, &s->value[i]) ||
        d->side < 0 || d->side >= s->seen.n_sides)
        return crok_fail(err, CROK_EFORMAT, "disc %d: not a possible disc",
                         d->id);
    s->margin_sigma_mm[i] = crok_score_margin_sigma_mm(&s->seen.pose, d);
    open_question(s, i);
    crok_questions_settle(s, i);
    if (s->value[i].beyond && s->value[i].value == 0)
        d->state = CROK_DISC_OUT;
    else if (d->state == CROK_DISC_OUT)
        d->state = CROK_DISC_FLAT;
    side = &s->side[d->side];
    side->n_out += d->state == CROK_DISC_OUT;
    side->n_surface +=
        d->state == CROK_DISC_FLAT || d->state == CROK_DISC_LEANING;
    side->twenties += d->state == CROK_DISC_HOLE;
    side->on_board += d->state == CROK_DISC_HOLE ? 0 : s->value[i].value;
    side->total += s->value[i].value;
    add_range(s, options, i);
    s->n_close += crok_score_is_asked(s, i);
    return CROK_OK;
}

/* Write the names of the sides that a disc may belong to, "red or blue". */
static const char *sides_of(const crok_score *s, const crok_seen_disc *d,
                            char out[64])
{
    const crok_side *sides = s->seen.sides;
    bool either = d->other_side >= 0;
    (void)snprintf(out, 64, "%s%s%s", sides[d->side].name, either ? " or " : "",
                   either ? sides[d->other_side].name : "");
    return out;
}

/* The detections that may be discs (seen.maybe) are not counted. But each one
 * raises the upper end of the range of its side, and of the other side that it
 * may belong to. */
static void count_maybe(crok_score *s, const crok_score_options *options)
{
    int n_before = s->n_warnings;
    for (int i = 0; i < s->seen.n_maybe; i++) {
        const crok_seen_disc *d = &s->seen.maybe[i];
        crok_value v;
        char sides[64];
        if (!crok_score_disc_value(&s->seen, &options->rules, d, &v))
            continue;
        s->maybe_value[i] = v.hi;
        open_absent(s, options, d, s->maybe_value[i]);
        s->side[d->side].hi += s->maybe_value[i];
        if (d->other_side >= 0)
            s->side[d->other_side].hi += s->maybe_value[i];
        if (s->maybe_value[i] > 0)
            warn(s,
                 "something at %.0f, %.0f mm may be a disc of %s worth %d; it "
                 "is not counted",
                 d->at.x, d->at.y, sides_of(s, d, sides), s->maybe_value[i]);
    }
    mark_as_question(s, n_before);
}

static int side_index(const crok_observation *o, const char *name)
{
    for (int i = 0; i < o->n_sides; i++)
        if (strcasecmp(o->sides[i].name, name) == 0)
            return i;
    return -1;
}

/* If all discs of a side are 20s and were taken off, the picture does not show
 * that side. So the bowl may name a side that was not seen, as long as there
 * are fewer than n_sides sides. */
static crok_status name_bowl_sides(crok_score *s, const crok_bowl *bowl,
                                   int n_sides, crok_err *err)
{
    static const uint8_t no_disc[3] = {128, 128, 128};
    crok_observation *o = &s->seen;
    for (int i = 0; i < bowl->n; i++) {
        if (side_index(o, bowl->side[i]) >= 0)
            continue;
        if (o->n_sides < n_sides && o->n_sides < CROK_MAX_SIDES)
            (void)crok_observation_add_side(o, bowl->side[i], no_disc);
        else
            return crok_fail(err, CROK_ESIDES,
                             "20s were given for %s, but the sides here are "
                             "%s and %s; name one of these",
                             bowl->side[i], o->sides[0].name,
                             o->sides[o->n_sides - 1].name);
    }
    return CROK_OK;
}

static void count_bowl(crok_score *s, const crok_score_options *options)
{
    for (int i = 0; i < options->bowl.n; i++) {
        int at = side_index(&s->seen, options->bowl.side[i]);
        int n = options->bowl.twenties[i];
        crok_side_score *side = &s->side[at];
        side->twenties += n;
        side->total += n * options->rules.hole;
        side->lo += n * options->rules.hole;
        side->hi += n * options->rules.hole;
    }
}

/* ---- what was not seen ---- */

/* Number of a side's discs that are in play. */
static int in_play(const crok_side_score *c)
{
    return c->n_surface + c->twenties;
}

static int n_seen(const crok_score *s, int side)
{
    const crok_side_score *c = &s->side[side];
    return in_play(c) + c->n_out;
}

/* The uncertainty of the place of an unseen disc, mm: half a cell of the map of
 * the surface. If a line is so near that the disc may be on either side of it,
 * the disc may have the higher value. */
#define PLACE_SIGMA_MM 2.0

/* The highest value that a disc at an unseen place can have. */
static int value_at_place(const crok_score *s, const crok_value_rules *rules,
                          crok_mm at)
{
    const crok_board *b = &s->seen.pose.board;
    crok_lines lines = crok_score_lines(b);
    crok_rest rest = {.d_mm = hypot(at.x, at.y),
                      .r_mm = b->disc_mm,
                      .sigma_mm = PLACE_SIGMA_MM,
                      .state = CROK_DISC_FLAT};
    if (rest.d_mm < b->hole_mm)
        rest.state = CROK_DISC_HOLE;
    return crok_value_is_sane(&lines, &rest)
               ? crok_value_of(&lines, rules, &rest).hi
               : 0;
}

static int by_value(const void *a, const void *b)
{
    return *(const int *)b - *(const int *)a;
}

/* Write the values of the zones of an unseen region, for example "5 and 10".
 * Bit k of `zones` is set if the region has a part of zone k. */
static void zone_words(const crok_score *s, unsigned zones, char out[32])
{
    int n = 0;
    out[0] = '\0';
    for (int k = 0; k <= CROK_N_LINES; k++)
        if ((zones & (1U << k)) != 0)
            n += snprintf(out + n, (size_t)(32 - n), "%s%d",
                          n > 0 ? " and " : "", s->zone_value[k]);
}

/* Write one warning for each reason why parts of the surface were not seen,
 * with the sum of their areas. */
static void warn_of_unseen(crok_score *s)
{
    static const char *const words[] = {
        [CROK_UNSEEN_COVERED] = "covered",
        [CROK_UNSEEN_OUTSIDE] = "outside the picture",
        [CROK_UNSEEN_GLARE] = "burnt out by glare"};
    int n_before = s->n_warnings;
    for (int why = CROK_UNSEEN_COVERED; why <= CROK_UNSEEN_GLARE; why++) {
        double frac = 0.0;
        unsigned zones = 0;
        char values[32];
        for (int i = 0; i < s->seen.unseen.n; i++) {
            const crok_unseen_region *r = &s->seen.unseen.region[i];
            if ((int)r->why != why)
                continue;
            frac += r->frac;
            zones |= r->zones;
        }
        zone_words(s, zones, values);
        if (frac > 0.0)
            warn(s,
                 "%.0f %% of the board is %s, where discs are worth %s: they "
                 "are not counted, the ranges allow for them",
                 fmax(1.0, 100.0 * frac), words[why], values);
    }
    mark_as_question(s, n_before);
}

/* The points that a side's discs at unseen places may have. It can have as many
 * there as it was dealt, without those on the board. Discs seen beside the
 * surface do not count: their light is not known, so a few of them are of
 * another side or no discs, and sets have spare ones. On 2 of 19 photos a side
 * had all of its twelve without the one that lay under a cover.
 *
 *   value  of the n_places places, points, the greatest first */
static int points_unseen(const crok_score *s, int side, const int *value,
                         double missed_frac)
{
    int n = side < s->seen.n_sides ? in_play(&s->side[side]) : 0;
    int n_most = n < CROK_DEALT_MOST ? CROK_DEALT_MOST - n : 0;
    return crok_hidden_points(value, s->seen.unseen.n_places, missed_frac, n,
                              n_most);
}

/* Raise the upper end of each side's range by the points that its discs at
 * unseen places may have. A side of which no disc was seen may have discs there
 * too (absent_hi). If a disc there is too unlikely to change anything, nobody
 * is asked about these parts. */
static void open_unseen(crok_score *s, const crok_score_options *options)
{
    crok_unseen *u = &s->seen.unseen;
    int most = 0;
    const crok_value_rules *r = &options->rules;
    int value[CROK_MAX_UNSEEN_PLACES];
    double frac = 0.0;
    s->zone_value[CROK_LINE_OUTER] = r->outer;
    s->zone_value[CROK_LINE_MIDDLE] = r->middle;
    s->zone_value[CROK_LINE_INNER] = r->inner;
    s->zone_value[CROK_N_LINES] = r->hole;
    for (int i = 0; i < u->n_places; i++)
        value[i] = value_at_place(s, r, u->place[i]);
    for (int i = 0; i < u->n; i++)
        frac += u->region[i].missed_frac;
    qsort(value, (size_t)u->n_places, sizeof *value, by_value);
    for (int i = 0; i < s->seen.n_sides; i++) {
        int points = points_unseen(s, i, value, frac);
        s->side[i].hi += points;
        most = points > most ? points : most;
    }
    if (s->seen.n_sides < options->n_sides) {
        int points = points_unseen(s, s->seen.n_sides, value, frac);
        s->absent_hi += points;
        most = points > most ? points : most;
    }
    if (most == 0)
        u->n = u->n_places = 0;
    warn_of_unseen(s);
}

/* ---- sides of one colour ---- */

/* A colour whose channels differ by no more than this has none, grey levels: in
 * colour photos white balance, lamps and wood leave more. Chosen by hand. */
#define GREY_SPREAD 2.0

static bool is_grey(double r, double g, double b)
{
    return fmax(r, fmax(g, b)) - fmin(r, fmin(g, b)) <= GREY_SPREAD;
}

/* Is this a picture without colours, as copiers and some filters make them? */
static bool is_colourless(const crok_observation *seen)
{
    const crok_hole_look *hole = &seen->hole;
    bool is_so =
        !hole->is_seen ||
        is_grey(hole->around_rgb[0], hole->around_rgb[1], hole->around_rgb[2]);
    for (int i = 0; i < seen->n_discs; i++) {
        const unsigned char *rgb = seen->discs[i].rgb;
        is_so = is_so && is_grey(rgb[0], rgb[1], rgb[2]);
    }
    return is_so;
}

/* The most discs in play of one side. */
static int most_in_play(const crok_score *s)
{
    int most = 0;
    for (int i = 0; i < s->seen.n_sides; i++) {
        int n = in_play(&s->side[i]);
        most = n > most ? n : most;
    }
    return most;
}

/* Fewer colours were seen than sides play, although the picture has no colours,
 * or more discs of one colour than a side has: then any of them may be of a
 * side that seems to be missing. */
static void open_sides_alike(crok_score *s, const crok_score_options *options)
{
    const int n = most_in_play(s);
    if (s->seen.n_sides >= options->n_sides || options->are_sides_given ||
        !(n > CROK_DEALT_MOST || (n > 1 && is_colourless(&s->seen))))
        return;
    for (int i = 0; i < s->seen.n_sides; i++) {
        s->absent_hi += s->side[i].hi;
        s->side[i].lo = 0;
    }
    warn(s,
         "the sides' colours cannot be told apart: each may have any of these "
         "discs; take the picture in colour");
}

/* ---- the round ---- */

/* Set the round's points of each side: 2/1/0 with two sides (S1), 8/6/4/2 with
 * more (S6). If only one side is seen, its opponent is assumed to have a total
 * of 0. */
static void give_points(crok_score *s)
{
    static const crok_book by_points = {.round_score = CROK_SCORE_POINTS,
                                        .many_sides = CROK_MANY_PLACES};
    crok_tally tally[CROK_MAX_SIDES] = {{.points = 0}};
    int total[CROK_MAX_SIDES] = {0};
    int n = s->seen.n_sides;
    for (int i = 0; i < n; i++)
        total[i] = s->side[i].total;
    if (n > 0)
        crok_round_result(&by_points, total, n > 1 ? n : 2, tally);
    for (int i = 0; i < n; i++)
        s->side[i].points = tally[i].points;
}

/* Compute the smallest and the largest lead that the winner may have over the
 * next side. If no other side was seen, its total is assumed to be 0. */
static void find_lead_range(crok_score *s)
{
    int next_lo = 0;
    int next_hi = 0;
    if (s->winner < 0)
        return;
    for (int i = 0; i < s->seen.n_sides; i++) {
        if (i == s->winner)
            continue;
        next_lo = s->side[i].lo > next_lo ? s->side[i].lo : next_lo;
        next_hi = s->side[i].hi > next_hi ? s->side[i].hi : next_hi;
    }
    s->lead_lo = s->side[s->winner].lo - next_hi;
    s->lead_hi = s->side[s->winner].hi - next_lo;
}

/* Can the close calls change which of two sides is ahead, or whether they are
 * level? They can if the ranges of the two totals overlap, unless both totals
 * are certain and equal. */
static bool is_order_open(const crok_side_score *a, const crok_side_score *b)
{
    bool is_tie = a->lo == a->hi && b->lo == b->hi && a->lo == b->lo;
    return !is_tie && a->lo <= b->hi && b->lo <= a->hi;
}

/* Can the close calls change the round's points? The total of a side that was
 * not seen is assumed to be between 0 and absent_hi. */
static bool is_result_open(const crok_score *s)
{
    const crok_side_score absent = {.hi = s->absent_hi};
    const int n = s->seen.n_sides;
    bool is_open = (n == 0 && absent.hi > 0) ||
                   (n == 1 && is_order_open(&s->side[0], &absent));
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++)
            is_open = is_open || is_order_open(&s->side[i], &s->side[k]);
    return is_open;
}

static void find_winner(crok_score *s)
{
    int n = s->seen.n_sides;
    int best = -1;
    int next = 0;
    for (int i = 0; i < n; i++)
        if (best < 0 || s->side[i].total > s->side[best].total)
            best = i;
    for (int i = 0; i < n; i++)
        if (i != best && s->side[i].total > next)
            next = s->side[i].total;
    s->lead = best < 0 ? 0 : s->side[best].total - next;
    s->winner = s->lead > 0 ? best : -1;
    find_lead_range(s);
    s->is_open = is_result_open(s);
}

void crok_score_round_words(const crok_score *s, char out[CROK_ROUND_WORDS])
{
    const char *name = s->winner < 0 ? "" : s->seen.sides[s->winner].name;
    out[0] = '\0';
    if (s->is_open)
        (void)snprintf(out, CROK_ROUND_WORDS, "too close to call");
    else if (s->winner >= 0 && s->lead_lo != s->lead_hi)
        (void)snprintf(out, CROK_ROUND_WORDS, "%s by %d to %d", name,
                       s->lead_lo, s->lead_hi);
    else if (s->winner >= 0)
        (void)snprintf(out, CROK_ROUND_WORDS, "%s by %d", name, s->lead);
    else if (s->seen.n_sides > 1)
        (void)snprintf(out, CROK_ROUND_WORDS, "tie");
}

const char *crok_score_no_sides_words(const crok_score *s)
{
    return s->absent_hi > 0 ? "no disc found" : "a board without discs";
}

/* ---- were all discs seen? ---- */

static bool has_disc_off_surface(const crok_score *s)
{
    for (int i = 0; i < s->seen.n_discs; i++)
        if (s->seen.discs[i].state == CROK_DISC_OUT &&
            s->value[i].nearest == CROK_LINE_NONE)
            return true;
    return false;
}

/* Estimate the number of discs that each side was dealt, from the number n of
 * discs of the side with the most discs. It is n if n is a usual number, 12 if
 * n is 10 or 11, and 0 (unknown) otherwise. */
static int dealt_count(const crok_score *s)
{
    static const int usual_two[] = {8, 12};
    static const int usual_more[] = {6, 8, 12};
    bool two = s->seen.n_sides == 2;
    const int *usual = two ? usual_two : usual_more;
    int n_usual = two ? 2 : 3;
    int most = 0;
    for (int i = 0; i < s->seen.n_sides; i++)
        most = n_seen(s, i) > most ? n_seen(s, i) : most;
    for (int i = 0; i < n_usual; i++)
        if (usual[i] == most)
            return most;
    return most >= CROK_DEALT_MOST - MISSING_MOST && most < CROK_DEALT_MOST
               ? CROK_DEALT_MOST
               : 0;
}

/* Warn if a side has too many discs, or if a few of its discs were not seen.
 * Each disc that was dealt is on the board, out, or a 20. So a disc that was
 * not seen may be a 20, but only if the picture shows the discs beside the
 * surface. The second check is therefore made only if at least one such disc
 * was seen. */
static void check_dealt(crok_score *s)
{
    int dealt = 0;
    for (int i = 0; i < s->seen.n_sides; i++) {
        int n = in_play(&s->side[i]);
        if (n > CROK_DEALT_MOST)
            warn(s, "%s: %d discs in play, at most %d are dealt to a side",
                 s->seen.sides[i].name, n, CROK_DEALT_MOST);
    }
    if (!has_disc_off_surface(s) || s->seen.n_sides < 2)
        return;
    dealt = dealt_count(s);
    for (int i = 0; i < s->seen.n_sides; i++)
        if (dealt - n_seen(s, i) > MISSING_MOST)
            return;
    for (int i = 0; i < s->seen.n_sides; i++) {
        int missing = dealt - n_seen(s, i);
        if (missing > 0)
            warn(s, "%s: %d of %d not seen, perhaps %s", s->seen.sides[i].name,
                 missing, dealt, missing == 1 ? "a 20" : "20s");
    }
}

/* Warn if fewer sides were seen than play, and say what the others may have. */
static void warn_of_absent(crok_score *s, const crok_score_options *options)
{
    const int n = s->seen.n_sides;
    char range[24] = "0";
    if (s->absent_hi > 0)
        (void)snprintf(range, sizeof range, "0 to %d", s->absent_hi);
    if (n == 0 && s->absent_hi > 0)
        warn(s, "no disc was found: each side may have %s", range);
    if (s->seen.n_discs > 0 && n < options->n_sides)
        warn(s,
             "discs of %d colour%s seen, %d sides play: a missing side has "
             "%s, or much the same colour",
             n, n == 1 ? "" : "s", options->n_sides, range);
}

crok_status crok_score_count(const crok_observation *seen,
                             const crok_score_options *options, crok_score *out,
                             crok_err *err)
{
    crok_score s = {.seen = *seen,
                    .rules = options->rules,
                    .n_play = options->n_sides,
                    .winner = -1};
    crok_status st = CROK_OK;
    crok_doubts_settle(&s.seen);
    if (!options->are_sides_given)
        crok_seen_sides_keep(&s.seen, &options->rules);
    st = name_bowl_sides(&s, &options->bowl, options->n_sides, err);
    for (int i = 0; i < seen->n_warnings; i++)
        warn(&s, "%s", seen->warnings[i]);
    if (st == CROK_OK)
        crok_questions_answer(&s, options);
    for (int i = 0; st == CROK_OK && i < s.seen.n_discs; i++)
        st = count_disc(&s, options, i, err);
    if (st != CROK_OK)
        return st;
    count_maybe(&s, options);
    count_bowl(&s, options);
    open_unseen(&s, options);
    open_sides_alike(&s, options);
    if (seen->n_dropped > 0)
        warn(&s, "%d more discs than this program counts", seen->n_dropped);
    check_dealt(&s);
    warn_of_absent(&s, options);
    if (s.seen.unseen.outside_frac <= 0.0 &&
        crok_board_pose_inside_frac(&s.seen.pose) < INSIDE_LEAST)
        warn(&s, "part of the board is outside the picture: discs there are "
                 "not counted");
    if (s.seen.pose.has_another_beside)
        warn(&s, "another board is in the picture: this is the larger one");
    find_winner(&s);
    give_points(&s);
    *out = s;
    return CROK_OK;
}
