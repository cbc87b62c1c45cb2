# SPDX-License-Identifier: Apache-2.0
"""Chances, masks and textures from which boards are drawn."""
import math

import cv2
import numpy as np

import ranges


def between(rng, pair):
    return float(rng.uniform(*pair))


def half_normal(rng, triple):
    """(mean, deviation, most): how far from the mean, cut off below 0 and above the most."""
    mean, deviation, most = triple
    return float(np.clip(rng.normal(mean, deviation), 0.0, most))


def happens(rng, chance):
    return rng.random() < chance


def inside(distance_mm, soft_mm):
    """The share of a pixel that is inside a shape, from its signed distance (negative
    inside); the edge is as wide as `soft_mm`."""
    return np.clip(0.5 - distance_mm / np.float32(soft_mm), 0.0, 1.0)


def over(picture, mask, colour):
    """Paint a colour, or a picture, over a picture where the mask is."""
    m = mask[..., None]
    picture *= 1.0 - m
    picture += m * colour


def colour(rng, kind=None):
    """A colour, BGR 0..255."""
    kind = kind or rng.choice(["wood", "wood", "dark", "light", "any"])
    if kind == "wood":
        red = rng.uniform(90.0, 245.0)
        green = red * rng.uniform(0.6, 0.92)
        return np.array([green * rng.uniform(0.45, 0.9), green, red], np.float32)
    if kind == "dark":
        return (rng.uniform(12.0, 60.0) * rng.uniform(0.8, 1.2, 3)).astype(np.float32)
    if kind == "light":
        return (rng.uniform(190.0, 250.0) * rng.uniform(0.94, 1.0, 3)).astype(np.float32)
    hsv = np.uint8([[[rng.integers(180), rng.integers(60, 255), rng.integers(50, 255)]]])
    return cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32)


def clouds(rng, shape, cells, strength):
    """Noise of about so many cells a side, mean 1."""
    n = max(2, int(cells))
    small = rng.normal(1.0, strength, (n, n)).astype(np.float32)
    return cv2.resize(small, shape[::-1], interpolation=cv2.INTER_CUBIC)


def wood(rng, x, y):
    """The grain of wood along a direction: bands of uneven width that bend, and pores; a
    factor of about 1. x, y: places, mm."""
    turn = rng.uniform(0.0, np.pi)
    c, s = np.float32(np.cos(turn)), np.float32(np.sin(turn))
    along, across = x * c + y * s, y * c - x * s
    bend = clouds(rng, x.shape, 5, 1.0) * np.float32(rng.uniform(2.0, 60.0))
    place = across + bend + np.float32(0.03) * along
    step = np.float32(rng.uniform(0.6, 6.0))
    bands = np.cumsum(rng.normal(0.0, 1.0, 1024)).astype(np.float32)
    bands -= np.convolve(bands, np.ones(41) / 41.0, "same")
    bands /= max(float(bands.std()), 1e-6)
    # there and back, so that no band breaks off
    grain = np.interp(np.abs((place / step) % 2046.0 - 1023.0), np.arange(1024), bands).astype(np.float32)
    pores = cv2.blur(rng.normal(0.0, 1.0, x.shape).astype(np.float32), (1, 15)) * np.float32(2.0)
    return (1.0 + np.float32(rng.uniform(0.0, 0.08)) * grain + np.float32(rng.uniform(0.0, 0.05)) * pores) * clouds(rng, x.shape, 6, 0.04)


def surface(rng, base, x, y, lent=None):
    """A material of this colour: wood, paint, a piece of a real board, or what a folder of
    textures lends, in its own colours or in this one. lent: a lent.Lent or None."""
    if lent and lent.pieces and happens(rng, ranges.P_REAL_SURFACE):
        return real_texture(rng, lent.pieces, x.shape)
    if lent and lent.quiet and happens(rng, ranges.P_REAL_SURFACE):
        real = real_texture(rng, lent.quiet, x.shape)
        return real if happens(rng, 0.3) else real / np.maximum(real.mean((0, 1)), 20.0) * base
    kind = rng.random()
    factor = wood(rng, x, y) if kind < 0.7 else clouds(rng, x.shape, rng.uniform(3, 40), rng.uniform(0.0, 0.08))
    return base * factor[..., None]


def real_texture(rng, pictures, shape):
    """One of the pictures, turned, as BGR of this shape."""
    piece = cv2.resize(pictures[int(rng.integers(len(pictures)))], shape[::-1], interpolation=cv2.INTER_CUBIC)
    return np.rot90(piece, int(rng.integers(4))).astype(np.float32)


def material(rng, base, x, y, clutter):
    """A material of this colour, or what lay around a real board. x, y: mm."""
    if not clutter or not happens(rng, ranges.P_CLUTTER):
        return surface(rng, base, x, y)
    piece = clutter[int(rng.integers(len(clutter)))]
    k, turn = np.float32(piece.shape[0] / between(rng, ranges.CLUTTER_MM)), rng.uniform(0.0, 2.0 * np.pi)
    u, v = (x * np.cos(turn) - y * np.sin(turn)) * k, (x * np.sin(turn) + y * np.cos(turn)) * k
    return cv2.remap(piece, u.astype(np.float32), v.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT).astype(np.float32)


def other_colours(rng, bgr):
    """A picture, uint8, in the colours of another board: its hue turned, more or less
    coloured, lighter or darker."""
    hue = rng.normal(0.0, 12.0) if happens(rng, 0.6) else rng.uniform(0.0, 180.0)
    hsv = cv2.cvtColor(bgr, cv2.COLOR_BGR2HSV).astype(np.float32)
    hsv[..., 0] = (hsv[..., 0] + np.float32(hue)) % 180.0
    hsv[..., 1] *= np.float32(rng.uniform(0.1, 1.5))
    hsv[..., 2] = 255.0 * (hsv[..., 2] / 255.0) ** np.float32(math.exp(rng.normal(0.0, 0.35)))
    return cv2.cvtColor(np.clip(hsv, 0, 255).astype(np.uint8), cv2.COLOR_HSV2BGR)


def text_mask(rng, words, shape, where, size, thick, turn):
    """Letters as a mask of the picture: at a pixel, `size` as OpenCV scales its fonts."""
    font = int(rng.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX,
                           cv2.FONT_HERSHEY_SCRIPT_SIMPLEX]))
    (w, h), _ = cv2.getTextSize(words, font, size, thick)
    box = max(w, h) + 8
    one = np.zeros((box, box), np.uint8)
    cv2.putText(one, words, ((box - w) // 2, (box + h) // 2), font, size, 255, thick, cv2.LINE_AA)
    to = cv2.getRotationMatrix2D((box / 2, box / 2), turn, 1.0)
    to[:, 2] += np.array(where) - box / 2
    return cv2.warpAffine(one, to, shape[::-1]).astype(np.float32) / 255.0
