#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""same_results.py OLD NEW: compares two folders of results, file by file.

Keys, numbers and enumerations of JSON, lines of CSV and the bytes of pictures
are compared exactly; prose (words, warnings, text, message, and *.txt) is
listed apart. What a clock wrote below live/ is compared in its form only. Of a
stream (*.stream.jsonl) documents that follow each other and differ only in what
holds at a moment (source, seen, state, words) count as one. Exit status: 0 nothing but prose
differs, 1 something does.
"""
import json
import os
import re
import sys

PROSE = {"words", "warnings", "text", "message", "note"}
MOMENT = {"source", "seen", "state", "words"}
TIME = re.compile(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$")
MOST = 20


class Group:
    """What was compared in one folder of results, and what differs."""

    def __init__(self):
        self.documents = 0
        self.values = 0
        self.facts = {}
        self.added = set()
        self.prose = {}

    def differ(self, where, old, new, is_prose=False):
        """Notes a difference; those of one place in other rows are one."""
        into = self.prose if is_prose else self.facts
        key = re.sub(r"\[\d+\]", "[*]", where)
        into.setdefault(key, []).append(f"{where}: {short(old)} -> {short(new)}")


def short(value):
    """A value as a text that fits into a line."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 90 else text[:87] + "..."


def form(value, is_live):
    """The form of a time that a clock wrote, else the value."""
    if is_live and isinstance(value, str) and TIME.match(value):
        return re.sub(r"\d", "0", value)
    return value


def compare_value(group, where, old, new, is_live, is_prose=False):
    """Compares two JSON values and what lies in them."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted(old.keys() | new.keys()):
            inner = f"{where}.{key}"
            prose = is_prose or key in PROSE
            if key not in old:
                group.differ(inner, "(not there)", new[key])
            elif key not in new:
                group.differ(inner, old[key], "(not there)")
            else:
                compare_value(group, inner, old[key], new[key], is_live, prose)
    elif isinstance(old, list) and isinstance(new, list):
        if len(old) != len(new):
            group.differ(f"{where} length", len(old), len(new), is_prose)
        for i, (a, b) in enumerate(zip(old, new)):
            compare_value(group, f"{where}[{i}]", a, b, is_live, is_prose)
    else:
        group.values += 1
        if type(old) is not type(new) or form(old, is_live) != form(new, is_live):
            both_text = isinstance(old, str) and isinstance(new, str)
            group.differ(where, old, new, is_prose and both_text)


def documents(path):
    """The documents of a file, one a line; a line that is none as text."""
    found = []
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            try:
                found.append(json.loads(line))
            except ValueError:
                found.append(line)
    return found


def without_moment(doc):
    """A document without what holds at a moment only."""
    if not isinstance(doc, dict):
        return doc
    return {k: v for k, v in doc.items() if k not in MOMENT}


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


def drop_added(group, name, old, new):
    """NEW's documents without the keys that no document of OLD has, which are
    noted by their paths."""
    known = paths(old)
    for path in sorted(paths(new) - known):
        if path.rsplit(".", 1)[0].removesuffix("[*]") in known or path.count(".") == 1:
            group.added.add(path.removeprefix("[*]."))
    return without_added(new, known)


def steps(docs):
    """Documents of which each differs from the one before by more than that."""
    kept = []
    for doc in map(without_moment, docs):
        if not kept or doc != kept[-1]:
            kept.append(doc)
    return kept


def is_broken(name, path):
    """Says nothing, or ended otherwise than a run can: alike is not the same."""
    with open(path, "rb") as f:
        text = f.read()
    if name.endswith(".exit.csv"):
        return text.strip() not in (b"exit 0", b"exit 1")
    return not text.strip() and not name.endswith(".said.txt")


def compare_file(group, name, old, new):
    """Compares one file that both folders have."""
    group.documents += 1
    if is_broken(name, old) and is_broken(name, new):
        group.differ(name, "no result", "no result in either")
    if name.endswith(".jsonl"):
        a = documents(old)
        b = drop_added(group, name, a, documents(new))
        if name.endswith(".stream.jsonl"):
            a, b = steps(a), steps(b)
        compare_value(group, name, a, b, name.startswith("live/"))
        return
    with open(old, "rb") as x, open(new, "rb") as y:
        a, b = x.read(), y.read()
    group.values += 1
    if a != b:
        is_prose = name.endswith(".txt")
        group.differ(name, f"{len(a)} bytes", f"{len(b)} other bytes", is_prose)


def files(top):
    """All files below a folder, by their names from there."""
    return {
        os.path.relpath(os.path.join(folder, name), top)
        for folder, _, names in os.walk(top)
        for name in names
    }


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


def compare_folders(old, new):
    """Compares two folders; the groups by their names."""
    groups = {}
    there, here = files(old), files(new)
    for name in sorted(there | here):
        group = groups.setdefault(name.split("/")[0], Group())
        if name not in here:
            group.differ(name, "a file", "(not there)")
        elif name not in there:
            group.differ(name, "(not there)", "a file")
        else:
            compare_file(group, name, os.path.join(old, name), os.path.join(new, name))
    return groups


def main():
    """Compares, prints, and returns the exit status."""
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    groups = compare_folders(sys.argv[1], sys.argv[2])
    n_facts = 0
    for name, group in groups.items():
        print(f"{name}: {group.documents} documents, {group.values} values")
        if group.added:
            print("  new keys: " + ", ".join(sorted(group.added)))
        print_differences("differs", group.facts)
        print_differences("prose", group.prose)
        n_facts += len(group.facts) + len(group.added)
    if not any(group.values for group in groups.values()):
        print("nothing was compared")
        return 1
    print("the same" if n_facts == 0 else f"{n_facts} kinds of differences")
    return 0 if n_facts == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
