# SPDX-License-Identifier: Apache-2.0
"""Things that are round, ringed or dotted and no crokinole board (mm).

Each function returns POV-Ray text, the radius it takes on z = 0 and the
height of its top.
"""

import math

from .board_scene import box, cylinder, lathe
from .materials import (body, jitter, metal, paint_pigment, pigment, plain,
                        srgb, texture, vec)

CHINA = [(232, 230, 224), (214, 222, 226), (60, 90, 130), (196, 120, 84),
         (70, 72, 76)]
TURN_Z = "rotate z*%.2f"


def rings_pigment(edges, colours, wedges=None):
    """Concentric bands: colours[k] up to edges[k] (mm)."""
    full, rows, at = edges[-1] * 1.001, [], 0.0
    for edge, colour in zip(edges, colours):
        pig = colour if isinstance(colour, str) \
            else "pigment { color %s }" % srgb(colour)
        rows += ["[%.6f %s]" % (at / full, body(pig)),
                 "[%.6f %s]" % (edge / full, body(pig))]
        at = edge
    rows.append("[1 %s]" % rows[-1].split(" ", 1)[1][:-1])
    return ("pigment { function { min(sqrt(x*x + y*y)/%.4f, 0.99999) } "
            "pigment_map { %s } }" % (full, " ".join(rows)))


def plate_profile(r, h):
    """(radius, z) outline of a plate."""
    return [(0, 1), (r * 0.5, 1), (r * 0.62, 2), (r * 0.72, h * 0.7),
            (r, h), (r, h + 2.5), (r * 0.72, h * 0.7 + 3.5),
            (r * 0.62, 5.5), (r * 0.55, 4.5), (0, 4.5)]


def plate(rng):
    """A dinner plate with printed rings, and perhaps coins or biscuits."""
    r = rng.uniform(110, 150)
    base, band = jitter(rng, rng.choice(CHINA), 6), rng.choice(CHINA)
    edges = [r * 0.5, r * 0.515, r * 0.7, r * 0.72, r * 0.95, r * 0.97, r]
    colours = [base, band, base, band, base, band, base]
    text = lathe(plate_profile(r, 20),
                 texture(rings_pigment(edges, colours), "lacquer")
                 + " interior { ior 1.5 }")
    for _ in range(rng.choice([0, 0, 3, 6])):
        a, d = rng.uniform(0, 2 * math.pi), rng.uniform(0, 0.4 * r)
        at = (d * math.cos(a), d * math.sin(a), 4.5)
        text += cylinder(at, (at[0], at[1], 13), rng.uniform(14, 20), plain(
            jitter(rng, rng.choice([(190, 140, 84), (74, 46, 30)]), 8)))
    return text, r, 22


def bowl(rng):
    """A bowl seen from above, with fruit."""
    r = rng.uniform(90, 150)
    outline = [(0, 0), (r * 0.45, 0), (r * 0.8, r * 0.25), (r, r * 0.6),
               (r - 5, r * 0.6), (r * 0.76, r * 0.29), (r * 0.42, 6), (0, 6)]
    text = lathe(outline, texture(pigment(rng, rng.choice(
        ["walnut", "oak", "cherry", "white paint", "blue paint"]))))
    for k in range(rng.choice([0, 3, 5])):
        a = k * 2.4
        text += "sphere { %s, %.1f %s }" % (
            vec(r * 0.35 * math.cos(a), r * 0.35 * math.sin(a), r * 0.42),
            r * 0.24, plain(jitter(rng, rng.choice(
                [(196, 60, 40), (216, 150, 40), (130, 160, 60)]), 10)))
    return text, r, r * 0.6


def sector_pigment(a, b, count):
    """Two colours alternating round the centre."""
    return ("pigment { function { mod(atan2(y, x)*%.6f + %d, 1) } color_map {"
            " [0.5 %s] [0.5 %s] } }" % (count / (4 * math.pi) * 1.0,
                                        count, srgb(a), srgb(b)))


