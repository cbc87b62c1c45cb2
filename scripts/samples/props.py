# SPDX-License-Identifier: Apache-2.0
"""Floors, tables and the things that lie about on them (mm)."""

import math
from dataclasses import dataclass

from .board_scene import box, cylinder, lathe
from .materials import (WOODS, jitter, paint_pigment, pigment, plain,
                        srgb, texture, vec, wood_pigment)

FLOOR_BELOW_TABLE_MM = 720.0
FLOOR_HALF_MM = 3600.0
SKIN = [(224, 172, 136), (198, 140, 104), (150, 100, 72), (96, 62, 46)]
GAUDY = [(60, 120, 70), (40, 70, 130), (170, 40, 44), (210, 180, 60),
         (230, 226, 216), (34, 34, 36), (120, 80, 130), (220, 120, 50)]


@dataclass
class Cover:
    """Something above the board that may hide it from the camera: a
    capsule (two ends and a radius) or a sheet (centre, half sizes, turn)."""

    kind: str
    a: tuple
    b: tuple
    size_mm: float


def planks(rng, z, wood, width, length):
    """A floor of wood boards, each cut from another place."""
    backing = plain(tuple(c * 0.35 for c in WOODS[wood][1]), "matt")
    looks = ["#declare Plank%d = %s" % (k, texture(
        wood_pigment(rng, wood), rng.choice(["matt", "satin"])))
        for k in range(7)]
    out = looks + ["plane { z, %.2f %s }" % (z - 1.5, backing)]
    rows = int(FLOOR_HALF_MM / width)
    for row in range(-rows, rows):
        x = -FLOOR_HALF_MM - rng.uniform(0, length)
        while x < FLOOR_HALF_MM:
            out.append(
                "box { <%.1f,%.1f,%.2f>, <%.1f,%.1f,%.2f> texture { Plank%d "
                "translate %s } }" % (
                    x + 0.5, row * width + 0.4, z - 12, x + length - 0.5,
                    (row + 1) * width - 0.4, z, rng.randrange(7),
                    vec(rng.uniform(-500, 500), rng.uniform(-60, 60), z)))
            x += length
    return out


def tiles(rng, z, rgb, size):
    """A tiled floor with grout."""
    out = ["plane { z, %.2f %s }" % (
        z - 1.5, plain(tuple(c * 0.6 for c in rgb), "matt"))]
    n = int(2600 / size)
    for i in range(-n, n):
        for j in range(-n, n):
            pig = ("pigment { granite turbulence 0.4 color_map { [0 %s] "
                   "[1 %s] } scale 260 translate %s }" % (
                       srgb(jitter(rng, rgb, 8)),
                       srgb(jitter(rng, tuple(c * 0.88 for c in rgb), 8)),
                       vec(rng.uniform(0, 900), rng.uniform(0, 900), 0)))
            out.append(box((i * size + 2, j * size + 2, z - 8),
                           ((i + 1) * size - 2, (j + 1) * size - 2, z),
                           texture(pig, "satin")))
    return out


def carpet(rng, z, rgb):
    """Pile: fine noise in colour and in the normal."""
    dark, light = (tuple(c * f for c in rgb) for f in (0.6, 1.25))
    pig = ("pigment { granite turbulence 0.3 color_map { [0 %s] [0.5 %s] "
           "[1 %s] } scale %.1f }" % (srgb(dark), srgb(rgb), srgb(light),
                                      rng.uniform(14, 30)))
    return ["plane { z, %.2f %s }" % (
        z, texture(pig, "matt", "normal { bumps 0.8 scale 2.2 }"))]


def cloth(rng, z, rgb):
    """A cloth: checked or plain."""
    other = jitter(rng, tuple(c * 0.8 for c in rgb), 20)
    side = rng.uniform(20, 60)
    pig = rng.choice([
        "pigment { checker color %s color %s scale %.1f }" % (
            srgb(rgb), srgb(other), side),
        paint_pigment(rng, rgb, 7.0)])
    return ["plane { z, %.2f %s }" % (
        z, texture(pig, "matt", "normal { bumps 0.25 scale 1.6 }"))]


