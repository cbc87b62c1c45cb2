#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""pair_day.py CROKEYE [SEED]: days that need no second program: their pairings are made by
`crokeye hall pair`, played at random, and made again, until a winner is known.

Held against what this file computes on its own: who is in every round, who meets whom
again, byes, the seeds of the bracket by the standings that `hall results` prints, the
winners of each round, tables. Exit status: 0 all of it holds, 1 something does not.
"""
import csv
import io
import json
import os
import random
import subprocess
import sys
import tempfile

NAMES = ["Ann Lee", "Bob", "Cy O'Neil", "Di, the Elder", "Ed", "Fay", "Gus", "Hal", "Ida", "Jo",
         "Kim", "Lou", "Mo"]
SIDES = ("black", "white")
faults = []


def check(name, got, wanted):
    if got != wanted:
        faults.append(f"{name}: {got}, not {wanted}")
        print(faults[-1])


class Day:
    """A folder with a file of pairings and the record of one table."""

    def __init__(self, crokeye, work, rng, category):
        self.crokeye, self.work, self.rng = crokeye, work, rng
        self.category = ["--category", category]
        self.seq = 0
        self.has_record = False

    def path(self, name):
        return os.path.join(self.work, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as to:
            to.write(text)

    def run(self, *arguments, stdin=None, status=0):
        done = subprocess.run([self.crokeye, *arguments], input=stdin, text=True,
                              capture_output=True, timeout=120)
        if done.returncode != status:
            raise SystemExit(f"{arguments}: status {done.returncode}, not {status}: {done.stderr}")
        return done.stdout if status == 0 else done.stderr

    def sources(self):
        return ["--pairings", self.path("pairings.csv"),
                *([self.path("1.db")] if self.has_record else [])]

    def pair(self, *arguments, status=0):
        """The rows of a round, which are added to the pairings."""
        with open(self.path("pairings.csv"), "a", encoding="utf-8") as to:  # as the shell's >>
            text = self.run("hall", "pair", *arguments, *self.category, *self.sources(),
                            status=status)
            if status != 0:
                return text
            to.write(text)
        lines = list(csv.reader(io.StringIO(text)))
        self.header = lines.pop(0) if lines[0][0] == "Game" else self.header
        return [dict(zip(self.header, line)) for line in lines]

    def standings(self, *arguments):
        doc = json.loads(self.run("hall", "results", "--json", *arguments, *self.category,
                                  *self.sources()))
        return {(one["stage"], one["pool"]): [row["name"] for row in one["rows"]]
                for one in doc["standings"]}, doc

    def play(self, row):
        """The match of a row, which somebody wins. Returns who, and who lost."""
        sides = [row["Player 1"].split("/"), row["Player 2"].split("/")]
        seats = [{"seat": seat, "side": SIDES[side], "player": sides[side][at]}
                 for seat, side, at in ([(0, 0, 0), (2, 1, 0)] if len(sides[0]) == 1 else
                                        [(0, 0, 0), (1, 1, 0), (2, 0, 1), (3, 1, 1)])]
        won = self.rng.randrange(2)
        events = [{"type": "match_start", "rules": "tournament", "first_seat": 0,
                   "stage": row["Stage"], "pool": row["Pool"],
                   "sides": [{"side": side} for side in SIDES], "seats": seats}]
        for number in range(4):
            best = won if number < 3 else self.rng.randrange(2)
            events.append({"type": "round_count", "final": True, "sides": [
                {"side": SIDES[i], "total": 80 if i == best else 40, "20": self.rng.randrange(3)}
                for i in (0, 1)]})
        lines = []
        for event in events:
            self.seq += 1
            lines.append({"schema": "crokeye.event/1", "seq": self.seq,
                          "time": f"2026-05-02T{8 + self.seq // 3600:02d}:"
                                  f"{self.seq // 60 % 60:02d}:{self.seq % 60:02d}Z", **event})
        text = "".join(json.dumps(line) + "\n" for line in lines)
        self.run("add" if self.has_record else "import", self.path("1.db"), stdin=text)
        self.has_record = True
        names = [row["Player 1"], row["Player 2"]]
        return names if won == 0 else names[::-1]


def of_row(row):
    return frozenset((row["Player 1"], row["Player 2"]))


def swiss_day(crokeye, work, rng, n):
    """A Swiss stage as long as nobody need meet again, and a bracket."""
    day = Day(crokeye, work, rng, "Singles")
    players = NAMES[:n]
    day.write("players.txt", "\n".join(players) + "\n\n")
    met, byes = set(), []
    for game in range(1, 5):
        new = [] if game > 1 else ["--players", day.path("players.txt")]
        rows = day.pair("--swiss", "--tables", "1, 2", "--time", "9:30", *new)
        check("who is in a round", sorted(name for row in rows for name in of_row(row)),
              sorted(players + ["bye"] * (n % 2)))
        check("games", {row["Game"] for row in rows}, {str(game)})
        check("times", {row["Time"] for row in rows}, {"9:30"})
        matches = [row for row in rows if row["Player 2"] != "bye"]
        check("tables", [row["Table"] for row in matches],
              ["12"[i % 2] for i in range(len(matches))])
        check("met again", [row for row in matches if of_row(row) in met], [])
        met |= {of_row(row) for row in matches}
        byes += [row["Player 1"] for row in rows if row["Player 2"] == "bye"]
        if game == 2:
            check("a round that is not played", "is not played" in day.pair("--swiss", status=1),
                  True)
        for row in matches:
            day.play(row)
    check("second byes", len(byes), len(set(byes)))
    seeds, _ = day.standings()
    seeds = seeds[("Prelim", "A")]
    level = [row["name"] for row in day.standings()[1]["standings"][0]["rows"]]
    rows = day.pair("--bracket", "--from", "Prelim", "--take", "6",
                    *(word for name in level for word in ("--settled", name)))
    check("seeds", [[row["Stage"], row["Player 1"], row["Player 2"]] for row in rows],
          [["Quarter", seeds[0], "bye"], ["Quarter", seeds[3], seeds[4]],
           ["Quarter", seeds[1], "bye"], ["Quarter", seeds[2], seeds[5]]])
    for stage in ("Semi", "Final"):
        results = [day.play(row) if row["Player 2"] != "bye" else [row["Player 1"], None]
                   for row in rows]
        rows = day.pair("--bracket", "--third-place")
        winners = [won for won, _ in results]
        wanted = [[stage, *winners[i:i + 2]] for i in range(0, len(winners), 2)]
        if stage == "Final":
            wanted.append(["Third place", results[0][1], results[1][1]])
        check("a bracket", [[row["Stage"], row["Player 1"], row["Player 2"]] for row in rows],
              wanted)
    ends = [day.play(row) for row in rows]
    _, doc = day.standings()
    check("the end", [row["name"] for row in doc["ranking"][:4]], ends[0] + ends[1])
    check("no further round", "no further round" in day.pair("--bracket", status=1), True)


def partners_day(crokeye, work, rng, n):
    """Players who enter alone, with another partner in every round."""
    day = Day(crokeye, work, rng, "Doubles")
    day.write("players.txt", "\n".join(NAMES[:n]))
    were, sums, sat = set(), {name: [0, 0] for name in NAMES[:n]}, []
    for game in range(1, 4):
        new = [] if game > 1 else ["--players", day.path("players.txt")]
        rows = day.pair("--partners", "--draw", str(rng.randrange(1, 1000)),
                        "--individual", "Prelim", *new)
        teams = [row[f"Player {i}"] for row in rows for i in (1, 2) if row["Player 2"] != "bye"]
        out = [row["Player 1"] for row in rows if row["Player 2"] == "bye"]
        check("who is drawn", sorted(out + [name for team in teams for name in team.split("/")]),
              sorted(NAMES[:n]))
        check("partners again", [team for team in teams if frozenset(team.split("/")) in were], [])
        were |= {frozenset(team.split("/")) for team in teams}
        sat += out
        for row in rows:
            if row["Player 2"] != "bye":
                day.play(row)
    check("who sat out twice", len(sat), len(set(sat)) if len(sat) <= n else len(sat))
    seen, _ = day.standings("--individual", "Prelim")
    check("who is ranked", sorted(seen[("Prelim", "A")]), sorted(sums))


def round_robin_day(crokeye, work, rng, n):
    day = Day(crokeye, work, rng, "Singles")
    day.write("players.txt", "\r\n".join(NAMES[:n]))
    rows = day.pair("--round-robin", "--pool", "B", "--players", day.path("players.txt"))
    pairs = sorted(sorted(of_row(row)) for row in rows if row["Player 2"] != "bye")
    check("everybody meets", pairs, sorted(sorted((a, b)) for i, a in enumerate(NAMES[:n])
                                           for b in NAMES[:i]))
    check("not twice", "already" in day.pair("--round-robin", "--pool", "B", status=1), True)
    check("rounds", {row["Game"] for row in rows},
          {str(game) for game in range(1, n + n % 2)})


def refused(crokeye, work):
    day = Day(crokeye, work, random.Random(1), "Singles")
    check("no method", "--swiss" in day.run("hall", "pair", status=2), True)
    check("nobody", "0 entrants" in day.run("hall", "pair", "--swiss", status=1), True)
    day.write("players.txt", "Ann\nBob\nann \n")
    check("twice", "players.txt:3" in day.run("hall", "pair", "--swiss", "--players",
                                              day.path("players.txt"), status=3), True)
    day.write("pairings.csv", "p1,p2\n")
    day.write("players.txt", "Ann\nBob\n")
    check("no column", "no column" in day.run(
        "hall", "pair", "--swiss", "--stage", "Power Pool", "--players", day.path("players.txt"),
        "--pairings", day.path("pairings.csv"), status=1), True)
    day.write("pairings.csv", "Round;Home;Away;Remark")
    check("columns of another program", day.run(
        "hall", "pair", "--swiss", "--players", day.path("players.txt"), "--pairings",
        day.path("pairings.csv")), "\n1;Ann;Bob;\n")
    check("a bracket's players", "--from and --take" in day.run(
        "hall", "pair", "--bracket", "--players", day.path("players.txt"), status=2), True)


def main():
    crokeye = os.path.realpath(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    for day in (lambda w: swiss_day(crokeye, w, random.Random(seed), 8),
                lambda w: swiss_day(crokeye, w, random.Random(seed + 1), 13),
                lambda w: partners_day(crokeye, w, random.Random(seed), 10),
                lambda w: round_robin_day(crokeye, w, random.Random(seed), 7),
                lambda w: refused(crokeye, w)):
        with tempfile.TemporaryDirectory() as work:
            day(work)
    print(f"seed {seed}: {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
