# SPDX-License-Identifier: Apache-2.0
"""Discs: sizes, colours, and places where they can really lie.

A disc is a cylinder of radius r and thickness h; (x, y, z) is the centre
of its underside, `normal` points from the underside to the top.
"""

import math
import random
from dataclasses import dataclass

from .camera import cross, dot, unit

DIAMETERS_MM = [31.75, 31.75, 31.75, 31.75, 28.6, 30.0]
THICKNESS_MM = 9.5
BEVEL_MM = (0.7, 1.6)
STEEPEST_RAD = 1.2    # a disc against the edge of the surface
RIM_HOLD_MM = 0.4     # a leaning disc reaches that far over the rim
RIM_HOLD_MORE_MM = 7.0  # ... and so much farther where the rim holds it
CLEAR_MM = 0.03       # smallest gap kept between two solid things
LINE_BAND_MM = 2.0    # `lines` suite: |margin| of every disc

# name: 8-bit sRGB of the paint or the wood
COLOURS = {
    "natural": (222, 172, 118), "birch": (218, 188, 142),
    "maple": (216, 184, 136), "black": (28, 26, 28),
    "dark brown": (78, 48, 34), "walnut": (96, 64, 44),
    "red": (180, 30, 34), "blue": (34, 72, 165), "green": (38, 92, 56),
    "white": (232, 228, 222), "yellow": (214, 172, 44),
    "maroon": (100, 24, 42), "navy": (28, 36, 82),
}
WOODEN = ("natural", "birch", "maple", "dark brown", "walnut")
USUAL_PAIRS = [("natural", "black"), ("maple", "dark brown"),
               ("red", "black"), ("blue", "red"), ("natural", "walnut"),
               ("white", "black"), ("birch", "maroon"), ("yellow", "blue")]
LOW_CONTRAST = {   # surface: a team that hardly stands out from it
    "maple": "maple", "birch": "birch", "oak": "natural",
    "cherry": "walnut", "two-tone": "natural", "walnut": "walnut",
    "white laminate": "white", "red paint": "maroon",
    "blue paint": "navy", "green paint": "green", "black paint": "black"}


@dataclass
class Kind:
    """The size and shape all discs of a picture share."""

    diameter_mm: float
    thickness_mm: float
    bevel_mm: float
    face: str
    dish_mm: float

    @property
    def radius_mm(self):
        """Radius of the disc."""
        return self.diameter_mm / 2

    def as_dict(self):
        """The truth's `disc`."""
        return dict(vars(self))


@dataclass
class Disc:
    """One disc; positions in mm, of the centre of the underside."""

    team: int
    state: str          # flat, hole, leaning, ditch; beside: off the board
    x_mm: float
    y_mm: float
    z_mm: float
    normal: tuple = (0.0, 0.0, 1.0)
    tilt_deg: float = 0.0

    def __post_init__(self):
        self.x_mm, self.y_mm = round(self.x_mm, 4), round(self.y_mm, 4)
        self.z_mm = round(self.z_mm, 4)
        self.normal = tuple(round(c, 6) for c in self.normal)

    @property
    def bottom(self):
        """Centre of the underside."""
        return (self.x_mm, self.y_mm, self.z_mm)

    def top(self, thickness_mm):
        """Centre of the top face."""
        n = unit(self.normal)
        return tuple(self.bottom[i] + thickness_mm * n[i] for i in range(3))

    def frame(self):
        """Three unit vectors, the last one the normal."""
        n = unit(self.normal)
        u = unit(cross((0.0, 1.0, 0.0), n))
        return u, cross(n, u), n


def draw_kind(rng):
    """Size and shape at random."""
    return Kind(rng.choice(DIAMETERS_MM), THICKNESS_MM,
                round(rng.uniform(*BEVEL_MM), 2),
                rng.choice(["flat", "flat", "concave", "ring"]),
                round(rng.uniform(0.4, 0.9), 2))


def colour_gap(a, b):
    """How far apart two teams' colours are (8-bit units)."""
    return math.dist(COLOURS[a], COLOURS[b])


