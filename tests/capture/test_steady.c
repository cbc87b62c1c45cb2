/* SPDX-License-Identifier: Apache-2.0
 *
 * A running camera's frames are read and converted without allocating memory:
 * malloc and its relatives are wrapped by the linker and counted. (Memory that
 * libjpeg-turbo allocates and frees within a call is not seen here.) */
#include "check.h"

#include <stdlib.h>
#include <turbojpeg.h>

#include "capture/fake_camera.h"
#include "capture/picture.h"
#include "capture/scratch.h"
#include "capture/source.h"
#include "wrapped_malloc.h"

/* Read a frame and convert it to all pictures. */
static void convert_one(crok_source *s, crok_image out[3])
{
    const crok_part part = {1, 2, 10, 11};
    crok_frame f = {0};
    crok_err err = {0};
    fake_send(FAKE_GOOD, 1);
    CHECK_STATUS(crok_source_next(s, INT64_C(1000000000), &f, &err), CROK_OK,
                 &err);
    assert_non_null(f.data);
    CHECK_STATUS(crok_frame_luma(&f, 4, &out[0], &err), CROK_OK, &err);
    CHECK_STATUS(crok_frame_rgb(&f, 2, NULL, &out[1], &err), CROK_OK, &err);
    CHECK_STATUS(crok_frame_rgb(&f, 1, &part, &out[2], &err), CROK_OK, &err);
}

static void check_steady(const char *format)
{
    char dir[256], node[300];
    const crok_control control = {"brightness", 3};
    crok_source_options o = {.format = format,
                             .controls = &control,
                             .n_controls = 1,
                             .dev_dir = dir};
    crok_source *s = NULL;
    crok_image out[3] = {{0}};
    crok_err err = {0};
    long before = 0;
    (void)snprintf(dir, sizeof dir, "%s", scratch_dir());
    (void)snprintf(node, sizeof node, "%s/video0", dir);
    fake_plug(node);
    CHECK_STATUS(crok_source_open(node, &o, &s, &err), CROK_OK, &err);
    convert_one(s, out);
    before = n_calls;
    for (int i = 0; i < 200; i++)
        convert_one(s, out);
    assert_int_equal(n_calls, before);
    crok_source_close(&s);
    fake_unplug();
    for (int i = 0; i < 3; i++)
        crok_image_free(&out[i]);
}

static void a_running_camera_asks_for_no_memory(void **state)
{
    crok_image img = quarters(160, 120, 1);
    blob b = jpeg_of(&img, TJSAMP_422, 0);
    (void)state;
    fake_reset();
    fake.jpeg = b.p;
    fake.n_jpeg = b.n;
    check_steady("YUYV");
    check_steady("MJPG");
    crok_image_free(&img);
    free(b.p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_wrapper_sees_an_allocation),
        cmocka_unit_test(a_running_camera_asks_for_no_memory),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
