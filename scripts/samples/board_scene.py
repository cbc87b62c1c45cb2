# SPDX-License-Identifier: Apache-2.0
"""A board and its discs as POV-Ray text (mm, board frame)."""

import math

from .discs import COLOURS, WOODEN
from .materials import (body, metal, paint_pigment, pigment, plain, srgb,
                        surface_pigment, texture, vec)

MARK_HALF_MM = 1.0    # marks are solids through z = 0 that colour the wood
FIELD_MM = 400.0      # radius that the radial colour map spans
IOR = "interior { ior 1.5 }"

PRELUDE = """
#macro Centred(Thing)
  object { Thing translate -(min_extent(Thing)+max_extent(Thing))/2 }
#end
"""


def cylinder(a, b, r, tail=""):
    """A cylinder between two points."""
    return "cylinder { %s, %s, %.6g %s }" % (vec(*a), vec(*b), r, tail)


def box(a, b, tail=""):
    """An upright box between two corners."""
    return "box { %s, %s %s }" % (vec(*a), vec(*b), tail)


def lathe(points, tail=""):
    """A body of revolution about z from (radius, z) points."""
    pts = list(points) + [points[0]]
    return "lathe { linear_spline %d, %s rotate x*90 %s }" % (
        len(pts), ", ".join(vec(*p) for p in pts), tail)


def ink_pigment(board):
    """The colour lines and numerals are printed in."""
    ink = board.look["ink_rgb"]
    return ("pigment { bozo color_map { [0 %s] [1 %s] } scale 6 }" % (
        srgb(tuple(c - 6 for c in ink)), srgb(tuple(c + 8 for c in ink))))


def chipped(board, zone, part):
    """A zone of which that part shows what is under it."""
    wear = board.look.get("wear")
    return ("pigment { bozo pigment_map { [0 %s] [%.3f %s] [%.3f color %s] "
            "[1 color %s] } turbulence 0.4 scale %.2f }" % (
                body(zone), 1 - part, body(zone), min(1.04 - part, 0.999),
                srgb(wear["rgb"]), srgb(wear["rgb"]), wear["grain_mm"]))


def ring_entries(board, zone):
    """The radial map's rows of the ring that is printed round the hole."""
    ring = board.look.get("ring")
    if not ring:
        return [(0.0, zone)]
    # a collar begins inside the hole, where there is no surface
    start = ring["from_mm"] if ring["from_mm"] > board.hole_radius_mm else 0.0
    ink = "pigment { color %s }" % srgb(ring["rgb"])
    return [(0.0, zone), (start, zone), (start, ink), (ring["to_mm"], ink),
            (ring["to_mm"], zone)]


def hole_entries(board, zone):
    """The radial map's rows about the hole: chipped most at its edge."""
    wear, hole = board.look.get("wear"), board.hole_radius_mm
    if not wear:
        return ring_entries(board, zone)
    rows, at = [(0.0, zone)], hole - MARK_HALF_MM
    under = zone
    for k, part in enumerate((wear["part"], 0.5 * wear["part"])):
        here = chipped(board, zone, max(part, 0.05))
        rows += [(at, under), (at, here)]
        at, under = hole + wear["width_mm"] * (k + 1) / 2, here
        rows += [(at, under)]
    return rows + [(at, zone)]


def radial_pigment(board, base):
    """Rings (exactly R - w/2 to R + w/2) and painted zones on a base."""
    ink, half = ink_pigment(board), board.line_width_mm / 2
    zone = base
    if board.look["inner_rgb"]:
        zone = "pigment { color %s }" % srgb(board.look["inner_rgb"])
    rings = sorted(list(board.line_radii_mm.values())
                   + board.decor_line_radii_mm)
    entries, inner = hole_entries(board, zone), board.line_radii_mm["inner"]
    at = entries[-1][0]
    for r in rings:
        under = zone if r <= inner else base
        entries += [(at, under), (r - half, under), (r - half, ink),
                    (r + half, ink)]
        at = r + half
    entries += [(at, base), (FIELD_MM, base)]
    rows = " ".join("[%.8f %s]" % (r / FIELD_MM, body(p)) for r, p in entries)
    return ("pigment { function { min(sqrt(x*x + y*y)/%.1f, 0.9999) } "
            "pigment_map { %s } }" % (FIELD_MM, rows))


def quadrant_marks(board):
    """Lines at 45 deg + k * 90 from the middle (or the hole) outwards."""
    lines, w = board.line_radii_mm, board.line_width_mm / 2
    start = lines["middle"]
    if board.look["quadrant_lines"] == "through":
        start = lines["inner"]
    return [box((start, -w, -MARK_HALF_MM),
                (lines["outer"], w, MARK_HALF_MM),
                "rotate z*%d" % (45 + 90 * k)) for k in range(4)]


