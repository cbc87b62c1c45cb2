# SPDX-License-Identifier: Apache-2.0
"""What there is: a board, the discs on it, things that lie on it, and the light.

Lengths are mm in the board's frame (the hole is the origin, z is up from the surface).
One seed gives one board; what changes between two pictures of it has seeds of its own."""
import dataclasses
import math

import cv2
import numpy as np

import ranges
from draws import between, clouds, colour, happens, other_colours, surface, text_mask, wood
from lent import NOTHING

TEXTURE_PX = 512
AROUND_RADII = 3.2  # half the side of what is drawn around the board, in outer radii


@dataclasses.dataclass
class Style:
    """How the discs of a side look."""
    base: np.ndarray
    bevel: float        # brightness of the rounded edge over the face's
    ring_share: float   # radius of a ring on the face over the disc's; 0: none
    ring: np.ndarray    # its colour, or the dish's
    is_dish: bool       # the ring is filled: a hollow or an inlay
    gloss: float
    grain: np.ndarray   # of its face, a factor of about 1, over +-radius
    face: np.ndarray    # of a real disc, BGR over +-radius; None: drawn


@dataclasses.dataclass
class Disc:
    x: float
    y: float
    z: float            # of its bottom
    side: int
    state: str          # "flat", "hole", "leaning", "out"
    lean: tuple = (0.0, 0.0)  # slope of its top
    way: object = None        # a moving.Way: it moves


@dataclasses.dataclass
class Board:
    outer: float
    middle: float
    inner: float
    edge: float
    hole: float
    hole_deep: float
    hole_floor: np.ndarray
    hole_texture: np.ndarray  # of its floor, a factor of about 1, over +-hole
    hole_wall: float          # brightness of its wall over the floor's
    hole_felt: float          # radius of the felt on its floor over the hole's
    hole_dark: float          # how much darker the floor is at its edge
    hole_dark_mm: float       # ... and how far from it
    hole_rim: float           # width, 0: none
    hole_rim_colour: np.ndarray
    disc: float
    disc_high: float
    line: float
    line_colour: np.ndarray
    line_seen: float
    has_quadrants: bool
    turn: float         # of the first quadrant line
    pegs: list          # (x, y)
    peg: float
    peg_high: float
    peg_colour: np.ndarray
    ditch: float
    ditch_deep: float
    rail: float
    rail_high: float
    is_octagon: bool
    bright: float       # of its surface in plain light
    top: np.ndarray     # texture of the surface with prints, over +-edge
    around: np.ndarray  # of table, ditch and rail, over +-AROUND_RADII outer radii
    rail_base: np.ndarray
    styles: list
    own: np.ndarray     # the tone of its surface
    clutter: list       # pictures of what lies around real boards


@dataclasses.dataclass
class Light:
    lamp: tuple         # how far a shadow reaches for each mm of height: x, y
    soft: float
    ambient: float


def draw_style(rng, board_base, faces):
    if faces and happens(rng, ranges.P_REAL_FACE):
        face = faces[int(rng.integers(len(faces)))]
        if happens(rng, ranges.P_OTHER_COLOURS):
            face = other_colours(rng, face)
        base = face.reshape(-1, 3).mean(0).astype(np.float32)
        return Style(base, 1.0, 0.0, base, False, 0.0, np.ones((1, 1), np.float32), face)
    base = colour(rng)
    if happens(rng, ranges.P_OWN_WOOD):
        base = np.clip(board_base * rng.uniform(0.75, 1.2), 8, 245).astype(np.float32)
    has_ring = happens(rng, 0.45)
    return Style(base, rng.uniform(0.7, 1.3), rng.uniform(0.35, 0.85) if has_ring else 0.0,
                 base * np.float32(rng.uniform(0.6, 1.4)) if happens(rng, 0.6) else colour(rng), happens(rng, 0.4),
                 rng.uniform(0.0, 0.5), small_texture(rng, ranges.P_GRAIN), None)


def small_texture(rng, chance):
    """Wood, or felt: a factor of about 1; one value where there is none."""
    if not happens(rng, chance):
        return np.ones((1, 1), np.float32)
    at = np.linspace(-18.0, 18.0, 48, dtype=np.float32)
    if happens(rng, 0.5):
        return wood(rng, *np.meshgrid(at, at))
    return clouds(rng, (48, 48), rng.uniform(6, 40), rng.uniform(0.01, 0.09))


def hole_prints(rng, top, ink):
    """"20" on the four sides of the hole."""
    mask = np.zeros(top.shape[:2], np.float32)
    middle, far = TEXTURE_PX / 2, rng.uniform(0.075, 0.11) * TEXTURE_PX
    size, thick, first = rng.uniform(0.35, 0.7), int(rng.integers(1, 3)), rng.uniform(0.0, 2.0 * math.pi)
    for k in range(4):
        turn = first + k * math.pi / 2.0
        where = (middle + far * math.cos(turn), middle + far * math.sin(turn))
        mask = np.maximum(mask, text_mask(rng, "20", mask.shape, where, size, thick, 270.0 - math.degrees(turn)))
    return top * (1.0 - mask[..., None]) + ink * mask[..., None]


