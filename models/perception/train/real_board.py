# SPDX-License-Identifier: Apache-2.0
"""Real boards as examples: a photo's top view, turned anew each time, with drawn discs
beside its own, and things, hands, light and captions drawn over it. What its pixels show
is known where its truth file and the found lines say so; else it counts for nothing."""
import math

import cv2
import numpy as np

import ranges
from draws import happens, inside, other_colours
from moving import face_centres, set_in_motion
from net import SIZE
from picture import (AROUND, DISC, HOLE_EMPTY, SURFACE, UNKNOWN, Canvas, draw_room, finish, of_room, paint_disc,
                     paint_powder, paint_still)
from scene import Disc, draw_board, draw_in_hole, draw_light, is_free, print_on
from view import TopView, draw_camera

FINE = 3              # a view's pixel is the mean of FINE x FINE samples
OFF_MM, OFF_SCALE = 1.5, 0.02  # errors of the board's place and size (1 sd)
EDGE_GREY = 14.0      # stronger edges may be lines, prints or pegs: what they show is not known
NEAR_DISC = 1.5       # radii of a disc around it in which its wall and its shadow may lie
MOST_DRAWN = 8
HOLE_MM, HOLE_SHARE = 17.5, 0.8  # radius of a hole; so much of it, about its middle, shows its floor
BARE_RADII = 1.5      # radii of a disc around it that are unknown of the bare board
LIES_OVER = ("hand", "caption", "covered", "glare", "bug", "held", "logo", "plates")  # words of a photo's traps: not bare


class RealBoard:
    """A photo and what is known of it."""

    def __init__(self, photo):
        self.photo = photo
        self.outer, self.disc = photo.outer, photo.disc_mm
        self.step_mm = 2.0 * self.outer * ranges.TOP_VIEW_RADII / SIZE
        self.is_bare = not any(word in trap for trap in photo.truth.get("traps", []) for word in LIES_OVER)
        self.discs = [(x, y) for x, y, _ in photo.all_discs()]
        self.has_empty_hole = self.is_bare and all(d.get("value") != 20 for d in photo.truth["discs"])

    def view(self, turn, off, scale):
        """The top view turned by an angle, and the affine map of the board's places (mm) to
        those in the turned view."""
        half = self.outer * ranges.TOP_VIEW_RADII * scale
        step = 2.0 * half / (SIZE * FINE)
        c, s = math.cos(turn), math.sin(turn)
        fine_to_mm = np.array([[step, 0.0, 0.5 * step - half], [0.0, -step, half - 0.5 * step], [0.0, 0.0, 1.0]])
        turned = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]) @ np.array([[1.0, 0.0, off[0]], [0.0, 1.0, off[1]], [0.0, 0.0, 1.0]])
        fine = cv2.warpPerspective(self.photo.picture, self.photo.to_px @ turned @ fine_to_mm, (SIZE * FINE, SIZE * FINE),
                                   flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_CONSTANT)
        return cv2.resize(fine, (SIZE, SIZE), interpolation=cv2.INTER_AREA), half, np.linalg.inv(turned)


def what_of(real, view, bgr, discs, hole):
    """What each pixel shows; UNKNOWN where nobody says. hole: its place."""
    line_mm = real.photo.lines_mm
    r = np.hypot(view.gx - hole[0], view.gy - hole[1])
    grey = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY).astype(np.float32)
    edges = cv2.dilate(np.hypot(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)) / 4.0, np.ones((3, 3)))
    what = np.full(view.shape, UNKNOWN, np.int8)
    if real.is_bare:
        what[(r < line_mm[0] - 4.0) & (r > 26.0) & (edges < EDGE_GREY)] = SURFACE
    if real.has_empty_hole:
        what[r < HOLE_SHARE * HOLE_MM] = HOLE_EMPTY
    for x, y in discs:
        far = np.hypot(view.gx - x, view.gy - y)
        what[far < NEAR_DISC * real.disc] = UNKNOWN
        what[far < 0.9 * real.disc] = DISC
    what[bgr.max(2) == 0] = UNKNOWN
    return what


def draw_more_discs(rng, board, taken):
    """Discs on free places of the surface. taken: places of real ones."""
    out = []
    for _ in range(int(rng.integers(0, MOST_DRAWN + 1))):
        turn, far = rng.uniform(0.0, 2.0 * math.pi), board.outer * math.sqrt(rng.random())
        x, y = far * math.cos(turn), far * math.sin(turn)
        is_alone = all(math.hypot(x - a, y - b) > 2.0 * board.disc for a, b in taken)
        if is_alone and is_free(board, out, x, y):
            out.append(Disc(x, y, 0.0, int(rng.integers(2)), "flat"))
    return out


