# SPDX-License-Identifier: Apache-2.0
"""Paint a board as a view sees it, with the truth of every pixel.

Things are painted from the farthest to the nearest, each where the rays meet its height;
what covers a pixel last is its truth."""
import dataclasses
import math

import cv2
import numpy as np

import ranges
from draws import between, clouds, colour, happens, inside, material, over, text_mask
from moving import paint_moving
from scene import AROUND_RADII, TEXTURE_PX, draw_light

# What a pixel shows.
(AROUND, DITCH, RAIL, SURFACE, LINE, PEG, DISC, HOLE_EMPTY, HOLE_FLAT, HOLE_LEANS, COVER, BURNT) = range(12)
NAMES = ("around", "ditch", "rail", "surface", "line", "peg", "disc", "hole empty", "flat disc in the hole",
         "disc leaning in the hole", "cover", "burnt out")
UNKNOWN = -1  # outside the picture
BURNT_BY = 170.0  # grey levels: with so much more light a dark disc is as light as its surroundings
SLICES = 5  # of a cylinder, from its bottom to its top


class Canvas:
    """The picture (BGR, 0..255 and beyond, linear in light), what each pixel shows, and
    the index of the disc that it shows, -1: none."""

    def __init__(self, view, light):
        self.view, self.light = view, light
        self.bgr = np.zeros((*view.shape, 3), np.float32)
        self.what = np.full(view.shape, AROUND, np.int8)
        self.disc = np.full(view.shape, -1, np.int16)
        self.glare = np.float32(0.0)  # what a lamp's reflection adds
        self.soft = 1.0 / view.px_mm

    def window(self, x, y, reach):
        """The pixels within `reach` mm of a place, as slices of the picture."""
        u, v = self.view.pixel(x, y)
        r = int(reach * self.view.px_mm * 1.7) + 3
        h, w = self.view.shape
        return (slice(int(np.clip(v - r, 0, h)), int(np.clip(v + r + 1, 0, h))),
                slice(int(np.clip(u - r, 0, w)), int(np.clip(u + r + 1, 0, w))))

    def at(self, z, box):
        gx, gy, k = self.view.gx[box], self.view.gy[box], np.float32(z / self.view.camera[2])
        return gx + (np.float32(self.view.camera[0]) - gx) * k, gy + (np.float32(self.view.camera[1]) - gy) * k

    def paint(self, box, mask, tone, what, disc=-1):
        over(self.bgr[box], mask, tone)
        is_it = mask > 0.5
        self.what[box][is_it] = what
        self.disc[box][is_it] = disc


ALL = (slice(None), slice(None))


def texture(picture, half, x, y):
    """A texture over +-half, at these places."""
    k = np.float32(TEXTURE_PX / (2.0 * half))
    return cv2.remap(picture.astype(np.float32), (x + np.float32(half)) * k - 0.5, (np.float32(half) - y) * k - 0.5,
                     cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)


def small(picture, half, x, y):
    """A factor over +-half, at these places."""
    if picture.size == 1:
        return np.float32(1.0)
    k = np.float32(picture.shape[0] / (2.0 * half))
    return cv2.remap(picture, (x + np.float32(half)) * k - 0.5, (np.float32(half) - y) * k - 0.5, cv2.INTER_LINEAR,
                     borderMode=cv2.BORDER_REFLECT)


def rail_distance(board, x, y):
    """How far a place is beyond the inner edge of the rail."""
    if not board.is_octagon:
        return np.hypot(x, y) - np.float32(board.edge + board.ditch)
    turns = [board.turn + k * math.pi / 4.0 for k in range(8)]
    far = np.max([x * np.float32(math.cos(t)) + y * np.float32(math.sin(t)) for t in turns], axis=0)
    return far - np.float32(board.edge + board.ditch)


def paint_around(c, board):
    half = AROUND_RADII * board.outer
    low = -board.ditch_deep - 20.0
    x, y = c.view.at(low)
    c.bgr[:] = texture(board.around, half, x, y) * np.float32(0.9)
    x, y = c.view.at(board.rail_high)
    top = rail_distance(board, x, y)
    c.paint(ALL, inside(top - board.rail, c.soft), board.rail_base, RAIL)
    x, y = c.view.at(-board.ditch_deep)
    floor = rail_distance(board, x, y)
    ditch = texture(board.around[::-1], half, x, y) * np.float32(0.75)
    wall = inside(floor, c.soft)[..., None]
    c.paint(ALL, inside(top, c.soft), ditch * wall + board.rail_base * np.float32(0.5) * (1.0 - wall), DITCH)


