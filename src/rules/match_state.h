/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/match_state.h: the state of a match, and functions that read it.
 * rules/match.h applies events to it.
 *
 * Room     rules: pure; no allocation, no I/O, no globals, no clock.
 * Threads  values only; any thread.
 * Source   crokeye.match/1 (docs/FORMATS.md); docs/RULES.md P and S. */
#ifndef CROK_RULES_MATCH_STATE_H
#define CROK_RULES_MATCH_STATE_H

#include "rules/event.h"
#include "rules/score.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CROK_MAX_GONE 256 /* most discs that are stored as out of play */
#define CROK_LAST_TEXT_MAX 200
#define CROK_MAX_ASKED 64 /* most questions that a match names */

typedef enum crok_state {
    CROK_STATE_WAITING,
    CROK_STATE_PLAYING,
    CROK_STATE_CHECK, /* a person must answer the question `ask` */
    CROK_STATE_ROUND_OVER,
    CROK_STATE_OVER,
    CROK_N_STATES
} crok_state;

/* The question to a person. */
typedef enum crok_ask {
    CROK_ASK_NOTHING,
    CROK_ASK_VALIDITY, /* Is the last shot valid? It is asked only if the two
                          answers give different states. Play may go on. */
    CROK_ASK_DISC,     /* Is a disc in play? Play may go on. */
    CROK_ASK_STARTER,  /* Who starts the round? Whoever shoots first does. */
    CROK_ASK_SHOOT_OUT /* How many 20s did each side shoot? Play waits. */
} crok_ask;

/* The subject of a question whose answer changes a total. The question stays
 * open until an event answers it, even after the next shot or the round's end.
 */
typedef enum crok_asked_what {
    CROK_ASKED_VALIDITY, /* Was the shot valid? */
    CROK_ASKED_DISC,     /* Is a disc of the shot in play, or a 20? */
    CROK_ASKED_UNSEEN,   /* What did a shot do that nobody saw? */
    CROK_ASKED_REPLAY,   /* Was the round broken off, so that nothing of it
                            counts? `of` is the replay_round */
    CROK_ASKED_CALLS, /* Where did the discs lie on which the round was closed?
                         A call is too close */
    CROK_N_ASKED
} crok_asked_what;

typedef struct crok_asked {
    long of; /* seq of the shot; of CALLS: of the last shot before them */
    crok_asked_what what;
    int game, round;
    unsigned sides; /* bit i: the answer decides a 20 of side i */
    bool board;     /* the answer decides which discs are on the board */
} crok_asked;

/* What decided a match. */
typedef enum crok_won_by {
    CROK_WON_BY_NOTHING, /* it is not decided */
    CROK_WON_BY_GAMES,
    CROK_WON_BY_POINTS, /* of all games, or of the only one */
    CROK_WON_BY_TWENTIES,
    CROK_WON_BY_EXTRA_ROUND,
    CROK_WON_BY_SHOOT_OUT,
    CROK_WON_BY_CONCESSION,
    CROK_WON_BY_DISQUALIFICATION,
    CROK_N_WON_BY
} crok_won_by;

typedef struct crok_match_side {
    int twenties;        /* number of 20s in this round */
    int twenties_unsure; /* number of these 20s that may not count (B3) */
    int twenties_lean;   /* number of these 20s that may have leaned in the
                            hole, and would then be no 20 (G4). The next shot
                            sets it to 0: the players who played on have seen
                            that the disc was a 20 */
    int twenties_fewer, twenties_more; /* numbers of 20s by which `twenties` may
                            be too high or too low, because the validity of a
                            shot is open or a shot was not seen. They stay
                            through the round, until a person counts */
    int twenties_on_board; /* of twenties_more, those whose points board_more
                            has, because the disc may lie on the board too */
    int board_fewer, board_more; /* points by which the discs on the board may
                            be worth less or more than they seem, after a shot
                            of which the board is not known. The next shot sets
                            them to 0 */
    int before_watch; /* shots of this round that may have been taken before
                         anybody watched; each may have been a 20 */
    int total_fewer, total_more; /* as twenties_fewer and twenties_more, of the
                            rounds that have ended */
    int twenties_total;  /* number of 20s in the match, with this round */
    int twenties_before; /* of these, the number before the present game */
    int counted;         /* total of this round, if it is counted without
                            positions */
    int games;           /* number of games won */
    int match_points;    /* sum of crok_tally_measure over the games before the
                            present one */
    int match_points_lo, match_points_hi; /* the smallest and largest that they
                            can be, because of open questions */
    crok_tally game;  /* the tally of the game that is being played */
    crok_tally extra; /* of it, what extra rounds have added: they break a tie
                       * and do not decide the game otherwise */
    crok_tally game_lo, game_hi; /* the smallest and largest that it can be */
    bool has_count; /* is this round counted, and the side, as `count` says? */
    crok_side_count count;
} crok_match_side;

