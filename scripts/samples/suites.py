# SPDX-License-Identifier: Apache-2.0
"""Suites: what a picture shows, drawn at random from a seed."""

import math
import random
from dataclasses import dataclass, field

from . import board_scene, discs, lights, negatives, props, truth
from .board import SURFACES, draw_board, draw_ring, draw_wear
from .camera import aimed, fit_view, rotation

# suite: (width, height, greatest tilt in deg)
SIZES = {"photo": (1600, 1200, 35.0), "overhead": (1920, 1080, 6.0),
         "lines": (1920, 1080, 6.0), "empty": (1600, 1200, 30.0),
         "negative": (1200, 900, 38.0)}
FOCAL_TO_LONG_SIDE = {"photo": (0.66, 1.35), "empty": (0.66, 1.35),
                      "overhead": (0.6, 0.95), "lines": (0.6, 0.95),
                      "negative": (0.66, 1.3)}
K1 = (-0.12, 0.10)
LEAST_LINE_SEEN = 0.75      # of the outer line, when it is cut or covered
LEAST_DISC_SEEN = 0.45      # discs in play hidden more than that are left out
SLANT_BEYOND_TILT_DEG = 5.0  # the board may lie off the optical axis
SURFACE_ORDER = sorted(SURFACES)


@dataclass
class Scene:
    """Everything a picture is made from."""

    suite: str
    camera: object
    pov: str
    light: str
    floor: str
    board: object = None
    kind: object = None
    teams: list = field(default_factory=list)
    discs: list = field(default_factory=list)
    beside: list = field(default_factory=list)
    covers: list = field(default_factory=list)
    framing: str = "whole"
    subject: str = ""

    def truth(self):
        """The truth document's content."""
        if self.board is None:
            return truth.negative_truth(self)
        return truth.scene_truth(self)


def draw_lens(rng, suite, width):
    """Picture size, focal length, principal point and distortion."""
    w, h, _ = SIZES[suite]
    if width:
        w, h = width, round(width * h / w)
    if suite in ("photo", "negative", "empty") and rng.random() < 0.2:
        w, h = h, w
    f = max(w, h) * rng.uniform(*FOCAL_TO_LONG_SIDE[suite])
    k1 = 0.0 if rng.random() < 0.12 else rng.uniform(*K1)
    scale = max(w, h) / 1600
    return (w, h, f, (w - 1) / 2 + rng.gauss(0, 6) * scale,
            (h - 1) / 2 + rng.gauss(0, 6) * scale, k1)


def draw_rotation(rng, suite):
    """How the camera is held."""
    greatest = SIZES[suite][2]
    tilt = greatest * math.sqrt(rng.random()) if greatest < 10 \
        else rng.triangular(0.0, greatest, greatest * 0.45)
    return rotation(tilt, rng.uniform(0, 360), rng.uniform(0, 360))


def cut_view(rng, camera, board):
    """Push the board out of the picture until a part of its outer line,
    drawn between 4 % and 25 %, is cut off."""
    lens = (camera.width, camera.height, camera.fx, camera.cx, camera.cy,
            camera.k1)
    start = camera.project((0.0, 0.0, 0.0))
    a, want = rng.uniform(0, 2 * math.pi), 1 - rng.uniform(0.04, 0.25)
    low, high, found = 0.0, float(max(camera.width, camera.height)), camera
    for _ in range(24):
        mid = (low + high) / 2
        cam = aimed(lens, camera.R, (start[0] + mid * math.cos(a),
                                     start[1] + mid * math.sin(a)),
                    camera.t[2])
        if truth.line_visible_frac(board, cam, []) >= want:
            low, found = mid, cam
        else:
            high = mid
    return found


def slant_deg(camera):
    """Angle at which the camera sees the board's centre, from above."""
    eye = camera.centre_mm()
    return math.degrees(math.atan2(math.hypot(eye[0], eye[1]), eye[2]))


def draw_view(rng, suite, board, lens):
    """A camera that sees the board at no more than the suite's tilt, and
    how it frames the board."""
    draw = rng.random()
    while True:
        camera, framing = frame_board(rng, suite, board, lens, draw)
        if slant_deg(camera) <= SIZES[suite][2] + SLANT_BEYOND_TILT_DEG:
            return camera, framing


