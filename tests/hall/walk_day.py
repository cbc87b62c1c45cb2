#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""walk_day.py CROKEYE ROOT [SEED]: a whole day of a hall by its commands: 16 players at 4
tables, four games of a Swiss system and a final, simulated.

The results come from the commands that docs/HALL.md lists, as they stand there. The
pairing program (Swiss) and the simulation are this file's own. It writes the
rounds to the tables' records (`crokeye add`) and computes on its own, from what
it simulated, what both sheets of results must have. The sheets are compared with
that as sets, both ways; then one number, one row or one name of a sheet is
changed at a time, which must be noticed. Last, the rules of the results
database's check of its input are held against the sheets.

Exit status: 0 all of it holds, 1 something does not.
"""
import csv
import json
import os
import random
import re
import subprocess
import sys
import tempfile

PLAYERS = ["Ann Lee", "Bob", "Cy O'Neil", "Di", "Ed", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim",
           "Lou", "Mo", "Ned", "Oz", "Zo\u00eb Pi"]
TABLES = ("1", "2", "3", "4")
EVENT = {"Date": "2026-05-02", "Tournament": "Hall Open", "Division": "Competitive-Fingers",
         "Category": "Singles"}
ROUNDS, GAMES = 4, 4
COLUMNS = [f"Round{n}" for n in range(1, 21)]
faults = []


def fault(text):
    faults.append(text)
    print(text)


# ---- the simulation ----

def throw(rng):
    """One side's round: its discs worth 20, 15, 10 and 5 of eight."""
    rings = {"20": 0, "15": 0, "10": 0, "5": 0}
    for _ in range(8):
        ring = rng.choice(["20", "15", "10", "5", "", "", "10", "15"])
        if ring:
            rings[ring] += 1
    return rings


def worth(rings):
    return sum(int(value) * count for value, count in rings.items())


class Match:
    """A match as it was simulated: rounds[game][n] is [rings, rings]."""

    def __init__(self, table, players, stage, game):
        self.table, self.players, self.stage, self.game = table, players, stage, game
        self.games, self.extra, self.given_up = [[]], [0, 0], None

    @staticmethod
    def points_of(one):
        a, b = worth(one[0]), worth(one[1])
        return (2, 0) if a > b else (0, 2) if a < b else (1, 1)

    def points(self, game, side):
        return [self.points_of(one)[side] for one in self.games[game]]

    def twenties(self, game, side):
        return [one[side]["20"] for one in self.games[game]]

    def left(self, side):
        """Points of the rounds that the other side gave up."""
        return 2 * (ROUNDS - len(self.games[0])) if self.given_up == 1 - side else 0

    def total(self, game, side):
        last = game == len(self.games) - 1
        return sum(self.points(game, side)) + (self.extra[side] + self.left(side)) * last

    def winner(self):
        """The side that has won most games, or the only one."""
        if self.given_up is not None:
            return 1 - self.given_up
        won = [0, 0]
        for game in range(len(self.games)):
            a, b = self.total(game, 0), self.total(game, 1)
            won[a < b] += a != b
        return None if won[0] == won[1] else int(won[0] < won[1])

    def stage_of(self, game):
        return f"Final G{game + 1}" if self.stage == "Final" else self.stage


SIDES = ("black", "white")


def start_of(match, names):
    best_of = {"best_of": 3} if match.stage == "Final" else {}
    return {"type": "match_start", "title": "Hall Open", "table": match.table,
            "rules": "tournament", "first_seat": 0, **best_of,
            "sides": [{"side": side} for side in SIDES],
            "seats": [{"seat": 2 * i, "side": SIDES[i], "player": names[i]} for i in (0, 1)]}


def count_of(one, **more):
    return {"type": "round_count", "final": True, **more,
            "sides": [{"side": SIDES[i], **one[i]} for i in (0, 1)]}


