/* SPDX-License-Identifier: Apache-2.0 */
#include "report/questions.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "discs/colour.h"

/* A kept answer is of the disc that is nearest to its place, within this part
 * of the discs' radius: no other disc's centre can be as near. */
#define DISC_WITHIN_RADII 0.5
/* A kept answer is of an unseen part if the centres are within a disc's radius
 * and the part is not larger than so many times that of the answer: a larger
 * one may hide more. Chosen by hand. */
#define PART_WITHIN_RADII 1.0
#define PART_MOST_TIMES 1.25

/* More answers without a question are only counted, since there is room for
 * few warnings. */
#define UNUSED_TOLD_MOST 4

/* The answers that a question may have. */
typedef struct choices {
    const char *nothing; /* "none", "empty"; NULL: something is there */
    int n_points;
    int points[CROK_N_LINES + 1];
    int n_sides;
    int side[CROK_MAX_SIDES];
    bool has_other; /* it may be of a side of which no disc was seen */
    bool is_part;   /* of an unseen part: side and points are always said */
} choices;

/* A disc as an answer describes it. */
typedef struct said {
    char side[24]; /* lower case; "": not said */
    int points;    /* -1: not said */
} said;

/* ---- what is possible ---- */

static void add_points(choices *c, int points)
{
    int at = c->n_points;
    for (int i = 0; i < c->n_points; i++)
        if (c->points[i] == points)
            return;
    for (; at > 0 && c->points[at - 1] > points; at--)
        c->points[at] = c->points[at - 1];
    c->points[at] = points;
    c->n_points++;
}

static choices choices_of_disc(const crok_score *s, const crok_seen_disc *d,
                               bool is_maybe)
{
    crok_value v;
    bool is_unsure = is_maybe || d->is_doubted;
    choices c = {.nothing = is_unsure ? "none" : NULL,
                 .n_sides = 1,
                 .side = {d->side},
                 .has_other = is_unsure && s->seen.n_sides < s->n_play};
    (void)crok_score_disc_value(&s->seen, &s->rules, d, &v);
    add_points(&c, v.lo);
    add_points(&c, v.value);
    add_points(&c, v.hi);
    if (d->other_side >= 0)
        c.side[c.n_sides++] = d->other_side;
    return c;
}

/* In an unseen part any side's discs may have any value up to that of the
 * best zone that the part reaches. */
static choices choices_of_part(const crok_score *s, const crok_unseen_region *r)
{
    const int value[CROK_N_LINES + 1] = {[CROK_LINE_OUTER] = s->rules.outer,
                                         [CROK_LINE_MIDDLE] = s->rules.middle,
                                         [CROK_LINE_INNER] = s->rules.inner,
                                         [CROK_N_LINES] = s->rules.hole};
    choices c = {.nothing = "empty",
                 .n_sides = s->seen.n_sides,
                 .has_other = s->seen.n_sides < s->n_play,
                 .is_part = true};
    int most = 0;
    for (int k = 0; k <= CROK_N_LINES; k++)
        if ((r->zones & (1U << k)) != 0 && value[k] > most)
            most = value[k];
    for (int k = 0; k <= CROK_N_LINES; k++)
        if (value[k] <= most)
            add_points(&c, value[k]);
    for (int i = 0; i < s->seen.n_sides; i++)
        c.side[i] = i;
    return c;
}

static choices choices_of(const crok_score *s, const crok_open_question *q)
{
    switch (q->subject) {
    case CROK_ABOUT_UNSEEN:
        return choices_of_part(s, &s->seen.unseen.region[q->index]);
    case CROK_ABOUT_MAYBE:
        return choices_of_disc(s, &s->seen.maybe[q->index], true);
    case CROK_ABOUT_DISC:
    default:
        return choices_of_disc(s, &s->seen.discs[q->index], false);
    }
}

/* How many sides may it be of? A side that was not seen is one. */
static int n_possible_sides(const choices *c)
{
    return c->n_sides + c->has_other;
}

