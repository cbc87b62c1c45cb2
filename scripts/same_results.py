#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""same_results.py OLD NEW PART...: compares two folders of results, file by file.

A part is a folder of results; each PART must have values to compare. Keys,
numbers and enumerations of JSON, cells of CSV and the bytes of other files are
compared exactly. Prose is listed apart: JSON's words, warnings, text, message
and note, CSV's warnings, error and why, and *.txt. The numbers in prose and
the number of messages on standard error (*.said.txt) are still compared
exactly. In the parts CLOCKED a clock wrote the times: there the form of a time
is compared, not its value. The documents of a stream (*.stream.jsonl) are
compared at equal frames of the film. Exit status: 0 nothing but prose differs,
1 something does, or nothing was compared, or a run gave no result.
"""
import csv
import io
import json
import os
import re
import sys

PROSE = {"words", "warnings", "text", "message", "note"}
PROSE_COLUMNS = {"warnings", "error", "why"}
CLOCKED = {"calibrated", "film", "live", "rounds", "written"}
CLOCK_KEYS = {"time", "seen_at", "date"}
TIME = re.compile(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$")
# The id of a record, which is made at random.
RANDOM = re.compile(r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")
LISTS = ("events", "imported", "log", "matches", "rounds", "shots", "state")
NUMBER = re.compile(r"\d+(?:\.\d+)?")
FILE = re.compile(rf"^(\w+)/[\w/-]*?((?:-(?:{'|'.join(LISTS)}))?\.(?:stream\.)?(?:jsonl|csv)\b)")
ABSENT = "(not there)"
MOST = 20


class Part:
    """What was compared in one folder of results, and what differs."""

    def __init__(self, name):
        self.name = name
        self.files = 0
        self.documents = 0
        self.errors = 0  # documents of which each is an error
        self.values = 0
        self.texts = 0
        self.facts = {}
        self.added = set()
        self.prose = {}

    def differ(self, where, old, new):
        """Notes a difference."""
        note(self.facts, where, old, new)

    def read(self, where, old, new):
        """Compares two texts for people: their numbers exactly."""
        self.texts += 1
        if old == new:
            return
        note(self.prose, where, *first_difference(old, new))
        if NUMBER.findall(old) != NUMBER.findall(new):
            a, b = first_difference(*("\n".join(NUMBER.findall(t)) for t in (old, new)))
            self.differ(f"{where} numbers", a, b)


def note(into, where, old, new):
    """Adds a difference to those of its kind: in other rows, and in other files
    of the same name but for its beginning."""
    key = re.sub(r"\[\d+\]", "[*]", where)
    key = re.sub(FILE, r"\1/*\2", key)
    into.setdefault(key, []).append(f"{where}: {short(old)} -> {short(new)}")


def short(value):
    """A value as a text that fits into a line."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 90 else text[:87] + "..."


def first_difference(old, new):
    """The first line of either text that is not the other's."""
    a, b = old.splitlines(), new.splitlines()
    for x, y in zip(a, b):
        if x != y:
            return x, y
    n = min(len(a), len(b))
    return (a[n] if len(a) > n else ABSENT, b[n] if len(b) > n else ABSENT)


# ---- values ----


def form(part, key, value):
    """The form of a time that a clock wrote or of a random id, else the value."""
    if isinstance(value, str) and RANDOM.match(value):
        return re.sub(r"[0-9a-f]", "0", value)
    is_time = part.name in CLOCKED and key in CLOCK_KEYS
    if is_time and isinstance(value, str) and TIME.match(value):
        return re.sub(r"\d", "0", value)
    return value


def compare_value(part, where, old, new, is_prose=False):
    """Compares two JSON values and what lies in them."""
    key = where.rsplit(".", 1)[-1]
    if isinstance(old, dict) and isinstance(new, dict):
        for inner in sorted(old.keys() | new.keys()):
            compare_value(
                part,
                f"{where}.{inner}",
                old.get(inner, ABSENT),
                new.get(inner, ABSENT),
                is_prose or inner in PROSE,
            )
    elif isinstance(old, list) and isinstance(new, list):
        part.values += 1
        if len(old) != len(new):
            part.differ(f"{where} length", len(old), len(new))
        for i, (a, b) in enumerate(zip(old, new)):
            compare_value(part, f"{where}[{i}]", a, b, is_prose)
    elif is_prose and isinstance(old, str) and isinstance(new, str) and ABSENT not in (old, new):
        if (old == "") != (new == ""):
            part.differ(where, old, new)
        part.read(where, old, new)
    else:
        part.values += 1
        if type(old) is not type(new) or form(part, key, old) != form(part, key, new):
            part.differ(where, old, new)


