# SPDX-License-Identifier: Apache-2.0
"""Examples for the network, drawn from seeds: the same seed gives the same example."""
import cv2
import numpy as np
import torch

import ranges
from draws import happens
from moving import face_centres, set_in_motion
from net import SIZE, STRIDE
from picture import draw_room, paint
from real_board import real_example
from scene import draw_board, draw_discs
from view import draw_top_view

P_BARE = 0.5        # how often the bare board stands beside the picture
P_GAPS, MOST_GAPS = 0.6, 10  # how often parts of the bare board were never seen: where discs lay
GAP_RADII = (1.2, 2.0)       # radius of such a part, in radii of a disc
P_COARSE = 0.7               # it is kept at half the size (board/bare.h)
P_LARGE_GAP = 0.25           # of those: a part of the board was never seen, where a hand was
BARE_OFF_PX, BARE_OFF_SCALE = 0.5, 0.004  # errors of its place and size beside the picture (1 sd)
SEEN_LEAST = 0.35   # less of a disc's face is not called a disc
HEAT_PX = 1.0       # deviation of a centre's heat, in pixels of what comes out
USES = 8            # a drawn example is used about so often, each time turned or mirrored
                    # anew, in other colours: drawing costs more than learning
KEPT = 800          # so many are kept, to be taken in random order


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
    """pictures: SIZE x SIZE BGR, uint8; bare: None if there is none. What goes in, 0 to 255."""
    x = np.zeros((7, SIZE, SIZE), np.uint8)
    x[:3] = picture.transpose(2, 0, 1)
    if bare is not None:
        x[3:6] = bare.transpose(2, 0, 1)
        x[6] = 255
    return x


def turned(example, rng):
    """The example by one of eight symmetries, all its pictures alike."""
    k, is_mirrored = int(rng.integers(4)), happens(rng, 0.5)

    def turn(a):
        if np.ndim(a) < 2:
            return a
        a = np.rot90(a, k, axes=(-2, -1))
        return np.ascontiguousarray(a[..., ::-1] if is_mirrored else a)

    return tuple(turn(a) for a in example)


def recoloured(x, rng):
    """What goes in, 0 to 1, in other colours and brightness."""
    x = x.astype(np.float32) / np.float32(255.0)
    for first in (0, 3):
        gain = rng.uniform(0.8, 1.2, 3).astype(np.float32)[:, None, None]
        x[first:first + 3] = np.clip(x[first:first + 3] * gain, 0.0, 1.0)
    return x


def halved(places):
    """Centres in the pixels of what comes out. places: (u, v, seen)."""
    return [((u + 0.5) / STRIDE - 0.5, (v + 0.5) / STRIDE - 0.5) for u, v, seen in places if seen >= SEEN_LEAST]


def as_kept(bare, disc_px, rng):
    """A bare board as a program knows it: a little off, and black where it never saw it."""
    scale = 1.0 + rng.normal(0.0, BARE_OFF_SCALE)
    off = rng.normal(0.0, BARE_OFF_PX, 2) + 0.5 * (1.0 - scale) * (SIZE - 1)
    bare = cv2.warpAffine(bare, np.float32([[scale, 0.0, off[0]], [0.0, scale, off[1]]]), (SIZE, SIZE), borderMode=cv2.BORDER_REPLICATE)
    if happens(rng, P_COARSE):
        bare = cv2.resize(cv2.resize(bare, (SIZE // 2, SIZE // 2), interpolation=cv2.INTER_AREA), (SIZE, SIZE), interpolation=cv2.INTER_NEAREST)
    if not happens(rng, P_GAPS):
        return bare
    for _ in range(int(rng.integers(1, MOST_GAPS + 1))):
        at = rng.uniform(0.1 * SIZE, 0.9 * SIZE, 2)
        cv2.circle(bare, (int(at[0]), int(at[1])), int(round(disc_px * rng.uniform(*GAP_RADII))), (0, 0, 0), -1)
    if happens(rng, P_LARGE_GAP):
        ends = [tuple(int(v) for v in rng.uniform(0.0, SIZE, 2)) for _ in range(2)]
        cv2.line(bare, *ends, (0, 0, 0), int(rng.integers(10, 60)))
    return bare


def example(seed, lent):
    """One board as (input, heat, what each pixel shows), in the fewest bytes."""
    rng = np.random.default_rng(seed)
    photo = lent.board(rng)
    bare = None
    if photo is not None:
        is_film = happens(rng, ranges.P_MOVES)
        picture, what, centres, bare = real_example(photo, rng, lent, is_film, happens(rng, ranges.P_BARE_OF_FILM if is_film else P_BARE))
        bare = as_kept(bare, photo.disc / photo.step_mm, rng) if bare is not None else None
    else:
        board = draw_board(rng, lent)
        discs = draw_discs(rng, board)
        is_film, room = happens(rng, ranges.P_MOVES), draw_room(rng)
        if is_film:
            set_in_motion(rng, discs)
        view = draw_top_view(rng, board.outer, SIZE)
        picture, what, _, places = paint(board, discs, view, rng, room=room)
        if happens(rng, ranges.P_BARE_OF_FILM if is_film else P_BARE):
            place = view if is_film else draw_top_view(rng, board.outer, SIZE)
            bare, *_ = paint(board, [], place, rng, is_bare=True, room=room if is_film else None)
            bare = as_kept(bare, board.disc * view.px_mm, rng)
        centres = face_centres(board, discs, view, [p[3] for p in places])
    return to_input(picture, bare), heat_of(halved(centres), SIZE // STRIDE).astype(np.float16), what[::STRIDE, ::STRIDE]


def example_again(kept, rng):
    """An example as the network takes it, turned anew and in other colours."""
    x, heat, what = turned(kept, rng)
    return recoloured(x, rng), heat.astype(np.float32), what.astype(np.int64)


class Drawn(torch.utils.data.IterableDataset):
    """Examples without end, from a seed on. Each worker has seeds of its own."""

    def __init__(self, seed, lent):
        """seed: numbers."""
        super().__init__()
        self.seed, self.lent = seed, lent

    def __iter__(self):
        worker = torch.utils.data.get_worker_info()
        at, step = (0, 1) if worker is None else (worker.id, worker.num_workers)
        rng = np.random.default_rng((*self.seed, at, USES))
        kept = []
        while True:
            new = example((*self.seed, at), self.lent)
            at += step
            if len(kept) < KEPT:
                kept.append(new)
            else:
                kept[int(rng.integers(KEPT))] = new
            for _ in range(USES):
                yield example_again(kept[int(rng.integers(len(kept)))], rng)
