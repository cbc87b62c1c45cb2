# SPDX-License-Identifier: Apache-2.0
"""Lights, as POV-Ray text. Strengths are relative: `Gain` is set by the
exposure step of render.py."""

import math

from .camera import cross, unit
from .materials import vec

# colour of a light, linear RGB
WARM, SOFT, DAY, COOL = ((1.0, 0.78, 0.52), (1.0, 0.9, 0.76),
                         (1.0, 0.98, 0.95), (0.84, 0.93, 1.0))


def rgb_text(colour, strength):
    """A linear colour times the exposure's gain."""
    return "rgb %s*Gain" % vec(*(c * strength for c in colour))


def soft_light(at, size_u, size_v, colour, strength, n=4):
    """A rectangular light; size_u and size_v are its edges as vectors."""
    return ("light_source { %s, %s area_light %s, %s, %d, %d adaptive 0 "
            "jitter }" % (vec(*at), rgb_text(colour, strength),
                          vec(*size_u), vec(*size_v), n, n))


def glowing(at, size, colour, strength):
    """A body that only shows in reflections: a lamp, a window pane."""
    lo = [c - s / 2 for c, s in zip(at, size)]
    hi = [c + s / 2 for c, s in zip(at, size)]
    return ("box { %s, %s texture { pigment { rgb 1 } finish { diffuse 0 "
            "ambient 0 emission %s*Gain } } no_image no_shadow }" % (
                vec(*lo), vec(*hi), vec(*(c * strength for c in colour))))


def bulb(at, r_mm, colour, strength):
    """A glowing ball that only shows in reflections."""
    return ("sphere { %s, %.1f texture { pigment { rgb 1 } finish { diffuse 0 "
            "ambient 0 emission %s*Gain } } no_image no_shadow }" % (
                vec(*at), r_mm, vec(*(c * strength for c in colour))))


def bounce(rng, share):
    """Light that comes back from ceiling and walls, and the sky for
    reflections."""
    tint = rng.choice([SOFT, DAY, COOL])
    x, y = rng.uniform(-500, 500), rng.uniform(-500, 500)
    return "\n".join([
        "#declare Amb = %s*Gain;" % vec(*(c * share * 0.33 for c in tint)),
        "sky_sphere { pigment { gradient z color_map { [0 rgb %s*Gain] "
        "[1 rgb %s*Gain] } } }" % (vec(0.1, 0.09, 0.08),
                                   vec(*(c * 0.3 for c in tint))),
        soft_light((x, y, 2300), (2600, 0, 0), (0, 2600, 0), tint,
                   share * 0.75, 3)])


def panel(rng):
    """A ceiling panel, rather dim."""
    x, y = rng.uniform(-900, 900), rng.uniform(-900, 900)
    tint, z = rng.choice([DAY, COOL, SOFT]), rng.uniform(1600, 2400)
    return "\n".join([
        bounce(rng, 0.45),
        soft_light((x, y, z), (1200, 0, 0), (0, 600, 0), tint, 0.6),
        glowing((x, y, z + 20), (1200, 600, 10), tint, 1.6)])


def window(rng):
    """A window to one side: soft light, soft shadows one way."""
    a, d = rng.uniform(0, 2 * math.pi), rng.uniform(1200, 2200)
    out, side = (math.cos(a), math.sin(a), 0), (-math.sin(a), math.cos(a), 0)
    z, w, h = rng.uniform(800, 1500), rng.uniform(900, 1600), 1100
    at = (d * out[0], d * out[1], z)
    return "\n".join([
        bounce(rng, 0.35),
        soft_light(at, [c * w for c in side], (0, 0, h),
                   rng.choice([DAY, COOL]), 1.1, 5),
        "object { %s rotate z*%.3f translate %s }" % (
            glowing((0, 0, 0), (10, w, h), DAY, 2.2), math.degrees(a),
            vec(*(c * 1.02 for c in at)))])


def sun(rng):
    """Sun through blinds or window bars: hard stripes."""
    a, e = rng.uniform(0, 2 * math.pi), math.radians(rng.uniform(32, 65))
    to_sun = (math.cos(a) * math.cos(e), math.sin(a) * math.cos(e),
              math.sin(e))
    u = unit(cross((0, 0, 1), to_sun))
    v = cross(to_sun, u)
    pitch, cover = rng.choice([(rng.uniform(70, 160), 0.5),
                               (rng.uniform(300, 700), 0.3),
                               (rng.uniform(180, 320), 0.45)])
    slats = "\n".join(
        "box { <-3000,%.1f,-2>, <3000,%.1f,2> }" % (k * pitch,
                                                  (k + cover) * pitch)
        for k in range(-int(2600 / pitch), int(2600 / pitch)))
    spin = rng.choice([0, 0, rng.uniform(-40, 40), 90])
    shift = rng.uniform(0, pitch)
    place = tuple(u) + tuple(v) + tuple(to_sun) + tuple(
        5200 * c for c in to_sun)
    far = tuple(9000 * c for c in to_sun)
    return "\n".join([
        bounce(rng, rng.uniform(0.35, 0.6)),
        "light_source { %s, %s parallel point_at 0 }" % (
            vec(*far), rgb_text((1.0, 0.92, 0.78), rng.uniform(1.0, 1.7))),
        "union { %s translate y*%.1f rotate z*%.1f matrix <%s> pigment { rgb "
        "0.4 } no_image no_reflection }" % (
            slats, shift, spin, ",".join("%.7g" % c for c in place))])


def spots(rng):
    """Two to four ceiling spots that glare on a lacquered board."""
    out = [bounce(rng, 0.4)]
    for _ in range(rng.choice([2, 3, 3, 4])):
        at = (rng.uniform(-1000, 1000), rng.uniform(-1000, 1000),
              rng.uniform(1800, 2400))
        tint = rng.choice([WARM, SOFT, SOFT, DAY])
        out.append("light_source { %s, %s area_light x*60, y*60, 2, 2 }" % (
            vec(*at), rgb_text(tint, 0.4)))
        out.append(bulb(at, 45.0, tint, 9.0))
    return "\n".join(out)


def lamp(rng):
    """One lamp near the table, warm, falling off across the board."""
    a, d = rng.uniform(0, 2 * math.pi), rng.uniform(350, 900)
    at = (d * math.cos(a), d * math.sin(a), rng.uniform(500, 1100))
    tint = rng.choice([WARM, SOFT])
    return "\n".join([
        bounce(rng, 0.22),
        "light_source { %s, %s area_light x*80, y*80, 3, 3 adaptive 0 "
        "fade_distance 900 fade_power 2 }" % (vec(*at), rgb_text(tint, 1.0)),
        bulb(at, 55.0, tint, 6.0)])


KINDS = {"panel": panel, "window": window, "sun": sun, "spots": spots,
         "lamp": lamp}


def draw_light(rng, kind=None):
    """A kind of light and its POV-Ray text."""
    kind = kind or rng.choice(["panel", "panel", "window", "window", "sun",
                               "spots", "spots", "lamp"])
    return kind, KINDS[kind](rng)