def dartboard(rng):
    """A dartboard: 20 sectors, doubles, trebles, wires."""
    r, black, cream = 170.0, (26, 26, 26), (214, 200, 166)
    red, green = (176, 34, 36), (34, 110, 64)
    edges = [6.35, 15.9, 99, 107, 162, 170, 222]
    # twenty sectors are ten pairs
    field = sector_pigment(black, cream, 20)
    rims = sector_pigment(red, green, 20)
    pig = rings_pigment(edges, [red, green, field, rims, field, rims,
                                (22, 22, 22)])
    text = cylinder((0, 0, 0), (0, 0, 38), 222, texture(pig, "matt"))
    for edge in (15.9, 99, 107, 162, 170):
        text += "torus { %.1f, 0.8 rotate x*90 translate z*38 %s }" % (
            edge, metal())
    for k in range(20):
        text += "cylinder { <16,0,38>, <170,0,38>, 0.7 rotate z*%d %s }" % (
            18 * k + 9, metal())
    for k, number in enumerate((6, 13, 4, 18, 1, 20, 5, 12, 9, 14, 11, 8, 16,
                                7, 19, 3, 17, 2, 15, 10)):
        text += ('object { Centred(text { ttf "timrom.ttf" "%d" 1, 0 scale '
                 '<24,24,1> }) rotate -z*90 translate <195,0,38> '
                 'rotate z*%d %s }' % (
                     number, 18 * k, plain((210, 210, 206))))
    return "union { %s %s }" % (text, TURN_Z % rng.uniform(0, 360)), 222, 38


