# SPDX-License-Identifier: Apache-2.0
"""Photos as scenes for the simulator: the board without discs, its camera, and
the discs' faces and shadows.

Frames: mm of the board with the outer line at OUTER mm; px of the upright photo.
The camera is a pinhole, as in board/camera.h.
"""

import json
import math
import os
import subprocess
import tempfile

import numpy as np
from scipy.ndimage import median_filter
from scipy.optimize import least_squares
from scipy.spatial.transform import Rotation

from .photos import (OUTER, Photo, ProgramFailed, Source, blend, length,
                     mapped, part_about, sampled, shadow_of, turn_of)

# A disc's thickness as a part of its radius: 3/8 in of 5/8 in.
THICKNESS = 0.6
# Sizes that the truth does not tell, as parts of the outer line's radius: those
# of the tournament table of tests/sim.
SURFACE, RAIL, RAIL_OUTER = 330.2 / OUTER, 375.0 / OUTER, 400.0 / OUTER
# A line's width if nothing measured it, mm.
USUAL_WIDTH = 1.6
# Standard deviations: of the truth's points and discs in px, of the focal
# length from the program's, relative, of the principal point as a part of the
# picture's longer side.
POINT_PX, DISC_PX, FOCAL, PRINCIPAL = 1.0, 2.0, 0.25, 0.02
# Samples of a face across its radius, at most; beyond that part of the radius
# its colour is repeated, since pixels at the edge show the board, too.
FACE_MOST, FACE_EDGE = 64, 0.95
# Half the width of a shadow's map, mm, and its samples per mm.
SHADOW_HALF, SHADOW_PER_MM = 40.0, 1.0
# Width of what is too small for a shadow, samples.
SHADOW_SMOOTH = 7
# Light of a disc's wall relative to its face where the wall is not seen.
USUAL_WALL = 0.45
# Fewest pixels of a wall from which its colour is taken.
WALL_PIXELS = 30


def calibrated(program, path):
    """The program's camera and board for a photo."""
    with tempfile.TemporaryDirectory() as work:
        out = os.path.join(work, "calib.json")
        run = subprocess.run([program, "calibrate", "-o", out, path],
                             capture_output=True, text=True, check=False)
        if not os.path.exists(out):
            raise ProgramFailed(f"{program} cannot calibrate {path}: "
                                f"{run.stderr}")
        with open(out, encoding="utf-8") as file:
            return json.load(file)


class Camera:
    """A pinhole camera: focal length, principal point, pose."""

    def __init__(self, x):
        self.x = np.asarray(x, float)  # f, cx, cy, rotation vector, t

    @classmethod
    def of_calibration(cls, calib):
        c, pose = calib["camera"], calib["pose"]
        rot = np.array(pose["rotation"]).reshape(3, 3)
        scale = OUTER / calib["board"]["lines_mm"]["outer"]
        return cls(np.r_[c["f_px"], c["cx_px"], c["cy_px"],
                         Rotation.from_matrix(rot).as_rotvec(),
                         scale * np.array(pose["t_mm"])])

    @property
    def rot(self):
        return Rotation.from_rotvec(self.x[3:6]).as_matrix()

    def project(self, mm, z=0.0):
        mm = np.atleast_2d(mm)
        p = np.c_[mm, np.full(len(mm), z)] @ self.rot.T + self.x[6:9]
        return self.x[0] * p[:, :2] / p[:, 2:] + self.x[1:3]

    def plane(self, z=0.0):
        """Homography from mm at height z to px."""
        k = np.array([[self.x[0], 0, self.x[1]], [0, self.x[0], self.x[2]],
                      [0, 0, 1.0]])
        r = self.rot
        h = k @ np.c_[r[:, 0], r[:, 1], z * r[:, 2] + self.x[6:9]]
        return h / h[2, 2]


def ring_points(radii=(100.0, 200.0, OUTER), n=24):
    a = np.arange(n) * 2.0 * math.pi / n
    return np.concatenate([r * np.c_[np.cos(a), np.sin(a)] for r in radii])


