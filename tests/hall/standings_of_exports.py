#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""standings_of_exports.py CROKEYE [DAYS [SEED]]: a law of a hall's day: its standings are
those that somebody else computes from its exports alone.

Each day is drawn at random: players with handicaps, partners that change or stay, two
pools, a stage whose losers are out, counts that are corrected or taken back, penalties,
rounds begun again, matches that are given up, or broken off and played again, names typed
carelessly. The records are exported (`crokeye export`), and computed() reads nothing but
these lines and the pairings. What it finds is compared with `crokeye hall results --json`
as sets, both ways; then one number of an export is changed, which must be noticed.

Exit status: 0 the law holds, 1 it does not.
"""
import csv
import io
import json
import os
import random
import subprocess
import sys
import tempfile

PLAYERS = ["Ann Lee", "Bob", "Cy O'Neil", "Di", "Ed", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim",
           "Lou"]
TABLES = ("1", "2", "3")
SIDES = ("black", "white")
ROUNDS = 4  # of the rule book "tournament": two points for a round won, one for a tied one
KNOCKOUT = "Quarter"


# ---- the day that is drawn ----

class Table:
    """The record of a table, as it is written."""

    def __init__(self):
        self.events = []

    def put(self, kind, **fields):
        seq = len(self.events) + 1
        self.events.append({"schema": "crokeye.event/1", "seq": seq, "type": kind,
                            "time": f"2026-05-02T{8 + seq // 3600:02d}:{seq // 60 % 60:02d}:"
                                    f"{seq % 60:02d}Z", **fields})
        return seq

    def text(self):
        return "".join(json.dumps(event) + "\n" for event in self.events)


def typed(rng, name):
    return rng.choice([name, name.upper(), name.lower(), f" {name.replace(' ', '  ')} "])


def count_of(rng, **more):
    def side(name):
        rings = {"20": rng.randrange(4), "15": rng.randrange(3), "10": 0, "5": rng.randrange(2)}
        return {"side": name, **rings}
    return {"final": True, "sides": [side(name) for name in SIDES], **more}


def start_of(rng, sides, table):
    seats = []
    for seat in range(2 * len(sides[0])):
        side = seat % 2
        one = {"seat": seat if len(sides[0]) == 2 else 2 * seat, "side": SIDES[side],
               "player": typed(rng, sides[side][seat // 2])}
        if rng.random() < 0.2:
            one["handicap"] = {rng.choice(["points", "twenties"]): rng.randrange(1, 4)}
        seats.append(one)
    return {"rules": "tournament", "table": table, "first_seat": 0,
            "sides": [{"side": name} for name in SIDES], "seats": seats}


def give_up(rng, table):
    """The match is broken off, or one side gives it up. Is it to be played again?"""
    if rng.random() < 0.5:
        table.put("match_end")
        return True
    table.put("concede", side=rng.choice(SIDES), of="match", reason="illness")
    return False


def play(rng, table, name, sides, is_whole):
    """One match; is_whole: all its rounds are played. Is it to be played again?"""
    table.put("match_start", **start_of(rng, sides, name))
    counts = []
    for round_number in range(ROUNDS):
        if rng.random() < 0.1:
            table.put("round_count", **count_of(rng, final=False))
            table.put("replay_round", reason="the board was moved")
        if rng.random() < 0.06 and not is_whole and round_number > 0:
            return give_up(rng, table)
        if rng.random() < 0.1:
            seq = table.put("penalty", side=rng.choice(SIDES), points=rng.choice([-2, -1, 1]),
                            reason="late")
            if rng.random() < 0.4:
                table.put("undo", of=seq)
        counts.append(table.put("round_count", **count_of(rng)))
        if rng.random() < 0.15:
            table.put("undo", of=counts.pop())
            counts.append(table.put("round_count", **count_of(rng)))
    for seq in counts:
        if rng.random() < 0.15:
            table.put("round_count", **count_of(rng, of=seq))
    return False


def drawn_teams(rng, n_players):
    players = rng.sample(PLAYERS, len(PLAYERS))
    return [tuple(players[i:i + n_players]) for i in range(0, len(players), n_players)]


class Day:
    def __init__(self, seed):
        rng = random.Random(seed)
        self.is_individual = rng.random() < 0.5
        self.head_to_head = rng.random() < 0.5
        self.tables = {name: Table() for name in TABLES}
        self.pairings = []
        n_players = 2 if self.is_individual or rng.random() < 0.5 else 1
        teams = drawn_teams(rng, n_players)
        for game in range(1, rng.randrange(2, 5)):
            if self.is_individual:
                teams = drawn_teams(rng, n_players)
            rng.shuffle(teams)
            for i in range(0, len(teams) - 1, 2):
                self.play(rng, teams[i:i + 2], "Prelim", "XY"[i // 2 % 2] if not self.is_individual
                          else "X", str(game))
        for i in range(0, 4, 2):
            self.play(rng, drawn_teams(rng, n_players)[:2], KNOCKOUT, "", "")

    def play(self, rng, sides, stage, pool, game):
        if any(set(row[:2]) == {"/".join(side) for side in sides} for row in self.pairings):
            return  # the same two again would be told apart by their game only
        table = rng.choice(TABLES)
        self.pairings.append(["/".join(sides[0]), "/".join(sides[1]), stage, pool, game])
        at = [tuple(side) for side in sides]
        rng.shuffle(at)
        while play(rng, self.tables[table], table, at, stage == KNOCKOUT):
            pass  # it was broken off, and is played again


# ---- what the exports say, by this file alone ----

def key_of(name):
    return "/".join(sorted(" ".join(part.split()).casefold() for part in name.split("/")))


def events_that_hold(events):
    """The events without those that were taken back."""
    undone = set()
    for event in reversed(events):
        if event["type"] == "undo" and event["seq"] not in undone:
            undone.add(event["of"])
    return [event for event in events if event["seq"] not in undone and event["type"] != "undo"]


def matches_of(lines):
    matches, now = [], None
    for event in events_that_hold([json.loads(line) for line in lines.splitlines()]):
        kind = event["type"]
        if kind == "match_start":
            now = {"start": event, "counts": {}, "penalty": {}, "gave_up": None, "broken": False}
            matches.append(now)
        elif kind == "round_count" and event["final"]:
            now["counts"][event.get("of", event["seq"])] = event
        elif kind == "penalty":
            now["penalty"][event["side"]] = now["penalty"].get(event["side"], 0) + event["points"]
        elif kind == "concede":
            now["gave_up"] = event["side"]
        elif kind == "match_end":
            now["broken"] = True
    return matches


def side_of(match, side):
    """[points, 20s] of a side."""
    points = match["penalty"].get(side, 0)
    twenties = 0
    for count in match["counts"].values():
        by_side = {one["side"]: one for one in count["sides"]}
        worth = {name: 20 * one["20"] + 15 * one["15"] + 10 * one["10"] + 5 * one["5"]
                 for name, one in by_side.items()}
        other = next(total for name, total in worth.items() if name != side)
        points += 2 if worth[side] > other else 1 if worth[side] == other else 0
        twenties += by_side[side]["20"]
    for seat in match["start"]["seats"]:
        if seat["side"] == side and match["counts"]:
            points += seat.get("handicap", {}).get("points", 0)
            twenties += seat.get("handicap", {}).get("twenties", 0)
    if match["gave_up"] not in (None, side):
        points += 2 * (ROUNDS - len(match["counts"]))
    return [points, twenties]


def names_of(match, side):
    return "/".join(seat["player"] for seat in match["start"]["seats"] if seat["side"] == side)


def winner_of(match, result):
    if match["gave_up"]:
        return next(side for side in SIDES if side != match["gave_up"])
    if match["broken"] or result["black"][0] == result["white"][0]:
        return None
    return max(SIDES, key=lambda side: result[side][0])


def ranked(rows, bouts, head_to_head, is_knockout):
    """Rows with their ranks; between: points against those who are level."""
    between = {name: 0 for name in rows}
    for one, other, points in bouts:
        if any(rows[name]["points"] == rows[one]["points"] for name in other):
            between[one] += points
    def worth(name):
        row = rows[name]
        return ([row["won"]] if is_knockout else []) + [row["points"]] + \
            ([between[name]] if head_to_head else []) + [row["twenties"]]
    return {(1 + sum(worth(other) > worth(name) for other in rows), name, *rows[name].values())
            for name in rows}


def computed(exports, pairings, is_individual, head_to_head):
    """{(stage, pool): {(rank, name, games, won, points, twenties)}}"""
    spelled = {}
    for row in pairings:
        for name in row[:2]:
            spelled.setdefault(key_of(name), name)
    free = list(pairings)
    groups, bouts = {}, {}
    matches = [match for text in exports for match in matches_of(text)]
    for match in sorted(matches, key=lambda m: (m["broken"], m["start"]["time"])):
        keys = [key_of(names_of(match, side)) for side in SIDES]
        pairing = next((row for row in free if {key_of(n) for n in row[:2]} == set(keys)), None)
        if pairing is None or (match["broken"] and not match["counts"]):
            continue
        free.remove(pairing)
        stage, pool = pairing[2], pairing[3] or "A"
        result = {side: side_of(match, side) for side in SIDES}
        won = winner_of(match, result)
        each = is_individual and stage == "Prelim"
        who = {side: spelled[key].split("/") if each else [spelled[key]]
               for side, key in zip(SIDES, keys)}
        rows = groups.setdefault((stage, pool), {})
        for side, other in (SIDES, SIDES[::-1]):
            for name in who[side]:
                row = rows.setdefault(name, {"games": 0, "won": 0, "points": 0, "twenties": 0})
                row["games"] += 1
                row["won"] += won == side
                row["points"] += result[side][0]
                row["twenties"] += result[side][1]
                bouts.setdefault((stage, pool), []).append((name, who[other], result[side][0]))
    return {group: ranked(rows, bouts[group], head_to_head, group[0] == KNOCKOUT)
            for group, rows in groups.items()}


# ---- the program ----

def run(command, stdin=None, allowed=(0,)):
    done = subprocess.run(command, input=stdin, text=True, capture_output=True, timeout=120)
    if done.returncode not in allowed:
        raise SystemExit(f"{command}: status {done.returncode}: {done.stderr}")
    return done.stdout


def printed(crokeye, day, work):
    """The standings of the program, and the exports."""
    records, exports = [], []
    for name, table in day.tables.items():
        if table.events:
            records.append(os.path.join(work, f"{name}.db"))
            run([crokeye, "import", records[-1]], stdin=table.text())
            exports.append(run([crokeye, "export", records[-1]]))
    pairings = os.path.join(work, "pairings.csv")
    text = io.StringIO()
    csv.writer(text).writerows([["Player 1", "Player 2", "Stage", "Pool", "Game"], *day.pairings])
    with open(pairings, "w", encoding="utf-8") as to:
        to.write(text.getvalue())
    options = ["--individual", "Prelim"] * day.is_individual + ["--head-to-head"] * day.head_to_head
    doc = json.loads(run([crokeye, "hall", "results", "--json", "--pairings", pairings,
                          "--category", "Doubles", *options, *records], allowed=(0, 1)))
    return {(group["stage"], group["pool"]):
            {(row["rank"], row["name"], row["games"], row["won"], row["points"], row["twenties"])
             for row in group["rows"]} for group in doc["standings"]}, exports


def doctored(rng, exports):
    """The exports with one more 20 in a count that holds."""
    at = rng.randrange(len(exports))
    lines = exports[at].splitlines()
    held = {count["seq"] for match in matches_of(exports[at])
            if not match["broken"] for count in match["counts"].values()}
    for i in rng.sample(range(len(lines)), len(lines)):
        event = json.loads(lines[i])
        if event["seq"] in held:
            event["sides"][rng.randrange(2)]["20"] += 1
            lines[i] = json.dumps(event)
            return [*exports[:at], "\n".join(lines), *exports[at + 1:]]
    return None


def main():
    days = int(sys.argv[2]) if len(sys.argv) > 2 else 6
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    faults = rows = 0
    for seed in range(first, first + days):
        day = Day(seed)
        with tempfile.TemporaryDirectory() as work:
            got, exports = printed(os.path.realpath(sys.argv[1]), day, work)
        wanted = computed(exports, day.pairings, day.is_individual, day.head_to_head)
        rows += sum(len(group) for group in got.values())
        for group in sorted(got.keys() | wanted.keys()):
            one, other = got.get(group, set()), wanted.get(group, set())
            if one != other:
                faults += 1
                print(f"day {seed}, {group}: printed only {sorted(one - other)}, "
                      f"computed only {sorted(other - one)}")
        wrong = doctored(random.Random(seed), exports)
        if wrong is not None and computed(wrong, day.pairings, day.is_individual,
                                          day.head_to_head) == got:
            faults += 1
            print(f"day {seed}: a 20 more in an export is not noticed")
    print(f"{days} days, {rows} rows of standings, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
