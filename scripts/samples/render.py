# SPDX-License-Identifier: Apache-2.0
"""From a scene to a JPEG: POV-Ray, exposure, lens distortion, sensor.

POV-Ray renders a pinhole picture with the truth's focal length and
principal point on a wider canvas; ImageMagick then moves every pixel by
the inverse of the distortion, from a 16-bit map computed here.
"""

import array
import math
import os
import random
import shutil
import subprocess
import sys
import tempfile

from .camera import undistort_radius

METER_SIZE_PX = 160        # long side of the exposure's trial picture
METER_GAIN = 0.15
HOLE_WINDOW_MM = 48.0      # the hole, and discs that touch its edge
DISC_WINDOW_MM = 18.0
WINDOW_PX = 30             # what a lens moves things
LEAST_TOOLS = {"povray": "POV-Ray 3.7 (Debian: povray)",
               "convert": "ImageMagick (Debian: imagemagick)"}
TABLE_STEPS = 1 << 16
# An edge that covers two thirds of a pixel comes within 2 % of its light;
# with 16 rays in a grid it would be 12 %.
ANTIALIASED = ["+A0.1", "+AM2", "+R2"]


class RenderError(Exception):
    """A tool is missing or failed; the message says which and why."""


def need_tools():
    """Stop with a clear message unless POV-Ray and ImageMagick are there."""
    missing = ["%s: %s" % item for item in LEAST_TOOLS.items()
               if shutil.which(item[0]) is None]
    if missing:
        raise RenderError("not found on PATH: " + "; ".join(missing))


def run(args, env=None):
    """Run a tool, quietly; on failure raise with the end of its output."""
    done = subprocess.run(args, capture_output=True, env=env, check=False)
    if done.returncode != 0:
        text = done.stderr.decode("utf-8", "replace").strip()
        raise RenderError("%s failed:\n%s" % (args[0], text[-800:]))
    return done.stdout


def camera_text(cam, pad):
    """The pinhole camera on a canvas wider by pad pixels on each side.

    POV-Ray's ray through pixel (u, v) is direction + right ((u + 0.5)/W -
    0.5) + up (0.5 - (v + 0.5)/H): its pixel centres lie at half pixels,
    ours at whole ones.
    """
    w, h = cam.width + 2 * pad, cam.height + 2 * pad
    right = [c * w / cam.fx for c in cam.R[0]]
    up = [-c * h / cam.fy for c in cam.R[1]]
    a = (w / 2 - 0.5 - cam.cx - pad) / cam.fx
    b = (h / 2 - 0.5 - cam.cy - pad) / cam.fy
    ahead = [cam.R[2][i] + a * cam.R[0][i] + b * cam.R[1][i]
             for i in range(3)]
    vectors = (cam.centre_mm(), ahead, right, up)
    return "camera { perspective location %s direction %s right %s up %s }" \
        % tuple("<%.12g,%.12g,%.12g>" % tuple(v) for v in vectors)


def scene_text(scene, gain, pad):
    """The complete POV-Ray file."""
    return ("#version 3.7;\nglobal_settings { assumed_gamma 1.0 "
            "max_trace_level 4 ambient_light rgb 1 }\n"
            "#declare Gain = %.6f;\n#default { finish { ambient 0 } }\n"
            "background { rgb 0.2*Gain }\n%s\n%s\n" % (
                gain, camera_text(scene.camera, pad), scene.pov))


def povray(text, out, width, height, options):
    """Render a scene text to a 16-bit PNG."""
    source = out + ".pov"
    with open(source, "w", encoding="ascii") as f:
        f.write(text)
    run(["povray", "+I" + source, "+O" + out, "+W%d" % width,
         "+H%d" % height, "+FN16", "-D", "-V", "-GA", "+WT1", "-J",
         "File_Gamma=srgb"] + options)


def linear(value):
    """8-bit sRGB to linear 0..1."""
    v = value / 255.0
    return v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4


