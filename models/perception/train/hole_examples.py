# SPDX-License-Identifier: Apache-2.0
"""Examples of holes, drawn and real, from seeds."""
import numpy as np

from draws import happens
from examples import recoloured, turned
from hole import CONTENTS, HIDDEN_SHARE, P_BARE, colours_of, crop_view, draw_content, to_input
from picture import BURNT, COVER, DISC, paint
from real_hole import real_hole_example
from scene import draw_board, draw_discs
from view import draw_camera

N_OF_BOARD = 6     # crops of one drawn board: drawing it costs more than they do
N_OF_REAL = 4      # crops of one photo


def hole_example_again(example, rng):
    """The example as the network takes it, turned anew and in other colours."""
    x, content = turned(example, rng)
    return recoloured(x, rng, ((0, 7, 11), (3,))), content


def hole_examples(seed, lent):
    rng = np.random.default_rng(seed)
    photo = lent.board(rng)
    if photo is not None:
        return [real_hole_example(photo, rng) for _ in range(N_OF_REAL)]
    board = draw_board(rng, lent.pieces)
    near = 3.0 * board.hole
    out = []
    for _ in range(N_OF_BOARD):
        others = [d for d in draw_discs(rng, board) if d.state not in ("hole", "leaning")]
        disc, content = draw_content(rng, board)
        camera = draw_camera(rng, board.outer)
        view = crop_view(board, camera, rng)
        shown = [d for d in others if np.hypot(d.x, d.y) < near + board.disc] + ([disc] if disc else [])
        shot = int(rng.integers(2**62))
        crop, what, *_ = paint(board, shown, view, rng, False, False, shot)
        hides = np.isin(what[np.hypot(view.gx, view.gy) < board.hole], (DISC, COVER, BURNT)).mean()
        bare = None
        if happens(rng, P_BARE):
            bare, *_ = paint(board, [], crop_view(board, draw_camera(rng, board.outer), rng), rng, is_bare=True, has_caption=False)
        x = to_input(crop, bare, colours_of(board, others, camera, shot, rng))
        out.append((x, np.int64(CONTENTS.index("hidden") if hides > HIDDEN_SHARE else content)))
    return out
