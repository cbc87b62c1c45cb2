/* SPDX-License-Identifier: Apache-2.0 */
#include "score/words.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "board/calib.h"
#include "core/text.h"
#include "core/words.h"
#include "discs/colour.h"

void crok_score_words_begin(crok_score_words *out)
{
    memset(out, 0, sizeof *out); /* too large for a literal on the stack */
    out->photo = crok_score_photo_usual();
}

/* ---- the sides ---- */

/* Copy the name of a side, n bytes of text, in lower case and without
 * surrounding blanks. False if it is not a single word or is too long. */
static bool side_name(const char *text, size_t n, char out[24])
{
    while (n > 0 && *text == ' ') {
        text++;
        n--;
    }
    while (n > 0 && text[n - 1] == ' ')
        n--;
    if (n == 0 || n >= 24)
        return false;
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c > 0x7F || !(isalpha(c) || c == ' '))
            return false;
        out[i] = (char)(tolower)(c); /* the parentheses call the function,
                                      * because the macro's expansion nests
                                      * deeply */
    }
    out[n] = '\0';
    return true;
}

/* Read "SIDE=N", the number of a side's 20s. Each side may be given once. */
static crok_status add_twenties(crok_score_words *w, const char *text,
                                crok_err *err)
{
    crok_bowl *bowl = &w->photo.score.bowl;
    static const char wanted[] = "SIDE=N, e.g. red=2";
    static const char whole[] = "N is a whole number from 0 to 12";
    const char *eq = strrchr(text, '=');
    char name[sizeof bowl->side[0]];
    int n = 0;
    if (eq == NULL || !side_name(text, (size_t)(eq - text), name))
        return crok_words_wrong(err, "twenties", text, wanted);
    if (!crok_words_whole(eq + 1, 0, CROK_DEALT_MOST, '\0', &n, NULL))
        return crok_words_wrong(err, "twenties", text, whole);
    for (int i = 0; i < bowl->n; i++)
        if (strcmp(bowl->side[i], name) == 0)
            return crok_words_wrong(err, "twenties", text,
                                    "this side was given before");
    if (bowl->n == CROK_MAX_SIDES)
        return crok_words_wrong(err, "twenties", text, "more than four sides");
    memcpy(bowl->side[bowl->n], name, sizeof name);
    bowl->twenties[bowl->n++] = n;
    return CROK_OK;
}

/* Read "SIDE=NAME", a side's player. */
static crok_status add_player(crok_score_words *w, const char *text,
                              crok_err *err)
{
    crok_players *players = &w->players;
    static const char wanted[] = "SIDE=NAME, e.g. red=Ann, a name of at most "
                                 "63 bytes";
    const char *eq = strchr(text, '=');
    char side[sizeof players->side[0]];
    if (crok_words_seen("player", text, err) != CROK_OK)
        return CROK_EARG;
    if (eq == NULL || !side_name(text, (size_t)(eq - text), side) ||
        eq[1] == '\0' || strlen(eq + 1) >= sizeof players->name[0] ||
        crok_text_find_bad(eq + 1, strlen(eq + 1)) != NULL)
        return crok_words_wrong(err, "player", text, wanted);
    for (int i = 0; i < players->n; i++)
        if (strcmp(players->side[i], side) == 0)
            return crok_words_wrong(err, "player", text,
                                    "this side was given before");
    if (players->n == CROK_MAX_SIDES)
        return crok_words_wrong(err, "player", text, "more than four sides");
    memcpy(players->side[players->n], side, sizeof side);
    (void)strcpy(players->name[players->n++], eq + 1);
    w->photo.players = players;
    return CROK_OK;
}

