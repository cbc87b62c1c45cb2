/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/book.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* These macros write the first fields of a row of the table. Their argument
 * `absent` is the value that the setting has in a recorded book without it. */
#define AT(field) offsetof(crok_book, field)
#define WORD(rule, field, absent)                                              \
#field, rule, CROK_SETTING_WORD, 0, 0, AT(field), absent
#define YES_NO(rule, field, absent)                                            \
#field, rule, CROK_SETTING_YES_NO, 0, 1, AT(field), absent,                \
    {                                                                          \
        NULL                                                                   \
    }
#define NUMBER(rule, field, lo, hi, absent)                                    \
#field, rule, CROK_SETTING_NUMBER, lo, hi, AT(field), absent,              \
    {                                                                          \
        NULL                                                                   \
    }

static const crok_setting SETTINGS[] = {
    {NUMBER("G1", value_hole, 0, 100, 20), {"A disc in the hole is worth %d."}},
    {NUMBER("G1", value_inner, 0, 100, 15),
     {"A disc inside the peg circle is worth %d."}},
    {NUMBER("G1", value_middle, 0, 100, 10),
     {"A disc in the middle ring is worth %d."}},
    {NUMBER("G1", value_outer, 0, 100, 5),
     {"A disc in the outer ring is worth %d; one in the ditch nothing."}},
    {WORD("G2", on_line, 0),
     {"lower"},
     {"A disc that touches a line has the lower of the two values."}},
    {WORD("G3", line_judged_by, 0),
     {"bottom_edge"},
     {"A line is judged by the bottom edge of the disc."}},
    {NUMBER("G4", value_leaning, 0, 100, 15),
     {"Only a disc flat in the hole is a 20; one that leans is worth at most "
      "%d, stays and stays playable."}},
    {WORD("G5", out_at_rest, 0),
     {"touching_or_beyond"},
     {"At rest, a disc touching the outer line or beyond it is worth what the "
      "rule for that line says (B1), normally nothing."}},
    {WORD("G6", twenties_go, 0),
     {"bowl_after_turn"},
     {"A 20 is taken off after the turn, kept apart, and added at the end."}},
    {WORD("G7", disc_counts_for, 0),
     {"its_colour"},
     {"A disc counts once, for the side whose colour it is."}},

    {NUMBER("P1", discs_singles, 0, 24, 8), {"Singles: %d discs each."}},
    {NUMBER("P2", discs_doubles, 0, 24, 6),
     {"Doubles, partners opposite: %d discs a player."}},
    {NUMBER("P3", discs_pair, 0, 24, 0),
     {"Pair against one: %d discs for each of the pair."}},
    {NUMBER("P3", discs_solo, 0, 24, 0),
     {"Pair against one: %d discs for the one."}},
    {WORD("P3", pair_seats, CROK_PAIR_ANYWHERE),
     {"anywhere", "opposite"},
     {"Pair against one: the pair sits anywhere.",
      "Pair against one: the pair sits opposite each other."}},
    {WORD("P4", pair_order, CROK_PAIR_SOLO_AFTER_EACH),
     {"solo_after_each", "1232"},
     {"Pair against one: one of the pair begins, and the one shoots after each "
      "of them.",
      "Pair against one: the order is 1, 2, 3, 2 with 1 and 3 the pair; the "
      "one may begin too."}},
    {NUMBER("P5", discs_three, 0, 24, 0),
     {"Three players for themselves: %d discs each."}},
    {NUMBER("P6", discs_four, 0, 24, 0),
     {"Four players for themselves: %d discs each."}},
    {WORD("P7", turns, CROK_TURNS_CLOCKWISE),
     {"clockwise", "either_opponent"},
     {"Turns go clockwise.",
      "Turns go from side to side; in doubles either partner may shoot."}},
    {WORD("P8", next_starter_singles, CROK_NEXT_ALTERNATE),
     {"clockwise", "alternate", "loser_chooses", "equal_turns", "winner",
      "loser"},
     {"Singles: the next player clockwise starts the next round.",
      "Singles: the players start rounds in turn.",
      "Singles: the loser of a round chooses who starts; after a tie, the next "
      "clockwise.",
      "Singles: each player starts equally often.",
      "Singles: the winner of a round starts the next; after a tie, the next "
      "clockwise.",
      "Singles: the loser of a round starts the next; after a tie, the next "
      "clockwise."}},
    {WORD("P8", next_starter, CROK_NEXT_CLOCKWISE),
     {"clockwise", "alternate", "loser_chooses", "equal_turns", "winner",
      "loser"},
     {"More than two: the next player clockwise starts the next round.",
      "More than two: the sides start rounds in turn.",
      "More than two: the losers of a round choose who starts; after a tie, "
      "the next clockwise.",
      "More than two: each player starts equally often.",
      "More than two: the side that won a round starts the next; after a tie, "
      "the next clockwise.",
      "More than two: the side that lost a round starts the next; after a tie, "
      "the next clockwise."}},

    {WORD("V1", must_strike, CROK_STRIKE_ANY_OPPOSING),
     {"last_played", "any_opposing"},
     {"While it is in play, the disc played last must be struck.",
      "While there is one in play, an opposing disc must be struck."}},
    {WORD("V2", strike_through, CROK_THROUGH_ANY_DISC),
     {"any_disc", "own_discs"},
     {"Directly, or through any other disc.",
      "Directly, or through the shooter's own discs."}},
    {WORD("V2", strike_is, CROK_STRIKE_IS_MOTION),
     {"contact", "motion"},
     {"A disc is struck if it was touched or set in motion.",
      "A disc is struck only if it moved."}},
    {WORD("V3", direct_hit, CROK_DIRECT_NOT_NEEDED),
     {"not_needed", "needed", "needed_before_own"},
     {"The shooter need not hit it directly.",
      "Only a direct hit by the shooter counts.",
      "Only a direct hit counts, and an own disc must not be hit first."}},
    {YES_NO("V4", any_opposing_counts, true),
     {"Only the disc of V1 counts.", "Any opposing disc moved is enough."}},
    {WORD("V5", open_board, CROK_OPEN_NO_OPPOSING),
     {"last_played_gone", "no_opposing"},
     {"The shot is free when the disc played last is no longer in play.",
      "The shot is free when no opposing disc is in play."}},
    {WORD("V6", free_shot_ends, CROK_FREE_IN_15),
     {"anywhere", "in_15"},
     {"A free shot may end anywhere in play.",
      "A free shot must end in the 15 circle or touching its line; a 20 is "
      "within."}},
    {WORD("V6", free_shot_failed, CROK_FAILED_AS_INVALID),
     {"as_invalid", "shooter_only"},
     {"A free shot that fails is an invalid shot.",
      "When a free shot fails, only the shooter is taken off."}},
    {WORD("V7", free_shot_by, CROK_FREE_BY_ANY_STRUCK),
     {"shooter", "shooter_or_own", "any_struck"},
     {"The shooter itself must end there.",
      "The shooter or an own disc that it moved must end there.",
      "The shooter or any disc struck in the shot must end there."}},
    {YES_NO("V8", free_shot_wholly_inside, false),
     {"Touching the 15 line is enough.",
      "The shooting disc must end wholly inside the 15 line."}},
    {WORD("V8", free_shot_on_line, CROK_ON_LINE_STAYS),
     {"stays", "leaves"},
     {"A disc that a free shot leaves on the 15 line stays.",
      "A disc that a free shot leaves on the 15 line is taken off."}},
    {YES_NO("V9", free_shot_only_shooter, false),
     {"Who may end there is said by V7.",
      "Only the shooting disc itself may satisfy the free shot."}},
    {WORD("V9", free_shot_others_inside, CROK_OTHERS_ALLOWED),
     {"allowed", "spoil"},
     {"Other discs may end in the 15 circle too.",
      "Another disc that ends in the 15 circle spoils the free shot."}},
    {WORD("V10", invalid_removes, CROK_REMOVE_OWN_MOVED),
     {"own_moved", "own_touched"},
     {"After an invalid shot the shooter and every own disc struck leave the "
      "board.",
      "After an invalid shot the shooter and every own disc that it touched "
      "leave the board."}},
    {YES_NO("V10", invalid_keeps_twenties, false),
     {"So do own discs that fell into the hole.",
      "Own discs that fell into the hole count all the same."}},
    {WORD("V11", invalid_opposing, CROK_OPPOSING_STAY),
     {"stay", "put_back"},
     {"Opposing discs moved by an invalid shot stay where they are.",
      "Opposing discs moved by an invalid shot go back to where they were."}},
    {WORD("V12", sunk_opposing, CROK_SUNK_IS_VALID),
     {"valid", "a_strike"},
     {"An opposing disc sunk is a 20 for its owner, and the shot is valid.",
      "An opposing disc sunk is a 20 for its owner; for the shot it is a "
      "strike like any other."}},
    {WORD("V13", fouls, CROK_FOUL_INVALID),
     {"invalid", "ignored"},
     {"A foul that a person declares makes the shot invalid.",
      "Fouls are not played."}},
    {YES_NO("V14", reshoot, false),
     {"There is no second try.",
      "Beginners: who met no disc and has no valid shot may shoot again, never "
      "on a free shot."}},
    {NUMBER("V14", reshoot_attempts, 0, 9, 0),
     {"Second tries in a turn: %d (0: as many as it takes)."}},

    {WORD("B1", on_outer_line, CROK_LINE_REMOVED),
     {"removed", "stays_worth_0", "stays_worth_5"},
     {"A disc at rest on the outer line is taken off.",
      "A disc at rest on the outer line stays and is worth 0.",
      "A disc on the outer line or beyond stays while it is on the surface, "
      "and is worth 5."}},
    {WORD("B2", crossed_and_back, CROK_CROSSED_IN_PLAY),
     {"in_play", "out"},
     {"A disc that crosses the outer line and comes back by itself is in play.",
      "A disc that touches the outer line while moving is out."}},
    {WORD("B3", returned, CROK_RETURNED_OUT),
     {"out", "in_play"},
     {"A disc that struck the rail or an out disc is out, even if it comes "
      "back.",
      "A disc that struck the rail or an out disc and comes back is in play."}},
    {WORD("B3a", left_surface, CROK_LEFT_AS_RETURNED),
     {"out", "in_play", "as_returned"},
     {"A disc that left the surface is out, even if it touched nothing else.",
      "A disc that left the surface, touched nothing else and comes back is in "
      "play.",
      "A disc that left the surface is judged like one that struck the "
      "rail."}},
    {WORD("B4", moved_by_returned, 0),
     {"stay"},
     {"Discs that it moves on its way back stay; 20s count."}},
    {WORD("B5", once_out, 0),
     {"for_the_round"},
     {"A disc once out stays out for the round."}},

    {WORD("L1", placed_on, CROK_PLACED_TOUCHING_OR_BEHIND),
     {"touching", "touching_or_behind"},
     {"The shooter is placed touching the outer line.",
      "The shooter is placed touching the outer line or behind it."}},
    {WORD("L2", placed_quadrant, CROK_QUADRANT_TOUCHING),
     {"inside", "touching", "touching_on_line"},
     {"It lies inside the player's quadrant.",
      "It lies in the quadrant or touches a quadrant line.",
      "It lies in the quadrant, or touches both a quadrant line and the outer "
      "line."}},
    {YES_NO("L3", half_inside_line, false),
     {"How far it reaches inside the line is free.",
      "Not more than half of it lies inside the outer line."}},
    {YES_NO("L3", half_over_quadrant, false),
     {"How far it reaches over the quadrant line is free.",
      "Not more than half of it lies over the quadrant line."}},
    {WORD("L4", placed_flat, CROK_PLACED_FLAT_AT_REST),
     {"flat_at_rest", "not_asked"},
     {"It lies flat, and everything is at rest before the flick.",
      "How it lies before the flick is not asked."}},
    {WORD("L4", misplaced, CROK_MISPLACED_INVALID),
     {"invalid", "noted"},
     {"A shot from a wrong place is invalid.",
      "A shot from a wrong place is noted only."}},

    {WORD("S1", round_score, CROK_SCORE_POINTS),
     {"difference", "simple", "points"},
     {"The winner of a round scores the difference.",
      "Each side scores its own total.",
      "The winner of a round gets 2 points, a tie gives 1 each."}},
    {WORD("S2", game_ends, CROK_ENDS_ROUNDS),
     {"target", "rounds", "best_of_rounds"},
     {"A game ends when a side reaches the target.",
      "A game ends after a set number of rounds.",
      "A game ends when a side has won most of a set number of rounds."}},
    {NUMBER("S2", target, 1, 10000, 100), {"The target, if there is one: %d."}},
    {NUMBER("S2", rounds, 1, 99, 4), {"The number of rounds, if set: %d."}},
    {NUMBER("S2", games, 1, 99, 1), {"Games in a match: %d."}},
    {WORD("S2", match_won_by, CROK_MATCH_BY_GAMES),
     {"games", "points"},
     {"Most games win the match.", "Most points of all games win the match."}},
    {WORD("S3", both_past_target, CROK_BOTH_HIGHER_WINS),
     {"higher_wins", "play_on"},
     {"When both pass the target in one round the higher wins; equal, both "
      "win.",
      "When both pass the target in one round the higher wins; equal, play "
      "goes on."}},
    {WORD("S4", tied_game, CROK_TIED_IS_TIE),
     {"tie", "play_on"},
     {"A tie after the last round is a result.",
      "A tie after the last round is played on until it is broken."}},
    {YES_NO("S5", twenties_counted, true),
     {"20s are not counted by themselves.",
      "20s are also counted by themselves, every round."}},
    {WORD("S6", many_sides, CROK_MANY_SIMPLE),
     {"simple", "places"},
     {"Three or four sides: each scores its own total.",
      "Three or four sides: 8, 6, 4, 2 by place; tied places share."}},
    {WORD("S7", pairs, 0),
     {"change_nothing"},
     {"Opposing discs of equal value may be taken off in pairs before "
      "counting: the difference is the same."}},
};