def grid(half):
    at = ((np.arange(TEXTURE_PX) + 0.5) * 2.0 / TEXTURE_PX - 1.0).astype(np.float32) * np.float32(half)
    return np.meshgrid(at, -at)


def letters(rng):
    return "".join(rng.choice(list("abcdeghkmnopqsuCDGOQS0689&"), int(rng.integers(1, 7))))


def prints(rng, shape):
    """Numerals, letters and logos of a board: a mask."""
    mask = np.zeros(shape, np.float32)
    words = ["20", "15", "10", "5", "CROKINOLE", "O", "o", "E&S", "1887", "CLUB", "0", letters(rng), letters(rng)]
    largest = rng.uniform(0.8, 2.6)  # an "o" of 2 is as large as a disc
    for _ in range(int(rng.integers(1, 14))):
        far, turn = rng.uniform(0.05, 0.48) * shape[0], rng.uniform(0.0, 2.0 * math.pi)
        where = (shape[1] / 2 + far * math.cos(turn), shape[0] / 2 + far * math.sin(turn))
        size = rng.uniform(0.3, largest)
        mask = np.maximum(mask, text_mask(rng, str(rng.choice(words)), shape, where, size,
                                          int(rng.integers(1, 4 + int(2.0 * size))), rng.uniform(0.0, 360.0)))
    if happens(rng, 0.3):  # a printed ring or blob, as large as a disc or larger
        cv2.circle(mask, tuple(int(v) for v in rng.uniform(0.2, 0.8, 2) * shape[0]), int(rng.uniform(8, 40)), 1.0,
                   int(rng.choice([-1, 2, 3])), cv2.LINE_AA)
    return mask * np.float32(rng.uniform(0.3, 1.0))


def engraved(rng, top, mask):
    """Letters cut or burnt into a surface: darker, with an edge in the light and one in the
    shade."""
    turn, deep = rng.uniform(0.0, 2.0 * math.pi), np.float32(rng.uniform(0.1, 0.5))
    slope = math.cos(turn) * cv2.Sobel(mask, cv2.CV_32F, 1, 0) + math.sin(turn) * cv2.Sobel(mask, cv2.CV_32F, 0, 1)
    return top * np.clip(1.0 - np.float32(rng.uniform(0.0, 0.6)) * mask + deep * slope, 0.2, 1.8)[..., None]


def print_on(rng, top, ink):
    """Prints on a picture of a surface, with ink or cut into it."""
    mask = prints(rng, top.shape[:2])
    if happens(rng, ranges.P_ENGRAVED):
        return engraved(rng, top, mask)
    return top * (1.0 - mask[..., None]) + (ink if happens(rng, 0.7) else colour(rng)) * mask[..., None]


def draw_floor(rng, base, styles):
    """The colour of a hole's floor: of dark or painted ones, of the board's wood, or of a
    disc's colour, which hides a disc in it."""
    kind = rng.choice(len(ranges.HOLE_FLOORS), p=ranges.HOLE_FLOORS)
    if kind == 3:
        return styles[int(rng.integers(2))].base * np.float32(rng.uniform(0.7, 1.2))
    return [colour(rng, "dark"), base * np.float32(rng.uniform(0.7, 1.0)), colour(rng)][kind]