def archery(rng):
    """An archery target face on straw."""
    r = rng.uniform(200, 300)
    tints = [(226, 196, 60), (186, 44, 44), (60, 120, 176), (36, 36, 38),
             (228, 226, 220)]
    edges, colours = [], []
    for k in range(10):
        outer = r * (k + 1) / 10
        edges += [outer - 1.2, outer]
        colours += [tints[k // 2], (90, 90, 90)]
    pig = rings_pigment(edges, colours)
    pile = box((-r * 1.1, -r * 1.1, -60), (r * 1.1, r * 1.1, 0), texture(
        paint_pigment(rng, (188, 156, 96), 22), "matt"))
    return "union { %s %s %s translate z*60 }" % (
        pile, cylinder((0, 0, -1), (0, 0, 1), r, texture(pig, "matt")),
        TURN_Z % rng.uniform(0, 90)), r * 1.25, 60


def clock(rng):
    """A wall clock lying on its back."""
    r, face = rng.uniform(120, 170), rng.choice([(232, 230, 222),
                                                 (40, 42, 46)])
    ink = (24, 24, 26) if face[0] > 100 else (226, 224, 216)
    text = cylinder((0, 0, 0), (0, 0, 20), r, plain(face, "matt"))
    text += "torus { %.1f, 9 rotate x*90 translate z*22 %s }" % (
        r, plain(rng.choice([(40, 30, 26), (150, 40, 40), (170, 170, 172)])))
    text += "torus { %.1f, 0.9 rotate x*90 translate z*20 %s }" % (
        r * 0.9, plain(ink))
    for k in range(12):
        text += box((r * 0.82, -2, 20), (r * 0.9, 2, 20.6),
                    plain(ink) + "rotate z*%d" % (30 * k))
        text += ('object { Centred(text { ttf "timrom.ttf" "%d" 1, 0 scale '
                 '<%.1f,%.1f,1> }) translate %s %s }' % (
                     12 if k == 0 else k, r * 0.16, r * 0.16,
                     vec(r * 0.68 * math.sin(k * math.pi / 6),
                         r * 0.68 * math.cos(k * math.pi / 6), 20.4),
                     plain(ink)))
    for length, width in ((0.5, 4.5), (0.75, 3.0)):
        text += box((-r * 0.1, -width, 23), (r * length, width, 24),
                    plain(ink) + TURN_Z % rng.uniform(0, 360))
    text += cylinder((0, 0, 20), (0, 0, 27), 8, plain(ink))
    return "union { %s %s }" % (text, TURN_Z % rng.uniform(0, 360)), r, 22


def record(rng):
    """A vinyl record, sometimes on a turntable."""
    r = 150.0
    label = jitter(rng, rng.choice([(190, 50, 40), (220, 180, 60),
                                    (50, 90, 150), (226, 224, 216)]), 10)
    edges, colours = [3.6, 48, 50], [(180, 180, 180), label, (30, 30, 32)]
    at = 50.0
    while at < 148:
        at += rng.uniform(2.5, 14)
        edges += [min(at, 149.0), min(at, 149.0) + 0.7]
        colours += [(19, 19, 21), (44, 44, 47)]
    edges.append(r + 1)
    colours.append((16, 16, 18))
    tex = texture(rings_pigment(edges, colours), "lacquer")
    text = cylinder((0, 0, 40), (0, 0, 42), r, tex + "interior { ior 1.5 }")
    text += cylinder((0, 0, 30), (0, 0, 40), r + 5, metal())
    text += box((-200, -180, 0), (230, 180, 30), texture(
        pigment(rng, rng.choice(["walnut", "oak", "black paint"]))))
    text += "union { %s %s %s }" % (
        cylinder((190, 120, 30), (190, 120, 70), 24, metal()),
        "cylinder { <190,120,62>, <95,-70,50>, 5 %s }" % metal(),
        "box { <-9,-16,-4>, <9,16,6> rotate z*27 translate <92,-76,50> %s }"
        % plain((30, 30, 32)))
    return "union { %s %s }" % (text, TURN_Z % rng.uniform(0, 360)), 260, 42


def round_table(rng):
    """A round table with cups and mats, the floor below."""
    r = rng.uniform(350, 550)
    name = rng.choice(["oak", "walnut", "maple", "white laminate", "cherry"])
    edge = [(0, -26), (r - 6, -26), (r, -20), (r, -4), (r - 4, 0), (0, 0)]
    text = lathe(edge, texture(pigment(rng, name, 20.0), "lacquer")
                 + "interior { ior 1.5 }")
    for k in range(rng.choice([0, 4, 6, 8])):
        a = k * math.pi / 4 + rng.uniform(-0.1, 0.1)
        at = (r * 0.62 * math.cos(a), r * 0.62 * math.sin(a))
        size = rng.choice([18, 40, 48])
        text += cylinder((at[0], at[1], 0), (at[0], at[1], 5), size, plain(
            jitter(rng, rng.choice(CHINA), 10)))
    return "union { %s translate z*700 }" % text, r, 700


def wheel(rng):
    """A bicycle wheel lying on the floor."""
    r = rng.uniform(290, 335)
    text = "torus { %.1f, 16 rotate x*90 translate z*18 %s }" % (
        r, plain((30, 30, 31), "matt"))
    text += "torus { %.1f, 9 rotate x*90 translate z*18 %s }" % (
        r - 20, metal())
    text += cylinder((0, 0, 0), (0, 0, 50), 22, metal((90, 90, 92)))
    text += cylinder((0, 0, 20), (0, 0, 24), 70, plain((50, 50, 52)))
    for k in range(32):
        a = 11.25 * k
        text += "cylinder { <22,%d,%d>, <%.1f,0,18>, 1.2 rotate z*%.2f %s }" \
            % (16 if k % 4 < 2 else -16, 8 if k % 2 else 42, r - 22, a,
               metal())
    return "union { %s %s }" % (text, TURN_Z % rng.uniform(0, 90)), r + 16, 20


def coins(rng):
    """Coins in heaps on a table."""
    tints, text, spots = [(184, 128, 70), (176, 176, 178), (206, 176, 96)], \
        "", []
    for _ in range(rng.randint(8, 22)):
        x, y = rng.uniform(-110, 110), rng.uniform(-110, 110)
        r, tint = rng.uniform(9, 15), rng.choice(tints)
        if any(math.hypot(x - q[0], y - q[1]) < r + q[2] + 1 for q in spots):
            continue
        spots.append((x, y, r))
        for k in range(rng.choice([1, 1, 1, 3, 6])):
            dx, dy = rng.uniform(-1, 1), rng.uniform(-1, 1)
            text += lathe([(0, 0), (r, 0), (r, 2), (r - 1.4, 2.1),
                           (r - 1.5, 1.8), (0, 1.8)], "translate %s %s" % (
                               vec(x + dx, y + dy, 2.1 * k), metal(tint)))
    return text, 150, 0


def checkers(rng):
    """A square draughts board with its men."""
    s, a, b = 40.0, (206, 170, 120), (96, 58, 38)
    text = box((-4 * s, -4 * s, 0), (4 * s, 4 * s, 12), texture(
        "pigment { checker color %s color %s scale %.1f }" % (
            srgb(a), srgb(b), s), "satin") + "translate 0")
    text += "difference { %s %s %s }" % (
        box((-4.6 * s, -4.6 * s, 0), (4.6 * s, 4.6 * s, 13)),
        box((-4 * s, -4 * s, -1), (4 * s, 4 * s, 14)),
        texture(pigment(rng, "walnut")))
    men = [(28, 26, 26), rng.choice([(176, 34, 34), (224, 214, 196)])]
    for _ in range(rng.randint(6, 20)):
        i, j = rng.randrange(8), rng.randrange(8)
        if (i + j) % 2:
            x, y = (i - 3.5) * s, (j - 3.5) * s
            text += cylinder((x, y, 12), (x, y, 20), 15,
                             plain(men[j > 3], "satin"))
    return "union { %s %s }" % (text, TURN_Z % rng.uniform(0, 90)), \
        4.6 * s * 1.3, 13


def ringed_carpet(rng):
    """A round rug with concentric bands."""
    r = rng.uniform(400, 700)
    tints = rng.sample([(150, 60, 50), (210, 196, 170), (60, 74, 100),
                        (100, 110, 80), (190, 150, 90), (70, 60, 56)], 3)
    edges, colours, at = [], [], 0.0
    while at < r:
        at += rng.uniform(0.04, 0.2) * r
        edges.append(min(at, r))
        colours.append(paint_pigment(rng, tints[len(edges) % 3], 14))
    tex = texture(rings_pigment(edges, colours), "matt",
                  "normal { bumps 0.7 scale 4 }")
    return cylinder((0, 0, 0), (0, 0, 8), r, tex), r, 8


def drain(rng):
    """A manhole cover with rings of studs."""
    r, iron = rng.uniform(280, 330), (84, 82, 80)
    tex = texture(paint_pigment(rng, iron, 12), "satin")
    text = cylinder((0, 0, 0), (0, 0, 4), r, tex)
    for d in (0.25, 0.5, 0.75, 0.95):
        text += "torus { %.1f, 4 rotate x*90 translate z*4 %s }" % (
            r * d, tex)
        for k in range(int(24 * d)):
            a = 2 * math.pi * k / int(24 * d)
            x, y = r * (d - 0.11) * math.cos(a), r * (d - 0.11) * math.sin(a)
            text += cylinder((x, y, 0), (x, y, 9), 14, tex)
    return text, r, 8


def bare_floor(_rng):
    """Nothing but the floor."""
    return "", 500, 0


SUBJECTS = [("plate", plate), ("dartboard", dartboard), ("clock", clock),
            ("record", record), ("archery target", archery),
            ("round table", round_table), ("wheel", wheel),
            ("coins", coins), ("bowl", bowl), ("draughts", checkers),
            ("ringed rug", ringed_carpet), ("manhole cover", drain),
            ("wood floor", bare_floor), ("tiled floor", bare_floor),
            ("carpet", bare_floor)]
FLOOR_FOR = {"wood floor": "planks", "tiled floor": "tiles",
             "carpet": "carpet", "manhole cover": "stone"}


def draw(rng, index):
    """Subject number `index`, in turn: name, text, radius and top."""
    name, make = SUBJECTS[index % len(SUBJECTS)]
    text, reach, top = make(rng)
    return name, text, reach, top