def paint_surface(c, board):
    for k in range(SLICES):
        x, y = c.view.at(-board.ditch_deep * (1.0 - k / SLICES))
        c.paint(ALL, inside(np.hypot(x, y) - board.edge, c.soft), board.rail_base * np.float32(0.45), DITCH)
    x, y = c.view.at(0.0)
    r = np.hypot(x, y)
    c.paint(ALL, inside(r - board.edge, c.soft), texture(board.top, board.edge, x, y), SURFACE)
    line = np.minimum(np.minimum(np.abs(r - board.outer), np.abs(r - board.middle)), np.abs(r - board.inner))
    if board.has_quadrants:
        s, k = math.sin(board.turn), math.cos(board.turn)
        across = np.minimum(np.abs(x * k + y * s), np.abs(y * k - x * s))
        across[(r < board.middle) | (r > board.outer)] = 1e3
        line = np.minimum(line, across)
    mask = inside(line - 0.5 * board.line, c.soft)
    over(c.bgr, mask * np.float32(board.line_seen), board.line_colour)
    c.what[(mask > 0.3) & (c.what == SURFACE)] = LINE


def paint_powder(c, board, rng):
    """Powder, wax and stains, as large as a disc or larger: the surface is seen through
    them, and stays one."""
    if not happens(rng, ranges.P_POWDER):
        return
    x, y = c.view.at(0.0)
    plain = np.isin(c.what, (SURFACE, LINE))
    for _ in range(int(rng.integers(1, ranges.MOST_POWDER + 1))):
        turn, far = rng.uniform(0.0, 2.0 * math.pi), board.outer * math.sqrt(rng.random())
        x0, y0, radius = far * math.cos(turn), far * math.sin(turn), between(rng, ranges.POWDER_MM)
        uneven = clouds(rng, x.shape, 30, rng.uniform(0.0, 0.25)) if happens(rng, 0.6) else np.float32(1.0)
        mask = inside(np.hypot(x - x0, y - y0) * uneven - radius, max(c.soft, between(rng, ranges.POWDER_SOFT_MM)))
        tone = np.full(3, rng.uniform(200.0, 255.0), np.float32) if happens(rng, 0.7) else colour(rng)
        over(c.bgr, mask * plain * np.float32(between(rng, ranges.POWDER_SEEN)), tone)


def paint_hole(c, board):
    box = c.window(0.0, 0.0, board.hole + 4.0)
    x, y = c.at(0.0, box)
    if x.size == 0:
        return box, x
    from_edge = np.hypot(x, y) - np.float32(board.hole)
    if board.hole_rim > 0.0:
        lit = np.float32(1.0) + np.float32(0.3) * (x * c.light.lamp[0] + y * c.light.lamp[1]) / (np.float32(board.hole) + np.abs(from_edge))
        over(c.bgr[box], inside(from_edge - board.hole_rim, c.soft), board.hole_rim_colour * lit[..., None])
    mouth = inside(from_edge, c.soft)
    x, y = c.at(-board.hole_deep, box)
    far = np.hypot(x, y)
    grain = small(board.hole_texture, board.hole, x, y)
    lx, ly = c.light.lamp
    lit = inside(np.hypot(x - lx * board.hole_deep, y - ly * board.hole_deep) - board.hole, max(c.soft, 0.3 * c.light.soft))
    shade = np.float32(c.light.ambient) * np.float32(0.85) + np.float32(1.0 - c.light.ambient) * lit
    dark = np.float32(1.0) - np.float32(board.hole_dark) * np.exp(np.minimum(far - board.hole, 0.0) / np.float32(board.hole_dark_mm))
    bare = np.where(far < board.hole, np.float32(0.5) * dark, np.float32(1.0)) * np.float32(board.hole_wall)
    floor = board.hole_floor * (shade * np.where(far < board.hole_felt * board.hole, dark * grain, bare))[..., None]
    c.paint(box, mouth, floor, HOLE_EMPTY)
    return box, mouth


