/* SPDX-License-Identifier: Apache-2.0 */
#include "table/setup_words.h"

#include <string.h>

#include "board/calib.h"
#include "core/words.h"
#include "journal/load_book.h"

void crok_setup_words_begin(crok_setup_words *out)
{
    memset(out, 0, sizeof *out); /* too large for a literal on the stack */
    out->setup.first_seat = -1;
}

/* ---- options of the match ---- */

static crok_status set_sides(crok_setup_words *w, const char *text,
                             crok_err *err)
{
    static const char wanted[] =
        "two to four different colours, e.g. red,black";
    crok_table_sides *sides = &w->setup.sides;
    const char *p = text;
    if (crok_words_seen("sides", text, err) != CROK_OK)
        return CROK_EARG;
    for (sides->n = 0;; p++) {
        int n = sides->n;
        if (n == CROK_MAX_SIDES ||
            (p = crok_words_item(p, sides->name[n], sizeof sides->name[n])) ==
                NULL)
            return crok_words_wrong(err, "sides", text, wanted);
        for (int i = 0; i < n; i++)
            if (strcmp(sides->name[i], sides->name[n]) == 0)
                return crok_words_wrong(err, "sides", text, wanted);
        sides->n++;
        if (*p == '\0')
            break;
    }
    return sides->n < 2 ? crok_words_wrong(err, "sides", text, wanted)
                        : CROK_OK;
}

static crok_status set_players(crok_setup_words *w, const char *text,
                               crok_err *err)
{
    static const char wanted[] = "two to four names, e.g. Ann,Bob";
    crok_table_setup *setup = &w->setup;
    const char *p = text;
    if (crok_words_seen("players", text, err) != CROK_OK)
        return CROK_EARG;
    for (setup->n_players = 0;; p++) {
        char *to = setup->player[setup->n_players];
        if (setup->n_players == CROK_MAX_SEATS ||
            (p = crok_words_item(p, to, sizeof setup->player[0])) == NULL)
            return crok_words_wrong(err, "players", text, wanted);
        setup->n_players++;
        if (*p == '\0')
            break;
    }
    return setup->n_players < 2 ? crok_words_wrong(err, "players", text, wanted)
                                : CROK_OK;
}

static crok_status set_seats(crok_setup_words *w, const char *text,
                             crok_err *err)
{
    static const char wanted[] =
        "two to four of SEAT=SIDE, seats 0 to 3 rising, e.g. 0=red,2=black";
    crok_table_setup *setup = &w->setup;
    const char *p = text;
    if (crok_words_seen("seats", text, err) != CROK_OK)
        return CROK_EARG;
    for (setup->n_seats = 0;; p++) {
        int n = setup->n_seats;
        const char *eq = NULL;
        if (n == CROK_MAX_SEATS ||
            !crok_words_whole(p, n == 0 ? 0 : setup->seat[n - 1] + 1,
                              CROK_MAX_SEATS - 1, '=', &setup->seat[n], &eq) ||
            (p = crok_words_item(eq + 1, setup->seat_side[n],
                                 sizeof setup->seat_side[n])) == NULL)
            return crok_words_wrong(err, "seats", text, wanted);
        setup->n_seats++;
        if (*p == '\0')
            break;
    }
    return setup->n_seats < 2 ? crok_words_wrong(err, "seats", text, wanted)
                              : CROK_OK;
}

static crok_status set_first(crok_setup_words *w, const char *text,
                             crok_err *err)
{
    return crok_words_whole(text, 0, CROK_MAX_SEATS - 1, '\0',
                            &w->setup.first_seat, NULL)
               ? CROK_OK
               : crok_words_wrong(err, "first", text, "a seat from 0 to 3");
}

static crok_status set_title(crok_setup_words *w, const char *text,
                             crok_err *err)
{
    return crok_words_text("title", text, w->setup.title, sizeof w->setup.title,
                           err);
}

static crok_status set_table(crok_setup_words *w, const char *text,
                             crok_err *err)
{
    return crok_words_text("table", text, w->setup.table, sizeof w->setup.table,
                           err);
}

/* ---- the book and the files ---- */

static crok_status set_rules(crok_setup_words *w, const char *text,
                             crok_err *err)
{
    (void)err;
    w->rules = text;
    return CROK_OK;
}

static crok_status add_change(crok_setup_words *w, const char *text,
                              crok_err *err)
{
    return crok_book_changes_add(&w->changes, text)
               ? CROK_OK
               : crok_words_wrong(err, "set", text, "too many of them");
}

static crok_status set_calib(crok_setup_words *w, const char *text,
                             crok_err *err)
{
    (void)err;
    w->calib_path = text;
    return CROK_OK;
}

static crok_status set_board(crok_setup_words *w, const char *text,
                             crok_err *err)
{
    (void)err;
    w->board_path = text;
    return CROK_OK;
}

crok_status crok_setup_words_take(crok_setup_words *w, const char *name,
                                  const char *value, crok_err *err)
{
    static const struct {
        const char *name;
        crok_status (*take)(crok_setup_words *w, const char *value,
                            crok_err *err);
    } options[] = {{"rules", set_rules}, {"set", add_change},
                   {"sides", set_sides}, {"players", set_players},
                   {"seats", set_seats}, {"first", set_first},
                   {"title", set_title}, {"table", set_table},
                   {"calib", set_calib}, {"board", set_board}};
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
        if (strcmp(options[i].name, name) == 0)
            return options[i].take(w, value, err);
    return crok_fail(err, CROK_EARG, "%s: there is no such option", name);
}

/* ---- loading ---- */

crok_status crok_setup_words_book(crok_setup_words *w, crok_err *err)
{
    const char *name = w->rules == NULL ? CROK_USUAL_BOOK : w->rules;
    size_t len = 0;
    crok_status st = crok_book_load(name, &w->setup.book, NULL, err);
    if (st != CROK_OK)
        return st;
    w->setup.rules_given = w->rules != NULL || w->changes.n > 0;
    w->setup.book_inline =
        w->changes.n > 0 || crok_preset_text(name, &len) == NULL;
    return crok_book_change_checked(&w->changes, "set", &w->setup.book, err);
}

crok_status crok_setup_words_known(const crok_setup_words *w,
                                   crok_setup_known *out, crok_err *err)
{
    crok_status st = CROK_OK;
    out->pose = NULL;
    out->board = NULL;
    if (w->calib_path != NULL) {
        st = crok_calib_load(w->calib_path, &out->calibrated, err);
        out->pose = &out->calibrated;
    }
    if (st == CROK_OK && w->board_path != NULL) {
        st = crok_known_load(w->board_path, &out->known, err);
        out->board = &out->known;
    }
    return st;
}
