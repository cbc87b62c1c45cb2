/* SPDX-License-Identifier: Apache-2.0
 *
 * Calls of the library, with memory that runs out: the status is
 * CROKEYE_NO_MEMORY, and the handle can be used on. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "board/draw_board.h"
#include "lib/crokeye.h"
#include "oom/run_out.h"

static crok_image drawn; /* a board with two discs */
static crokeye_picture picture;
static void *nothing; /* what a call writes to: nothing */

static void draw(void)
{
    crok_camera cam = draw_camera(480, 360, 0.1, 0.5);
    draw_board b = draw_tournament(&cam);
    b.dimmer_frac = 0.15;
    draw_add_disc(&b, 120.0, 40.0, (draw_rgb){30, 30, 30});
    draw_add_disc(&b, -60.0, 150.0, (draw_rgb){160, 40, 40});
    drawn = draw_picture(&b);
    picture =
        (crokeye_picture){.format = CROKEYE_RGB,
                          .bytes = drawn.data,
                          .n_bytes = drawn.stride_bytes * (size_t)drawn.h_px,
                          .width = drawn.w_px,
                          .height = drawn.h_px,
                          .stride = drawn.stride_bytes};
}

static void run(const char *what, crok_status (*call)(crok_err *))
{
    const run_out_call c = {.what = what,
                            .call = call,
                            .out = &nothing,
                            .out_size = sizeof nothing};
    run_out(&c);
}

/* A library's status as the runner takes it. */
static crok_status told(crokeye_status st, const char *message, crok_err *err)
{
    return st == CROKEYE_OK ? CROK_OK
                            : crok_fail(err, (crok_status)st, "%s", message);
}

/* A document that is written while memory runs out may lack fields, but it is
 * one. */
static crok_status written(const char *json, crok_err *err)
{
    cJSON *doc = json == NULL ? NULL : cJSON_Parse(json);
    if (json != NULL && doc == NULL)
        fail_msg("no JSON: %s", json);
    cJSON_Delete(doc);
    return json == NULL || run_out_of_memory()
               ? crok_fail(err, CROK_ENOMEM, "not all of a document")
               : CROK_OK;
}

/* ---- scorer ---- */

static crokeye_scorer *scorer;

static crok_status make_scorer(crok_err *err)
{
    crokeye_scorer *s = crokeye_scorer_new();
    crok_status st =
        s == NULL ? crok_fail(err, CROK_ENOMEM, "no scorer") : CROK_OK;
    if (st == CROK_OK)
        st = told(crokeye_scorer_set(s, "sides", "black,red"),
                  crokeye_scorer_message(s), err);
    crokeye_scorer_free(s);
    return st;
}

static crok_status score(crok_err *err)
{
    crok_status st = told(crokeye_scorer_score(scorer, &picture),
                          crokeye_scorer_message(scorer), err);
    return st == CROK_OK ? written(crokeye_scorer_json(scorer), err) : st;
}

static void a_scorer_says_that_there_is_no_memory(void **state)
{
    crokeye_scorer *fresh = NULL;
    (void)state;
    run("crokeye_scorer_new, _set", make_scorer);
    scorer = crokeye_scorer_new();
    run("crokeye_scorer_score", score);
    fresh = crokeye_scorer_new();
    assert_int_equal(crokeye_scorer_score(scorer, &picture), CROKEYE_OK);
    assert_int_equal(crokeye_scorer_score(fresh, &picture), CROKEYE_OK);
    assert_string_equal(crokeye_scorer_json(scorer),
                        crokeye_scorer_json(fresh));
    crokeye_scorer_free(fresh);
    crokeye_scorer_free(scorer);
}

/* ---- judge ---- */

static const char start[] =
    "{\"seq\":1,\"time\":\"2026-05-02T10:00:00Z\",\"type\":\"match_start\","
    "\"title\":\"\",\"table\":\"\",\"rules\":\"depot\",\"board\":{\"lines_mm\":"
    "{\"outer\":304.8,\"middle\":203.2,\"inner\":101.6,\"width\":1.6},"
    "\"hole_mm\":17.4625,\"disc_mm\":15.875},"
    "\"sides\":[{\"side\":\"black\",\"name\":\"Ann\"},"
    "{\"side\":\"red\",\"name\":\"Bob\"}],"
    "\"seats\":[{\"seat\":0,\"side\":\"black\",\"player\":\"Ann\"},"
    "{\"seat\":2,\"side\":\"red\",\"player\":\"Bob\"}],\"first_seat\":0}";

static crok_status play(crok_err *err)
{
    crokeye_judge *j = crokeye_judge_new();
    crok_status st =
        j == NULL ? crok_fail(err, CROK_ENOMEM, "no judge") : CROK_OK;
    if (st == CROK_OK)
        st = told(crokeye_judge_set(j, "rules", "depot"),
                  crokeye_judge_message(j), err);
    if (st == CROK_OK)
        st = told(crokeye_judge_events(j, start, sizeof start - 1),
                  crokeye_judge_message(j), err);
    if (st == CROK_OK)
        st = written(crokeye_judge_json(j), err);
    crokeye_judge_free(j);
    return st;
}

static void a_judge_says_that_there_is_no_memory(void **state)
{
    (void)state;
    run("crokeye_judge_events", play);
}

/* ---- follower ---- */

/* Frames without a board: the scorer's test has what sees one. */
static crok_status follow(crok_err *err)
{
    static const unsigned char grey[120][160];
    const crokeye_picture frame = {.format = CROKEYE_GREY,
                                   .bytes = grey,
                                   .n_bytes = sizeof grey,
                                   .width = 160,
                                   .height = 120,
                                   .stride = 160};
    crokeye_follower *f = crokeye_follower_new();
    crok_status st =
        f == NULL ? crok_fail(err, CROK_ENOMEM, "no follower") : CROK_OK;
    for (int i = 0; i < 3 && st == CROK_OK; i++)
        st = told(crokeye_follower_frame(f, &frame, i * INT64_C(100000000)),
                  crokeye_follower_message(f), err);
    if (st == CROK_OK)
        st = told(crokeye_follower_finish(f), crokeye_follower_message(f), err);
    if (st == CROK_OK)
        st = written(crokeye_follower_json(f), err);
    crokeye_follower_free(f);
    return st;
}

static void a_follower_says_that_there_is_no_memory(void **state)
{
    (void)state;
    run("crokeye_follower_frame, _finish", follow);
}

static int set_up(void **state)
{
    (void)state;
    draw();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    crok_image_free(&drawn);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_scorer_says_that_there_is_no_memory),
        cmocka_unit_test(a_judge_says_that_there_is_no_memory),
        cmocka_unit_test(a_follower_says_that_there_is_no_memory),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