class Hall:
    def __init__(self, crokeye, work):
        self.crokeye, self.work, self.matches = crokeye, work, []
        self.lines = ["Game;Table;Player 1;Player 2;Stage;Pool;Time"]
        self.seq = {table: 0 for table in TABLES}

    def path(self, name):
        return os.path.join(self.work, name)

    def run(self, *arguments, stdin=None, status=0):
        done = subprocess.run([self.crokeye, *arguments], input=stdin, text=True,
                              capture_output=True, timeout=120)
        if done.returncode != status:
            raise SystemExit(f"{arguments}: status {done.returncode}, not {status}: {done.stderr}")
        return done.stdout

    def add(self, table, events):
        self.run("add", self.path(f"{table}.db"),
                 stdin="\n".join(json.dumps({"schema": "crokeye.event/1", **event})
                                 for event in events))
        self.seq[table] += len(events)
        return self.seq[table]

    def pair(self, match, time):
        self.matches.append(match)
        a, b = match.players
        pool = "Main" if match.stage == "Prelim" else ""
        self.lines.append(f"{match.game};{match.table};{a};{b};{match.stage};{pool};{time}")
        with open(self.path("pairings.csv"), "w", encoding="utf-8-sig") as to:
            to.write("\r\n".join(self.lines) + "\r\n")

    def listed(self, root):
        """Run the commands of docs/HALL.md. Returns what the first two print: the
        standings, by the day's file and by options."""
        with open(self.path("hall.conf"), "w", encoding="utf-8") as to:
            to.write('hall = "open"; pairings = "pairings.csv"; tables = (' + ", ".join(
                f'{{ name = "{name}"; match = "{name}.db"; listen = "127.0.0.1:{8080 + i}"; }}'
                for i, name in enumerate(TABLES)) + ");\n")
        text = open(f"{root}/docs/HALL.md", encoding="utf-8").read().replace("\\\n", "")
        commands = re.findall(r"^    (crokeye hall results .*)$", text, re.M)
        said = []
        for command in commands:
            path = f"{os.path.dirname(self.crokeye)}:{os.environ['PATH']}"
            done = subprocess.run(["bash", "-c", command], cwd=self.work, text=True, timeout=120,
                                  capture_output=True, env={**os.environ, "PATH": path})
            if done.returncode != 0 or done.stderr:
                raise SystemExit(f"{command}: status {done.returncode}: {done.stderr}")
            said.append(done.stdout)
        if len(said) != 4:
            raise SystemExit(f"docs/HALL.md lists {len(said)} commands of results, not 4")
        if said[0] != said[1]:
            fault(f"the day's file gives other standings than its options: {said[:2]}")
        return said[0]

    def day(self):
        options = [part for name, value in EVENT.items() for part in (f"--{name.lower()}", value)]
        return json.loads(self.run("hall", "results", "--json", "--pairings",
                                   self.path("pairings.csv"), *options,
                                   *(self.path(f"{table}.db") for table in TABLES)))

    def sheet(self, name):
        with open(self.path(name), encoding="utf-8", newline="") as sheet:
            return list(csv.DictReader(sheet))


def as_written(rng, name):
    """A name as somebody at a table types it."""
    return rng.choice([name, name.upper(), name.lower(), f" {name.replace(' ', '  ')} "])


def play(hall, rng, match):
    """Play a match and write it to its table's record."""
    if rng.random() < 0.5:
        match.players.reverse()
    events = [start_of(match, [as_written(rng, name) for name in match.players])]
    n_played = sum(m.games != [[]] for m in hall.matches)
    special = {3: "penalty", 11: "concede", 19: "recount"}.get(n_played)
    recount = None
    wins = [0, 0]
    while True:
        game = match.games[-1]
        while len(game) < ROUNDS:
            one = [throw(rng), throw(rng)]
            # a final's game must have a winner: its last round is thrown again
            if match.stage == "Final" and len(game) == ROUNDS - 1 and tied_with(match, one):
                continue
            game.append(one)
            events.append(count_of(one))
            if special == "penalty" and len(game) == 2:
                match.extra[0] = -1
                events.append({"type": "penalty", "side": "black", "points": -1, "reason": "late"})
            if special == "concede" and len(game) == 2:
                match.given_up = 1
                events.append({"type": "concede", "side": "white", "reason": "ill"})
                hall.add(match.table, events)
                return None
            if special == "recount" and len(game) == 1:
                recount = hall.seq[match.table] + len(events)
        if match.stage == "Final":
            last = len(match.games) - 1
            wins[match.total(last, 0) < match.total(last, 1)] += 1
            if max(wins) < 2:
                match.games.append([])
                continue
        break
    hall.add(match.table, events)
    return (match, recount) if recount else None


def tied_with(match, one):
    match.games[-1].append(one)
    a, b = (match.total(len(match.games) - 1, side) for side in (0, 1))
    match.games[-1].pop()
    return a == b


# ---- the pairing program ----

def scores_of(matches):
    score = {name: [0, 0] for name in PLAYERS}
    for match in matches:
        if match.stage != "Prelim":
            continue
        for side in (0, 1):
            score[match.players[side]][0] += match.total(0, side)
            score[match.players[side]][1] += sum(match.twenties(0, side))
    return score