def metered_gain(scene, folder, rng):
    """Exposure from a small trial picture, as a phone would choose it."""
    cam, long_side = scene.camera, max(scene.camera.width,
                                       scene.camera.height)
    w = max(16, cam.width * METER_SIZE_PX // long_side)
    h = max(16, cam.height * METER_SIZE_PX // long_side)
    out = os.path.join(folder, "meter.png")
    povray(scene_text(scene, METER_GAIN, 0), out, w, h, ["-A"])
    raw = run(["convert", out, "-depth", "8", "gray:-"])
    levels = sorted(linear(v) for v in raw)
    mean = sum(levels) / len(levels) / METER_GAIN
    high = levels[int(len(levels) * 0.93)] / METER_GAIN
    want = 0.31 * math.exp(rng.gauss(0, 0.33))
    gain = want / (mean ** 0.85 * 0.5 ** 0.15)
    return min(gain, 1.05 / max(high, 1e-6))


def pad_for(cam):
    """How far the pinhole canvas must reach beyond the picture (px)."""
    far = 0.0
    for u in (-0.5, cam.width - 0.5):
        for v in (-0.5, cam.height - 0.5):
            r = math.hypot((u - cam.cx) / cam.fx, (v - cam.cy) / cam.fy)
            far = max(far, (undistort_radius(r, cam.k1) / r - 1.0)
                      * max(abs(u - cam.cx), abs(v - cam.cy)))
    return int(math.ceil(far)) + 4


def shift_table(cam):
    """Relative shift r_u / r_d - 1 for r_d^2 in equal steps, and the
    number of steps per unit of r_d^2."""
    far = max(math.hypot((u - cam.cx) / cam.fx, (v - cam.cy) / cam.fy)
              for u in (0, cam.width) for v in (0, cam.height)) * 1.01
    per_unit = TABLE_STEPS / (far * far)
    table = [0.0]
    for k in range(1, TABLE_STEPS + 2):
        r = math.sqrt(k / per_unit)
        table.append(undistort_radius(r, cam.k1) / r - 1.0)
    return table, per_unit


def distortion_map(cam, path):
    """Write the displacement map; returns its full scale in pixels.

    Red and green hold the way from a distorted pixel to its place in the
    pinhole picture, 32768 being none. The grid is 65535/65536 of the
    scale; its step is under 0.01 px.
    """
    table, per_unit = shift_table(cam)
    scale = max(abs(s) for s in table) * max(cam.width, cam.height) + 1.0
    unit = 32768.0 / scale
    dx = [u - cam.cx for u in range(cam.width)]
    dx2 = [(d / cam.fx) ** 2 * per_unit + 0.5 for d in dx]
    dxu = [d * unit for d in dx]
    with open(path, "wb") as f:
        f.write(b"P6 %d %d 65535\n" % (cam.width, cam.height))
        for v in range(cam.height):
            dy = v - cam.cy
            base, dyu = (dy / cam.fy) ** 2 * per_unit, dy * unit
            shift = [table[int(base + q)] for q in dx2]
            row = array.array("H", bytes(6 * cam.width))
            row[0::3] = array.array("H", [
                int(32768.5 + s * d) for s, d in zip(shift, dxu)])
            row[1::3] = array.array("H", [
                int(32768.5 + s * dyu) for s in shift])
            if sys.byteorder == "little":
                row.byteswap()
            f.write(row.tobytes())
    return scale


def undistorted_to_distorted(cam, pinhole, folder, pad):
    """ImageMagick arguments that bend the pinhole picture."""
    if cam.k1 == 0.0:
        return [pinhole, "-crop", "%dx%d+%d+%d" % (
            cam.width, cam.height, pad, pad), "+repage"]
    path = os.path.join(folder, "map.ppm")
    scale = distortion_map(cam, path)
    return [pinhole, "-virtual-pixel", "edge", "-interpolate", "catrom",
            path, "-set", "option:compose:args", "%.9gx%.9g" % (scale, scale),
            "-geometry", "+%d+%d" % (pad, pad), "-compose", "displace",
            "-composite", "-crop", "%dx%d+%d+%d" % (
                cam.width, cam.height, pad, pad), "+repage"]


def colour_cast(rng):
    """White balance gone wrong: warmer or cooler, a little greener."""
    warm, green = rng.gauss(0.0, 0.06), rng.gauss(0.0, 0.012)
    return [1.0 + warm, 1.0 + green, 1.0 - 1.2 * warm]


def sensor(rng, suite):
    """What lens, sensor and codec do to a picture, as numbers."""
    return {"blur_px": rng.uniform(0.15, 0.8),
            "motion_px": rng.uniform(1, 3)
            if suite == "photo" and rng.random() < 0.12 else 0.0,
            "motion_deg": rng.uniform(0, 180),
            "noise": abs(rng.gauss(0.0, 0.18)) + 0.04,
            "cast": colour_cast(rng),
            "contrast": rng.uniform(0.0, 4.5),
            "saturation": rng.uniform(0.72, 1.0),
            "corner": rng.uniform(0.78, 1.0),
            "quality": rng.randint(75, 95)}


def sensor_arguments(s, width, height, seed):
    """ImageMagick arguments for sensor(). Lens and motion spread light: they
    come before the tone curve, in linear light."""
    args = ["-colorspace", "RGB"]
    if s["motion_px"]:
        args += ["-motion-blur", "0x%.2f+%.1f" % (s["motion_px"] / 2,
                                                 s["motion_deg"])]
    args += ["-gaussian-blur", "0x%.3f" % s["blur_px"], "-colorspace", "sRGB"]
    if s["corner"] < 0.99:
        args += ["(", "-size", "%dx%d" % (width, height),
                 "radial-gradient:white-gray(%d%%)" % (s["corner"] * 100),
                 ")", "-geometry", "+0+0", "-compose", "multiply",
                 "-composite"]
    for name, gain in zip("RGB", s["cast"]):
        args += ["-channel", name, "-evaluate", "multiply", "%.4f" % gain]
    args += ["+channel", "-sigmoidal-contrast", "%.3fx45%%" % s["contrast"],
             "-modulate", "100,%.1f" % (100 * s["saturation"])]
    args += ["-seed", str(seed), "-attenuate", "%.4f" % s["noise"],
             "+noise", "Gaussian", "-gaussian-blur", "0x0.3",
             "-depth", "8", "-strip", "-sampling-factor", "2x2", "-quality", str(s["quality"])]
    return args


def small_enough(path, most_bytes):
    """Is a file within a limit? None is no limit."""
    return most_bytes is None or os.path.getsize(path) <= most_bytes


def windows(scene, pad):
    """POV-Ray's options for the parts of the canvas about the hole and about
    one flat disc of each side, which shows the side's colour."""
    cam, spots = scene.camera, {-1: (0.0, 0.0, HOLE_WINDOW_MM)}
    for d in scene.discs:
        if d.state == "flat":
            spots.setdefault(d.team, (d.x_mm, d.y_mm, DISC_WINDOW_MM))
    for x, y, half_mm in spots.values():
        u, v = cam.project((x, y, 0.0))
        half = half_mm * cam.fx / cam.centre_mm()[2] + WINDOW_PX
        u, v = u + pad, v + pad
        yield ["+SC%d" % max(1, u - half),
               "+EC%d" % min(cam.width + 2 * pad, u + half),
               "+SR%d" % max(1, v - half),
               "+ER%d" % min(cam.height + 2 * pad, v + half)]


def pinhole_picture(scene, gain, pad, folder, only_hole):
    """Render the canvas, or its windows; returns the file."""
    cam = scene.camera
    parts = list(windows(scene, pad)) if only_hole else [[]]
    files = []
    for k, part in enumerate(parts):
        files.append(os.path.join(folder, "pinhole%d.png" % k))
        povray(scene_text(scene, gain, pad), files[-1], cam.width + 2 * pad,
               cam.height + 2 * pad, ANTIALIASED + part)
    if len(files) == 1:
        return files[0]
    whole = os.path.join(folder, "pinhole.png")
    run(["convert", *files, "-evaluate-sequence", "max", whole])
    return whole


def render(scene, path, seed, index, most_bytes=None, only_hole=False):
    """Render a scene to a JPEG, its quality lowered until it is within
    most_bytes; with only_hole just what tells what lies in it, the rest is
    black. Returns exposure and sensor numbers."""
    rng = random.Random("crokeye/sensor/%s/%d/%d" % (scene.suite, seed,
                                                     index))
    cam, env = scene.camera, dict(os.environ, MAGICK_THREAD_LIMIT="1")
    numbers = sensor(rng, scene.suite)
    with tempfile.TemporaryDirectory(prefix="samples-") as folder:
        gain = metered_gain(scene, folder, rng)
        pad = pad_for(cam)
        pinhole = pinhole_picture(scene, gain, pad, folder, only_hole)
        bend = undistorted_to_distorted(cam, pinhole, folder, pad)
        noise_seed = rng.randrange(1 << 31)
        while True:
            run(["convert"] + bend + sensor_arguments(
                numbers, cam.width, cam.height, noise_seed) + [path], env)
            if small_enough(path, most_bytes) or numbers["quality"] <= 40:
                break
            numbers["quality"] -= 5
    return {"gain": round(gain, 4), **{
        k: [round(c, 4) for c in v] if isinstance(v, list) else round(v, 4)
        for k, v in numbers.items()}}
