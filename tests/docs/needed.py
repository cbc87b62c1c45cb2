# SPDX-License-Identifier: Apache-2.0
"""needed.py: which fields does the program ask for? Each is left out once of a
document that is read, and the document is read again.
"""
import json
import os
import re

from matches import DECISION, rich_match, shot_of
from pages import PREFIX_OF_EVENT
from program import json_of


def removed(document, path):
    """The document without the field of a path, None where it has none."""
    copy = json.loads(json.dumps(document))
    at = copy
    *way, last = re.sub(r"\[\]", ".0", path).split(".")
    for key in way:
        key = int(key) if key.isdigit() else key
        try:
            at = at[key]
        except (KeyError, IndexError, TypeError):
            return None
    if not isinstance(at, dict) or last not in at:
        return None
    del at[last]
    return copy


def documents(p, calib):
    """By their schema, documents that are read and have every field."""
    gone = shot_of(1, 0, [], boundary=[{"id": 1, "what": "hit_rail", "returned": False}])
    own = {"schema": "crokeye.rules/1", "name": "own", "base": "depot", "title": "t", "source": "s",
           "settings": {"target": {"value": 5, "said": True, "from": "f", "note": "n"}}}
    whole = {**next(json_of(p.run("rules", "show", "depot", "--json").stdout)), "base": "depot"}
    events = rich_match()
    full = {"crokeye.shot/1": [events[1]["evidence"], gone], "crokeye.decision/1": [DECISION],
            "crokeye.calib/1": [calib], "crokeye.answers/1": [p.answers],
            "crokeye.rules/1": [own, whole],
            "crokeye.event/1": events[1:2]}
    for event in events:
        full.setdefault(PREFIX_OF_EVENT + event["type"], []).append(event)
    return full


def refused_shots(p, shots):
    judged = p.lines("rules", "judge", stdin="\n".join(map(json.dumps, shots)))
    return ["error" in decision for decision in judged]


def refused_events(p, events, *command):
    """Only whether an event is read counts; that it does not fit does not."""
    errors = p.run(*command, stdin="\n".join(map(json.dumps, events))).stderr
    said = dict(re.findall(r"input: line (\d+)(?::|,) ?(.*)", errors))
    return [bool(re.search(r'"\w+"(:| must| is missing| or)', said.get(str(number), "")))
            for number in range(1, len(events) + 1)]


def refused(p, document, less):
    """For each of the documents, whether the program refuses to read it."""
    if document == "crokeye.shot/1":
        return refused_shots(p, less)
    if document == "crokeye.rules/1":
        return [p.run("rules", "show", p.file("less.json", json.dumps(one))).returncode != 0
                for one in less]
    if document == "crokeye.calib/1":
        return [p.run("score", "--calib", p.file("less.json", json.dumps(one)),
                      "none.jpg").returncode == 2 for one in less]
    if document == "crokeye.answers/1":
        return [p.run("score", "--answers", p.file("less.json", json.dumps(one)),
                      "none.jpg").returncode == 2 for one in less]
    if document == "crokeye.event/1":  # only import asks for the schema
        path = os.path.join(p.work, "less.db")
        return [refused_events(p, [one], "import", path)[0] for one in less]
    if document == "crokeye.decision/1":
        less = [{**rich_match()[1], "decision": one} for one in less]
    return refused_events(p, less, "rules", "play")


def needed(p, fields, calib):
    """(document, path) of each field that could be left out: is it needed?"""
    tried = {}
    for document, full in documents(p, calib).items():
        less = [((field.document, field.path), removed(one, field.path.replace("KEY", "target")))
                for field in fields if field.document == document for one in full]
        less = [(where, one) for where, one in less if one is not None]
        for (where, _), no in zip(less, refused(p, document, [one for _, one in less])):
            tried[where] = tried.get(where, True) and no
    return tried
