# SPDX-License-Identifier: Apache-2.0
"""Discs in motion, as the frames of a film show them.

While the shutter is open a disc moves: its picture is the mean of those along its way. A
film whose frames were mixed (25 of them made of 30) shows it at two places, and nobody can
say which one is the later; one that was denoised in time, or packed hard, shows it where it
is, and fainter where it was before: there is none."""
import dataclasses
import math

import cv2
import numpy as np

import ranges
from draws import between, happens

SHUTTER_STEP_MM = 5.0  # from one picture along a disc's way to the next
N_KEPT = 4             # so many pictures of a film that was denoised in time are seen in one
SEEN_SHARE = 0.35      # a pixel, or a place, that shows less of a disc is not called one


@dataclasses.dataclass
class Way:
    """How a disc moved. Places are offsets from its own, mm."""
    moves: tuple       # from one frame to the next
    shutter: float     # how much of that the shutter is open
    mixed: float       # how much of the picture is the frame before; 0: none
    kept: float        # how much of each picture is the one before, which has kept as much of its own; 0: none
    trail: float       # how much of the frame before is left in blocks
    block_px: int
    blocks: float      # the share of those blocks


def draw_way(rng, is_mixed, is_denoised, is_packed):
    turn = rng.uniform(0.0, 2.0 * math.pi)
    far = math.exp(rng.uniform(*np.log(ranges.STEP_MM)))
    return Way((far * math.cos(turn), far * math.sin(turn)), between(rng, ranges.SHUTTER),
               between(rng, ranges.MIXED) if is_mixed else 0.0, between(rng, ranges.KEPT) if is_denoised else 0.0,
               between(rng, ranges.TRAIL) if is_packed else 0.0,
               int(rng.integers(*ranges.TRAIL_BLOCK_PX)), between(rng, ranges.TRAIL_BLOCKS))


def set_in_motion(rng, discs):
    """Make some of the discs of a frame move."""
    is_mixed, is_denoised, is_packed = happens(rng, ranges.P_MIXED), happens(rng, ranges.P_KEPT), happens(rng, ranges.P_TRAIL)
    for i in rng.permutation(len(discs))[:int(rng.integers(1, ranges.MOST_MOVING + 1))]:
        if discs[i].state == "flat":
            discs[i].way = draw_way(rng, is_mixed, is_denoised, is_packed)


def before(disc):
    """Where the frame before, if it is mixed into this one, shows a disc; or None."""
    way = disc.way
    if way is None or way.mixed == 0.0:
        return None
    return dataclasses.replace(disc, x=disc.x - way.moves[0], y=disc.y - way.moves[1])


def face_centres(board, discs, view, seen):
    """Where faces appear, (u, v, seen), one that a film of mixed frames shows twice at both
    places. seen: of each disc."""
    out = []
    for disc, share in zip(discs, seen, strict=True):
        for at in (disc, before(disc)):
            if at is not None:
                out.append((*view.pixel(*view.ground(at.x, at.y, at.z + board.disc_high)), share))
    return out


def along(disc, way, frames_ago):
    """The places of a disc while a frame was exposed."""
    far = math.hypot(*way.moves) * way.shutter
    n = max(1, int(far / SHUTTER_STEP_MM))
    shares = [((k + 0.5) / n - 0.5) * way.shutter - frames_ago for k in range(n)]
    return [dataclasses.replace(disc, x=disc.x + way.moves[0] * t, y=disc.y + way.moves[1] * t) for t in shares]


def exposed(c, discs, index, paint_still, plain):
    """The mean of pictures with a disc at each of these places, and the share of them in
    which each pixel shows it. plain: (bgr, what, disc) without it."""
    bgr, shown, what = np.zeros_like(plain[0]), np.zeros(plain[1].shape, np.float32), plain[1]
    for disc in discs:
        c.bgr[:], c.what[:], c.disc[:] = plain
        paint_still(disc)
        bgr += c.bgr
        shown += c.disc == index
        what = np.where(c.disc == index, c.what, what)
    return bgr / len(discs), shown / np.float32(len(discs)), what


def in_blocks(way, shape, rng):
    """Where a packed film left the frame before: a mask of blocks."""
    n = [side // way.block_px + 1 for side in shape]
    kept = (rng.random(n) < way.blocks).astype(np.float32)
    return cv2.resize(kept, (n[1] * way.block_px, n[0] * way.block_px), interpolation=cv2.INTER_NEAREST)[:shape[0], :shape[1]]


def paint_moving(c, disc, index, paint_still, rng):
    """Paint a disc that moves: its place is the middle of its way. paint_still: paints it
    as it lies somewhere."""
    way, plain = disc.way, (c.bgr.copy(), c.what.copy(), c.disc.copy())
    now, shown, what = exposed(c, along(disc, way, 0.0), index, paint_still, plain)
    was, shown_was, what_was = exposed(c, along(disc, way, 1.0), index, paint_still, plain)
    if way.kept > 0.0:  # sums to 1 - kept^N_KEPT: the rest is the plain board
        now = (1.0 - way.kept) * now + way.kept * (1.0 - way.kept) * was + way.kept ** N_KEPT * plain[0]
        for k in range(2, N_KEPT):
            old, *_ = exposed(c, along(disc, way, float(k)), index, paint_still, plain)
            now += way.kept ** k * (1.0 - way.kept) * old
    if way.trail > 0.0:  # where the disc comes to, it is drawn anew
        left = np.float32(way.trail) * in_blocks(way, shown.shape, rng) * (shown == 0.0)
        now += (was - now) * left[..., None]
    if way.mixed > 0.0:
        now += (was - now) * np.float32(way.mixed)
        what = np.where(shown > 0.0, what, what_was)
        shown = np.maximum(shown, shown_was)
    is_it = shown >= SEEN_SHARE * min(1.0, 2.0 * float(shown.max()))
    c.bgr[:] = now
    c.what[:] = np.where(is_it, what, plain[1])
    c.disc[:] = np.where(is_it, index, plain[2])
