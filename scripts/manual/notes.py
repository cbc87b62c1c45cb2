# SPDX-License-Identifier: Apache-2.0
"""docs/COMMANDS.md: what a page of the manual says beyond the command's help."""
import re
from dataclasses import dataclass, field

from manual import markdown

PAGE = re.compile(r"\b(crokeye[a-z-]*\(\d\))")


@dataclass
class Notes:
    files: list = field(default_factory=list)  # (name, what it is)
    examples: list = field(default_factory=list)  # (text before it, lines)
    also: list = field(default_factory=list)  # "crokeye-score(1)"


def _notes(lines):
    notes, said = Notes(), ""
    for block in markdown.blocks(lines):
        if block.kind == "table":
            notes.files += [(markdown.plain(row[0]), row[1]) for row in block.of[1:]]
        elif block.kind == "code":
            notes.examples.append((said, block.of))
            said = ""
        elif block.of[0].startswith("See also: "):
            notes.also += PAGE.findall(block.of[0])
        else:
            said = block.of[0]
    return notes


def read(text):
    """{"crokeye score": Notes} of the document."""
    return {
        title: _notes(lines)
        for title, lines in markdown.sections(text).items()
        if title.startswith("crokeye")
    }