def swiss(matches):
    """Neighbours in the standings who have not met, by backtracking."""
    score = scores_of(matches)
    met = {frozenset(match.players) for match in matches}
    order = sorted(PLAYERS, key=lambda name: (-score[name][0], -score[name][1], name))

    def pair(rest):
        if not rest:
            return []
        for other in rest[1:]:
            if frozenset((rest[0], other)) in met:
                continue
            tail = pair([name for name in rest[1:] if name != other])
            if tail is not None:
                return [[rest[0], other], *tail]
        return None

    return pair(order)


# ---- what must come out ----

def expected_matches(hall):
    rows = []
    for match in hall.matches:
        for game in range(len(match.games)):
            for side in (0, 1):
                # the first shot of a match is black's; it goes on to the other side each round,
                # also from one game to the next
                before = sum(len(one) for one in match.games[:game])
                begins = side == before % 2
                for twenties in (False, True):
                    values = match.twenties(game, side) if twenties else match.points(game, side)
                    rows.append({
                        "Inclusion": "Public", **EVENT, "Stage": match.stage_of(game),
                        "Pool": "Main" if match.stage == "Prelim" else "A",
                        "Stage Game": str(match.game), "Board": match.table,
                        "Position": str(side + 1), "Player": match.players[side],
                        "Opponent": match.players[1 - side],
                        "First/Hammer": "First" if begins else "Hammer",
                        "Pts/20s": "20s" if twenties else "Pts",
                        "Total": str(sum(values) if twenties else match.total(game, side)),
                        **{column: str(values[n]) if n < len(values) else ""
                           for n, column in enumerate(COLUMNS)}})
    return rows


def ranks(rows, key):
    """1, 2, 2, 4: by the key, from the largest."""
    values = [key(row) for row in rows]
    return [1 + sum(other > value for other in values) for value in values]


def expected_results(hall):
    head = {"Inclusion": "Public", **EVENT, "League": "", "Format": "", "Team": "", "Comment": ""}
    out = []
    groups = {}
    for match in hall.matches:
        for game in range(len(match.games)):
            key = (match.stage_of(game), "Main" if match.stage == "Prelim" else "A")
            for side in (0, 1):
                row = groups.setdefault(key, {}).setdefault(match.players[side], [0, 0, 0, 0])
                row[0] += 1
                row[1] += match.total(game, side)
                row[2] += sum(match.twenties(game, side))
                row[3] += match.total(game, side) > match.total(game, 1 - side)
    for (stage, pool), group in groups.items():
        rows = list(group.items())
        key = (lambda row: row[1][1:3]) if stage == "Prelim" else \
            (lambda row: [row[1][3], *row[1][1:3]])
        for rank, (player, row) in zip(ranks(rows, key), rows):
            out.append({**head, "Classification": "Scores", "Stage": stage, "Pool": pool,
                        "Rank": str(rank), "Player": player, "Games": str(row[0]),
                        "Pts": str(row[1]), "20s": str(row[2])})
    final = hall.matches[-1]
    best = final.players[final.winner()]
    second = final.players[1 - final.winner()]
    rest = [(name, row) for name, row in groups[("Prelim", "Main")].items()
            if name not in (best, second)]
    placed = [(1, best), (2, second)]
    placed += [(2 + rank, name) for rank, (name, _) in
               zip(ranks(rest, lambda row: row[1][1:3]), rest)]
    for rank, name in placed:
        out.append({**head, "Classification": "Final Rank", "Stage": "", "Pool": "",
                    "Rank": str(rank), "Player": name, "Games": "", "Pts": "", "20s": ""})
    return out


def compare(got, wanted):
    """What one list of rows has and the other lacks, both ways."""
    a = sorted(json.dumps(row, sort_keys=True, ensure_ascii=False) for row in got)
    b = sorted(json.dumps(row, sort_keys=True, ensure_ascii=False) for row in wanted)
    more, less = list(a), list(b)
    for row in b:
        if row in more:
            more.remove(row)
    for row in a:
        if row in less:
            less.remove(row)
    return [f"not expected: {row}" for row in more] + [f"is missing: {row}" for row in less]


