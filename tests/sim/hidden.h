/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/hidden.h: what hands, people and things hide of an instant's scene from
 * the camera.
 *
 * Threads  any. */
#ifndef CROK_TESTS_SIM_HIDDEN_H
#define CROK_TESTS_SIM_HIDDEN_H

#include "sim/act.h"
#include "sim/look.h"

typedef struct crok_sim_hidden {
    double board_frac; /* part of the playing surface that is hidden, 0..1 */
    /* Bit set of the moment's discs: less than half of the disc's upper face is
     * seen. Discs beside the board and in a hand are left out. */
    unsigned long long discs;
} crok_sim_hidden;

crok_sim_hidden crok_sim_hidden_in(const crok_sim_moment *moment,
                                   const crok_camera *camera,
                                   const crok_sim_look *look);

#endif