/* What a round that has ended made of one side. */
typedef struct crok_ended_side {
    crok_points total;
    int added;              /* to what decides a game (crok_book_measure) */
    int added_lo, added_hi; /* the smallest and largest that it can be */
} crok_ended_side;

/* The round that ended last. */
typedef struct crok_ended {
    int game, round;       /* numbers from 1; round 0: none has ended */
    unsigned forfeited_by; /* bits: the side that has forfeited it; 0: none */
    crok_ended_side side[CROK_MAX_SIDES];
} crok_ended;

typedef struct crok_last {
    long seq; /* seq of the last shot; 0: there was none yet */
    crok_tri valid;
    char text[CROK_LAST_TEXT_MAX]; /* the decision and its reasons */
    int n_remove;
    crok_removal remove[CROK_MAX_DISCS];
} crok_last;

/* A disc that may lie on the board or not at the next shot. */
typedef struct crok_loose {
    int id, side;
} crok_loose;

/* ---- what a ruling after the end needs (T6) ---- */

/* How the match stood before the game that was counted last, so that its count
 * can be taken back. */
typedef struct crok_game_count {
    int game; /* its number, from 1; 0: none was counted */
    int games_played;
    unsigned gave_up; /* bits: the sides that had given it up */
    struct {
        int games, match_points, match_points_lo, match_points_hi;
        int twenties_before;
    } side[CROK_MAX_SIDES];
} crok_game_count;

/* The tie that was broken last by a method of the start: if it is open again
 * among the same sides, that result stands. among 0: none. */
typedef struct crok_broken_tie {
    unsigned among, winner; /* bits */
    bool is_of_match;
    crok_won_by how;
} crok_broken_tie;

#define CROK_MAX_OWED 8 /* most rounds of a game that are played again */

/* Rounds of the present game that do not count, and are played again when the
 * others have been played. */
typedef struct crok_owed {
    int n;
    struct {
        int round, first; /* its number, and the player who begins it */
        long by;          /* seq of the replay_round */
    } list[CROK_MAX_OWED];
    int resumes; /* while one of them is played: number of the game's last
                  * round; else 0 */
    long by;     /* then: seq of its replay_round */
} crok_owed;

/* What of the match the end of a round changes, as it was just before the end
 * of the round that ended last. Its board is not kept: the round can be played
 * again, not gone on with. */
typedef struct crok_round_kept {
    int round; /* 0: none has ended */
    int game, games_played;
    crok_turns turns;
    crok_match_side sides[CROK_MAX_SIDES];
    crok_ended ended;
    int n_asked;
    crok_asked asked[CROK_MAX_ASKED];
    bool is_first_unknown, is_loser_open;
    unsigned level, tie_among;
    int tie_at;
    bool is_tie_of_match;
    unsigned gave_up;
    crok_game_count counted_game;
    crok_broken_tie broken;
    crok_owed owed;
} crok_round_kept;

typedef struct crok_match {
    crok_state state;
    crok_ask ask;
    crok_match_start info;
    int round, game;      /* numbers from 1 */
    int games_played;     /* number of games that have ended */
    int last_round_first; /* not used, always -1 */
    crok_turns turns;
    int attempt;         /* attempt number of the next shot, from 1 (V14) */
    crok_tri was_played; /* NO: no disc was shot yet in this round. UNKNOWN: a
                            person set a board without the disc shot last */
    int last_played;     /* if YES: id of the disc that was shot last */
    crok_match_side sides[CROK_MAX_SIDES];
    int n_discs;
    crok_disc discs[CROK_MAX_DISCS]; /* discs on the board, sorted by id */
    int n_gone;
    int gone[CROK_MAX_GONE]; /* ids of discs that left play in this round */
    /* Ids of discs that may be in play or not after the last shot. A person may
     * decide. If nobody does, a disc is in play if it is on the board at the
     * next shot. */
    int n_unsure;
    int unsure[CROK_MAX_DISCS];
    /* Discs that the decision on the last shot keeps or removes, although that
     * was open when it was shot: the next shot may find them on the board or
     * not, as the players decided at the table. */
    bool is_board_unknown; /* the board after the last shot is not known */
    int n_loose;
    crok_loose loose[2 * CROK_MAX_DISCS];
    crok_last last;
    crok_ended ended;
    int n_asked; /* questions that are open, the oldest first. Beyond
                    CROK_MAX_ASKED they are not named, but their effect on the
                    totals counts */
    crok_asked asked[CROK_MAX_ASKED];
    bool is_first_unknown; /* who began this round is not known, because
                              watching began in the middle of it: whoever
                              shoots first begins the next one */
    bool is_loser_open;    /* the totals of the round before had a range: it may
                              have had a loser, who chooses, although it seems
                              tied */
    bool is_counted; /* this round is counted without positions: no disc lies
                        on the board */
    bool is_time_up; /* time is up for this round */
    bool ends_with_round; /* time is up for the match: it ends with this round
                           */
    /* A tie that is being broken: among these sides, by the start's method
     * number tie_at, of the match or only of the game. 0: none. */
    unsigned level;
    unsigned tie_among; /* the sides that were level as the tie began */
    int tie_at;
    bool is_tie_of_match;
    crok_broken_tie broken;
    crok_game_count counted_game;
    crok_round_kept before_end;
    crok_owed owed;
    bool is_round_open;    /* the present round has not ended */
    unsigned disqualified; /* bits: they have given up the match as well */
    unsigned gave_up;   /* bits: the sides that have given up the match, or the
                           present game: they do not shoot in a further round,
                           and win nothing */
    int number;         /* number of the match in its record, from 1 */
    unsigned winners;   /* in state OVER: bit i is set if side i has won */
    bool tied;          /* in state OVER: several sides are level at the top */
    crok_won_by won_by; /* in state OVER */
    char won_reason[CROK_TEXT_MAX]; /* the organiser's words, or "" */
} crok_match;

