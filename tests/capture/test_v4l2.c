/* SPDX-License-Identifier: Apache-2.0
 *
 * Cameras with every kind of fault, simulated by fake_camera.h. */
#include "check.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <turbojpeg.h>
#include <unistd.h>

#include "capture/devices.h"
#include "capture/fake_camera.h"
#include "capture/picture.h"
#include "capture/scratch.h"
#include "capture/source.h"

#define MS INT64_C(1000000)
/* Longer than any pause in `times`. */
#define SOON (2000 * MS)

/* Shorter than the defaults, but long enough for a busy machine. */
static const crok_source_times times = {.first_ns = 1500 * MS,
                                        .stall_ns = 1000 * MS,
                                        .retry_ns = 5 * MS,
                                        .retry_max_ns = 40 * MS,
                                        .controls_ns = 30 * MS,
                                        .frozen_ns = 40 * MS};

static char dir[256], video0[300], video3[300];
static blob jpeg;

static crok_source_options options(void)
{
    return (crok_source_options){
        .dev_dir = dir, .times = &times, .w_px = 64, .h_px = 48};
}

/* An open camera at video0 that delivers YUYV 64x48. */
static crok_source *opened(const crok_source_options *o)
{
    crok_source *s = NULL;
    crok_err err = {0};
    CHECK_STATUS(crok_source_open(video0, o, &s, &err), CROK_OK, &err);
    return s;
}

static crok_source *plugged_and_opened(void)
{
    crok_source_options o = options();
    fake_plug(video0);
    return opened(&o);
}

static crok_frame next(crok_source *s, crok_status want, int64_t timeout_ns)
{
    crok_frame f = {0};
    crok_err err = {0};
    CHECK_STATUS(crok_source_next(s, timeout_ns, &f, &err), want, &err);
    if (want != CROK_OK)
        assert_true(err.msg[0] != '\0' && f.data == NULL);
    return f;
}

static crok_frame sent(crok_source *s, fake_frame what, int n)
{
    fake_send(what, n);
    return next(s, CROK_OK, SOON);
}

/* ---- frames ---- */

static void frames_come_one_by_one(void **state)
{
    crok_source *s = plugged_and_opened();
    const crok_health *h = crok_source_health(s);
    int64_t t_ns = -1;
    (void)state;
    for (int i = 0; i < 100; i++) {
        crok_frame f = sent(s, FAKE_GOOD, 1);
        assert_non_null(f.data);
        assert_int_equal(f.number, i);
        assert_int_equal(f.n_lost, 0);
        assert_true(f.t_ns > t_ns);
        assert_int_equal(f.pixels, CROK_PIXELS_YUYV);
        assert_int_equal(f.w_px, 64);
        assert_int_equal(f.stride_bytes, 128);
        assert_false(f.is_full_range);
        t_ns = f.t_ns;
    }
    assert_int_equal(h->n_frames, 100);
    assert_int_equal(h->n_lost + h->n_damaged + h->n_skipped, 0);
    assert_int_equal(h->last_ns, t_ns);
    assert_true(h->rate_hz > 10.0);
    assert_int_equal(h->state, CROK_SOURCE_RUNNING);
    assert_string_equal(h->device, video0);
    assert_string_equal(h->format, "YUYV");
    assert_false(h->is_frozen);
    crok_source_close(&s);
}

static void no_frame_is_no_failure(void **state)
{
    crok_source *s = plugged_and_opened();
    (void)state;
    assert_null(next(s, CROK_OK, 2 * MS).data);
    assert_null(next(s, CROK_OK, 0).data);
    crok_source_close(&s);
}

static void a_reader_that_is_a_little_late_misses_nothing(void **state)
{
    crok_source *s = plugged_and_opened();
    (void)state;
    fake_send(FAKE_GOOD, 1);
    for (int i = 0; i < 10; i++) { /* one frame is always waiting */
        crok_frame f = sent(s, FAKE_GOOD, 1);
        assert_int_equal(f.number, i);
        assert_int_equal(f.n_lost, 0);
    }
    assert_int_equal(crok_source_health(s)->n_skipped, 0);
    crok_source_close(&s);
}

