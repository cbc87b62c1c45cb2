#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Make variants of pictures that have truth files, to score those as well.

    vary_pictures.py FOLDER OUT [--seed S] [--kind KIND]...
    vary_pictures.py --cut FOLDER OUT

In the first form the light is changed, the camera is moved, or the picture is
reduced, blurred, degraded, shown on a screen, partly covered or written over; the
result is written with its truth to OUT/KIND. What is covered stays in the truth: a
scorer may ask about it, and cannot know it. Of rendered pictures (truth in mm) there
are only the kinds that leave everything in its place. The second form crops each
rendered picture to its board. `bench_score` scores all of them.

Needs ImageMagick (`convert`) and the font DejaVu (`fonts-dejavu-core`). The same
arguments give the same pictures on the same version of it.

Exit status: 0 done; 2 wrong usage; 3 a tool is missing or failed.
"""

import argparse
import copy
import math
import os
import random
import subprocess
import sys

from samples import covers
from samples.files import truths, write_truth

# Radius of the board with its rail, in radii of the outer line.
RAIL = 1.22
# Half the side of a picture that is cropped to its board, in the same unit.
CUT = 1.18
# Focal length of a telephone over the longer side of the picture.
FOCAL = 1.1


def lit(r, g, b):
    """More or less light of each colour, added up linearly."""
    args = ["-colorspace", "RGB"]
    for channel, factor in zip("RGB", (r, g, b)):
        args += ["-channel", channel, "-evaluate", "multiply", str(factor)]
    return args + ["+channel", "-colorspace", "sRGB"]


def shaded(size, rng, kind):
    """Light that differs from place to place: a picture to multiply by."""
    w, h = size
    turn = rng.uniform(0.0, 360.0)
    if kind == "gradient":
        field = ["-define", f"gradient:angle={turn:.1f}",
                 "gradient:gray(38%)-gray(100%)"]
    elif kind == "shadow":
        field = ["-define", f"gradient:angle={turn:.1f}",
                 "gradient:gray(0%)-gray(100%)", "-level", "47%,50%",
                 "+level", "58%,100%"]
    else:  # patchy
        field = ["xc:gray(50%)", "-seed", str(rng.randrange(1 << 30)),
                 "-resize", "4x4!", "+noise", "Random", "-colorspace",
                 "Gray", "-normalize", "-resize", f"{w}x{h}!", "+level",
                 "55%,100%"]
    return ["(", "-size", f"{w}x{h}", *field, ")", "-compose", "multiply",
            "-composite"]


def tiled(size, cell, scale, turn):
    """A small picture repeated all over one of that size, scaled and turned."""
    w, h = size
    return ["(", *cell, "-virtual-pixel", "Tile", "-define",
            f"distort:viewport={w}x{h}+0+0", "-distort", "ScaleRotateTranslate",
            f"0,0 {scale:.4f} {turn:.2f}", "+repage", ")"]


def blinds(size, rng):
    """Light through a blind: dark stripes, fourteen along the picture."""
    cell = ["-size", "64x64", "xc:white", "-fill", "gray(45%)", "-draw",
            "rectangle 0,0 31,63", "-virtual-pixel", "Tile", "-blur", "0x2"]
    return [*tiled(size, cell, max(size) / 14 / 64, rng.uniform(0.0, 180.0)),
            "-compose", "multiply", "-composite"]


def screen(size, rng):
    """A display that shows the picture, taken by a camera: stripes of red,
    green and blue and dark rows between, at a pitch that the camera's pixels
    hardly resolve."""
    cell = ["-size", "12x12", "xc:#ff7373", "-fill", "#73ff73", "-draw",
            "rectangle 4,0 7,11", "-fill", "#7373ff", "-draw",
            "rectangle 8,0 11,11", "-fill", "gray(30%)", "-draw",
            "rectangle 0,0 11,1"]
    return [*tiled(size, cell, rng.uniform(2.4, 3.6) / 12,
                   rng.uniform(-4.0, 4.0)),
            "-compose", "multiply", "-composite", "-evaluate", "multiply",
            "1.7"]


def glare(size, middle, rng):
    """A window that shines in the board."""
    w, h = size
    side = max(w, h)
    a = rng.uniform(0.0, 2.0 * math.pi)
    r = 0.25 * side * rng.uniform(0.3, 0.8)
    d = round(0.45 * side)
    x = round(middle[0] + r * math.cos(a) - d / 2)
    y = round(middle[1] + r * math.sin(a) - d / 2)
    return ["(", "-size", f"{d}x{d}", "radial-gradient:gray(85%)-black", ")",
            "-geometry", f"{x:+d}{y:+d}", "-compose", "screen", "-composite"]


LIGHTS = {
    "dark": lit(.35, .35, .35), "bright": lit(1.7, 1.7, 1.7),
    "over": lit(2.6, 2.6, 2.6), "warm": lit(1.25, .95, .55),
    "cool": lit(.65, .95, 1.35), "green": lit(.8, 1.15, .8),
    "haze": ["+level", "27%,87%"], "contrast": ["-level", "16%,84%"],
    "grey": ["-modulate", "100,0"], "faded": ["-modulate", "100,40"],
    "vivid": ["-modulate", "100,160"], "tungsten": lit(1.35, .85, .38),
    "hdr": ["-unsharp", "0x25+0.7+0", "-unsharp", "0x1.2+2.5+0", "-modulate",
            "100,140"],
    "same": [],
}
JPEGS = {"jpeg60": 60, "jpeg50": 50, "jpeg20": 20, "jpeg15": 15}
VIEWS = {"turn": 0.0, "tilt": 12.0, "tilt20": 20.0, "tilt2": 22.0}
SIZES = {"size93": .93, "size86": .86, "size79": .79, "small": .7,
         "smaller": .5}
FIELDS = ("gradient", "patchy", "shadow")
CLOTHS = {"cloth8": .08, "cloth20": .2, "cloth40": .4}
COVERS = {"paper": covers.paper, "phone": covers.phone, "hand": covers.hand,
          "caption": covers.caption, "stamp": covers.stamp,
          "watermark": covers.watermark}
KINDS = sorted([*LIGHTS, *JPEGS, *VIEWS, *SIZES, *FIELDS, *CLOTHS, *COVERS,
                "words", "glare", "blinds", "noise", "soft", "shake", "defocus",
                "night", "screen", "mirror"])
MOVED = {*VIEWS, *SIZES, "mirror"}


def product(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)]
            for i in range(3)]


def turned(axis, degrees):
    """A rotation about x or z."""
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    if axis == "x":
        return [[1, 0, 0], [0, c, -s], [0, s, c]]
    return [[c, -s, 0], [s, c, 0], [0, 0, 1]]


def mapped(h, p):
    x, y, z = (row[0] * p[0] + row[1] * p[1] + row[2] for row in h)
    return [x / z, y / z]


def view(truth, size, rng, tilt):
    """The picture as the same camera takes it when it looks beside the board:
    a homography, and the new size. Its middle stays where the camera looks."""
    middle = truth["board"]["center"]
    f = FOCAL * max(size)
    to = rng.uniform(0.0, 360.0)
    spin = rng.uniform(0.0, 360.0) if tilt == 0.0 else rng.uniform(-30.0, 30.0)
    r = product(turned("z", to), product(turned("x", tilt), product(
        turned("z", -to), turned("z", spin))))
    k = [[f, 0, middle[0]], [0, f, middle[1]], [0, 0, 1]]
    back = [[1 / f, 0, -middle[0] / f], [0, 1 / f, -middle[1] / f], [0, 0, 1]]
    h = product(k, product(r, back))
    rail = [mapped(h, [m + RAIL * (q - m) for q, m in zip(p, middle)])
            for p in covers.outer_line(truth)]
    reach = [1.03 * max(abs(p[i] - middle[i]) for p in rail) for i in (0, 1)]
    s = min(1.0, max(size) / (2.0 * max(reach)))
    shift = [[s, 0, s * (reach[0] - middle[0])],
             [0, s, s * (reach[1] - middle[1])], [0, 0, 1]]
    return product(shift, h), [round(2.0 * s * x) for x in reach]


def move_truth(truth, h, size):
    """Where everything is after the homography."""
    for disc in truth["discs"] + truth.get("off_surface", []):
        p = [disc["u"], disc["v"]]
        to = mapped(h, p)
        right = mapped(h, [p[0] + 1, p[1]])
        down = mapped(h, [p[0], p[1] + 1])
        area = abs((right[0] - to[0]) * (down[1] - to[1]) -
                   (right[1] - to[1]) * (down[0] - to[0]))
        disc["u"], disc["v"] = to
        disc["r"] *= math.sqrt(area)
    truth["board"]["center"] = mapped(h, truth["board"]["center"])
    truth["width"], truth["height"] = size


def corners(size):
    w, h = size
    return [[0, 0], [w, 0], [w, h], [0, h]]


def seen_from(truth, size, rng, kind):
    """Arguments for a picture seen elsewhere; moves the truth."""
    if kind in VIEWS:
        h, to = view(truth, size, rng, VIEWS[kind])
        pairs = " ".join(
            f"{p[0]},{p[1]} {q[0]:.4f},{q[1]:.4f}"
            for p, q in ((p, mapped(h, p)) for p in corners(size)))
        args = ["-virtual-pixel", "gray", "-define",
                f"distort:viewport={to[0]}x{to[1]}+0+0", "-distort",
                "Perspective", pairs, "+repage"]
    elif kind == "mirror":
        h, to, args = [[-1, 0, size[0] - 1], [0, 1, 0], [0, 0, 1]], size, \
            ["-flop"]
    else:
        s = SIZES[kind]
        to = [round(s * x) for x in size]
        h = [[to[0] / size[0], 0, 0], [0, to[1] / size[1], 0], [0, 0, 1]]
        args = ["-resize", f"{to[0]}x{to[1]}!"]
    move_truth(truth, h, to)
    return args


def disk(radius):
    """The kernel of a lens that is out of focus. It is written out, because
    ImageMagick's own `Disk`, scaled to a sum of 1, turns some pictures black or
    white, and not every time."""
    n = math.floor(radius)
    inside = [[x * x + y * y <= radius * radius for x in range(-n, n + 1)]
              for y in range(-n, n + 1)]
    weight = 1.0 / sum(map(sum, inside))
    rows = (",".join(f"{weight:.6f}" if at else "0" for at in row)
            for row in inside)
    return f"{2 * n + 1}x{2 * n + 1}: " + " ".join(rows)


def spoilt(truth, size, rng, kind):
    """Arguments for the other kinds; the truth stays."""
    side = max(size)
    middle = truth["board"]["center"]
    if kind in FIELDS:
        return shaded(size, rng, kind)
    if kind == "glare":
        return glare(size, middle, rng)
    if kind == "noise":
        return ["-seed", str(rng.randrange(1 << 30)), "-attenuate", "0.35",
                "+noise", "Gaussian"]
    if kind == "night":
        return [*lit(.1, .09, .07), "-seed", str(rng.randrange(1 << 30)),
                "-attenuate", "0.25", "+noise", "Gaussian", "-evaluate",
                "multiply", "2.2"]
    if kind == "screen":
        return screen(size, rng)
    if kind == "blinds":
        return blinds(size, rng)
    if kind == "defocus":
        return ["-morphology", "Convolve", disk(side / 450)]
    if kind == "soft":
        return ["-blur", f"0x{side / 1000:.2f}"]
    turn = rng.uniform(0.0, 180.0)
    return ["-motion-blur", f"0x{side / 700:.2f}{turn:+.0f}"]


def covered(truth, rng, kind):
    """Arguments for what lies over the board or is written over it."""
    place = covers.place_of(truth)
    if kind in CLOTHS:
        return covers.cloth(place, rng, CLOTHS[kind])
    if kind == "words":
        return covers.words(place, rng, truth)
    return COVERS[kind](place, rng)


def fail(text):
    print(f"vary_pictures: {text}", file=sys.stderr)
    sys.exit(3)


def convert(source, args, to, quality=93):
    """One picture; what EXIF tells of the camera is not true of all of them."""
    try:
        subprocess.run(["convert", source, "-auto-orient", "-strip", *args,
                        "-quality", str(quality), to], capture_output=True,
                       text=True, check=True)
    except FileNotFoundError:
        fail("`convert` is missing: install ImageMagick")
    except subprocess.CalledProcessError as e:
        fail(f"{source}: {e.stderr.strip()}")


def vary(folder, name, truth, out, seed, kind):
    """One variant of one picture."""
    truth = copy.deepcopy(truth)
    source = os.path.join(folder, truth["image"])
    rng = random.Random(f"{seed} {name} {kind}")
    of = in_pixels(truth) if "camera" in truth else truth
    size = [of["width"], of["height"]]
    if kind in LIGHTS:
        args = LIGHTS[kind]
    elif kind in JPEGS:
        args = []
    elif kind in MOVED:
        args = seen_from(truth, size, rng, kind)
    elif kind in CLOTHS or kind in COVERS or kind == "words":
        args = covered(of, rng, kind)
    else:
        args = spoilt(of, size, rng, kind)
    write(os.path.join(out, kind), f"{name}_{kind}", truth, source, args,
          JPEGS.get(kind, 93))


def write(folder, name, truth, source, args, quality=93):
    os.makedirs(folder, exist_ok=True)
    truth["image"] = name + ".jpg"
    convert(source, args, os.path.join(folder, truth["image"]), quality)
    write_truth(folder, name, truth)


def projected(cam, x, y):
    """Where a rendered picture shows a point of the surface."""
    u, v, w = (row[0] * x + row[1] * y + t
               for row, t in zip(cam["R"], cam["t"]))
    u, v = u / w, v / w
    k = 1.0 + cam.get("k1", 0.0) * (u * u + v * v)
    return [cam["fx"] * u * k + cam["cx"], cam["fx"] * v * k + cam["cy"]]


def circle_px(cam, radius, n):
    """n points of a circle about the board's centre."""
    return [projected(cam, radius * math.cos(a), radius * math.sin(a))
            for a in (2.0 * math.pi * i / n for i in range(n))]


