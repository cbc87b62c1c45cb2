#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Move the discs of photos that have truth files: rounds nobody photographed.

    rearrange_photos.py FOLDER OUT [--seed S] [--count N] [--crokeye PROGRAM]

A disc is taken off by the board as it looks a part of a turn farther round,
and put elsewhere as a copy of another one, with its wall and its shadow. None
is put within 3.5 mm of changing its value, since the board is known only as
well as the truth's rings are; `bench_score` then scores what comes out.

The truth tells the board's plane. The program is asked only where the bottoms
of discs lie that it was told of (`px`) and which way the board is turned
(`x_mm`, `y_mm`), so a photo with fewer than two discs is left out.

Needs Debian's python3-numpy, python3-scipy and python3-pil. The same arguments
give the same pictures on the same versions of them.

Exit status: 0 done; 2 wrong usage; 3 the program is missing or fails.
"""

import argparse
import copy
import json
import math
import os
import random
import subprocess
import sys

import numpy as np
from PIL import Image, ImageOps
from scipy.ndimage import gaussian_filter, map_coordinates
from scipy.optimize import least_squares

from samples.files import truths, write_truth

# mm. The outer line is taken to be that large; only ratios matter.
OUTER = 304.8
HOLE = 17.5
PEG_ROOM = 6.0
# From where on a disc's value might be another one.
SAFE = 3.5
# Half a line.
LINE = 0.8
# Between discs, at least.
APART = 0.7
# What is copied about a disc, and how far its shadow reaches.
AROUND = 48.0
SHADOW = 16.0
# A disc seen from above is larger than its foot.
PERSPECTIVE = 0.985
# Tries to place a disc.
TRIES = 400


def fail(text):
    print(f"rearrange_photos: {text}", file=sys.stderr)
    sys.exit(3)


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
        fail(f"{program} cannot score {path}: {e}")
    return json.loads(run.stdout)


class Photo:
    """A photo, its board's plane, and its discs in mm on the board."""

    def __init__(self, folder, truth, program):
        path = os.path.join(folder, truth["image"])
        img = ImageOps.exif_transpose(Image.open(path)).convert("RGB")
        self.truth, self.pixels = truth, np.asarray(img).astype(float)
        self.to_px, self.lines = plane_of(truth["board"])
        seen = scored(program, path)["discs"]
        self.discs = []
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
        mm = mapped(np.linalg.inv(self.to_px), [s["px"] for s in seen])
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

    def holds(self, px, room=2.0):
        h, w = self.pixels.shape[:2]
        return px.min() >= room and px[:, 0].max() < w - room and \
            px[:, 1].max() < h - room

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


def bare(photo, img, disc, discs, rng):
    """The board without a disc: its pixels, places and colours; or None."""
    found = photo.about(disc["foot"] + 0.5 * disc["wall"])
    if found is None:
        return None
    px, mm, _ = found
    ring = photo.beyond(mm, disc) > 15.0
    for other in discs:
        if other is not disc:
            ring &= photo.beyond(mm, other) > 8.0
    # quadrants are alike, and so are eighths but for the quadrants' lines
    for eighths in rng.sample((2, 4, 6), 3) + rng.sample((1, 3, 5, 7), 4):
        c, s = math.cos(eighths * math.pi / 4), math.sin(eighths * math.pi / 4)
        there = mm @ np.array([[c, s], [-s, c]])
        there_px = mapped(photo.to_px, there)
        if ring.sum() < 50 or not photo.holds(there_px) or any(
                photo.beyond(there, o).min() < 14.0 for o in discs):
            continue
        return px, mm, in_the_light_of(sampled(img, there_px),
                                       sampled(img, px), ring,
                                       mm - disc["foot"])
    return None


def blend(img, px, values, part):
    here = img[px[:, 1], px[:, 0]]
    img[px[:, 1], px[:, 0]] = here + part[:, None] * (values - here)


def take_off(photo, img, disc, discs, rng):
    """Takes a disc off the picture; false where the board is not seen."""
    found = bare(photo, img, disc, discs, rng)
    if found is None:
        return False
    px, mm, values = found
    part = np.clip(1.0 - (photo.beyond(mm, disc) - 10.0) / 5.0, 0.0, 1.0)
    for other in discs:
        if other is not disc:
            part *= np.clip((photo.beyond(mm, other) - 1.0) / 2.0, 0.0, 1.0)
    blend(img, px, values, part)
    return True


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
    blur = 1.2 * math.sqrt(abs(np.linalg.det(photo.to_px[:2, :2])))
    ratio = gaussian_filter((ratio * weight).reshape(shape), blur) / \
        np.maximum(gaussian_filter(weight.reshape(shape), blur), 1e-6)
    fade = np.clip((SHADOW - beyond) / (0.5 * SHADOW), 0.0, 1.0)
    return 1.0 + (ratio.ravel() - 1.0) * fade