enum { N_SETTINGS = sizeof SETTINGS / sizeof SETTINGS[0] };

static const crok_option OPTIONS[] = {
    {"line_removed",
     "masters",
     "variations, 1",
     {{"on_outer_line", "removed"}}},
    {"direct", "masters", "variations, 2", {{"direct_hit", "needed"}}},
    {"any_disc", "masters", "variations, 3", {{"any_opposing_counts", "true"}}},
    {"competition",
     "masters",
     "variations, 4; end of the game",
     {{"free_shot_ends", "in_15"}, {"free_shot_wholly_inside", "true"}}},
    {"simple", "woodestic", "7, simple scoring", {{"round_score", "simple"}}},
    {"championship",
     "woodestic",
     "7, championship scoring",
     {{"round_score", "points"},
      {"game_ends", "rounds"},
      {"rounds", "4"}, /* the WCC's table, to which 8 refers */
      {"twenties_counted", "true"}}},
    {"two_of_three",
     "woodestic",
     "8, shorter games",
     {{"round_score", "points"}, /* 8 names it as championship scoring */
      {"game_ends", "best_of_rounds"},
      {"rounds", "3"},
      {"twenties_counted", "true"}}},
    {"loser_starts",
     "woodestic",
     "8, rule B of starting",
     {{"next_starter_singles", "loser_chooses"},
      {"next_starter", "loser_chooses"}}},
    {"long_three",
     "woodestic",
     "9, long game for three",
     {{"discs_three", "12"}}},
    {"reshoot",
     "woodestic",
     "9, re-shoot",
     {{"reshoot", "true"}, {"reshoot_attempts", "1"}}},
    {"half_a_disc",
     "woodestic",
     "9, half a disc",
     {{"half_inside_line", "true"}, {"half_over_quadrant", "true"}}},
    {"strict_free_shot",
     "woodestic",
     "9, free shots",
     {{"free_shot_wholly_inside", "true"}, {"free_shot_on_line", "leaves"}}},
    {"no_free_carom",
     "woodestic",
     "9, free carom",
     {{"free_shot_only_shooter", "true"},
      {"free_shot_others_inside", "spoil"}}},
    {"conventional",
     "depot",
     "4g",
     {{"round_score", "difference"},
      {"game_ends", "target"},
      {"target", "100"}}},
    {"7a",
     "depot",
     "7a",
     {{"direct_hit", "needed_before_own"}, {"invalid_opposing", "put_back"}}},
    {"7b", "depot", "7b", {{"on_outer_line", "stays_worth_5"}}},
    {"7c", "depot", "7c", {{"turns", "either_opponent"}}},
    {"re_entry",
     "solo-teams",
     "optional rule",
     {{"crossed_and_back", "in_play"}, {"left_surface", "in_play"}}},
    {"to_100",
     "solo-teams",
     "7",
     {{"round_score", "difference"},
      {"game_ends", "target"},
      {"target", "100"}}},
};