def draw_teams(rng, surface):
    """Two teams: names and colours, now and then hard on the surface."""
    draw = rng.random()
    if draw < 0.45:
        pair = list(rng.choice(USUAL_PAIRS))
    elif draw < 0.7:
        low = LOW_CONTRAST[surface]
        others = [c for c in COLOURS if colour_gap(c, low) > 70]
        pair = [low, rng.choice(others)]
    else:
        while True:
            pair = rng.sample(sorted(COLOURS), 2)
            if colour_gap(*pair) > 70:
                break
    rng.shuffle(pair)
    return [{"name": name,
             "rgb": [max(0, min(255, c + rng.randint(-6, 6)))
                     for c in COLOURS[name]]} for name in pair]


def line_margin(d_mm, r_mm, line_mm, width_mm):
    """Clearance of a disc at distance d from one line; negative: on it."""
    inside = (line_mm - width_mm / 2) - (d_mm + r_mm)
    outside = (d_mm - r_mm) - (line_mm + width_mm / 2)
    return max(inside, outside)


class Table:
    """Discs laid so far, and whether another one fits."""

    def __init__(self, board, kind):
        self.board, self.kind, self.discs = board, kind, []

    def fits(self, x, y, z=0.0, tilted=False):
        """Would a disc here run into a peg, a disc, a wall or the hole?"""
        r, b = self.kind.radius_mm, self.board
        d = math.hypot(x, y)
        if z == 0.0:
            gap = r + b.peg_diameter_mm / 2 + CLEAR_MM
            if any(math.hypot(x - p[0], y - p[1]) < gap for p in b.pegs_mm()):
                return False
            if d > b.surface_radius_mm - 0.3 * r or d < b.hole_radius_mm + 3:
                return False
        return all(self.clear_of(o, x, y, z, tilted) for o in self.discs)

    def clear_of(self, other, x, y, z, tilted):
        """Is there room between a disc here and one already laid?"""
        level = not tilted and other.tilt_deg == 0.0
        if level and abs(z - other.z_mm) > self.kind.thickness_mm:
            return True
        gap = self.kind.diameter_mm + (CLEAR_MM if level else 5.0)
        return math.hypot(x - other.x_mm, y - other.y_mm) >= gap

    def add(self, disc):
        """Lay a disc."""
        self.discs.append(disc)
        return disc

    def try_flat(self, team, spot, tries=60):
        """Lay a flat disc at the first of spot()'s places that fits."""
        for _ in range(tries):
            place = spot()
            if place and self.fits(*place):
                return self.add(Disc(team, "flat", place[0], place[1], 0.0))
        return None


def spot_anywhere(rng, table):
    """A place drawn evenly over the surface."""
    def spot():
        d = table.board.surface_radius_mm * math.sqrt(rng.random())
        a = rng.uniform(0, 2 * math.pi)
        return d * math.cos(a), d * math.sin(a)
    return spot


def spot_touching(rng, table):
    """A place against a disc that already lies there."""
    def spot():
        flat = [o for o in table.discs if o.state == "flat"]
        if not flat:
            return None
        o, a = rng.choice(flat), rng.uniform(0, 2 * math.pi)
        gap = 2 * table.kind.radius_mm + rng.choice([0.05, 0.05, 0.4])
        return o.x_mm + gap * math.cos(a), o.y_mm + gap * math.sin(a)
    return spot


def spot_peg(rng, table):
    """A place against a peg."""
    def spot():
        p, a = rng.choice(table.board.pegs_mm()), rng.uniform(0, 2 * math.pi)
        gap = (table.kind.radius_mm + table.board.peg_diameter_mm / 2
               + rng.uniform(0.05, 1.5))
        return p[0] + gap * math.cos(a), p[1] + gap * math.sin(a)
    return spot


def spot_line(rng, table):
    """A place with a margin of at most LINE_BAND_MM to some line."""
    def spot():
        b, r = table.board, table.kind.radius_mm
        line = b.line_radii_mm[rng.choice(["outer", "middle", "inner"])]
        margin = rng.uniform(-LINE_BAND_MM, LINE_BAND_MM)
        gap = r + b.line_width_mm / 2 + margin
        d = line + rng.choice([-1, 1]) * gap
        a = rng.uniform(0, 2 * math.pi)
        return d * math.cos(a), d * math.sin(a)
    return spot