def shadow(c, box, x0, y0, radius, z0, z1, ground):
    """The shadow on the plane `ground` of a cylinder from z0 to z1."""
    x, y = c.at(ground, box)
    lx, ly = c.light.lamp
    ax, ay = x0 - lx * (z0 - ground), y0 - ly * (z0 - ground)
    bx, by = -lx * (z1 - z0), -ly * (z1 - z0)
    length = max(bx * bx + by * by, 1e-6)
    t = np.clip(((x - ax) * bx + (y - ay) * by) / length, 0.0, 1.0)
    far = np.hypot(x - ax - t * bx, y - ay - t * by) - radius
    soft = max(c.soft, min(c.light.soft, 0.8 * radius))
    return np.float32(1.0 - c.light.ambient) * inside(far, soft)


def top_height(c, disc, z, box):
    """The height at which each ray meets the top of a disc that may lean."""
    gx, gy, (cx, cy, h) = c.view.gx[box], c.view.gy[box], c.view.camera
    a, b = disc.lean
    rise = z + a * (gx - disc.x) + b * (gy - disc.y)
    return rise / (1.0 - (a * (cx - gx) + b * (cy - gy)) / h)


def paint_disc(c, board, disc, index, rng):
    if disc.way is None:
        paint_still(c, board, disc, index)
    else:
        paint_moving(c, disc, index, lambda at: paint_still(c, board, at, index), rng)


def paint_still(c, board, disc, index, mouth=None):
    """mouth: (box, mask) of the hole, through which a disc in it is seen."""
    style, radius = board.styles[disc.side], board.disc
    box = c.window(disc.x, disc.y, radius + board.disc_high + abs(disc.z) + 12.0)
    if 0 in c.bgr[box].shape:
        return
    seen = np.float32(1.0)
    if mouth is not None:
        seen = np.zeros(c.view.shape, np.float32)
        seen[mouth[0]] = mouth[1]
        seen = seen[box]
    else:
        dark = shadow(c, box, disc.x, disc.y, radius, disc.z, disc.z + board.disc_high, disc.z)
        c.bgr[box] *= 1.0 - dark[..., None]
    what = {"hole": HOLE_FLAT, "leaning": HOLE_LEANS}.get(disc.state, DISC)
    for k in range(SLICES + 1):
        z = top_height(c, disc, disc.z + board.disc_high * k / SLICES, box)
        t = z / np.float32(c.view.camera[2])
        x = c.view.gx[box] + (np.float32(c.view.camera[0]) - c.view.gx[box]) * t - np.float32(disc.x)
        y = c.view.gy[box] + (np.float32(c.view.camera[1]) - c.view.gy[box]) * t - np.float32(disc.y)
        far = np.hypot(x, y)
        mask = inside(far - radius, c.soft) * np.where(z > 0.0, np.float32(1.0), seen)
        lit = 0.75 + 0.25 * (x * c.light.lamp[0] + y * c.light.lamp[1]) / (radius * (0.2 + math.hypot(*c.light.lamp)))
        tone = style.base * np.float32(0.8) * lit[..., None] if k < SLICES else disc_face(style, radius, x, y, far)
        c.paint(box, mask, tone, what, index)


def disc_face(style, radius, x, y, far):
    if style.face is not None:
        return small(style.face, radius, x, y).astype(np.float32)
    face = style.base * np.broadcast_to(small(style.grain, radius, x, y), far.shape)[..., None]
    if style.ring_share > 0.0:
        reach = style.ring_share * radius
        mask = inside(far - reach, 1.0) if style.is_dish else inside(np.abs(far - reach) - 0.9, 1.0)
        over(face, mask, style.ring)
    edge = inside(radius - 2.0 - far, 2.0)
    face *= (1.0 + np.float32(style.bevel - 1.0) * edge)[..., None]
    spot = np.exp(-((x - 0.3 * radius) ** 2 + (y + 0.2 * radius) ** 2) / (0.5 * radius) ** 2)
    return face + (np.float32(90.0 * style.gloss) * spot)[..., None]


def paint_pegs(c, board):
    for x0, y0 in board.pegs:
        box = c.window(x0, y0, board.peg + 1.5 * board.peg_high)
        if 0 in c.bgr[box].shape:
            continue
        c.bgr[box] *= 1.0 - shadow(c, box, x0, y0, board.peg, 0.0, board.peg_high, 0.0)[..., None]
        for k in range(SLICES + 1):
            x, y = c.at(board.peg_high * k / SLICES, box)
            tone = board.peg_colour * np.float32(0.65 if k < SLICES else 1.1)
            c.paint(box, inside(np.hypot(x - x0, y - y0) - board.peg, c.soft), tone, PEG)


