# SPDX-License-Identifier: Apache-2.0
"""From where a board is seen.

A view says for each pixel where its ray meets the plane of the surface, and where the
camera is. Where the ray is at another height follows from both (docs/DESIGN.md,
"camera"): the ray from the camera (c, h) through the ground at g is at height z above

    g + (c - g) z / h.

The top view of a photo and the photo itself differ in nothing else."""
import math

import numpy as np

import ranges
from draws import between, half_normal


class View:
    """gx, gy: where each pixel's ray meets z = 0, mm. camera: (x, y, height) in mm.
    px_mm: pixels a mm on the ground, at each pixel."""

    def __init__(self, gx, gy, camera, px_mm):
        self.gx, self.gy = gx.astype(np.float32), gy.astype(np.float32)
        self.camera = camera
        self.px_mm = px_mm
        self.shape = gx.shape

    def at(self, z):
        """Where each ray is at height z."""
        k = np.float32(z / self.camera[2])
        return (self.gx + (np.float32(self.camera[0]) - self.gx) * k,
                self.gy + (np.float32(self.camera[1]) - self.gy) * k)

    def ground(self, x, y, z):
        """The place on the ground that a point at height z covers."""
        k = z / (self.camera[2] - z)
        return x + (x - self.camera[0]) * k, y + (y - self.camera[1]) * k

    def pixel(self, x, y):
        """The pixel (column, row) of a place on the ground, as a fraction."""
        raise NotImplementedError


class TopView(View):
    """A square of `size` pixels around the hole, x to the right and y up, as
    board/topview.h makes it."""

    def __init__(self, size, half_mm, camera):
        step = 2.0 * half_mm / size
        at = (np.arange(size) + 0.5) * step - half_mm
        gx, gy = np.meshgrid(at, -at)
        super().__init__(gx, gy, camera, 1.0 / step)
        self.half_mm, self.step = half_mm, step

    def pixel(self, x, y):
        return (x + self.half_mm) / self.step - 0.5, (self.half_mm - y) / self.step - 0.5


class CameraView(View):
    """A picture of `size` pixels by a camera that looks at a place near the hole."""

    def __init__(self, size, camera, looks_at, f_px, roll):
        eye = np.array(camera, float)
        forward = np.array([*looks_at, 0.0]) - eye
        forward /= np.linalg.norm(forward)
        right = np.cross(forward, [-math.sin(roll), math.cos(roll), 0.0])
        right /= np.linalg.norm(right)
        down = np.cross(forward, right)
        w, h = size
        u, v = np.meshgrid((np.arange(w) + 0.5 - w / 2) / f_px, (np.arange(h) + 0.5 - h / 2) / f_px)
        ray = forward + u[..., None] * right + v[..., None] * down
        # a ray above the horizon meets no ground: it is far away
        along = eye[2] / np.maximum(-ray[..., 2], 1e-3)
        gx, gy = eye[0] + along * ray[..., 0], eye[1] + along * ray[..., 1]
        super().__init__(gx, gy, camera, f_px / np.linalg.norm(eye - [*looks_at, 0.0]))
        self.eye, self.axes, self.f_px, self.size = eye, (right, down, forward), f_px, size

    def pixel(self, x, y):
        ray = np.array([x, y, 0.0]) - self.eye
        right, down, forward = (float(ray @ axis) for axis in self.axes)
        return self.f_px * right / forward + self.size[0] / 2 - 0.5, self.f_px * down / forward + self.size[1] / 2 - 0.5


def draw_camera(rng, outer_mm):
    """A camera's place, mm."""
    tilt = math.radians(half_normal(rng, ranges.TILT_DEG))
    turn = rng.uniform(0.0, 2.0 * math.pi)
    far = outer_mm * between(rng, ranges.HIGH_RADII)
    return (far * math.sin(tilt) * math.cos(turn), far * math.sin(tilt) * math.sin(turn), far * math.cos(tilt))


def draw_top_view(rng, outer_mm, size):
    return TopView(size, outer_mm * ranges.TOP_VIEW_RADII, draw_camera(rng, outer_mm))


def draw_camera_view(rng, outer_mm, size):
    """Anything from a board that fills the picture to one that takes a third of it."""
    camera = draw_camera(rng, outer_mm)
    looks_at = rng.normal(0.0, 0.12 * outer_mm, 2)
    far = math.dist(camera, (*looks_at, 0.0))
    f_px = 0.5 * size * far / (outer_mm * rng.uniform(1.15, 2.6))
    return CameraView((size, size), camera, looks_at, f_px, rng.uniform(0.0, 2.0 * math.pi))