def in_pixels(truth):
    """What a photo's truth says, of a rendered picture."""
    cam = truth["camera"]
    radius = truth["disc"]["diameter_mm"] / 2
    discs = []
    for disc in truth["discs"] + truth.get("off_board", []):
        u, v = disc.get("top_center_px") or disc["bottom_center_px"]
        x, y = disc["x_mm"], disc["y_mm"]
        r = math.dist(projected(cam, x, y), projected(cam, x + radius, y))
        discs.append({"u": u, "v": v, "r": r})
    outer = truth["board"]["line_radii_mm"]["outer"]
    return {"width": cam["width"], "height": cam["height"], "discs": discs,
            "board": {"center": projected(cam, 0.0, 0.0),
                      "outer": circle_px(cam, outer, 8)}}


def cut(folder, name, truth, out):
    """One rendered picture, cut to its board."""
    cam = truth["camera"]
    rim = circle_px(cam, CUT * truth["board"]["line_radii_mm"]["outer"], 60)
    lo = [max(0, math.floor(min(p[i] for p in rim))) for i in (0, 1)]
    hi = [min(cam[side], math.ceil(max(p[i] for p in rim)))
          for i, side in enumerate(("width", "height"))]
    size = [h - l for h, l in zip(hi, lo)]
    cam["cx"] -= lo[0]
    cam["cy"] -= lo[1]
    cam["width"], cam["height"] = size
    for disc in truth["discs"] + truth.get("off_board", []):
        for field in ("bottom_center_px", "top_center_px"):
            if disc.get(field):
                disc[field] = [p - l for p, l in zip(disc[field], lo)]
    write(out, name, truth, os.path.join(folder, truth["image"]),
          ["-crop", f"{size[0]}x{size[1]}+{lo[0]}+{lo[1]}", "+repage"])


def arguments():
    p = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    p.add_argument("folder", help="pictures with truth files")
    p.add_argument("out", help="folder to write to")
    p.add_argument("--seed", type=int, default=1, metavar="S")
    p.add_argument("--kind", action="append", choices=KINDS,
                   help="make these only (default: all)")
    p.add_argument("--cut", action="store_true",
                   help="cut rendered pictures to their boards")
    return p.parse_args()


def main():
    args = arguments()
    if args.cut:
        for name, truth in truths(args.folder, rendered=True):
            cut(args.folder, name, truth, args.out)
        return
    for rendered in (False, True):
        for name, truth in truths(args.folder, rendered):
            for kind in args.kind or KINDS:
                if not rendered or kind not in MOVED:
                    vary(args.folder, name, truth, args.out, args.seed, kind)


if __name__ == "__main__":
    main()
