# SPDX-License-Identifier: Apache-2.0
"""The network: a top view, and beside it the same board when it was bare or nothing, to
what each pixel shows and where the faces of discs have their centres."""
import torch
from torch import nn
from torch.nn import functional as F

from picture import NAMES

SIZE = 256
STRIDE = 2  # of what comes out
# Channels of the levels from the finest on. The finest cost most of the time: one view takes
# OpenCV's dnn 11.7 ms on a core, with 16, 28, 48, 64, 64 channels (fewer weights) 13.1.
WIDTHS = (12, 28, 48, 96, 96)


def block(n_in, n_out, stride=1, apart=1):
    return nn.Sequential(nn.Conv2d(n_in, n_out, 3, stride, apart, apart, bias=False), nn.BatchNorm2d(n_out), nn.ReLU(inplace=True))


class Eyes(nn.Module):
    """In: N x 7 x 256 x 256: BGR 0..1, BGR of the bare board or 0, and 1 where there is a
    bare board. Out: logits N x 1 x 128 x 128 of centres and N x 12 x 128 x 128 of what
    each pixel shows (picture.NAMES).

    Sums of a pyramid's levels, as in Lin and others 2017: what costs most is the finest
    level, which has few channels."""

    def __init__(self):
        super().__init__()
        n1, n2, n3, n4, n5 = WIDTHS
        self.down1 = block(7, n1, 2)
        self.down2 = nn.Sequential(block(n1, n2, 2), block(n2, n2))
        self.down3 = nn.Sequential(block(n2, n3, 2), block(n3, n3))
        self.down4 = nn.Sequential(block(n3, n4, 2), block(n4, n4, apart=2))
        self.down5 = nn.Sequential(block(n4, n5, 2), block(n5, n5))
        self.to4, self.to3, self.to2, self.to1 = nn.Conv2d(n5, n4, 1), nn.Conv2d(n4, n3, 1), nn.Conv2d(n3, n2, 1), nn.Conv2d(n2, n1, 1)
        self.up3, self.up2, self.up1 = block(n3, n3), block(n2, n2), block(n1, n1)
        self.centre = nn.Conv2d(n1, 1, 1)
        self.what = nn.Conv2d(n1, len(NAMES), 1)
        nn.init.constant_(self.centre.bias, -4.0)

    def forward(self, x):
        a = self.down1(x)
        b = self.down2(a)
        c = self.down3(b)
        d = self.down4(c)
        d = d + F.interpolate(self.to4(self.down5(d)), scale_factor=2.0)
        c = self.up3(c + F.interpolate(self.to3(d), scale_factor=2.0))
        b = self.up2(b + F.interpolate(self.to2(c), scale_factor=2.0))
        a = self.up1(a + F.interpolate(self.to1(b), scale_factor=2.0))
        return self.centre(a), self.what(a)


# How much a pixel of each class counts in the loss, in the order of NAMES: a hole has 80
# of 16384 pixels. export() takes it out of the chances again.
WEIGHTS = (0.3, 0.5, 0.5, 1.0, 1.0, 3.0, 2.0, 8.0, 8.0, 8.0, 2.0, 2.0)


def loss_of(centre, what, heat, truth):
    """The mean over pixels: of centres as CornerNet's focal loss (Law and Deng 2018), of
    what they show as cross entropy. heat: 0..1, 1 at a centre. truth: indices of NAMES;
    -1: not known."""
    p = torch.sigmoid(centre[:, 0]).clamp(1e-5, 1.0 - 1e-5)
    is_centre = heat > 0.99
    hit = torch.where(is_centre, (1.0 - p) ** 2 * torch.log(p), torch.zeros_like(p)).sum()
    rest = torch.where(is_centre, torch.zeros_like(p), (1.0 - heat) ** 4 * p ** 2 * torch.log(1.0 - p)).sum()
    centres = -(hit + rest) / is_centre.sum().clamp(min=1)
    return centres + F.cross_entropy(what, truth, torch.tensor(WEIGHTS), ignore_index=-1)
