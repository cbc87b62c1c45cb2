# SPDX-License-Identifier: Apache-2.0
"""POV-Ray pigments and textures: wood, paint, metal, stone, cloth.

Colours are 8-bit sRGB triples here and `srgb` in the scene. A pigment
that is nested in another takes part in the outer one's transformations,
so outer patterns are functions of board millimetres and move nothing.
"""

import math

# wood: (light, dark, spacing of the year rings in mm, how strong the fibre)
WOODS = {
    "maple": ((226, 196, 150), (196, 156, 106), 16.0, 0.25),
    "birch": ((222, 200, 160), (190, 158, 114), 20.0, 0.25),
    "oak": ((202, 164, 112), (150, 108, 64), 11.0, 0.7),
    "cherry": ((188, 118, 76), (140, 76, 46), 17.0, 0.35),
    "walnut": ((118, 82, 58), (62, 40, 28), 14.0, 0.5),
    "dark stain": ((74, 46, 34), (38, 24, 20), 14.0, 0.4),
    "pine": ((218, 180, 118), (176, 118, 62), 9.0, 0.3),
    "grey oak": ((158, 148, 136), (116, 106, 96), 11.0, 0.7),
    "natural": ((222, 172, 118), (186, 130, 78), 9.0, 0.4),
}
PAINTS = {
    "red paint": (160, 30, 32), "blue paint": (28, 62, 108),
    "green paint": (30, 84, 56), "black paint": (30, 29, 30),
    "white paint": (226, 222, 212), "grey paint": (92, 94, 98),
    "navy paint": (26, 36, 74), "white laminate": (226, 225, 222),
}
# gloss: (specular, roughness, reflection at a grazing look)
GLOSS = {"matt": (0.04, 0.12, 0.0), "satin": (0.14, 0.035, 0.05),
         "lacquer": (0.5, 0.006, 0.30), "mirror": (0.8, 0.003, 0.75)}


def srgb(rgb):
    """An 8-bit colour as POV-Ray text."""
    return "srgb <%.4f,%.4f,%.4f>" % tuple(
        max(0.0, min(1.0, c / 255.0)) for c in rgb)


def vec(*p):
    """A POV-Ray vector."""
    return "<" + ",".join("%.7g" % c for c in p) + ">"


def mix(a, b, share):
    """Colour between a (share 0) and b (share 1)."""
    return tuple(p + (q - p) * share for p, q in zip(a, b))


def body(pig):
    """What stands between a pigment's braces, for use in a pigment map."""
    return pig[pig.index("{") + 1:pig.rindex("}")].strip()


def jitter(rng, rgb, amount):
    """A colour a little lighter, darker, warmer or cooler."""
    light = rng.uniform(-amount, amount)
    warm = rng.uniform(-amount, amount) / 3
    return tuple(max(0, min(255, c + light + w))
                 for c, w in zip(rgb, (warm, 0.0, -warm)))


def finish(gloss, ambient="Amb"):
    """A finish by name; reflection follows Fresnel (needs `ior`)."""
    specular, rough, reflect = GLOSS[gloss]
    text = "diffuse 0.85 ambient %s specular %.3f roughness %.4f" % (
        ambient, specular, rough)
    if reflect >= 0.7:
        text += " reflection { %.2f metallic }" % reflect
    elif reflect:
        text += " reflection { 0.01, %.2f fresnel on }" % reflect
    return "finish { %s }" % text