enum { N_OPTIONS = sizeof OPTIONS / sizeof OPTIONS[0] };

const crok_option *crok_options(int *n)
{
    *n = N_OPTIONS;
    return OPTIONS;
}

const crok_setting *crok_settings(int *n)
{
    *n = N_SETTINGS;
    return SETTINGS;
}

const crok_setting *crok_setting_find(const char *key)
{
    const crok_setting *of_rule = NULL;
    int n_of_rule = 0;
    for (int i = 0; i < N_SETTINGS; i++) {
        if (strcmp(SETTINGS[i].key, key) == 0)
            return &SETTINGS[i];
        if (strcmp(SETTINGS[i].rule, key) == 0) {
            of_rule = &SETTINGS[i];
            n_of_rule++;
        }
    }
    return n_of_rule == 1 ? of_rule : NULL;
}

crok_book crok_book_of_absent(void)
{
    crok_book book = {.name = ""};
    for (int i = 0; i < N_SETTINGS; i++)
        CROK_ASSERT(crok_setting_put(&SETTINGS[i], SETTINGS[i].absent, &book));
    return book;
}

int crok_setting_value(const crok_setting *s, const crok_book *book)
{
    int value = 0;
    memcpy(&value, (const char *)book + s->offset, sizeof value);
    return value;
}