def paint_in_hole(c, board, hole, index, rng):
    """A disc in the hole of a photo, at this place."""
    disc = draw_in_hole(rng, board)
    disc.x, disc.y = disc.x + hole[0], disc.y + hole[1]
    box = c.window(*hole, board.hole + 4.0)
    x, y = c.at(0.0, box)
    paint_still(c, board, disc, index, (box, inside(np.hypot(x - hole[0], y - hole[1]) - np.float32(board.hole), c.soft)))
    return disc


def bare_of(bgr, view, discs, real, bright, room, rng):
    """The board as another picture shows it when it was bare: black where discs lie here, in
    the light of a room. bright: of the surface."""
    board = draw_board(rng)
    c = Canvas(view, draw_light(rng))
    c.bgr[:] = bgr
    board.bright = bright
    out, *_ = finish(c, board, [], rng, is_bare=True, room=room)
    for x, y in discs:
        out[np.hypot(view.gx - x, view.gy - y) < BARE_RADII * real.disc] = 0
    return out


def draw_more(c, board, own, hole, is_film, rng):
    """Discs beside a photo's own. hole: its place, None if none is drawn in it. Returns
    them, painted."""
    more = draw_more_discs(rng, board, own) if is_film or happens(rng, 0.6) else []
    if is_film:
        set_in_motion(rng, more)
    for i, d in enumerate(more):
        paint_disc(c, board, d, len(own) + i, rng)
    if hole is not None and happens(rng, ranges.P_HOLE_ON_REAL):
        more.append(paint_in_hole(c, board, hole, len(own) + len(more), rng))
    return more


def real_example(real, rng, lent, is_film, with_bare):
    """(picture, what each pixel shows, (u, v, seen) of the face of each disc, the bare board
    or None). is_film: some of the drawn discs move, and the bare board is seen in the same
    light."""
    turn, scale = rng.uniform(0.0, 2.0 * math.pi), 1.0 + rng.normal(0.0, OFF_SCALE)
    bgr, half, to_view = real.view(turn, rng.normal(0.0, OFF_MM, 2), scale)
    view = TopView(SIZE, half, draw_camera(rng, real.outer))
    own = [tuple((to_view @ (x, y, 1.0))[:2]) for x, y in real.discs]
    hole = tuple(to_view[:2, 2])
    if happens(rng, ranges.P_OTHER_COLOURS):
        bgr = other_colours(rng, bgr)
    board, room = draw_board(rng, lent), draw_room(rng)
    board.outer, board.edge, board.disc, board.hole, board.pegs = real.outer, real.outer + 6.0, real.disc, HOLE_MM, []
    board.own = np.median(bgr[np.hypot(view.gx, view.gy) < 0.9 * real.outer], axis=0).astype(np.float32)
    board.bright = float(board.own.mean())
    c = Canvas(view, draw_light(of_room(room, 0)))
    c.bgr[:] = bgr
    c.what[:] = what_of(real, view, bgr, own, hole)
    if happens(rng, ranges.P_PRINTS_ON_REAL):
        is_plain = c.what == SURFACE
        c.bgr[is_plain] = print_on(rng, c.bgr, board.line_colour)[is_plain]
    paint_powder(c, board, rng)
    bare = bare_of(c.bgr, view, own, real, board.bright, room if is_film else draw_room(rng), rng) if with_bare and real.is_bare else None
    # the real discs have no height here: their places are those of their faces
    discs = [Disc(x, y, 0.0, 0, "flat") for x, y in own]
    for i, (x, y) in enumerate(own):
        c.disc[np.hypot(view.gx - x, view.gy - y) < 0.95 * real.disc] = i
    more = draw_more(c, board, own, hole if real.has_empty_hole else None, is_film, rng)
    c.what[c.what == AROUND] = UNKNOWN
    picture, what, _, places = finish(c, board, discs + more, rng, room=room)
    seen = [p[3] for p in places]
    faces = [(*view.pixel(x, y), share) for (x, y), share in zip(own, seen[:len(own)], strict=True)]
    return picture, what, faces + face_centres(board, more, view, seen[len(own):]), bare
