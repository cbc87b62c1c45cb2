#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""compare.py CROKEYE SCRIPTED ROOT [doctored|more]: do docs/FORMATS.md and
docs/RULES.md say what the program does? SCRIPTED is the program with an engine of
simulated matches. With "more" only what the program has more than the pages is looked
for, in photos, rule books and decisions.

1. The facts of the pages and of the program are compared as sets, both ways.
2. Types, nulls and "required" are held against what was seen and is refused.
3. The examples are read, by the program where it reads such a document.
4. With "doctored" each row of each table, and each allowed word, is taken out once:
   every time the comparison must fail.

Exit status: 0 all of it holds, 1 something does not.
"""
import glob
import json
import os
import re
import sys
import tempfile

import matches
import needed
import pages
import program

# What no run of this test gives, and why.
NOT_RUN = {
    ("status", 503, "no_memory"): "memory is not made to run out here",
    ("status", 503, "unreadable"): "no disk is made to fail here",
}


def differences(documented, given):
    given = given | set(NOT_RUN)
    faults = [f"not in the pages: {fact}" for fact in sorted(given - documented, key=repr)]
    faults += [f"only in the pages: {fact}" for fact in sorted(documented - given, key=repr)]
    return faults


def seen_types(p, field):
    return p.seen.get((field.document, field.path), set())


def wrong_types(p, fields):
    """Fields that were seen with a type that their row does not have."""
    for field in fields:
        allowed = {"int"} if re.search(r"\bint\b", field.type) else set()
        if "number" in field.type:
            allowed |= {"int", "number"}
        allowed |= {"text"} if "text" in field.type or "one of" in field.type else set()
        allowed |= {"bool"} if "bool" in field.type else set()
        allowed |= {"object"} if "object" in field.type or "(#" in field.type else set()
        if "[]" in field.type.replace("](#", ""):
            allowed = {"list"}
        if "value or object" in field.type:
            allowed = {"int", "bool", "text", "object"}
        if field.may_be_null():
            allowed |= {"null"}
        extra = seen_types(p, field) - allowed
        if extra:
            yield f"{field.document} {field.path}: is {field.type}, was seen as {sorted(extra)}"
        if field.may_be_null() and field.default is None and "null" not in seen_types(p, field):
            yield f"{field.document} {field.path}: was never null"


def wrong_needs(p, fields, calib):
    """Fields whose absence is, or is not, refused as their row says."""
    said = [field for field in fields if field.default not in (None, "", "not read")]
    tried = needed.needed(p, said, calib)
    for field in said:
        is_needed = tried.get((field.document, field.path))
        claims = field.default in ("required", "required in `sigma`")
        if is_needed is None or field.default.startswith("required without"):
            continue
        if is_needed != claims:
            yield f"{field.document} {field.path}: default {field.default!r}, " \
                  f"but its absence is {'' if is_needed else 'not '}refused"
    if len(tried) < 130:
        yield f"only {len(tried)} defaults were tried"


def wrong_examples(p, examples, documented):
    """Examples that are no JSON, have unknown fields, or are not read."""
    for kind, document, text in examples:
        if kind != "json":
            continue
        value = json.loads(text)
        q = program.Program(p.crokeye, p.scripted, p.root, p.work)
        q.walk(value, None if "schema" in value else document)
        known = {fact[2] for fact in documented if fact[0] == "field"} if document in (
            "board", "disc", "removal") else documented
        for fact in q.facts:
            named = f"board.{fact[2]}" if document == "board" else \
                f"before[].{fact[2]}" if document == "disc" else \
                f"remove[].{fact[2]}" if document == "removal" else fact
            if named not in known:
                yield f"an example of {document} has {fact}"
        if document == "crokeye.shot/1":
            if "error" in p.lines("rules", "judge", stdin=text.replace("\n", " "))[0]:
                yield "the example of a shot is not read"
        if document == "crokeye.rules/1" and \
                p.run("rules", "show", p.file("example.json", text)).returncode != 0:
            yield "the example of a rule book is not read"
        if document == "crokeye.calib/1" and \
                p.run("score", "--calib", p.file("example.json", text),
                      "none.jpg").returncode != 1:
            yield "the example of a calibration is not read"


def anchors(text):
    """The anchors of a page's headings, as the repository's host makes them."""
    heads = re.findall(r"^#+ (.*)$", re.sub(r"```.*?```", "", text, flags=re.S), re.M)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


def wrong_links(root):
    """Links within the pages to a heading that is not there."""
    texts = {path: open(path, encoding="utf-8").read()
             for path in [f"{root}/README.md", *glob.glob(f"{root}/docs/*.md")]}
    for path, text in texts.items():
        for page, anchor in re.findall(r"\]\(([\w./]*\.md)?#([^)]*)\)", text):
            to = os.path.normpath(os.path.join(os.path.dirname(path), page)) if page else path
            if anchor not in anchors(texts.get(to, "")):
                yield f"{os.path.basename(path)} links to {page}#{anchor}, which is not there"


def doctored(text):
    """The page without one row, or without one allowed word: (kind, what, page)."""
    lines = text.split("\n")
    page = pages.Page(lines)
    for number, kind in page.places:
        yield kind, lines[number], "\n".join(lines[:number] + lines[number + 1:])
    for number, kind in page.places:
        listed = re.search(r"one of (`[^|]*`)", lines[number]) if kind == "field" else None
        for word in pages.quoted(listed[1]) if listed else []:
            if listed[1].count("`") > 2:
                cell = listed[1].replace(f"`{word}`", "")
                line = lines[number].replace(listed[1], cell)
                yield "allowed word", f"{word} in: {lines[number]}", \
                    "\n".join(lines[:number] + [line] + lines[number + 1:])


def unnoticed(texts, given):
    """Doctored pages that the comparison does not notice; counts by kind."""
    counts, missed = {}, []
    given = given | set(NOT_RUN)
    whole = [pages.Page(text.split("\n")).facts for text in texts]
    for which, text in enumerate(texts):
        others = set().union(*(facts for i, facts in enumerate(whole) if i != which))
        for kind, what, page in doctored(text):
            counts[kind] = counts.get(kind, 0) + 1
            if others | pages.Page(page.split("\n")).facts == given:
                missed.append(f"{kind}: {what}")
    return counts, missed


def main():
    crokeye, scripted, root = map(os.path.realpath, sys.argv[1:4])
    texts = [open(f"{root}/docs/{name}.md", encoding="utf-8").read()
             for name in ("FORMATS", "RULES")]
    read, documented = pages.read(*texts)
    with tempfile.TemporaryDirectory() as work:
        p = program.Program(crokeye, scripted, root, work)
        calib = program.collect(p)
        if sys.argv[4:] == ["more"]:
            more = differences(documented, p.facts | documented)
            print("\n".join(more), end="\n" if more else "")
            return 1 if more else 0
        matches.collect(p)
        faults = differences(documented, p.facts)
        faults += wrong_types(p, read[0].expanded)
        faults += wrong_needs(p, read[0].expanded, calib)
        faults += wrong_examples(p, read[0].examples, documented)
        faults += wrong_links(root)
    if faults:
        print("docs/FORMATS.md and docs/RULES.md differ from the program:")
        print("\n".join(faults))
        return 1
    print(f"{len(documented)} facts hold")
    if sys.argv[4:] != ["doctored"]:
        return 0
    counts, missed = unnoticed(texts, p.facts)
    for line in missed:
        print(f"taken out, and not noticed: {line}")
    print("taken out and noticed: " + ", ".join(f"{n} {kind}" for kind, n in sorted(counts.items())))
    return 1 if missed or len(counts) < 17 else 0


if __name__ == "__main__":
    sys.exit(main())
