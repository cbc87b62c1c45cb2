/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/track.h"

#include <stdlib.h>

struct crok_track {
    int unused;
};

crok_status crok_track_new(const crok_board_pose *pose, double scale,
                           crok_track **out, crok_err *err)
{
    (void)pose;
    (void)scale;
    *out = calloc(1, sizeof **out);
    return *out == NULL ? crok_fail(err, CROK_ENOMEM, "no memory") : CROK_OK;
}

void crok_track_free(crok_track **track)
{
    free(*track);
    *track = NULL;
}

crok_status crok_track_rest(crok_track *track, const crok_image *img,
                            const crok_rest_sight *rest, crok_err *err)
{
    (void)track;
    (void)img;
    (void)rest;
    (void)err;
    return CROK_OK;
}

crok_status crok_track_frame(crok_track *track, const crok_image *img,
                             int64_t t_ns, crok_err *err)
{
    (void)track;
    (void)img;
    (void)t_ns;
    (void)err;
    return CROK_OK;
}

void crok_track_end(crok_track *track, crok_shot_sight *shot)
{
    (void)track;
    shot->motion.saw_boundary = true;
}
