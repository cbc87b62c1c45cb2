#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""where.py NET.onnx FOLDER [--crokeye FILE] [--draw OUT.png]: how well the network of
whole pictures says where boards are: of each picture the mean error of the distances from
the hole, in radii of the outer line, beside where the program has found the board, the
share of the board that it sees, and what it takes for a board beside it."""
import argparse

import cv2
import numpy as np

from real import read_folder
from whole import BOARD_RADII, SIZE, STRIDE

BESIDE_RADII = 1.3  # from here on nothing is on the board


def see(net, picture):
    """The picture as the network takes it, its scale, chances and distances."""
    h, w = picture.shape[:2]
    k = SIZE / max(h, w)
    small = cv2.resize(picture, (round(w * k), round(h * k)), interpolation=cv2.INTER_AREA)
    shown = np.zeros((SIZE, SIZE, 3), np.uint8)
    shown[:small.shape[0], :small.shape[1]] = small
    net.setInput(shown.transpose(2, 0, 1)[None].astype(np.float32) / 255.0)
    is_board, far = net.forward(["is_board", "far"])
    return shown, k, 1.0 / (1.0 + np.exp(-is_board[0, 0])), far[0, 0]


def truth_of(photo, k):
    """The true distances at the network's pixels; HUGE beside the picture."""
    n = SIZE // STRIDE
    v, u = np.mgrid[:n, :n] * STRIDE + STRIDE // 2 + 0.5
    at = np.stack([u / k - 0.5, v / k - 0.5], -1)
    mm = cv2.perspectiveTransform(at.reshape(-1, 1, 2), np.linalg.inv(photo.to_px)).reshape(n, n, 2)
    h, w = photo.picture.shape[:2]
    is_inside = (at[..., 0] < w) & (at[..., 1] < h)
    return np.where(is_inside, np.hypot(mm[..., 0], mm[..., 1]) / photo.outer, 1e9)


def drawn(shown, is_board, far):
    """The lines of a usual board where the network sees them."""
    far, is_board = cv2.resize(far, (SIZE, SIZE)), cv2.resize(is_board, (SIZE, SIZE)) > 0.5
    out = shown.copy()
    for radius in (1.0 / 3.0, 2.0 / 3.0, 1.0):
        out[is_board & (np.abs(far - radius) < 0.012)] = (0, 0, 255)
    out[~is_board] //= 2
    return out


def main():
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("net")
    ask.add_argument("folder")
    ask.add_argument("--crokeye", default="crokeye")
    ask.add_argument("--draw")
    args = ask.parse_args()
    net = cv2.dnn.readNetFromONNX(args.net)
    cv2.setNumThreads(1)
    tiles, errors = [], []
    for photo in read_folder(args.folder, args.crokeye):
        shown, k, is_board, far = see(net, photo.picture)
        truth = truth_of(photo, k)
        on = truth < 1.0
        errors.append(np.abs(far - truth)[on].mean())
        false = (is_board > 0.5) & (truth > BESIDE_RADII) & (truth < 1e8)
        print(f"{photo.name:28s} error {errors[-1]:.3f}, seen {(is_board > 0.5)[truth < BOARD_RADII].mean():.3f}, false {false.sum() / on.sum():.3f}")
        tiles.append(drawn(shown, is_board, far))
    print(f"mean error {np.mean(errors):.3f} radii of the outer line")
    if args.draw:
        tiles += [np.zeros_like(tiles[0])] * (-len(tiles) % 6)
        cv2.imwrite(args.draw, np.vstack([np.hstack(tiles[i:i + 6]) for i in range(0, len(tiles), 6)]))


if __name__ == "__main__":
    main()
