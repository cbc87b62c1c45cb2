/* SPDX-License-Identifier: Apache-2.0
 *
 * Folders and video files as sources. Cameras are tested in test_v4l2.c. */
#include "check.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <turbojpeg.h>
#include <unistd.h>

#include "capture/picture.h"
#include "capture/scratch.h"
#include "capture/source.h"

#define SOON INT64_C(5000000000)

static void write_file(const char *name, blob b)
{
    FILE *f = fopen(scratch_file(name), "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(b.p, 1, b.n, f), b.n);
    assert_int_equal(fclose(f), 0);
}

/* A JPEG with one grey value. */
static blob grey(int w, int h, uint8_t value)
{
    crok_image img = {0};
    blob b = {0};
    assert_int_equal(crok_image_new(w, h, CROK_RGB8, &img, NULL), CROK_OK);
    memset(img.data, value, img.stride_bytes * (size_t)h);
    b = jpeg_of(&img, TJSAMP_420, 0);
    crok_image_free(&img);
    return b;
}

static void write_grey(const char *name, uint8_t value)
{
    blob b = grey(32, 24, value);
    write_file(name, b);
    free(b.p);
}

static crok_source *opened(const char *spec, const crok_source_options *o)
{
    crok_source *s = NULL;
    crok_err err = {0};
    CHECK_STATUS(crok_source_open(spec, o, &s, &err), CROK_OK, &err);
    return s;
}

static crok_frame next(crok_source *s)
{
    crok_frame f = {0};
    crok_err err = {0};
    CHECK_STATUS(crok_source_next(s, SOON, &f, &err), CROK_OK, &err);
    return f;
}

static void check_refusal(const char *spec, crok_status want, const char *word)
{
    crok_source *s = NULL;
    crok_err err = {0};
    CHECK_STATUS(crok_source_open(spec, NULL, &s, &err), want, &err);
    if (strstr(err.msg, word) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", err.msg, word);
    assert_null(s);
}

/* ---- folders ---- */

static void a_folder_is_read_in_natural_order(void **state)
{
    static const char *const name[] = {"f2.jpg",   "f10.jpg",  "f010a.jpg",
                                       "f100.jpg", "note.txt", ".hidden.jpg"};
    static const uint8_t wanted[] = {20, 40, 60, 80};
    crok_source_options o = {.fps = 50.0};
    crok_source *s = NULL;
    (void)state;
    write_grey(name[3], 80);
    write_grey(name[1], 40);
    write_grey(name[2], 60);
    write_grey(name[0], 20);
    write_grey(name[5], 99);
    write_file(name[4], (blob){(uint8_t[]){"a note, no picture"}, 18});
    s = opened(scratch_dir(), &o);
    for (int i = 0; i < 4; i++) {
        crok_frame f = next(s);
        assert_non_null(f.data);
        assert_int_equal(f.number, i);
        assert_int_equal(f.n_lost, 0);
        assert_int_equal(f.t_ns, i * INT64_C(20000000));
        assert_int_equal(f.pixels, CROK_PIXELS_RGB24);
        assert_int_equal(f.w_px, 32);
        CHECK_NEAR(f.data[0], wanted[i], 2);
    }
    for (int i = 0; i < 2; i++) {
        assert_null(next(s).data);
        assert_int_equal(crok_source_health(s)->state, CROK_SOURCE_ENDED);
    }
    assert_int_equal(crok_source_health(s)->n_frames, 4);
    assert_int_equal(crok_source_health(s)->n_damaged, 0);
    crok_source_close(&s);
    for (size_t i = 0; i < sizeof name / sizeof *name; i++)
        (void)unlink(scratch_file(name[i]));
}

/* Files that are no pictures take no time. */
static void a_folder_begins_at_from_ns(void **state)
{
    static const char *const name[] = {"1.jpg", "2.txt", "3.jpg", "4.jpg"};
    crok_source_options o = {.fps = 50.0, .from_ns = 20000000};
    crok_source *s = NULL;
    crok_frame f;
    (void)state;
    for (int i = 0; i < 4; i++)
        if (i != 1)
            write_grey(name[i], (uint8_t)(20 * i + 20));
    write_file(name[1], (blob){(uint8_t[]){"a note, no picture"}, 18});
    s = opened(scratch_dir(), &o);
    assert_true(crok_source_health(s)->is_recorded);
    f = next(s);
    CHECK_NEAR(f.data[0], 60, 2);
    assert_int_equal(f.t_ns, 20000000);
    CHECK_NEAR(next(s).data[0], 80, 2);
    assert_null(next(s).data);
    crok_source_close(&s);
    o.from_ns = SOON; /* after its end */
    s = opened(scratch_dir(), &o);
    assert_null(next(s).data);
    assert_int_equal(crok_source_health(s)->state, CROK_SOURCE_ENDED);
    crok_source_close(&s);
    for (int i = 0; i < 4; i++)
        (void)unlink(scratch_file(name[i]));
}

static void a_damaged_picture_is_a_lost_frame(void **state)
{
    blob b = grey(320, 240, 50);
    crok_source *s = NULL;
    crok_frame f = {0};
    (void)state;
    write_grey("1.jpg", 20);
    write_file("2.jpg", (blob){b.p, 30});
    write_grey("3.jpg", 60);
    s = opened(scratch_dir(), NULL);
    (void)next(s);
    f = next(s);
    assert_int_equal(f.n_lost, 1);
    assert_int_equal(f.number, 2);
    CHECK_NEAR((double)f.t_ns, 2e9 / 30.0, 1.0);
    assert_int_equal(crok_source_health(s)->n_damaged, 1);
    assert_false(crok_source_health(s)->is_frozen);
    crok_source_close(&s);
    (void)unlink(scratch_file("1.jpg"));
    (void)unlink(scratch_file("2.jpg"));
    (void)unlink(scratch_file("3.jpg"));
    free(b.p);
}

static void a_folder_without_pictures_is_an_error(void **state)
{
    crok_source *s = NULL;
    crok_frame f = {0};
    crok_err err = {0};
    (void)state;
    check_refusal(scratch_dir(), CROK_EFORMAT, "empty");
    write_file("note.txt", (blob){(uint8_t[]){"a note, no picture"}, 18});
    s = opened(scratch_dir(), NULL);
    CHECK_STATUS(crok_source_next(s, SOON, &f, &err), CROK_EFORMAT, &err);
    crok_source_close(&s);
    (void)unlink(scratch_file("note.txt"));
    check_refusal(scratch_file("nowhere"), CROK_ENODEV, "no such file");
}

/* ---- films ---- */

/* A RIFF file under construction; numbers are little-endian. */
typedef struct riff {
    uint8_t bytes[65536];
    size_t n;
} riff;

static void put(riff *r, const void *p, size_t n)
{
    assert_true(r->n + n <= sizeof r->bytes);
    memcpy(r->bytes + r->n, p, n);
    r->n += n;
}

static void put_at(riff *r, size_t at, uint32_t v)
{
    for (int i = 0; i < 4; i++)
        r->bytes[at + (size_t)i] = (uint8_t)(v >> (8 * i));
}

static void put32(riff *r, uint32_t v)
{
    put(r, "\0\0\0", 4);
    put_at(r, r->n - 4U, v);
}

/* Begin a chunk, or a list of a kind; returns the position of its length, for
 * end(). */
static size_t begin(riff *r, const char *id, const char *kind)
{
    size_t at = r->n;
    put(r, id, 4);
    put32(r, 0);
    if (kind != NULL)
        put(r, kind, 4);
    return at;
}

static void end(riff *r, size_t at)
{
    put_at(r, at + 4U, (uint32_t)(r->n - at - 8U));
    if (r->n % 2U != 0U)
        put(r, "", 1);
}

/* Write a minimal AVI of n MJPEG pictures of 32 x 24 at 25 Hz; picture i has
 * the grey value 20 + 40 i. (Microsoft's AVI RIFF file reference.) */
static void write_avi(const char *name, int n)
{
    static riff r;
    static const uint32_t header[] = {40000, 0,  0,  0, 0, 0, 1,
                                      0,     32, 24, 0, 0, 0, 0};
    static const uint32_t stream[] = {0, 0, 0, 1, 25, 0, 0, 0, 0, 0, 0, 0};
    static const uint32_t bitmap[] = {40, 32, 24, 1U | 24U << 16};
    size_t file = 0, list = 0, sub = 0, at = 0;
    r.n = 0;
    file = begin(&r, "RIFF", "AVI ");
    list = begin(&r, "LIST", "hdrl");
    at = begin(&r, "avih", NULL);
    for (size_t i = 0; i < 14; i++)
        put32(&r, i == 4 ? (uint32_t)n : header[i]);
    end(&r, at);
    sub = begin(&r, "LIST", "strl");
    at = begin(&r, "strh", NULL);
    put(&r, "vidsMJPG", 8);
    for (size_t i = 0; i < 12; i++)
        put32(&r, i == 6 ? (uint32_t)n : stream[i]);
    end(&r, at);
    at = begin(&r, "strf", NULL);
    for (size_t i = 0; i < 4; i++)
        put32(&r, bitmap[i]);
    put(&r, "MJPG", 4);
    for (size_t i = 0; i < 5; i++)
        put32(&r, 0);
    end(&r, at);
    end(&r, sub);
    end(&r, list);
    list = begin(&r, "LIST", "movi");
    for (int i = 0; i < n; i++) {
        blob b = grey(32, 24, (uint8_t)(20 + 40 * i));
        at = begin(&r, "00dc", NULL);
        put(&r, b.p, b.n);
        end(&r, at);
        free(b.p);
    }
    end(&r, list);
    end(&r, file);
    write_file(name, (blob){r.bytes, r.n});
}

static void a_video_is_read_to_its_end(void **state)
{
    crok_source *s = NULL;
    (void)state;
    write_avi("film.avi", 5);
    s = opened(scratch_file("film.avi"), NULL);
    for (int i = 0; i < 5; i++) {
        crok_frame f = next(s);
        assert_non_null(f.data);
        assert_int_equal(f.number, i);
        assert_int_equal(f.pixels, CROK_PIXELS_BGR24);
        assert_int_equal(f.w_px, 32);
        assert_int_equal(f.h_px, 24);
        CHECK_NEAR((double)f.t_ns * 1e-9, i / 25.0, 1e-6);
        CHECK_NEAR(f.pixel_aspect, 1.0, 1e-9);
        CHECK_NEAR(f.data[0], 20 + 40 * i, 4);
    }
    assert_null(next(s).data);
    assert_int_equal(crok_source_health(s)->state, CROK_SOURCE_ENDED);
    CHECK_NEAR(crok_source_health(s)->rate_hz, 25.0, 0.1);
    crok_source_close(&s);
    (void)unlink(scratch_file("film.avi"));
}

static void a_video_begins_at_from_ns(void **state)
{
    crok_source_options o = {.from_ns = 70000000};
    crok_source *s = NULL;
    (void)state;
    write_avi("film.avi", 5);
    s = opened(scratch_file("film.avi"), &o);
    assert_true(crok_source_health(s)->is_recorded);
    for (int i = 2; i < 5; i++) {
        crok_frame f = next(s);
        assert_non_null(f.data);
        CHECK_NEAR((double)f.t_ns * 1e-9, i / 25.0, 1e-6);
        CHECK_NEAR(f.data[0], 20 + 40 * i, 4);
    }
    assert_null(next(s).data);
    crok_source_close(&s);
    (void)unlink(scratch_file("film.avi"));
}

static void what_is_no_video_is_an_error(void **state)
{
    (void)state;
    write_file("film.mp4", (blob){(uint8_t[]){"a note, no film at all"}, 22});
    check_refusal(scratch_file("film.mp4"), CROK_EFORMAT, "opened as a film");
    (void)unlink(scratch_file("film.mp4"));
    check_refusal("http://127.0.0.1:9/none", CROK_ENODEV, "nobody answers");
}

/* A real clip with pixels that are not square, if it is available. */
static void a_real_clip_keeps_its_pixels_shape(void **state)
{
    static const char path[] = CROK_ROOT "/../shared/video/overhead_shot.mp4";
    crok_source *s = NULL;
    int64_t t_ns = -1;
    int n = 0;
    (void)state;
    if (access(path, R_OK) != 0) {
        print_message("skipped: no ../shared\n");
        skip();
    }
    s = opened(path, NULL);
    for (crok_frame f = next(s); f.data != NULL; f = next(s), n++) {
        assert_true(f.t_ns > t_ns);
        t_ns = f.t_ns;
        CHECK_NEAR(f.pixel_aspect, 1.428, 0.001);
    }
    assert_int_equal(n, 51);
    crok_source_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_folder_is_read_in_natural_order),
        cmocka_unit_test(a_folder_begins_at_from_ns),
        cmocka_unit_test(a_video_begins_at_from_ns),
        cmocka_unit_test(a_damaged_picture_is_a_lost_frame),
        cmocka_unit_test(a_folder_without_pictures_is_an_error),
        cmocka_unit_test(a_video_is_read_to_its_end),
        cmocka_unit_test(what_is_no_video_is_an_error),
        cmocka_unit_test(a_real_clip_keeps_its_pixels_shape),
    };
    return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
