/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "core/scratch.h"
#include "core/words.h"
#include "journal/load_book.h"
#include "lib/crokeye.h"
#include "lib/option_list.h"
#include "lib/picture.h"
#include "lib/status.h"
#include "report/score.h"
#include "score/words.h"

static const char *const repeated[] = {"twenties", "player", NULL};

struct crokeye_scorer {
    crok_option_list options;
    crok_answers answers; /* to the next picture */
    crok_picture_room room;
    crok_result result; /* of the last picture; its names are not valid */
    char *json;         /* owned; NULL: there is none */
    crok_err err;
};

/* ---- options ---- */

static void begin_words(void *said)
{
    crok_score_words_begin(said);
}

static crok_status take(void *said, const crok_set_option *o, crok_err *err)
{
    return crok_score_words_take(said, o->name, o->value, err);
}

static crok_status settle(void *said, crok_err *err)
{
    crok_score_words *w = said;
    crok_status st = crok_score_words_settle(w, err);
    if (st == CROK_OK && w->rules_name != NULL)
        st = crok_book_values_load(w->rules_name, &w->photo.score.rules, err);
    return st == CROK_OK ? crok_score_words_load(w, err) : st;
}

static const crok_option_kind kind = {repeated, sizeof(crok_score_words),
                                      begin_words, take, settle};

/* Add an answer to the next picture, in place of another to its question. */
static crok_status set_answer(crokeye_scorer *s, const char *text)
{
    crok_answers *all = &s->answers;
    crok_answer a;
    int i = 0;
    if (text == NULL) {
        all->n = 0;
        return CROK_OK;
    }
    if (!crok_answer_parse(text, &a))
        return crok_words_wrong(&s->err, "answer", text, "ID=VALUE, e.g. 3=10");
    while (i < all->n && all->answer[i].id != a.id)
        i++;
    if (i == CROK_MAX_ANSWERS)
        return crok_words_wrong(&s->err, "answer", text, "too many answers");
    all->answer[i] = a;
    all->n = i == all->n ? i + 1 : all->n;
    return CROK_OK;
}

crokeye_status crokeye_scorer_set(crokeye_scorer *s, const char *option,
                                  const char *value)
{
    bool is_answer = option != NULL && strcmp(option, "answer") == 0;
    crok_status st = CROK_OK;
    if (s == NULL)
        return CROKEYE_ARGUMENT;
    st = is_answer
             ? set_answer(s, value)
             : crok_option_list_set(&kind, option, value, &s->options, &s->err);
    return crok_lib_status(&s->err, st);
}

/* ---- making ---- */

crokeye_scorer *crokeye_scorer_new(void)
{
    crokeye_scorer *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->result.status = CROK_EARG; /* no picture yet */
    if (crok_option_list_say(&kind, &s->options, &s->err) == CROK_OK)
        return s;
    crokeye_scorer_free(s);
    return NULL;
}

void crokeye_scorer_free(crokeye_scorer *s)
{
    if (s == NULL)
        return;
    crok_option_list_free(&s->options);
    crok_picture_room_free(&s->room);
    free(s->json);
    free(s);
}

/* ---- scoring ---- */

/* The options of one picture. */
static crok_score_photo_options options_of(const crokeye_scorer *s)
{
    const crok_score_words *w = s->options.said;
    crok_score_photo_options o = w->photo;
    o.score.answers = s->answers.n > 0 ? &s->answers : NULL;
    return o;
}

/* Forget the last picture, and get the memory that scoring needs in this
 * thread. */
static crok_status begin(crokeye_scorer *s)
{
    free(s->json);
    s->json = NULL;
    s->result.status = CROK_EARG;
    return crok_scratch_prepare()
               ? CROK_OK
               : crok_fail(&s->err, CROK_ENOMEM, "no memory to score");
}

/* Write the document of the result, after which the answers are used up. */
static crokeye_status finish(crokeye_scorer *s)
{
    crok_result *r = &s->result;
    s->answers.n = 0;
    s->json = crok_result_json(r);
    r->image = NULL;
    s->err = r->err;
    if (s->json == NULL)
        r->status = crok_fail(&s->err, CROK_ENOMEM, "no memory for the result");
    return crok_lib_status(&s->err, r->status);
}

