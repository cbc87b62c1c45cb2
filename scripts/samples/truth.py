# SPDX-License-Identifier: Apache-2.0
"""What a scene is worth: values, margins, pixels, and what can be seen.

Source   RULES G1 to G5: the bottom edge decides, touching a line gives
         the lower value, touching or beyond the outer line gives 0.
"""

import math

from .camera import cross, dot, unit
from .discs import line_margin

LINES = ("inner", "middle", "outer")
VALUES = {"inner": 15, "middle": 10, "outer": 5}


def flat_call(board, d_mm, r_mm):
    """(value, touching, margin_mm) of a disc flat on the surface."""
    margins = {name: line_margin(d_mm, r_mm, board.line_radii_mm[name],
                                 board.line_width_mm) for name in LINES}
    nearest = min(LINES, key=lambda name: margins[name])
    touching = nearest if margins[nearest] <= 0 else None
    value = 0
    for name in LINES:
        wholly_inside = d_mm < board.line_radii_mm[name] and margins[name] > 0
        if wholly_inside:
            value = VALUES[name]
            break
    return value, touching, margins[nearest]


def call(board, disc, r_mm):
    """(value, touching, margin_mm) of any disc."""
    if disc.state == "hole":
        return 20, None, None
    if disc.state == "leaning":
        return 15, None, None
    if disc.state == "ditch":
        return 0, None, None
    return flat_call(board, math.hypot(disc.x_mm, disc.y_mm), r_mm)


def px3(camera, p):
    """Pixel of a board point, to the thousandth; None behind the camera."""
    q = camera.project(p)
    return None if q is None else [round(q[0], 3), round(q[1], 3)]


def disc_truth(board, kind, camera, disc, seen):
    """One entry of the truth's `discs`."""
    value, touching, margin = call(board, disc, kind.radius_mm)
    return {"team": disc.team, "state": disc.state, "x_mm": disc.x_mm,
            "y_mm": disc.y_mm, "z_mm": disc.z_mm, "tilt_deg": disc.tilt_deg,
            "normal": list(disc.normal),
            "bottom_center_px": px3(camera, disc.bottom),
            "top_center_px": px3(camera, disc.top(kind.thickness_mm)),
            "value": value, "touching": touching,
            "margin_mm": None if margin is None else round(margin, 4),
            "visible_frac": round(seen, 3)}


def beside_truth(kind, camera, disc):
    """One entry of the truth's `off_board`."""
    return {"team": disc.team, "x_mm": disc.x_mm, "y_mm": disc.y_mm,
            "z_mm": disc.z_mm,
            "top_center_px": px3(camera, disc.top(kind.thickness_mm))}


def height_mm(board, x, y):
    """Top of the bare board over (x, y)."""
    d = math.hypot(x, y)
    if d < board.hole_radius_mm:
        return -board.hole_depth_mm
    if d < board.surface_radius_mm:
        return 0.0
    gap = board.wall_gap(x, y)
    if gap > 0:
        return -board.ditch_depth_mm
    return board.rail_top_mm if gap > -board.rail_width_mm else -1e9


def hidden_by_board(board, p, ray):
    """Does the board itself stand between a point and the camera?"""
    top = max(board.rail_top_mm, 0.0)
    if p[2] >= top or ray[2] <= 0:
        return False
    run = (top - p[2]) / ray[2]
    for k in range(1, 40):
        q = [p[i] + ray[i] * run * k / 40 for i in range(3)]
        if q[2] < height_mm(board, q[0], q[1]) - 0.2:
            return True
    return False


def hits_capsule(p, ray, cover):
    """Does a ray meet a capsule? (closest approach, sampled along it)"""
    for k in range(13):
        c = [cover.a[i] + (cover.b[i] - cover.a[i]) * k / 12
             for i in range(3)]
        w = [c[i] - p[i] for i in range(3)]
        along = dot(w, ray)
        if along > 0 and dot(w, w) - along * along < cover.size_mm ** 2:
            return True
    return False


