# SPDX-License-Identifier: Apache-2.0
"""What real photos lend to examples."""
import re

from draws import happens

P_RENDERED = 0.2  # how often an example is a ray-traced board (scripts/make_samples.py) with drawn things on it
P_REAL = 0.5  # of the others: how often an example is a real board with drawn things on it


class Lent:
    """Textures of bare surface (pieces), of what lies around boards (clutter) and of discs'
    faces, BGR, materials that are quiet enough for a surface, whole boards, and rendered ones. Boards are taken alike often, however many
    photos there are of one: photos of one board have names that differ in digits."""

    def __init__(self, pieces, clutter, faces, boards, rendered, quiet=()):
        self.pieces, self.clutter, self.faces, self.rendered = pieces, clutter, faces, rendered
        self.quiet = quiet
        groups = {}
        for board in boards:
            groups.setdefault(re.sub(r"\d+", "", board.photo.name), []).append(board)
        self.groups = list(groups.values())

    def board(self, rng):
        """A real board, or None: draw one."""
        if self.rendered and happens(rng, P_RENDERED):
            return self.rendered[int(rng.integers(len(self.rendered)))]
        if not self.groups or not happens(rng, P_REAL):
            return None
        group = self.groups[int(rng.integers(len(self.groups)))]
        return group[int(rng.integers(len(group)))]


NOTHING = Lent([], [], [], [], [])