def stone(rng, z, rgb):
    """Plaster, concrete or a plain worktop."""
    pig = ("pigment { bozo turbulence 0.8 octaves 6 color_map { [0 %s] "
           "[1 %s] } scale %.0f }" % (
               srgb(tuple(c * 0.86 for c in rgb)),
               srgb(tuple(min(255, c * 1.07) for c in rgb)),
               rng.uniform(120, 500)))
    return ["plane { z, %.2f %s }" % (z, texture(
        pig, rng.choice(["matt", "satin"])))]


def draw_floor(rng, z, kind=None):
    """A floor at height z: its kind and its POV-Ray text."""
    kind = kind or rng.choice(["planks", "planks", "planks", "tiles",
                               "carpet", "cloth", "stone", "stone"])
    if kind == "planks":
        parts = planks(rng, 0.0, rng.choice(["oak", "oak", "grey oak",
                                             "walnut", "pine", "birch"]),
                       rng.uniform(70, 180), rng.uniform(700, 1600))
    elif kind == "tiles":
        parts = tiles(rng, 0.0, rng.choice([(196, 190, 180), (140, 136, 132),
                                            (210, 200, 186), (90, 88, 90)]),
                      rng.choice([200, 300, 330, 450]))
    elif kind == "carpet":
        parts = carpet(rng, 0.0, rng.choice([(90, 88, 84), (120, 104, 84),
                                             (58, 66, 84), (110, 50, 50)]))
    elif kind == "cloth":
        parts = cloth(rng, 0.0, rng.choice(GAUDY))
    else:
        parts = stone(rng, 0.0, rng.choice([(206, 204, 198), (170, 168, 164),
                                            (226, 220, 210), (96, 98, 102)]))
    heads = [p for p in parts if p.startswith("#declare")]
    bodies = [p for p in parts if not p.startswith("#declare")]
    return kind, "%s\nunion { %s rotate z*%.2f translate %s }" % (
        "\n".join(heads), "\n".join(bodies), rng.uniform(0, 90),
        vec(rng.uniform(-60, 60), rng.uniform(-60, 60), z))


def draw_table(rng, top_z, board_mm):
    """A table top just under the board; None most of the time."""
    if rng.random() > 0.45:
        return None, ""
    name = rng.choice(["oak", "walnut", "birch", "pine", "white laminate",
                       "dark stain", "grey paint"])
    tex = texture(pigment(rng, name, rng.uniform(0, 10)),
                  rng.choice(["matt", "satin", "lacquer"]))
    tex += "interior { ior 1.5 }"
    dx, dy = rng.uniform(-120, 120), rng.uniform(-120, 120)
    if rng.random() < 0.4:
        r = board_mm + rng.uniform(60, 320)
        edge = [(0, -28), (r - 5, -28), (r, -23), (r, -3), (r - 3, 0), (0, 0)]
        return r, "%s\n" % lathe(edge, "%s translate %s" % (
            tex, vec(dx / 3, dy / 3, top_z)))
    a, b = board_mm + rng.uniform(40, 260), board_mm + rng.uniform(150, 700)
    return min(a, b), "object { %s %s rotate z*%.1f translate %s }\n" % (
        box((-a, -b, -30), (a, b, 0)), tex, rng.uniform(0, 180),
        vec(dx, dy, top_z))


def cup(rng):
    """A mug or a glass with something dark in it."""
    r, h = rng.uniform(34, 44), rng.uniform(70, 110)
    wall = [(0, 0), (r * 0.85, 0), (r, h), (r - 3, h), (r * 0.85 - 3, 6),
            (0, 6)]
    tex = plain(rng.choice(GAUDY), "satin")
    liquid = cylinder((0, 0, 6), (0, 0, h * 0.75), r * 0.85,
                      plain(rng.choice([(46, 26, 16), (120, 70, 30)])))
    return "union { %s %s }" % (lathe(wall, tex), liquid), r + 4


