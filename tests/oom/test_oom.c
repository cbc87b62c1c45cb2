/* SPDX-License-Identifier: Apache-2.0
 *
 * Calls of the rooms that see, with memory that runs out. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "board/calib.h"
#include "board/draw_board.h"
#include "board/edges.h"
#include "board/topview.h"
#include "core/file.h"
#include "core/json.h"
#include "core/text.h"
#include "cv/cv.h"
#include "discs/find/face_edges.h"
#include "discs/look_and_scan.h"
#include "oom/run_out.h"

/* ---- the calls ---- */

static crok_image picture; /* a board with discs */
static draw_board drawn;
static crok_board_pose pose;
static const crok_face_places places = {9.5, 37.0, 1, {{250.0, 0.0}}};
static char calib_path[] = "/tmp/crok_oom_XXXXXX";

/* What a call writes to; zero means: nothing written. */
static union output {
    crok_image img;
    crok_edges edges;
    crok_topview top;
    crok_face_edges faces;
    crok_board_pose pose;
    crok_observation observation;
    cJSON *json;
    char *text;
} out;
static size_t out_len;

static void run(const char *what, crok_status (*call)(crok_err *),
                void (*done)(void), crok_status other)
{
    run_out_call c = {what, call, done, other, &out, sizeof out};
    out_len = 0;
    run_out(&c);
}

static crok_status image_new(crok_err *err)
{
    return crok_image_new(64, 48, CROK_RGB8, &out.img, err);
}

static crok_status cv_resize(crok_err *err)
{
    return crok_cv_resize(&picture, 40, 30, &out.img, err);
}

static void free_image(void)
{
    crok_image_free(&out.img);
}

static crok_status edges_find(crok_err *err)
{
    return crok_edges_find(&picture, INFINITY, &out.edges, err);
}

static void free_edges(void)
{
    crok_edges_free(&out.edges);
}

static crok_status topview_make(crok_err *err)
{
    const crok_topview_area area = {
        .z_mm = 9.5, .half_mm = 390.0, .px_per_mm = 0.5};
    return crok_topview_make(&picture, &drawn.cam, &area, &out.top, err);
}

static void free_top(void)
{
    crok_topview_free(&out.top);
}

static crok_status face_edges_find(crok_err *err)
{
    return crok_face_edges_find(&picture, &drawn.cam, &places, &out.faces, err);
}

static void free_faces(void)
{
    crok_face_edges_free(&out.faces);
}

static const crok_scan_options options = {.n_sides = 2};

static crok_status scan_board(crok_err *err)
{
    return crok_scan_board(&picture, 1.0, &options, &out.pose, err);
}

static crok_status scan_discs(crok_err *err)
{
    return look_and_scan(&picture, &options, &pose, &out.observation, err);
}

static crok_status file_read(crok_err *err)
{
    return crok_file_read(calib_path, 1 << 20, &out.text, &out_len, err);
}

static crok_status text_utf8(crok_err *err)
{
    out.text = crok_text_utf8("caf\xE9");
    return out.text != NULL ? CROK_OK
                            : crok_fail(err, CROK_ENOMEM, "no memory");
}

static crok_status text_printable(crok_err *err)
{
    out.text = crok_text_printable("caf\xE9\n");
    return out.text != NULL ? CROK_OK
                            : crok_fail(err, CROK_ENOMEM, "no memory");
}

static void free_text(void)
{
    free(out.text);
}

static crok_status json_load(crok_err *err)
{
    return crok_json_load(calib_path, &out.json, err);
}

static void free_json(void)
{
    cJSON_Delete(out.json);
}

static crok_status calib_load(crok_err *err)
{
    return crok_calib_load(calib_path, &out.pose, err);
}

/* For leaks only: cJSON leaves out what it has no memory for, and the document
 * is then returned without it. */
static crok_status calib_to_json(crok_err *err)
{
    free(crok_calib_to_json(&pose, NULL));
    return run_out_of_memory() ? crok_fail(err, CROK_ENOMEM, "no memory")
                               : CROK_OK;
}

/* ---- the runs ---- */

static void pictures(void **state)
{
    (void)state;
    run("crok_image_new", image_new, free_image, CROK_ENOMEM);
    run("crok_cv_resize", cv_resize, free_image, CROK_ENOMEM);
}

static void finding(void **state)
{
    (void)state;
    run("crok_edges_find", edges_find, free_edges, CROK_ENOMEM);
    run("crok_topview_make", topview_make, free_top, CROK_ENOMEM);
    run("crok_face_edges_find", face_edges_find, free_faces, CROK_ENOMEM);
    run("crok_scan_board", scan_board, NULL, CROK_ENOMEM);
    run("crok_scan_discs", scan_discs, NULL, CROK_ENOMEM);
}

static void texts_and_files(void **state)
{
    (void)state;
    run("crok_text_utf8", text_utf8, free_text, CROK_ENOMEM);
    run("crok_text_printable", text_printable, free_text, CROK_ENOMEM);
    run("crok_file_read", file_read, free_text, CROK_ENOMEM);
}

static void documents(void **state)
{
    cJSON_Hooks hooks = {run_out_malloc, free};
    (void)state;
    cJSON_InitHooks(&hooks);
    run("crok_json_load", json_load, free_json, CROK_EFORMAT);
    run("crok_calib_load", calib_load, NULL, CROK_EFORMAT);
    run("crok_calib_to_json", calib_to_json, NULL, CROK_ENOMEM);
    cJSON_InitHooks(NULL);
}

static int set_up(void **state)
{
    crok_camera cam = draw_camera(400, 300, 0.2, 1.0);
    crok_err err = {0};
    char *text = NULL;
    FILE *f = NULL;
    int fd = mkstemp(calib_path);
    (void)state;
    drawn = draw_tournament(&cam);
    for (int i = 0; i < 6; i++)
        draw_add_disc(&drawn, 250.0 * cos(i), 250.0 * sin(i),
                      (draw_rgb){30, 30, 30});
    picture = draw_picture(&drawn);
    if (fd < 0 ||
        crok_scan_board(&picture, 1.0, &options, &pose, &err) != CROK_OK)
        return -1;
    text = crok_calib_to_json(&pose, NULL);
    f = fdopen(fd, "wb");
    if (text == NULL || f == NULL)
        return -1;
    (void)fwrite(text, 1, strlen(text), f);
    (void)fclose(f);
    free(text);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    (void)remove(calib_path);
    crok_image_free(&picture);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pictures),
        cmocka_unit_test(finding),
        cmocka_unit_test(texts_and_files),
        cmocka_unit_test(documents),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