static void the_newest_frame_wins(void **state)
{
    crok_source *s = plugged_and_opened();
    crok_frame f = sent(s, FAKE_GOOD, 3);
    (void)state;
    assert_int_equal(f.number, 2);
    assert_int_equal(f.n_lost, 2);
    assert_int_equal(crok_source_health(s)->n_skipped, 2);
    assert_int_equal(crok_source_health(s)->n_lost, 0);
    crok_source_close(&s);
}

static void damaged_and_lost_frames_are_counted(void **state)
{
    crok_source *s = plugged_and_opened();
    const crok_health *h = crok_source_health(s);
    crok_frame f = {0};
    (void)state;
    (void)sent(s, FAKE_GOOD, 1);
    fake_send(FAKE_ERROR, 1);
    assert_null(next(s, CROK_OK, 5 * MS).data);
    fake_send(FAKE_SHORT, 1);
    assert_null(next(s, CROK_OK, 5 * MS).data);
    f = sent(s, FAKE_GOOD, 1);
    assert_int_equal(h->n_damaged, 2);
    assert_int_equal(f.n_lost, 2);
    assert_int_equal(f.number, 3);
    f = sent(s, FAKE_GAP, 1);
    assert_int_equal(f.n_lost, 2);
    assert_int_equal(h->n_lost, 2);
    assert_int_equal(f.number, 6);
    fake_send(FAKE_GOOD, 1); /* an older good frame is preferred to a newer
                              * damaged one */
    f = sent(s, FAKE_ERROR, 1);
    assert_non_null(f.data);
    assert_int_equal(h->n_damaged, 3);
    assert_int_equal(h->n_skipped, 0);
    crok_source_close(&s);
}

static void a_cut_mjpeg_is_counted_as_damaged(void **state)
{
    crok_source_options o = {.dev_dir = dir, .times = &times};
    crok_source *s = NULL;
    crok_frame f = {0};
    crok_image grey = {0};
    crok_err err = {0};
    (void)state;
    fake_plug(video0);
    s = opened(&o); /* the default mode: most pixels at 30 Hz or more */
    assert_string_equal(crok_source_health(s)->format, "MJPG");
    assert_int_equal(fake.fps, 60);
    f = sent(s, FAKE_GOOD, 1);
    CHECK_STATUS(crok_frame_luma(&f, 2, &grey, &err), CROK_OK, &err);
    assert_int_equal(grey.w_px, 80);
    fake_send(FAKE_SHORT, 1);
    assert_null(next(s, CROK_OK, 5 * MS).data);
    assert_int_equal(crok_source_health(s)->n_damaged, 1);
    crok_image_free(&grey);
    crok_source_close(&s);
}

static void stamps_of_another_clock_are_replaced(void **state)
{
    crok_source *s = plugged_and_opened();
    int64_t first = sent(s, FAKE_GOOD, 1).t_ns;
    crok_frame f = {0};
    (void)state;
    fake.foreign_clock = true;
    f = sent(s, FAKE_GOOD, 1);
    assert_true(f.t_ns > first && f.t_ns < first + SOON);
    crok_source_close(&s);
}

static void a_frozen_picture_is_detected(void **state)
{
    crok_source *s = plugged_and_opened();
    const crok_health *h = crok_source_health(s);
    int64_t first_ns = sent(s, FAKE_GOOD, 1).t_ns, t_ns = first_ns;
    (void)state;
    while (t_ns - first_ns < 2 * times.frozen_ns) {
        (void)usleep(5000);
        t_ns = sent(s, FAKE_SAME, 1).t_ns;
        assert_int_equal(h->is_frozen, t_ns - first_ns >= times.frozen_ns);
    }
    assert_true(h->is_frozen);
    (void)sent(s, FAKE_GOOD, 1);
    assert_false(h->is_frozen);
    crok_source_close(&s);
}

/* ---- opening ---- */

