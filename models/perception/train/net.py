# SPDX-License-Identifier: Apache-2.0
"""The network: a top view, and beside it the same board when it was bare or nothing, to
what each pixel shows and where the faces of discs have their centres."""
import torch
from torch import nn
from torch.nn import functional as F

from picture import NAMES

SIZE = 256
STRIDE = 2  # of what comes out


def block(n_in, n_out, stride=1):
    return nn.Sequential(nn.Conv2d(n_in, n_out, 3, stride, 1, bias=False), nn.BatchNorm2d(n_out), nn.ReLU(inplace=True))


class Eyes(nn.Module):
    """In: N x 7 x 256 x 256: BGR 0..1, BGR of the bare board or 0, and 1 where there is a
    bare board. Out: logits N x 1 x 128 x 128 of centres and N x 12 x 128 x 128 of what
    each pixel shows (picture.NAMES)."""

    def __init__(self):
        super().__init__()
        self.down1 = nn.Sequential(block(7, 16, 2), block(16, 20))
        self.down2 = nn.Sequential(block(20, 32, 2), block(32, 32))
        self.down3 = nn.Sequential(block(32, 56, 2), block(56, 56))
        self.down4 = nn.Sequential(block(56, 72, 2), block(72, 72), block(72, 72))
        self.up3 = block(72 + 56, 56)
        self.up2 = block(56 + 32, 36)
        self.up1 = block(36 + 20, 24)
        self.centre = nn.Conv2d(24, 1, 1)
        self.what = nn.Conv2d(24, len(NAMES), 1)
        nn.init.constant_(self.centre.bias, -4.0)

    def forward(self, x):
        a = self.down1(x)
        b = self.down2(a)
        c = self.down3(b)
        d = self.down4(c)
        c = self.up3(torch.cat([F.interpolate(d, scale_factor=2.0), c], 1))
        b = self.up2(torch.cat([F.interpolate(c, scale_factor=2.0), b], 1))
        a = self.up1(torch.cat([F.interpolate(b, scale_factor=2.0), a], 1))
        return self.centre(a), self.what(a)


def n_parameters(net):
    return sum(p.numel() for p in net.parameters())


def loss_of(centre, what, heat, truth):
    """The mean over pixels: of centres as CornerNet's focal loss (Law and Deng 2018), of
    what they show as cross entropy. heat: 0..1, 1 at a centre. truth: indices of NAMES;
    -1: not known."""
    p = torch.sigmoid(centre[:, 0]).clamp(1e-5, 1.0 - 1e-5)
    is_centre = heat > 0.99
    hit = torch.where(is_centre, (1.0 - p) ** 2 * torch.log(p), torch.zeros_like(p)).sum()
    rest = torch.where(is_centre, torch.zeros_like(p), (1.0 - heat) ** 4 * p ** 2 * torch.log(1.0 - p)).sum()
    centres = -(hit + rest) / is_centre.sum().clamp(min=1)
    return centres + F.cross_entropy(what, truth, ignore_index=-1)
