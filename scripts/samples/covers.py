# SPDX-License-Identifier: Apache-2.0
"""What lies over a board or is written over its picture, as arguments of
ImageMagick's `convert`. Lengths on the board are in radii of its outer line."""

import math
from dataclasses import dataclass

# The sizes of things over the radius of the outer line, 305 mm.
A5 = (210 / 305, 148 / 305)
PHONE = (147 / 305, 72 / 305)
FINGER = 18 / 305
# The outer line's radius in radii of the hole: 304.8 / 17.5 mm.
OUTER_OVER_HOLE = 17.4
FONT = "DejaVu-Sans-Bold"


@dataclass
class Place:
    """The board in its picture: where its centre is, and the half axes of its
    outer line along the picture's sides, in pixels."""
    size: tuple
    centre: tuple
    reach: tuple

    def px(self, x, y):
        return (self.centre[0] + self.reach[0] * x,
                self.centre[1] + self.reach[1] * y)

    def unit(self):
        return (self.reach[0] + self.reach[1]) / 2


def outer_line(truth):
    """Eight points of the outer line; where the truth has none, of the circle
    that the hole's radius suggests."""
    board = truth["board"]
    if "outer" in board:
        return board["outer"]
    (x, y), r = board["center"], OUTER_OVER_HOLE * board["hole"]["radius_px"]
    return [[x + r * math.cos(k * math.pi / 4),
             y + r * math.sin(k * math.pi / 4)] for k in range(8)]


def place_of(truth):
    centre = truth["board"]["center"]
    reach = [max(abs(p[i] - centre[i]) for p in outer_line(truth))
             for i in (0, 1)]
    return Place((truth["width"], truth["height"]), tuple(centre),
                 tuple(reach))


def polygon(place, points):
    return "polygon " + " ".join("%.1f,%.1f" % place.px(x, y)
                                 for x, y in points)


def at_angle(points, a, x0=0.0, y0=0.0):
    """The points turned by a, then moved."""
    c, s = math.cos(a), math.sin(a)
    return [(x0 + c * x - s * y, y0 + s * x + c * y) for x, y in points]


def canvas(place, colour):
    return ["-size", "%dx%d" % place.size, f"xc:{colour}"]


def laid_on(place, surface, mask):
    """The surface where the mask is white, with a soft shadow beside it."""
    blur = f"0x{0.015 * place.unit():.2f}"
    return ["(", *canvas(place, "black"), *mask, "-blur", blur, "-negate",
            "+level", "45%,100%", ")", "-compose", "multiply", "-composite",
            "(", *surface, ")", "(", *canvas(place, "black"), *mask, "-blur",
            "0x0.7", ")", "-compose", "over", "-composite"]


def chord(frac):
    """How far from the middle of a circle a chord cuts off such a part."""
    lo, hi = 0.0, 1.0
    for _ in range(50):
        d = (lo + hi) / 2
        part = (math.acos(d) - d * math.sqrt(1 - d * d)) / math.pi
        lo, hi = (d, hi) if part > frac else (lo, d)
    return lo


def woven(place, rng):
    """Cloth of one colour, in folds."""
    colour = rng.choice(["#8a2f2f", "#2f4a7a", "#e8e4da", "#2a2a2c",
                         "#5d7a4a", "#b9a27c", "#6a6a70", "#c77f3a"])
    folds = ["(", "-size", "%dx%d" % place.size, "xc:gray(50%)", "-seed",
             str(rng.randrange(1 << 30)), "-resize", "6x6!", "+noise",
             "Random", "-colorspace", "Gray", "-normalize", "-resize",
             "%dx%d!" % place.size, "+level", "60%,105%", ")"]
    return [*canvas(place, colour), "-seed", str(rng.randrange(1 << 30)),
            "-attenuate", "0.25", "+noise", "Gaussian", *folds, "-compose",
            "multiply", "-composite"]


def cloth(place, rng, frac):
    """A cloth that comes in from one side and hides a part of the surface."""
    d = chord(frac)
    wave, phase = rng.uniform(2.0, 5.0), rng.uniform(0.0, 6.0)
    edge = [(d + 0.03 * math.sin(wave * y + phase), y)
            for y in (k / 10 for k in range(-25, 26))]
    shape = at_angle(edge + [(9.0, 2.5), (9.0, -2.5)],
                     rng.uniform(0.0, 2 * math.pi))
    return laid_on(place, woven(place, rng),
                   ["-fill", "white", "-draw", polygon(place, shape)])


def sheet(place, rng, sides, surface):
    """A flat thing of such sides, its middle somewhere on the surface."""
    r, a = rng.uniform(0.35, 0.85), rng.uniform(0.0, 2 * math.pi)
    turn = rng.uniform(0.0, 2 * math.pi)
    half = (sides[0] / 2, sides[1] / 2)
    box = [(-half[0], -half[1]), (half[0], -half[1]), (half[0], half[1]),
           (-half[0], half[1])]
    shape = at_angle(box, turn, r * math.cos(a), r * math.sin(a))
    lines = []
    for k in range(1, 8):
        y = half[1] * (k / 4 - 1)
        ends = at_angle([(-0.85 * half[0], y), (0.6 * half[0], y)], turn,
                        r * math.cos(a), r * math.sin(a))
        lines.append("line %.1f,%.1f %.1f,%.1f" % (*place.px(*ends[0]),
                                                   *place.px(*ends[1])))
    return laid_on(place, surface(lines),
                   ["-fill", "white", "-draw", polygon(place, shape)])


