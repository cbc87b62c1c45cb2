# SPDX-License-Identifier: Apache-2.0
"""Real holes as examples: a photo's hole, which is empty, or into which a drawn disc or the
picture of one of the photo's own discs is put."""
import math

import cv2
import numpy as np

from draws import happens
from hole import CONTENTS, HALF_HOLES, HIDDEN_SHARE, OFF_MM, OFF_SCALE, P_SIDE, PATCH, SIZE, CropView, draw_content, face_colour, to_input
from picture import BURNT, COVER, DISC, HOLE_EMPTY, SURFACE, Canvas, finish, paint_disc
from scene import Disc, draw_board, draw_light
from view import draw_camera

HOLE_MM = 17.5    # of a tournament board: what the program takes where it measures none
P_OWN = 0.5       # a flat disc is a picture of the photo's own
WALL = 0.45       # brightness of the gap around a disc in the hole, over the surface's
FINE = 3


def square(photo, at, half_mm, side, turn):
    """A square around a place, turned, as finely as a pixel's mean of FINE x FINE."""
    step = 2.0 * half_mm / (side * FINE)
    c, s = math.cos(turn), math.sin(turn)
    fine_to_mm = np.array([[step, 0.0, 0.5 * step - half_mm], [0.0, -step, half_mm - 0.5 * step], [0.0, 0.0, 1.0]])
    turned = np.array([[c, -s, at[0]], [s, c, at[1]], [0.0, 0.0, 1.0]])
    fine = cv2.warpPerspective(photo.picture, photo.to_px @ turned @ fine_to_mm, (side * FINE, side * FINE),
                               flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_CONSTANT)
    return cv2.resize(fine, (side, side), interpolation=cv2.INTER_AREA)


def put_own_disc(c, patch, at, radius, hole, rng):
    """The picture of a disc into the hole, in its shade."""
    shade = np.float32(rng.uniform(0.6, 1.0))
    far = np.hypot(c.view.gx, c.view.gy)
    gap = np.clip(0.5 - (far - hole) / c.soft, 0.0, 1.0)[..., None]
    wall = np.median(c.bgr[(far > hole * 1.15) & (far < hole * 1.5)], 0) * np.float32(WALL * rng.uniform(0.4, 1.4))
    c.bgr[:] = c.bgr * (1.0 - gap) + wall * gap
    u, v = c.view.pixel(*at)
    to = np.float32([[1.0, 0.0, u - (PATCH / 2 - 0.5)], [0.0, 1.0, v - (PATCH / 2 - 0.5)]])
    face = cv2.warpAffine(patch.astype(np.float32), to, (SIZE, SIZE), flags=cv2.INTER_LINEAR)
    mask = np.clip(0.5 - (np.hypot(c.view.gx - at[0], c.view.gy - at[1]) - 0.97 * radius) / c.soft, 0.0, 1.0)[..., None]
    c.bgr[:] = c.bgr * (1.0 - mask) + face * shade * mask


def real_hole_example(real, rng):
    """(input, content)."""
    turn = rng.uniform(0.0, 2.0 * math.pi)
    half = HALF_HOLES * HOLE_MM * rng.uniform(1.0 - OFF_SCALE, 1.0 + OFF_SCALE)
    at = rng.normal(0.0, OFF_MM, 2)
    camera = draw_camera(rng, real.outer)
    view = CropView(SIZE, half, camera, (0.0, 0.0))
    shot = int(rng.integers(2**62))
    board = draw_board(rng)
    board.outer, board.edge, board.hole, board.disc, board.pegs = real.outer, real.outer + 6.0, HOLE_MM, min(real.disc, 16.6), []
    c = Canvas(view, draw_light(np.random.default_rng(shot)))
    c.bgr[:] = square(real.photo, at, half, SIZE, turn)
    board.bright = float(np.median(c.bgr))
    far = np.hypot(view.gx, view.gy)
    c.what[:] = np.where(far < HOLE_MM, HOLE_EMPTY, SURFACE)
    back = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    for x, y in real.discs:
        x, y = back @ (np.array((x, y)) - at)
        c.what[np.hypot(view.gx - x, view.gy - y) < real.disc] = DISC
    own = own_patches(real, half, turn, rng)
    is_free = (c.what[far < HOLE_MM] == DISC).mean() < 0.02
    disc, content = draw_content(rng, board) if is_free else (None, 0)
    drawn = []
    if content == 1 and happens(rng, P_OWN) and any(p is not None for p in own):
        k = int(rng.choice([i for i, p in enumerate(own) if p is not None]))
        put_own_disc(c, own[k], (disc.x, disc.y), board.disc, HOLE_MM, rng)
    elif disc is not None:
        mouth = np.clip(0.5 - (far - HOLE_MM) / c.soft, 0.0, 1.0).astype(np.float32)
        paint_disc(c, board, disc, 0, ((slice(None), slice(None)), mouth))
        drawn = drawn_patches(real, board, half, turn, shot, rng)
    elif happens(rng, 0.4):
        drawn = drawn_patches(real, board, half, turn, shot, rng)
    crop, what, *_ = finish(c, board, [], rng, np.random.default_rng(shot), False, False)
    hides = np.isin(what[far < HOLE_MM], (DISC, COVER, BURNT)).mean()
    through = [finish_patch(p, board, shot, rng) for p in own]
    for i, p in enumerate(drawn):
        if p is not None:
            through[i] = p
    if happens(rng, 0.5):
        through.reverse()
    colours = [None if p is None else face_colour(p, half * PATCH / SIZE, board.disc) for p in through]
    return to_input(crop, None, colours), np.int64(CONTENTS.index("hidden") if hides > HIDDEN_SHARE else content)


def own_patches(real, half, turn, rng):
    """The photo's own discs, one of each side: raw pictures."""
    out = [None, None]
    sides = real.photo.sides()
    for i, name in enumerate(sorted(set(sides))[:2]):
        own = [at for at, side in zip(real.discs, sides, strict=True) if side == name and np.hypot(*at) < real.outer]
        if own and happens(rng, P_SIDE):
            out[i] = square(real.photo, own[int(rng.integers(len(own)))], half * PATCH / SIZE, PATCH, turn)
    return out


def drawn_patches(real, board, half, turn, shot, rng):
    """Drawn discs of the board's two sides on the photo's surface."""
    out = [None, None]
    for side in range(2):
        if not happens(rng, P_SIDE):
            continue
        spin, far = rng.uniform(0.0, 2.0 * math.pi), real.outer * rng.uniform(0.15, 0.9)
        at = (far * math.cos(spin), far * math.sin(spin))
        view = CropView(PATCH, half * PATCH / SIZE, draw_camera(rng, real.outer), (0.0, 0.0))
        c = Canvas(view, draw_light(np.random.default_rng(shot)))
        c.bgr[:] = square(real.photo, at, half * PATCH / SIZE, PATCH, turn)
        paint_disc(c, board, Disc(*rng.normal(0.0, 0.7, 2), 0.0, side, "flat"), 0)
        out[side], *_ = finish(c, board, [], rng, np.random.default_rng(shot), True, False)
    return out


def finish_patch(patch, board, shot, rng):
    if patch is None:
        return None
    c = Canvas(CropView(PATCH, HALF_HOLES * HOLE_MM * PATCH / SIZE, (0.0, 0.0, 900.0), (0.0, 0.0)), draw_light(np.random.default_rng(shot)))
    c.bgr[:] = patch
    out, *_ = finish(c, board, [], rng, np.random.default_rng(shot), True, False)
    return out