def draw_board(rng, lent=NOTHING):
    outer = between(rng, ranges.OUTER_MM)
    base = colour(rng, "wood" if happens(rng, 0.8) else "any")
    inner, edge = outer * between(rng, ranges.INNER_SHARE), outer + between(rng, ranges.EDGE_MM)
    x, y = grid(edge)
    top = surface(rng, base, x, y, lent).astype(np.float32)
    base = top.reshape(-1, 3).mean(0)
    ink = [colour(rng, "dark"), colour(rng, "light"), colour(rng), base * np.float32(rng.uniform(0.6, 1.3))][
        int(rng.choice(4, p=[0.55, 0.15, 0.2, 0.1]))]
    turn = rng.uniform(0.0, 0.5 * math.pi)
    if happens(rng, 0.15):  # inlaid or painted inside
        m = (np.hypot(x, y) < inner) if happens(rng, 0.5) else (np.abs(np.sin(2.0 * (np.arctan2(y, x) - turn))) < 0.3)
        top[m] *= rng.uniform(0.6, 1.35, 3).astype(np.float32)
    if happens(rng, ranges.P_PRINTS):
        top = print_on(rng, top, ink)
    if happens(rng, ranges.P_HOLE_PRINTS):
        top = hole_prints(rng, top, ink)
    ax, ay = grid(AROUND_RADII * outer)
    styles = [draw_style(rng, base, lent.faces), draw_style(rng, base, lent.faces)]
    n_pegs = 0 if happens(rng, ranges.P_NO_PEGS) else 8
    first = turn + math.pi / 8.0
    return Board(
        outer=outer, middle=outer * between(rng, ranges.MIDDLE_SHARE), inner=inner, edge=edge,
        hole=between(rng, ranges.HOLE_MM), hole_deep=between(rng, ranges.HOLE_DEEP_MM),
        hole_floor=draw_floor(rng, base, styles),
        hole_texture=small_texture(rng, ranges.P_HOLE_FELT),
        hole_wall=rng.uniform(0.3, 1.3), hole_felt=between(rng, ranges.HOLE_FELT) if happens(rng, ranges.P_HOLE_FELT_SMALL) else 1.0,
        hole_dark=between(rng, ranges.HOLE_DARK), hole_dark_mm=between(rng, ranges.HOLE_DARK_MM),
        hole_rim=between(rng, ranges.HOLE_RIM_MM) if happens(rng, ranges.P_HOLE_RIM) else 0.0,
        hole_rim_colour=colour(rng, "wood") if happens(rng, 0.6) else base * np.float32(rng.uniform(0.5, 1.6)),
        disc=between(rng, ranges.DISC_MM), disc_high=between(rng, ranges.DISC_HIGH_MM), line=between(rng, ranges.LINE_MM),
        line_colour=ink, line_seen=between(rng, ranges.LINE_SEEN) ** 0.5, has_quadrants=happens(rng, 0.9), turn=turn,
        pegs=[(inner * math.cos(first + k * math.pi / 4.0), inner * math.sin(first + k * math.pi / 4.0)) for k in range(n_pegs)],
        peg=between(rng, ranges.PEG_MM), peg_high=between(rng, ranges.PEG_HIGH_MM), peg_colour=colour(rng),
        ditch=between(rng, ranges.DITCH_MM), ditch_deep=between(rng, ranges.DITCH_DEEP_MM), rail=between(rng, ranges.RAIL_MM),
        rail_high=between(rng, ranges.RAIL_HIGH_MM), is_octagon=happens(rng, ranges.P_OCTAGON),
        bright=float(base.mean()), top=top,
        around=surface(rng, colour(rng), ax, ay, lent) * clouds(rng, ax.shape, 4, 0.1)[..., None],
        rail_base=base * np.float32(rng.uniform(0.6, 1.2)) if happens(rng, 0.6) else colour(rng), styles=styles,
        own=base, clutter=lent.clutter)


def draw_light(rng):
    reach, turn = between(rng, ranges.LAMP_TAN), rng.uniform(0.0, 2.0 * math.pi)
    soft = math.exp(rng.uniform(*np.log(ranges.LAMP_SOFT_MM)))
    return Light((reach * math.cos(turn), reach * math.sin(turn)), soft, between(rng, ranges.AMBIENT))


def is_free(board, discs, x, y):
    """Does a disc fit there, beside discs, pegs and the hole?"""
    apart = 2.0 * board.disc
    return (math.hypot(x, y) > board.hole + 2.0 and all(math.hypot(x - d.x, y - d.y) >= apart for d in discs) and
            all(math.hypot(x - px, y - py) > board.disc + board.peg for px, py in board.pegs))


def draw_place(rng, board, discs):
    """A place for a disc: beside another one, on the surface, or in the ditch."""
    if discs and happens(rng, ranges.P_TOUCHES):
        other = discs[int(rng.integers(len(discs)))]
        turn, far = rng.uniform(0.0, 2.0 * math.pi), 2.0 * board.disc + abs(rng.normal(0.0, 1.5))
        return other.x + far * math.cos(turn), other.y + far * math.sin(turn)
    turn = rng.uniform(0.0, 2.0 * math.pi)
    far = board.outer * math.sqrt(rng.random())
    if happens(rng, 0.12):
        far = board.edge + rng.uniform(board.disc, max(board.disc + 1.0, board.ditch - board.disc))
    return far * math.cos(turn), far * math.sin(turn)


def draw_in_hole(rng, board):
    turn = rng.uniform(0.0, 2.0 * math.pi)
    side = int(rng.integers(2))
    if not happens(rng, ranges.P_HOLE_LEANS):
        far = rng.uniform(0.0, max(0.0, board.hole - board.disc))
        return Disc(far * math.cos(turn), far * math.sin(turn), -board.hole_deep, side, "hole")
    # one edge on the rim, the other one on the floor
    slope = board.hole_deep / (2.0 * board.disc) * rng.uniform(0.5, 1.0)
    far = rng.uniform(0.15, 0.75) * board.disc
    c, s = math.cos(turn), math.sin(turn)
    return Disc(far * c, far * s, -0.5 * board.hole_deep, side, "leaning", (slope * c, slope * s))


def draw_discs(rng, board):
    discs = []
    most = int(rng.choice([0, rng.integers(1, 7), rng.integers(4, 15), rng.integers(10, ranges.MOST_DISCS + 1)]))
    if happens(rng, ranges.P_HOLE):
        discs.append(draw_in_hole(rng, board))
    for _ in range(most * 3):
        if len(discs) >= most:
            break
        x, y = draw_place(rng, board, discs)
        far = math.hypot(x, y)
        is_out = far > board.edge
        if not is_free(board, discs, x, y) or board.edge < far < board.edge + board.disc:  # neither lies there nor stands
            continue
        if far > board.edge + board.ditch - board.disc:
            continue
        discs.append(Disc(x, y, -board.ditch_deep if is_out else 0.0, int(rng.integers(2)), "out" if is_out else "flat"))
    return discs