/* The shortest text of one answer: what has no alternative is not said. */
static void write_choice(const choices *c, const char *side, int points,
                         char out[CROK_CHOICE_TEXT])
{
    if (c->is_part || (n_possible_sides(c) > 1 && c->n_points > 1))
        (void)snprintf(out, CROK_CHOICE_TEXT, "%s:%d", side, points);
    else if (n_possible_sides(c) > 1)
        (void)snprintf(out, CROK_CHOICE_TEXT, "%s", side);
    else
        (void)snprintf(out, CROK_CHOICE_TEXT, "%d", points);
}

void crok_questions_choices(const crok_score *s, const crok_open_question *q,
                            crok_choices *out)
{
    choices c = choices_of(s, q);
    out->n = 0;
    if (c.nothing != NULL)
        (void)snprintf(out->text[out->n++], CROK_CHOICE_TEXT, "%s", c.nothing);
    for (int i = 0; i < n_possible_sides(&c); i++)
        for (int k = 0; k < c.n_points && out->n < CROK_MAX_CHOICES; k++)
            write_choice(
                &c, i < c.n_sides ? s->seen.sides[c.side[i]].name : "OTHER",
                c.points[k], out->text[out->n++]);
}

void crok_questions_words(const crok_score *s, const crok_open_question *q,
                          char out[CROK_QUESTION_TEXT])
{
    crok_choices c;
    int n = snprintf(out, CROK_QUESTION_TEXT, "%d=", q->id);
    crok_questions_choices(s, q, &c);
    for (int i = 0; i < c.n && n < CROK_QUESTION_TEXT; i++)
        n += snprintf(out + n, (size_t)(CROK_QUESTION_TEXT - n), "%s%s",
                      i == 0 ? "" : "|", c.text[i]);
}

int crok_questions_open(const crok_score *s,
                        crok_open_question out[CROK_MAX_ANSWERS])
{
    const crok_observation *o = &s->seen;
    int n = 0;
    for (int i = 0; i < o->n_discs; i++)
        if (crok_score_is_asked(s, i))
            out[n++] = (crok_open_question){CROK_ABOUT_DISC, i, o->discs[i].id};
    for (int i = 0; i < o->n_maybe; i++)
        if (s->maybe_value[i] > 0)
            out[n++] =
                (crok_open_question){CROK_ABOUT_MAYBE, i, o->maybe[i].id};
    for (int i = 0; i < o->unseen.n; i++)
        out[n++] =
            (crok_open_question){CROK_ABOUT_UNSEEN, i, o->unseen.region[i].id};
    return n;
}

/* ---- which question an answer is of ---- */

/* The least id that is larger than those of all discs and questions. */
static int free_id(const crok_observation *o)
{
    int next = 1;
    for (int i = 0; i < o->n_discs; i++)
        next = o->discs[i].id < next ? next : o->discs[i].id + 1;
    for (int i = 0; i < o->n_maybe; i++)
        next = o->maybe[i].id < next ? next : o->maybe[i].id + 1;
    for (int i = 0; i < o->unseen.n; i++)
        next =
            o->unseen.region[i].id < next ? next : o->unseen.region[i].id + 1;
    return next;
}

/* Ids of what may be a disc and of unseen parts follow those of the discs. */
static void number_questions(crok_observation *o)
{
    int next = 0;
    for (int i = 0; i < o->n_maybe; i++)
        o->maybe[i].id = 0;
    for (int i = 0; i < o->unseen.n; i++)
        o->unseen.region[i].id = 0;
    next = free_id(o);
    for (int i = 0; i < o->n_maybe; i++)
        o->maybe[i].id = next++;
    for (int i = 0; i < o->unseen.n; i++)
        o->unseen.region[i].id = next++;
}

