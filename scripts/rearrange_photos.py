#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Move the discs of photos that have truth files, which gives new rounds.

    rearrange_photos.py FOLDER OUT [--seed S] [--count N] [--swap]
                        [--crokeye PROGRAM]

A disc is removed by copying the board from the same radius at another angle,
and added as a copy of another disc, with its wall and its shadow. With --swap
every board gets the discs of every other photo with a similar camera position,
also where discs lie off its surface. No disc is placed within 3.5 mm of another
value, because the board is known only as accurately as the rings of the truth;
`bench_score` then scores the result.

Needs Debian's python3-numpy, python3-scipy and python3-pil. The same arguments
give the same pictures on the same versions of them.

Exit status: 0 done; 2 wrong usage; 3 no photos, or the program is missing or
fails.
"""

import argparse
import math
import os
import random
import sys

import numpy as np
from PIL import Image

from samples.files import truths, write_truth
from samples.photos import (OUTER, Photo, ProgramFailed, Source, cleared, cover,
                            length, mapped, put, take_off)

# Radii in mm around the hole and a peg that stay free of discs.
HOLE = 17.5
PEG_ROOM = 6.0
# Distance in mm from a line below which a disc's value is in doubt.
SAFE = 3.5
# Half the width of a line, mm.
LINE = 0.8
# Smallest gap between discs, mm.
APART = 0.7
# Largest number of tries to place a disc.
TRIES = 400
# A photo is no source of discs if its resolution is below this fraction of the
# board's.
COARSER = 0.6


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
    """Can a disc be placed there, with a certain value?"""
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


def truth_of(like, kept, discs, name):
    """The truth of a picture with these discs, otherwise copied from another."""
    truth = dict(like, image=name + ".jpg")
    truth["discs"] = kept + [
        {k: d[k] for k in ("u", "v", "r", "team", "value", "touching",
                           "certain")} for d in discs]
    truth["totals"] = {team: sum(d["value"] for d in truth["discs"]
                                 if d["team"] == team)
                       for team in truth["teams"]}
    return truth


def add_discs(photo, img, discs, sources, to_add, rng):
    """Puts copies of the sources' discs in a picture."""
    for _ in range(TRIES if sources else 0):
        source, at = rng.choice(sources), somewhere(photo, discs, rng)
        if to_add == 0:
            return
        copied = put(photo, img, source, at, discs) \
            if is_free(photo, at, discs) else None
        if copied is None:
            continue
        copied.update(value=value_of(photo, at), touching=None)
        discs.append(copied)
        to_add -= 1


def sources_of(photo, rng):
    return [Source(photo, d, rng) for d in photo.discs if d["certain"]]


def rearrange(photo, name, rng):
    """One picture of the photo's board with its discs elsewhere, and its
    truth; what lies in the hole stays."""
    img, discs = photo.pixels.copy(), list(photo.discs)
    sources = sources_of(photo, rng)
    for disc in rng.sample(discs, rng.randint(0, len(discs) // 2)):
        if take_off(photo, img, disc, discs, rng):
            discs = [d for d in discs if d is not disc]
    add_discs(photo, img, discs, sources, rng.randint(2, 9), rng)
    moved = {(d["u"], d["v"]) for d in photo.discs}
    kept = [d for d in photo.truth["discs"] if (d["u"], d["v"]) not in moved]
    return img, truth_of(photo.truth, kept, discs, name)


def swap(photo, clear, other, name, rng):
    """One picture of a cleared board with another photo's discs on and beside
    it, and its truth; None where too few could stand there."""
    img, discs, sources = clear.copy(), [], sources_of(other, rng)
    off = [cover(photo, img, rng.choice(sources), at)
           for at in photo.truth.get("off_surface", [])]
    add_discs(photo, img, discs, sources, rng.randint(3, 12), rng)
    if {d["team"] for d in discs} != set(other.truth["teams"]):
        return None
    like = dict(photo.truth, teams=other.truth["teams"], off_surface=off)
    return img, truth_of(like, [], discs, name)


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
                   help="pictures of each photo, or pair of photos")
    p.add_argument("--swap", action="store_true",
                   help="put other photos' discs on each board")
    p.add_argument("--crokeye", default="build/release/crokeye",
                   metavar="PROGRAM")
    return p.parse_args()


def rearrange_all(photos, args):
    for name, photo in photos:
        for i in range(args.count if len(photo.discs) > 1 else 0):
            one = f"{name}_{i}"
            write(args.out, one, *rearrange(
                photo, one, random.Random(f"{args.seed} {one}")))


def swap_all(photos, args):
    for name, photo in photos:
        clear = cleared(photo, random.Random(f"{args.seed} {name}"))
        for other_name, other in photos:
            if clear is None or other is photo or len(other.discs) < 2 or \
                    other.px_per_mm() < COARSER * photo.px_per_mm():
                continue
            for i in range(args.count):
                one = f"{name}__{other_name}_{i}"
                swapped = swap(photo, clear, other, one,
                               random.Random(f"{args.seed} {one}"))
                if swapped is not None:
                    write(args.out, one, *swapped)


def fail(text):
    print(f"rearrange_photos: {text}", file=sys.stderr)
    sys.exit(3)


def main():
    args = arguments()
    try:
        photos = [(name, Photo(args.folder, truth, args.crokeye))
                  for name, truth in truths(args.folder, rendered=False)]
    except ProgramFailed as e:
        fail(e)
    if not photos:
        fail(f"{args.folder} has no photos with truth files")
    (swap_all if args.swap else rearrange_all)(photos, args)


if __name__ == "__main__":
    main()
