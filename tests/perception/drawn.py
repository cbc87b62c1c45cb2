#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""drawn.py TRAIN: boards that models/perception/train draws, against their own truth.

One seed gives one picture. A disc that nothing hides is a disc at its centre, in the top
view and through a camera; a bare board has none; a place on the board is at the pixel
from which the ray to it comes. A doctored truth is noticed.

Exit status: 0; 1 a picture and its truth differ; 77 numpy or OpenCV is missing."""
import sys

try:
    import cv2  # noqa: F401
    import numpy as np
except ImportError as missing:
    print(f"skipped: {missing}; install python3-opencv")
    sys.exit(77)

BOARDS = 24
SIZE = 192
WHOLE = 0.97      # of a disc's face is seen
PLACE_PX = 1.0    # how far a pixel's ray may be from the place that the pixel is of


def drawn(seed, of_camera):
    from picture import paint
    from scene import draw_board, draw_discs
    from view import draw_camera_view, draw_top_view
    rng = np.random.default_rng(seed)
    board = draw_board(rng)
    discs = draw_discs(rng, board)
    view = (draw_camera_view if of_camera else draw_top_view)(rng, board.outer, SIZE)
    return board, discs, view, paint(board, discs, view, rng)


def faults(discs, view, board, what, of_disc, places):
    """Whole discs that are not at their faces' centres, and the number that was looked at."""
    from picture import DISC, HOLE_FLAT, HOLE_LEANS
    wrong, n = [], 0
    for i, (disc, place) in enumerate(zip(discs, places)):
        u, v = (round(x) for x in view.pixel(*view.ground(disc.x, disc.y, disc.z + board.disc_high)))
        if place[3] < WHOLE or not (0 <= u < SIZE and 0 <= v < SIZE) or place[2] < 3.0:
            continue
        n += 1
        wanted = {"hole": HOLE_FLAT, "leaning": HOLE_LEANS}.get(disc.state, DISC)
        if what[v, u] != wanted or of_disc[v, u] != i:
            wrong.append((i, disc.state, int(what[v, u]), int(of_disc[v, u])))
    return wrong, n


def check_places(view, seed):
    """The ray of a pixel meets the place that is drawn there."""
    rng = np.random.default_rng(seed)
    for _ in range(20):
        x, y, z = rng.uniform(-200.0, 200.0), rng.uniform(-200.0, 200.0), rng.uniform(-8.0, 30.0)
        u, v = (round(w) for w in view.pixel(*view.ground(x, y, z)))
        if not (0 <= u < SIZE and 0 <= v < SIZE):
            continue
        gx, gy = view.at(z)
        step = float(np.hypot(gx[v, max(u - 1, 0)] - gx[v, min(u + 1, SIZE - 1)], gy[v, max(u - 1, 0)] - gy[v, min(u + 1, SIZE - 1)])) / 2.0
        far = float(np.hypot(gx[v, u] - x, gy[v, u] - y))
        if far > PLACE_PX * max(step, 1.0 / view.px_mm) * 1.5:
            raise SystemExit(f"drawn: seed {seed}: a place is {far:.1f} mm from its pixel's ray")


def main():
    sys.path.insert(0, sys.argv[1])
    from picture import DISC, paint
    from view import draw_top_view
    n = n_doctored = 0
    for seed in range(BOARDS):
        board, discs, view, (picture, what, of_disc, places) = drawn(seed, seed % 2 == 1)
        again = drawn(seed, seed % 2 == 1)[3]
        if not (np.array_equal(picture, again[0]) and np.array_equal(what, again[1])):
            raise SystemExit(f"drawn: seed {seed} gives two pictures")
        wrong, looked = faults(discs, view, board, what, of_disc, places)
        if wrong:
            raise SystemExit(f"drawn: seed {seed}: discs that are not where they were drawn: {wrong}")
        n += looked
        n_doctored += len(faults(discs, view, board, np.roll(what, 9, axis=1), np.roll(of_disc, 9, axis=1), places)[0])
        check_places(view, seed)
        rng = np.random.default_rng(seed)
        _, bare, _, _ = paint(board, [], draw_top_view(rng, board.outer, SIZE), rng, is_bare=True)
        if (bare == DISC).any():
            raise SystemExit(f"drawn: seed {seed}: a bare board has a disc")
    if n < BOARDS or n_doctored < n // 2:
        raise SystemExit(f"drawn: {n} discs were looked at, and {n_doctored} missed where the truth was doctored")
    print(f"drawn: {BOARDS} boards, {n} whole discs are where they were drawn; doctored, {n_doctored} are not")
    return 0


if __name__ == "__main__":
    sys.exit(main())