static int n_words(const crok_setting *s)
{
    int n = 0;
    while (n < CROK_SETTING_WORDS && s->words[n] != NULL)
        n++;
    return n;
}

bool crok_setting_put(const crok_setting *s, int value, crok_book *book)
{
    int lo = s->kind == CROK_SETTING_WORD ? 0 : s->lo;
    int hi = s->kind == CROK_SETTING_WORD ? n_words(s) - 1 : s->hi;
    if (value < lo || value > hi)
        return false;
    memcpy((char *)book + s->offset, &value, sizeof value);
    return true;
}

const char *crok_setting_allowed(const crok_setting *s, char *buf, size_t size)
{
    size_t at = 0;
    if (s->kind == CROK_SETTING_YES_NO) {
        (void)snprintf(buf, size, "true or false");
        return buf;
    }
    if (s->kind == CROK_SETTING_NUMBER) {
        (void)snprintf(buf, size, "a whole number from %d to %d", s->lo, s->hi);
        return buf;
    }
    for (int i = 0; i < n_words(s) && at < size; i++)
        at += (size_t)snprintf(buf + at, size - at, "%s%s", i == 0 ? "" : ", ",
                               s->words[i]);
    return buf;
}

const char *crok_setting_text(const crok_setting *s, const crok_book *book,
                              char *buf, size_t size)
{
    int value = crok_setting_value(s, book);
    if (s->kind == CROK_SETTING_NUMBER)
        (void)snprintf(buf, size, "%d", value);
    else if (s->kind == CROK_SETTING_YES_NO)
        (void)snprintf(buf, size, "%s", value != 0 ? "true" : "false");
    else
        (void)snprintf(buf, size, "%s", s->words[value]);
    return buf;
}

