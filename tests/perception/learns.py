#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""learns.py TRAIN: 200 steps of training on drawn boards lower the loss.

Exit status: 0; 1 they do not; 77 PyTorch is missing."""
import os
import re
import subprocess
import sys
import tempfile

LOWER = 0.8  # the second hundred steps' loss over the first's


def learns(train):
    with tempfile.TemporaryDirectory() as folder:
        said = subprocess.run([sys.executable, os.path.join(train, "train.py"), os.path.join(folder, "net"), "--steps", "200"],
                              stdout=subprocess.PIPE, text=True, check=True).stdout
        is_written = os.path.exists(os.path.join(folder, "net.onnx"))
    losses = [float(loss) for loss in re.findall(r"loss ([0-9.]+)", said)]
    print(f"learns: {losses}")
    return is_written and len(losses) == 2 and losses[1] < LOWER * losses[0]


def main():
    if subprocess.run([sys.executable, "-c", "import torch, cv2"], stderr=subprocess.DEVNULL, check=False).returncode != 0:
        print("skipped: no python3-torch, or no python3-opencv")
        return 77
    return 0 if learns(sys.argv[1]) else 1


if __name__ == "__main__":
    sys.exit(main())