# ---- what lies over the board ----

def segment(x, y, a, b, half):
    """The signed distance from a thick line."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = np.clip(((x - a[0]) * dx + (y - a[1]) * dy) / max(dx * dx + dy * dy, 1e-6), 0.0, 1.0)
    return np.hypot(x - a[0] - t * dx, y - a[1] - t * dy) - half


def hand_shape(rng, board):
    """A hand that reaches in from the rail: lines of fingers, palm, arm, as (a, b, half,
    is_sleeve)."""
    turn = rng.uniform(0.0, 2.0 * math.pi)
    tip = board.outer * rng.uniform(0.15, 1.1)
    palm = tip + rng.uniform(70.0, 95.0)
    half = between(rng, ranges.FINGER_MM)

    def at(far, beside):
        return far * math.cos(turn) - beside * math.sin(turn), far * math.sin(turn) + beside * math.cos(turn)

    fan = rng.uniform(4.0, 26.0)
    parts = [(at(palm, (k - 1.5) * 17.0), at(tip + rng.uniform(0.0, 30.0), (k - 1.5) * (17.0 + fan)), half, False) for k in range(4)]
    parts.append((at(palm + 25.0, 38.0), at(palm - rng.uniform(5.0, 45.0), rng.uniform(45.0, 75.0)), half * 1.15, False))
    parts.append((at(palm, 0.0), at(palm + 45.0, 0.0), 41.0, False))
    parts.append((at(palm + 60.0, 0.0), at(palm + 700.0, rng.normal(0.0, 80.0)), rng.uniform(26.0, 36.0), False))
    if happens(rng, 0.7):
        parts.append((at(palm + rng.uniform(90.0, 200.0), 0.0), at(palm + 700.0, 0.0), rng.uniform(38.0, 60.0), True))
    return parts


def paint_hand(c, board, rng):
    z = between(rng, ranges.HAND_HIGH_MM)
    skin = np.array([rng.uniform(50, 175), rng.uniform(75, 190), rng.uniform(110, 235)], np.float32)
    skin.sort()
    sleeve = colour(rng)
    parts = hand_shape(rng, board)
    x, y = c.view.at(0.0)
    lx, ly = c.light.lamp
    far = np.min([segment(x + lx * z, y + ly * z, *part[:3]) for part in parts], axis=0)
    c.bgr *= 1.0 - np.float32(1.0 - c.light.ambient) * inside(far, max(c.soft, c.light.soft + 0.5 * z))[..., None]
    x, y = c.view.at(z)
    for part in parts:
        far = segment(x, y, *part[:3])
        round_ = np.float32(0.75) + np.float32(0.3) * np.clip(-far / part[2], 0.0, 1.0)
        c.paint(ALL, inside(far, c.soft), (sleeve if part[3] else skin) * round_[..., None] * clouds(rng, far.shape, 40, 0.03)[..., None], COVER)


THINGS = ("sheet", "sheet", "phone", "phone", "pen", "coin", "round", "ball", "ball", "cup", "cloth", "stick", "stick", "stick", "stick")


def outline_of(kind, rng, board, shape):
    """The signed distance of a thing from places, as a function, and its height."""
    turn, far = rng.uniform(0.0, 2.0 * math.pi), board.outer * math.sqrt(rng.random()) * 1.15
    x0, y0 = far * math.cos(turn), far * math.sin(turn)
    lean = rng.uniform(0.0, math.pi)
    s, k = math.sin(lean), math.cos(lean)
    z = {"cup": rng.uniform(20.0, 90.0), "ball": rng.uniform(20.0, 70.0), "stick": between(rng, ranges.HAND_HIGH_MM)}.get(kind, rng.uniform(0.3, 9.0))
    if kind == "stick":  # an arm, a cue, a cloth's edge: it comes from outside
        end = (x0 + 3.0 * board.outer * math.cos(turn + rng.normal(0.0, 0.5)), y0 + 3.0 * board.outer * math.sin(turn + rng.normal(0.0, 0.5)))
        half = rng.uniform(8.0, 45.0)
        return (lambda x, y: segment(x, y, (x0, y0), end, half)), z, half
    w, h = {"sheet": (rng.uniform(18, 120), rng.uniform(25, 150)), "phone": (rng.uniform(26, 42), rng.uniform(55, 85)),
            "pen": (rng.uniform(3, 6), rng.uniform(40, 80))}.get(kind, (0.0, 0.0))
    radius = rng.uniform(7.0, 13.0) if kind == "coin" else rng.uniform(18.0, 60.0)
    corner = rng.uniform(2.0, 9.0) if kind == "phone" else 0.0
    wave = clouds(rng, shape, 5, 0.35) if kind == "cloth" else np.float32(1.0)

    def distance(x, y):
        if w > 0.0:
            a, b = np.abs((x - x0) * k + (y - y0) * s) - w + corner, np.abs((y - y0) * k - (x - x0) * s) - h + corner
            return np.hypot(np.maximum(a, 0.0), np.maximum(b, 0.0)) + np.minimum(np.maximum(a, b), 0.0) - corner
        return np.hypot(x - x0, y - y0) * wave - radius

    return distance, z, min(w, h) if w > 0.0 else radius


def paint_thing(c, board, rng):
    """Paper, a phone, a pen, a coin, a ball, a cup, a cloth, an arm."""
    kind = str(rng.choice(THINGS))
    distance, z, half = outline_of(kind, rng, board, c.view.shape)
    plain = {"sheet": "light", "phone": "dark"}.get(kind)
    tone = colour(rng, plain if plain is not None and happens(rng, 0.7) else "any" if happens(rng, 0.4) else None)
    if happens(rng, ranges.P_OWN_TONE):
        tone = board.own * rng.uniform(0.75, 1.2, 3).astype(np.float32)
    x, y = c.view.at(0.0)
    lx, ly = c.light.lamp
    c.bgr *= 1.0 - np.float32(1.0 - c.light.ambient) * inside(distance(x + lx * z, y + ly * z), max(c.soft, c.light.soft))[..., None]
    for i in range(SLICES + 1) if kind == "cup" else [SLICES]:
        x, y = c.view.at(z * i / SLICES)
        far = distance(x, y)
        lit = np.float32(0.7 + 0.3 * i / SLICES)
        if kind in ("ball", "stick"):  # round: dark at its edge
            lit = np.float32(0.55) + np.float32(0.5) * np.sqrt(np.clip(-far / half, 0.0, 1.0))[..., None]
        elif kind == "phone":
            lit = lit + np.float32(rng.uniform(0.0, 0.8)) * np.exp(-((x - y) / np.float32(rng.uniform(10.0, 60.0))) ** 2)[..., None]
        c.paint(ALL, inside(far, c.soft), material(rng, tone, x, y, board.clutter) * lit, COVER)


# ---- light over all ----

def paint_light(c, board, rng):
    x, y = c.view.at(0.0)
    gx, gy = rng.normal(0.0, 0.14, 2)
    c.bgr *= np.clip(1.0 + (gx * x + gy * y) / np.float32(board.outer), 0.4, 1.8)[..., None]
    if happens(rng, ranges.P_STRIPES):  # of blinds
        turn, period = rng.uniform(0.0, math.pi), between(rng, ranges.STRIPES_MM)
        wave = np.sin((x * math.cos(turn) + y * math.sin(turn)) * np.float32(2.0 * math.pi / period) + rng.uniform(0.0, 6.3))
        hard = math.exp(rng.uniform(*np.log(ranges.STRIPES_HARD)))
        c.bgr *= 1.0 - (np.float32(between(rng, ranges.STRIPES_DARK)) * np.clip(wave * hard + 0.5, 0.0, 1.0))[..., None]
    if happens(rng, ranges.P_SHADOW):
        turn = rng.uniform(0.0, 2.0 * math.pi)
        far = x * math.cos(turn) + y * math.sin(turn) - rng.uniform(-0.9, 0.9) * board.outer
        soft = math.exp(rng.uniform(*np.log(ranges.SHADOW_SOFT_MM)))
        c.bgr *= 1.0 - (np.float32(between(rng, ranges.SHADOW_DARK)) * inside(far, max(c.soft, soft)))[..., None]
    if happens(rng, ranges.P_GLARE):
        x0, y0 = rng.uniform(-board.outer, board.outer, 2)
        size = rng.uniform(15.0, 130.0)
        spot = np.exp(-((x - x0) ** 2 + (y - y0) ** 2 * rng.uniform(0.5, 2.0)) / (2.0 * size * size))
        c.glare = np.float32(rng.uniform(40.0, 320.0)) * spot
        c.bgr += c.glare[..., None]


def expose(c, board, rng):
    """The camera's own gain. What a lamp's reflection burns out is not seen, whatever lies
    there; a white surface may be as white, and a disc on it is."""
    gain = rng.uniform(90.0, 220.0) / max(board.bright, 20.0)
    c.bgr *= np.float32(gain) * rng.uniform(*ranges.WHITE, 3).astype(np.float32)
    c.what[(c.bgr.min(2) > 250.0) & (c.glare * gain > BURNT_BY) & (c.what != AROUND)] = BURNT


@dataclasses.dataclass
class Lens:
    """What a camera and its program do to a picture."""
    blur: float      # deviation, px
    motion: tuple    # px
    gamma: float
    noise: float     # deviation, of 255
    grain: float     # deviation of its smoothing, px
    sharpen: float
    quality: int     # of JPEG


def draw_lens(rng):
    far, turn = min(abs(rng.normal(*ranges.MOTION_PX[:2])), ranges.MOTION_PX[2]), rng.uniform(0.0, math.pi)
    return Lens(float(np.clip(rng.normal(*ranges.BLUR_PX[:2]), 0.3, ranges.BLUR_PX[2])), (far * math.cos(turn), far * math.sin(turn)),
                between(rng, ranges.GAMMA), min(abs(rng.normal(*ranges.NOISE[:2])), ranges.NOISE[2]), rng.uniform(0.3, 0.9),
                between(rng, ranges.SHARPEN) if happens(rng, 0.5) else 0.0, int(rng.integers(*ranges.JPEG)))


def through_lens(bgr, lens, rng):
    """Blur, motion, noise, sharpening and JPEG. Returns the picture, uint8."""
    bgr = cv2.GaussianBlur(bgr, (0, 0), lens.blur)
    far = math.hypot(*lens.motion)
    if far > 1.0:
        n = 2 * int(math.ceil(far)) + 1
        kernel, middle = np.zeros((n, n), np.float32), n // 2
        tip = (0.5 * lens.motion[0], 0.5 * lens.motion[1])
        cv2.line(kernel, (int(middle - tip[0]), int(middle - tip[1])), (int(middle + tip[0]), int(middle + tip[1])), 1.0)
        bgr = cv2.filter2D(bgr, -1, kernel / kernel.sum())
    bgr = 255.0 * (np.clip(bgr, 0.0, 255.0) / 255.0) ** np.float32(lens.gamma)
    bgr = bgr + cv2.GaussianBlur(rng.normal(0.0, lens.noise, bgr.shape).astype(np.float32), (0, 0), lens.grain) * 1.5
    if lens.sharpen > 0.0:
        bgr = bgr + np.float32(lens.sharpen) * (bgr - cv2.GaussianBlur(bgr, (0, 0), 1.2))
    _, data = cv2.imencode(".jpg", np.clip(bgr, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, lens.quality])
    return cv2.imdecode(data, cv2.IMREAD_COLOR)


def paint_bar(c, mask, tone, rng):
    """Through most bars the board can be seen: those hide nothing."""
    opaque = rng.uniform(*ranges.BAR_OPAQUE)
    over(c.bgr, mask * np.float32(opaque), tone)
    if opaque > ranges.BAR_HIDES:
        c.what[mask > 0.5] = COVER
        c.disc[mask > 0.5] = -1


def paint_caption(c, rng):
    """A score or a title that a program has put over the picture, in a bar or without one.
    In a top view it is turned as the picture is."""
    h, w = c.view.shape
    turn = float(rng.choice([0.0, 90.0, 180.0, 270.0])) + rng.normal(0.0, 12.0)
    where = rng.uniform(0.0, 1.0, 2) * (w, h)
    if happens(rng, 0.6):
        length, high = rng.uniform(0.2, 1.2) * w, rng.uniform(0.06, 0.2) * h
        bar = cv2.boxPoints((tuple(where), (length, high), -turn))
        mask = np.zeros((h, w), np.uint8)
        cv2.fillConvexPoly(mask, np.int32(np.round(bar * 16)), 255, cv2.LINE_AA, 4)
        paint_bar(c, mask.astype(np.float32) / np.float32(255.0), colour(rng, "dark" if happens(rng, 0.5) else None), rng)
    letters = list("ABCDEFGHIKLMNOPRSTUVWXYZ0123456789:-")
    text = str(rng.choice(["20 COUNT", "FINAL 2-1", "".join(rng.choice(letters, int(rng.integers(1, 12))))]))
    words = text_mask(rng, text, c.view.shape, where, rng.uniform(0.4, 2.2), int(rng.integers(1, 6)), turn)
    tone = colour(rng, "light" if happens(rng, 0.6) else None)
    if happens(rng, 0.3):  # with an outline or a shadow of its own
        c.paint(ALL, cv2.dilate(words, np.ones((3, 3))), colour(rng, "dark"), COVER)
    c.paint(ALL, words, tone, COVER)


def cut_off(bgr, what, rng):
    """A part of a top view that is outside its photo, as a straight edge cuts it: black,
    and not known."""
    h, w = what.shape
    v, u = np.mgrid[:h, :w]
    turn = rng.uniform(0.0, 2.0 * math.pi)
    far = (u - w / 2) * math.cos(turn) + (v - h / 2) * math.sin(turn)
    is_left = far < rng.uniform(0.25, 0.5) * w
    bgr[~is_left] = 0
    what[~is_left] = UNKNOWN


def draw_room(rng):
    """The light and the camera's settings of a film: pictures of one room have the same."""
    return int(rng.integers(2**62))


