#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""same_doctor.py RESULTS PART...: does same_results.py notice?

Of each part of a folder of results, files are compared with doctored copies of
themselves, one change in each: of JSON every kind of value (a key's path, rows
of a list alike) is changed and taken away, in the first file of its kind that
has it; of every file a record less, a record more, a key more, and the file
itself less and more. Every change must be reported. Prose in other words must be
listed as prose, and a clock's other time must not be reported. Exit status: 0
all of it is so, 1 it is not, or a part has nothing to change.
"""
import copy
import json
import re
import sys

import same_results as same

OTHER_TIME = "2031-07-04T05:06:07"


def places_of(value, path="", way=()):
    """All values in a document: the path of each, and the way to it."""
    yield path, way
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places_of(inner, f"{path}.{key}", (*way, key))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from places_of(inner, f"{path}[*]", (*way, i))


def at(value, way):
    """What lies at the end of a way."""
    for step in way:
        value = value[step]
    return value


def with_value(doc, way, change):
    """A copy of a document whose value at the end of a way is changed; CHANGE is
    given what holds it, and its place there."""
    doc = copy.deepcopy(doc)
    change(at(doc, way[:-1]), way[-1])
    return doc


def put(value):
    """A change that puts a value."""
    return lambda holder, key: holder.__setitem__(key, value)


def less(holder, key):
    """The change that takes a value away."""
    del holder[key]


def more(holder, key):
    """The change that adds a key, or repeats a row."""
    if isinstance(holder, dict):
        holder["more_" + key] = holder[key]
    else:
        holder.insert(key, holder[key])


def kind_of(part, way, value):
    """How a value is compared: prose, clock or fact."""
    if isinstance(value, str) and value and any(step in same.PROSE for step in way):
        return "prose"
    is_clocked = part in same.CLOCKED and way and way[-1] in same.CLOCK_KEYS
    return "clock" if is_clocked and isinstance(value, str) else "fact"


def other(value):
    """Another value of the same type."""
    if isinstance(value, bool) or value is None:
        return not value
    if isinstance(value, str):
        return value + "x"
    return value + 1 if isinstance(value, int) else value * 1.000001 + 1e-9


def changes_of(part, docs, known):
    """The changes of documents: (what, wanted, doctored documents) of each path
    that is not known. WANTED: fact, prose or none."""
    for i, doc in enumerate(docs):
        for path, way in places_of(doc):
            if not way or path in known:
                continue
            known.add(path)
            value = at(doc, way)
            kind = kind_of(part, way, value)
            tries = [("less", "fact", less), ("more", "fact", more)]
            if not isinstance(value, (dict, list)):
                tries.append(("another value", kind, put(other(value))))
            if kind == "clock":
                tries[-1] = ("a time of another form", "fact", put("yesterday"))
            if isinstance(value, str) and same.TIME.match(value):
                other_time = re.sub(r"^[^.Z]*", OTHER_TIME, value)
                wanted = "none" if kind == "clock" else "fact"
                tries.append(("another time", wanted, put(other_time)))
            if isinstance(value, str) and same.RANDOM.match(value):
                tries.append(("another id", "none", put(re.sub(r"\d", "7", value))))
            if kind == "prose":
                tries.append(("a number in it", "fact", put(value + " 77")))
            for what, wanted, change in tries:
                doctored = list(docs)
                doctored[i] = with_value(doc, way, change)
                yield f"{path} {what}", wanted, doctored


def near(docs, known):
    """Few documents of many, so that each comparison is short: those that have
    paths of their own, with the ones beside them."""
    seen = set(known)
    kept = set()
    for i, doc in enumerate(docs):
        found = {path for path, _ in places_of(doc)} - seen
        if found:
            kept |= {i - 1, i, i + 1}
            seen |= found
    return [doc for i, doc in enumerate(docs) if i in kept]


def as_bytes(docs):
    """Documents as the lines of a file."""
    return "".join(json.dumps(doc) + "\n" for doc in docs).encode()


def verdict(name, old, new):
    """How a change in a file is reported: fact, prose or none."""
    top = name.split("/")[0]
    part = same.compare_results(old, new, [top])[top]
    if part.facts or part.added:
        return "fact"
    return "prose" if part.prose else "none"


class Doctor:
    """Counts the tries of each part, and keeps what was judged wrong."""

    def __init__(self):
        self.tries = {}
        self.wrong = []
        self.known = {}

    def judge(self, name, what, wanted, old, new):
        """Compares two versions of a file; None: it is not there."""
        top = name.split("/")[0]
        beside = {f"{top}/beside.jsonl": b'{"rounds": 4}'}  # a result, no error
        a, b = (
            {**beside, **({} if text is None else {name: text})} for text in (old, new)
        )
        got = verdict(name, a, b)
        self.tries[top] = self.tries.get(top, 0) + 1
        if got != wanted:
            self.wrong.append(f"{name}: {what}: {got}, wanted {wanted}")

    def try_documents(self, name, text):
        """Changes how many documents a file has."""
        docs = same.documents(text)
        self.judge(name, "a document less", "fact", text, as_bytes(docs[:-1]))
        self.judge(name, "a document more", "fact", text, as_bytes(docs + docs[-1:]))
        self.judge(name, "no JSON", "fact", text, text + b"{\n")

    def try_values(self, name, text):
        """Changes the values in a file's documents."""
        top = name.split("/")[0]
        stem = "stream" if name.endswith(".stream.jsonl") else "documents"
        known = self.known.setdefault((top, stem), set())
        few = near(same.documents(text), known)
        for what, wanted, doctored in changes_of(top, few, known):
            self.judge(name, what, wanted, as_bytes(few), as_bytes(doctored))

    def try_text(self, name, text):
        """Changes prose, and how many messages there are."""
        if name.endswith(".said.txt"):
            self.judge(name, "a message more", "fact", text, text + b"crokeye: more\n")
        if text.strip():
            self.judge(name, "other words", "prose", text, text + b"and so on\n")
            self.judge(name, "a number", "fact", text, text + b"and 77 more\n")
        if text.strip() and not name.endswith(".said.txt"):
            self.judge(name, "nothing", "fact", text, b"")

    def try_csv(self, name, text):
        """Changes a table's rows, columns and last cell."""
        lines = text.splitlines()
        self.judge(name, "a row less", "fact", text, b"\n".join(lines[:-1]))
        self.judge(name, "a row more", "fact", text, text + lines[-1] + b"\n")
        first = lines[0].replace(b",", b"x,", 1) if b"," in lines[0] else lines[0] + b"x"
        self.judge(name, "a column's name", "fact", text, b"\n".join([first, *lines[1:]]))
        if name.endswith(".exit.csv"):
            self.judge(name, "a signal", "fact", b"exit 139", b"exit 139")

    def try_file(self, name, text):
        """Changes a file."""
        self.judge(name, "away", "fact", text, None)
        self.judge(name, "more", "fact", None, text)
        self.judge(name, "nothing changed", "none", text, text)
        if name.endswith(".jsonl"):
            self.try_documents(name, text)
        elif name.endswith(".csv"):
            self.try_csv(name, text)
        elif name.endswith(".txt"):
            self.try_text(name, text)
        else:
            self.judge(name, "one byte", "fact", text, text[:-1] + b"\0")


