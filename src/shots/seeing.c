/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/seeing.h"

#include <string.h>

#include "core/scratch.h"
#include "discs/look.h"

void crok_seeing_free(crok_seeing *s)
{
    crok_image_free(&s->bare_view);
}

crok_status crok_seeing_look(crok_seeing *s, const crok_image *img,
                             const crok_camera *cam, const crok_board *board,
                             int64_t t_ns, crok_err *err)
{
    const crok_image *bare = s->bare_view.data == NULL ? NULL : &s->bare_view;
    crok_status st =
        crok_look_quickly(img, cam, board, bare, &s->segments, err);
    if (st != CROK_OK)
        return st;
    crok_detect(&s->segments, img, cam, board, t_ns, &s->detections);
    if (s->has_floor)
        crok_detect_in_hole(&s->segments, img, cam, board, s->floor,
                            &s->detections);
    crok_ghosts_drop(&s->ghosts, board->disc_mm, &s->detections);
    s->covered = crok_covered_part(&s->segments, (crok_mm){0.0, 0.0},
                                   board->line_mm[CROK_LINE_OUTER]);
    return CROK_OK;
}

/* Learn the colour of the hole's floor, if the reading shows it. */
static void learn_floor(crok_seeing *s, const crok_image *img,
                        const crok_segmentation *segments,
                        const crok_observation *seen)
{
    const crok_board *board = &seen->pose.board;
    for (int i = 0; i < seen->n_discs; i++)
        if (crok_disc_in_hole(seen->discs[i].state))
            return;
    if (crok_is_hole_covered(segments, board))
        return;
    crok_hole_colour(img, &seen->pose.camera, board, s->floor);
    s->has_floor = true;
}

crok_status crok_seeing_learn(crok_seeing *s, const crok_image *img,
                              const crok_segmentation *segments,
                              const crok_observation *seen, crok_err *err)
{
    CROK_SCRATCH(crok_bare, now, 1);
    crok_image view = {0};
    crok_status st =
        crok_look_bare(img, &seen->pose.camera, segments, seen, now, err);
    if (st != CROK_OK)
        return st;
    learn_floor(s, img, segments, seen);
    crok_bare_add(now, &s->bare, 0);
    s->bare = *now;
    st = crok_bare_view(&s->bare, 0, &view, err);
    if (st != CROK_OK)
        return st;
    crok_image_free(&s->bare_view);
    s->bare_view = view;
    return CROK_OK;
}

void crok_seeing_forget(crok_seeing *s)
{
    memset(&s->bare, 0, sizeof s->bare);
    s->has_floor = false;
    crok_image_free(&s->bare_view);
}