static bool find_by_id(const crok_observation *o, int id,
                       crok_open_question *out)
{
    for (int i = 0; i < o->n_discs; i++)
        if (o->discs[i].id == id) {
            *out = (crok_open_question){CROK_ABOUT_DISC, i, id};
            return true;
        }
    for (int i = 0; i < o->n_maybe; i++)
        if (o->maybe[i].id == id) {
            *out = (crok_open_question){CROK_ABOUT_MAYBE, i, id};
            return true;
        }
    for (int i = 0; i < o->unseen.n; i++)
        if (o->unseen.region[i].id == id) {
            *out = (crok_open_question){CROK_ABOUT_UNSEEN, i, id};
            return true;
        }
    return false;
}

static crok_px place_of_part(const crok_observation *o, int i)
{
    crok_mm at = o->unseen.region[i].at;
    return crok_camera_project(&o->pose.camera, (crok_vec3){at.x, at.y, 0.0});
}

static double reach_px(const crok_observation *o, bool is_part)
{
    return (is_part ? PART_WITHIN_RADII : DISC_WITHIN_RADII) *
           o->pose.board.disc_mm * crok_camera_px_per_mm(&o->pose.camera);
}

double crok_questions_reach_px(const crok_score *s, const crok_answer *a)
{
    return reach_px(&s->seen, a->frac > 0.0);
}

/* The id of the unseen part that an answer is of; 0: of none. */
static int part_at(const crok_observation *o, const crok_answer *a)
{
    double least = reach_px(o, true);
    int id = 0;
    for (int i = 0; i < o->unseen.n; i++) {
        crok_px p = place_of_part(o, i);
        double apart = hypot(p.x - a->at_px.x, p.y - a->at_px.y);
        if (apart >= least ||
            o->unseen.region[i].frac > PART_MOST_TIMES * a->frac)
            continue;
        least = apart;
        id = o->unseen.region[i].id;
    }
    return id;
}

/* The id of the disc, sure or not, that is at this place; 0: none. */
static int disc_at(const crok_observation *o, crok_px at)
{
    double least = reach_px(o, false);
    int id = 0;
    for (int i = 0; i < o->n_discs + o->n_maybe; i++) {
        const crok_seen_disc *d =
            i < o->n_discs ? &o->discs[i] : &o->maybe[i - o->n_discs];
        double apart = hypot(d->at_px.x - at.x, d->at_px.y - at.y);
        if (apart >= least)
            continue;
        least = apart;
        id = d->id;
    }
    return id;
}

/* The id of the question that an answer is of; 0: there is none. */
static int id_of(const crok_observation *o, const crok_answer *a)
{
    crok_open_question q;
    if (a->id > 0)
        return find_by_id(o, a->id, &q) ? a->id : 0;
    return a->frac > 0.0 ? part_at(o, a) : disc_at(o, a->at_px);
}

/* ---- the same ids as in another score of the photo ---- */

/* The id `wanted`, or *next if that is 0 or has been taken. */
static int take_id(const crok_observation *o, int wanted, int *next)
{
    crok_open_question q;
    return wanted > 0 && !find_by_id(o, wanted, &q) ? wanted : (*next)++;
}

static int by_id(const void *a, const void *b)
{
    const crok_seen_disc *d = a;
    const crok_seen_disc *e = b;
    return d->id - e->id;
}

/* Give the questions of o the ids that those at their places have in `as`. */
static void number_as(crok_observation *o, const crok_observation *as)
{
    int next = free_id(as);
    for (int i = 0; i < o->n_discs; i++)
        o->discs[i].id = 0;
    for (int i = 0; i < o->n_maybe; i++)
        o->maybe[i].id = 0;
    for (int i = 0; i < o->n_discs; i++)
        o->discs[i].id = take_id(o, disc_at(as, o->discs[i].at_px), &next);
    for (int i = 0; i < o->n_maybe; i++)
        o->maybe[i].id = take_id(o, disc_at(as, o->maybe[i].at_px), &next);
    for (int i = 0; i < o->unseen.n; i++) {
        crok_answer part = {.at_px = place_of_part(o, i),
                            .frac = o->unseen.region[i].frac};
        o->unseen.region[i].id = take_id(o, part_at(as, &part), &next);
    }
    qsort(o->discs, (size_t)o->n_discs, sizeof *o->discs, by_id);
    qsort(o->maybe, (size_t)o->n_maybe, sizeof *o->maybe, by_id);
}