def is_first(name, kinds):
    """Is a file the first of its kind in its part?"""
    kind = (name.split("/")[0], re.sub(r"^[^.]*", "", name.split("/")[-1]))
    if kind in kinds:
        return False
    kinds.add(kind)
    return True


def main():
    """Doctors every part, prints what was judged wrong."""
    if len(sys.argv) < 3:
        print(__doc__, file=sys.stderr)
        return 2
    doctor = Doctor()
    results = same.load(sys.argv[1])
    kinds = set()
    for name in sorted(results):
        if name.split("/")[0] not in sys.argv[2:]:
            continue
        if is_first(name, kinds):
            doctor.try_file(name, results[name])
        if name.endswith(".jsonl"):
            doctor.try_values(name, results[name])
    for name in sys.argv[2:]:
        if name not in doctor.tries:
            doctor.wrong.append(f"{name}: nothing to change")
        alone = same.compare_results({}, {}, [name])[name]
        if not alone.facts:
            doctor.wrong.append(f"{name}: an empty part is the same")
    for line in doctor.wrong[:40]:
        print(f"not noticed: {line}")
    counts = ", ".join(f"{name} {n}" for name, n in doctor.tries.items())
    print(f"doctored results: {counts}; judged wrong: {len(doctor.wrong)}")
    return 1 if doctor.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
