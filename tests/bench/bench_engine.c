/* SPDX-License-Identifier: Apache-2.0
 *
 * bench_engine: what the engine sees of simulated matches.
 *
 *   bench_engine [-v] [--rules R] [--seed N] [--rounds N] [--fps F]
 *
 * Exit status 1 where a shot was missed or invented, 2 on wrong usage. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cv/cv.h"
#include "shots/watch_sim.h"

static const char *value_of(int argc, char **argv, const char *name,
                            const char *usual)
{
    for (int i = 1; i + 1 < argc; i++)
        if (strcmp(argv[i], name) == 0)
            return argv[i + 1];
    return usual;
}

int main(int argc, char **argv)
{
    crok_sim_options o = {
        .seed = strtoull(value_of(argc, argv, "--seed", "1"), NULL, 10),
        .rules = value_of(argc, argv, "--rules", "depot"),
        .rounds = atoi(value_of(argc, argv, "--rounds", "1"))};
    crok_sim_camera cam = {1280, 720,
                           atof(value_of(argc, argv, "--fps", "60"))};
    bool verbose = argc > 1 && strcmp(argv[1], "-v") == 0;
    crok_watched w;
    if (o.rounds < 1 || cam.fps < 5.0) {
        (void)fputs("usage: bench_engine [-v] [--rules R] [--seed N] "
                    "[--rounds N] [--fps F]\n",
                    stderr);
        return 2;
    }
    crok_cv_init();
    crok_watch_sim(&o, &cam, 1e9, verbose, &w);
    (void)printf("%s, seed %llu: %.0f s, %d shots: seen %d, missed %d, "
                 "invented %d; rest right %d, side right %d, moved right %d; "
                 "other changes %d\n",
                 o.rules, (unsigned long long)o.seed, w.seconds, w.n_shots,
                 w.n_seen, w.n_missed, w.n_invented, w.n_rest_right,
                 w.n_side_right, w.n_moved_right, w.n_changed);
    return w.n_missed + w.n_invented > 0 ? 1 : 0;
}