def fitted_camera(start, to_px, discs, size):
    """The camera whose view of the board's plane is the homography, and in
    which the discs' tops are above their feet."""
    at = ring_points()
    want = mapped(to_px, at)
    longer = max(size)

    def residuals(x):
        cam = Camera(x)
        off = [((cam.project(at) - want) / POINT_PX).ravel(),
               [math.log(max(x[0], 1.0) / start.x[0]) / FOCAL],
               (x[1:3] - start.x[1:3]) / (PRINCIPAL * longer)]
        for d in discs:
            top = cam.project(d["foot"], THICKNESS * d["top_mm"])[0]
            off.append((top - [d["u"], d["v"]]) / DISC_PX)
        return np.concatenate(off)

    fit = least_squares(residuals, start.x, x_scale="jac", loss="soft_l1")
    return Camera(fit.x)


class ScenePhoto(Photo):
    """A photo with its camera; without rings in its truth, its plane is the
    program's."""

    around = 18.0  # nothing may be left of long shadows

    def __init__(self, folder, truth, program):
        path = os.path.join(folder, truth["image"])
        calib = calibrated(program, path)
        start = Camera.of_calibration(calib)
        board = calib["board"]["lines_mm"]
        if "outer" in truth["board"]:
            super().__init__(folder, truth, program)
            at = ring_points((200.0,))
            back = mapped(self.to_mm, start.project(at))
            self.turned(turn_of(back, at))
        else:
            super().__init__(folder, truth, program, start.plane())
            self.lines = tuple(board[k] * OUTER / board["outer"]
                               for k in ("outer", "middle", "inner"))
        self.place_the_rest()
        self.width_mm = board["width"] * OUTER / board["outer"] \
            if board["width"] > 0 else USUAL_WIDTH
        h, w = self.pixels.shape[:2]
        self.camera = fitted_camera(start, self.to_px, self.discs, (w, h))
        off = length(self.camera.project(ring_points()) -
                     mapped(self.to_px, ring_points()))
        self.rms_px = float(np.sqrt(np.mean(off ** 2)))

    def place_the_rest(self):
        """Places discs that the program takes for some in the hole."""
        for disc in self.truth["discs"]:
            if any((d["u"], d["v"]) == (disc["u"], disc["v"])
                   for d in self.discs):
                continue
            top = mapped(self.to_mm, [disc["u"], disc["v"]])[0]
            foot = mapped(self.to_px, top - self.wall_at(top))[0]
            self.discs.append(self.placed(disc, foot))

    def turned(self, turn):
        """Turns the frame, and what was placed in it."""
        old = self.to_mm
        self.to_px = self.to_px @ turn
        self.to_mm = np.linalg.inv(self.to_px)
        for d in self.discs:
            d["foot"] = mapped(self.to_mm, mapped(
                np.linalg.inv(old), d["foot"]))[0]
            d["wall"] = mapped(self.to_mm, [d["u"], d["v"]])[0] - d["foot"]

    def hole_mm(self):
        r = self.truth["board"]["hole"]["radius_px"]
        return r / self.px_per_mm_at([0.0, 0.0])

    def px_per_mm_at(self, mm):
        p = mapped(self.to_px, np.array([[0, 0], [1, 0], [0, 1]]) + mm)
        return math.sqrt(abs(np.linalg.det(p[1:] - p[0])))

    def board(self):
        """The dimensions as a calibration has them."""
        return {"model": "measured",
                "lines_mm": {"outer": self.lines[0], "middle": self.lines[1],
                             "inner": self.lines[2], "width": self.width_mm},
                "hole_mm": self.hole_mm(),
                "hole_depth_mm": THICKNESS * self.disc_mm,
                "disc_mm": self.disc_mm,
                "disc_height_mm": THICKNESS * self.disc_mm}


def profile(photo, img, discs, radius):
    """The board's median colour at a radius where no disc is near; or None."""
    a = np.arange(0.0, 2.0 * math.pi, 0.03)
    mm = radius * np.c_[np.cos(a), np.sin(a)]
    px = mapped(photo.to_px, mm)
    off = np.min([photo.beyond(mm, d) for d in discs], axis=0)
    seen = photo.within(px) & (off > (2.0 if radius < photo.hole_mm() else 8.0))
    if not seen.any():
        return None
    return np.median(sampled(img, px[seen]), 0)