def hits_sheet(p, ray, cover):
    """Does a ray go up through a level sheet?"""
    if ray[2] <= 0 or p[2] > cover.a[2]:
        return False
    s = (cover.a[2] - p[2]) / ray[2]
    x, y = (p[i] + s * ray[i] - cover.a[i] for i in (0, 1))
    c, n = math.cos(cover.size_mm), math.sin(cover.size_mm)
    return (abs(x * c + y * n) < cover.b[0]
            and abs(-x * n + y * c) < cover.b[1])


def hits_disc(p, ray, disc, kind):
    """Does a ray from p meet another disc?"""
    n = unit(disc.normal)
    for k in range(5):
        lift = kind.thickness_mm * k / 4
        c = [disc.bottom[i] + lift * n[i] for i in range(3)]
        down = dot(ray, n)
        if abs(down) < 1e-9:
            continue
        s = dot([c[i] - p[i] for i in range(3)], n) / down
        q = [p[i] + s * ray[i] - c[i] for i in range(3)]
        if s > 0.5 and dot(q, q) < kind.radius_mm ** 2:
            return True
    return False


def covered(p, ray, covers):
    """Is a point under a hand or a sheet?"""
    return any((hits_capsule if c.kind == "capsule" else hits_sheet)(p, ray, c)
               for c in covers)


def visible_frac(board, kind, camera, disc, others, covers):
    """Share of the top face that the camera sees (estimated)."""
    n = unit(disc.normal)
    u = unit(cross((0.3, 1.0, 0.2), n))
    v, top, eye = cross(n, u), disc.top(kind.thickness_mm), camera.centre_mm()
    seen = total = 0
    for ring in range(4):
        for k in range(max(1, ring * 6)):
            a = 2 * math.pi * k / max(1, ring * 6)
            r = kind.radius_mm * ring / 3.2
            p = [top[i] + r * (math.cos(a) * u[i] + math.sin(a) * v[i])
                 + 0.05 * n[i] for i in range(3)]
            ray = unit([eye[i] - p[i] for i in range(3)])
            total += 1
            seen += (camera.inside(p) and not covered(p, ray, covers)
                     and not hidden_by_board(board, p, ray)
                     and not any(hits_disc(p, ray, o, kind) for o in others))
    return seen / total


def line_visible_frac(board, camera, covers):
    """Share of the outer line inside the picture and under nothing."""
    eye, points = camera.centre_mm(), board.line_points()
    seen = 0
    for p in points:
        ray = unit([eye[i] - p[i] for i in range(3)])
        seen += camera.inside(p) and not covered(p, ray, covers)
    return seen / len(points)


def totals(discs, n_teams):
    """Points of each team."""
    return [sum(d["value"] for d in discs if d["team"] == k)
            for k in range(n_teams)]


def near(a, b, kind):
    """Could disc b hide a part of disc a?"""
    return math.dist(a.bottom, b.bottom) < 5 * kind.radius_mm


def scene_truth(scene):
    """The whole truth of a scene with a board."""
    board, kind, camera = scene.board, scene.kind, scene.camera
    laid = [disc_truth(board, kind, camera, d, visible_frac(
        board, kind, camera, d,
        [o for o in scene.discs if o is not d and near(d, o, kind)],
        scene.covers)) for d in scene.discs]
    return {"board": board.as_dict(), "disc": kind.as_dict(),
            "camera": camera.as_dict(), "light": scene.light,
            "teams": scene.teams, "discs": laid,
            "off_board": [beside_truth(kind, camera, d)
                          for d in scene.beside],
            "totals": totals(laid, len(scene.teams)),
            "floor": scene.floor, "framing": scene.framing,
            "outer_visible_frac": round(
                line_visible_frac(board, camera, scene.covers), 3)}


def negative_truth(scene):
    """The truth of a picture without a board."""
    return {"board": None, "disc": None, "camera": scene.camera.as_dict(),
            "light": scene.light, "teams": [], "discs": [], "off_board": [],
            "totals": [], "floor": scene.floor, "subject": scene.subject}