def check_doctored(name, got, wanted, rng):
    """A sheet that is not what was played must be noticed."""
    def changed(change):
        rows = [dict(row) for row in got]
        change(rows)
        return rows

    def one(column, new):
        def change(rows):
            row = rng.choice([row for row in rows if row[column] not in ("", new)])
            row[column] = new
        return change

    number = {"Matches": "Total", "Results": "Pts"}[name]
    for what, rows in {
            "a total": changed(one(number, "99")), "a player": changed(one("Player", "Nobody")),
            "a row more": changed(lambda rows: rows.append(dict(rows[0]))),
            "a row less": changed(lambda rows: rows.pop(rng.randrange(len(rows)))),
            "a stage": changed(one("Stage", "Semi"))}.items():
        if not compare(rows, wanted):
            fault(f"{name}: {what} was changed, and the comparison did not notice")


def check_as_database(matches, results):
    """What the results database's check of its input demands."""
    for row in matches + results:
        if row["Division"].count("-") != 1 or " " in row["Division"]:
            fault(f"a division of another form: {row}")
    scores = [row for row in results if row["Classification"] == "Scores"]
    for row in scores:
        if not row["Stage"] or not row["Pool"] or not row["Games"]:
            fault(f"a blank where none may be: {row}")
    first = [row for row in results if row["Classification"] == "Final Rank" and row["Rank"] == "1"]
    if len(first) != 1:
        fault(f"{len(first)} are first in the final ranking")
    in_results = {(row["Stage"], row["Pool"], row["Player"]) for row in scores}
    for row in matches:
        for player in (row["Player"], row["Opponent"]):
            if (row["Stage"], row["Pool"], player) not in in_results:
                fault(f"{player} plays in {row['Stage']}, but is not in its results")
    for row in scores:  # both sheets add up
        key = (row["Stage"], row["Pool"], row["Player"])
        for kind in ("Pts", "20s"):
            total = sum(int(m["Total"]) for m in matches
                        if (m["Stage"], m["Pool"], m["Player"]) == key and m["Pts/20s"] == kind)
            if total != int(row[kind]):
                fault(f"{key}: {kind} is {row[kind]} in Results, {total} in Matches")


def check_states(hall, wanted):
    states = [row["state"] for row in hall.day()["matches"]]
    if states != wanted:
        fault(f"states are {states}, not {wanted}")


def main():
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 7
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as work:
        hall = Hall(os.path.realpath(sys.argv[1]), work)
        to_correct = None
        for table in TABLES:
            hall.run("import", hall.path(f"{table}.db"), stdin="", status=1)
        for game in range(1, GAMES + 1):
            pairs = swiss(hall.matches)
            new = [Match(TABLES[i % 4], pair, "Prelim", game) for i, pair in enumerate(pairs)]
            for i, match in enumerate(new):
                hall.pair(match, f"{9 + game}:{30 * (i // 4):02d}")
            if game == 1:
                check_states(hall, ["waiting"] * 8)
            for match in new:
                to_correct = play(hall, rng, match) or to_correct
        score = scores_of(hall.matches)
        top = sorted(PLAYERS, key=lambda name: (-score[name][0], -score[name][1], name))[:2]
        hall.pair(Match("1", top, "Final", 1), "15:00")
        play(hall, rng, hall.matches[-1])
        check_states(hall, ["over"] * 33)

        # a count of an earlier round is corrected after the match
        match, seq = to_correct
        match.games[0][0] = [{"20": 8, "15": 0, "10": 0, "5": 0}, {"20": 0, "15": 1, "10": 0, "5": 2}]
        hall.add(match.table, [count_of(match.games[0][0], of=seq, **{"x-by": "Mo"})])
        day = hall.day()
        if [(row["table"], row["by"]) for row in day["corrections"]] != [(match.table, "Mo")]:
            fault(f"not the one correction that was made: {day['corrections']}")
        if not day["over"] or day["faults"]:
            fault(f"over: {day['over']}, faults: {day['faults']}")

        standings = hall.listed(os.path.realpath(sys.argv[2]))
        if "Final ranking" not in standings or standings.count("Ann Lee") < 2:
            fault(f"the standings lack players: {standings}")
        matches, results = hall.sheet("matches.csv"), hall.sheet("results.csv")
        for name, got, wanted in (("Matches", matches, expected_matches(hall)),
                                  ("Results", results, expected_results(hall))):
            for difference in compare(got, wanted):
                fault(f"{name}: {difference}")
            check_doctored(name, got, wanted, rng)
        check_as_database(matches, results)
        print(f"seed {seed}: {len(hall.matches)} matches, {len(matches)} rows of matches and "
              f"{len(results)} of results, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
