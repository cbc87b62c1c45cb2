/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/event.h: the events of a match. A match is the result of folding them,
 * that is, of applying them in order. The time of an event is stored, but has
 * no effect on the match.
 *
 * Room     rules: plain values.
 * Threads  values only; any thread.
 * Source   crokeye.event/1 in docs/FORMATS.md. */
#ifndef CROK_RULES_EVENT_H
#define CROK_RULES_EVENT_H

#include "rules/book.h"
#include "rules/judge.h"
#include "rules/shot.h"
#include "rules/turns.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CROK_TEXT_MAX 96

typedef enum crok_event_type {
    CROK_EVENT_MATCH_START,
    CROK_EVENT_SHOT,
    CROK_EVENT_RULING,
    CROK_EVENT_TWENTIES,
    CROK_EVENT_BOARD,
    CROK_EVENT_ROUND_END,
    CROK_EVENT_NEXT_STARTER,
    CROK_EVENT_UNDO,
    CROK_EVENT_MATCH_END,
    CROK_EVENT_ROUND_COUNT,
    CROK_EVENT_MATCH_INFO,
    CROK_EVENT_CONCEDE,
    CROK_EVENT_PENALTY,
    CROK_EVENT_REPLAY_ROUND,
    CROK_EVENT_SUBSTITUTE,
    CROK_EVENT_TIME_UP,
    CROK_EVENT_SHOOT_OUT,
    CROK_EVENT_FORFEIT_ROUND,
    CROK_EVENT_DISQUALIFY,
    CROK_N_EVENTS
} crok_event_type;

/* How a stage of a tournament breaks a tie, by the order of the list in the
 * start (T5). */
typedef enum crok_tie {
    CROK_TIE_TWENTIES_GAME,  /* more 20s in the game */
    CROK_TIE_TWENTIES_MATCH, /* more 20s in the match */
    CROK_TIE_EXTRA_ROUND,    /* the next round decides */
    CROK_TIE_SHOOT_OUT,      /* each side shoots at the hole; a person counts */
    CROK_N_TIES
} crok_tie;

/* What a round that one side forfeits gives to the other one. */
typedef struct crok_forfeit {
    int points;   /* added to its game: points or score (crok_tally_measure) */
    int twenties; /* 20s added to its round */
} crok_forfeit;

typedef struct crok_side_info {
    char side[CROK_NAME_MAX]; /* name of the side's colour */
    char name[CROK_TEXT_MAX];
    bool has_rgb;
    int rgb[3];
} crok_side_info;

/* A handicap of a player, declared before the match (rules/handicap.h). */
typedef struct crok_handicap {
    int points;   /* added in each game to what decides it */
    int twenties; /* added to the 20s of each game */
    int discs;    /* discs that the player shoots in each round beside those of
                   * the book; below 0: fewer */
    int games;    /* games of the match that are won before it begins */
} crok_handicap;

typedef struct crok_match_start {
    char title[CROK_TEXT_MAX], stage[CROK_TEXT_MAX], table[CROK_NAME_MAX];
    /* group of the stage, and number of the game in it, as a pairing has them;
     * "": not given */
    char pool[CROK_TEXT_MAX], game[CROK_NAME_MAX];
    crok_book book;
    bool book_inline; /* true: the event contains the whole book; false: it has
                         the name of a preset */
    crok_lines lines;
    double disc_mm;
    int n_sides;
    crok_side_info sides[CROK_MAX_SIDES];
    crok_seats seats; /* a side is given as index in sides[] */
    char player[CROK_MAX_SEATS][CROK_TEXT_MAX];
    crok_handicap handicap[CROK_MAX_SEATS]; /* of each player */
    int first;   /* index of the player who starts the first round */
    int best_of; /* games of a match that ends when it is decided; 0: the book's
                  * games are all played */
    int n_ties;
    crok_tie tie[CROK_N_TIES];
    bool has_forfeit; /* the stage names the value of a forfeited round */
    crok_forfeit forfeit;
} crok_match_start;

typedef struct crok_shot_event {
    crok_shot shot;
    bool is_unseen; /* true: nobody saw the shot; later shots show that it was
                       taken. The evidence then has the board before and after
                       it, as far as that is known (rules/open.h) */
    bool has_decision; /* true: the record has the decision that was made at
                        * the table; false: the judge decides the shot when the
                        * record is read */
    crok_decision decision;
} crok_shot_event;

/* A person's decision on a shot: only whether it was valid, or the whole
 * decision. */
typedef struct crok_ruling {
    long of;           /* seq of the shot */
    bool has_decision; /* true: `decision` is set; false: `valid` is */
    bool valid;        /* used only if has_decision is false */
    bool by_board; /* no person has ruled: the board was left so (V10, V11) */
    crok_decision decision; /* twenties[i] are those of side[i] */
    int n_sides;
    char side[CROK_MAX_SIDES][CROK_NAME_MAX];
} crok_ruling;

typedef struct crok_twenties {
    char side[CROK_NAME_MAX];
    int count;
} crok_twenties;

/* A person sets the discs at rest. Sides are given by name, because only the
 * match knows their order. */
typedef struct crok_board_event {
    int n;
    crok_disc discs[CROK_MAX_DISCS]; /* a disc's side: index in side[] */
    int n_sides;
    char side[CROK_MAX_SIDES][CROK_NAME_MAX];
    bool sets_left[CROK_MAX_SIDES]; /* true: the event also sets how many discs
                                     * side[i] has still to shoot */
    int left[CROK_MAX_SIDES];       /* that number; used if sets_left[i] */
    int unseen[CROK_MAX_SIDES]; /* shots of side[i] in this round that may have
                                 * been taken before anybody watched: any of
                                 * them may have been a 20 */
} crok_board_event;