def frame_board(rng, suite, board, lens, draw):
    """One try of draw_view; `draw` in 0..1 picks the framing."""
    R = draw_rotation(rng, suite)
    if suite in ("overhead", "lines", "empty"):
        fill = rng.uniform(0.78, 0.97) if suite != "empty" \
            else rng.uniform(0.65, 0.95)
        return fit_view(rng, lens, R, board.rail_points(), fill), "whole"
    if draw < 0.66:
        fill = rng.uniform(0.62, 0.96)
        return fit_view(rng, lens, R, board.rail_points(), fill), "whole"
    if draw < 0.82:
        fill = rng.uniform(0.86, 0.97)
        return fit_view(rng, lens, R, board.line_points(), fill), "rim_cut"
    if draw < 0.9:
        cam = fit_view(rng, lens, R, board.line_points(),
                       rng.uniform(0.8, 0.95))
        return cut_view(rng, cam, board), "line_cut"
    fill = rng.uniform(0.75, 0.96)
    return fit_view(rng, lens, R, board.rail_points(), fill), "covered"


def draw_cover(rng, board, camera, in_play):
    """A hand or a magazine over the outer line that hides no disc in play
    and leaves enough of the line to be seen."""
    for _ in range(40):
        thing = rng.choice([props.arm, props.magazine])
        text, covers = thing(rng, board, rng.uniform(5, 90))
        seen = truth.line_visible_frac(board, camera, covers)
        if not LEAST_LINE_SEEN <= seen < 0.985:
            continue
        if all(free_of(camera, d, covers) for d in in_play):
            return text, covers
    return "", []


def free_of(camera, disc, covers):
    """Is a disc's middle and its surroundings under no cover?"""
    eye = camera.centre_mm()
    for k in range(9):
        a = k * math.pi / 4
        r = 20.0 if k < 8 else 0.0
        p = (disc.x_mm + r * math.cos(a), disc.y_mm + r * math.sin(a), 9.5)
        d = math.dist(eye, p)
        ray = tuple((eye[i] - p[i]) / d for i in range(3))
        if truth.covered(p, ray, covers):
            return False
    return True


def lay_in_play(rng, table, count, suite):
    """Flat discs on the surface, and something in or at the hole."""
    spots = [discs.spot_anywhere, discs.spot_touching, discs.spot_line,
             discs.spot_peg]
    weights = [0, 0, 1, 0] if suite == "lines" else [11, 4, 4, 2]
    teams = [k % 2 for k in range(count)]
    rng.shuffle(teams)
    if suite != "lines" and teams:
        draw = rng.random()
        if draw < 0.3:
            discs.lay_in_hole(rng, table, teams.pop())
        elif draw < 0.55:
            discs.lay_leaning(rng, table, teams.pop())
    for team in teams:
        spot = rng.choices(spots, weights)[0](rng, table)
        table.try_flat(team, spot)


def lay_out_of_play(rng, table, left):
    """Discs in the ditch: shot out, leaning on the edge, or unplayed."""
    for team in (0, 1):
        if left[team] > 3 and rng.random() < 0.3:
            left[team] -= len(discs.lay_rack(
                rng, table, team, min(left[team], rng.randint(3, 10))))
        for _ in range(rng.choice([0, 0, 1, 2, 4])):
            if left[team] > 0:
                lay = discs.lay_on_ditch_edge if rng.random() < 0.12 \
                    else discs.lay_in_ditch
                left[team] -= lay(rng, table, team) is not None


def lay_discs(rng, suite, board, kind):
    """Every disc on the board for a suite."""
    table = discs.Table(board, kind)
    if suite == "empty":
        return table, [12, 12]
    count = {"photo": lambda: rng.choice([0, 1, 2, 3, 4, 5, 6, 8, 10, 12,
                                          15, 18]),
             "overhead": lambda: rng.randint(0, 24),
             "lines": lambda: rng.randint(8, 16)}[suite]()
    lay_in_play(rng, table, count, suite)
    left = [12 - sum(d.team == k for d in table.discs) for k in (0, 1)]
    if suite != "lines" or rng.random() < 0.3:
        lay_out_of_play(rng, table, left)
    return table, left


def lay_beside(rng, board, kind, left, reach_mm, taken):
    """Unplayed discs on the table, some in little stacks."""
    out, r = [], kind.radius_mm
    for _ in range(rng.choice([0, 0, 0, 1, 2, 4])):
        a, team = rng.uniform(0, 2 * math.pi), rng.randrange(2)
        d = board.outer_mm() + r + rng.uniform(6, 170)
        x, y = d * math.cos(a), d * math.sin(a)
        if d + r > reach_mm or any(math.hypot(x - q[0], y - q[1])
                                   < r + q[2] + 3 for q in taken):
            continue
        taken.append((x, y, r + 1))
        for k in range(rng.choice([1, 1, 1, 2, 3])):
            if left[team] > 0:
                left[team] -= 1
                out.append(discs.Disc(
                    team, "beside", x + k * rng.uniform(-1, 1),
                    y + k * rng.uniform(-1, 1),
                    board.table_mm + k * kind.thickness_mm))
    return out