def text_mark(board, words, size_mm, r_mm, angle_deg):
    """Words centred at a place, their feet to the rim (or to the hole)."""
    turn = angle_deg + (-90 if board.look["numerals_inward"] else 90)
    at = (r_mm * math.cos(math.radians(angle_deg)),
          r_mm * math.sin(math.radians(angle_deg)), 0)
    return ('object { Centred(text { ttf "%s" "%s" 2, 0 scale '
            '<%.2f,%.2f,1> }) rotate z*%.2f translate %s }' % (
                board.look["numeral_font"], words, size_mm, size_mm, turn,
                vec(*at)))


def numeral_marks(board):
    """5, 10 and 15 in the middle of their zones, 20 beside the hole."""
    if not board.numerals:
        return []
    lines, size = board.line_radii_mm, board.look["numeral_mm"]
    hole = board.hole_radius_mm
    places = [("5", (lines["outer"] + lines["middle"]) / 2),
              ("10", (lines["middle"] + lines["inner"]) / 2),
              ("15", lines["inner"] * 0.78)]
    if size < 14:
        places.append(("20", hole + 0.3 * (lines["inner"] - hole)))
    return [text_mark(board, words, size, r,
                      board.look["numeral_turn_deg"] + 90 * k)
            for words, r in places for k in range(4)]


def logo_marks(board):
    """A maker's mark between the middle and the inner line."""
    r = (board.line_radii_mm["middle"] + board.line_radii_mm["inner"]) / 2
    if board.look["logo"] == "text":
        return [text_mark(board, "NORTHWOOD", 9.0, r, 270 + 45)]
    if board.look["logo"] == "star":
        pts = [((14, 6)[k % 2] * math.cos(math.pi * k / 5),
                (14, 6)[k % 2] * math.sin(math.pi * k / 5))
               for k in range(10)]
        pts = ", ".join(vec(x, -y) for x, y in pts + pts[:1])
        return ["prism { -1, 1, 11, %s rotate x*90 translate <0,%.2f,0> "
                "rotate z*30 }" % (pts, r)]
    if board.look["logo"] == "bar":
        return [box((-24, r - 4, -1), (24, r + 4, 1), "rotate z*60"),
                cylinder((0, r - 18, -1), (0, r - 18, 1), 7, "rotate z*60")]
    return []


def surface_texture(rng, board):
    """Base, rings, then numerals, quadrant lines and logo."""
    base = surface_pigment(rng, board.surface, rng.uniform(0, 180))
    marks = (quadrant_marks(board) + numeral_marks(board)
             + logo_marks(board))
    pig = ("pigment { object { union { %s } %s %s } }" % (
        "\n".join(marks), radial_pigment(board, base), ink_pigment(board)))
    bump = "normal { bumps %.3f scale <25,3,3> }" % rng.uniform(0.004, 0.02)
    return texture(pig, board.look["gloss"], bump)


def surface(rng, board):
    """The playing surface with its hole."""
    r, hole = board.surface_radius_mm, board.hole_radius_mm
    deep, floor = board.hole_depth_mm, board.ditch_depth_mm
    edge = [(0, -floor - 0.5), (r, -floor - 0.5), (r, -0.8), (r - 0.8, 0),
            (0, 0)]
    drill = cylinder((0, 0, -deep - 0.5), (0, 0, 1), hole,
                     plain((96, 66, 44), "matt"))
    disc = "difference { %s %s %s %s }" % (
        lathe(edge), drill, surface_texture(rng, board), IOR)
    bottom = cylinder((0, 0, -deep - 0.6), (0, 0, -deep), hole + 0.05,
                      plain(board.look["hole_rgb"], "matt"))
    return disc + "\n" + bottom


def plate(board, apothem, z0, z1, tail):
    """A flat plate with the board's outline."""
    if board.outline == "round":
        return cylinder((0, 0, z0), (0, 0, z1), apothem, tail)
    r = apothem / math.cos(math.pi / 8)
    pts = [math.radians(board.outline_angle_deg + 22.5 + 45 * k)
           for k in range(9)]
    # a prism grows along y: (x, y, z) is laid down as (x, -z, y)
    return "prism { %.4f, %.4f, 9, %s rotate x*90 %s }" % (
        z0, z1, ", ".join(vec(r * math.cos(a), -r * math.sin(a))
                          for a in pts), tail)


def ditch(rng, board):
    """The floor of the ditch."""
    name = board.look["ditch"]
    apothem = board.surface_radius_mm + board.ditch_width_mm
    tex = texture(pigment(rng, name, rng.uniform(0, 180)),
                  rng.choice(["matt", "satin"]))
    return plate(board, apothem + 1, board.table_mm, -board.ditch_depth_mm,
                 tex + IOR)