def lay_in_hole(rng, table, team):
    """A 20: flat on the hole's floor."""
    b, r = table.board, table.kind.radius_mm
    d = (b.hole_radius_mm - r - CLEAR_MM) * math.sqrt(rng.random())
    a = rng.uniform(0, 2 * math.pi)
    return table.add(Disc(team, "hole", d * math.cos(a), d * math.sin(a),
                          -b.hole_depth_mm))


def underside_z(p, n, r, h, x, y):
    """Lowest z of a tilted disc above (x, y), or None beside it.

    p is the centre of the underside, n the unit normal. The disc is the
    part of a cylinder between two planes: cut the vertical line with both.
    """
    q = (x - p[0], y - p[1], -p[2])
    low, high = sorted((-dot(q, n) / n[2], (h - dot(q, n)) / n[2]))
    qn, q2 = dot(q, n), dot(q, q)
    a, b = 1 - n[2] ** 2, q[2] - qn * n[2]
    c = q2 - qn * qn - r * r
    if a > 1e-12:
        root = b * b - a * c
        if root < 0:
            return None
        root = math.sqrt(root)
        low, high = max(low, (-b - root) / a), min(high, (-b + root) / a)
    elif c > 0:
        return None
    return low if low <= high else None


def rest_height(board, kind, x, n):
    """Least z of the underside's centre at (x, 0) so that a disc tilted by
    n (in the xz plane) stays out of the wood round the hole."""
    r, h, a = kind.radius_mm, kind.thickness_mm, board.hole_radius_mm
    p, u, v = (x, 0.0, 0.0), unit(cross((0.0, 1.0, 0.0), n)), (0.0, 1.0, 0.0)
    need = -1e9
    for k in range(0, 181, 3):
        c, s = math.cos(math.radians(k)), math.sin(math.radians(k))
        z = underside_z(p, n, r, h, (a + 0.01) * c, (a + 0.01) * s)
        if z is not None:
            need = max(need, -z)
        for lift in (0.0, h):
            rim = [p[i] + r * (c * u[i] + s * v[i]) + lift * n[i]
                   for i in range(3)]
            floor = 0.0 if math.hypot(rim[0], rim[1]) > a \
                else -board.hole_depth_mm
            need = max(need, floor - rim[2])
    return need


def tilted(tilt_rad):
    """Normal of a disc whose low side points to -x."""
    return (-math.sin(tilt_rad), 0.0, math.cos(tilt_rad))


def leaning_reach(board, kind, tilt_rad):
    """(x, z) of a leaning disc's underside centre: the nearest x at which
    the rim still carries its high side, and the z at which its low edge
    stands on the hole's floor."""
    r = kind.radius_mm
    return (board.hole_radius_mm - r * math.cos(tilt_rad) + RIM_HOLD_MM,
            r * math.sin(tilt_rad) - board.hole_depth_mm)


def held_farther(tilt_rad):
    """How much farther out the rim holds a disc, mm: about half of them slid
    in until the floor stopped them. Drawn from the tilt alone: all else in a
    picture stays as it is without."""
    rng = random.Random(repr(tilt_rad))
    return rng.choice((0.0, RIM_HOLD_MORE_MM)) * rng.random()


def leaning_place(board, kind, tilt_rad):
    """(x, z) of the underside's centre of a disc leaning on the hole: its
    low edge on the hole's floor or above it, its high side on the rim.

    The further out it is, the higher the rim holds it: it slides in until
    the floor stops it, or is held farther out.
    """
    n = tilted(tilt_rad)
    low, floor = leaning_reach(board, kind, tilt_rad)
    high = low + kind.radius_mm
    for _ in range(40):
        mid = (low + high) / 2
        if rest_height(board, kind, mid, n) > floor + 1e-3:
            high = mid
        else:
            low = mid
    x = low + held_farther(tilt_rad)
    return x, rest_height(board, kind, x, n)