def of_room(room, k):
    return np.random.default_rng((room, k))


def paint(board, discs, view, rng, is_bare=False, has_caption=True, room=None):
    """A picture of a board. Returns the picture (uint8 BGR), what each pixel shows, the
    index of the disc that each pixel shows, and for each disc (u, v, radius in pixels,
    seen share): the place of its bottom's centre, and how much of it nothing hides.

    is_bare: nothing lies over it, as when a board is learnt. has_caption: it may have a
    caption, and its edge may be near. room: of draw_room(), or None: one of its own."""
    room = draw_room(rng) if room is None else room
    c = Canvas(view, draw_light(of_room(room, 0)))
    paint_around(c, board)
    paint_surface(c, board)
    paint_powder(c, board, of_room(room, 1))
    mouth = paint_hole(c, board)
    camera = view.camera
    order = sorted(range(len(discs)), key=lambda i: -math.hypot(discs[i].x - camera[0], discs[i].y - camera[1]))
    for i in order:
        if discs[i].state in ("hole", "leaning"):
            paint_still(c, board, discs[i], i, mouth)
    paint_pegs(c, board)
    for i in order:
        if discs[i].state not in ("hole", "leaning"):
            paint_disc(c, board, discs[i], i, rng)
    return finish(c, board, discs, rng, is_bare, has_caption, room)


