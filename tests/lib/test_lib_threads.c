/* SPDX-License-Identifier: Apache-2.0
 *
 * Handles are independent of each other: several threads, each with handles of
 * its own and the stack that crokeye.h promises to be enough, score and follow
 * at the same time; every document is the one that a single thread gets. */
#include "check.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "board/draw_board.h"
#include "lib/crokeye.h"

/* Half of what crokeye.h asks for; what the sanitizers add is much more. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define STACK_BYTES ((size_t)16 << 20)
#else
#define STACK_BYTES ((size_t)512 << 10)
#endif

enum { N_THREADS = 4, N_PICTURES = 2, N_FRAMES = 8 };

static crok_image drawn[N_PICTURES];

static int draw(void **state)
{
    const draw_rgb colour[N_PICTURES] = {{160, 40, 40}, {40, 60, 160}};
    (void)state;
    for (int i = 0; i < N_PICTURES; i++) {
        crok_camera cam = draw_camera(720, 540, 0.1 + 0.2 * i, 0.5);
        draw_board b = draw_tournament(&cam);
        b.dimmer_frac = 0.15;
        draw_add_disc(&b, 120.0, 40.0 * i, (draw_rgb){30, 30, 30});
        draw_add_disc(&b, -60.0, 150.0, colour[i]);
        drawn[i] = draw_picture(&b);
    }
    return 0;
}

static int undraw(void **state)
{
    (void)state;
    for (int i = 0; i < N_PICTURES; i++)
        crok_image_free(&drawn[i]);
    return 0;
}

/* What one thread got. */
typedef struct job {
    int picture;
    char *score, *match; /* owned documents; NULL: a call failed */
} job;

static crokeye_picture picture_of(const job *j)
{
    const crok_image *img = &drawn[j->picture];
    return (crokeye_picture){.format = CROKEYE_RGB,
                             .bytes = img->data,
                             .n_bytes = img->stride_bytes * (size_t)img->h_px,
                             .width = img->w_px,
                             .height = img->h_px,
                             .stride = img->stride_bytes};
}

static void score(job *j)
{
    crokeye_scorer *s = crokeye_scorer_new();
    const crokeye_picture p = picture_of(j);
    if (s != NULL && crokeye_scorer_score(s, &p) == CROKEYE_OK)
        j->score = strdup(crokeye_scorer_json(s));
    crokeye_scorer_free(s);
}

/* The match's document without the time of the last frame. */
static char *timeless(const char *json)
{
    char *copy = json == NULL ? NULL : strdup(json);
    char *at = copy == NULL ? NULL : strstr(copy, "\"seen_at\":\"");
    for (size_t i = 11; at != NULL && at[i] != '"' && at[i] != '\0'; i++)
        at[i] = '#';
    return copy;
}

static void follow(job *j)
{
    crokeye_follower *f = crokeye_follower_new();
    const crokeye_picture p = picture_of(j);
    crokeye_status st = f == NULL ? CROKEYE_NO_MEMORY : CROKEYE_OK;
    for (int i = 0; i < N_FRAMES && st == CROKEYE_OK; i++)
        st = crokeye_follower_frame(f, &p, i * INT64_C(100000000));
    if (st == CROKEYE_OK)
        j->match = timeless(crokeye_follower_json(f));
    crokeye_follower_free(f);
}

static void *work(void *context)
{
    score(context);
    follow(context);
    return NULL;
}

static void threads_do_not_disturb_each_other(void **state)
{
    job alone[N_PICTURES] = {{0}};
    job at_once[N_THREADS] = {{0}};
    pthread_t thread[N_THREADS];
    pthread_attr_t how;
    (void)state;
    (void)pthread_attr_init(&how);
    assert_int_equal(pthread_attr_setstacksize(&how, STACK_BYTES), 0);
    for (int i = 0; i < N_PICTURES; i++) {
        alone[i].picture = i;
        (void)work(&alone[i]);
        assert_non_null(alone[i].score);
        assert_non_null(alone[i].match);
    }
    assert_string_not_equal(alone[0].score, alone[1].score);
    for (int i = 0; i < N_THREADS; i++) {
        at_once[i].picture = i % N_PICTURES;
        assert_int_equal(pthread_create(&thread[i], &how, work, &at_once[i]),
                         0);
    }
    for (int i = 0; i < N_THREADS; i++) {
        const job *same = &alone[at_once[i].picture];
        assert_int_equal(pthread_join(thread[i], NULL), 0);
        assert_non_null(at_once[i].score);
        assert_non_null(at_once[i].match);
        assert_string_equal(at_once[i].score, same->score);
        assert_string_equal(at_once[i].match, same->match);
        free(at_once[i].score);
        free(at_once[i].match);
    }
    for (int i = 0; i < N_PICTURES; i++) {
        free(alone[i].score);
        free(alone[i].match);
    }
    (void)pthread_attr_destroy(&how);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_do_not_disturb_each_other),
    };
    return cmocka_run_group_tests(tests, draw, undraw);
}
