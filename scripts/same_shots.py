#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""same_shots.py OUT MATCH...: writes inputs of `crokeye rules` for same.sh.

Below OUT: cases/NAME.ndjson, the shots of the pages of tests/rules that are
judged alike, with NAME.options, the command's options, one a line;
shots/NAME.ndjson, the shots of each MATCH (crokeye.event/1); and
events/NAME.ndjson, the matches that are pages of tests/rules. Run from the
root of the repository.
"""
import glob
import json
import os
import sys


def write(path, docs):
    """Appends documents to a file, one a line."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "a", encoding="utf-8") as f:
        f.writelines(json.dumps(doc) + "\n" for doc in docs)


def write_page(out, path):
    """Writes a page's shot or events. Pages that change settings are judged
    each by itself."""
    with open(path, encoding="utf-8") as f:
        page = json.load(f)
    book = os.path.basename(os.path.dirname(path))
    name = f"{book}-{os.path.basename(path)[:-5]}"
    if "events" in page:
        events = [{"schema": "crokeye.event/1", **event} for event in page["events"]]
        write(f"{out}/events/{name}.ndjson", events)
    if "shot" not in page:
        return
    changes = page.get("set", {})
    name = name if changes else book
    write(f"{out}/cases/{name}.ndjson", [page["shot"]])
    options = ["--rules", book]
    for key, value in changes.items():
        options += ["--set", f"{key}={value}"]
    with open(f"{out}/cases/{name}.options", "w", encoding="utf-8") as f:
        f.writelines(option + "\n" for option in options)


def main():
    """Writes the pages, then the shots of the matches."""
    out = sys.argv[1]
    for path in sorted(glob.glob("tests/rules/*/*-*.json")):
        if "/matches/" not in path:
            write_page(out, path)
    for path in sys.argv[2:]:
        with open(path, encoding="utf-8") as f:
            events = [json.loads(line) for line in f]
        name = os.path.basename(path).removesuffix(".ndjson")
        if name == "truth":
            name = os.path.basename(os.path.dirname(path))
        shots = [event["evidence"] for event in events if event["type"] == "shot"]
        write(f"{out}/shots/{name}.ndjson", shots)


if __name__ == "__main__":
    main()
