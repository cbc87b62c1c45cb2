# SPDX-License-Identifier: Apache-2.0
"""Photos of boards whose truth is known: their planes, and discs taken off
and put elsewhere.

The truth tells the board's plane. The program is asked only where the bottoms
of discs lie that it was told of (`px`) and which way the board is turned
(`x_mm`, `y_mm`). Frames: px of the upright photo; mm of the board, whose outer
line is taken to be OUTER mm.
"""

import json
import math
import os
import subprocess

import numpy as np
from PIL import Image, ImageOps
from scipy.ndimage import gaussian_filter, map_coordinates
from scipy.optimize import least_squares

# mm. The outer line is taken to be that large; only ratios matter.
OUTER = 304.8
# What is copied about a disc, and how far its shadow reaches.
AROUND = 48.0
SHADOW = 16.0
# A disc seen from above is larger than its foot.
PERSPECTIVE = 0.985
# A board without discs is taken to be seen from above, its discs so large.
USUAL_DISC = 15.9
# Walls that differ by more than this, mm and part, are seen from elsewhere.
WALL = 1.5
WALL_PART = 0.3


class ProgramFailed(Exception):
    """The program is missing or cannot score a photo."""


def mapped(h, points):
    """Points through a homography."""
    p = np.atleast_2d(np.asarray(points, float))
    q = np.c_[p, np.ones(len(p))] @ h.T
    return q[:, :2] / q[:, 2:]


def length(v):
    return np.hypot(v[..., 0], v[..., 1])


def matrix(x):
    return np.array([[x[0], x[1], x[2]], [x[3], x[4], x[5]],
                     [x[6] * 1e-4, x[7] * 1e-4, 1.0]])


def plane_of(board):
    """Homography from mm to px, not turned yet, and the radii of the lines."""
    rings = [np.array(board[k], float) for k in ("outer", "middle", "inner")]
    hole = board["hole"]["center"]

    def residuals(x):
        back = np.linalg.inv(matrix(x))
        off = [length(mapped(back, p)) - r
               for p, r in zip(rings, (OUTER, x[8], x[9]))]
        turn = 100.0 * (x[1] - x[3])
        return np.concatenate(off + [2.0 * mapped(back, hole)[0], [turn]])

    scale = np.mean(length(rings[0] - rings[0].mean(0))) / OUTER
    start = [scale, 0, hole[0], 0, scale, hole[1], 0, 0, OUTER * 2 / 3,
             OUTER / 3]
    x = least_squares(residuals, start,
                      x_scale=[.1, .1, 10, .1, .1, 10, .1, .1, 5, 5]).x
    return matrix(x), (OUTER, x[8], x[9])


def turn_of(mm, seen):
    """The turn or reflection that takes a frame to the program's."""
    z = mm[:, 0] + 1j * mm[:, 1]
    best = None
    for flip in (1.0, -1.0):
        w = seen[:, 0] + 1j * flip * seen[:, 1]
        a = np.angle(np.sum(z * np.conj(w)))
        off = np.sum(abs(z - w * np.exp(1j * a)) ** 2)
        if best is None or off < best[0]:
            best = (off, a, flip)
    _, a, flip = best
    return np.array([[math.cos(a), -math.sin(a) * flip, 0],
                     [math.sin(a), math.cos(a) * flip, 0], [0, 0, 1]])


