# SPDX-License-Identifier: Apache-2.0
"""The camera: board millimetres to picture pixels, and fitting a view.

Model    X_cam = R X + t (OpenCV axes: x right, y down, z forward),
         x = X/Z, y = Y/Z, r^2 = x^2 + y^2,
         u = fx x (1 + k1 r^2) + cx, v = fy y (1 + k1 r^2) + cy.
"""

import math
from dataclasses import dataclass


def dot(a, b):
    """Scalar product of two 3-vectors."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    """Vector product of two 3-vectors."""
    return (a[1] * b[2] - a[2] * b[1],
            a[2] * b[0] - a[0] * b[2],
            a[0] * b[1] - a[1] * b[0])


def unit(a):
    """The vector a at length 1."""
    n = math.sqrt(dot(a, a))
    return (a[0] / n, a[1] / n, a[2] / n)


def mat_mul(a, b):
    """Product of two 3x3 matrices given as rows."""
    cols = list(zip(*b))
    return [[dot(row, col) for col in cols] for row in a]


@dataclass(frozen=True)
class Camera:
    """One view. R is three rows; t in mm; the rest in pixels."""

    width: int
    height: int
    fx: float
    fy: float
    cx: float
    cy: float
    k1: float
    R: tuple
    t: tuple

    def to_camera(self, p):
        """A board point (mm) in camera axes (mm)."""
        return tuple(dot(self.R[i], p) + self.t[i] for i in range(3))

    def project(self, p):
        """A board point (mm) in the picture (px), or None behind it."""
        x, y, z = self.to_camera(p)
        if z <= 1.0:
            return None
        x, y = x / z, y / z
        s = 1.0 + self.k1 * (x * x + y * y)
        return (self.fx * x * s + self.cx, self.fy * y * s + self.cy)

    def inside(self, p, margin_px=0.0):
        """Is the image of a board point in the picture?"""
        q = self.project(p)
        return (q is not None
                and margin_px - 0.5 <= q[0] <= self.width - 0.5 - margin_px
                and margin_px - 0.5 <= q[1] <= self.height - 0.5 - margin_px)

    def centre_mm(self):
        """Where the camera is, in board millimetres."""
        return tuple(-sum(self.R[j][i] * self.t[j] for j in range(3))
                     for i in range(3))

    def tilt_deg(self):
        """Angle between the optical axis and straight down."""
        return math.degrees(math.acos(max(-1.0, min(1.0, -self.R[2][2]))))

    def as_dict(self):
        """The truth's `camera`."""
        return {"width": self.width, "height": self.height,
                "fx": self.fx, "fy": self.fy, "cx": self.cx, "cy": self.cy,
                "k1": self.k1, "R": [list(row) for row in self.R],
                "t": list(self.t), "height_mm": self.centre_mm()[2],
                "tilt_deg": self.tilt_deg()}


def undistort_radius(r_d, k1):
    """Solve r_u (1 + k1 r_u^2) = r_d for r_u, by Newton's method."""
    r = r_d
    for _ in range(30):
        step = (r * (1 + k1 * r * r) - r_d) / (1 + 3 * k1 * r * r)
        r -= step
        if abs(step) < 1e-13:
            break
    return r


def rotation(tilt_deg, azimuth_deg, roll_deg):
    """Rows of R for a camera looking down, tilted towards an azimuth.

    The optical axis makes tilt_deg with the vertical; the roll turns the
    picture about the optical axis.
    """
    tau, alpha, rho = (math.radians(a)
                       for a in (tilt_deg, azimuth_deg, roll_deg))
    down = [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]]
    ax, ay = math.cos(alpha), math.sin(alpha)
    c, s = math.cos(tau), math.sin(tau)
    lean = [[c + ax * ax * (1 - c), ax * ay * (1 - c), ay * s],
            [ax * ay * (1 - c), c + ay * ay * (1 - c), -ax * s],
            [-ay * s, ax * s, c]]
    cr, sr = math.cos(rho), math.sin(rho)
    roll = [[cr, -sr, 0.0], [sr, cr, 0.0], [0.0, 0.0, 1.0]]
    return tuple(tuple(row) for row in mat_mul(roll, mat_mul(lean, down)))


def bounds(camera, points):
    """Smallest picture rectangle (u0, v0, u1, v1) round board points."""
    px = [camera.project(p) for p in points]
    if any(q is None for q in px):
        return None
    us, vs = [q[0] for q in px], [q[1] for q in px]
    return (min(us), min(vs), max(us), max(vs))


def aimed(lens, R, target_px, depth_mm):
    """A camera whose picture of the board's centre lies at target_px."""
    width, height, f, cx, cy, k1 = lens
    dx, dy = (target_px[0] - cx) / f, (target_px[1] - cy) / f
    r_d = math.hypot(dx, dy)
    s = undistort_radius(r_d, k1) / r_d if r_d > 1e-12 else 1.0
    t = (dx * s * depth_mm, dy * s * depth_mm, depth_mm)
    return Camera(width, height, f, f, cx, cy, k1, R, t)


def span_frac(camera, points):
    """How much of the picture the points span: 1 fills a dimension."""
    box = bounds(camera, points)
    if box is None:
        return 99.0
    return max((box[2] - box[0]) / camera.width,
               (box[3] - box[1]) / camera.height)


def at_fill(lens, R, target_px, points, fill_frac):
    """Bisect the distance until the points span fill_frac."""
    near, far = 300.0, 6000.0
    for _ in range(60):
        mid = 0.5 * (near + far)
        if span_frac(aimed(lens, R, target_px, mid), points) > fill_frac:
            near = mid
        else:
            far = mid
    return aimed(lens, R, target_px, far)


def fit_view(rng, lens, R, points, fill_frac, margin_px=6.0):
    """Place the camera so that the points fill the picture to fill_frac
    and lie somewhere inside it (centred in a dimension they overfill)."""
    width, height = lens[0], lens[1]
    place = (rng.random(), rng.random())
    target = (width / 2, height / 2)
    cam = at_fill(lens, R, target, points, fill_frac)
    for _ in range(8):
        box = bounds(cam, points)
        want = []
        for k, size in ((0, width), (1, height)):
            slack = size - (box[k + 2] - box[k]) - 2 * margin_px
            low = margin_px + (place[k] * slack if slack > 0 else slack / 2)
            want.append(target[k] + low - box[k])
        target = tuple(want)
        cam = at_fill(lens, R, target, points, fill_frac)
    return cam