const crok_answer *crok_questions_answered(const crok_score *s, int id)
{
    for (int i = 0; i < s->n_answered; i++)
        if (s->answered[i].id == id)
            return &s->answered[i];
    return NULL;
}

/* ---- what an answer says ---- */

/* Copy n bytes of text without the blanks around them. */
static bool copy_word(const char *text, size_t n, char *out, size_t room)
{
    for (; n > 0 && *text == ' '; n--)
        text++;
    while (n > 0 && text[n - 1] == ' ')
        n--;
    if (n == 0 || n >= room)
        return false;
    for (size_t i = 0; i < n; i++)
        out[i] = (char)(tolower)((unsigned char)text[i]);
    out[n] = '\0';
    return true;
}

static bool read_points(const char *word, int *out)
{
    size_t n = strlen(word);
    if (n > 3 || strspn(word, "0123456789") != n)
        return false;
    *out = atoi(word); /* NOLINT(cert-err34-c): at most three digits */
    return true;
}

static bool is_side_name(const char *word)
{
    for (const char *p = word; *p != '\0'; p++)
        if (!isalpha((unsigned char)*p) && *p != ' ')
            return false;
    return true;
}

/* Read "SIDE:POINTS", "SIDE" or "POINTS", n bytes. */
static bool read_disc(const char *text, size_t n, said *out)
{
    const char *colon = memchr(text, ':', n);
    size_t before = colon == NULL ? n : (size_t)(colon - text);
    char word[24];
    *out = (said){.points = -1};
    if (!copy_word(text, before, word, sizeof word))
        return false;
    if (colon == NULL && read_points(word, &out->points))
        return true;
    (void)snprintf(out->side, sizeof out->side, "%s", word);
    if (!is_side_name(word))
        return false;
    return colon == NULL ||
           (copy_word(colon + 1, n - before - 1, word, sizeof word) &&
            read_points(word, &out->points));
}

static int index_of_side(const crok_score *s, const char *name)
{
    for (int i = 0; i < s->seen.n_sides; i++)
        if (strcasecmp(s->seen.sides[i].name, name) == 0)
            return i;
    return -1;
}

/* May a side that was not seen have this name? The program gives it to none but
 * colour words, and to shades of these. */
static bool is_side_word(const char *name)
{
    static const char *const shade[] = {"", "dark ", "light "};
    crok_lab colour;
    for (size_t i = 0; i < sizeof shade / sizeof *shade; i++) {
        size_t n = strlen(shade[i]);
        if (strncmp(name, shade[i], n) == 0 &&
            crok_colour_of_word(name + n, &colour))
            return true;
    }
    return false;
}

static bool has_side(const crok_score *s, const choices *c, const char *name)
{
    int side = index_of_side(s, name);
    for (int i = 0; i < c->n_sides; i++)
        if (c->side[i] == side)
            return true;
    return side < 0 && c->has_other && is_side_word(name);
}

/* Is what is said of a disc possible? What is not said and has no alternative
 * is filled in. */
static bool complete(const crok_score *s, const choices *c, said *disc)
{
    bool has_points = false;
    if (disc->side[0] == '\0' && n_possible_sides(c) == 1 && !c->is_part)
        (void)snprintf(disc->side, sizeof disc->side, "%s",
                       s->seen.sides[c->side[0]].name);
    if (disc->points < 0 && c->n_points == 1 && !c->is_part)
        disc->points = c->points[0];
    for (int i = 0; i < c->n_points; i++)
        has_points = has_points || c->points[i] == disc->points;
    return has_points && disc->side[0] != '\0' && has_side(s, c, disc->side);
}

/* Read the discs that an answer names. Returns their number; 0: the answer is
 * that nothing is there; -1: it is not possible. */
