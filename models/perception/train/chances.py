# SPDX-License-Identifier: Apache-2.0
"""From a network's heat to chances. Training rates what is hard more than what is easy, so
that heat is no chance yet: of the peaks of drawn boards that were not trained on, a
logistic curve in the heat's log odds says how many are discs (Platt 1999). The heat of
the pixels around, and how surely those of its face show a disc, added nothing."""
import cv2
import numpy as np
import torch

from examples import example
from lent import NOTHING

N_BOARDS = 400
LEAST = 0.01      # peaks below are nothing
NEAR_PX = 2.5     # a peak this near a truth is that disc, in pixels of the heat
SEED = 990_000    # not trained on


def peaks_of(heat):
    """(rows, columns) of the maxima of 5 x 5 pixels."""
    top = cv2.dilate(heat, np.ones((5, 5)))
    return np.where((heat >= top) & (heat >= LEAST))


def logit(p):
    return np.log(p / (1.0 - p))


def collect(net, n_boards):
    """The log odds of peaks' heat, and which of them are discs."""
    odds, are_discs = [], []
    for k in range(n_boards):
        x, heat, _ = example((SEED, k), NOTHING)
        with torch.no_grad():
            seen = torch.sigmoid(net(torch.from_numpy(x[None] / np.float32(255.0)))[0])[0, 0].numpy().clip(1e-5, 1.0 - 1e-5)
        truth = np.argwhere(heat > 0.99)
        for v, u in zip(*peaks_of(seen), strict=True):
            near = np.hypot(*(truth - (v, u)).T).min() if len(truth) else 1e9
            odds.append(logit(seen[v, u]))
            are_discs.append(near < NEAR_PX)
    return np.array(odds), np.array(are_discs, float)


def curve(odds, are_discs):
    """(a, b) of the chance 1 / (1 + exp(-(a + b odds))), by Newton's method."""
    terms = np.stack([np.ones_like(odds), odds], 1)
    weight = np.zeros(2)
    for _ in range(50):
        p = 1.0 / (1.0 + np.exp(-terms @ weight))
        bend = terms.T @ (terms * (p * (1.0 - p))[:, None]) + 1e-6 * np.eye(2)
        weight += np.linalg.solve(bend, terms.T @ (are_discs - p))
    return weight


def reliability(chance, are_discs):
    """Lines: of peaks with chances between two bounds, how many are discs."""
    bounds = [0.0, 0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.99, 0.998, 1.0]
    for low, high in zip(bounds, bounds[1:]):
        inside = (chance >= low) & (chance < high)
        if inside.any():
            yield f"  {low:.3f} to {high:.3f}: {inside.sum():6d} peaks, mean chance {chance[inside].mean():.4f}, discs {are_discs[inside].mean():.4f}"


def calibrate(net):
    """Make the network say chances, and print how true they are on other boards."""
    odds, are_discs = collect(net, N_BOARDS)
    half = len(odds) // 2
    a, b = curve(odds[:half], are_discs[:half])
    with torch.no_grad():
        net.centre.weight *= float(b)
        net.centre.bias.mul_(float(b)).add_(float(a))
    print(f"chances: {a:.3f} + {b:.3f} x log odds, from {half} peaks; on {len(odds) - half} others:")
    print("\n".join(reliability(1.0 / (1.0 + np.exp(-(a + b * odds[half:]))), are_discs[half:])))
