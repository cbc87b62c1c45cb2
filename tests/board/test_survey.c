/* SPDX-License-Identifier: Apache-2.0
 *
 * test_survey [N [FIRST [DIR]]]: drawn boards of all kinds (survey.h): a board
 * that is found must be the one drawn. Without arguments as many as a test may
 * take. With DIR each wrong or missed picture is written there as PPM. */
#include "check.h"

#include <stdlib.h>
#include <time.h>

#include "board/survey.h"
#include "cv/cv.h"

/* A pose is wrong when a line runs off by a line's width; between the lines
 * places may be off by more, where the lens is not known. */
#define WRONG_MM 1.6
#define WRONG_PLACE_MM 4.0
/* Of all boards, steep ones and hidden ones included, so many must be found. */
#define FOUND_LEAST 0.75

enum { N_BANDS = 4 };
static const double band_deg[N_BANDS + 1] = {0.0, 25.0, 35.0, 38.5, 42.0};

typedef struct tally {
    int n, found, wrong;
} tally;

static uint64_t n_cases = 24;
static uint64_t first;
static const char *folder;

static void write_ppm(const crok_image *img, uint64_t number, const char *what)
{
    char path[512];
    FILE *f = NULL;
    (void)snprintf(path, sizeof path, "%s/%s-%04d.ppm", folder, what,
                   (int)number);
    f = fopen(path, "wb");
    if (f == NULL)
        return;
    (void)fprintf(f, "P6 %d %d 255\n", img->w_px, img->h_px);
    for (int y = 0; y < img->h_px; y++)
        (void)fwrite(crok_image_row(img, y), 3, (size_t)img->w_px, f);
    (void)fclose(f);
}

static double cpu_ms(void)
{
    return 1000.0 * (double)clock() / CLOCKS_PER_SEC;
}

static void one(uint64_t number, tally *t, double *ms)
{
    static survey_case c;
    crok_board_pose pose;
    crok_err err = {0};
    crok_image img;
    crok_view view;
    crok_status st = CROK_OK;
    double off = 0.0;
    double place = 0.0;
    survey_make(number, &c);
    img = survey_picture(&c);
    view = (crok_view){.img = &img,
                       .scale = 1.0,
                       .full_w_px = img.w_px,
                       .full_h_px = img.h_px,
                       .focal_px = c.focal_px};
    *ms -= cpu_ms();
    st = crok_board_find(&view, &pose, &err);
    *ms += cpu_ms();
    t->n++;
    if (st == CROK_OK) {
        off = survey_line_error_mm(&c, &pose);
        place = survey_place_error_mm(&c, &pose);
        t->found++;
        t->wrong += off > WRONG_MM || place > WRONG_PLACE_MM ? 1 : 0;
    }
    if (st != CROK_OK || off > WRONG_MM || place > WRONG_PLACE_MM) {
        print_message("%4d: tilt %.1f, %d decor, %d discs, %d patches: %s "
                      "(%.2f, %.2f mm off, rms %.2f px, quadrants %.2f)\n",
                      (int)number, c.tilt_deg, c.board.n_decor, c.board.n_discs,
                      c.n_patches, st != CROK_OK ? err.msg : "WRONG", off,
                      place, st == CROK_OK ? pose.rms_px : 0.0,
                      st == CROK_OK ? pose.quadrant_contrast : 0.0);
        if (folder != NULL)
            write_ppm(&img, number, st != CROK_OK ? "missed" : "wrong");
    }
    crok_image_free(&img);
}

static void a_board_that_is_found_is_the_one_drawn(void **state)
{
    tally t[N_BANDS] = {{0}};
    tally all = {0};
    double ms = 0.0;
    (void)state;
    for (uint64_t i = first; i < first + n_cases; i++) {
        survey_case c;
        int band = 0;
        survey_make(i, &c);
        while (band + 1 < N_BANDS && c.tilt_deg >= band_deg[band + 1])
            band++;
        one(i, &t[band], &ms);
    }
    for (int k = 0; k < N_BANDS; k++) {
        print_message("tilt %4.1f to %4.1f: %3d boards, %3d found, %d wrong\n",
                      band_deg[k], band_deg[k + 1], t[k].n, t[k].found,
                      t[k].wrong);
        all.n += t[k].n;
        all.found += t[k].found;
        all.wrong += t[k].wrong;
    }
    print_message("%d boards, %d found, %d wrong, %.1f ms CPU each\n", all.n,
                  all.found, all.wrong, ms / all.n);
    assert_int_equal(all.wrong, 0);
    assert_true(all.found >= FOUND_LEAST * all.n);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_board_that_is_found_is_the_one_drawn),
    };
    crok_cv_init();
    if (argc > 1)
        n_cases = strtoull(argv[1], NULL, 10);
    if (argc > 2)
        first = strtoull(argv[2], NULL, 10);
    folder = argc > 3 ? argv[3] : NULL;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
