/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/hidden.h: which parts of the board a first picture hides, and what they
 * look like. A film may begin with a hand over the line and a finger on the
 * shooter. What is hidden must not become the background: when the hand leaves,
 * the board would look changed, and the shooter would have no place of its own.
 *
 * A board looks nearly the same after each turn by 45 degrees, apart from the
 * light, print and discs. So the colour that is expected at a place is the
 * median of the colours at the eight places to which these turns bring it. What
 * differs from that, is as large as a part of a disc, and comes in from outside
 * the board is taken for a hand or another thing that hides the board. Print
 * and reflections do not come in across the ditch. A plank of lighter wood
 * does, but it does not hide the outer line.
 *
 * Frames   mm: board; px: the picture given.
 * Room     shots: uses core and board.
 * Threads  one owner. */
#ifndef CROK_SHOTS_HIDDEN_H
#define CROK_SHOTS_HIDDEN_H

#include "board/board.h"
#include "core/image.h"
#include "shots/sight.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A square grid over the board and its ditch. Zero it before the first use. */
typedef struct crok_hidden {
    int n;          /* cells along a side; 0: nothing is hidden */
    double half_mm; /* half of the grid's side */
    uint8_t
        *cell; /* owned: n x n, column along x, row along y; not 0: hidden */
} crok_hidden;

/* A picture of a board. */
typedef struct crok_hidden_view {
    const crok_camera *camera;   /* of the picture; borrowed */
    const crok_board *board;     /* borrowed */
    const crok_rest_sight *rest; /* borrowed: the discs on the board, which hide
                                    nothing, but are not the board's look */
} crok_hidden_view;

/* The length of the board's millimetre has changed: multiply all lengths by k.
 */
void crok_hidden_rescale(crok_hidden *hidden, double k);

/* Find the hidden parts. If they cover more than a third of the board, the
 * board is not symmetric, and nothing counts as hidden.
 *
 *   img   borrowed: RGB
 *   out   freed and written on CROK_OK; free with crok_hidden_free
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_hidden_find(const crok_image *img,
                                           const crok_hidden_view *view,
                                           crok_hidden *out, crok_err *err);
void crok_hidden_free(crok_hidden *hidden);

/* Add a disc that is not to become the background: the place of a shooter. */
void crok_hidden_add_disc(crok_hidden *hidden, crok_mm at, double radius_mm);

/* Is a place hidden other than those of crok_hidden_add_disc? */
bool crok_hidden_is_by_thing(const crok_hidden *hidden);

/* Is the place hidden? */
bool crok_hidden_has(const crok_hidden *hidden, crok_mm at);

/* The part of a disc's face that is hidden, 0..1. */
double crok_hidden_part(const crok_hidden *hidden, crok_mm at,
                        double radius_mm);

/* The grey value that is expected at a place, from the other places where the
 * picture shows the board; `otherwise` if there is none.
 *
 *   img  borrowed: grey, of view->camera */
uint8_t crok_hidden_expected_grey(const crok_hidden_view *view,
                                  const crok_image *img, crok_mm at,
                                  uint8_t otherwise);

/* Replace the hidden pixels of a picture by the colours that are expected.
 *
 *   img  in and out: RGB or grey, of view->camera */
void crok_hidden_fill(const crok_hidden *hidden, const crok_hidden_view *view,
                      crok_image *img);

/* A cell stays hidden only while a later picture differs there from the filled
 * one; where they agree, the board is visible. A change alone does not show the
 * board, because a hand that moves covers the cell with other fingers.
 *
 *   camera    of both pictures, which are grey and of one size
 *   expected  borrowed: a picture that crok_hidden_fill has filled
 *   img       borrowed: a later picture */
void crok_hidden_reveal(crok_hidden *hidden, const crok_camera *camera,
                        const crok_image *expected, const crok_image *img);

/* A plank or a reflection may look as something that hides the board. It stays
 * as it is, and a hand does not. So a cell is visible too if no hidden cell
 * within CROK_HIDDEN_HAND_MM of it has changed by more than `levels` since an
 * earlier picture. Where one has, the thing has moved or left, and may have
 * left a board that looks unlike what was expected: the next picture is
 * compared with this one there. Discs that crok_hidden_add_disc has hidden stay
 * hidden.
 *
 *   camera   of both pictures, which are grey and of one size
 *   earlier  in and out: at first the picture of crok_hidden_find, not filled;
 *            img replaces it where a cell stays hidden
 *   img      borrowed: a picture CROK_HIDDEN_STILL_NS later or more
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_hidden_reveal_still(
    crok_hidden *hidden, const crok_camera *camera, crok_image *earlier,
    const crok_image *img, double levels, crok_err *err);

/* Half the width of a hand, mm. */
#define CROK_HIDDEN_HAND_MM 50.0
/* A hand at the board does not stay still for so long, ns. Chosen by hand:
 * players aim for some seconds, but not without a change of the fingers. */
#define CROK_HIDDEN_STILL_NS INT64_C(6000000000)

/* Replace the hidden pixels of a picture by those of another one, of the same
 * camera, size and format.
 *
 *   from  borrowed
 *   img   in and out */
void crok_hidden_copy(const crok_hidden *hidden, const crok_camera *camera,
                      const crok_image *from, crok_image *img);

#ifdef __cplusplus
}
#endif
#endif
