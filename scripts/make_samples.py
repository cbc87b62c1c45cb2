#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Make sample pictures of crokinole boards with exact truth, or check them.

    make_samples.py --out DIR --count 40 --seed 1 --suite photo
    make_samples.py --check DIR
    make_samples.py --check-camera

Needs POV-Ray 3.7 (`povray`) and ImageMagick (`convert`) on PATH, nothing
else. The same arguments give the same truth, and on the same versions of
both tools the same pictures. Each NNN.jpg has an NNN.json beside it;
README.md in samples/ says what the fields mean.

Exit status: 0 done; 1 a check failed; 2 wrong usage; 3 a tool is missing
or failed.
"""

import argparse
import concurrent.futures
import json
import os
import sys
import time

from samples import balls, check
from samples.render import RenderError, need_tools, render
from samples.suites import SIZES, draw_scene


def arguments():
    """The command line."""
    p = argparse.ArgumentParser(
        description=__doc__.split("\n", 1)[0],
        epilog="Lengths in the truth are mm unless the name says px.")
    p.add_argument("--out", metavar="DIR", help="folder to write to")
    p.add_argument("--count", type=int, default=1, metavar="N")
    p.add_argument("--first", type=int, default=0, metavar="N",
                   help="number of the first picture (default 0)")
    p.add_argument("--seed", type=int, default=1, metavar="S")
    p.add_argument("--suite", choices=sorted(SIZES), default="photo")
    p.add_argument("--per-board", type=int, default=1, metavar="N",
                   help="show each board, with its set of discs, in N "
                        "successive pictures; camera, light and what lies "
                        "where differ")
    p.add_argument("--first-empty", action="store_true",
                   help="with --per-board: the first picture of each board "
                        "shows it without discs")
    p.add_argument("--width", type=int, metavar="PX",
                   help="width of a picture (default: the suite's)")
    p.add_argument("--max-kb", type=int, metavar="KB",
                   help="lower a JPEG's quality until it is this small")
    p.add_argument("--only-hole", action="store_true",
                   help="render what is about the hole and a disc of each "
                        "side, and leave the rest black")
    p.add_argument("--worn", action="store_true",
                   help="chip the holes' edges, some more and some less; "
                        "all else stays as it is without")
    p.add_argument("--ringed", action="store_true",
                   help="print a ring round each hole that is not worn; all "
                        "else stays as it is without")
    p.add_argument("-j", type=int, default=1, metavar="N", dest="jobs",
                   help="pictures rendered at the same time")
    p.add_argument("--truth-only", action="store_true",
                   help="write the JSON, render nothing")
    p.add_argument("--name", metavar="PREFIX", default="",
                   help="put PREFIX before the number in file names")
    p.add_argument("--check", metavar="DIR",
                   help="recompute every truth value of a folder")
    p.add_argument("--check-camera", action="store_true",
                   help="render bright balls at known points and measure "
                        "where they appear")
    return p.parse_args()


def make_one(args, index):
    """One picture and its truth; returns a line for the terminal."""
    start = time.monotonic()
    name = "%s%03d" % (args.name, index)
    scene = draw_scene(args.suite, args.seed, index, args.width,
                       args.worn, args.ringed, args.per_board,
                       args.first_empty)
    document = {"image": name + ".jpg", "seed": args.seed, "index": index,
                "suite": args.suite, **scene.truth()}
    if args.per_board > 1 and scene.board is not None:
        document["board_number"] = index // args.per_board
    if not args.truth_only:
        document["sensor"] = render(
            scene, os.path.join(args.out, name + ".jpg"), args.seed, index,
            args.max_kb and args.max_kb * 1000, args.only_hole)
    with open(os.path.join(args.out, name + ".json"), "w",
              encoding="ascii") as f:
        json.dump(document, f, indent=1)
        f.write("\n")
    return "%s.jpg %.1f s" % (name, time.monotonic() - start)


def make_all(args):
    """Every picture asked for, args.jobs at a time."""
    if not args.truth_only:
        need_tools()
    os.makedirs(args.out, exist_ok=True)
    wanted = range(args.first, args.first + args.count)
    with concurrent.futures.ThreadPoolExecutor(max(1, args.jobs)) as pool:
        for line in pool.map(lambda k: make_one(args, k), wanted):
            print(line, file=sys.stderr)
    return 0


def main():
    """Entry point; returns the exit status."""
    args = arguments()
    if args.per_board < 1:
        print("make_samples.py: --per-board must be at least 1",
              file=sys.stderr)
        return 2
    try:
        if args.check:
            return check.check_folder(args.check)
        if args.check_camera:
            need_tools()
            return balls.check_camera(args.seed)
        if not args.out:
            print("make_samples.py: --out DIR, --check DIR or --check-camera "
                  "is needed", file=sys.stderr)
            return 2
        return make_all(args)
    except (RenderError, OSError) as e:
        print("make_samples.py: %s" % e, file=sys.stderr)
        return 3


if __name__ == "__main__":
    sys.exit(main())