def wood_pigment(rng, wood, turn_deg=0.0, knots=0, spread_mm=250.0):
    """Year rings cut lengthwise, with fibre; the grain runs along turn."""
    light, dark, ring, fibre = WOODS[wood]
    light, dark = jitter(rng, light, 8), jitter(rng, dark, 8)
    ring *= rng.uniform(0.7, 1.5)
    tones = " ".join("[%.2f %s]" % (at, srgb(mix(light, dark, share)))
                     for at, share in ((0.0, 0.0), (0.5, 0.15), (0.82, 0.6),
                                       (0.95, 1.0), (1.0, 0.5)))
    turn = " rotate z*%.3f" % turn_deg
    rings = ("pigment { wood turbulence %.3f octaves 4 omega 0.45 "
             "color_map { %s } scale <%.2f,%.2f,%.2f> rotate y*%.2f "
             "rotate z*%.2f translate %s%s%s }" % (
                 rng.uniform(0.25, 0.6), tones, ring, ring, ring * 22,
                 90 + rng.uniform(-3.0, 3.0), rng.uniform(-2.0, 2.0),
                 vec(rng.uniform(-900, 900), rng.uniform(-80, 80),
                     -rng.uniform(20, 120)), turn,
                 knot_warps(rng, knots, spread_mm)))
    pale, deep = mix(light, dark, -0.25), mix(light, dark, 1.3)
    fibres = ("pigment { bozo turbulence 0.4 color_map { [0.15 %s] [0.5 %s] "
              "[0.6 %s] [0.9 %s] } scale <%.1f,%.2f,%.2f>%s }" % (
                  srgb(pale), srgb(mix(light, dark, 0.3)),
                  srgb(mix(light, dark, 0.4)), srgb(deep),
                  rng.uniform(40, 90), rng.uniform(0.6, 1.3), 1.0, turn))
    blotch = ("pigment { bozo color_map { [0 %s] [1 %s] } scale <220,70,70>"
              "%s }" % (srgb(mix(light, dark, -0.1)),
                        srgb(mix(light, dark, 0.75)), turn))
    return ("pigment { average pigment_map { [1.0 %s] [%.2f %s] [0.5 %s] } }"
            % (body(rings), fibre, body(fibres), body(blotch)))


def knot_warps(rng, count, spread_mm):
    """Warps that bend the grain round knots."""
    out = ""
    for _ in range(count):
        out += " warp { black_hole %s, %.1f falloff 2 strength 1.1 inverse }" \
            % (vec(rng.uniform(-spread_mm, spread_mm),
                   rng.uniform(-spread_mm, spread_mm), 0.0),
               rng.uniform(14, 30))
    return out


def paint_pigment(rng, rgb, mottle=5.0):
    """Paint with a little unevenness."""
    return ("pigment { bozo turbulence 0.5 octaves 5 color_map { [0 %s] "
            "[1 %s] } scale %.1f }" % (
                srgb(tuple(c - mottle for c in rgb)),
                srgb(tuple(c + mottle for c in rgb)), rng.uniform(20, 90)))


def pigment(rng, name, turn_deg=0.0, knots=0):
    """The pigment of a wood or a paint, by name."""
    if name in WOODS:
        return wood_pigment(rng, name, turn_deg, knots)
    return paint_pigment(rng, jitter(rng, PAINTS[name], 8))


def two_tone(rng, turn_deg):
    """Boards of two woods glued side by side."""
    a, b = rng.choice([("oak", "maple"), ("cherry", "maple"),
                       ("pine", "oak"), ("cherry", "birch")])
    edges = sorted(rng.uniform(0.2, 0.8) for _ in range(rng.choice([1, 2, 3])))
    entries, at, use = [], 0.0, 0
    for edge in edges + [1.0]:
        p = body(wood_pigment(rng, (a, b)[use % 2], turn_deg))
        entries += ["[%.4f %s]" % (at, p), "[%.4f %s]" % (edge, p)]
        at, use = edge, use + 1
    t = math.radians(turn_deg)
    return ("pigment { function { (%.6f*y - %.6f*x)/700 + 0.5 } "
            "pigment_map { %s } }" % (math.cos(t), math.sin(t),
                                      " ".join(entries)))


def surface_pigment(rng, surface, turn_deg):
    """The bare playing surface."""
    if surface == "two-tone":
        return two_tone(rng, turn_deg)
    knots = rng.choice([0, 0, 1, 3]) if surface in WOODS else 0
    return pigment(rng, surface, turn_deg, knots)


def texture(pig, gloss="satin", normal=""):
    """A texture from a pigment, a gloss and perhaps a normal."""
    return "texture { %s %s %s }" % (pig, normal, finish(gloss))


def plain(rgb, gloss="satin"):
    """A texture of one colour."""
    return texture("pigment { color %s }" % srgb(rgb), gloss)


def metal(rgb=(150, 150, 152)):
    """Dull polished metal."""
    return ("texture { pigment { color %s } finish { diffuse 0.35 ambient Amb "
            "metallic specular 0.9 roughness 0.02 reflection { 0.35 "
            "metallic } } }" % srgb(rgb))
