# SPDX-License-Identifier: Apache-2.0
"""The camera model against the renderer: bright balls at known points.

Small balls are rendered through the same pinhole and the same bending as
every sample, found again as bright spots, and compared with where the
truth's camera says their centres are.
"""

import math
import os
import random
import sys
import tempfile

from .camera import cross, dot, fit_view, rotation, unit
from .render import (camera_text, linear, pad_for, povray, run,
                     undistorted_to_distorted)

TOLERANCE_PX = 0.02
BALL_PX = 9.0          # radius in the picture
RINGS, SPOKES = 24, 24  # rays summed over a ball
# the square makes a ball's rim fade out smoothly
WEIGHT = [linear(v) ** 2 for v in range(256)]
VIEWS = [(0.0, 0.0), (5.0, -0.12), (35.0, -0.12), (35.0, 0.10), (20.0, 0.05),
         (35.0, -0.05)]        # tilt in deg, k1


def ball_scene(cam, points):
    """White balls of about BALL_PX on black, fading out to their rims, so
    that one ray a pixel measures them without steps."""
    text = ["#version 3.7; global_settings { assumed_gamma 1.0 }",
            "#declare Soft = texture { pigment { aoi color_map { [0 rgb 1] "
            "[0.5 rgb 0] [1 rgb 1] } } finish { ambient 0 diffuse 0 emission "
            "1 } };", camera_text(cam, pad_for(cam))]
    for p in points:
        r = BALL_PX * cam.to_camera(p)[2] / cam.fx
        text.append("sphere { <%.9g,%.9g,%.9g>, %.6f texture { Soft } }"
                    % (*p, r))
    return "\n".join(text)


def grey_pixels(cam, points, folder):
    """The picture as row-major sRGB grey values."""
    pad, pinhole = pad_for(cam), os.path.join(folder, "balls.png")
    povray(ball_scene(cam, points), pinhole, cam.width + 2 * pad,
           cam.height + 2 * pad,
           ["+A0.0", "+AM1", "+R5"])
    raw = run(["convert"] + undistorted_to_distorted(cam, pinhole, folder,
                                                     pad)
              + ["-depth", "8", "gray:-"])
    return raw


def centroid(raw, cam, guess):
    """Centre of brightness round a guess."""
    half = int(BALL_PX * 1.5) + 4
    u0, v0 = round(guess[0]), round(guess[1])
    total = su = sv = 0.0
    for v in range(v0 - half, v0 + half + 1):
        for u in range(u0 - half, u0 + half + 1):
            w = WEIGHT[raw[v * cam.width + u]]
            total, su, sv = total + w, su + w * u, sv + w * v
    return (su / total, sv / total) if total else (math.nan, math.nan)


def pixel_area(cam, x, y):
    """Area in the picture of a solid angle towards (x, y, 1), relative."""
    r2 = x * x + y * y
    return ((1 + r2) ** 1.5 * (1 + cam.k1 * r2) * (1 + 3 * cam.k1 * r2))


def ball_centre(cam, p):
    """Where a ball's centre of brightness must appear.

    Not quite at the image of its centre: over the width of the ball both
    perspective and distortion change. So its rays are summed as the
    camera sees them: each as bright as WEIGHT makes the square of
    1 - i / 90 deg, i being the angle of incidence, sin i = q, on a ring
    at the share q of the ball's angular radius.
    """
    ahead = cam.to_camera(p)
    axis = unit(ahead)
    across = unit(cross((0.0, 1.0, 0.0), axis))
    up = cross(axis, across)
    sine = BALL_PX * ahead[2] / cam.fx / math.sqrt(dot(ahead, ahead))
    total = su = sv = 0.0
    for step in range(RINGS):
        q = (step + 0.5) / RINGS
        bright = (1.0 - math.asin(q) / (math.pi / 2)) ** 2 * q
        for k in range(SPOKES):
            a = 2 * math.pi * k / SPOKES
            ray = [axis[i] * math.sqrt(1 - (q * sine) ** 2) + q * sine * (
                math.cos(a) * across[i] + math.sin(a) * up[i])
                for i in range(3)]
            x, y = ray[0] / ray[2], ray[1] / ray[2]
            w, bend = bright * pixel_area(cam, x, y), \
                1 + cam.k1 * (x * x + y * y)
            total, su, sv = total + w, su + w * x * bend, sv + w * y * bend
    return cam.fx * su / total + cam.cx, cam.fy * sv / total + cam.cy


def check_view(rng, tilt_deg, k1):
    """Greatest error of one view, in px, and how many balls it is over."""
    lens = (1200, 900, rng.uniform(800, 1500), 600 + rng.uniform(-9, 9),
            450 + rng.uniform(-9, 9), k1)
    R = rotation(tilt_deg, rng.uniform(0, 360), rng.uniform(0, 360))
    ring = [(400 * math.cos(k), 400 * math.sin(k), 0.0) for k in range(7)]
    cam = fit_view(rng, lens, R, ring, 0.9)
    points = [(x, y, z) for x in range(-450, 451, 150)
              for y in range(-450, 451, 150) for z in (0.0,)]
    points += [(75.0, 75.0, 9.5), (-75.0, 225.0, -16.0), (225.0, -75.0, 20.0)]
    points = [p for p in points if cam.inside(p, 2 * BALL_PX)]
    with tempfile.TemporaryDirectory(prefix="samples-") as folder:
        raw = grey_pixels(cam, points, folder)
    worst = 0.0
    for p in points:
        got, want = centroid(raw, cam, cam.project(p)), ball_centre(cam, p)
        error = math.dist(got, want)
        worst = error if not error <= worst else worst
    return worst, len(points)


def check_camera(seed):
    """Print one line a view; 0 when all are within TOLERANCE_PX."""
    rng, bad = random.Random(seed), 0
    for tilt, k1 in VIEWS:
        worst, n = check_view(rng, tilt, k1)
        good = worst <= TOLERANCE_PX
        bad += not good
        print("tilt %4.1f deg  k1 %+.2f  %2d balls  worst %.4f px  %s" % (
            tilt, k1, n, worst, "ok" if good else "TOO FAR"))
    if bad:
        print("camera check failed: more than %.2f px off" % TOLERANCE_PX,
              file=sys.stderr)
    return 1 if bad else 0
