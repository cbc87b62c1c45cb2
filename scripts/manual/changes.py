# SPDX-License-Identifier: Apache-2.0
"""docs/CHANGELOG.md, and the same as Debian wants it (deb-changelog(5))."""
import re
from datetime import datetime
from textwrap import fill

from manual import markdown

TITLE = re.compile(r"^(\d+\.\d+\.\d+) \((\d{4}-\d{2}-\d{2})\)$")


def versions(text):
    """(version, date, changes) of each version, the newest first."""
    found = []
    for title, lines in markdown.sections(text).items():
        m = TITLE.match(title)
        if m:
            items = [
                markdown.plain(item)
                for block in markdown.blocks(lines)
                if block.kind == "list"
                for item in block.of
            ]
            found.append((m[1], m[2], items))
    return found


def debian(text, contact):
    """Debian's changelog. `contact`: "NAME <ADDRESS>"."""
    out = []
    for version, date, items in versions(text):
        day = datetime.strptime(date, "%Y-%m-%d").strftime("%a, %d %b %Y")
        shown = [
            fill(item, 76, initial_indent="  * ", subsequent_indent="    ")
            for item in items
        ]
        out.append(
            f"crokeye ({version}) unstable; urgency=medium\n\n"
            + "\n".join(shown)
            + f"\n\n -- {contact}  {day} 00:00:00 +0000\n"
        )
    return "\n".join(out)
