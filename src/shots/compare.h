/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/compare.h: compares two rests of one board disc by disc: which discs
 * are where they were, which moved, which are gone, which are new.
 *
 * Frames   mm: board.
 * Room     shots.
 * Threads  values only; any thread. */
#ifndef CROK_SHOTS_COMPARE_H
#define CROK_SHOTS_COMPARE_H

#include "discs/observation.h"
#include "shots/sight.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum crok_change {
    CROK_CHANGE_NONE,
    CROK_CHANGE_PLACED, /* one disc is new, it is on the outer line, and nothing
                           else has changed: it is about to be shot */
    CROK_CHANGE_SHOT,   /* one disc is new, or discs have moved and no disc is
                           new */
    CROK_CHANGE_TAKEN,  /* discs are gone, and nothing else has changed */
    CROK_CHANGE_OTHER   /* more than one disc on the board is new */
} crok_change;

/* Callbacks that compare the picture with the picture of the rest before. `ask`
 * returns whether anything has changed at `at`, and `ask_hole` whether the
 * disc in the hole looks different. The second one is needed because one
 * measurement hardly distinguishes a leaning disc from a flat one. If the
 * appearance of a disc in the hole has changed, it was struck and is taken to
 * be flat now. */
typedef struct crok_changed_at {
    bool (*ask)(const void *context, crok_mm at);
    bool (*ask_hole)(const void *context);
    const void *context;
} crok_changed_at;

/* Compare a reading with the rest before. A reading may overlook a disc, or
 * detect one that was overlooked before. Therefore a disc is reported as new
 * or gone only where the picture has changed.
 *
 *   before    borrowed
 *   seen      borrowed; disc.side is an index in the engine's list of sides
 *   changed   borrowed; NULL: unknown. Then a disc in the hole keeps its state
 *             unless the reading is sure of another state
 *   next_id   in and out: the id of the next new disc
 *   out       written whole: before, after (with ids), shooter, side, moved
 *             and gone are set; the motion is zero */
crok_change crok_compare_rests(const crok_rest_sight *before,
                               const crok_observation *seen, int64_t t_ns,
                               const crok_changed_at *changed, int *next_id,
                               crok_shot_sight *out);

/* Is the shooter probably a disc in a hand? True if its centre is less than one
 * disc radius from the old centre of a disc that is gone and that was read with
 * another side's colour.
 *
 *   shot     borrowed: of crok_compare_rests
 *   disc_mm  radius of a disc */
bool crok_is_in_hand(const crok_shot_sight *shot, double disc_mm);

/* Is a disc at `at` so near to the outer line that it may be placed there to be
 * shot?
 *
 *   outer_mm  radius of the outer line */
bool crok_is_placed(crok_mm at, double outer_mm);

#ifdef __cplusplus
}
#endif
#endif