/* Write `format`, a sentence of the table, with `value` in place of its %d. */
static void say_number(const char *format, int value, char *buf, size_t size)
{
    const char *gap = strstr(format, "%d");
    CROK_ASSERT(gap != NULL);
    (void)snprintf(buf, size, "%.*s%d%s", (int)(gap - format), format, value,
                   gap + 2);
}

const char *crok_setting_sentence(const crok_setting *s, const crok_book *book,
                                  char *buf, size_t size)
{
    int value = crok_setting_value(s, book);
    if (s->kind == CROK_SETTING_NUMBER)
        say_number(s->say[0], value, buf, size);
    else
        (void)snprintf(buf, size, "%s", s->say[value]);
    return buf;
}

/* Parse `text` as a value of the setting. Returns false if it is not one. */
static bool value_of_text(const crok_setting *s, const char *text, int *value)
{
    char *end = NULL;
    long x = 0;
    if (s->kind == CROK_SETTING_YES_NO) {
        *value = strcmp(text, "true") == 0;
        return *value != 0 || strcmp(text, "false") == 0;
    }
    if (s->kind == CROK_SETTING_WORD) {
        for (*value = 0; *value < n_words(s); (*value)++)
            if (strcmp(s->words[*value], text) == 0)
                return true;
        return false;
    }
    errno = 0;
    x = strtol(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0' || x < s->lo || x > s->hi)
        return false;
    *value = (int)x;
    return true;
}

/* Report why crok_setting_find found nothing: `key` is the id of a rule with
 * several settings, or it is unknown. */
static crok_status not_found(const char *key, crok_err *err)
{
    char list[160] = "";
    size_t n = 0;
    for (int i = 0; i < N_SETTINGS; i++) {
        size_t len = strlen(SETTINGS[i].key) + 1;
        if (strcmp(SETTINGS[i].rule, key) != 0 || n + len >= sizeof list)
            continue;
        (void)snprintf(list + n, sizeof list - n, " %s", SETTINGS[i].key);
        n += len;
    }
    if (n > 0)
        return crok_fail(err, CROK_EARG, "%s has several settings, name one:%s",
                         key, list);
    return crok_fail(err, CROK_EARG,
                     "there is no setting \"%s\"; `crokeye rules show` lists "
                     "them",
                     key);
}

static crok_status set_option(crok_book *book, const char *name, crok_err *err)
{
    crok_book changed = *book;
    crok_status st = CROK_OK;
    for (int i = 0; i < N_OPTIONS; i++) {
        if (strcmp(OPTIONS[i].name, name) != 0)
            continue;
        for (int k = 0; k < CROK_OPTION_SETS && OPTIONS[i].set[k].key != NULL;
             k++)
            if (st == CROK_OK)
                st = crok_book_set(&changed, OPTIONS[i].set[k].key,
                                   OPTIONS[i].set[k].value, err);
        *book = changed;
        return st;
    }
    return crok_fail(err, CROK_EARG,
                     "there is no option \"%s\"; `crokeye rules show` lists "
                     "them",
                     name);
}

bool crok_option_is_chosen(const crok_option *option, const crok_book *book)
{
    crok_book chosen = *book;
    return set_option(&chosen, option->name, NULL) == CROK_OK &&
           memcmp(&chosen, book, sizeof chosen) == 0;
}

crok_status crok_book_set(crok_book *book, const char *key, const char *value,
                          crok_err *err)
{
    char allowed[160];
    const crok_setting *s = crok_setting_find(key);
    int number = 0;
    if (strcmp(key, "option") == 0)
        return set_option(book, value, err);
    if (s == NULL)
        return not_found(key, err);
    if (!value_of_text(s, value, &number) || !crok_setting_put(s, number, book))
        return crok_fail(err, CROK_EARG, "%s is \"%s\", allowed is %s", s->key,
                         value,
                         crok_setting_allowed(s, allowed, sizeof allowed));
    return CROK_OK;
}

crok_value_rules crok_book_value_rules(const crok_book *book)
{
    crok_value_rules rules = crok_value_rules_default();
    rules.hole = book->value_hole;
    rules.inner = book->value_inner;
    rules.middle = book->value_middle;
    rules.outer = book->value_outer;
    rules.leaning = book->value_leaning;
    rules.on_outer_line =
        book->on_outer_line == CROK_LINE_STAYS_5 ? book->value_outer : 0;
    return rules;
}