static crok_status set_sides(crok_score_words *w, const char *text,
                             crok_err *err)
{
    crok_scan_options *scan = &w->photo.scan;
    static const char wanted[] =
        "two to four different colours of " CROK_COLOUR_WORDS;
    const char *p = text;
    char name[24];
    char what[32 + sizeof name + sizeof CROK_COLOUR_WORDS];
    scan->n_side_names = 0;
    for (;;) {
        size_t len = strcspn(p, ",");
        int n = scan->n_side_names;
        crok_lab colour;
        if (n == CROK_MAX_SIDES || !side_name(p, len, name))
            return crok_words_wrong(err, "sides", text, wanted);
        (void)snprintf(what, sizeof what, "\"%s\" is none of %s", name,
                       CROK_COLOUR_WORDS);
        if (!crok_colour_of_word(name, &colour))
            return crok_words_wrong(err, "sides", text, what);
        memcpy(scan->side_names[n], name, sizeof name);
        for (int i = 0; i < n; i++)
            if (strcmp(scan->side_names[i], scan->side_names[n]) == 0)
                return crok_words_wrong(err, "sides", text, wanted);
        scan->n_side_names++;
        if (p[len] == '\0')
            break;
        p += len + 1;
    }
    return scan->n_side_names < 2 ? crok_words_wrong(err, "sides", text, wanted)
                                  : CROK_OK;
}

static crok_status count_sides(crok_score_words *w, const char *text,
                               crok_err *err)
{
    static const char wanted[] = "a whole number from 2 to 4";
    w->is_counted = true;
    return crok_words_whole(text, 2, CROK_MAX_SIDES, '\0',
                            &w->photo.scan.n_sides, NULL)
               ? CROK_OK
               : crok_words_wrong(err, "count-sides", text, wanted);
}

crok_status crok_score_words_settle(crok_score_words *w, crok_err *err)
{
    crok_scan_options *scan = &w->photo.scan;
    if (w->is_counted && scan->n_side_names > 0 &&
        scan->n_side_names != scan->n_sides)
        return crok_fail(err, CROK_EARG, "sides and count-sides do not agree");
    if (scan->n_side_names > 0)
        scan->n_sides = scan->n_side_names;
    w->photo.score.n_sides = scan->n_sides;
    w->photo.score.are_sides_given = scan->n_side_names > 0;
    return CROK_OK;
}

/* ---- the book and the files ---- */

/* Keep the value of an option that is a name. Returns false if it is none. */
static bool take_name(crok_score_words *w, const char *option,
                      const char *value)
{
    if (strcmp(option, "rules") == 0)
        w->rules_name = value;
    else if (strcmp(option, "model") == 0)
        w->model_name = value;
    else if (strcmp(option, "board") == 0)
        w->board_path = value;
    else if (strcmp(option, "calib") == 0)
        w->calib_path = value;
    else
        return false;
    return true;
}

crok_status crok_score_words_take(crok_score_words *w, const char *name,
                                  const char *value, crok_err *err)
{
    static const struct {
        const char *name;
        crok_status (*take)(crok_score_words *w, const char *value,
                            crok_err *err);
    } options[] = {{"sides", set_sides},
                   {"count-sides", count_sides},
                   {"twenties", add_twenties},
                   {"player", add_player}};
    if (take_name(w, name, value))
        return CROK_OK;
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
        if (strcmp(options[i].name, name) == 0)
            return options[i].take(w, value, err);
    return crok_fail(err, CROK_EARG, "%s: there is no such option", name);
}

static crok_status find_model(const char *name, const crok_board **out,
                              crok_err *err)
{
    const crok_board *known = crok_board_tournament();
    if (strcmp(name, known->model) != 0)
        return crok_fail(err, CROK_EARG,
                         "%.80s: no such board model; there is \"%s\"", name,
                         known->model);
    *out = known;
    return CROK_OK;
}

crok_status crok_score_words_load(crok_score_words *w, crok_err *err)
{
    crok_score_photo_options *p = &w->photo;
    crok_status st = CROK_OK;
    if (w->model_name != NULL)
        st = find_model(w->model_name, &p->model, err);
    if (st == CROK_OK && w->board_path != NULL) {
        st = crok_known_load(w->board_path, &w->known, err);
        p->scan.known = &w->known;
    }
    if (st == CROK_OK && w->calib_path != NULL) {
        st = crok_calib_load(w->calib_path, &w->calibrated, err);
        p->fixed_pose = &w->calibrated;
    }
    return st;
}
