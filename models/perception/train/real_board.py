# SPDX-License-Identifier: Apache-2.0
"""Real boards as examples: a photo's top view, turned anew each time, with drawn discs
beside its own, and things, hands, light and captions drawn over it. What its pixels show
is known where its truth file and the found lines say so; else it counts for nothing."""
import math

import cv2
import numpy as np

import ranges
from draws import happens, other_colours
from net import SIZE
from picture import AROUND, DISC, SURFACE, UNKNOWN, Canvas, finish, paint_disc, paint_powder
from scene import Disc, draw_board, draw_light, is_free, print_on
from view import TopView, draw_camera

FINE = 3              # a view's pixel is the mean of FINE x FINE samples
OFF_MM, OFF_SCALE = 1.5, 0.02  # errors of the board's place and size (1 sd)
EDGE_GREY = 14.0      # stronger edges may be lines, prints or pegs: what they show is not known
NEAR_DISC = 1.5       # radii of a disc around it in which its wall and its shadow may lie
MOST_DRAWN = 8
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

    def view(self, turn, off, scale):
        """The top view turned by an angle, and the affine map of the board's places (mm) to
        those in the turned view."""
        half = self.outer * ranges.TOP_VIEW_RADII * scale
        step = 2.0 * half / (SIZE * FINE)
        c, s = math.cos(turn), math.sin(turn)
        fine_to_mm = np.array([[step, 0.0, 0.5 * step - half + off[0]], [0.0, -step, half - 0.5 * step + off[1]], [0.0, 0.0, 1.0]])
        turned = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        fine = cv2.warpPerspective(self.photo.picture, self.photo.to_px @ turned @ fine_to_mm, (SIZE * FINE, SIZE * FINE),
                                   flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_CONSTANT)
        return cv2.resize(fine, (SIZE, SIZE), interpolation=cv2.INTER_AREA), half, np.linalg.inv(turned)


def what_of(real, view, bgr, discs, line_mm):
    """What each pixel shows; UNKNOWN where nobody says."""
    r = np.hypot(view.gx, view.gy)
    grey = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY).astype(np.float32)
    edges = cv2.dilate(np.hypot(cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)) / 4.0, np.ones((3, 3)))
    what = np.full(view.shape, UNKNOWN, np.int8)
    if real.is_bare:
        what[(r < line_mm[0] - 4.0) & (r > 26.0) & (edges < EDGE_GREY)] = SURFACE
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


def bare_of(bgr, view, discs, disc_mm, rng):
    """The board as another picture shows it when it was bare: black where discs lie here, in
    other light."""
    board = draw_board(rng)
    c = Canvas(view, draw_light(rng))
    c.bgr[:] = bgr
    board.bright = float(bgr.mean())
    out, *_ = finish(c, board, [], rng, is_bare=True)
    for x, y in discs:
        out[np.hypot(view.gx - x, view.gy - y) < BARE_RADII * disc_mm] = 0
    return out


def real_example(real, rng, lent, with_bare):
    """(picture, what each pixel shows, (u, v, seen) of the face of each disc, the bare board
    or None)."""
    turn, scale = rng.uniform(0.0, 2.0 * math.pi), 1.0 + rng.normal(0.0, OFF_SCALE)
    bgr, half, to_view = real.view(turn, rng.normal(0.0, OFF_MM, 2), scale)
    view = TopView(SIZE, half, draw_camera(rng, real.outer))
    own = [tuple((to_view @ (x, y, 1.0))[:2]) for x, y in real.discs]
    if happens(rng, ranges.P_OTHER_COLOURS):
        bgr = other_colours(rng, bgr)
    board = draw_board(rng, lent)
    board.outer, board.edge, board.disc, board.hole, board.pegs = real.outer, real.outer + 6.0, real.disc, 17.5, []
    c = Canvas(view, draw_light(rng))
    c.bgr[:] = bgr
    c.what[:] = what_of(real, view, bgr, own, real.photo.lines_mm)
    if happens(rng, ranges.P_PRINTS_ON_REAL):
        is_plain = c.what == SURFACE
        c.bgr[is_plain] = print_on(rng, c.bgr, board.line_colour)[is_plain]
    paint_powder(c, board, rng)
    bare = bare_of(c.bgr, view, own, real.disc, rng) if with_bare and real.is_bare else None
    board.own = np.median(bgr[np.hypot(view.gx, view.gy) < 0.9 * real.outer], axis=0).astype(np.float32)
    board.bright = float(board.own.mean())
    # the real discs have no height here: their places are those of their faces
    discs = [Disc(x, y, 0.0, 0, "flat") for x, y in own]
    for i, (x, y) in enumerate(own):
        c.disc[np.hypot(view.gx - x, view.gy - y) < 0.95 * real.disc] = i
    more = draw_more_discs(rng, board, own) if happens(rng, 0.6) else []
    for i, d in enumerate(more):
        paint_disc(c, board, d, len(own) + i)
    c.what[c.what == AROUND] = UNKNOWN
    picture, what, _, places = finish(c, board, discs + more, rng)
    k = board.disc_high / (view.camera[2] - board.disc_high)
    faces = own + [(d.x + (d.x - view.camera[0]) * k, d.y + (d.y - view.camera[1]) * k) for d in more]
    return picture, what, [(*view.pixel(x, y), p[3]) for (x, y), p in zip(faces, places, strict=True)], bare
