# SPDX-License-Identifier: Apache-2.0
"""The page of a command, from its help and from docs/COMMANDS.md."""
from manual.roff import Page, bold, escape, label

MANUAL = "User Commands"


def _usage(page, usage):
    """A line for each form of the command, its words that are no values in bold."""
    for i, line in enumerate(usage):
        words = line.split(" ")
        plain = next((n for n, w in enumerate(words) if not w.islower()), len(words))
        head = " ".join(words[:plain])
        tail = " ".join(words[plain:])
        if i > 0:
            page.raw(".br")
        page.raw(f"{bold(head)} {escape(tail)}".rstrip())


def _group(page, group):
    if group.heading:
        page.subsection(group.heading.rstrip(":"))
    for row in group.rows:
        page.row(label(row), row.text or "show the help")


def _description(page, found):
    page.section("DESCRIPTION")
    for part in found.parts:
        if isinstance(part, str):
            page.paragraph(part)
        elif not part.has_options():
            _group(page, part)


def _options(page, found):
    groups = [group for group in found.groups() if group.has_options()]
    if groups:
        page.section("OPTIONS")
    for group in groups:
        _group(page, group)


def _statuses(page, found):
    if found.statuses:
        page.section("EXIT STATUS")
    for number, text in found.statuses:
        page.row(bold(number), text)


def _notes(page, notes):
    """What the document says beyond the help."""
    if notes.files:
        page.section("FILES")
    for name, text in notes.files:
        page.row(f"\\fI{escape(name)}\\fR", text)
    if notes.examples:
        page.section("EXAMPLES")
    for text, lines in notes.examples:
        if text:
            page.paragraph(text)
        page.code(lines)


def see_also(page, pages):
    """Pages as "crokeye-score(1)", sorted as is usual."""
    page.section("SEE ALSO")
    pages = sorted(set(pages), key=lambda p: (p[-2], p))
    for i, name in enumerate(pages):
        comma = "," if i + 1 < len(pages) else ""
        page.raw(f".BR \\%{escape(name[:-3])} {name[-3:]}{comma}")


def write(command, notes, date, version):
    """The page's text."""
    page = Page(command.page(), 1, date, version, MANUAL)
    page.section("NAME")
    page.raw(f"{escape(command.page())} \\- {escape(command.what)}")
    page.section("SYNOPSIS")
    _usage(page, command.help.usage)
    _description(page, command.help)
    _options(page, command.help)
    _statuses(page, command.help)
    _notes(page, notes)
    see_also(page, notes.also)
    return page.text()
