/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/table/sights.h: what an engine tells, made by hand. */
#ifndef CROK_TESTS_TABLE_SIGHTS_H
#define CROK_TESTS_TABLE_SIGHTS_H

#include <string.h>

#include "shots/engine.h"

/* A rest of discs {id, side, x, y, state}. */
typedef struct spot {
    int id, side;
    double x, y;
    crok_disc_state state;
} spot;

static inline crok_rest_sight rest_of(const spot *spots, int n)
{
    crok_rest_sight rest = {.n = n};
    for (int i = 0; i < n; i++)
        rest.disc[i] = (crok_sight_disc){.id = spots[i].id,
                                         .side = spots[i].side,
                                         .state = spots[i].state,
                                         .at = {spots[i].x, spots[i].y},
                                         .sigma_mm = 0.1,
                                         .confidence = 1.0};
    return rest;
}

#define REST(...)                                                              \
    rest_of((const spot[]){__VA_ARGS__},                                       \
            (int)(sizeof((const spot[]){__VA_ARGS__}) / sizeof(spot)))

/* The last disc of `after` was shot; nothing else moved; all was seen. */
static inline void sight_shot(crok_engine_report *report,
                              crok_rest_sight before, crok_rest_sight after)
{
    int shooter = after.n - 1;
    memset(report, 0, sizeof *report);
    report->news = CROK_NEWS_SHOT;
    report->rest = after;
    report->shot = (crok_shot_sight){
        .before = before,
        .after = after,
        .shooter = after.disc[shooter].id,
        .side = after.disc[shooter].side,
        .n_moved = 1,
        .moved = {after.disc[shooter].id},
        .motion = {.saw_contacts = true, .saw_boundary = true}};
}

static inline void sight_rest(crok_engine_report *report, crok_engine_news what,
                              crok_rest_sight rest)
{
    memset(report, 0, sizeof *report);
    report->news = what;
    report->rest = rest;
}

#endif
