/* SPDX-License-Identifier: Apache-2.0
 *
 * bench_engine: the engine before simulated matches.
 *
 *   bench_engine [-v] [--rules R] [--seed N] [--rounds N] [--fps F] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cv/cv.h"
#include "shots/watch_sim.h"

int main(int argc, char **argv)
{
    crok_sim_options o = {.seed = 1, .rules = "depot", .rounds = 1};
    crok_sim_camera cam = {1280, 720, 60.0};
    crok_watched w;
    bool verbose = false;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-v") == 0)
            verbose = true;
        else if (i + 1 < argc && strcmp(argv[i], "--rules") == 0)
            o.rules = argv[++i];
        else if (i + 1 < argc && strcmp(argv[i], "--seed") == 0)
            o.seed = strtoull(argv[++i], NULL, 10);
        else if (i + 1 < argc && strcmp(argv[i], "--rounds") == 0)
            o.rounds = atoi(argv[++i]);
        else if (i + 1 < argc && strcmp(argv[i], "--fps") == 0)
            cam.fps = atof(argv[++i]);
    }
    crok_cv_init();
    crok_watch_sim(&o, &cam, verbose, &w);
    (void)printf("%s seed %d: %.0f s, shots %d: seen %d missed %d invented %d; "
                 "rest right %d, side right %d, moved right %d; changed %d\n",
                 o.rules, (int)o.seed, w.seconds, w.n_shots, w.n_seen,
                 w.n_missed, w.n_invented, w.n_after_right, w.n_shooter_right,
                 w.n_moved_right, w.n_changed);
    return 0;
}
