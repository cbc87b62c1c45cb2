/* SPDX-License-Identifier: Apache-2.0
 *
 * What a watcher tells of its camera, with a camera that is only imagined
 * (fake_camera.h): a picture that is frozen, a control that somebody turned, a
 * cable that was pulled. */
#include "check.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "capture/fake_camera.h"
#include "capture/scratch.h"
#include "core/json.h"
#include "cv/cv.h"
#include "rules/book_json.h"
#include "table/watcher.h"

#define MS INT64_C(1000000)

static const crok_source_times times = {.first_ns = 1500 * MS,
                                        .stall_ns = 1000 * MS,
                                        .retry_ns = 5 * MS,
                                        .retry_max_ns = 40 * MS,
                                        .controls_ns = 30 * MS,
                                        .frozen_ns = 40 * MS};
static char told_all[8192];

static crok_live *live;

static void changed(void *context)
{
    (void)context;
}

static void message(void *context, const char *what)
{
    size_t n = strlen(told_all);
    (void)context;
    (void)snprintf(told_all + n, sizeof told_all - n, "%s\n", what);
}

static crok_watcher *opened(void)
{
    static const crok_control dark = {"brightness", 10};
    crok_source_options capture = {.dev_dir = scratch_dir(),
                                   .times = &times,
                                   .w_px = 64,
                                   .h_px = 48,
                                   .controls = &dark,
                                   .n_controls = 1};
    crok_table_setup want = {.first_seat = -1};
    crok_watcher_options o = {.source = scratch_file("video0"),
                              .capture = &capture,
                              .setup = &want,
                              .changed = changed,
                              .message = message};
    crok_watcher *w = NULL;
    crok_err err = {0};
    CHECK_STATUS(crok_book_preset("depot", &want.book, NULL, &err), CROK_OK,
                 &err);
    fake_reset();
    fake_plug(scratch_file("video0"));
    told_all[0] = '\0';
    CHECK_STATUS(crok_live_open(NULL, &live, &err), CROK_OK, &err);
    o.live = live;
    CHECK_STATUS(crok_watcher_open(&o, &w, &err), CROK_OK, &err);
    return w;
}

/* A frame comes 5 ms after the one before, and is looked at. */
static void step(crok_watcher *w, fake_frame what)
{
    crok_err err = {0};
    bool more = false;
    (void)usleep(5000);
    fake_send(what, 1);
    CHECK_STATUS(crok_watcher_step(w, &more, &err), CROK_OK, &err);
    assert_true(more);
}

static bool was_told(const char *what)
{
    return strstr(told_all, what) != NULL;
}

static void a_frozen_picture_is_told_and_that_it_runs_again(void **state)
{
    crok_watcher *w = opened();
    (void)state;
    for (int i = 0; i < 20; i++)
        step(w, FAKE_GOOD);
    assert_false(was_told("frozen"));
    for (int i = 0; i < 20; i++)
        step(w, FAKE_SAME);
    assert_true(was_told("the camera's picture is frozen"));
    assert_true(crok_live_source_of(live)->is_frozen);
    assert_false(was_told("running again"));
    step(w, FAKE_GOOD);
    assert_true(was_told("the source is running again"));
    crok_watcher_close(&w);
    crok_live_close(&live);
}

/* What it says of its source, as JSON. */
static double source_number(const char *name)
{
    char *text = crok_live_document(live, 0);
    cJSON *doc = cJSON_Parse(text);
    const cJSON *source = cJSON_GetObjectItemCaseSensitive(doc, "source");
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(source, name);
    double x = 0.0;
    assert_true(cJSON_IsNumber(item));
    x = item->valuedouble;
    cJSON_Delete(doc);
    cJSON_free(text);
    return x;
}

static void a_control_that_was_turned_is_set_again(void **state)
{
    crok_watcher *w = opened();
    (void)state;
    step(w, FAKE_GOOD);
    assert_int_equal(fake.brightness, 10);
    assert_int_equal((int)source_number("controls_reset"), 0);
    for (int i = 1; i <= 2; i++) {
        fake.brightness = 99;
        for (int k = 0; k < 12; k++)
            step(w, FAKE_GOOD);
        assert_int_equal(fake.brightness, 10);
        assert_int_equal((int)source_number("controls_reset"), i);
    }
    crok_watcher_close(&w);
    crok_live_close(&live);
}

static void a_pulled_cable_is_told_and_waited_for(void **state)
{
    crok_watcher *w = opened();
    crok_err err = {0};
    bool more = false;
    (void)state;
    step(w, FAKE_GOOD);
    fake_unplug();
    CHECK_STATUS(crok_watcher_step(w, &more, &err), CROK_OK, &err);
    assert_true(more);
    assert_true(was_told("video0"));
    fake_plug(scratch_file("video0"));
    fake.on_start = 1;
    for (int i = 0; i < 5 && !was_told("running again"); i++)
        CHECK_STATUS(crok_watcher_step(w, &more, &err), CROK_OK, &err);
    assert_true(was_told("the source is running again"));
    crok_watcher_close(&w);
    crok_live_close(&live);
}

static int remove_all(void **state)
{
    (void)unlink(scratch_file("video0"));
    return scratch_remove(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_frozen_picture_is_told_and_that_it_runs_again),
        cmocka_unit_test(a_control_that_was_turned_is_set_again),
        cmocka_unit_test(a_pulled_cable_is_told_and_waited_for),
    };
    crok_cv_init();
    return cmocka_run_group_tests(tests, scratch_make, remove_all);
}
