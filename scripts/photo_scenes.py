#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prepare photos that have truth files as boards for the simulator.

    photo_scenes.py FOLDER OUT [--only NAME]... [--seed S] [--crokeye PROGRAM]

Each photo becomes a folder OUT/NAME for `sim --on`: the board without its discs
(board.ppm), its camera and dimensions (calib.json), and the faces and shadows of
its discs (scene.json, face_N.ppm, shadow_N.pgm): see tests/sim/scene.h. A side that
has no disc in its photo gets those of another photo.

Needs Debian's python3-numpy, python3-scipy and python3-pil.

Exit status: 0 done; 2 wrong usage; 3 no photos, or the program is missing or
fails.
"""

import argparse
import json
import os
import random
import sys

import numpy as np
from PIL import Image

from samples.files import truths
from samples.photos import ProgramFailed, cleared
from samples.scenes import (OUTER, RAIL, RAIL_OUTER, SHADOW_HALF,
                            SHADOW_PER_MM, SURFACE, ScenePhoto, faces_of,
                            paint_over)

# Resolution to which photos are reduced, px per mm.
MOST_PX_PER_MM = 2.2
# Most faces of a side.
MOST_FACES = 6
# A face in a lamp's reflection or under a caption looks so only where it is:
# its median colour differs by more than this from its side's, levels.
MOST_UNUSUAL = 40.0
# Longest shadow per mm of height.
MOST_SLANT = 0.8


def write_image(path, values):
    values = np.clip(values + 0.5, 0.0, 255.0).astype(np.uint8)
    Image.fromarray(values).save(path)


def write_json(out, name, doc):
    with open(os.path.join(out, name), "w", encoding="utf-8") as file:
        json.dump(doc, file, indent=1)


def numbers(values, digits=6):
    return [round(float(v), digits) for v in np.ravel(values)]


def slant_of(faces):
    """The length of a shadow per mm of height, from the light that is missing
    around the discs."""
    n = int(2 * SHADOW_HALF * SHADOW_PER_MM) + 1
    y, x = np.mgrid[:n, :n] / SHADOW_PER_MM - SHADOW_HALF
    sums = np.zeros(3)
    for shadow in (f.shadow for f in faces if f.shadow is not None):
        dark = 1.0 - shadow
        sums += [np.sum(dark * x), np.sum(dark * y), np.sum(dark)]
    slant = sums[:2] / max(sums[2], 1e-6) / 10.0
    return slant * min(1.0, MOST_SLANT / max(np.hypot(*slant), 1e-6))


def borrowed(name, team, others):
    """Faces of a team that a photo does not show: of the photo whose name is
    most like its own, if it has that team, else of any team."""
    def likeness(other):
        return (any(f.team == team for f in others[other]),
                len(os.path.commonprefix([name, other])), other)
    best = max((o for o in others if others[o]), key=likeness)
    same = [f for f in others[best] if f.team == team]
    return same or others[best][:1]


def usual(faces):
    """Those faces whose colour is near the median of all; at least one."""
    colours = np.array([np.median(f.rgb.reshape(-1, 3), 0) for f in faces])
    off = np.abs(colours - np.median(colours, 0)).max(1)
    most = max(MOST_UNUSUAL, off.min())
    return [f for f, o in zip(faces, off) if o <= most]


def side_of(out, team, faces, count):
    side = {"name": team, "faces": []}
    faces = usual(faces)[:MOST_FACES]
    side["rgb"] = [int(c) for c in np.median(np.concatenate(
        [f.rgb.reshape(-1, 3) for f in faces]), 0)]
    for face in faces:
        entry = {"face": f"face_{count}.ppm", "wall": numbers(face.wall, 1),
                 "shadow": None}
        write_image(os.path.join(out, entry["face"]), face.rgb)
        if face.shadow is not None:
            entry["shadow"] = f"shadow_{count}.pgm"
            write_image(os.path.join(out, entry["shadow"]),
                        255.0 * face.shadow)
        side["faces"].append(entry)
        count += 1
    return side, count


def write_board(out, photo, board):
    """Writes the picture, reduced; returns by how much."""
    h, w = photo.pixels.shape[:2]
    scale = max(1.0, photo.px_per_mm() / MOST_PX_PER_MM)
    size = (round(w / scale), round(h / scale))
    img = Image.fromarray(np.clip(board + 0.5, 0, 255).astype(np.uint8))
    img.resize(size, Image.LANCZOS).save(os.path.join(out, "board.ppm"))
    return w / size[0], size


def write_scene(out, photo, board, faces, sides):
    os.makedirs(out, exist_ok=True)
    scale, (w, h) = write_board(out, photo, board)
    f, cx, cy = photo.camera.x[:3]
    write_json(out, "calib.json", {
        "schema": "crokeye.calib/1", "width": w, "height": h,
        "camera": {"f_px": f / scale, "cx_px": (cx + 0.5) / scale - 0.5,
                   "cy_px": (cy + 0.5) / scale - 0.5, "k1": 0.0},
        "pose": {"rotation": numbers(photo.camera.rot, 12),
                 "t_mm": numbers(photo.camera.x[6:9])},
        "board": photo.board(), "rms_px": photo.rms_px / scale})
    scene = {
        "schema": "crokeye.sim-scene/1",
        "surface_mm": SURFACE * OUTER, "rail_mm": RAIL * OUTER,
        "rail_outer_mm": RAIL_OUTER * OUTER,
        "shadow": numbers(slant_of(faces)), "shadow_half_mm": SHADOW_HALF,
        "sides": [], "off_px": [
            [(d["u"] + 0.5) / scale - 0.5, (d["v"] + 0.5) / scale - 0.5]
            for d in photo.truth.get("off_surface", [])]}
    count = 0
    for team in sorted(sides):
        side, count = side_of(out, team, sides[team], count)
        scene["sides"].append(side)
    write_json(out, "scene.json", scene)


def arguments():
    p = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    p.add_argument("folder", help="photos with truth files")
    p.add_argument("out", help="folder to write to")
    p.add_argument("--only", action="append", metavar="NAME",
                   help="prepare this photo; others only lend their discs")
    p.add_argument("--seed", type=int, default=1, metavar="S")
    p.add_argument("--crokeye", default="build/release/crokeye",
                   metavar="PROGRAM")
    return p.parse_args()


def prepare(args):
    photos = {name: ScenePhoto(args.folder, truth, args.crokeye)
              for name, truth in truths(args.folder, rendered=False)}
    faces = {name: faces_of(photo, random.Random(f"{args.seed} {name}"))
             for name, photo in photos.items()}
    for name, photo in photos.items():
        if args.only and name not in args.only:
            continue
        board = cleared(photo, random.Random(f"{args.seed} {name}"),
                        paint_over)
        sides = {team: [f for f in faces[name] if f.team == team] or
                 borrowed(name, team, {k: v for k, v in faces.items()
                                       if k != name})
                 for team in photo.truth["teams"]}
        write_scene(os.path.join(args.out, name), photo, board, faces[name],
                    sides)
        print("%s: %d x %d px, plane %.2f px off, disc %.1f mm, %s" % (
            name, photo.pixels.shape[1], photo.pixels.shape[0], photo.rms_px,
            photo.disc_mm, {t: len(s) for t, s in sides.items()}))
    return len(photos)


def main():
    args = arguments()
    try:
        count = prepare(args)
    except ProgramFailed as e:
        count = 0
        print(f"photo_scenes: {e}", file=sys.stderr)
    if count == 0:
        print(f"photo_scenes: nothing prepared from {args.folder}",
              file=sys.stderr)
        sys.exit(3)


if __name__ == "__main__":
    main()
