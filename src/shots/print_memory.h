/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/print_memory.h: print on the outer line that is read as a disc, such as
 * a maker's mark. At the first rest of a film a disc on the line may be a
 * shooter. If it has not moved after two shots, it is print. Discs that come to
 * rest on the line later are never taken for print, because by the rules of
 * some books they stay there.
 *
 * Frames   mm: board.
 * Room     shots: uses core.
 * Rules    B1: discs at rest on the outer line.
 * Threads  one owner. No allocation. */
#ifndef CROK_SHOTS_PRINT_MEMORY_H
#define CROK_SHOTS_PRINT_MEMORY_H

#include "shots/sight.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Zero it before the first use. */
enum { CROK_MAX_PRINTS = 8 };
typedef struct crok_print_memory {
    int n;
    crok_mm at[CROK_MAX_PRINTS];
    int n_shots[CROK_MAX_PRINTS]; /* that were played while it lay there */
} crok_print_memory;

/* Begin with what lies on the outer line at the first rest.
 *
 *   outer_mm  radius of the outer line */
void crok_print_begin(crok_print_memory *memory, const crok_rest_sight *rest,
                      double outer_mm);

/* Note what still lies there after a shot that did not move it. What no longer
 * does is forgotten, unless it is known to be print. */
void crok_print_note(crok_print_memory *memory, const crok_shot_sight *shot);

/* Is there print at this place? */
bool crok_print_has(const crok_print_memory *memory, crok_mm at);

/* The length of the board's millimetre has changed: multiply all lengths by k.
 */
void crok_print_rescale(crok_print_memory *memory, double k);

#ifdef __cplusplus
}
#endif
#endif
