#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""find.py NET.onnx FOLDER [--crokeye FILE] [--only NAME]... [--draw DIR]: how many discs of
real pictures the network finds, by OpenCV's dnn as the program would run it, beside the
program itself. For thresholds of the centres' heat: found, missed, false; the same of the
program's discs in play; the median distance from the truth."""
import argparse
import os
import time

import cv2
import numpy as np

from examples import to_input
from net import SIZE, STRIDE
from real import read_folder

THRESHOLDS = (0.1, 0.2, 0.3, 0.4, 0.5)
NEAR_RADII = 0.8  # a find counts for a truth within this share of a disc's radius


def peaks(heat, least):
    """Maxima of 5 x 5 pixels, refined by the parabola through their neighbours: (u, v) in
    the top view's pixels, and their heat."""
    top = cv2.dilate(heat, np.ones((5, 5)))
    out = []
    for v, u in zip(*np.where((heat >= top) & (heat >= least)), strict=True):
        at = [float(u), float(v)]
        for axis, (du, dv) in enumerate(((1, 0), (0, 1))):
            if not (1 <= u < heat.shape[1] - 1 and 1 <= v < heat.shape[0] - 1):
                continue
            a, b, c = heat[v - dv, u - du], heat[v, u], heat[v + dv, u + du]
            bend = a - 2.0 * b + c
            at[axis] += float(0.5 * (a - c) / bend) if bend < -1e-6 else 0.0
        out.append(((at[0] + 0.5) * STRIDE - 0.5, (at[1] + 0.5) * STRIDE - 0.5, float(heat[v, u])))
    return out


def heat_of(net, view):
    """The mean of the four quarter turns."""
    total = np.zeros((SIZE // STRIDE, SIZE // STRIDE), np.float32)
    for turn in range(4):
        net.setInput(to_input(np.rot90(view, turn), None)[None] / np.float32(255.0))
        centre = net.forward("centre")[0, 0]
        total += np.rot90(1.0 / (1.0 + np.exp(-centre)), -turn) / 4.0
    return total


def matched(found, truth, reach):
    """(found, missed, false, distances): each truth takes the nearest find."""
    left, far = list(found), []
    for t in truth:
        near = min(left, key=lambda f: np.hypot(f[0] - t[0], f[1] - t[1]), default=None)
        if near is not None and np.hypot(near[0] - t[0], near[1] - t[1]) < reach:
            far.append(np.hypot(near[0] - t[0], near[1] - t[1]))
            left.remove(near)
    return len(far), len(truth) - len(far), len(left), far


def main():
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("net")
    ask.add_argument("folder")
    ask.add_argument("--crokeye", default="crokeye")
    ask.add_argument("--only", action="append", default=[])
    ask.add_argument("--draw")
    args = ask.parse_args()
    net = cv2.dnn.readNetFromONNX(args.net)
    cv2.setNumThreads(1)
    sums = {t: np.zeros(3, int) for t in THRESHOLDS}
    program, far, took, n_views = np.zeros(3, int), [], 0.0, 0
    for photo in read_folder(args.folder, args.crokeye):
        if args.only and photo.name not in args.only:
            continue
        view, to_view = photo.top_view(SIZE)
        truth = photo.discs(to_view)
        mm = 2.0 * 1.2 * photo.outer / SIZE
        reach = NEAR_RADII * photo.disc_mm / mm
        began = time.process_time()
        heat = heat_of(net, view)
        took, n_views = took + time.process_time() - began, n_views + 4
        in_play = [p for p in peaks(heat, THRESHOLDS[0]) if np.hypot(p[0] - 127.5, p[1] - 127.5) * mm < photo.outer + photo.disc_mm]
        for t in THRESHOLDS:
            *counts, near = matched([p for p in in_play if p[2] >= t], truth, reach)
            sums[t] += counts
            far += [mm * d for d in near] if t == 0.2 else []
        own = np.float32([d["px"] for d in photo.found["discs"] if d["state"] != "out"]).reshape(-1, 1, 2)
        own = cv2.perspectiveTransform(own, to_view).reshape(-1, 2) if len(own) else []
        program += matched(list(map(tuple, own)), truth, 1.6 * reach)[:3]
        if args.draw:
            shown = cv2.resize(view, None, fx=2, fy=2)
            for u, v in truth:
                cv2.circle(shown, (round(2 * u), round(2 * v)), 14, (0, 255, 0), 1, cv2.LINE_AA)
            for u, v, h in in_play:
                cv2.drawMarker(shown, (round(2 * u), round(2 * v)), (0, 0, 255) if h >= 0.2 else (255, 128, 0), cv2.MARKER_CROSS, 9)
                cv2.putText(shown, f"{h:.2f}", (round(2 * u) + 5, round(2 * v)), 0, 0.35, (0, 0, 255))
            os.makedirs(args.draw, exist_ok=True)
            warm = cv2.applyColorMap((255 * cv2.resize(heat, (512, 512))).astype(np.uint8), cv2.COLORMAP_INFERNO)
            cv2.imwrite(os.path.join(args.draw, photo.name + ".png"), np.hstack([shown, warm]))
    print("threshold  found missed false")
    for t in THRESHOLDS:
        print(f"{t:9.1f}  {sums[t][0]:5d} {sums[t][1]:6d} {sums[t][2]:5d}")
    print(f"program    {program[0]:5d} {program[1]:6d} {program[2]:5d}")
    print(f"median distance {np.median(far) if far else float('nan'):.1f} mm; {1000.0 * took / max(n_views, 1):.1f} ms of CPU a view")


if __name__ == "__main__":
    main()