static void check_refusal(const crok_source_options *o, crok_status want,
                          const char *word)
{
    crok_source *s = NULL;
    crok_err err = {0};
    CHECK_STATUS(crok_source_open(video0, o, &s, &err), want, &err);
    if (strstr(err.msg, word) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", err.msg, word);
    assert_null(s);
    assert_int_equal(fake.n_open, 0);
    assert_int_equal(fake.n_mapped, 0);
}

static void the_reason_of_a_failed_open_is_reported(void **state)
{
    crok_source_options o = options();
    (void)state;
    check_refusal(&o, CROK_ENODEV, "plugged in?");
    fake_plug(video0);
    fake.open_error = EACCES;
    check_refusal(&o, CROK_EIO, "group \"video\"");
    fake.open_error = 0;
    fake.format_error = EBUSY;
    check_refusal(&o, CROK_EIO, "another program");
    fake.format_error = 0;
    fake.start_error = ENOSPC;
    check_refusal(&o, CROK_EIO, "no room");
    fake.start_error = 0;
    o.w_px = 65;
    check_refusal(&o, CROK_EUNSUPPORTED, "YUYV 64x48 30");
    o = options();
    o.format = "NV12";
    check_refusal(&o, CROK_EUNSUPPORTED, "no such format");
    o = options();
    o.fps = 25.0;
    check_refusal(&o, CROK_EUNSUPPORTED, "rate");
}

static void controls_are_set_and_checked(void **state)
{
    const crok_control dark = {"brightness", 10}, none = {"gamma", 1},
                       wild = {"brightness", 256},
                       stubborn = {"auto_exposure", 3};
    crok_source_options o = options();
    crok_source *s = NULL;
    (void)state;
    fake_plug(video0);
    o.n_controls = 1;
    o.controls = &none;
    check_refusal(&o, CROK_EARG, "no control gamma");
    o.controls = &wild;
    check_refusal(&o, CROK_EARG, "0 to 255");
    o.controls = &stubborn;
    check_refusal(&o, CROK_EARG, "makes 1");
    o.controls = &dark;
    s = opened(&o);
    assert_int_equal(fake.brightness, 10);
    (void)sent(s, FAKE_GOOD, 1);
    fake.brightness = 99; /* another program changes it */
    (void)usleep(40000);
    (void)sent(s, FAKE_GOOD, 1);
    assert_int_equal(fake.brightness, 10);
    assert_int_equal(crok_source_health(s)->n_controls_reset, 1);
    crok_source_close(&s);
}

/* ---- going away and coming back ---- */

static void an_unplugged_camera_comes_back_under_another_number(void **state)
{
    crok_source *s = plugged_and_opened();
    const crok_health *h = crok_source_health(s);
    crok_frame f = {0};
    int64_t number = 0;
    (void)state;
    number = sent(s, FAKE_GOOD, 1).number;
    fake_unplug();
    (void)next(s, CROK_ENODEV, 20 * MS);
    assert_int_equal(h->state, CROK_SOURCE_GONE);
    assert_int_equal(fake.n_open, 0); /* closed first */
    assert_int_equal(fake.n_mapped, 0);
    (void)next(s, CROK_ENODEV, 400 * MS);
    assert_non_null(strstr(h->words, "plug it in"));
    fake.on_start = 1;
    fake_plug(video3);
    f = next(s, CROK_OK, SOON);
    assert_non_null(f.data);
    assert_true(f.n_lost >= 1); /* about 30 per second were missed */
    assert_int_equal(f.number, number + 1 + f.n_lost);
    assert_string_equal(h->device, video3);
    assert_int_equal(h->n_reopened, 1);
    assert_int_equal(h->state, CROK_SOURCE_RUNNING);
    crok_source_close(&s);
}

/* Before the camera comes there is not even the folder of its name. */
static void a_link_by_id_is_followed(void **state)
{
    char by_id[600], sub[300];
    crok_source_options o = options();
    crok_source *s = NULL;
    crok_err err = {0};
    crok_device found[CROK_MAX_DEVICES];
    (void)state;
    (void)snprintf(by_id, sizeof by_id, "%s/v4l/by-id/usb-Fake-video-index0",
                   dir);
    o.awaits = true;
    CHECK_STATUS(crok_source_open(by_id, &o, &s, &err), CROK_OK, &err);
    (void)next(s, CROK_ENODEV, 20 * MS);
    (void)snprintf(sub, sizeof sub, "%s/v4l", dir);
    assert_int_equal(mkdir(sub, 0755), 0);
    (void)snprintf(sub, sizeof sub, "%s/v4l/by-id", dir);
    assert_int_equal(mkdir(sub, 0755), 0);
    fake.on_start = 1;
    fake_plug(video0);
    assert_int_equal(symlink("../../video0", by_id), 0);
    assert_int_equal(crok_devices_list(dir, found), 1);
    assert_string_equal(found[0].by_id, by_id);
    assert_non_null(next(s, CROK_OK, SOON).data);
    assert_string_equal(crok_source_health(s)->device, video0);
    fake_unplug();
    assert_int_equal(unlink(by_id), 0);
    (void)next(s, CROK_ENODEV, 20 * MS);
    fake.on_start = 1;
    fake_plug(video3);
    assert_int_equal(symlink("../../video3", by_id), 0);
    assert_non_null(next(s, CROK_OK, SOON).data);
    assert_string_equal(crok_source_health(s)->device, video3);
    crok_source_close(&s);
    (void)unlink(by_id);
    (void)rmdir(sub);
    (void)snprintf(sub, sizeof sub, "%s/v4l", dir);
    (void)rmdir(sub);
}

static void a_camera_that_comes_later_is_taken(void **state)
{
    crok_source_options o = options();
    crok_source *s = NULL;
    (void)state;
    o.awaits = true;
    s = opened(&o);
    (void)next(s, CROK_ENODEV, 20 * MS);
    assert_int_equal(crok_source_health(s)->state, CROK_SOURCE_GONE);
    assert_non_null(strstr(crok_source_health(s)->words, video0));
    fake_plug(video0);
    fake.open_error = EBUSY; /* and then another program has it */
    (void)next(s, CROK_ENODEV, 100 * MS);
    assert_int_equal(crok_source_health(s)->state, CROK_SOURCE_BUSY);
    fake.open_error = 0;
    fake.on_start = 1;
    assert_non_null(next(s, CROK_OK, SOON).data);
    assert_int_equal(crok_source_health(s)->state, CROK_SOURCE_RUNNING);
    assert_int_equal(crok_source_health(s)->n_reopened, 0);
    fake_unplug(); /* and now it is one that is lost */
    (void)next(s, CROK_ENODEV, 20 * MS);
    fake.on_start = 1;
    fake_plug(video3);
    assert_non_null(next(s, CROK_OK, SOON).data);
    assert_int_equal(crok_source_health(s)->n_reopened, 1);
    crok_source_close(&s);
}

/* One that nobody waits for. */
static void a_camera_that_is_not_there_is_a_fault(void **state)
{
    crok_source_options o = options();
    crok_source *s = NULL;
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(crok_source_open(video0, &o, &s, &err), CROK_ENODEV, &err);
    assert_null(s);
}

static void a_stalled_camera_is_opened_again(void **state)
{
    crok_source *s = plugged_and_opened();
    (void)state;
    (void)sent(s, FAKE_GOOD, 1);
    assert_null(next(s, CROK_OK, 20 * MS).data);
    fake.start_error = ENOSPC; /* and then the bus has no bandwidth */
    (void)next(s, CROK_ENODEV, 1500 * MS);
    assert_int_equal(crok_source_health(s)->state, CROK_SOURCE_NO_ROOM);
    fake.start_error = 0;
    fake.on_start = 1;
    assert_non_null(next(s, CROK_OK, SOON).data);
    assert_int_equal(crok_source_health(s)->n_reopened, 1);
    crok_source_close(&s);
}

static void a_camera_that_never_starts_is_opened_again(void **state)
{
    crok_source *s = plugged_and_opened();
    (void)state;
    assert_null(next(s, CROK_OK, 100 * MS).data); /* the first frame may take
                                                   * longer */
    assert_int_equal(fake.n_starts, 1);
    assert_null(next(s, CROK_OK, 1700 * MS).data);
    assert_int_equal(fake.n_starts, 2);
    crok_source_close(&s);
}

static void each_fault_has_its_state(void **state)
{
    static const struct {
        int why;
        crok_source_state state;
    } fault[] = {{EBUSY, CROK_SOURCE_BUSY},
                 {EACCES, CROK_SOURCE_DENIED},
                 {EPROTO, CROK_SOURCE_BROKEN}};
    (void)state;
    for (size_t i = 0; i < sizeof fault / sizeof *fault; i++) {
        crok_source *s = plugged_and_opened();
        fake.read_error = EIO;
        fake.format_error = fault[i].why;
        fake_send(FAKE_GOOD, 1);
        (void)next(s, CROK_ENODEV, 400 * MS);
        assert_int_equal(crok_source_health(s)->state, fault[i].state);
        fake.read_error = fake.format_error = 0;
        fake.on_start = 1;
        assert_non_null(next(s, CROK_OK, SOON).data);
        crok_source_close(&s);
        fake.on_start = 0;
    }
}

/* ---- devices ---- */

static void what_a_camera_can_do_is_listed(void **state)
{
    crok_device found[CROK_MAX_DEVICES];
    crok_device_caps *caps = malloc(sizeof *caps);
    crok_err err = {0};
    (void)state;
    assert_non_null(caps);
    assert_int_equal(crok_devices_list(dir, found), 0);
    fake_plug(video0);
    assert_int_equal(crok_devices_list(dir, found), 1);
    assert_string_equal(found[0].node, video0);
    assert_string_equal(found[0].card, "Fake Camera");
    assert_string_equal(found[0].bus, "usb-fake-1");
    assert_string_equal(found[0].by_id, "");
    CHECK_STATUS(crok_device_caps_read(video0, caps, &err), CROK_OK, &err);
    assert_int_equal(caps->n_modes, 3);
    CHECK_NEAR(crok_mode_fps(&caps->mode[1]), 10.0, 1e-9);
    assert_string_equal(crok_mode_format(&caps->mode[2]), "MJPG");
    assert_int_equal(caps->n_controls, 2);
    assert_string_equal(caps->control[1].name, "auto_exposure");
    assert_string_equal(caps->unread, "H264");
    fake.open_error = EACCES;
    assert_int_equal(crok_devices_list(dir, found), 1);
    assert_int_equal(found[0].fault.status, CROK_EIO);
    free(caps);
}

static int setup(void **state)
{
    int bad = scratch_make(state);
    crok_image img = quarters(160, 120, 1);
    (void)snprintf(dir, sizeof dir, "%s", scratch_dir());
    (void)snprintf(video0, sizeof video0, "%s/video0", dir);
    (void)snprintf(video3, sizeof video3, "%s/video3", dir);
    jpeg = jpeg_of(&img, TJSAMP_422, 0);
    crok_image_free(&img);
    return bad;
}

static int teardown(void **state)
{
    free(jpeg.p);
    return scratch_remove(state);
}

static int before_each(void **state)
{
    (void)state;
    fake_reset();
    fake.jpeg = jpeg.p;
    fake.n_jpeg = jpeg.n;
    return 0;
}

/* No descriptor may stay open and no buffer mapped. */
static int after_each(void **state)
{
    (void)state;
    fake_unplug();
    return fake.n_open == 0 && fake.n_mapped == 0 ? 0 : -1;
}

#define TEST(name)                                                             \
    cmocka_unit_test_setup_teardown(name, before_each, after_each)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(frames_come_one_by_one),
        TEST(no_frame_is_no_failure),
        TEST(a_reader_that_is_a_little_late_misses_nothing),
        TEST(the_newest_frame_wins),
        TEST(damaged_and_lost_frames_are_counted),
        TEST(a_cut_mjpeg_is_counted_as_damaged),
        TEST(stamps_of_another_clock_are_replaced),
        TEST(a_frozen_picture_is_detected),
        TEST(the_reason_of_a_failed_open_is_reported),
        TEST(controls_are_set_and_checked),
        TEST(an_unplugged_camera_comes_back_under_another_number),
        TEST(a_link_by_id_is_followed),
        TEST(a_camera_that_comes_later_is_taken),
        TEST(a_camera_that_is_not_there_is_a_fault),
        TEST(a_stalled_camera_is_opened_again),
        TEST(a_camera_that_never_starts_is_opened_again),
        TEST(each_fault_has_its_state),
        TEST(what_a_camera_can_do_is_listed),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