crokeye_status crokeye_scorer_score(crokeye_scorer *s,
                                    const crokeye_picture *picture)
{
    crok_score_photo_options options;
    const char *name = crok_picture_name(picture);
    crok_photo *photo = NULL;
    crok_err err = {0};
    crok_status st = CROK_OK;
    if (s == NULL)
        return CROKEYE_ARGUMENT;
    options = options_of(s);
    st = begin(s);
    if (st != CROK_OK)
        return crok_lib_status(&s->err, st);
    st = crok_picture_photo(picture, &s->room, &photo, &err);
    if (st == CROK_OK)
        crok_score_open_photo(&photo, name, &options, &s->result);
    else
        s->result = (crok_result){.image = name, .status = st, .err = err};
    return finish(s);
}

crokeye_status crokeye_scorer_score_file(crokeye_scorer *s, const char *path)
{
    crok_score_photo_options options;
    crok_status st = CROK_OK;
    if (s == NULL)
        return CROKEYE_ARGUMENT;
    options = options_of(s);
    st = begin(s);
    if (path == NULL)
        st = crok_fail(&s->err, CROK_EARG, "a photo has no path");
    if (st != CROK_OK)
        return crok_lib_status(&s->err, st);
    crok_score_photo(path, &options, NULL, &s->result);
    return finish(s);
}

/* ---- results ---- */

const char *crokeye_scorer_json(const crokeye_scorer *s)
{
    return s == NULL ? NULL : s->json;
}

const char *crokeye_scorer_message(const crokeye_scorer *s)
{
    return s == NULL ? CROK_LIB_NO_HANDLE : s->err.msg;
}

static bool has_score(const crokeye_scorer *s)
{
    return s != NULL && s->result.status == CROK_OK;
}

int crokeye_scorer_n_sides(const crokeye_scorer *s)
{
    return has_score(s) ? s->result.score.seen.n_sides : 0;
}

int crokeye_scorer_n_discs(const crokeye_scorer *s)
{
    return has_score(s) ? s->result.score.seen.n_discs : 0;
}

crokeye_side crokeye_scorer_side(const crokeye_scorer *s, int i)
{
    const crok_score *score = NULL;
    crokeye_side side = {0};
    if (i < 0 || i >= crokeye_scorer_n_sides(s))
        return side;
    score = &s->result.score;
    _Static_assert(sizeof side.name == sizeof score->seen.sides[0].name,
                   "a side's name");
    memcpy(side.name, score->seen.sides[i].name, sizeof side.name);
    side.total = score->side[i].total;
    side.low = score->side[i].lo;
    side.high = score->side[i].hi;
    side.twenties = score->side[i].twenties;
    return side;
}

static crokeye_place place_of(crok_disc_state state)
{
    switch (state) {
    case CROK_DISC_HOLE:
        return CROKEYE_IN_HOLE;
    case CROK_DISC_LEANING:
        return CROKEYE_LEANING;
    case CROK_DISC_OUT:
        return CROKEYE_OUT;
    case CROK_DISC_FLAT:
    case CROK_N_DISC_STATES:
    default:
        return CROKEYE_ON_BOARD;
    }
}

crokeye_disc crokeye_scorer_disc(const crokeye_scorer *s, int i)
{
    const crok_score *score = NULL;
    const crok_seen_disc *d = NULL;
    if (i < 0 || i >= crokeye_scorer_n_discs(s))
        return (crokeye_disc){0};
    score = &s->result.score;
    d = &score->seen.discs[i];
    return (crokeye_disc){.x_mm = d->at.x,
                          .y_mm = d->at.y,
                          .sigma_mm = d->sigma_mm,
                          .margin_mm = crok_score_margin_mm(score, i),
                          .margin_sigma_mm = score->margin_sigma_mm[i],
                          .confidence = d->confidence,
                          .place = place_of(d->state),
                          .side = d->side,
                          .value = score->value[i].value,
                          .low = score->value[i].lo,
                          .high = score->value[i].hi};
}