def paper(place, rng):
    return sheet(place, rng, A5, lambda lines: [
        *canvas(place, "#f1efe6"), "-stroke", "#70707c", "-strokewidth",
        f"{max(1.0, 0.006 * place.unit()):.1f}", "-draw", " ".join(lines)])


def phone(place, rng):
    return sheet(place, rng, PHONE, lambda lines: [
        "-size", "%dx%d" % place.size, "-define", "gradient:angle=40",
        "gradient:#0c0c10-#33363f"])


def hand(place, rng):
    """A hand and its forearm, from beyond the rail to within the line."""
    skin = rng.choice(["#e0b493", "#c68f68", "#8d5a3b", "#f0cbb0"])
    unit = place.unit()
    wrist, tip = rng.uniform(0.95, 1.1), rng.uniform(0.35, 0.6)
    strokes = [((wrist, 0.0), (3.0, 0.1), 0.24), ((wrist - 0.12, 0.0),
                                                  (wrist, 0.0), 0.28)]
    for k in range(4):
        y = (k - 1.5) * 1.15 * FINGER
        strokes.append(((tip + 0.04 * abs(k - 1), 1.5 * y),
                        (wrist - 0.15, y), FINGER))
    strokes.append(((wrist - 0.25, 0.26), (wrist - 0.05, 0.08), FINGER))
    a = rng.uniform(0.0, 2 * math.pi)
    mask = ["-fill", "none", "-stroke", "white"]
    for p, q, width in strokes:
        ends = at_angle([p, q], a)
        mask += ["-strokewidth", f"{width * unit:.1f}", "-draw",
                 "stroke-linecap round line %.1f,%.1f %.1f,%.1f" % (
                     *place.px(*ends[0]), *place.px(*ends[1]))]
    grain = [*canvas(place, skin), "-seed", str(rng.randrange(1 << 30)),
             "-attenuate", "0.1", "+noise", "Gaussian"]
    return laid_on(place, grain, mask)


def text(words, x, y, height, colour):
    return ["-font", FONT, "-pointsize", f"{height:.0f}", "-fill", colour,
            "-stroke", "none", "-annotate", f"+{x:.0f}+{y:.0f}", words]


def caption(place, rng):
    """A bar of a broadcast across the picture or its corner, over the board."""
    w, h = place.size
    top = place.px(0.0, rng.uniform(0.45, 0.75))[1]
    left = rng.choice([0.0, place.px(rng.uniform(-0.3, 0.2), 0.0)[0]])
    bottom = min(h, top + 0.16 * h)
    colour = rng.choice(["#000000d0", "#101840ff", "#ffffffe0", "#701020f0"])
    ink = "black" if colour.startswith("#fff") else "white"
    size = 0.30 * (bottom - top)
    return ["-fill", colour, "-draw",
            f"rectangle {left:.0f},{top:.0f} {w},{bottom:.0f}",
            *text("ROUND 3   RED 45  BLACK 30", left + size,
                  top + 1.4 * size, size, ink),
            *text("@crokinole_club", left + size, top + 2.8 * size,
                  0.8 * size, ink)]


def stamp(place, rng):
    """The time in a corner of the picture, as cameras write it."""
    w, h = place.size
    size = 0.045 * max(w, h)
    x = rng.choice([0.03 * w, w - 11.5 * size])
    y = rng.choice([h - size, 1.6 * size])
    return text("2024 11 08 19:42", x, y, size,
                rng.choice(["#ffb020", "#ffffff", "#ff5030"]))


def off_discs(truth):
    """Draws over a mask where discs are: print lies under them."""
    args = ["-fill", "black", "-stroke", "none"]
    for d in truth["discs"] + truth.get("off_surface", []):
        args += ["-draw", "circle %.1f,%.1f %.1f,%.1f" % (
            d["u"], d["v"], d["u"] + 1.15 * d["r"], d["v"])]
    return args


def words(place, rng, truth):
    """A name printed on the surface."""
    size = rng.uniform(0.13, 0.22) * place.unit()
    x, y = place.px(rng.uniform(-0.8, -0.5), rng.uniform(-0.6, 0.6))
    name = rng.choice(["CROKINOLE", "Crokinole Co", "WOODCLUB 2019",
                       "O C O Q 8"])
    mask = [*canvas(place, "black"), *text(name, x, y, size, "#d8d8d8"),
            *off_discs(truth)]
    ink = rng.choice(["#3a2412", "#101010", "#8a1a1a", "#f0e8d8"])
    return ["(", *canvas(place, ink), ")", "(", *mask, ")", "-compose",
            "over", "-composite"]


def watermark(place, rng):
    """A name across the whole picture that one sees through."""
    w, h = place.size
    size = 0.12 * max(w, h)
    return ["(", *canvas(place, "black"), "-gravity", "center", "-font", FONT,
            "-pointsize", f"{size:.0f}", "-fill", "#505050", "-annotate",
            f"{rng.choice([-30, -20, 25, 30])}x0+0+0", "photo sample",
            "-gravity", "none", ")", "-compose", "screen", "-composite"]
