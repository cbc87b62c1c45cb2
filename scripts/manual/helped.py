# SPDX-License-Identifier: Apache-2.0
"""What `crokeye ... --help` prints, as a structure.

The form of these texts, which tests/manual holds them to:

    Usage: crokeye COMMAND ...          one line, or more that are indented
    Text. A paragraph of one line that ends with ":" is the heading of the
    options behind it.
      --option VALUE  what it does      two spaces at least before the text,
                      and more of it    or the text on the next line
      word  what it is                  a row of a command or a mode
    Exit status: 0 done; 1 ...; 2 ...
"""
import re
import subprocess
from dataclasses import dataclass, field

ROW = re.compile(r"^ {2,6}(-\S.*?|[a-z]\S*)(?: {2,}(\S.*))?$")
MORE = re.compile(r"^ {7,}(\S.*)$")
# an option, and what stands for its value, which may have commas
OPTION = re.compile(r"(?<!\S)(--?[a-zA-Z0-9][a-z0-9-]*)(?: ([^ -]\S*?))?(?=,? |,?$)")


@dataclass
class Row:
    """Options (or a word), and what they do."""

    spec: str
    text: str = ""

    def options(self):
        """(option, value or None) of each option of the row, in their order."""
        return [(m[1], m[2]) for m in OPTION.finditer(self.spec)]


@dataclass
class Group:
    """Rows under a heading, which may be empty."""

    heading: str
    rows: list = field(default_factory=list)

    def has_options(self):
        return any(row.spec.startswith("-") for row in self.rows)


@dataclass
class Help:
    """The help of one command."""

    name: str  # "crokeye hall run"
    usage: list  # lines, without "Usage: "
    parts: list  # texts of paragraphs, and Groups, in their order
    statuses: list  # (number, text)

    def groups(self):
        return [part for part in self.parts if isinstance(part, Group)]

    def rows(self):
        return [row for group in self.groups() for row in group.rows]

    def option_rows(self):
        return [row for row in self.rows() if row.spec.startswith("-")]


def ask(program, *words):
    """What the program prints for these words and --help."""
    return subprocess.run(
        [program, *words, "--help"], check=True, capture_output=True, text=True
    ).stdout


def _usage(lines):
    """Take the lines of the usage from the front of `lines`."""
    if not lines or not lines[0].startswith("Usage: "):
        raise ValueError("the help does not begin with \"Usage: \"")
    usage = [lines.pop(0)[len("Usage: ") :]]
    while lines and lines[0].startswith("  "):
        usage.append(lines.pop(0).strip())
    return usage


def _statuses(text):
    """The exit statuses of "0 done; 1 some failed, ...": a text may have ";"."""
    marks = list(re.finditer(r"(?:^|; )(\d) ", text))
    ends = [m.start() for m in marks[1:]] + [len(text)]
    return [(m[1], text[m.end() : end].rstrip(".")) for m, end in zip(marks, ends)]


class _Reader:
    """Reads the lines behind the usage."""

    def __init__(self):
        self.parts = []
        self.lines = []  # of the paragraph that is being read
        self.group = None  # that is being read

    def end_paragraph(self):
        if self.lines:
            self.parts.append(" ".join(self.lines))
        self.lines = []

    def heading(self):
        """The heading of rows that begin: a paragraph of one line that ends with
        ":"."""
        if len(self.lines) == 1 and self.lines[0].endswith(":"):
            return self.lines.pop()
        return ""

    def add_row(self, spec, text):
        if self.group is None:
            heading = self.heading()
            self.end_paragraph()
            self.group = Group(heading)
            self.parts.append(self.group)
        rows = self.group.rows
        if rows and not rows[-1].text and spec.startswith("-"):
            rows[-1].spec += ", " + spec  # the text of both follows
            rows[-1].text = text
        else:
            rows.append(Row(spec, text))

    def add(self, line):
        row, more = ROW.match(line), MORE.match(line)
        if more and self.group is not None:
            last = self.group.rows[-1]
            last.text = f"{last.text} {more[1]}".strip()
        elif row:
            self.add_row(row[1].rstrip(","), row[2] or "")
        elif not line:
            self.end_paragraph()
            self.group = None
        else:
            self.group = None
            if line.startswith("Exit status"):
                self.end_paragraph()
            self.lines.append(line.strip())


def parse(name, text):
    """The structure of a help text. ValueError: it has another form."""
    lines = text.rstrip("\n").split("\n")
    usage = _usage(lines)
    reader = _Reader()
    for line in lines:
        reader.add(line)
    reader.end_paragraph()
    found = Help(name, usage, [], [])
    for part in reader.parts:
        if isinstance(part, str) and part.startswith("Exit status: "):
            found.statuses = _statuses(part[len("Exit status: ") :])
        else:
            found.parts.append(part)
    return found


@dataclass
class Command:
    """A command of the program."""

    words: tuple  # ("hall", "run")
    what: str  # in a few words
    help: Help

    def page(self):
        """The name of its page, also of those of SEE ALSO."""
        return "-".join(("crokeye",) + self.words)


def commands(program, words=(), what=None):
    """All commands of a program: itself, and those in its help, from the top.

    A command whose usage says COMMAND has commands of its own."""
    found = parse(" ".join(("crokeye",) + words), ask(program, *words))
    if what is None:
        what = found.parts[0][0].lower() + found.parts[0][1:].rstrip(".")
    below = []
    if any("COMMAND" in line.split() for line in found.usage):
        for row in found.rows():
            if not row.spec.startswith("-"):
                below += commands(program, words + (row.spec,), row.text)
    return [Command(words, what, found)] + below
