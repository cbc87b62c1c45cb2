/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/seeing.h"

#include <string.h>

#include "core/scratch.h"
#include "discs/look.h"

/* The mean colour of the hole's floor, if the bare board shows it. */
static bool floor_of(const crok_bare *bare, uint8_t rgb[3])
{
    enum { HALF = CROK_BARE_CELLS / 2 };
    unsigned sum[3] = {0};
    for (int i = 0; i < 4; i++) { /* the four cells about the middle */
        int cell = (HALF - 1 + i / 2) * CROK_BARE_CELLS + HALF - 1 + i % 2;
        if (!crok_bare_has_cell(bare, cell))
            return false;
        for (int c = 0; c < 3; c++)
            sum[c] += bare->rgb[cell][c];
    }
    for (int c = 0; c < 3; c++)
        rgb[c] = (uint8_t)(sum[c] / 4);
    return true;
}

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
    uint8_t floor[3];
    if (st != CROK_OK)
        return st;
    crok_detect(&s->segments, img, cam, board, t_ns, &s->detections);
    if (floor_of(&s->bare, floor))
        crok_detect_in_hole(&s->segments, img, cam, board, floor,
                            &s->detections);
    s->covered = crok_covered_part(&s->segments, (crok_mm){0.0, 0.0},
                                   board->line_mm[CROK_LINE_OUTER]);
    return CROK_OK;
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
    crok_image_free(&s->bare_view);
}
