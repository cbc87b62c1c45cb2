#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""hidden.py FOLDER [--crokeye FILE] [--keep DIR]: what the program says where a thing hides
a disc.

In four copies of each real or rendered picture with a truth file an arm, a paper, a phone
or a ball lies over one of its discs. Prints how many sides are decided right, asked with
the truth in their range, asked with a range that does not hold it, and sure and wrong:
those must be none."""
import argparse
import glob
import itertools
import json
import os
import re
import subprocess
import tempfile

import cv2
import numpy as np

DISC_OF_WIDTH = 0.022  # a disc's radius where the truth has none, in widths of the picture
WORDS = ("right", "asked", "asked wrong", "sure and wrong", "refused")


def boards(folder):
    """(name, path of the picture, discs as (u, v, radius), totals)."""
    for path in sorted(glob.glob(os.path.join(folder, "*.json"))):
        with open(path, encoding="utf-8") as file:
            truth = json.load(file)
        flat = [d for d in truth.get("discs", []) if "u" in d or d["state"] == "flat"]
        if not flat:
            continue
        discs = [(d["u"], d["v"], d["r"]) if "u" in d else (*d["top_center_px"], None) for d in flat]
        if isinstance(truth.get("totals"), dict):
            totals = sorted(truth["totals"].values())
        else:
            totals = sorted(sum(d["value"] for d in truth["discs"] if d["team"] == side) for side in (0, 1))
        yield os.path.basename(path)[:-5], os.path.join(folder, truth["image"]), discs, totals


def thing_over(kind, at, r, turn, shape, rng):
    """The mask of a thing and its colour, BGR."""
    mask = np.zeros(shape, np.uint8)
    middle = tuple(int(v) for v in at)
    if kind == 0:  # an arm
        far = 2 * max(shape)
        cv2.line(mask, middle, (int(at[0] + far * np.cos(turn)), int(at[1] + far * np.sin(turn))), 255, int(3.2 * r))
        cv2.circle(mask, middle, int(2.0 * r), 255, -1)
        return mask, np.array([120.0, 150.0, 205.0])
    if kind == 3:  # a ball
        cv2.circle(mask, middle, int(2.4 * r), 255, -1)
        return mask, rng.uniform(40.0, 220.0, 3)
    size, tone = ((5 * r, 7 * r), (235.0, 238.0, 240.0)) if kind == 1 else ((4 * r, 8 * r), (30.0, 28.0, 28.0))
    cv2.fillConvexPoly(mask, cv2.boxPoints((tuple(at), size, np.degrees(turn))).astype(int), 255)
    return mask, np.array(tone)


def covered(picture, disc, kind, rng):
    h, w = picture.shape[:2]
    u, v, r = disc[0], disc[1], disc[2] or DISC_OF_WIDTH * w
    at = np.array([u, v]) + rng.normal(0.0, 0.4 * r, 2)
    mask, tone = thing_over(kind, at, r, rng.uniform(0.0, 2.0 * np.pi), (h, w), rng)
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.06 * r, 0.6)).astype(float)[..., None] / 255.0
    cast = cv2.GaussianBlur(np.roll(mask, (int(0.5 * r), int(0.4 * r)), (0, 1)), (0, 0), 0.4 * r).astype(float)[..., None] / 255.0
    inside = cv2.distanceTransform(mask, cv2.DIST_L2, 3)[..., None]
    shade = 0.72 + 0.28 * np.clip(inside / (1.3 * r), 0.0, 1.0) if kind in (0, 3) else 1.0
    grain = cv2.resize(rng.normal(1.0, 0.05, (h // 12 + 1, w // 12 + 1)), (w, h), interpolation=cv2.INTER_CUBIC)[..., None]
    return np.clip(picture * (1.0 - 0.45 * cast) * (1.0 - soft) + soft * tone * shade * grain, 0, 255).astype(np.uint8)


def judged(said, totals):
    """A word of WORDS for each side: the better of both assignments."""
    if "board" not in said:
        return ["refused"] * 2
    absent = max([int(n) for text in said["warnings"] for n in re.findall(r"0 to (\d+)", text)] + [0])
    sides = [s["range"] for s in said["sides"]] + [(0, absent)] * (2 - len(said["sides"]))

    def word(low, high, true):
        is_in = low <= true <= high
        return ("right" if is_in else "sure and wrong") if low == high else "asked" if is_in else "asked wrong"

    ways = [[word(*side, true) for side, true in zip(order, totals)] for order in itertools.permutations(sides[:2])]
    return min(ways, key=lambda way: sum(WORDS.index(w) ** 2 for w in way))


def main():
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("folder")
    ask.add_argument("--crokeye", default="crokeye")
    ask.add_argument("--keep", help="a folder for the pictures")
    args = ask.parse_args()
    count = dict.fromkeys(WORDS, 0)
    with tempfile.TemporaryDirectory() as scratch:
        out, paths, truths = args.keep or scratch, [], []
        os.makedirs(out, exist_ok=True)
        for number, (name, path, discs, totals) in enumerate(boards(args.folder)):
            picture = cv2.imread(path)
            for kind in range(4):
                rng = np.random.default_rng((number, kind))
                paths.append(os.path.join(out, f"{name}_{kind}.jpg"))
                truths.append(totals)
                cv2.imwrite(paths[-1], covered(picture, discs[int(rng.integers(len(discs)))], kind, rng), [cv2.IMWRITE_JPEG_QUALITY, 88])
        said = subprocess.run([args.crokeye, "score", "--each", "--json", *paths], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout
    for path, line, totals in zip(paths, said.splitlines(), truths, strict=True):
        words = judged(json.loads(line), totals)
        for w in words:
            count[w] += 1
        if "sure and wrong" in words:
            print(f"sure and wrong: {os.path.basename(path)}, truth {totals}")
    print(f"hidden: {len(paths)} pictures, sides " + ", ".join(f"{w} {n}" for w, n in count.items()))
    return 1 if count["sure and wrong"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