# ---- documents ----


def unique(pairs):
    """An object of JSON; a key that is there twice is an error."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key is there twice")
    return found


def documents(text):
    """A file's documents: one, or one a line. ValueError: it is no JSON."""
    try:
        return [json.loads(text, object_pairs_hook=unique)]
    except ValueError:
        lines = text.decode("utf-8").splitlines()
        return [json.loads(line, object_pairs_hook=unique) for line in lines if line]


def paths(value, where="", found=None):
    """The paths of all keys in a value, rows of a list alike."""
    found = set() if found is None else found
    if isinstance(value, dict):
        for key, inner in value.items():
            found.add(f"{where}.{key}")
            paths(inner, f"{where}.{key}", found)
    elif isinstance(value, list):
        for inner in value:
            paths(inner, f"{where}[*]", found)
    return found


def without_added(value, known, where=""):
    """A value without the keys whose paths are not known."""
    if isinstance(value, dict):
        return {
            key: without_added(inner, known, f"{where}.{key}")
            for key, inner in value.items()
            if f"{where}.{key}" in known
        }
    if isinstance(value, list):
        return [without_added(inner, known, f"{where}[*]") for inner in value]
    return value


def drop_added(part, old, new):
    """NEW's documents without the keys that no document of OLD has, which are
    noted by their paths."""
    known = paths(old)
    for path in sorted(paths(new) - known):
        if path.rsplit(".", 1)[0].removesuffix("[*]") in known or path.count(".") == 1:
            part.added.add(path.removeprefix("[*]."))
    return without_added(new, known)


def places(docs):
    """Each document of a stream by its frame and its number at that frame; None
    where the frames are not given or not in order."""
    found = {}
    last, n = -1, 0
    for doc in docs:
        source = doc.get("source") if isinstance(doc, dict) else None
        frame = source.get("frames") if isinstance(source, dict) else None
        if not isinstance(frame, int) or frame < last:
            return None
        n = n + 1 if frame == last else 0
        last = frame
        rest = {k: v for k, v in source.items() if k != "frames"}
        found[(frame, n)] = {**doc, "source": rest}
    return found


def compare_stream(part, name, old, new):
    """Compares what two streams say at each frame where one of them says
    something. A stream says it until its next document."""
    a, b = places(old), places(new)
    part.values += 1
    if len(old) != len(new):
        part.differ(f"{name} documents", len(old), len(new))
    if a is None or b is None:
        compare_value(part, name, old, new)
        return
    x = y = None
    for i, place in enumerate(sorted(a.keys() | b.keys())):
        x, y = a.get(place, x), b.get(place, y)
        part.values += 1
        if place not in a:
            part.differ(f"{name}[{i}] a document", ABSENT, f"at frame {place[0]}")
        elif place not in b:
            part.differ(f"{name}[{i}] a document", f"at frame {place[0]}", ABSENT)
        if x is not None and y is not None:
            compare_value(part, f"{name}[{i}]", x, y)


# ---- files ----


def compare_json(part, name, old, new):
    """Compares two files of JSON documents."""
    try:
        a, b = documents(old), documents(new)
    except ValueError as error:
        part.differ(name, "no JSON in one of them", str(error))
        return
    part.documents += len(a)
    part.errors += sum(isinstance(doc, dict) and "error" in doc for doc in a)
    b = drop_added(part, a, b)
    if name.endswith(".stream.jsonl"):
        compare_stream(part, name, a, b)
    else:
        compare_value(part, name, a, b)


def compare_csv(part, name, old, new):
    """Compares two tables, cell by cell, columns by their names."""
    a, b = (list(csv.reader(io.StringIO(text.decode("utf-8")))) for text in (old, new))
    compare_value(part, f"{name} columns", a[:1], b[:1])
    columns = (a or [[]])[0]
    part.values += 1
    if len(a) != len(b):
        part.differ(f"{name} rows", len(a), len(b))
    for i, (row, other) in enumerate(zip(a[1:], b[1:])):
        if len(row) != len(other):
            part.differ(f"{name}[{i}] cells", len(row), len(other))
        for j, (x, y) in enumerate(zip(row, other)):
            column = columns[j] if j < len(columns) else str(j)
            is_prose = column in PROSE_COLUMNS
            compare_value(part, f"{name}[{i}].{column}", x, y, is_prose)