/* Returns a match in state WAITING, that is, before its match_start event. */
crok_match crok_match_waiting(void);

/* Get what the other side gets for a forfeited round: what the start says, or,
 * where a round is played for points, what a won round is worth. Returns false
 * if neither says it, or if there are more than two sides. */
bool crok_match_forfeit_value(const crok_match_start *info, crok_forfeit *out);

/* The name of what decided a match: "games", "points", ...; NULL for nothing.
 */
const char *crok_won_by_name(crok_won_by how);

/* Compute a side's total in the present round, and the smallest and largest
 * total that are possible because of close calls, discs in `unsure` and
 * uncertain 20s. */
crok_points crok_match_total(const crok_match *m, int side);

/* Where watching began in the middle of a round: the number of a side's shots
 * that may have been taken before, each of which may have been a 20. They do
 * not change the total (crok_match_total) until the round ends. */
int crok_match_unwatched(const crok_match *m, int side);

/* Compute a side's total as crok_match_total, if the round ends now: the shots
 * that nobody watched widen its range. */
crok_points crok_match_closed_total(const crok_match *m, int side);

/* Compute the smallest and largest number of 20s that a side can have in the
 * present round (of_match: in the match). */
void crok_match_twenties(const crok_match *m, int side, bool of_match, int *lo,
                         int *hi);

/* Is the disc in `unsure`, that is, not certain to be in play? */
bool crok_match_is_unsure(const crok_match *m, int id);

/* Is the disc with this id in `gone`, that is, out of play for this round? */
bool crok_match_is_gone(const crok_match *m, int id);

/* Find a side by its name. Returns its index in info.sides, or -1. */
int crok_match_side_of(const crok_match *m, const char *name);

/* Was the match ended before it was decided? */
bool crok_match_is_broken_off(const crok_match *m);

/* Number of discs that a side has still to shoot in this round. */
int crok_match_left(const crok_match *m, int side);

/* Number of discs that a side had at the start of the round. */
int crok_match_dealt(const crok_match *m, int side);

/* Number of discs that a side has shot in this round, by the turns. */
int crok_match_shot_discs(const crok_match *m, int side);

/* Was a disc shot in this round, or anything of it counted? */
bool crok_match_has_begun(const crok_match *m);

/* Is the present round counted if it ends now? It is not if time is up for the
 * match before anybody has shot in it (T4). */
bool crok_match_counts_round(const crok_match *m);

/* Check that no side has more discs on the board and in the bowl than it shot.
 *
 * CROK_ECONFLICT  a side has more; the message names it */
CROK_MUST_USE crok_status crok_match_check_count(const crok_match *m,
                                                 crok_err *err);

/* "validity", "disc", "unseen", "replay", "calls". */
const char *crok_asked_name(crok_asked_what what);

/* Check that no question is open that must be answered before the match goes
 * on: who starts, or the 20s of a shoot-out.
 *
 * CROK_ECONFLICT  one is; the message says which, and what answers it */
CROK_MUST_USE crok_status crok_match_check_answered(const crok_match *m,
                                                    crok_err *err);

/* "waiting", "playing", "check", "round_over", "over". */
const char *crok_state_name(crok_state state);

#ifdef __cplusplus
}
#endif
#endif