static int read_answer(const crok_score *s, const choices *c, const char *value,
                       said out[CROK_MAX_DISCS])
{
    char word[24];
    int n = 0;
    if (c->nothing != NULL &&
        copy_word(value, strlen(value), word, sizeof word) &&
        strcmp(word, c->nothing) == 0)
        return 0;
    for (const char *p = value;; p++) {
        size_t len = strcspn(p, ",");
        if (n == CROK_MAX_DISCS || (n == 1 && !c->is_part) ||
            !read_disc(p, len, &out[n]) || !complete(s, c, &out[n]))
            return -1;
        n++;
        p += len;
        if (*p == '\0')
            return n;
    }
}

/* How many sides do the discs name that were not seen? */
static int n_new_sides(const crok_score *s, const said *disc, int n)
{
    int n_new = 0;
    for (int i = 0; i < n; i++) {
        bool is_new = index_of_side(s, disc[i].side) < 0;
        for (int k = 0; k < i; k++)
            is_new = is_new && strcmp(disc[k].side, disc[i].side) != 0;
        n_new += is_new;
    }
    return n_new;
}

/* ---- what an answer changes ---- */

/* What is not sure to be a disc may be one of a side that a person names. */
static void open_side(crok_observation *o, int side)
{
    for (int i = 0; i < o->n_discs; i++)
        if (o->discs[i].is_doubted && o->discs[i].other_side < 0)
            o->discs[i].other_side = side;
    for (int i = 0; i < o->n_maybe; i++)
        if (o->maybe[i].other_side < 0)
            o->maybe[i].other_side = side;
}

/* The index of a side, which is added if it was not seen. */
static int side_for(crok_score *s, const char *name, const uint8_t rgb[3])
{
    int at = index_of_side(s, name);
    if (at >= 0)
        return at;
    at = crok_observation_add_side(&s->seen, name, rgb);
    memmove(&s->side[at + 1], &s->side[at],
            (size_t)(s->seen.n_sides - 1 - at) * sizeof s->side[0]);
    s->side[at] = (crok_side_score){.total = 0};
    open_side(&s->seen, at);
    return at;
}

/* Insert a disc in the order of ids. */
static void insert_disc(crok_observation *o, const crok_seen_disc *d)
{
    int at = o->n_discs;
    if (at == CROK_MAX_DISCS) {
        o->n_dropped++;
        return;
    }
    for (; at > 0 && o->discs[at - 1].id > d->id; at--)
        o->discs[at] = o->discs[at - 1];
    o->discs[at] = *d;
    o->n_discs++;
}

/* Remove element `at` of n elements of a size. */
static void remove_at(void *array, int *n, int at, size_t size)
{
    char *p = (char *)array + (size_t)at * size;
    (*n)--;
    memmove(p, p + size, (size_t)(*n - at) * size);
}

static crok_seen_disc take_disc(crok_observation *o,
                                const crok_open_question *q)
{
    bool is_disc = q->subject == CROK_ABOUT_DISC;
    crok_seen_disc *array = is_disc ? o->discs : o->maybe;
    crok_seen_disc d = array[q->index];
    remove_at(array, is_disc ? &o->n_discs : &o->n_maybe, q->index, sizeof d);
    return d;
}

/* Make the disc what a person says: `to`, or no disc where that is NULL. */
static void set_disc(crok_score *s, const crok_open_question *q, const said *to)
{
    crok_seen_disc d = take_disc(&s->seen, q);
    if (to == NULL)
        return;
    d.side = side_for(s, to->side, d.rgb);
    d.other_side = -1;
    d.confidence = 1.0;
    d.is_doubted = false;
    if (d.state_unsure && crok_disc_in_hole(d.state))
        d.state =
            to->points == s->rules.hole ? CROK_DISC_HOLE : CROK_DISC_LEANING;
    d.state_unsure = false;
    insert_disc(&s->seen, &d);
}

static void add_hidden_disc(crok_score *s, const said *disc)
{
    static const uint8_t not_seen[3] = {128, 128, 128};
    crok_side_score *c = &s->side[side_for(s, disc->side, not_seen)];
    bool is_twenty = disc->points == s->rules.hole;
    c->twenties += is_twenty;
    c->n_surface += !is_twenty;
    c->on_board += is_twenty ? 0 : disc->points;
    c->total += disc->points;
    c->lo += disc->points;
    c->hi += disc->points;
}

