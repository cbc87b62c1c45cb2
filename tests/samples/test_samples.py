#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The sample pictures' truth: right as committed, and caught when doctored.

Runs without POV-Ray and ImageMagick: nothing is rendered here.
usage: test_samples.py SOURCE_DIR
"""

import copy
import json
import math
import os
import random
import shutil
import sys
import tempfile
import unittest
from contextlib import redirect_stdout
from io import StringIO

ROOT = os.path.abspath(sys.argv.pop(1))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "scripts"))

from samples import check, discs, render, suites  # noqa: E402
from samples.board import draw_board  # noqa: E402
from samples.camera import undistort_radius  # noqa: E402

SAMPLES = os.path.join(ROOT, "samples")
FOLDERS = (SAMPLES, os.path.join(SAMPLES, "hard"))
VICTIM = "photo-029"       # has a leaning disc and flat ones
MOST_BYTES = 150000


def load(name):
    """A committed truth document."""
    with open(os.path.join(SAMPLES, name + ".json"), encoding="utf-8") as f:
        return json.load(f)


def differences(doc):
    """What the check finds in a document put beside its picture."""
    with tempfile.TemporaryDirectory() as folder:
        if os.path.exists(os.path.join(SAMPLES, doc["image"])):
            shutil.copy(os.path.join(SAMPLES, doc["image"]), folder)
        with open(os.path.join(folder, "x.json"), "w",
                  encoding="utf-8") as f:
            json.dump(doc, f)
        return check.check_file(folder, "x.json")


def flat_one(doc):
    """The first flat disc of a document."""
    return next(d for d in doc["discs"] if d["state"] == "flat")


def doctored():
    """(what was done, document) for one lie each."""
    def lie(what, change):
        doc = copy.deepcopy(load(VICTIM))
        change(doc)
        return what, doc

    def add(field, amount, index=None):
        def change(doc):
            d = flat_one(doc)
            if index is None:
                d[field] += amount
            else:
                d[field][index] += amount
        return change

    def other_line(doc):
        d = flat_one(doc)
        d["touching"] = "outer" if d["touching"] is None else None

    return [
        lie("a value too high", add("value", 5)),
        lie("a disc moved by 0.01 mm", add("x_mm", 0.01)),
        lie("a margin off by 0.001 mm", add("margin_mm", 0.001)),
        lie("a bottom pixel off by 0.01 px", add("bottom_center_px", 0.01,
                                                 0)),
        lie("a top pixel off by 0.01 px", add("top_center_px", 0.01, 1)),
        lie("another line touched", other_line),
        lie("a total off by 5",
            lambda doc: doc["totals"].__setitem__(0, doc["totals"][0] + 5)),
        lie("a disc fewer", lambda doc: doc["discs"].remove(
            next(d for d in doc["discs"] if d["value"]))),
        lie("a disc twice", lambda doc: doc["discs"].append(flat_one(doc))),
        lie("a leaning disc called a 20", lambda doc: next(
            d for d in doc["discs"] if d["state"] == "leaning").__setitem__(
                "value", 20)),
        lie("a wider line", lambda doc: doc["board"].__setitem__(
            "line_width_mm", doc["board"]["line_width_mm"] + 0.1)),
        lie("another distortion", lambda doc: doc["camera"].__setitem__(
            "k1", doc["camera"]["k1"] + 0.001)),
        lie("another height", lambda doc: doc["camera"].__setitem__(
            "height_mm", doc["camera"]["height_mm"] + 0.01)),
        lie("another picture size", lambda doc: doc["camera"].__setitem__(
            "width", doc["camera"]["width"] + 1)),
        lie("a picture that is not there", lambda doc: doc.__setitem__(
            "image", "none.jpg")),
        lie("a missing field", lambda doc: doc["camera"].pop("t")),
        lie("a negative with points", lambda doc: doc.__setitem__(
            "board", None)),
    ]


class TheCommittedSamples(unittest.TestCase):
    """samples/ as it stands."""

    def test_every_truth_agrees_with_its_geometry(self):
        for folder in FOLDERS:
            with redirect_stdout(StringIO()) as out:
                status = check.check_folder(folder)
            self.assertEqual(status, 0, out.getvalue())

    def test_every_picture_is_small_and_has_its_truth(self):
        pictures = [os.path.join(folder, name) for folder in FOLDERS
                    for name in os.listdir(folder) if name.endswith(".jpg")]
        self.assertEqual(len(pictures), 20)
        for path in pictures:
            self.assertLess(os.path.getsize(path), MOST_BYTES, path)
            self.assertTrue(os.path.exists(path[:-4] + ".json"), path)

    def test_the_scene_of_a_sample_is_drawn_again_from_its_seed(self):
        for name in ("photo-029", "lines-001", "negative-001"):
            doc = load(name)
            scene = suites.draw_scene(
                doc["suite"], doc["seed"], doc["index"],
                max(doc["camera"]["width"], doc["camera"]["height"]))
            for field, value in json.loads(json.dumps(
                    scene.truth())).items():
                self.assertEqual(doc[field], value, (name, field))

    def test_each_lie_is_found(self):
        self.assertEqual(differences(load(VICTIM)), [])
        for what, doc in doctored():
            with self.subTest(what):
                self.assertNotEqual(differences(doc), [], what)


class DrawnScenes(unittest.TestCase):
    """Many scenes, truth only."""

    def test_truth_agrees_with_the_check_for_every_suite(self):
        for suite in ("photo", "overhead", "lines", "empty"):
            for index in range(3):
                doc = json.loads(json.dumps(
                    suites.draw_scene(suite, 99, index).truth()))
                report = check.Report("%s %d" % (suite, index))
                check.check_board(report, doc["board"])
                check.check_camera(report, doc["camera"])
                for k in range(len(doc["discs"])):
                    check.check_disc(report, doc, k)
                check.check_overlaps(report, doc)
                check.check_off_board(report, doc)
                check.check_totals(report, doc)
                self.assertEqual(report.lines, [])

    def test_the_lines_suite_keeps_every_disc_near_a_line(self):
        for index in range(6):
            for d in suites.draw_scene("lines", 3, index).truth()["discs"]:
                if d["state"] == "flat":
                    self.assertLessEqual(abs(d["margin_mm"]), 2.0001)

    def test_a_leaning_disc_rests_on_the_rim_and_in_no_wood(self):
        on_floor = 0
        for seed in range(60):
            rng = random.Random(seed)
            board, kind = draw_board(rng), discs.draw_kind(rng)
            d = discs.lay_leaning(rng, discs.Table(board, kind), 0)
            lean = math.radians(d.tilt_deg)
            lowest = d.z_mm - kind.radius_mm * math.sin(lean)
            self.assertGreaterEqual(lowest, -board.hole_depth_mm - 0.01)
            self.assertLess(lowest, 0.0)
            on_floor += lowest < -board.hole_depth_mm + 0.02
            highest_edge = math.hypot(d.x_mm, d.y_mm) \
                + kind.radius_mm * math.cos(lean)
            self.assertGreater(highest_edge, board.hole_radius_mm)
        self.assertGreater(on_floor, 15)
        self.assertLess(on_floor, 45)

    def test_what_is_rendered_about_hole_and_discs_is_on_the_canvas(self):
        for index in range(12):  # 9: a disc at the picture's edge
            scene = suites.draw_scene("photo", 7301, index)
            pad = render.pad_for(scene.camera)
            ends = {"C": scene.camera.width + 2 * pad,
                    "R": scene.camera.height + 2 * pad}
            for options in render.windows(scene, pad):
                for start, end in zip(options[::2], options[1::2]):
                    self.assertGreaterEqual(int(start[3:]), 1)
                    self.assertGreater(int(end[3:]), int(start[3:]))
                    self.assertLessEqual(int(end[3:]), ends[end[2]])

    def test_pictures_of_one_board_differ_in_all_else(self):
        def draw(index, **how):
            return suites.draw_scene("photo", 7500, index, **how)
        of = [draw(k, per_board=3) for k in range(6)]
        for k in range(6):
            first = of[k // 3 * 3]
            self.assertEqual(of[k].board, first.board)
            self.assertEqual(of[k].kind, first.kind)
            self.assertEqual(of[k].teams, first.teams)
            self.assertEqual(of[k].camera == first.camera, k % 3 == 0)
        self.assertNotEqual(of[0].board, of[3].board)
        empty = draw(3, per_board=3, first_empty=True)
        self.assertEqual(empty.board, of[3].board)
        self.assertEqual(empty.discs, [])
        self.assertEqual(draw(4, per_board=3, first_empty=True).truth(),
                         of[4].truth())

    def test_a_worn_hole_changes_nothing_else(self):
        for index in range(4):
            new = suites.draw_scene("photo", 7400, index).truth()
            worn = suites.draw_scene("photo", 7400, index, worn=True).truth()
            self.assertNotIn("wear", new["board"]["look"])
            self.assertGreater(
                worn["board"]["look"].pop("wear")["width_mm"], 0.0)
            self.assertEqual(worn, new)

    def test_a_ring_round_the_hole_changes_nothing_else(self):
        for index in range(4):
            new = suites.draw_scene("photo", 7400, index).truth()
            ringed = suites.draw_scene("photo", 7400, index,
                                       ringed=True).truth()
            self.assertNotIn("ring", new["board"]["look"])
            ring = ringed["board"]["look"].pop("ring")
            self.assertGreaterEqual(ring["from_mm"],
                                    new["board"]["hole_diameter_mm"] / 2)
            self.assertGreater(ring["to_mm"], ring["from_mm"])
            self.assertEqual(ringed, new)

    def test_bending_and_unbending_a_radius_gives_it_back(self):
        for k1 in (-0.12, -0.03, 0.0, 0.05, 0.1):
            for step in range(11):
                r = step / 10
                self.assertAlmostEqual(
                    undistort_radius(r * (1 + k1 * r * r), k1), r, 11)


if __name__ == "__main__":
    unittest.main()