def bowl(rng):
    """A small bowl for the 20s."""
    r = rng.uniform(45, 75)
    outline = [(0, 0), (r * 0.55, 0), (r * 0.9, r * 0.3), (r, r * 0.5),
               (r - 4, r * 0.5), (r * 0.86, r * 0.33), (r * 0.5, 5), (0, 5)]
    pig = texture(pigment(rng, rng.choice(["walnut", "oak", "white paint"])))
    return lathe(outline, pig), r + 4


def phone(rng):
    """A telephone lying on its back."""
    glass = plain((14, 15, 18), "lacquer") + "interior { ior 1.5 }"
    return ("union { %s %s }" % (
        box((-37, -76, 0), (37, 76, 7.5), plain(rng.choice(GAUDY))),
        box((-34, -72, 7.4), (34, 72, 7.9), glass))), 86


def sheet(rng):
    """A score sheet with lines of print."""
    out = [box((-105, -148, 0), (105, 148, 0.4),
               plain((236, 234, 228), "matt"))]
    for row in range(9):
        y = 110 - 22 * row
        out.append(box((-85, y, 0.3), (-85 + rng.uniform(60, 170), y + 5,
                                       0.5), plain((70, 72, 84), "matt")))
    return "union { %s scale %.2f }" % ("\n".join(out),
                                        rng.uniform(0.5, 1.0)), 150


def coaster(rng):
    """A round mat, rather like a big disc."""
    r = rng.uniform(40, 52)
    return cylinder((0, 0, 0), (0, 0, 4), r, plain(rng.choice(GAUDY),
                                                  "matt")), r


def carton(rng):
    """A box of something."""
    a, b, h = rng.uniform(30, 80), rng.uniform(30, 60), rng.uniform(20, 90)
    return box((-a, -b, 0), (a, b, h), plain(rng.choice(GAUDY))), \
        math.hypot(a, b)


def bottle_top(rng):
    """Two or three coins or caps."""
    out = []
    for k in range(rng.choice([1, 2, 3])):
        x, y = rng.uniform(-25, 25), 30 * k
        out.append(cylinder((x, y, 0), (x, y, 2), 12,
                            plain(rng.choice([(176, 140, 90),
                                              (170, 172, 176)]))))
    return "union { %s }" % "\n".join(out), 80


THINGS = [cup, cup, bowl, phone, sheet, coaster, coaster, carton, bottle_top]


def cable(rng, z, inner_mm):
    """A cable that wanders past the board."""
    a = rng.uniform(0, 2 * math.pi)
    pts = []
    for k in range(9):
        d = inner_mm + 40 + rng.uniform(0, 70)
        along = (k - 4) * 130
        x = d * math.cos(a) - along * math.sin(a)
        y = d * math.sin(a) + along * math.cos(a)
        pts.append("%s, 3.2" % vec(x, y, z + 3.2))
    return "sphere_sweep { cubic_spline 9, %s tolerance 0.1 %s }" % (
        ", ".join(pts), plain(rng.choice([(24, 24, 26), (226, 226, 224)])))


def scatter(rng, z, inner_mm, reach_mm, count, taken):
    """Things beside the board, none into another; `taken` are circles
    (x, y, r) and grows."""
    out = []
    for _ in range(count):
        text, r = rng.choice(THINGS)(rng)
        for _ in range(20):
            a = rng.uniform(0, 2 * math.pi)
            d = inner_mm + r + rng.uniform(8, 240)
            x, y = d * math.cos(a), d * math.sin(a)
            if d + r < reach_mm and all(
                    math.hypot(x - q[0], y - q[1]) > r + q[2] + 4
                    for q in taken):
                taken.append((x, y, r))
                out.append("object { %s rotate z*%.1f translate %s }" % (
                    text, rng.uniform(0, 360), vec(x, y, z)))
                break
    return out


