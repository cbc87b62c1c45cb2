#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Do two records tell the same match? Events are compared in order and both
ways: all that is in either must be in the other. Times are left out, places
may differ by what two readings of one rest differ: who goes on with a record
reads the board anew, from other frames. A disc is named after the shot that
brought it: ids are numbers that each watcher gives, discs beside the board
included.

  same_match.py ONE.ndjson OTHER.ndjson

Exit status 0: the same; 1: not, each difference is printed; 2: wrong usage."""

import json
import math
import sys

PLACE_MM = 1.5  # two readings of one rest
PLACED_MM = 4.0  # where the shooter lay, seen while the hand was at it
FILM_MS = 400  # the same rest, read some frames earlier or later
IDS = {"id", "shot_disc", "last_played", "moved", "contacts", "in_play"}
LEFT_OUT = {"time", "sigma_mm", "margin_mm", "placed_sigma_mm", "rgb"}


def is_place(value):
    return (isinstance(value, list) and len(value) == 2
            and all(isinstance(x, (int, float)) for x in value))


def is_discs(value):
    return (isinstance(value, list) and value
            and all(isinstance(x, dict) and "id" in x for x in value))


def renamed(value, names, is_id=False):
    """The same with each disc's id replaced by its name."""
    if isinstance(value, dict):
        return {key: renamed(x, names, key in IDS)
                for key, x in value.items()}
    if isinstance(value, list):
        return [renamed(x, names, is_id) for x in value]
    return names.get(value, value) if is_id else value


def named(events):
    """The events with discs named after their shots."""
    names = {}
    for event in events:
        disc = event.get("evidence", {}).get("shot_disc")
        if disc is not None:
            names[disc] = f"disc of {event['seq']}"
    return [renamed(event, names) for event in events]


def differences(a, b, where):
    """What differs, as lines of text."""
    if isinstance(a, dict) and isinstance(b, dict):
        if "x_mm" in a and "x_mm" in b:
            apart = math.hypot(a["x_mm"] - b["x_mm"], a["y_mm"] - b["y_mm"])
            if apart > PLACE_MM:
                yield f"{where}: {apart:.2f} mm apart"
        for key in sorted((set(a) | set(b)) - LEFT_OUT - {"x_mm", "y_mm"}):
            if key not in a or key not in b:
                yield f"{where}.{key}: only in {'one' if key in a else 'other'}"
            else:
                yield from differences(a[key], b[key], f"{where}.{key}")
    elif is_discs(a) and is_discs(b):
        one = {x["id"]: x for x in a}
        other = {x["id"]: x for x in b}
        yield from differences(one, other, where)
    elif where.endswith(".placed_at") and is_place(a) and is_place(b):
        if math.dist(a, b) > PLACED_MM:
            yield f"{where}: {math.dist(a, b):.2f} mm apart"
    elif where.endswith(".film_ms"):
        if abs(a - b) > FILM_MS:
            yield f"{where}: {a} and {b}"
    elif where.endswith(".board") or where.endswith(".lines"):
        return  # the board as each found it
    elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for i, (x, y) in enumerate(zip(a, b)):
            yield from differences(x, y, f"{where}[{i}]")
    elif a != b:
        yield f"{where}: {a} and {b}"


def read(path):
    with open(path, encoding="utf-8") as lines:
        return named([json.loads(line) for line in lines])


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    one, other = read(sys.argv[1]), read(sys.argv[2])
    faults = []
    if len(one) != len(other):
        faults.append(f"{len(one)} events and {len(other)}")
    for a, b in zip(one, other):
        faults += differences(a, b, f"{a['seq']} {a['type']}")
    for fault in faults[:40]:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
