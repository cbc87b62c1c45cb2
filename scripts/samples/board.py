# SPDX-License-Identifier: Apache-2.0
"""Boards: sizes in mm and looks, drawn at random.

Source   tournament sizes: rings of 8, 16 and 24 in diameter, hole
         1 3/8 in; other boards: the spans seen on boards for sale.
"""

import math
from dataclasses import dataclass, field

TOURNAMENT_LINES_MM = {"outer": 304.8, "middle": 203.2, "inner": 101.6}
TOURNAMENT_SURFACE_MM = 330.2   # radius
HOLE_DIAMETER_MM = 34.9
OTHER_OUTER_MM = (250.0, 300.0)
INNER_TO_OUTER = (0.26, 0.36)
MIDDLE_TO_OUTER = (0.59, 0.71)
LINE_WIDTH_MM = (1.2, 2.5)

# surface: (kind, ink colours that go with it, 8-bit sRGB)
DARK_INKS = [(22, 18, 16), (50, 30, 22), (110, 28, 24), (25, 32, 60)]
LIGHT_INKS = [(236, 228, 205), (225, 190, 70), (222, 96, 66), (235, 235, 235)]
SURFACES = {
    "maple": DARK_INKS, "birch": DARK_INKS, "oak": DARK_INKS[:2],
    "cherry": DARK_INKS[:2] + [(14, 14, 14)], "two-tone": DARK_INKS[:2],
    "walnut": [(20, 14, 12), (225, 205, 160), (240, 234, 220)],
    "white laminate": [(160, 22, 40), (20, 20, 22), (26, 48, 120)],
    "red paint": LIGHT_INKS[:2] + [(20, 14, 14)],
    "blue paint": LIGHT_INKS, "green paint": LIGHT_INKS[:2],
    "black paint": LIGHT_INKS,
}
WOODEN = ("maple", "birch", "oak", "cherry", "two-tone", "walnut")
HOLE_FLOORS = [(120, 16, 30), (120, 16, 30), (28, 24, 24), (190, 60, 50),
               (60, 36, 24), (196, 160, 110), (24, 60, 40), (90, 20, 90)]
# raw wood, primer, dirt: what shows where the edge is chipped
CHIPS = [(216, 190, 148), (216, 190, 148), (226, 222, 212), (150, 150, 156),
         (120, 92, 62), (52, 44, 38)]
DITCHES = ["black paint", "navy paint", "green paint", "red paint", "maple",
           "walnut", "cherry", "dark stain", "grey paint"]
RAILS = ["walnut", "cherry", "maple", "oak", "black paint", "white paint",
         "dark stain", "birch"]
PEGS = ["metal", "metal", "dark", "white-topped", "white", "wood"]


@dataclass
class Board:
    """One board. `*_mm` are the truth; `look` is what it is painted like.

    ditch_width_mm   playing surface's edge to the rail (octagon: to the
                     middle of a side)
    rail_height_mm   above the ditch floor
    outline_angle    octagon: direction of one side's outward normal
    """

    surface_radius_mm: float
    line_radii_mm: dict
    line_width_mm: float
    hole_depth_mm: float
    outline: str
    outline_angle_deg: float
    ditch_width_mm: float
    ditch_depth_mm: float
    rail_height_mm: float
    rail_width_mm: float
    peg_diameter_mm: float
    peg_height_mm: float
    peg_angles_deg: list
    decor_line_radii_mm: list
    surface: str
    numerals: bool
    hole_diameter_mm: float = HOLE_DIAMETER_MM
    base_mm: float = 7.0          # floor of the ditch to the table
    look: dict = field(default_factory=dict)

    @property
    def hole_radius_mm(self):
        """Radius of the hole."""
        return self.hole_diameter_mm / 2

    @property
    def rail_top_mm(self):
        """z of the rail's top."""
        return self.rail_height_mm - self.ditch_depth_mm

    @property
    def table_mm(self):
        """z of what the board stands on."""
        return -self.ditch_depth_mm - self.base_mm

    def wall_mm(self, angle_rad, extra_mm=0.0):
        """Distance from the centre to the rail's inside in a direction."""
        a = self.surface_radius_mm + self.ditch_width_mm + extra_mm
        if self.outline == "round":
            return a
        step = math.pi / 4
        off = angle_rad - math.radians(self.outline_angle_deg)
        off = (off + step / 2) % step - step / 2
        return a / math.cos(off)

    def wall_gap(self, x, y):
        """Distance from a point to the rail's nearest inside face."""
        a = self.surface_radius_mm + self.ditch_width_mm
        if self.outline == "round":
            return a - math.hypot(x, y)
        sides = [math.radians(self.outline_angle_deg + 45 * k)
                 for k in range(8)]
        return a - max(x * math.cos(s) + y * math.sin(s) for s in sides)

    def outer_mm(self):
        """Largest distance from the centre to the rail's outside."""
        a = self.surface_radius_mm + self.ditch_width_mm + self.rail_width_mm
        return a if self.outline == "round" else a / math.cos(math.pi / 8)

    def pegs_mm(self):
        """Centres of the pegs on the surface."""
        r = self.line_radii_mm["inner"]
        return [(r * math.cos(math.radians(a)), r * math.sin(math.radians(a)))
                for a in self.peg_angles_deg]

    def rail_points(self, n=96):
        """Points (mm) round the rail's outer top edge."""
        out = []
        for k in range(n):
            a = 2 * math.pi * k / n
            r = self.wall_mm(a, self.rail_width_mm)
            out.append((r * math.cos(a), r * math.sin(a), self.rail_top_mm))
        return out

    def line_points(self, name="outer", n=180):
        """Points (mm) on the centre of a line."""
        r = self.line_radii_mm[name]
        return [(r * math.cos(2 * math.pi * k / n),
                 r * math.sin(2 * math.pi * k / n), 0.0) for k in range(n)]

    def as_dict(self):
        """The truth's `board`."""
        names = ["surface_radius_mm", "line_radii_mm", "line_width_mm",
                 "hole_diameter_mm", "hole_depth_mm", "outline",
                 "outline_angle_deg", "ditch_width_mm", "ditch_depth_mm",
                 "rail_height_mm", "rail_width_mm", "peg_diameter_mm",
                 "peg_height_mm", "peg_angles_deg", "decor_line_radii_mm",
                 "surface", "numerals", "base_mm"]
        out = {name: getattr(self, name) for name in names}
        out["look"] = self.look
        return out