def surroundings(rng, board, kind, left):
    """Floor, table, things on it: POV-Ray text, floor name, discs."""
    table_mm = board.table_mm
    reach, table = props.draw_table(rng, table_mm, board.outer_mm())
    floor_z = table_mm - (props.FLOOR_BELOW_TABLE_MM if reach else 0.0)
    floor, text = props.draw_floor(rng, floor_z)
    reach = reach or 1e9
    taken = []
    beside = lay_beside(rng, board, kind, left, reach, taken)
    things = props.scatter(rng, table_mm, board.outer_mm(), reach,
                           rng.choice([0, 0, 1, 2, 3]), taken)
    if reach > 1e8 and rng.random() < 0.25:
        things.append(props.cable(rng, table_mm, board.outer_mm()))
    return "\n".join([text, table] + things), floor, beside


def drop_unseen(board, kind, camera, laid):
    """Leave out discs in play that the picture's edge cuts away."""
    return [d for d in laid if d.state == "ditch" or truth.visible_frac(
        board, kind, camera, d, [], []) >= LEAST_DISC_SEEN]


def board_picture(rng, own, suite, width, index, wear=None, ring=None):
    """A scene with a board. The RNG `own` draws what is the board's own, its
    discs' kind and colours too. Where these RNGs are given, `wear` chips its
    hole's edge or `ring` prints a ring round the hole; `rng` draws all
    else."""
    # every surface comes up equally often over a set
    surface = SURFACE_ORDER[(index * 4 + own.randrange(3))
                            % len(SURFACE_ORDER)]
    board, kind = draw_board(own, surface), discs.draw_kind(own)
    if wear:
        board.look["wear"] = draw_wear(wear)
    elif ring:
        board.look["ring"] = draw_ring(ring, board)
    teams = discs.draw_teams(own, board.surface)
    lens = draw_lens(rng, suite, width)
    camera, framing = draw_view(rng, suite, board, lens)
    table, left = lay_discs(rng, suite, board, kind)
    laid = drop_unseen(board, kind, camera, table.discs)
    around, floor, beside = surroundings(rng, board, kind, left)
    cover, covers = "", []
    if framing == "covered":
        cover, covers = draw_cover(rng, board, camera, [
            d for d in laid if d.state != "ditch"])
        framing = framing if covers else "whole"
    light, light_pov = lights.draw_light(rng)
    pov = "\n".join([
        board_scene.PRELUDE, light_pov, around,
        board_scene.board_scene(own, board), cover,
        board_scene.discs(rng, kind, teams, laid + beside)])
    return Scene(suite, camera, pov, light, floor, board, kind, teams, laid,
                 beside, covers, framing)


def negative_picture(rng, suite, width, index):
    """A scene without a board."""
    lens = draw_lens(rng, suite, width)
    subject, text, reach, top = negatives.draw(rng, index)
    points = [(reach * math.cos(k * math.pi / 24),
               reach * math.sin(k * math.pi / 24), top) for k in range(48)]
    camera = fit_view(rng, lens, draw_rotation(rng, suite), points,
                      rng.uniform(0.6, 1.0))
    floor, floor_pov = props.draw_floor(
        rng, 0.0, negatives.FLOOR_FOR.get(subject))
    light, light_pov = lights.draw_light(rng)
    things = props.scatter(rng, 0.0, reach, 1e9, rng.choice([0, 1, 2]), [])
    pov = "\n".join([board_scene.PRELUDE, light_pov, floor_pov, text]
                    + things)
    return Scene(suite, camera, pov, light, floor, subject=subject)


def draw_scene(suite, seed, index, width=None, worn=False, ringed=False,
               per_board=1, first_empty=False):
    """Scene number `index` of a suite: the same for the same arguments. Each
    `per_board` successive scenes have the same board and the same set of
    discs; with `first_empty` the first of them shows no disc."""
    name = "crokeye/%s/%d/%d" % (suite, seed, index)
    rng = own = random.Random(name)
    if suite == "negative":
        return negative_picture(rng, suite, width, index)
    if per_board > 1:
        nth = index % per_board
        index //= per_board
        name = "crokeye/%s/%d/board-%d" % (suite, seed, index)
        own = random.Random(name)
        suite = "empty" if first_empty and nth == 0 else suite
    wear = random.Random(name + "/wear") if worn else None
    ring = random.Random(name + "/ring") if ringed else None
    return board_picture(rng, own, suite, width, index, wear, ring)