def least_lean(board, kind):
    """The flattest tilt at which a disc reaches from floor to rim."""
    tau = math.asin(board.hole_depth_mm / kind.diameter_mm)
    while True:
        x, floor = leaning_reach(board, kind, tau)
        if rest_height(board, kind, x, tilted(tau)) <= floor + 1e-3:
            return tau
        tau += math.radians(0.25)


def lay_leaning(rng, table, team):
    """A disc resting on the hole's rim, its low edge on the hole's floor or
    above it."""
    b, kind = table.board, table.kind
    least = least_lean(b, kind)
    tau = rng.uniform(least, max(least, math.radians(31.0)))
    n, (x, z) = tilted(tau), leaning_place(b, kind, tau)
    a = rng.uniform(0, 2 * math.pi)
    c, s = math.cos(a), math.sin(a)
    return table.add(Disc(team, "leaning", x * c, x * s, z,
                          (n[0] * c, n[0] * s, n[2]),
                          round(math.degrees(tau), 3)))


def lay_in_ditch(rng, table, team):
    """A disc flat in the ditch, or None when it does not fit."""
    b, r = table.board, table.kind.radius_mm
    for _ in range(80):
        a = rng.uniform(0, 2 * math.pi)
        d = rng.uniform(b.surface_radius_mm + r + 0.3, b.wall_mm(a))
        x, y = d * math.cos(a), d * math.sin(a)
        if b.wall_gap(x, y) > r + 0.3 and table.fits(x, y,
                                                     -b.ditch_depth_mm):
            return table.add(Disc(team, "ditch", x, y, -b.ditch_depth_mm))
    return None


def lay_on_ditch_edge(rng, table, team):
    """A disc in the ditch that leans on the playing surface's edge."""
    b, kind = table.board, table.kind
    depth, size = b.ditch_depth_mm, 2 * kind.radius_mm
    # the edge holds it above its middle, below its upper end, and it does
    # not stand nearly upright
    least = max(0.6, depth / size / math.sin(STEEPEST_RAD))
    for _ in range(40 if least < 0.9 else 0):
        tilt = math.asin(depth / (size * rng.uniform(least, 0.9)))
        a = rng.uniform(0, 2 * math.pi)
        foot = b.surface_radius_mm + depth / math.tan(tilt)
        top = foot + kind.thickness_mm * math.sin(tilt)
        if top > b.wall_mm(a) - 3:
            continue
        # x-y position of the underside's centre
        c, s = math.cos(a), math.sin(a)
        d = foot - kind.radius_mm * math.cos(tilt)
        z = -depth + kind.radius_mm * math.sin(tilt) + 0.02
        if not table.fits(d * c, d * s, z, tilted=True):
            continue
        n = (math.sin(tilt) * c, math.sin(tilt) * s, math.cos(tilt))
        return table.add(Disc(team, "ditch", d * c, d * s, z, n,
                              round(math.degrees(tilt), 3)))
    return None


def lay_rack(rng, table, team, count):
    """Unplayed discs side by side along a stretch of the ditch."""
    b, r = table.board, table.kind.radius_mm
    start = math.radians(b.outline_angle_deg + 45 * rng.randrange(8))
    if b.outline == "round":
        start = rng.uniform(0, 2 * math.pi)
    reach = b.wall_mm(start) - r - 1.0
    laid = []
    for k in range(count):
        if b.outline == "octagon":
            side = (k - (count - 1) / 2) * (2 * r + 0.1)
            x = reach * math.cos(start) - side * math.sin(start)
            y = reach * math.sin(start) + side * math.cos(start)
        else:
            a = start + k * 2 * math.asin((r + 0.05) / reach)
            x, y = reach * math.cos(a), reach * math.sin(a)
        clear = (math.hypot(x, y) > b.surface_radius_mm + r + 0.3
                 and b.wall_gap(x, y) > r + 0.3)
        if clear and table.fits(x, y, -b.ditch_depth_mm):
            laid.append(table.add(Disc(team, "ditch", x, y,
                                       -b.ditch_depth_mm)))
    return laid
