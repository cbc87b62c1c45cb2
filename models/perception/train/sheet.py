#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""sheet.py OUT.png [--seed S] [--size N] [--rows R]: drawn boards to look at, each as a top
view, its truth, the same board when it was bare, and through a camera with its truth.
Prints how many pictures a second were drawn."""
import argparse
import time

import cv2
import numpy as np

from picture import BURNT, NAMES, paint
from scene import draw_board, draw_discs
from view import draw_camera_view, draw_top_view

# Colours of the truth, BGR, in the order of NAMES.
PALETTE = np.array([(40, 40, 40), (90, 60, 40), (60, 90, 120), (170, 200, 220), (60, 60, 200), (200, 60, 200), (60, 180, 60),
                    (220, 160, 60), (40, 220, 220), (40, 120, 255), (30, 30, 120), (255, 255, 255)], np.uint8)


def truth_picture(what, places):
    out = PALETTE[what]
    for u, v, r, seen in places:
        cv2.circle(out, (round(u), round(v)), max(1, round(r)), (0, 0, 0) if seen > 0.5 else (0, 0, 255), 1, cv2.LINE_AA)
    return out


def row(seed, size):
    rng = np.random.default_rng(seed)
    board = draw_board(rng)
    discs = draw_discs(rng, board)
    shown = []
    for view, lies, is_bare in ((draw_top_view(rng, board.outer, size), discs, False), (draw_top_view(rng, board.outer, size), [], True),
                                (draw_camera_view(rng, board.outer, size), discs, False)):
        picture, what, _, places = paint(board, lies, view, rng, is_bare)
        shown.append(picture)
        if not is_bare:
            shown.append(truth_picture(what, places))
    return np.hstack(shown)


def main():
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("out")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--size", type=int, default=256)
    ask.add_argument("--rows", type=int, default=6)
    args = ask.parse_args()
    if args.rows < 1:
        raise SystemExit("sheet: at least one row")
    assert len(PALETTE) == len(NAMES) == BURNT + 1
    began = time.process_time()
    rows = [row(args.seed + i, args.size) for i in range(args.rows)]
    took = time.process_time() - began
    if not cv2.imwrite(args.out, np.vstack(rows)):
        raise SystemExit(f"sheet: {args.out} cannot be written")
    print(f"sheet: {3 * args.rows} pictures of {args.size} px, {3 * args.rows / took:.1f} a second on a core")


if __name__ == "__main__":
    main()