/* A part of the board of which a person says what lies there is seen. */
static void set_part(crok_score *s, int index, const said *disc, int n)
{
    crok_unseen *u = &s->seen.unseen;
    int part = u->region[index].part;
    int n_places = 0;
    remove_at(u->region, &u->n, index, sizeof u->region[0]);
    for (int i = 0; i < u->n_places; i++) {
        if (u->place_part[i] == part)
            continue;
        u->place[n_places] = u->place[i];
        u->place_part[n_places++] = u->place_part[i];
    }
    u->n_places = n_places;
    for (int i = 0; i < n; i++)
        add_hidden_disc(s, &disc[i]);
}

static void note_place(const crok_observation *o, const crok_open_question *q,
                       crok_answer *to)
{
    if (q->subject == CROK_ABOUT_UNSEEN) {
        to->at_px = place_of_part(o, q->index);
        to->frac = o->unseen.region[q->index].frac;
    } else {
        to->at_px = q->subject == CROK_ABOUT_DISC ? o->discs[q->index].at_px
                                                  : o->maybe[q->index].at_px;
        to->frac = 0.0;
    }
}

bool crok_questions_place(const crok_score *s, int id, crok_answer *to)
{
    crok_open_question q;
    if (!find_by_id(&s->seen, id, &q))
        return false;
    note_place(&s->seen, &q, to);
    return true;
}

/* Write an answer's question and value, as a person gave them. */
static void write_answer(const crok_answer *a, char out[64])
{
    if (a->id > 0)
        (void)snprintf(out, 64, "answer %d=%.40s", a->id, a->value);
    else
        (void)snprintf(out, 64, "kept answer %.24s at %.0f, %.0f px", a->value,
                       a->at_px.x, a->at_px.y);
}

/* ---- is it possible? ---- */

#define REASON_TEXT 64

/* The discs of a side that are in play or that a person has named already. */
static int n_in_play(const crok_score *s, const char *name)
{
    const int side = index_of_side(s, name);
    int n = side < 0 ? 0 : s->side[side].n_surface + s->side[side].twenties;
    for (int i = 0; i < s->seen.n_discs; i++)
        n += s->seen.discs[i].side == side &&
             s->seen.discs[i].state != CROK_DISC_OUT;
    return n;
}

/* The most discs whose areas have room in an unseen part. At least one has, or
 * it would be none. */
static int n_that_fit(const crok_score *s, const crok_unseen_region *r)
{
    const crok_board *b = &s->seen.pose.board;
    double outer_radii = b->line_mm[CROK_LINE_OUTER] / b->disc_mm;
    return (int)fmax(1.0, r->frac * outer_radii * outer_radii);
}

/* Are there so many discs, and do they fit into the part? If not, the reason is
 * written. */
static bool is_room_for(const crok_score *s, const crok_unseen_region *r,
                        const said *disc, int n, char reason[REASON_TEXT])
{
    if (n > n_that_fit(s, r)) {
        (void)snprintf(reason, REASON_TEXT, "at most %d disc%s fit%s there",
                       n_that_fit(s, r), n_that_fit(s, r) == 1 ? "" : "s",
                       n_that_fit(s, r) == 1 ? "s" : "");
        return false;
    }
    for (int i = 0; i < n; i++) {
        int left = CROK_DEALT_MOST - n_in_play(s, disc[i].side);
        int wanted = 0;
        for (int k = 0; k < n; k++)
            wanted += strcmp(disc[k].side, disc[i].side) == 0;
        if (wanted <= left)
            continue;
        (void)snprintf(reason, REASON_TEXT, "%s has %d disc%s left",
                       disc[i].side, left > 0 ? left : 0, left == 1 ? "" : "s");
        return false;
    }
    return true;
}

