# SPDX-License-Identifier: Apache-2.0
"""The network for the hole, and its examples: a crop around the hole, the colour of the
discs of each side that lie elsewhere on the same board, and the bare hole if it is known,
to what is in the hole. A disc in the hole looks like the discs on the board."""
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from draws import happens
from net import block
from picture import paint
from scene import draw_in_hole
from view import TopView, draw_camera

SIZE = 64          # px of the crop's side
HALF_HOLES = 2.3   # half the crop's side, in radii of the hole
PATCH = 32         # px of a disc's picture, as finely as the crop
FACE_RADII = 0.8   # of it counts
CONTENTS = ("empty", "flat", "leans", "hidden")
SHARES = (0.4, 0.3, 0.3)  # of the first three: drawn as often as this, not as often as in play
OFF_MM, OFF_SCALE = 1.5, 0.06  # errors of the hole's place (1 sd) and size (most)
HIDDEN_SHARE = 0.6  # a hole is hidden if things hide more of it
P_BARE, P_SIDE = 0.35, 0.85


class HoleEyes(nn.Module):
    """In: N x 15 x 64 x 64: BGR 0..1 of the crop; BGR of the bare hole or 0, and a mark;
    for each of two sides the BGR of its discs' faces, the same everywhere, or 0, and a
    mark. Out: logits N x 4.

    As pictures of discs in the middle of the crop these colours were hardly used."""

    def __init__(self):
        super().__init__()
        self.look = nn.Sequential(block(15, 24, 2), block(24, 32), block(32, 48, 2), block(48, 48), block(48, 64, 2), block(64, 64))
        self.say = nn.Conv2d(64, len(CONTENTS), 8)

    def forward(self, x):
        return self.say(self.look(x)).flatten(1)


def loss_of(logits, content):
    return F.cross_entropy(logits, content)


def to_input(crop, bare, colours):
    """crop, bare: SIZE x SIZE BGR or None. colours: up to two BGR or None. What goes in,
    0 to 255."""
    x = np.zeros((15, SIZE, SIZE), np.uint8)
    x[:3] = crop.transpose(2, 0, 1)
    if bare is not None:
        x[3:6], x[6] = bare.transpose(2, 0, 1), 255
    for i, bgr in enumerate(colours[:2]):
        if bgr is not None:
            x[7 + 4 * i:10 + 4 * i] = np.uint8(np.clip(bgr, 0, 255))[:, None, None]
            x[10 + 4 * i] = 255
    return x


def face_colour(patch, half_mm, disc_mm):
    """The median colour of a disc's face in the middle of its picture."""
    at = (np.arange(PATCH) + 0.5) * (2.0 * half_mm / PATCH) - half_mm
    is_face = np.hypot(at[None, :], at[:, None]) < FACE_RADII * disc_mm
    return np.median(patch[is_face], 0)


class CropView(TopView):
    """A square of a top view around a place."""

    def __init__(self, size, half_mm, camera, at):
        super().__init__(size, half_mm, camera)
        self.at_mm = at
        self.gx, self.gy = self.gx + np.float32(at[0]), self.gy + np.float32(at[1])

    def pixel(self, x, y):
        return super().pixel(x - self.at_mm[0], y - self.at_mm[1])


def colours_of(board, discs, camera, shot, rng):
    """The colour of a disc of each side, as it appears; None without one."""
    out = [None, None]
    half = HALF_HOLES * board.hole * PATCH / SIZE
    for side in range(2):
        own = [d for d in discs if d.side == side and d.state == "flat"]
        if not own or not happens(rng, P_SIDE):
            continue
        disc = own[int(rng.integers(len(own)))]
        k = board.disc_high / (camera[2] - board.disc_high)
        at = (disc.x + (disc.x - camera[0]) * k, disc.y + (disc.y - camera[1]) * k)
        patch, *_ = paint(board, [disc], CropView(PATCH, half, camera, at), rng, True, False, shot)
        out[side] = face_colour(patch, half, board.disc)
    if happens(rng, 0.5):
        out.reverse()
    return out


def crop_view(board, camera, rng):
    half = HALF_HOLES * board.hole * rng.uniform(1.0 - OFF_SCALE, 1.0 + OFF_SCALE)
    return CropView(SIZE, half, camera, tuple(rng.normal(0.0, OFF_MM, 2)))


def draw_content(rng, board):
    """The disc in the hole, or None; its index in CONTENTS."""
    content = int(rng.choice(3, p=SHARES))
    disc = None
    while content > 0 and (disc is None or disc.state != ("hole", "leaning")[content - 1]):
        disc = draw_in_hole(rng, board)
    return disc, content
