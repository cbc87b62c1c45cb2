# SPDX-License-Identifier: Apache-2.0
"""crokeye-rules(5): the form of a rule book, from docs/FORMATS.md, and every
setting, from docs/RULES.md."""
import re

from manual import markdown
from manual.command_page import see_also
from manual.roff import Page, bold, escape

NAME = "crokeye-rules"
FORM = "crokeye.rules/1"
# a section of settings: "G. Values of discs at rest"
SETTINGS = re.compile(r"^[A-Z]\. ")
SETTING_HEAD = ["id", "setting", "allowed values and their reading"]
BOOK_HEAD = ["book", "its source", "what sets it apart"]


def _form(page, blocks):
    """The description of the file."""
    for block in blocks:
        if block.kind == "text":
            page.paragraph(block.of[0])
        elif block.kind == "table":
            for name, kind, default, text in block.of[1:]:
                label = f"{bold(markdown.plain(name))} ({escape(markdown.plain(kind))})"
                end = f" Default: {default}." if default else ""
                page.row(label, f"{text[:1].upper()}{text[1:]}.{end}".lstrip(". "))
        else:
            page.code(block.of)


def _books(page, blocks):
    for block in blocks:
        if block.kind == "table" and block.of[0] == BOOK_HEAD:
            for name, source, apart in block.of[1:]:
                page.row(bold(markdown.plain(name)), f"{source}: {apart}.")


def _setting_rows(page, blocks):
    for block in blocks:
        if block.kind == "text":
            page.paragraph(block.of[0])
        elif block.kind == "list":
            for item in block.of:
                page.item(item)
        elif block.kind == "table" and block.of[0] == SETTING_HEAD:
            for rule, name, text in block.of[1:]:
                label = f"{bold(markdown.plain(name))} ({escape(rule)})"
                page.row(label, text + ".")


def write(formats, rules, date, version):
    """The page's text. `formats`, `rules`: texts of the documents."""
    page = Page(NAME, 5, date, version, "File Formats")
    page.section("NAME")
    page.raw(f"{escape(NAME)} \\- a rule book of crokinole, as crokeye reads it")
    page.section("DESCRIPTION")
    _form(page, markdown.blocks(markdown.sections(formats)[FORM]))
    sections = markdown.sections(rules)
    page.section("BOOKS")
    _books(page, markdown.blocks(sections["Books"]))
    page.section("SETTINGS")
    for title, lines in sections.items():
        blocks = markdown.blocks(lines)
        if SETTINGS.match(title) and any(b.of[0] == SETTING_HEAD for b in blocks):
            page.subsection(title)
            _setting_rows(page, blocks)
    page.section("EXAMPLES")
    page.paragraph("A copy of a book to edit, and a match judged by it:")
    page.code(
        [
            "crokeye rules show depot --json >club.json",
            "crokeye serve --rules club.json --match match.db /dev/video0",
        ]
    )
    see_also(page, ["crokeye-rules(1)", "crokeye-serve(1)", "crokeye-watch(1)"])
    return page.text()