def finish(c, board, discs, rng, is_bare=False, has_caption=True, room=None):
    """What lies over a board, light, the camera. Returns as paint()."""
    room = draw_room(rng) if room is None else room
    view = c.view
    whole = np.bincount(c.disc[c.disc >= 0], minlength=len(discs))
    if not is_bare:
        for _ in range(int(happens(rng, ranges.P_THING)) * int(rng.integers(1, ranges.MOST_THINGS + 1))):
            paint_thing(c, board, rng)
        if happens(rng, ranges.P_HAND):
            paint_hand(c, board, rng)
    paint_light(c, board, of_room(room, 2))
    expose(c, board, of_room(room, 3))
    if not is_bare and has_caption and happens(rng, ranges.P_CAPTION):
        paint_caption(c, rng)
    bgr = through_lens(c.bgr, draw_lens(of_room(room, 4)), rng)
    if has_caption and happens(rng, ranges.P_CUT_OFF):
        cut_off(bgr, c.what, rng)
    is_seen = (c.disc >= 0) & (c.what != BURNT) & (c.what != UNKNOWN)
    seen = np.bincount(c.disc[is_seen], minlength=len(discs)) / np.maximum(whole, 1)
    places = []
    for i, d in enumerate(discs):
        u, v = view.pixel(*view.ground(d.x, d.y, d.z))
        places.append((u, v, board.disc * view.px_mm, float(seen[i]) if whole[i] > 0 else 0.0))
    return bgr, c.what, c.disc, places