def rail_profile(board):
    """(radius, z) outline of the rail, its top edges rounded."""
    a = board.surface_radius_mm + board.ditch_width_mm
    b, top, low = a + board.rail_width_mm, board.rail_top_mm, board.table_mm
    c = min(2.5, board.rail_width_mm / 4)
    return [(a, low), (a, top - c), (a + 0.3 * c, top - 0.3 * c),
            (a + c, top), (b - c, top), (b - 0.3 * c, top - 0.3 * c),
            (b, top - c), (b, low)]


def rail(rng, board):
    """The rail: one ring, or eight mitred sides with their own grain."""
    profile, name = rail_profile(board), board.look["rail"]
    gloss = rng.choice(["satin", "satin", "lacquer", "matt"])
    if board.outline == "round":
        tex = texture(pigment(rng, name, rng.uniform(0, 180)), gloss)
        return lathe(profile, tex + IOR)
    pts = ", ".join(vec(*p) for p in profile + profile[:1])
    c, s = math.cos(math.pi / 8), math.sin(math.pi / 8)
    sides = []
    for k in range(8):
        tex = texture(pigment(rng, name, 90.0), gloss)
        sides.append(
            "intersection { prism { -260, 260, %d, %s } plane { %s, 0 } "
            "plane { %s, 0 } %s rotate z*%.3f }" % (
                len(profile) + 1, pts, vec(-s, c, 0), vec(-s, -c, 0),
                tex + IOR, board.outline_angle_deg + 45 * k))
    return "\n".join(sides)


def pegs(board):
    """Eight pegs on the inner line, their tops rounded."""
    r, h = board.peg_diameter_mm / 2, board.peg_height_mm
    style = board.look["pegs"]
    body = {"metal": metal(), "dark": plain((34, 30, 30)),
            "white": plain((226, 222, 214)), "white-topped": plain((30,) * 3),
            "wood": plain((196, 152, 100))}[style]
    top = plain((230, 226, 218)) if style == "white-topped" else body
    out = []
    for x, y in board.pegs_mm():
        out.append(cylinder((x, y, -2), (x, y, h - r * 0.5), r, body))
        out.append("sphere { 0, %.4f scale <1,1,0.5> translate %s %s }" % (
            r, vec(x, y, h - r * 0.5), top))
    return "\n".join(out)


def disc_profile(kind):
    """(radius, z) outline of a disc: rounded rims and its kind of face."""
    r, h, b, dish = (kind.radius_mm, kind.thickness_mm, kind.bevel_mm,
                     kind.dish_mm)
    arc = [(r - b + b * math.sin(t), b - b * math.cos(t))
           for t in (0.0, 0.5, 1.0, math.pi / 2)]
    half = [(0, 0)] + arc
    if kind.face == "concave":
        half = [(0, dish), (0.35 * r, 0.85 * dish), (0.6 * r, 0.45 * dish),
                (0.8 * r, 0)] + arc
    elif kind.face == "ring":
        half = [(0, 0), (0.62 * r, 0), (0.65 * r, 0.7 * dish),
                (0.72 * r, 0.7 * dish), (0.75 * r, 0)] + arc
    return half + [(x, h - z) for x, z in reversed(half)]


def disc_texture(rng, team):
    """Wood with grain for wooden discs, paint for the others."""
    base = next((n for n in COLOURS if n == team["name"]), None)
    rgb = tuple(c + rng.uniform(-5, 5) for c in team["rgb"])
    gloss = rng.choice(["matt", "satin"])
    if base in WOODEN:
        dark = tuple(c * 0.8 for c in rgb)
        pig = ("pigment { wood turbulence 0.3 octaves 3 color_map { [0 %s] "
               "[0.6 %s] [1 %s] } scale <%.2f,%.2f,60> rotate y*%.1f "
               "translate %s }" % (
                   srgb(tuple(c * 1.04 for c in rgb)), srgb(rgb), srgb(dark),
                   4, 4, 90 + rng.uniform(-6, 6),
                   vec(rng.uniform(-99, 99), rng.uniform(-20, 20),
                       -rng.uniform(5, 40))))
        return texture(pig, gloss)
    return texture(paint_pigment(rng, rgb, 3.0), gloss)


def disc_object(rng, disc, teams):
    """One disc, turned at random about its own axis."""
    u, v, n = disc.frame()
    return ("object { DiscBody %s rotate z*%.1f matrix <%s> }" % (
        disc_texture(rng, teams[disc.team]), rng.uniform(0, 360),
        ",".join("%.9g" % c for c in u + v + n + disc.bottom)))


def discs(rng, kind, teams, laid):
    """All discs, on the board and beside it."""
    head = "#declare DiscBody = %s\n" % lathe(disc_profile(kind))
    return head + "\n".join(disc_object(rng, d, teams) for d in laid)


def board_scene(rng, board):
    """The whole board without discs."""
    return "\n".join([surface(rng, board), ditch(rng, board),
                      rail(rng, board), pegs(board)])