/* Find a word in an answer that should be a side and is none. */
static void name_wrong_side(const crok_score *s, const char *value,
                            char reason[REASON_TEXT])
{
    for (const char *p = value;; p++) {
        size_t len = strcspn(p, ",");
        said disc;
        if (read_disc(p, len, &disc) && disc.side[0] != '\0' &&
            index_of_side(s, disc.side) < 0 && !is_side_word(disc.side)) {
            (void)snprintf(reason, REASON_TEXT, "\"%s\" is none of the sides",
                           disc.side);
            return;
        }
        p += len;
        if (*p == '\0')
            return;
    }
}

/* Read an answer to a question. Returns the number of discs that it names; -1:
 * it is not possible, then there may be a reason. */
static int read_possible(const crok_score *s, const crok_open_question *q,
                         const char *value, said disc[CROK_MAX_DISCS],
                         char reason[REASON_TEXT])
{
    const choices c = choices_of(s, q);
    const int n = read_answer(s, &c, value, disc);
    const int n_new = n_new_sides(s, disc, n);
    reason[0] = '\0';
    if (n < 0) {
        name_wrong_side(s, value, reason);
    } else if (n_new > 0 && s->seen.n_sides + n_new > s->n_play) {
        (void)snprintf(reason, REASON_TEXT, "only %d sides play", s->n_play);
        return -1;
    } else if (q->subject == CROK_ABOUT_UNSEEN &&
               !is_room_for(s, &s->seen.unseen.region[q->index], disc, n,
                            reason)) {
        return -1;
    }
    return n;
}

/* ---- what is not used ---- */

/* Add the reason and the possible answers. */
static void add_possible(const crok_score *s, const crok_answer *a,
                         const crok_open_question *q,
                         char text[CROK_UNUSED_TEXT])
{
    char possible[CROK_QUESTION_TEXT];
    char reason[REASON_TEXT];
    said disc[CROK_MAX_DISCS];
    const size_t n = strlen(text);
    (void)read_possible(s, q, a->value, disc, reason);
    crok_questions_words(s, q, possible);
    (void)snprintf(text + n, CROK_UNUSED_TEXT - n, "%s%s; possible: %s",
                   reason[0] == '\0' ? "" : ": ", reason, possible);
}

void crok_questions_unused_words(const crok_score *s, const crok_answer *a,
                                 crok_unused_why why,
                                 char out[CROK_UNUSED_TEXT])
{
    crok_open_question q;
    size_t n = 0;
    write_answer(a, out);
    n = strlen(out);
    n += (size_t)snprintf(out + n, CROK_UNUSED_TEXT - n, " is not used");
    if (why == CROK_UNUSED_NO_QUESTION) {
        (void)snprintf(out + n, CROK_UNUSED_TEXT - n,
                       ": there is no such question");
    } else if (why == CROK_UNUSED_KEPT_TWICE) {
        (void)snprintf(out + n, CROK_UNUSED_TEXT - n,
                       ": another one is kept for the same");
    } else if (find_by_id(&s->seen, id_of(&s->seen, a), &q)) {
        add_possible(s, a, &q, out);
        n = strlen(out);
        if (choices_of(s, &q).has_other)
            (void)snprintf(out + n, CROK_UNUSED_TEXT - n,
                           "; OTHER stands for " CROK_COLOUR_WORDS);
    }
}

/* Note that an answer is not used. There is room for few warnings. */
static void leave_unused(crok_score *s, const crok_answers *answers,
                         const crok_answer *a, crok_unused_why why)
{
    char text[CROK_UNUSED_TEXT];
    s->unused[s->n_unused++] =
        (crok_unused_answer){.index = (int)(a - answers->answer), .why = why};
    s->n_wrong += why == CROK_UNUSED_IMPOSSIBLE && a->is_given;
    crok_questions_unused_words(s, a, why, text);
    if (s->n_unused <= UNUSED_TOLD_MOST)
        crok_score_warn(s, text);
}

/* Change the score as an answer to question `id` says. Returns false if it is
 * none of the possible ones. */