def draw_lines(rng):
    """Surface radius and ring radii: tournament sizes or another board."""
    if rng.random() < 0.5:
        return TOURNAMENT_SURFACE_MM, dict(TOURNAMENT_LINES_MM)
    outer = round(rng.uniform(*OTHER_OUTER_MM), 2)
    lines = {"outer": outer,
             "middle": round(outer * rng.uniform(*MIDDLE_TO_OUTER), 2),
             "inner": round(outer * rng.uniform(*INNER_TO_OUTER), 2)}
    return round(outer + rng.uniform(14.0, 27.0), 1), lines


def draw_decor(rng, lines):
    """Radii of rings that do not count, clear of those that do."""
    if rng.random() > 0.15:
        return []
    inner, middle, outer = (lines[k] for k in ("inner", "middle", "outer"))
    spots = [inner * rng.uniform(0.35, 0.6),
             inner + (middle - inner) * rng.uniform(0.3, 0.7),
             middle + (outer - middle) * rng.uniform(0.3, 0.7)]
    return [round(r, 2) for r in rng.sample(spots, rng.choice([1, 1, 2]))]


def draw_look(rng, surface):
    """Colours, inks and small print of a board."""
    gloss = rng.choice(["matt", "satin", "satin", "lacquer"])
    band = None
    if rng.random() < 0.15:
        band = rng.choice([(96, 44, 72), (40, 60, 96), (120, 40, 36),
                           (50, 80, 56), (214, 188, 140)])
    return {
        "gloss": gloss, "ink_rgb": list(rng.choice(SURFACES[surface])),
        "inner_rgb": list(band) if band else None,
        "hole_rgb": list(rng.choice(HOLE_FLOORS)),
        "ditch": rng.choice(DITCHES), "rail": rng.choice(RAILS),
        "pegs": rng.choice(PEGS),
        "quadrant_lines": rng.choice(["outer", "outer", "outer", "outer",
                                      "through"]),
        "numeral_mm": round(rng.uniform(9.0, 20.0), 1),
        "numeral_turn_deg": rng.choice([0.0, 0.0, 0.0, 22.5]),
        "numerals_inward": rng.random() < 0.3,
        "numeral_font": rng.choice(["timrom.ttf", "cyrvetic.ttf"]),
        "logo": rng.choice([None, None, "star", "text", "bar"]),
    }


def draw_wear(rng):
    """How discs have chipped the hole's edge: to what width, how much of it,
    and what shows there."""
    return {"width_mm": round(rng.uniform(0.4, 2.4), 2),
            "part": round(rng.uniform(0.1, 0.9), 2),
            "grain_mm": round(rng.uniform(1.0, 5.0), 1),
            "rgb": list(rng.choice(CHIPS))}


def draw_ring(rng, board):
    """What is printed round the hole: a ring, or a collar from its edge on,
    in the ink or in a colour of its own."""
    hole = board.hole_radius_mm
    ink = rng.random() < 0.5
    start = hole if rng.random() < 0.35 else hole * rng.uniform(1.08, 1.55)
    width = board.line_width_mm if ink and start > hole \
        else rng.uniform(1.0, 7.0)
    end = min(start + width, board.line_radii_mm["inner"] - 20.0)
    rgb = board.look["ink_rgb"] if ink else rng.choice(HOLE_FLOORS)
    return {"from_mm": round(start, 2), "to_mm": round(end, 2),
            "rgb": list(rgb)}


def draw_board(rng, surface=None):
    """A board at random; `surface` fixes what it is made of."""
    radius, lines = draw_lines(rng)
    surface = surface or rng.choice(list(SURFACES))
    outline = rng.choice(["octagon", "octagon", "round"])
    start = rng.choice([0.0, 22.5])
    ditch = round(rng.uniform(12.5, 20.0), 1)
    return Board(
        surface_radius_mm=radius, line_radii_mm=lines,
        line_width_mm=round(rng.uniform(*LINE_WIDTH_MM), 2),
        hole_depth_mm=round(rng.uniform(8.6, 9.5), 2), outline=outline,
        outline_angle_deg=(rng.choice([0.0, 22.5])
                           if outline == "octagon" else 0.0),
        ditch_width_mm=round(rng.uniform(44.0, 58.0), 1),
        ditch_depth_mm=ditch,
        rail_height_mm=round(ditch + rng.uniform(4.0, 22.0), 1),
        rail_width_mm=round(rng.uniform(10.0, 24.0), 1),
        peg_diameter_mm=round(rng.uniform(5.0, 8.0), 1),
        peg_height_mm=round(rng.uniform(14.0, 19.0), 1),
        peg_angles_deg=[start + 45.0 * k for k in range(8)],
        decor_line_radii_mm=draw_decor(rng, lines), surface=surface,
        numerals=rng.random() < 0.7,
        base_mm=round(rng.uniform(5.0, 14.0), 1),
        look=draw_look(rng, surface))
