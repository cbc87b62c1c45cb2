# SPDX-License-Identifier: Apache-2.0
"""The truth recomputed from the geometry, by a second route.

Nothing is shared with truth.py or camera.py: a disc's reach is an interval
of radii compared with the interval a line covers, and a point is projected
through the camera's centre and axes. Every difference is reported.
"""

import json
import math
import os

POSITION_MM = 0.0002       # margins carry four decimals
PIXEL_PX = 0.0015          # pixels carry three
ANGLE_DEG = 0.005
OVERLAP_MM = 0.02
FLOOR_MM = 0.05            # a disc in the hole may hover that much
REGION_VALUE = (("inner", 15), ("middle", 10), ("outer", 5))
ANSWERS = "crokeye-answers.json"  # `score --keep-answers` puts it there: no truth
STATES = ("flat", "hole", "leaning", "ditch")


class Report:
    """Differences found in one file."""

    def __init__(self, name):
        self.name, self.lines = name, []

    def expect(self, what, got, want, tolerance=0.0):
        """Note it when got is not want (within tolerance, for numbers)."""
        if isinstance(want, (list, tuple)):
            same = isinstance(got, list) and len(got) == len(want) and all(
                number_like(g, w, tolerance) for g, w in zip(got, want))
        else:
            same = number_like(got, want, tolerance)
        if not same:
            self.lines.append("%s: %s is %r, should be %r" % (
                self.name, what, got, want))

    def demand(self, what, holds):
        """Note it when something does not hold."""
        if not holds:
            self.lines.append("%s: %s" % (self.name, what))


def number_like(got, want, tolerance):
    """Equal, or numbers no further apart than the tolerance."""
    if got is None or want is None or isinstance(want, str):
        return got == want
    if isinstance(got, bool) or not isinstance(got, (int, float)):
        return False
    return abs(got - want) <= tolerance


def picture_point(camera, p):
    """Project by the camera's centre and axes, Horner in r^2."""
    axes, shift = camera["R"], camera["t"]
    eye = [-(axes[0][i] * shift[0] + axes[1][i] * shift[1]
             + axes[2][i] * shift[2]) for i in range(3)]
    ray = [p[i] - eye[i] for i in range(3)]
    side, down, ahead = (math.fsum(axes[k][i] * ray[i] for i in range(3))
                         for k in range(3))
    tan_u, tan_v = side / ahead, down / ahead
    bend = camera["k1"] * (tan_u ** 2 + tan_v ** 2) + 1.0
    return [camera["cx"] + camera["fx"] * bend * tan_u,
            camera["cy"] + camera["fy"] * bend * tan_v]


def gap_of_intervals(a, b):
    """Distance between two intervals; minus the way that parts them."""
    return max(a[0], b[0]) - min(a[1], b[1]) if a[1] < b[0] or b[1] < a[0] \
        else -min(a[1] - b[0], b[1] - a[0])


def surface_value(board, d_mm, r_mm):
    """(value, touching, margin) from intervals of radii."""
    reach = (d_mm - r_mm, d_mm + r_mm)
    half, gaps = board["line_width_mm"] / 2, {}
    for name, radius in board["line_radii_mm"].items():
        gaps[name] = gap_of_intervals(reach, (radius - half, radius + half))
    nearest = min(gaps, key=gaps.get)
    touching = nearest if gaps[nearest] <= 0 else None
    value = next((points for name, points in REGION_VALUE
                  if reach[1] < board["line_radii_mm"][name] - half), 0)
    return value, touching, gaps[nearest]