static bool apply(crok_score *s, const crok_answer *a, int id)
{
    crok_open_question q;
    said disc[CROK_MAX_DISCS];
    char reason[REASON_TEXT];
    crok_answer *done = &s->answered[s->n_answered];
    int n = 0;
    if (!find_by_id(&s->seen, id, &q))
        return true;
    n = read_possible(s, &q, a->value, disc, reason);
    if (n < 0)
        return false;
    *done = *a;
    done->id = id;
    note_place(&s->seen, &q, done);
    s->n_answered++;
    if (q.subject == CROK_ABOUT_UNSEEN)
        set_part(s, q.index, disc, n);
    else
        set_disc(s, &q, n == 0 ? NULL : disc);
    return true;
}

/* Say in one warning what a person has answered. */
static void tell_answered(crok_score *s)
{
    char text[sizeof s->warnings[0]] = "a person answered";
    for (int i = 0; i < s->n_answered; i++) {
        size_t n = strlen(text);
        (void)snprintf(text + n, sizeof text - n, "%s %d=%s", i == 0 ? "" : ",",
                       s->answered[i].id, s->answered[i].value);
    }
    if (s->n_answered > 0)
        crok_score_warn(s, text);
}

/* An answer with the id of its question. */
typedef struct match {
    const crok_answer *answer;
    int id; /* 0: none */
    bool is_doubtful;
} match;

/* Add an answer to those of the questions. One that is given with this call
 * replaces a kept one; two different kept ones are doubtful. */
static int add_match(match *of, int n, const crok_answer *a, int id)
{
    for (int i = 0; i < n && id > 0; i++) {
        if (of[i].id != id)
            continue;
        if (a->is_given)
            of[i] = (match){a, id, false};
        else if (strcmp(a->value, of[i].answer->value) != 0)
            of[i].is_doubtful = true;
        return n;
    }
    of[n] = (match){a, id, false};
    return n + 1;
}

static void answer_all(crok_score *s, const crok_answers *answers)
{
    match of[2 * CROK_MAX_ANSWERS];
    char text[64];
    int n = 0;
    for (int i = 0; i < answers->n; i++)
        n = add_match(of, n, &answers->answer[i],
                      id_of(&s->seen, &answers->answer[i]));
    for (int i = 0; i < n; i++) {
        const crok_answer *a = of[i].answer;
        if (of[i].id == 0)
            leave_unused(s, answers, a, CROK_UNUSED_NO_QUESTION);
        else if (of[i].is_doubtful)
            leave_unused(s, answers, a, CROK_UNUSED_KEPT_TWICE);
        else if (strcasecmp(a->value, CROK_ANSWER_ASK) != 0 &&
                 !apply(s, a, of[i].id))
            leave_unused(s, answers, a, CROK_UNUSED_IMPOSSIBLE);
    }
    (void)snprintf(text, sizeof text, "%d more answers are not used",
                   s->n_unused - UNUSED_TOLD_MOST);
    if (s->n_unused > UNUSED_TOLD_MOST)
        crok_score_warn(s, text);
}

void crok_questions_answer(crok_score *s, const crok_score_options *options)
{
    const crok_answers *answers = options->answers;
    if (options->numbered == NULL)
        number_questions(&s->seen);
    else
        number_as(&s->seen, &options->numbered->seen);
    if (answers == NULL)
        return;
    if (answers->has_other_version)
        crok_score_warn(s, "answers are kept for another picture of this name: "
                           "they are not used");
    answer_all(s, answers);
    tell_answered(s);
}

void crok_questions_settle(crok_score *s, int i)
{
    const crok_answer *a = crok_questions_answered(s, s->seen.discs[i].id);
    crok_value *v = &s->value[i];
    said disc = {.points = -1};
    if (a == NULL)
        return;
    if (!read_disc(a->value, strlen(a->value), &disc) || disc.points < 0)
        disc.points = v->value;
    v->close = false;
    if (v->lo != v->hi) {
        bool touches = disc.points < v->hi;
        v->touching = touches ? v->nearest : CROK_LINE_NONE;
        v->beyond = touches && v->nearest == CROK_LINE_OUTER;
    }
    v->value = v->lo = v->hi = disc.points;
}