def put(photo, img, disc, clean, at, discs):
    """Puts a copy of a disc elsewhere; the copy, or None."""
    found = photo.about(at + 0.5 * disc["wall"])
    copied = dict(disc, foot=at)
    if found is None:
        return None
    px, mm, shape = found
    from_px = mapped(photo.to_px, mm - at + disc["foot"])
    if not photo.holds(from_px) or not photo.holds(px):
        return None
    beyond = photo.beyond(mm, copied)
    free = np.min([photo.beyond(mm, o) for o in discs] +
                  [np.full(len(mm), 99.0)], axis=0)
    if clean is not None:
        dark = shadow_of(photo, disc, clean, from_px, beyond, shape)
        dark = np.where((free < 0.5) | (beyond <= 0.0), 1.0, dark)
        img[px[:, 1], px[:, 0]] *= dark[:, None]
    part = np.where(free < 0.0, 0.0, np.clip(1.3 - beyond, 0.0, 1.0))
    blend(img, px, sampled(photo.pixels, from_px), part)
    copied["u"], copied["v"] = mapped(photo.to_px, at + disc["wall"])[0]
    return copied


def polar(r, a):
    return np.array([r * math.cos(a), r * math.sin(a)])


def somewhere(photo, discs, rng):
    """A place for a disc: near a line, beside another disc, or anywhere."""
    r_disc = photo.disc_mm
    kind = rng.random()
    a = rng.uniform(0.0, 2.0 * math.pi)
    if kind < 0.3 and discs:
        return rng.choice(discs)["foot"] + polar(
            2.0 * r_disc + rng.uniform(APART, 6.0), a)
    if kind < 0.6:
        return polar(rng.choice(photo.lines) + rng.choice((-1, 1)) *
                     (r_disc + LINE + rng.choice((-1, 1)) *
                      rng.uniform(SAFE, 2.0 * SAFE)), a)
    return polar(math.sqrt(rng.uniform(25.0 ** 2, (OUTER + 8.0) ** 2)), a)


def is_free(photo, at, discs):
    """May a disc stand there, its value beyond doubt?"""
    r, r_disc = length(at), photo.disc_mm
    pegs = [polar(photo.lines[2], (k + 0.5) * math.pi / 4) for k in range(8)]
    beside = [mapped(photo.to_mm, [o["u"], o["v"]])[0]
              for o in photo.truth.get("off_surface", [])]
    return HOLE + r_disc + 2.0 < r < OUTER + r_disc - 4.0 and \
        all(abs(abs(r - x) - r_disc - LINE) > SAFE for x in photo.lines) and \
        all(length(at - d["foot"]) > 2.0 * r_disc + APART for d in discs) and \
        all(length(at - p) > r_disc + PEG_ROOM for p in pegs) and \
        all(length(at - b) > 2.0 * r_disc + 6.0 for b in beside)


def value_of(photo, at):
    rim = length(at) + photo.disc_mm + LINE
    return next((v for v, x in zip((15, 10, 5), photo.lines[::-1])
                 if rim < x), 0)


def truth_of(photo, discs, name):
    """The truth of a picture with these discs; the hole's stay as they are."""
    truth = copy.deepcopy(photo.truth)
    moved = {(d["u"], d["v"]) for d in photo.discs}
    kept = [d for d in truth["discs"] if (d["u"], d["v"]) not in moved]
    truth["image"] = name + ".jpg"
    truth["discs"] = kept + [
        {k: d[k] for k in ("u", "v", "r", "team", "value", "touching",
                           "certain")} for d in discs]
    for team in truth["totals"]:
        truth["totals"][team] = sum(d["value"] for d in truth["discs"]
                                    if d["team"] == team)
    return truth


def rearrange(photo, rng):
    """One picture of the photo's board with other discs on it."""
    img, discs = photo.pixels.copy(), list(photo.discs)
    sources = [d for d in photo.discs if d["certain"]]
    clean = [bare(photo, photo.pixels, d, photo.discs, rng) for d in sources]
    to_add = rng.randint(2, 9)
    for disc in rng.sample(discs, rng.randint(0, len(discs) // 2)):
        if take_off(photo, img, disc, discs, rng):
            discs = [d for d in discs if d is not disc]
    for _ in range(TRIES if sources else 0):
        i, at = rng.randrange(len(sources)), somewhere(photo, discs, rng)
        if to_add == 0 or not is_free(photo, at, discs):
            continue
        copied = put(photo, img, sources[i], clean[i], at, discs)
        if copied is None:
            continue
        copied.update(value=value_of(photo, at), touching=None)
        discs.append(copied)
        to_add -= 1
    return img, discs


def write(out, name, img, truth):
    os.makedirs(out, exist_ok=True)
    rounded = np.clip(img + 0.5, 0.0, 255.0).astype(np.uint8)
    Image.fromarray(rounded).save(os.path.join(out, truth["image"]),
                                  quality=93)
    write_truth(out, name, truth)


def arguments():
    p = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    p.add_argument("folder", help="photos with truth files")
    p.add_argument("out", help="folder to write to")
    p.add_argument("--seed", type=int, default=1, metavar="S")
    p.add_argument("--count", type=int, default=10, metavar="N",
                   help="pictures of each photo")
    p.add_argument("--crokeye", default="build/release/crokeye",
                   metavar="PROGRAM")
    return p.parse_args()


def main():
    args = arguments()
    for name, truth in truths(args.folder, rendered=False):
        photo = Photo(args.folder, truth, args.crokeye)
        for i in range(args.count if len(photo.discs) > 1 else 0):
            one = f"{name}_{i}"
            img, discs = rearrange(photo, random.Random(f"{args.seed} {one}"))
            write(args.out, one, img, truth_of(photo, discs, one))


if __name__ == "__main__":
    main()
