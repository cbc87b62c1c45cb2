# SPDX-License-Identifier: Apache-2.0
"""Pieces of real pictures with truth files (docs/TESTING.md): textures for drawn boards,
and the top views of whole boards to train and test on.

A board's place in its picture is what `crokeye score --json` found: four points of the
outer line. Pictures on which it finds none are left out, and counted."""
import glob
import json
import os
import subprocess

import cv2
import numpy as np

import ranges


class Photo:
    """A real picture of a board, its truth, and where the board is in it."""

    def __init__(self, path, truth, found):
        self.name = os.path.basename(path)
        self.picture = cv2.imread(path)
        self.truth = truth if "suite" not in truth else of_render(truth)
        self.outer = found["board"]["lines_mm"]["outer"]
        self.disc_mm = found["board"]["disc_mm"]
        self.lines_mm = [found["board"]["lines_mm"][line] for line in ("outer", "middle", "inner")]
        self.found = found
        r = self.outer
        self.to_px, _ = cv2.findHomography(np.float32([(r, 0), (0, r), (-r, 0), (0, -r)]), np.float32(found["board"]["axes_px"]))

    def top_view(self, size):
        """The square around the hole that view.TopView shows, and how its pixels come from
        those of the picture."""
        half = self.outer * ranges.TOP_VIEW_RADII
        step = 2.0 * half / size
        to_mm = np.array([[step, 0.0, 0.5 * step - half], [0.0, -step, half - 0.5 * step], [0.0, 0.0, 1.0]])
        from_view = self.to_px @ to_mm
        shrink = max(1.0, 0.5 * float(np.linalg.norm(self.to_px[:2, 0] / self.to_px[2, 2])) * step)
        picture = cv2.GaussianBlur(self.picture, (0, 0), 0.5 * shrink) if shrink > 1.2 else self.picture
        view = cv2.warpPerspective(picture, from_view, (size, size), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                                   borderMode=cv2.BORDER_CONSTANT)
        return view, np.linalg.inv(from_view)

    def sides(self):
        """The sides of all_discs()."""
        return [d.get("side", d.get("team")) for d in self.truth["discs"] + self.truth.get("off_surface", []) if "u" in d]

    def all_discs(self):
        """Of the discs in play and beside the surface: where their faces appear in the
        plane of the surface (mm), and their radius in the picture."""
        all_ = [d for d in self.truth["discs"] + self.truth.get("off_surface", []) if "u" in d]
        at = np.float32([(d["u"], d["v"]) for d in all_]).reshape(-1, 1, 2)
        mm = cv2.perspectiveTransform(at, np.linalg.inv(self.to_px)).reshape(-1, 2) if len(all_) else []
        return [(float(x), float(y), d["r"]) for (x, y), d in zip(mm, all_, strict=True)]

    def discs(self, to_view):
        """Centres of the faces of the discs in play, in a view's pixels."""
        at = np.float32([(d["u"], d["v"]) for d in self.truth["discs"] if d.get("certain", True)]).reshape(-1, 1, 2)
        return cv2.perspectiveTransform(at, to_view).reshape(-1, 2) if len(at) else np.zeros((0, 2), np.float32)


def of_render(truth):
    """The truth of a rendered picture (samples/README.md) as that of a photo: discs by the
    centres of their faces in the picture. Their radius is about right; no disc is smaller."""
    px_mm = truth["camera"]["fx"] / np.linalg.norm(truth["camera"]["t"])
    discs = [{"u": d["top_center_px"][0], "v": d["top_center_px"][1], "r": 0.5 * px_mm * truth["disc"]["diameter_mm"], "team": d["team"]}
             for d in truth["discs"] if d["state"] in ("flat", "ditch") and d["visible_frac"] > 0.35]
    return {"discs": discs, "traps": [truth["framing"]]}