def paint_over(photo, img, disc, discs):
    """Gives the board under a disc the colours that it has elsewhere at the
    same radius: what can be done where no part of the board can be copied, as
    at the hole. Grain and quadrant lines are lost there."""
    px, mm, _ = photo.about(disc["foot"] + 0.5 * disc["wall"])
    radii = np.arange(0.0, length(mm).max() + 1.0, 0.5)
    colours = [profile(photo, img, discs, r) for r in radii]
    known = [i for i, c in enumerate(colours) if c is not None]
    table = np.array([colours[min(known, key=lambda k: abs(k - i))]
                      for i in range(len(radii))])
    values = np.stack([np.interp(length(mm), radii, table[:, c])
                       for c in range(3)], 1)
    blend(img, px, values, part_about(photo, mm, disc, discs))


class Face:
    """A disc's face, seen from above, in steps of its radius; its wall's
    colour; the light that its shadow leaves around it."""

    def __init__(self, photo, disc, shadow):
        self.team = disc["team"]
        self.rgb = self.face_of(photo, disc)
        self.wall = self.wall_of(photo, disc)
        self.shadow = shadow

    @staticmethod
    def face_of(photo, disc):
        n = int(min(max(disc["r"], 12), FACE_MOST))
        y, x = np.mgrid[-n:n + 1, -n:n + 1] / n
        rho = np.hypot(x, y)
        inside = np.minimum(1.0, FACE_EDGE / np.maximum(rho, 1e-9))
        unit = np.c_[(x * inside).ravel(), (y * inside).ravel()]
        middle = mapped(photo.to_mm, [disc["u"], disc["v"]])[0]
        rim = middle + unit * photo.disc_mm
        px = mapped(photo.to_px, rim)
        scale = disc["r"] / (photo.disc_mm * photo.px_per_mm_at(middle))
        px = [disc["u"], disc["v"]] + scale * (px - [disc["u"], disc["v"]])
        return sampled(photo.pixels, px).reshape(2 * n + 1, 2 * n + 1, 3)

    def wall_of(self, photo, disc):
        face = np.median(self.rgb.reshape(-1, 3), 0)
        if "foot" not in disc:
            return USUAL_WALL * face
        found = photo.about(disc["foot"])
        if found is None:
            return USUAL_WALL * face
        px, mm, _ = found
        top = length(px - [disc["u"], disc["v"]]) - disc["r"]
        wall = (photo.beyond(mm, disc) < -1.0) & (top > 1.0)
        if wall.sum() < WALL_PIXELS:
            return USUAL_WALL * face
        return np.median(sampled(photo.pixels, px[wall]), 0)


def shadow_map(photo, disc, rng):
    """The light around a disc as a part of the free board's, on a grid of mm
    about its foot; None where the board is not seen free."""
    source = Source(photo, disc, rng)
    if source.clean is None:
        return None
    n = int(2 * SHADOW_HALF * SHADOW_PER_MM) + 1
    y, x = np.mgrid[:n, :n] / SHADOW_PER_MM - SHADOW_HALF
    mm = np.c_[x.ravel(), y.ravel()] + disc["foot"]
    px = mapped(photo.to_px, mm)
    if not photo.within(px).all():
        return None
    light = shadow_of(photo, disc, source.clean, px, photo.beyond(mm, disc),
                      (n, n))
    # a line that was copied beside its place is no shadow
    light = median_filter(light.reshape(n, n), SHADOW_SMOOTH)
    return np.clip(light, 0.3, 1.0)


def faces_of(photo, rng):
    """The faces of a photo's certain discs; where a team has none on the
    board, of its discs beside it."""
    faces = [Face(photo, d, shadow_map(photo, d, rng))
             for d in photo.discs if d["certain"]]
    for team in photo.truth["teams"]:
        if not any(f.team == team for f in faces):
            faces += [Face(photo, d, None)
                      for d in photo.truth.get("off_surface", [])
                      if d["team"] == team]
    return faces