/* The end of a round. */
typedef struct crok_round_end {
    bool early;        /* the round ends before all discs are shot */
    bool asks_starter; /* who began the round was not seen: whoever shoots first
                        * begins the next one */
    int n_sides;       /* sides whose total had a range at that time; the match
                          computes its own from the events */
    char side[CROK_MAX_SIDES][CROK_NAME_MAX];
    int lo[CROK_MAX_SIDES], hi[CROK_MAX_SIDES];
} crok_round_end;

/* Room for the fields of an event that begin with "x-", as a JSON object. */
#define CROK_FOREIGN_MAX 256

/* The regions that a round's count has: the discs worth 20, 15, 10 and 5. */
enum { CROK_N_RINGS = 4 };

/* A side's count of a round without positions: its discs by region, or only its
 * total. */
typedef struct crok_side_count {
    char side[CROK_NAME_MAX];
    bool by_ring;
    int ring[CROK_N_RINGS]; /* if by_ring: number of discs, from 20 outwards */
    bool has_out;           /* if by_ring: are the other discs counted, too? */
    int out;                /* then: number of discs shot that are worth 0 */
    int total;              /* otherwise: points, 20s included */
    int twenties;           /* otherwise: number of 20s */
} crok_side_count;

typedef struct crok_round_count {
    long of; /* seq of the count that this one replaces; 0: it is a new one */
    bool final; /* true: the round ends with it; false: it is being counted */
    int n;
    crok_side_count sides[CROK_MAX_SIDES];
} crok_round_count;

/* Corrections of what a start says. Only what is given is changed. */
typedef struct crok_match_info {
    bool has_title, has_stage, has_table, has_board;
    char title[CROK_TEXT_MAX], stage[CROK_TEXT_MAX], table[CROK_NAME_MAX];
    crok_lines lines; /* with disc_mm: the board, measured better */
    double disc_mm;
    int n_sides;
    crok_side_info sides[CROK_MAX_SIDES]; /* `side` says which */
    int n_seats;
    int seat[CROK_MAX_SEATS];
    char player[CROK_MAX_SEATS][CROK_TEXT_MAX];
} crok_match_info;

/* What the organiser decides (T6), with the reason in his words. */
typedef struct crok_concede {
    char side[CROK_NAME_MAX];
    bool only_game; /* false: the whole match */
    char reason[CROK_TEXT_MAX];
} crok_concede;

typedef struct crok_penalty {
    char side[CROK_NAME_MAX];
    int points; /* added to the side's game: below 0 a penalty, above a handicap
                 */
    char reason[CROK_TEXT_MAX];
} crok_penalty;

/* A decision against one side: forfeit_round and disqualify. */
typedef struct crok_against {
    char side[CROK_NAME_MAX];
    char reason[CROK_TEXT_MAX];
} crok_against;

typedef struct crok_substitute {
    int seat;
    char player[CROK_TEXT_MAX];
    char reason[CROK_TEXT_MAX];
} crok_substitute;

typedef struct crok_time_up {
    bool whole_match; /* the match ends with this round */
    char reason[CROK_TEXT_MAX];
} crok_time_up;

typedef struct crok_shoot_out {
    int n;
    char side[CROK_MAX_SIDES][CROK_NAME_MAX];
    int count[CROK_MAX_SIDES]; /* 20s that it shot */
} crok_shoot_out;

typedef struct crok_event {
    long seq;
    char time[CROK_NAME_MAX];
    char foreign[CROK_FOREIGN_MAX]; /* "": it has no such fields */
    crok_event_type type;
    /* For an event that may correct the past (crok_may_be_after): seq of the
     * event after which it is applied, perhaps in a finished round or in an
     * earlier match. 0: the event is applied at its own place.
     */
    long after;
    /* For a shot or round_end from a video: the time in the video, ms, at which
     * a program that was stopped can resume watching. 0: the event is not from
     * a video. */
    long film_ms;
    /* For a replay_round: the program takes it that the round was broken off,
     * and a person is asked whether nothing of it counts. */
    bool is_open;
    /* Of a correction (crok_event_corrects): a person has confirmed what it
     * does to what came later (rules/effects.h). Earlier events that do not fit
     * any more are left out. */
    bool is_confirmed;
    union {
        crok_match_start start;
        crok_shot_event shot;
        crok_ruling ruling;
        crok_twenties twenties;
        crok_board_event board;
        crok_round_end end;
        int seat; /* next_starter: the seat that starts the next round */
        long of;  /* undo: seq of the event that is undone */
        crok_round_count count;
        crok_match_info info;
        crok_concede concede;
        crok_penalty penalty;
        char reason[CROK_TEXT_MAX]; /* replay_round */
        crok_against against;       /* forfeit_round, disqualify */
        crok_substitute substitute;
        crok_time_up time_up;
        crok_shoot_out shoot_out;
    } u;
} crok_event;

/* May an event of this type have `after`? */
bool crok_may_be_after(crok_event_type type);

/* The name of a type in a record: "match_start", "shot" and so on. */
const char *crok_event_name(crok_event_type type);

/* Does the event change an earlier one: is it an undo, a ruling, a count with
 * `of`, or an event with `after`? */
bool crok_event_corrects(const crok_event *e);

#ifdef __cplusplus
}
#endif
#endif
