/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/compare.h: two rests of one board, disc by disc: which stayed, which
 * moved, which are gone, which is new.
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
    CROK_CHANGE_PLACED, /* a new disc lies on the outer line, nothing else:
                           about to be shot */
    CROK_CHANGE_SHOT,   /* one new disc, or discs moved and none is new */
    CROK_CHANGE_TAKEN,  /* some are gone, nothing else */
    CROK_CHANGE_OTHER   /* more than one new disc */
} crok_change;

/* Does the picture differ from that of the rest before where a disc is at `at`?
 * And the disc in the hole? A measurement can hardly distinguish a leaning disc
 * from a flat one; if its appearance has changed, it was struck, and then it is
 * flat. */
typedef struct crok_changed_at {
    bool (*ask)(const void *context, crok_mm at);
    bool (*ask_hole)(const void *context);
    const void *context;
} crok_changed_at;

/* Compare what is seen with the rest before. A reading may overlook a disc, or
 * find one that it overlooked before: where the picture has not changed,
 * nothing has come or gone.
 *
 *   before    borrowed
 *   seen      borrowed; its sides in the engine's order: disc.side counts
 *   changed   borrowed; NULL: not known. Then a disc in the hole lies as it did
 *             unless the reading surely says otherwise
 *   next_id   the id that a new disc gets; advanced
 *   out       written whole, but for its motion: before, after (ids kept),
 *             shooter, side, moved, gone */
crok_change crok_compare_rests(const crok_rest_sight *before,
                               const crok_observation *seen, int64_t t_ns,
                               const crok_changed_at *changed, int *next_id,
                               crok_shot_sight *out);

/* Is what seems new a disc that a hand holds: does it lie over where one is
 * gone that seemed of another side?
 *
 *   shot  of crok_compare_rests */
bool crok_is_in_hand(const crok_shot_sight *shot, double disc_mm);

/* Does a disc at `at` lie where one is placed to be shot: on the outer line? */
bool crok_is_placed(crok_mm at, double outer_mm);

#ifdef __cplusplus
}
#endif
#endif