def check_disc(report, doc, k):
    """Value, call, pixels and place of one disc."""
    board, disc, d = doc["board"], doc["disc"], doc["discs"][k]
    what, r = "discs[%d]" % k, disc["diameter_mm"] / 2
    report.demand(what + " has an unknown state", d["state"] in STATES)
    away = math.hypot(d["x_mm"], d["y_mm"])
    fixed = {"hole": 20, "leaning": 15, "ditch": 0}
    value, touching, margin = fixed.get(d["state"]), None, None
    if d["state"] == "flat":
        value, touching, margin = surface_value(board, away, r)
    report.expect(what + ".value", d["value"], value)
    report.expect(what + ".touching", d["touching"], touching)
    report.expect(what + ".margin_mm", d["margin_mm"], margin, POSITION_MM)
    foot = [d["x_mm"], d["y_mm"], d["z_mm"]]
    size = math.sqrt(sum(c * c for c in d["normal"]))
    top = [foot[i] + disc["thickness_mm"] * d["normal"][i] / size
           for i in range(3)]
    camera = doc["camera"]
    report.expect(what + ".bottom_center_px", d["bottom_center_px"],
                  picture_point(camera, foot), PIXEL_PX)
    report.expect(what + ".top_center_px", d["top_center_px"],
                  picture_point(camera, top), PIXEL_PX)
    lean = math.degrees(math.acos(min(1.0, d["normal"][2] / size)))
    report.expect(what + ".tilt_deg", d["tilt_deg"], lean, ANGLE_DEG)
    report.demand(what + ".visible_frac is out of range",
                  0.0 <= d["visible_frac"] <= 1.0)
    check_place(report, what, board, disc, d)


def check_place(report, what, board, disc, d):
    """Does the disc lie where its state says?"""
    away, r = math.hypot(d["x_mm"], d["y_mm"]), disc["diameter_mm"] / 2
    if d["state"] == "flat":
        report.expect(what + ".z_mm", d["z_mm"], 0.0)
        report.demand(what + " is off the surface",
                      away < board["surface_radius_mm"])
        for a in board["peg_angles_deg"]:
            ring = board["line_radii_mm"]["inner"]
            gap = math.hypot(d["x_mm"] - ring * math.cos(math.radians(a)),
                             d["y_mm"] - ring * math.sin(math.radians(a)))
            report.demand(what + " stands in a peg", gap > r + board[
                "peg_diameter_mm"] / 2 - OVERLAP_MM)
    elif d["state"] == "hole":
        report.expect(what + ".z_mm", d["z_mm"], -board["hole_depth_mm"],
                      FLOOR_MM)
        report.demand(what + " is not in the hole",
                      away + r <= board["hole_diameter_mm"] / 2)
    elif d["state"] == "leaning":
        report.demand(what + " does not reach into the hole",
                      away < board["hole_diameter_mm"] / 2 + r
                      and -board["hole_depth_mm"] < d["z_mm"] < r)
    elif d["tilt_deg"] == 0.0:
        report.expect(what + ".z_mm", d["z_mm"], -board["ditch_depth_mm"],
                      POSITION_MM)
        report.demand(what + " is not in the ditch",
                      away - r > board["surface_radius_mm"])


def check_overlaps(report, doc):
    """No two level discs share space."""
    size, level = doc["disc"], [d for d in doc["discs"]
                                if d["tilt_deg"] == 0.0]
    for i, a in enumerate(level):
        for b in level[:i]:
            apart = math.hypot(a["x_mm"] - b["x_mm"], a["y_mm"] - b["y_mm"])
            above = abs(a["z_mm"] - b["z_mm"])
            report.demand("two discs share space at %.1f, %.1f" % (
                a["x_mm"], a["y_mm"]),
                apart > size["diameter_mm"] - OVERLAP_MM
                or above >= size["thickness_mm"])


def check_camera(report, camera):
    """R is a rotation; height and tilt follow from R and t."""
    R, t = camera["R"], camera["t"]
    for i in range(3):
        for j in range(3):
            report.expect("camera.R row product", math.fsum(
                R[i][k] * R[j][k] for k in range(3)), float(i == j), 1e-9)
    det = sum(R[0][i] * (R[1][(i + 1) % 3] * R[2][(i + 2) % 3]
                         - R[1][(i + 2) % 3] * R[2][(i + 1) % 3])
              for i in range(3))
    report.expect("camera.R determinant", det, 1.0, 1e-9)
    report.expect("camera.height_mm", camera["height_mm"], -math.fsum(
        R[k][2] * t[k] for k in range(3)), 1e-6)
    report.expect("camera.tilt_deg", camera["tilt_deg"], math.degrees(
        math.atan2(math.hypot(R[2][0], R[2][1]), -R[2][2])), 1e-6)


