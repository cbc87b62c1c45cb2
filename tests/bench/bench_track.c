/* SPDX-License-Identifier: Apache-2.0
 *
 * bench_track: simulated shots as a camera sees them, given to the tracker,
 * and how often it tells the truth.
 *
 *   bench_track FPS HEIGHT SHOTS [SEED]
 *
 * A match a seed, from SEED (1) on; some of its shots touch the line and come
 * back, or come back off the rail. The camera's pictures are 16:9 and given to
 * the tracker reduced by 2. Prints each shot that was not told right, then the
 * shares, the error of the shooter's place and the time a frame. Exit status 1
 * where something was told that is not so in more than one shot of a hundred,
 * 2 on wrong usage. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "shots/score.h"

typedef struct sums {
    int n, contacts[3], boundary[3];
    int n_placed;
    double placed_sq, ms;
    long n_frames;
} sums;

static void add(sums *s, const film_shot *shot, uint64_t seed)
{
    score_call contacts = score_contacts(shot);
    score_call boundary = score_boundary(shot);
    double off = score_placed_mm(shot);
    s->n++;
    s->contacts[contacts]++;
    s->boundary[boundary]++;
    s->ms += shot->ms;
    s->n_frames += shot->n_frames;
    if (off >= 0.0) {
        s->n_placed++;
        s->placed_sq += off * off;
    }
    if (contacts == SCORE_RIGHT && boundary == SCORE_RIGHT && off >= 0.0)
        return;
    printf("seed %llu, ", (unsigned long long)seed);
    score_print(shot);
    (void)fflush(stdout);
}

static void play(film_options o, int most, sums *s)
{
    film_shot shot;
    film *f = film_open(&o);
    while (s->n < most && film_next(f, NULL, NULL, &shot))
        add(s, &shot, o.seed);
    film_close(&f);
}

static void print(const char *what, const int call[3], int n)
{
    printf("%s: right %.1f %%, untold %.1f %%, WRONG %.1f %% (%d)\n", what,
           100.0 * call[SCORE_RIGHT] / n, 100.0 * call[SCORE_MISSING] / n,
           100.0 * call[SCORE_WRONG] / n, call[SCORE_WRONG]);
}

int main(int argc, char **argv)
{
    sums s = {0};
    film_options o = {.reduce = 2,
                      .n_wishes = 3,
                      .wish = {{CROK_SIM_TRICK_LINE, 3},
                               {CROK_SIM_TRICK_RAIL, 6},
                               {CROK_SIM_TRICK_LINE, 9}}};
    int most = argc > 3 ? atoi(argv[3]) : 0;
    if (argc < 4 || argc > 5 || most < 1 || atof(argv[1]) < 5.0 ||
        atoi(argv[2]) < 240) {
        (void)fprintf(stderr, "usage: bench_track FPS HEIGHT SHOTS [SEED]\n");
        return 2;
    }
    o.fps = atof(argv[1]);
    o.h_px = atoi(argv[2]);
    o.w_px = o.h_px * 16 / 9;
    o.seed = argc > 4 ? strtoull(argv[4], NULL, 10) : 1;
    for (; s.n < most; o.seed++)
        play(o, most, &s);
    printf("%d shots at %g fps, %d x %d\n", s.n, o.fps, o.w_px, o.h_px);
    print("contacts", s.contacts, s.n);
    print("boundary", s.boundary, s.n);
    printf("placed_at: told of %d, rms %.2f mm\n", s.n_placed,
           sqrt(s.placed_sq / fmax(s.n_placed, 1)));
    printf("%.2f ms a frame\n", s.ms / (double)s.n_frames);
    return 100 * (s.contacts[SCORE_WRONG] + s.boundary[SCORE_WRONG]) > s.n;
}