def flesh_part(p, q, r_mm):
    """A blob component that alone is a capsule of radius r.

    A component of strength 2 falls as 2 (1 - (d/R)^2)^2: it meets the
    threshold 0.5 at d = R / sqrt(2).
    """
    return "cylinder { %s, %s, %.2f, 2 }" % (vec(*p), vec(*q),
                                            r_mm * math.sqrt(2))


def arm(rng, board, reach_mm):
    """A hand over the rim that hides part of the outer line."""
    a = rng.uniform(0, 2 * math.pi)
    skin, sleeve = rng.choice(SKIN), rng.choice(GAUDY)
    tip = board.line_radii_mm["outer"] - reach_mm
    z = board.rail_top_mm + 45

    def at(d, side, height):
        """A point d along the arm, `side` across it."""
        return (d * math.cos(a) - side * math.sin(a),
                d * math.sin(a) + side * math.cos(a), height)

    caps = [(at(tip + 330, 0, z + 60), at(tip + 700, 40, z + 120), 46, 1),
            (at(tip + 180, 0, z + 5), at(tip + 360, 0, z + 60), 30, 0),
            (at(tip + 100, -16, z), at(tip + 180, -8, z + 8), 24, 0),
            (at(tip + 100, 16, z), at(tip + 180, 8, z + 8), 24, 0)]
    for k, length in enumerate((18, 0, 4, 26)):
        side = -33 + 22 * k
        caps.append((at(tip + length + 10, side * 1.1, z - 26),
                     at(tip + 100, side * 0.8, z + 3), 9, 0))
    caps.append((at(tip + 85, 62, z - 25), at(tip + 150, 30, z), 11, 0))
    flesh = texture(paint_pigment(rng, skin, 9.0), "satin")
    cloth_tex = texture(paint_pigment(rng, sleeve, 10.0), "matt",
                        "normal { bumps 0.3 scale 4 }")
    text = "blob { threshold 0.5 %s %s } %s" % (
        " ".join(flesh_part(p, q, r) for p, q, r, which in caps
                 if which == 0), flesh,
        " ".join("cylinder { %s, %s, %.1f %s }" % (
            vec(*p), vec(*q), r, cloth_tex) for p, q, r, which in caps
            if which == 1))
    return text, [Cover("capsule", p, q, r) for p, q, r, _ in caps]


def magazine(rng, board, reach_mm):
    """A magazine laid across the rim, level, over the outer line."""
    a = rng.uniform(0, 2 * math.pi)
    if board.outline == "octagon":
        a = math.radians(board.outline_angle_deg + 45 * rng.randrange(8))
    half = (rng.uniform(100, 150), rng.uniform(70, 105), 3.0)
    d = board.line_radii_mm["outer"] - reach_mm + half[0]
    turn = a + math.radians(rng.uniform(-12, 12))
    at = (d * math.cos(a), d * math.sin(a), board.rail_top_mm + 3.2)
    cover, ink = rng.choice(GAUDY), rng.choice(GAUDY)
    body = "union { %s %s %s translate 0 }" % (
        box([-c for c in half], half, plain(cover)),
        box((-half[0] * 0.7, -half[1] * 0.6, 2.9),
            (half[0] * 0.2, half[1] * 0.6, 3.1), plain(ink)),
        cylinder((half[0] * 0.6, 0, 2.9), (half[0] * 0.6, 0, 3.1),
                 half[1] * 0.4, plain(rng.choice(GAUDY))))
    text = "object { %s rotate z*%.3f translate %s }" % (
        body, math.degrees(turn), vec(*at))
    return text, [Cover("sheet", at, half, turn)]


