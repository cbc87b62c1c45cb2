# SPDX-License-Identifier: Apache-2.0
"""Reading the project's Markdown: the part of it that its documents use."""
import re
from dataclasses import dataclass, field

HEADING = re.compile(r"^(#+) (.+)$")


@dataclass
class Block:
    """A paragraph, a list's items, a table's rows, or lines of code."""

    kind: str  # "text", "list", "table", "code"
    of: list = field(default_factory=list)  # lines, items, rows of cells
    language: str = ""  # of code between fences; "": indented


def sections(text):
    """{title: lines} of a document, each title with the lines below it up to the
    next heading of any level."""
    found, lines = {}, []
    fenced = False
    for line in text.split("\n"):
        fenced ^= line.startswith("```")
        m = None if fenced else HEADING.match(line)
        if m:
            lines = found.setdefault(m[2], [])
        else:
            lines.append(line)
    return found


def _cells(line):
    """The cells of a row. Within `code` a bar is no border."""
    return [c.strip() for c in re.findall(r"((?:`[^`]*`|[^|`])*)\|", line.strip()[1:])]


def _take_code(lines):
    language = lines.pop(0)[3:]
    block = Block("code", language=language)
    while lines and not lines[0].startswith("```"):
        block.of.append(lines.pop(0))
    del lines[:1]
    return block


def _take_indented(lines):
    block = Block("code")
    while lines and lines[0].startswith("    "):
        block.of.append(lines.pop(0)[4:])
    return block


def _take_table(lines):
    block = Block("table")
    while lines and lines[0].startswith("|"):
        block.of.append(_cells(lines.pop(0)))
    del block.of[1:2]  # the line below the head
    return block


def _take_list(lines):
    block = Block("list")
    while lines and lines[0].strip():
        line = lines.pop(0)
        if line.startswith("- "):
            block.of.append(line[2:])
        else:
            block.of[-1] += " " + line.strip()
    return block


def _take_text(lines):
    block = Block("text", [""])
    while lines and lines[0].strip() and not lines[0].startswith(("```", "|", "- ")):
        block.of[0] = f"{block.of[0]} {lines.pop(0).strip()}".strip()
    return block


def blocks(lines):
    """The blocks of a section's lines, in their order."""
    lines, found = list(lines), []
    while lines:
        if not lines[0].strip():
            lines.pop(0)
        elif lines[0].startswith("```"):
            found.append(_take_code(lines))
        elif lines[0].startswith("    "):
            found.append(_take_indented(lines))
        elif lines[0].startswith("|"):
            found.append(_take_table(lines))
        elif lines[0].startswith("- "):
            found.append(_take_list(lines))
        else:
            found.append(_take_text(lines))
    return found


def plain(text):
    """A text without the marks of code and links."""
    return re.sub(r"\[([^]]+)\]\([^)]*\)", r"\1", text).replace("`", "")
