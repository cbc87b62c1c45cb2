# SPDX-License-Identifier: Apache-2.0
"""The network that finds the board in a whole picture, and its examples: for each pixel
how far it is from the hole, in radii of the outer line, and whether it is on the board.
Where lines hardly show, rail, ditch, hole and pegs still say where they are."""
import math

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

import ranges
from draws import between, colour, happens
from examples import recoloured, turned
from net import block
from picture import paint
from scene import draw_board, draw_discs
from view import CameraView, draw_camera

SIZE = 256         # px of the picture's longer side
STRIDE = 4         # of what comes out
BOARD_RADII = 1.1  # so far the board reaches
P_NONE = 0.2       # pictures without a board, where one can be cut out
P_STEEP = 0.4      # tilts up to MOST_TILT_DEG, all alike often
MOST_TILT_DEG = 52.0
ZOOM = (0.8, 3.0)  # half the picture's side over the outer line's radius
OFF_RADII = 0.3    # the board's middle from the picture's (1 sd)


class Finder(nn.Module):
    """In: N x 3 x 256 x 256: BGR 0..1, black beside the picture. Out: N x 1 x 64 x 64 of
    log odds that a pixel is on the board, and N x 1 x 64 x 64 of distances from the hole in
    radii of the outer line."""

    def __init__(self):
        super().__init__()
        self.down1 = block(3, 12, 2)
        self.down2 = nn.Sequential(block(12, 24, 2), block(24, 24))
        self.down3 = nn.Sequential(block(24, 40, 2), block(40, 40))
        self.down4 = nn.Sequential(block(40, 56, 2), block(56, 56, apart=2))
        self.down5 = nn.Sequential(block(56, 64, 2), block(64, 64))
        self.to4, self.to3, self.to2 = nn.Conv2d(64, 56, 1), nn.Conv2d(56, 40, 1), nn.Conv2d(40, 24, 1)
        self.up4, self.up3, self.up2 = block(56, 56), block(40, 40), block(24, 24)
        self.is_board, self.far = nn.Conv2d(24, 1, 1), nn.Conv2d(24, 1, 1)
        nn.init.constant_(self.far.bias, 0.6)

    def forward(self, x):
        b = self.down2(self.down1(x))
        c = self.down3(b)
        d = self.down4(c)
        d = self.up4(d + F.interpolate(self.to4(self.down5(d)), scale_factor=2.0))
        c = self.up3(c + F.interpolate(self.to3(d), scale_factor=2.0))
        b = self.up2(b + F.interpolate(self.to2(c), scale_factor=2.0))
        return self.is_board(b), self.far(b)


def loss_of(is_board, far, truth):
    """truth: distances, negative where there is no board."""
    on = (truth >= 0.0) & (truth < BOARD_RADII)
    is_it = F.binary_cross_entropy_with_logits(is_board[:, 0], on.float())
    off = torch.abs(far[:, 0] - truth)[on]
    return is_it + 4.0 * (off.mean() if len(off) else off.sum())


def far_of(mm_x, mm_y, outer):
    return (np.hypot(mm_x, mm_y) / outer).astype(np.float16)


def camera_view(rng, outer):
    camera = draw_camera(rng, outer)
    if happens(rng, P_STEEP):
        tilt, turn, far = math.radians(rng.uniform(0.0, MOST_TILT_DEG)), rng.uniform(0.0, 2.0 * math.pi), outer * between(rng, ranges.HIGH_RADII)
        camera = (far * math.sin(tilt) * math.cos(turn), far * math.sin(tilt) * math.sin(turn), far * math.cos(tilt))
    looks_at = rng.normal(0.0, OFF_RADII * outer, 2)
    f_px = 0.5 * SIZE * math.dist(camera, (*looks_at, 0.0)) / (outer * between(rng, ZOOM))
    return CameraView((SIZE, SIZE), camera, looks_at, f_px, rng.uniform(0.0, 2.0 * math.pi))


def drawn_example(rng, lent):
    board = draw_board(rng, lent.pieces)
    view = camera_view(rng, board.outer)
    picture, *_ = paint(board, draw_discs(rng, board), view, rng)
    return picture, far_of(view.gx, view.gy, board.outer)


def real_example(real, rng):
    """A photo, turned, at another scale, from a somewhat other side."""
    r, spin, zoom = real.outer, rng.uniform(0.0, 2.0 * math.pi), between(rng, ZOOM)
    k = 0.5 * SIZE / (zoom * r)
    c, s = k * math.cos(spin), k * math.sin(spin)
    middle = 0.5 * SIZE - 0.5 + rng.normal(0.0, OFF_RADII * k * r, 2)
    to_view = np.array([[c, -s, middle[0]], [s, c, middle[1]], [0.0, 0.0, 1.0]])
    to_view[2, :2] = rng.normal(0.0, 0.12 / r, 2)
    # as the photo's own perspective does: from its pixels to the view, by the board's plane
    from_px = to_view @ np.linalg.inv(real.photo.to_px)
    px_scale = abs(np.linalg.det(from_px / from_px[2, 2])) ** 0.5
    picture = real.photo.picture
    if px_scale < 0.7:
        picture = cv2.GaussianBlur(picture, (0, 0), min(0.5 / px_scale, 12.0))
    border = cv2.BORDER_REPLICATE if happens(rng, 0.5) else cv2.BORDER_CONSTANT
    picture = cv2.warpPerspective(picture, from_px, (SIZE, SIZE), flags=cv2.INTER_LINEAR, borderMode=border,
                                  borderValue=tuple(float(v) for v in colour(rng)))
    u, v = np.meshgrid(np.arange(SIZE), np.arange(SIZE))
    back = np.linalg.inv(to_view)
    w = back[2, 0] * u + back[2, 1] * v + back[2, 2]
    x, y = (back[0, 0] * u + back[0, 1] * v + back[0, 2]) / w, (back[1, 0] * u + back[1, 1] * v + back[1, 2]) / w
    return picture, np.where(w > 0.0, far_of(x, y, r), np.float16(99.0))


def fitted(picture, far, rng):
    """Cut to a picture's sides, the rest black, as a picture that is not square."""
    short = int(SIZE * rng.uniform(0.5, 1.0)) if happens(rng, 0.7) else SIZE
    picture, far = picture.copy(), far.copy()
    cut = (SIZE - short) // 2
    shift = np.roll(picture, -cut, 0), np.roll(far, -cut, 0)
    picture, far = shift
    picture[short:], far[short:] = 0, -1.0
    return picture, far


def whole_examples(seed, lent):
    """One picture, in a list, as (input, distances)."""
    rng = np.random.default_rng(seed)
    real = lent.board(rng)
    if real is not None:
        picture, far = real_example(real, rng)
        if happens(rng, 0.5):
            _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(*ranges.JPEG))])
            picture = cv2.imdecode(data, cv2.IMREAD_COLOR)
    else:
        picture, far = drawn_example(rng, lent)
    corner = far[:60, :60]
    if happens(rng, P_NONE) and (corner > 1.3).all():  # only a piece of what is beside the board
        picture = cv2.resize(picture[:60, :60], (SIZE, SIZE), interpolation=cv2.INTER_CUBIC)
        far = np.full((SIZE, SIZE), -1.0, np.float16)
    picture, far = fitted(picture, far, rng)
    half = STRIDE // 2
    return [(picture.transpose(2, 0, 1).copy(), np.minimum(far, np.float16(9.0))[half::STRIDE, half::STRIDE].copy())]


def whole_example_again(example, rng):
    x, far = turned(example, rng)
    return recoloured(x, rng, ((0,),)), far.astype(np.float32)
