# SPDX-License-Identifier: Apache-2.0
"""Writing a page of the manual: man(7)."""
import re
from textwrap import wrap

# `code`, and of Markdown *stressed*, **strong** and [text](address)
MARKED = re.compile(r"`([^`]+)`|\*\*?([^*]+)\*\*?|\[([^]]+)\]\([^)]*\)")
# where an option begins, escaped
OPTION = re.compile(r"(?<![\w\\-])\\-\\-(?=\w)")


def escape(text):
    """A text, in which nothing is a request or an escape, and no option is broken
    at the end of a line."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    text = OPTION.sub(r"\\%\\-\\-", text)
    return text.replace("^", "\\(ha").replace("~", "\\(ti")


def bold(text):
    return f"\\fB{escape(text)}\\fR"


def guard(line):
    """A line of text: one that begins with a dot or an apostrophe is none else."""
    return "\\&" + line if line[:1] in (".", "'") else line


def marked(text):
    """A text, with `code` in bold."""
    out, at = [], 0
    for m in MARKED.finditer(text):
        shown = bold(m[1]) if m[1] else marked(m[2] or m[3])
        out += [escape(text[at : m.start()]), shown]
        at = m.end()
    return "".join(out) + escape(text[at:])


def prose(text):
    """The same as lines of a page, none too long."""
    lines = wrap(marked(text), 79, break_long_words=False, break_on_hyphens=False)
    return "\n".join(guard(line) for line in lines)


def label(row):
    """What a row of a help text is about: options in bold, values in italics."""
    shown = [
        bold(name) + (f" \\fI{escape(value)}\\fR" if value else "")
        for name, value in row.options()
    ]
    return ", ".join(shown) or bold(row.spec)


class Page:
    """A page that is being written."""

    def __init__(self, name, section, date, version, manual):
        self.name = name
        title = name.upper()
        self.lines = [
            '.\\" Made from what the program and its documents say: do not edit.',
            f'.TH "{escape(title)}" {section} "{date}" "crokeye {version}" "{manual}"',
            ".ad l",
        ]

    def section(self, title):
        self.lines.append(f".SH {title}")

    def subsection(self, title):
        self.lines.append(f".SS {marked(title)}")

    def paragraph(self, text):
        if not self.lines[-1].startswith((".SH", ".SS")):
            self.lines.append(".PP")
        self.lines.append(prose(text))

    def raw(self, line):
        self.lines.append(line)

    def row(self, label, text):
        """A row of a list of definitions; its label is roff."""
        self.lines += [".TP", guard(label), prose(text) if text else "\\&"]

    def item(self, text):
        """An item of a plain list."""
        self.lines += [".IP \\(bu 2", prose(text)]

    def code(self, lines):
        """Lines that are shown as they are."""
        if not self.lines[-1].startswith((".SH", ".SS")):
            self.lines.append(".PP")
        self.lines += [".RS 4", ".EX"]
        self.lines += [guard(escape(line)) for line in lines]
        self.lines += [".EE", ".RE"]

    def text(self):
        return "\n".join(self.lines) + "\n"
