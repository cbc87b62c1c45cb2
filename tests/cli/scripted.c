/* SPDX-License-Identifier: Apache-2.0
 *
 * An engine that sees nothing and tells a simulated match (perfect.h), one
 * piece of news a frame: linked instead of the room, it makes the program whose
 * every output is known. CROK_SCRIPT_SKIP shots were told before. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shots/engine.h"
#include "table/perfect.h"

struct crok_engine {
    perfect *match;
    crok_board_pose pose;
    crok_image picture;
    long skip; /* so many shots */
};

static long from_env(const char *name, long usual)
{
    const char *text = getenv(name);
    return text == NULL ? usual : strtol(text, NULL, 10);
}

crok_status crok_engine_new(const crok_engine_options *options,
                            crok_engine **out, crok_err *err)
{
    crok_sim_options o = {.seed = (uint64_t)from_env("CROK_SCRIPT_SEED", 1),
                          .rules = "depot",
                          .seating = CROK_SINGLES,
                          .rounds = (int)from_env("CROK_SCRIPT_ROUNDS", 2)};
    crok_engine *e = calloc(1, sizeof *e);
    (void)options;
    if (e == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a script");
    e->match = perfect_new(&o);
    e->pose.board = *crok_board_tournament();
    e->skip = from_env("CROK_SCRIPT_SKIP", 0);
    *out = e;
    return CROK_OK;
}

void crok_engine_free(crok_engine **engine)
{
    if (*engine == NULL)
        return;
    perfect_free(&(*engine)->match);
    crok_image_free(&(*engine)->picture);
    free(*engine);
    *engine = NULL;
}

crok_status crok_engine_finish(crok_engine *e, crok_engine_report *out,
                               crok_err *err)
{
    (void)e;
    (void)err;
    memset(out, 0, sizeof *out);
    return CROK_OK;
}

crok_status crok_engine_feed(crok_engine *e, const crok_engine_frame *frame,
                             crok_engine_report *out, crok_err *err)
{
    bool more = true;
    memset(out, 0, sizeof *out);
    out->state = CROK_ENGINE_QUIET;
    /* what hands did after the last one is told again */
    while (more && e->skip > 0) {
        more = perfect_news(e->match, out);
        e->skip -= out->news == CROK_NEWS_SHOT;
    }
    (void)perfect_news(e->match, out);
    return frame->colour(frame->context, 1, &e->picture, err);
}

void crok_engine_set_outer(crok_engine *engine, double outer_mm)
{
    (void)engine; /* its positions are the match's */
    (void)outer_mm;
}

void crok_engine_set(crok_engine *engine, const crok_rest_sight *rest)
{
    (void)engine; /* its ids are the match's */
    (void)rest;
}

void crok_engine_read_anew(crok_engine *engine)
{
    (void)engine;
}

const crok_board_pose *crok_engine_pose(const crok_engine *engine)
{
    return &engine->pose;
}

bool crok_engine_pose_now(const crok_engine *engine, crok_board_pose *out)
{
    *out = engine->pose;
    return true;
}

const crok_image *crok_engine_picture(const crok_engine *engine)
{
    return &engine->picture;
}
