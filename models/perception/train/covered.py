#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""covered.py FOLDER [--crokeye FILE] [--seed S] [--only NAME]...: how often the program
misses a disc of which a part is covered.

Over one disc at a time of each real picture with a truth file lies a strip of skin, paper
or cloth that comes from beyond the board and hides a share of the disc's face. For each
share: the disc was found, was a possible disc, or was missed; of the missed ones, how
many in a picture whose totals had no range: sure and wrong."""
import argparse
import collections
import json
import math
import os
import subprocess
import tempfile

import cv2
import numpy as np

from real import read_folder

SHARES = (0.4, 0.55, 0.7, 0.8, 0.9)
TONES = ((115, 140, 190), (235, 235, 235), (60, 70, 80))  # skin, paper, cloth; BGR
WIDE_RADII = (1.2, 2.0)  # half of the strip
NEAR_RADII = 0.8


def edge_of(share):
    """Where a straight edge lies, in radii from the centre, that hides this share."""
    lo, hi = -1.0, 1.0
    for _ in range(50):
        t = 0.5 * (lo + hi)
        hidden = (math.acos(t) - t * math.sqrt(1.0 - t * t)) / math.pi
        lo, hi = (t, hi) if hidden > share else (lo, t)
    return lo


def covered(picture, disc, centre, share, rng):
    u, v, r = disc["u"], disc["v"], disc["r"]
    turn = math.atan2(v - centre[1], u - centre[0]) + rng.normal(0.0, 0.6)
    y, x = np.mgrid[0:picture.shape[0], 0:picture.shape[1]]
    along = (x - u) * math.cos(turn) + (y - v) * math.sin(turn)
    across = (y - v) * math.cos(turn) - (x - u) * math.sin(turn)
    mask = ((along > edge_of(share) * r) & (np.abs(across) < rng.uniform(*WIDE_RADII) * r)).astype(np.float32)
    mask = cv2.GaussianBlur(mask, (0, 0), 0.8)[..., None]
    tone = np.float32(TONES[rng.integers(len(TONES))]) * rng.uniform(0.8, 1.1)
    weave = cv2.GaussianBlur(rng.normal(0.0, 45.0, picture.shape[:2]).astype(np.float32), (0, 0), 4.0)[..., None]
    return np.clip(picture * (1.0 - mask) + (tone + weave) * mask, 0, 255).astype(np.uint8)


def fate(result, disc):
    def is_near(seen):
        return math.hypot(seen["px"][0] - disc["u"], seen["px"][1] - disc["v"]) < NEAR_RADII * disc["r"]
    if "error" in result:
        return "refused"
    if any(map(is_near, result["discs"])):
        return "found"
    if any(map(is_near, result.get("maybe", []))):
        return "possible"
    return "missed" if any(s["range"][0] != s["range"][1] for s in result["sides"]) else "missed, sure"


def main():
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("folder")
    ask.add_argument("--crokeye", default="crokeye")
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--only", action="append", default=[])
    args = ask.parse_args()
    rng = np.random.default_rng(args.seed)
    counts = {share: collections.Counter() for share in SHARES}
    with tempfile.TemporaryDirectory() as work:
        cases = []
        for photo in read_folder(args.folder, args.crokeye):
            if args.only and photo.name not in args.only:
                continue
            for disc in (d for d in photo.truth["discs"] if d.get("certain", True)):
                for share in SHARES:
                    path = os.path.join(work, f"{len(cases):05d}.jpg")
                    cv2.imwrite(path, covered(photo.picture, disc, photo.truth["board"]["center"], share, rng))
                    cases.append((path, disc, share))
        said = subprocess.run([args.crokeye, "score", "--each", "--json", *(path for path, _, _ in cases)],
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout
        for (_, disc, share), line in zip(cases, said.splitlines(), strict=True):
            counts[share][fate(json.loads(line), disc)] += 1
    kinds = ("found", "possible", "missed", "missed, sure", "refused")
    print("hidden  " + "  ".join(f"{kind:>12s}" for kind in kinds))
    for share in SHARES:
        print(f"{share:6.2f}  " + "  ".join(f"{counts[share][kind]:12d}" for kind in kinds))


if __name__ == "__main__":
    main()
