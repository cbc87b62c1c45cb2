/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/event.h: the events of a match. A match is the result of folding them
 * in order; their times are stored but not used.
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
    CROK_N_EVENTS
} crok_event_type;

typedef struct crok_side_info {
    char side[CROK_NAME_MAX]; /* the colour, as a person says it */
    char name[CROK_TEXT_MAX];
    bool has_rgb;
    int rgb[3];
} crok_side_info;

typedef struct crok_match_start {
    char title[CROK_TEXT_MAX], stage[CROK_TEXT_MAX], table[CROK_NAME_MAX];
    crok_book book;
    bool book_inline; /* the event carries the whole book, not a preset */
    crok_lines lines;
    double disc_mm;
    int n_sides;
    crok_side_info sides[CROK_MAX_SIDES];
    crok_seats seats; /* sides by their place in sides[] */
    char player[CROK_MAX_SEATS][CROK_TEXT_MAX];
    int first; /* player */
} crok_match_start;

typedef struct crok_shot_event {
    crok_shot shot;
    bool has_decision; /* true: the decision made at the time; false: it is
                        * judged now */
    crok_decision decision;
} crok_shot_event;

/* A person's decision on shot `of`: its validity, or the whole decision. */
typedef struct crok_ruling {
    long of;
    bool has_decision;
    bool valid;             /* without a decision */
    crok_decision decision; /* twenties by side[] */
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
    crok_disc discs[CROK_MAX_DISCS]; /* side: place in side[] */
    int n_sides;
    char side[CROK_MAX_SIDES][CROK_NAME_MAX];
    bool
        sets_left[CROK_MAX_SIDES]; /* the shots still to take are set too ... */
    int left[CROK_MAX_SIDES];      /* ... to these; by side[] */
} crok_board_event;

typedef struct crok_event {
    long seq;
    char time[CROK_NAME_MAX];
    crok_event_type type;
    /* twenties, board: the correction applies just after this event, perhaps in
     * a finished round; 0: it applies now. */
    long after;
    /* shot, round_end: its time in the watched video, ms, at which watching can
     * continue; 0: not from a video. */
    long film_ms;
    union {
        crok_match_start start;
        crok_shot_event shot;
        crok_ruling ruling;
        crok_twenties twenties;
        crok_board_event board;
        bool early; /* round_end before all discs are shot */
        int seat;   /* next_starter */
        long of;    /* undo */
    } u;
} crok_event;

/* "match_start" and so on. */
const char *crok_event_name(crok_event_type type);

#ifdef __cplusplus
}
#endif
#endif
