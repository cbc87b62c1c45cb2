# SPDX-License-Identifier: Apache-2.0
"""Examples for the network, drawn from seeds: the same seed gives the same example."""
import numpy as np
import torch

from draws import happens
from net import SIZE, STRIDE
from picture import paint
from real_board import real_example
from scene import draw_board, draw_discs
from view import draw_top_view

P_BARE = 0.5        # how often the bare board stands beside the picture
SEEN_LEAST = 0.35   # less of a disc's face is not called a disc
HEAT_PX = 1.0       # deviation of a centre's heat, in pixels of what comes out
TURNS = 3           # each drawn example is used so often, each time turned or mirrored anew:
                    # drawing costs more than learning
MIXED = 48          # so many are kept, to be taken in random order


def heat_of(places, size):
    """places: (u, v) in the pixels of what comes out. 1 at the pixel of each."""
    heat = np.zeros((size, size), np.float32)
    at = np.arange(size, dtype=np.float32)
    for u, v in places:
        u, v = round(u), round(v)
        if 0 <= u < size and 0 <= v < size:
            spot = np.exp(-((at[None, :] - u) ** 2 + (at[:, None] - v) ** 2) / (2.0 * HEAT_PX ** 2))
            heat = np.maximum(heat, spot)
    return heat


def to_input(picture, bare):
    """pictures: SIZE x SIZE BGR, uint8; bare: None if there is none."""
    x = np.zeros((7, SIZE, SIZE), np.float32)
    x[:3] = picture.transpose(2, 0, 1) / 255.0
    if bare is not None:
        x[3:6] = bare.transpose(2, 0, 1) / 255.0
        x[6] = 1.0
    return x


def face_centre(board, disc, view):
    z = disc.z + board.disc_high
    return view.pixel(*view.ground(disc.x, disc.y, z))


def turned(example, rng):
    """The example by one of eight symmetries, all its pictures alike, with other colours
    and brightness of the first two."""
    k, is_mirrored = int(rng.integers(4)), happens(rng, 0.5)

    def turn(a):
        if np.ndim(a) < 2:
            return a
        a = np.rot90(a, k, axes=(-2, -1))
        return np.ascontiguousarray(a[..., ::-1] if is_mirrored else a)

    return tuple(turn(a) for a in example)


def recoloured(x, rng, planes):
    """Other colours and brightness, of pictures that are of one moment alike. planes: lists
    of the first planes of such pictures."""
    x = x.copy()
    for of_one in planes:
        gain = rng.uniform(0.8, 1.2, 3).astype(np.float32)[:, None, None]
        for first in of_one:
            x[first:first + 3] = np.clip(x[first:first + 3] * gain, 0.0, 1.0)
    return x


def real_board_example(photo, rng):
    picture, what, places = real_example(photo, rng)
    half = [((u + 0.5) / STRIDE - 0.5, (v + 0.5) / STRIDE - 0.5) for u, v, seen in places if seen >= SEEN_LEAST]
    return to_input(picture, None), heat_of(half, SIZE // STRIDE), what[::STRIDE, ::STRIDE].astype(np.int64)


def board_examples(seed, lent):
    """One board as (input, heat, what each pixel shows)."""
    rng = np.random.default_rng(seed)
    photo = lent.board(rng)
    if photo is not None:
        return [real_board_example(photo, rng)]
    board = draw_board(rng, lent.pieces)
    discs = draw_discs(rng, board)
    view = draw_top_view(rng, board.outer, SIZE)
    picture, what, _, places = paint(board, discs, view, rng)
    bare = None
    if happens(rng, P_BARE):
        bare, *_ = paint(board, [], draw_top_view(rng, board.outer, SIZE), rng, is_bare=True)
    centres = [face_centre(board, d, view) for d, p in zip(discs, places, strict=True) if p[3] >= SEEN_LEAST]
    half = [((u + 0.5) / STRIDE - 0.5, (v + 0.5) / STRIDE - 0.5) for u, v in centres]
    example = to_input(picture, bare), heat_of(half, SIZE // STRIDE), what[::STRIDE, ::STRIDE].astype(np.int64)
    turns = [turned(example, rng) for _ in range(TURNS)]
    return [(recoloured(x, rng, ((0,), (3,))), *truth) for x, *truth in turns]


class Drawn(torch.utils.data.IterableDataset):
    """Examples without end, from a seed on. Each worker has seeds of its own."""

    def __init__(self, examples, seed, lent):
        """examples: of one board, from a seed and what is lent. seed: numbers."""
        super().__init__()
        self.examples, self.seed, self.lent = examples, seed, lent

    def __iter__(self):
        worker = torch.utils.data.get_worker_info()
        at, step = (0, 1) if worker is None else (worker.id, worker.num_workers)
        rng = np.random.default_rng((*self.seed, at, TURNS))
        mixed = []
        while True:
            mixed += self.examples((*self.seed, at), self.lent)
            at += step
            while len(mixed) > MIXED:
                yield mixed.pop(int(rng.integers(len(mixed))))
