#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""textures.py FOLDER: pictures of materials for train.py --textures.

Takes them out of Debian packages of games and backgrounds (940 MB; apt-get download, not
installed) and writes their middle squares of 256 px. About 3500 pictures of wood, stone,
cloth, metal, earth, paint and print; nothing of them is kept in this project or in a
network's file."""
import argparse
import os
import re
import subprocess
import tempfile
import zipfile

import cv2

PACKAGES = ("nexuiz-textures", "openarena-081-textures", "ufoai-textures", "sweethome3d", "gnome-backgrounds")
SIZE = 256
LEAST_PX = 128        # smaller pictures are symbols
LEAST_CONTRAST = 2.0  # deviation, grey levels: what has less shows nothing
OPAQUE = 250          # of 255; pictures with holes are parts of figures
NOT_SEEN = re.compile(r"_(norm|gloss|local|bump|luma|glow|spec|nm|sm|gm|rm|nrm|blend|pants|shirt)", re.I)  # maps for shaders


def unpack(package, folder):
    subprocess.run(["apt-get", "download", "-qq", package], cwd=folder, check=True)
    for name in os.listdir(folder):
        if name.endswith(".deb"):
            subprocess.run(["dpkg-deb", "-x", name, "."], cwd=folder, check=True)
            os.remove(os.path.join(folder, name))
    for path in files_in(folder):
        if path.endswith((".pk3", ".jar")):
            zipfile.ZipFile(path).extractall(path + ".unpacked")


def files_in(folder):
    return sorted(os.path.join(root, name) for root, _, names in os.walk(folder) for name in names)


def square(path):
    """The middle of a picture of a material; None if it shows none."""
    if not path.lower().endswith((".jpg", ".jpeg", ".png")) or NOT_SEEN.search(os.path.basename(path)):
        return None
    picture = cv2.imread(path, cv2.IMREAD_UNCHANGED)
    if picture is None or picture.ndim < 3 or picture.dtype != "uint8" or min(picture.shape[:2]) < LEAST_PX:
        return None
    if (picture.shape[2] == 4 and picture[..., 3].min() < OPAQUE) or picture.std() < LEAST_CONTRAST:
        return None
    side = min(picture.shape[:2])
    v, u = (picture.shape[0] - side) // 2, (picture.shape[1] - side) // 2
    return cv2.resize(picture[v:v + side, u:u + side, :3], (SIZE, SIZE), interpolation=cv2.INTER_AREA)


def main():
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("folder")
    args = ask.parse_args()
    os.makedirs(args.folder, exist_ok=True)
    n = 0
    for package in PACKAGES:
        with tempfile.TemporaryDirectory() as scratch:
            unpack(package, scratch)
            for path in files_in(scratch):
                picture = square(path)
                if picture is not None:
                    cv2.imwrite(os.path.join(args.folder, f"{n:05d}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 92])
                    n += 1
    print(f"textures: {n} pictures in {args.folder}")


if __name__ == "__main__":
    main()