def check_board(report, board):
    """Sizes that must be in order, pegs on their ring."""
    lines = board["line_radii_mm"]
    order = [board["hole_diameter_mm"] / 2, lines["inner"], lines["middle"],
             lines["outer"], board["surface_radius_mm"]]
    report.demand("board: radii are not in order", order == sorted(order))
    report.expect("board: number of pegs", len(board["peg_angles_deg"]), 8)
    for radius in board["decor_line_radii_mm"]:
        report.demand("board: a decor line lies on a line that counts", all(
            abs(radius - r) > 3 * board["line_width_mm"]
            for r in lines.values()))


def check_off_board(report, doc):
    """Pixels of the discs beside the board."""
    for k, d in enumerate(doc["off_board"]):
        top = [d["x_mm"], d["y_mm"], d["z_mm"] + doc["disc"]["thickness_mm"]]
        report.expect("off_board[%d].top_center_px" % k, d["top_center_px"],
                      picture_point(doc["camera"], top), PIXEL_PX)


def check_totals(report, doc):
    """Totals are the sums of the recomputed values' fields."""
    sums = [0] * len(doc["teams"])
    for d in doc["discs"]:
        sums[d["team"]] += d["value"]
    report.expect("totals", doc["totals"], sums)


def jpeg_size(path):
    """(width, height) of a JPEG, or None when it is none."""
    with open(path, "rb") as f:
        data = f.read()
    at = 2
    if data[:2] != b"\xff\xd8":
        return None
    while at + 9 < len(data) and data[at] == 0xFF:
        kind, size = data[at + 1], int.from_bytes(data[at + 2:at + 4], "big")
        if kind in (0xC0, 0xC1, 0xC2):
            return (int.from_bytes(data[at + 7:at + 9], "big"),
                    int.from_bytes(data[at + 5:at + 7], "big"))
        at += 2 + size
    return None


def check_picture(report, folder, doc):
    """The picture is there and has the camera's size."""
    path = os.path.join(folder, doc["image"])
    report.demand("%s is missing" % doc["image"], os.path.isfile(path))
    if os.path.isfile(path):
        report.expect("size of %s" % doc["image"],
                      list(jpeg_size(path) or ()),
                      [doc["camera"]["width"], doc["camera"]["height"]])


def check_negative(report, doc):
    """A picture without a board holds no disc and no points."""
    for name in ("teams", "discs", "off_board", "totals"):
        report.demand("%s is not empty" % name, doc[name] == [])


def check_file(folder, name):
    """Every check on one truth file; returns the differences."""
    report = Report(name)
    try:
        with open(os.path.join(folder, name), encoding="utf-8") as f:
            doc = json.load(f)
        check_picture(report, folder, doc)
        check_camera(report, doc["camera"])
        if doc["board"] is None:
            check_negative(report, doc)
            return report.lines
        check_board(report, doc["board"])
        for k in range(len(doc["discs"])):
            check_disc(report, doc, k)
        check_overlaps(report, doc)
        check_off_board(report, doc)
        check_totals(report, doc)
    except (ValueError, KeyError, TypeError, IndexError,
            ZeroDivisionError) as e:
        report.lines.append("%s: cannot be read: %s: %s" % (
            name, type(e).__name__, e))
    return report.lines


def check_folder(folder):
    """Check every NAME.json of a folder; 0 when nothing differs."""
    names = sorted(n for n in os.listdir(folder) if n.endswith(".json")
                   and n != ANSWERS)
    lines = [line for name in names for line in check_file(folder, name)]
    for line in lines:
        print(line)
    print("%d files, %d differences" % (len(names), len(lines)))
    return 1 if lines or not names else 0
