/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/book.h: a rule book is a list of settings and nothing else. A club's
 * rules are data: the judge and the match read the settings and do not use the
 * name of a book.
 *
 * A setting has a key ("must_strike"), the id of its rule ("V1"), and either
 * words to choose from or a range of numbers. The table in book.c is the only
 * list of them: reading, writing, checking and explaining all use it.
 *
 * Room     rules: pure; no allocation, no I/O, no globals.
 * Threads  values only; any thread.
 * Source   docs/RULES.md, one setting or more for every id. */
#ifndef CROK_RULES_BOOK_H
#define CROK_RULES_BOOK_H

#include <stdbool.h>
#include <stddef.h>

#include "core/status.h"
#include "rules/value.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CROK_NAME_MAX 48 /* bytes of a name, with the closing zero */

/* The values of the settings that are words. Each enum has the order of `words`
 * in the setting's row of the table. */
enum { CROK_STRIKE_LAST_PLAYED, CROK_STRIKE_ANY_OPPOSING };
enum { CROK_THROUGH_ANY_DISC, CROK_THROUGH_OWN_DISCS };
enum { CROK_STRIKE_IS_CONTACT, CROK_STRIKE_IS_MOTION };
enum { CROK_DIRECT_NOT_NEEDED, CROK_DIRECT_NEEDED, CROK_DIRECT_BEFORE_OWN };
enum { CROK_OPEN_LAST_PLAYED_GONE, CROK_OPEN_NO_OPPOSING };
enum { CROK_FREE_ANYWHERE, CROK_FREE_IN_15 };
enum { CROK_FAILED_AS_INVALID, CROK_FAILED_SHOOTER_ONLY };
enum { CROK_FREE_BY_SHOOTER, CROK_FREE_BY_OWN, CROK_FREE_BY_ANY_STRUCK };
enum { CROK_ON_LINE_STAYS, CROK_ON_LINE_LEAVES };
enum { CROK_OTHERS_ALLOWED, CROK_OTHERS_SPOIL };
enum { CROK_REMOVE_OWN_MOVED, CROK_REMOVE_OWN_TOUCHED };
enum { CROK_OPPOSING_STAY, CROK_OPPOSING_PUT_BACK };
enum { CROK_SUNK_IS_VALID, CROK_SUNK_IS_A_STRIKE };
enum { CROK_FOUL_INVALID, CROK_FOUL_IGNORED };
enum { CROK_LINE_REMOVED, CROK_LINE_STAYS_0, CROK_LINE_STAYS_5 };
enum { CROK_CROSSED_IN_PLAY, CROK_CROSSED_OUT };
enum { CROK_RETURNED_OUT, CROK_RETURNED_IN_PLAY };
enum { CROK_LEFT_OUT, CROK_LEFT_IN_PLAY, CROK_LEFT_AS_RETURNED };
enum { CROK_PLACED_TOUCHING, CROK_PLACED_TOUCHING_OR_BEHIND };
enum {
    CROK_QUADRANT_INSIDE,
    CROK_QUADRANT_TOUCHING,
    CROK_QUADRANT_TOUCHING_ON_LINE
};
enum { CROK_PLACED_FLAT_AT_REST, CROK_PLACED_NOT_ASKED };
enum { CROK_MISPLACED_INVALID, CROK_MISPLACED_NOTED };
enum { CROK_PAIR_SOLO_AFTER_EACH, CROK_PAIR_1232 };
enum { CROK_PAIR_ANYWHERE, CROK_PAIR_OPPOSITE };
enum { CROK_TURNS_CLOCKWISE, CROK_TURNS_EITHER_OPPONENT };
enum {
    CROK_NEXT_CLOCKWISE,
    CROK_NEXT_ALTERNATE,
    CROK_NEXT_LOSER_CHOOSES,
    CROK_NEXT_EQUAL_TURNS,
    CROK_NEXT_WINNER,
    CROK_NEXT_LOSER
};
enum { CROK_SCORE_DIFFERENCE, CROK_SCORE_SIMPLE, CROK_SCORE_POINTS };
enum { CROK_ENDS_TARGET, CROK_ENDS_ROUNDS, CROK_ENDS_BEST_OF };
enum { CROK_MATCH_BY_GAMES, CROK_MATCH_BY_POINTS };
enum { CROK_BOTH_HIGHER_WINS, CROK_BOTH_PLAY_ON };
enum { CROK_TIED_IS_TIE, CROK_TIED_PLAY_ON };
enum { CROK_MANY_SIMPLE, CROK_MANY_PLACES };

/* The settings. Except for the name, every field is an int that has a row in
 * the table of crok_settings(); a field without a row would be a rule that no
 * book can change. The letters are groups of rules in docs/RULES.md. */
