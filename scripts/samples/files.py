# SPDX-License-Identifier: Apache-2.0
"""Truth files, beside the pictures that they are of."""

import glob
import json
import os


def truths(folder, rendered):
    """(name, truth) of a folder's boards, of renders or of photos, by name."""
    for path in sorted(glob.glob(os.path.join(folder, "*.json"))):
        with open(path, encoding="utf-8") as file:
            truth = json.load(file)
        if isinstance(truth, dict) and truth.get("board") and (
                "camera" in truth) == rendered:
            yield os.path.splitext(os.path.basename(path))[0], truth


def write_truth(folder, name, truth):
    """Writes NAME.json of the picture that the truth names."""
    with open(os.path.join(folder, name + ".json"), "w",
              encoding="utf-8") as file:
        json.dump(truth, file)