def read_folder(folder, crokeye):
    """The photos of a folder whose board was found; prints how many were not."""
    truths = []
    for path in sorted(glob.glob(os.path.join(folder, "*.json"))):
        with open(path, encoding="utf-8") as file:
            truth = json.load(file)
        if "discs" in truth and "image" in truth:
            truths.append((os.path.join(folder, truth["image"]), truth))
    said = subprocess.run([crokeye, "score", "--each", "--json", *(path for path, _ in truths)], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, check=False).stdout
    if len(said.splitlines()) != len(truths):
        raise SystemExit(f"real: {crokeye} score said nothing of {folder}: run it by hand to see why")
    photos = [Photo(path, truth, found) for (path, truth), found in
              zip(truths, map(json.loads, said.splitlines()), strict=True) if "board" in found]
    print(f"real: {len(photos)} boards of {len(truths)} pictures in {folder}")
    return photos


def pieces(photos, rng, n_each=6, size=160):
    """Squares of bare surface: their names and pictures, so that a board can be left out."""
    out = []
    for photo in photos:
        view, to_view = photo.top_view(512)
        discs = photo.discs(to_view)
        for _ in range(n_each * 4):
            at, half = rng.uniform(90, 422, 2), rng.uniform(18, 60)
            if np.hypot(*(at - 256)) + 1.5 * half > 205 or any(np.hypot(*(at - d)) < 1.5 * half + 16 for d in discs):
                continue
            x, y, h = int(at[0]), int(at[1]), int(half)
            out.append((photo.name, cv2.resize(view[y - h:y + h, x - h:x + h], (size, size), interpolation=cv2.INTER_CUBIC)))
            if sum(name == photo.name for name, _ in out) == n_each:
                break
    return out


def clutter(photos, rng, n_each=12, size=96):
    """Squares of what lies around the boards."""
    out = []
    for photo in photos:
        h, w = photo.picture.shape[:2]
        to_mm = np.linalg.inv(photo.to_px)
        for _ in range(n_each * 4):
            half = int(rng.uniform(0.02, 0.09) * min(h, w)) + 1
            u, v = (int(n) for n in rng.uniform(half, np.array([w, h]) - half))
            corners = np.float32([(u + a * half, v + b * half) for a in (-1, 1) for b in (-1, 1)]).reshape(-1, 1, 2)
            far = np.hypot(*cv2.perspectiveTransform(corners, to_mm).reshape(-1, 2).T)
            if far.min() > 1.25 * photo.outer and sum(name == photo.name for name, _ in out) < n_each:
                out.append((photo.name, cv2.resize(photo.picture[v - half:v + half, u - half:u + half], (size, size), interpolation=cv2.INTER_AREA)))
    return [picture for _, picture in out]


def faces(photos, n_each=6, size=48):
    """The faces of discs in play, each over +-its radius."""
    out = []
    for photo in photos:
        for x, y, r in photo.all_discs()[:n_each]:
            k = 2.0 * photo.disc_mm / size
            to_mm = np.array([[k, 0.0, x + 0.5 * k - photo.disc_mm], [0.0, -k, y + photo.disc_mm - 0.5 * k], [0.0, 0.0, 1.0]])
            if r > 6.0:  # pixels: smaller ones have no texture
                out.append(cv2.warpPerspective(photo.picture, photo.to_px @ to_mm, (size, size), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                                               borderMode=cv2.BORDER_REPLICATE))
    return out


def textures(folder, size=160):
    """The pictures of a folder as squares: those that are quiet enough for a board's
    surface, and all of them."""
    quiet, every = [], []
    for path in sorted(glob.glob(os.path.join(folder, "*"))):
        picture = cv2.imread(path)
        if picture is None:
            continue
        side = min(picture.shape[:2])
        v, u = (picture.shape[0] - side) // 2, (picture.shape[1] - side) // 2
        square = cv2.resize(picture[v:v + side, u:u + side], (size, size), interpolation=cv2.INTER_AREA)
        every.append(square)
        coarse = cv2.cvtColor(cv2.resize(square, (16, 16), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
        if coarse.std() < ranges.QUIET * coarse.mean():
            quiet.append(square)
    print(f"real: {len(every)} textures in {folder}, {len(quiet)} of them quiet")
    return quiet, every