typedef struct crok_book {
    char name[CROK_NAME_MAX]; /* for people; no decision depends on it */
    /* G */
    int value_hole, value_inner, value_middle, value_outer;
    int on_line, line_judged_by, value_leaning, out_at_rest, twenties_go;
    int disc_counts_for;
    /* P: each field discs_... is the number of discs that a player shoots in a
     * round with that seating. It is 0 if the book does not allow the seating.
     */
    int discs_singles, discs_doubles, discs_pair, discs_solo, discs_three;
    int discs_four, pair_seats, pair_order, turns, next_starter_singles,
        next_starter;
    /* V */
    int must_strike, strike_through, strike_is, direct_hit;
    int any_opposing_counts;
    int open_board, free_shot_ends, free_shot_failed, free_shot_by;
    int free_shot_wholly_inside, free_shot_on_line, free_shot_only_shooter;
    int free_shot_others_inside, invalid_removes;
    int invalid_keeps_twenties, invalid_opposing, sunk_opposing, fouls;
    int reshoot, reshoot_attempts;
    /* B */
    int on_outer_line, crossed_and_back, returned, left_surface;
    int moved_by_returned;
    int once_out;
    /* L */
    int placed_on, placed_quadrant, half_inside_line, half_over_quadrant;
    int placed_flat, misplaced;
    /* S */
    int round_score, game_ends, target, rounds, games, match_won_by;
    int both_past_target, tied_game, twenties_counted, many_sides, pairs;
} crok_book;

typedef enum crok_setting_kind {
    CROK_SETTING_WORD,   /* the value is one of `words` */
    CROK_SETTING_NUMBER, /* the value is a whole number from lo to hi */
    CROK_SETTING_YES_NO, /* the value is true or false */
} crok_setting_kind;

#define CROK_SETTING_WORDS 6

typedef struct crok_setting {
    const char *key;
    const char *rule; /* id in docs/RULES.md */
    crok_setting_kind kind;
    int lo, hi;    /* smallest and largest value of a NUMBER; YES_NO: 0, 1 */
    size_t offset; /* byte offset of the setting's field in crok_book */
    int absent;    /* value in a recorded book that lacks the setting: the rule
                      that was played before the program had the setting */
    const char *words[CROK_SETTING_WORDS]; /* WORD only; NULL after the last */
    /* Sentences that explain the setting: one for each word of a WORD, two for
     * a YES_NO (first no, then yes), or one format with %d for a NUMBER. */
    const char *say[CROK_SETTING_WORDS];
} crok_setting;

/* Returns the table of all settings, in the order of docs/RULES.md, and writes
 * their number to *n. */
const crok_setting *crok_settings(int *n);

/* Find a setting by its key ("must_strike"). `key` may also be the id of a rule
 * ("V1") if that rule has only one setting. Returns NULL if nothing is found.
 */
const crok_setting *crok_setting_find(const char *key);

#define CROK_OPTION_SETS 4

/* An option that a source offers: one name for settings that are changed
 * together. */
typedef struct crok_option {
    const char *name; /* no two options have the same */
    const char *book; /* the preset of that source */
    const char *from; /* place in the source */
    struct {
        const char *key, *value; /* as in crok_book_set; NULL after the last */
    } set[CROK_OPTION_SETS];
} crok_option;

/* Returns the table of all options, and writes their number to *n. */
const crok_option *crok_options(int *n);

/* Has the book all settings of this option? */
bool crok_option_is_chosen(const crok_option *option, const crok_book *book);

/* Returns a book in which every setting has its `absent` value. Its name is
 * empty. */
crok_book crok_book_of_absent(void);

int crok_setting_value(const crok_setting *s, const crok_book *book);

/* Write the values that are allowed, for a message: "a, b" for words, "true or
 * false", or "a whole number from 1 to 9". Returns buf. */
const char *crok_setting_allowed(const crok_setting *s, char *buf, size_t size);

/* Write the setting's value as it stands in a file: a word, "true", "false" or
 * digits. Returns buf. */
const char *crok_setting_text(const crok_setting *s, const crok_book *book,
                              char *buf, size_t size);

/* Write the sentence that explains the setting's value. Returns buf. */
const char *crok_setting_sentence(const crok_setting *s, const crok_book *book,
                                  char *buf, size_t size);

/* Set one setting, whose value is given as text. The key "option" sets those of
 * the option that is named.
 *
 * CROK_EARG  there is no such key or option, or the value is not allowed. The
 * book is unchanged. For a wrong value the message lists the allowed values.
 */
CROK_MUST_USE crok_status crok_book_set(crok_book *book, const char *key,
                                        const char *value, crok_err *err);

/* Set one setting, whose value is given as a number: the index of a word, 0 or
 * 1 for no or yes, or the number itself. Returns false, and leaves the book
 * unchanged, if the value is not allowed. */
CROK_MUST_USE bool crok_setting_put(const crok_setting *s, int value,
                                    crok_book *book);

/* Returns the book's settings for the value of a disc at rest (G, B1), in the
 * type that the functions of rules/value.h use. */
crok_value_rules crok_book_value_rules(const crok_book *book);

#ifdef __cplusplus
}
#endif
#endif