def n_messages(text):
    """How many messages the program wrote; one may have more lines."""
    return sum(line.startswith("crokeye") for line in text.splitlines())


def compare_text(part, name, old, new):
    """Compares two texts for people; how many messages they are exactly."""
    a, b = (text.decode("utf-8", errors="replace") for text in (old, new))
    if name.endswith(".said.txt"):
        compare_value(part, f"{name} messages", n_messages(a), n_messages(b))
    elif not a.strip() or not b.strip():
        compare_value(part, f"{name} is empty", not a.strip(), not b.strip())
    part.read(name, a, b)


def is_broken(name, text):
    """Says nothing, or ended as no run may: alike is not the same."""
    if name.endswith(".exit.csv"):
        usual = (b"0", b"1", b"2") if name.startswith("help/") else (b"0", b"1")
        return text.split()[-1:] not in [[status] for status in usual]
    return not text.strip() and not name.endswith(".said.txt")


def compare_file(part, name, old, new):
    """Compares one file that both folders have, by its bytes."""
    part.files += 1
    if is_broken(name, old) and is_broken(name, new):
        part.differ(name, "no result", "no result in either")
    elif name.endswith(".jsonl"):
        compare_json(part, name, old, new)
    elif name.endswith(".csv"):
        compare_csv(part, name, old, new)
    elif name.endswith(".txt"):
        compare_text(part, name, old, new)
    else:
        part.values += 1
        if old != new:
            part.differ(name, f"{len(old)} bytes", f"{len(new)} other bytes")


def load(top):
    """All files below a folder: their bytes by their names from there."""
    found = {}
    for folder, _, names in os.walk(top):
        for name in names:
            path = os.path.join(folder, name)
            with open(path, "rb") as f:
                found[os.path.relpath(path, top)] = f.read()
    return found


def check_part(part):
    """A part without values, or with errors only, has not been compared."""
    if part.values == 0:
        part.differ(part.name, "nothing", "nothing was compared")
    elif part.documents > 0 and part.errors == part.documents:
        part.differ(part.name, "errors only", f"{part.errors} documents, no result")


def compare_results(old, new, wanted):
    """Compares two folders as load() gives them; the parts by their names."""
    parts = {name: Part(name) for name in wanted}
    for name in sorted(old.keys() | new.keys()):
        top = name.split("/")[0]
        part = parts.setdefault(top, Part(top))
        if name not in new:
            part.differ(name, "a file", ABSENT)
        elif name not in old:
            part.differ(name, ABSENT, "a file")
        else:
            compare_file(part, name, old[name], new[name])
    for part in parts.values():
        check_part(part)
    return parts


# ---- the report ----


def print_differences(title, found):
    """Prints differences, those of one kind as one line with their number."""
    if not found:
        return
    print(f"  {title}:")
    for key in sorted(found)[:MOST]:
        more = len(found[key]) - 1
        print(f"    {found[key][0]}" + (f"  (and {more} more like it)" if more else ""))
    if len(found) > MOST:
        print(f"    and {len(found) - MOST} more kinds")


def print_part(part):
    """Prints what was compared in a part, and what differs."""
    print(
        f"{part.name}: {part.files} files, {part.documents} documents, "
        f"{part.values} values; {part.texts} texts"
    )
    if part.added:
        print("  new keys: " + ", ".join(sorted(part.added)))
    print_differences("differs", part.facts)
    print_differences("prose", part.prose)


def main():
    """Compares, prints, and returns the exit status."""
    if len(sys.argv) < 4:
        print(__doc__, file=sys.stderr)
        return 2
    parts = compare_results(load(sys.argv[1]), load(sys.argv[2]), sys.argv[3:])
    for part in parts.values():
        print_part(part)
    kinds = sum(len(part.facts) + len(part.added) for part in parts.values())
    print("the same" if kinds == 0 else f"{kinds} kinds of differences")
    return 0 if kinds == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