def scored(program, path):
    try:
        run = subprocess.run([program, "score", "--json", path],
                             capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as e:
        raise ProgramFailed(f"{program} cannot score {path}: {e}") from e
    return json.loads(run.stdout)


class Photo:
    """A photo, its board's plane, and its discs in mm on the board."""

    # How far around a disc the board is replaced where the disc is taken off,
    # mm.
    around = 10.0

    def __init__(self, folder, truth, program, plane=None):
        """`plane` takes mm to px where the truth has no rings."""
        path = os.path.join(folder, truth["image"])
        img = ImageOps.exif_transpose(Image.open(path)).convert("RGB")
        self.truth, self.pixels = truth, np.asarray(img).astype(float)
        self.to_px, self.lines = (plane, None) if plane is not None \
            else plane_of(truth["board"])
        seen = scored(program, path)["discs"]
        self.discs = []
        self.to_mm = np.linalg.inv(self.to_px)
        self.disc_mm = USUAL_DISC
        if len(seen) < 2:
            return
        self.turn(seen)
        for disc in truth["discs"]:
            near = min(seen, key=lambda s: math.hypot(s["px"][0] - disc["u"],
                                                      s["px"][1] - disc["v"]))
            if near["state"] != "hole":
                self.discs.append(self.placed(disc, near["px"]))
        self.disc_mm = PERSPECTIVE * np.median([d["top_mm"]
                                                for d in self.discs])

    def turn(self, seen):
        mm = mapped(self.to_mm, [s["px"] for s in seen])
        at = np.array([[s["x_mm"], s["y_mm"]] for s in seen])
        at *= np.sum(length(mm)) / np.sum(length(at))
        self.to_px = self.to_px @ turn_of(mm, at)
        self.to_mm = np.linalg.inv(self.to_px)

    def placed(self, disc, foot_px):
        """The disc with its foot and where its top appears from there."""
        foot = mapped(self.to_mm, foot_px)[0]
        top = mapped(self.to_mm, [disc["u"], disc["v"]])[0]
        rim = [[disc["u"] + disc["r"] * math.cos(a),
                disc["v"] + disc["r"] * math.sin(a)]
               for a in np.arange(0.0, 6.28, 0.2)]
        return dict(disc, foot=foot, wall=top - foot,
                    top_mm=np.mean(length(mapped(self.to_mm, rim) - top)))

    def wall_at(self, at):
        """The wall of a disc there: away from below the camera."""
        if len(self.discs) < 2:
            return np.zeros(2)
        rows = [[d["foot"][i], 1 - i, i] for d in self.discs for i in (0, 1)]
        walls = np.concatenate([d["wall"] for d in self.discs])
        k, x, y = np.linalg.lstsq(np.array(rows), walls, rcond=None)[0]
        return k * at + np.array([x, y])

    def px_per_mm(self):
        return math.sqrt(abs(np.linalg.det(self.to_px[:2, :2])))

    def about(self, at):
        """The pixels about a place, and where on the board they are."""
        a = np.arange(0.0, 6.28, 0.1)
        rim = mapped(self.to_px, at + AROUND * np.c_[np.cos(a), np.sin(a)])
        h, w = self.pixels.shape[:2]
        lo = np.maximum(np.floor(rim.min(0)), 0).astype(int)
        hi = np.minimum(np.ceil(rim.max(0)), [w - 1, h - 1]).astype(int)
        if np.any(hi <= lo):
            return None
        x, y = np.meshgrid(np.arange(lo[0], hi[0] + 1),
                           np.arange(lo[1], hi[1] + 1))
        px = np.c_[x.ravel(), y.ravel()]
        return px, mapped(self.to_mm, px), x.shape

    def within(self, px, room=2.0):
        """Which pixels are in the picture."""
        h, w = self.pixels.shape[:2]
        return np.all((px >= room) & (px < np.array([w, h]) - room), 1)

    def beyond(self, mm, disc):
        """How far points are outside what is seen of a disc, mm."""
        steps = max(1, int(length(disc["wall"])))
        return np.min([length(mm - disc["foot"] - disc["wall"] * i / steps)
                       for i in range(steps + 1)], axis=0) - self.disc_mm


def sampled(img, px):
    return np.stack([map_coordinates(img[..., c], [px[:, 1], px[:, 0]],
                                     order=1, mode="nearest")
                     for c in range(3)], 1)


def in_the_light_of(values, here, ring, mm):
    """Colours in the light that falls here, told on the ring's pixels."""
    plane = np.c_[np.ones(len(mm)), mm]
    out = np.empty_like(values)
    for c in range(3):
        ratio = np.log((here[ring, c] + 4.0) / (values[ring, c] + 4.0))
        plain = abs(ratio - np.median(ratio)) < 0.25
        fit = np.linalg.lstsq(plane[ring][plain], ratio[plain], rcond=None)[0]
        out[:, c] = (values[:, c] + 4.0) * np.exp(plane @ fit) - 4.0
    return np.clip(out, 0.0, 255.0)


def free_part(photo, mm, discs):
    """How freely the board is seen at places, 0..1."""
    off = np.min([photo.beyond(mm, d) for d in discs], axis=0)
    return np.clip((off - 8.0) / 6.0, 0.0, 1.0)


def bare(photo, img, disc, discs, rng):
    """The board without a disc: its pixels, places and colours, each from
    where the board is free a part of a turn farther round; or None."""
    found = photo.about(disc["foot"] + 0.5 * disc["wall"])
    if found is None:
        return None
    px, mm, _ = found
    here = sampled(img, px)
    needed = photo.beyond(mm, disc) < photo.around + 5.0
    values, weight = np.zeros((len(mm), 3)), np.zeros(len(mm))
    # quadrants are alike, and so are eighths but for the quadrants' lines
    for eighths in rng.sample((2, 4, 6), 3) + rng.sample((1, 3, 5, 7), 4):
        c, s = math.cos(eighths * math.pi / 4), math.sin(eighths * math.pi / 4)
        there = mm @ np.array([[c, s], [-s, c]])
        there_px = mapped(photo.to_px, there)
        part = photo.within(there_px) * free_part(photo, there, discs)
        ring = (photo.beyond(mm, disc) > photo.around + 3.0) & (part > 0.0)
        for other in discs:
            if other is not disc:
                ring &= photo.beyond(mm, other) > 6.0
        if ring.sum() < 50:
            continue
        part *= 1.0 - weight
        values += part[:, None] * in_the_light_of(
            sampled(img, there_px), here, ring, mm - disc["foot"])
        weight += part
        if weight[needed].min() > 0.99:
            break
    if np.mean(weight[needed] < 0.01) > 0.02:
        return None
    seen = weight > 0.0
    here[seen] = values[seen] / weight[seen, None]
    return px, mm, here


def blend(img, px, values, part):
    here = img[px[:, 1], px[:, 0]]
    img[px[:, 1], px[:, 0]] = here + part[:, None] * (values - here)


def part_about(photo, mm, disc, discs):
    """How much of the board is replaced where a disc is taken off, 0..1."""
    part = np.clip(1.0 - (photo.beyond(mm, disc) - photo.around) / 5.0, 0.0,
                   1.0)
    for other in discs:
        if other is not disc:
            part *= np.clip((photo.beyond(mm, other) - 1.0) / 2.0, 0.0, 1.0)
    return part


def take_off(photo, img, disc, discs, rng):
    """Takes a disc off the picture; false where the board is not seen."""
    found = bare(photo, img, disc, discs, rng)
    if found is None:
        return False
    px, mm, values = found
    blend(img, px, values, part_about(photo, mm, disc, discs))
    return True


def cleared(photo, rng, otherwise=None):
    """The photo's board without a disc. What cannot be removed is given to
    `otherwise`, as take_off has it; without that the result is None."""
    img, discs = photo.pixels.copy(), list(photo.discs)
    if len(discs) < len(photo.truth["discs"]):
        return None
    taken = True
    while taken and discs:
        taken = next((d for d in discs
                      if take_off(photo, img, d, discs, rng)), None)
        if taken is None and otherwise is not None:
            taken = discs[0]
            otherwise(photo, img, taken, discs)
        discs = [d for d in discs if d is not taken]
    return None if discs else img


def shadow_of(photo, disc, clean, px, beyond, shape):
    """How much darker a disc makes the pixels px about it, which are `beyond`
    it by so much and have that shape."""
    lo, hi = clean[0].min(0), clean[0].max(0)
    board = clean[2].reshape(*(hi - lo + 1)[::-1], 3)
    inside = np.all((px >= lo) & (px <= hi), 1)
    ratio = (sampled(photo.pixels, px).mean(1) + 6.0) / \
        (sampled(board, px - lo).mean(1) + 6.0)
    mm = mapped(photo.to_mm, px)
    for other in photo.discs:
        if other is not disc:
            inside &= photo.beyond(mm, other) > 3.0
    ratio = np.clip(np.where(inside, ratio, 1.0), 0.3, 1.03)
    weight = (beyond > 0.5).astype(float)
    blur = 1.2 * photo.px_per_mm()
    ratio = gaussian_filter((ratio * weight).reshape(shape), blur) / \
        np.maximum(gaussian_filter(weight.reshape(shape), blur), 1e-6)
    fade = np.clip((SHADOW - beyond) / (0.5 * SHADOW), 0.0, 1.0)
    return 1.0 + (ratio.ravel() - 1.0) * fade


class Source:
    """A disc that is copied, and the board below it."""

    def __init__(self, photo, disc, rng):
        self.photo, self.disc = photo, disc
        self.clean = bare(photo, photo.pixels, disc, photo.discs, rng)

    def seen_from(self, photo, at):
        """How it is turned and scaled to stand in a photo, and its wall there;
        None where it would be seen from elsewhere."""
        if photo is self.photo:
            return np.eye(2), 1.0, self.disc["wall"]
        scale = photo.disc_mm / self.photo.disc_mm
        own, wall = scale * self.disc["wall"], photo.wall_at(at)
        there = math.hypot(*wall)
        if abs(math.hypot(*own) - there) > max(WALL, WALL_PART * there):
            return None
        a = math.atan2(wall[1], wall[0]) - math.atan2(own[1], own[0])
        a = a if there > WALL else 0.0
        turn = np.array([[math.cos(a), -math.sin(a)],
                         [math.sin(a), math.cos(a)]])
        return turn, scale, turn @ own


def put(photo, img, source, at, discs):
    """Puts a copy of a disc in a photo; the copy, or None."""
    pose = source.seen_from(photo, at)
    if pose is None:
        return None
    turn, scale, wall = pose
    found = photo.about(at + 0.5 * wall)
    if found is None:
        return None
    px, mm, shape = found
    copied = dict(source.disc, foot=at, wall=wall)
    from_px = mapped(source.photo.to_px,
                     (mm - at) @ turn / scale + source.disc["foot"])
    if not source.photo.within(from_px).all() or not photo.within(px).all():
        return None
    beyond = photo.beyond(mm, copied)
    free = np.min([photo.beyond(mm, o) for o in discs] +
                  [np.full(len(mm), 99.0)], axis=0)
    if source.clean is not None:
        dark = shadow_of(source.photo, source.disc, source.clean, from_px,
                         beyond, shape)
        dark = np.where((free < 0.5) | (beyond <= 0.0), 1.0, dark)
        img[px[:, 1], px[:, 0]] *= dark[:, None]
    # of another board nothing may be seen about the disc
    edge = 1.3 if photo is source.photo else 0.8
    part = np.where(free < 0.0, 0.0, np.clip(edge - beyond, 0.0, 1.0))
    blend(img, px, sampled(source.photo.pixels, from_px), part)
    copied["u"], copied["v"] = mapped(photo.to_px, at + wall)[0]
    copied["r"] *= scale * photo.px_per_mm() / source.photo.px_per_mm()
    return copied


def cover(photo, img, source, at):
    """Gives a disc off the surface, at {u, v, r}, the face of another one."""
    r, face = 1.03 * at["r"], source.disc
    mid = np.array([at["u"], at["v"]])
    lo, hi = (mid - r - 2.0).astype(int), (mid + r + 3.0).astype(int)
    x, y = np.meshgrid(np.arange(lo[0], hi[0]), np.arange(lo[1], hi[1]))
    px = np.c_[x.ravel(), y.ravel()]
    px = px[photo.within(px, 0.0)]
    from_px = (px - mid) * face["r"] / r + [face["u"], face["v"]]
    part = np.clip(r - length(px - mid) + 0.5, 0.0, 1.0)
    blend(img, px, sampled(source.photo.pixels, from_px), part)
    return dict(at, team=face["team"], r=r)
