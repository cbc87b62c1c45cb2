# SPDX-License-Identifier: Apache-2.0
"""Usage: compare.py PROGRAM MANUAL

Compares the pages of the manual and the completions in the folder MANUAL with what
PROGRAM prints for --help, both ways: commands, options, exit statuses. Then each
page and each file of completions is doctored, one thing left out or one too many,
which must be noticed. It shares no code with what makes the pages.
"""
import re
import subprocess
import sys
from pathlib import Path

# The first column of a row of a help text, without values: "-j", "--jobs".
ROW = re.compile(r"^ {2,6}(-\S.*?)(?: {2,}.*)?$")
OPTION = re.compile(r"(?<![^\s,(])--?[a-zA-Z0-9][a-zA-Z0-9-]*")
WORD = re.compile(r"^ {2,6}([a-z]+)(?: {2,}.*)$")

SECTIONS = (
    "NAME",
    "SYNOPSIS",
    "DESCRIPTION",
    "OPTIONS",
    "EXIT STATUS",
    "FILES",
    "EXAMPLES",
    "SEE ALSO",
)


def helped(program, *words):
    return subprocess.run(
        [program, *words, "--help"], check=True, capture_output=True, text=True
    ).stdout


class Command:
    """What the help of a command says that it has."""

    def __init__(self, program, words):
        text = helped(program, *words)
        lines = text.splitlines()
        rows = [m[1] for m in map(ROW.match, lines) if m]
        self.words = words
        self.page = "-".join(["crokeye", *words]) + ".1"
        self.options = {o for row in rows for o in OPTION.findall(row)}
        self.below = {m[1] for m in map(WORD.match, lines) if m}
        self.is_parent = "COMMAND" in lines[0]
        status = re.search(r"^Exit status: (.*?\.)$", text, re.M | re.S)
        found = re.findall(r"(?:^|;\s)(\d)\s", status[1]) if status else []
        self.statuses = set(found)

    def name(self):
        return " ".join(["crokeye", *self.words])


def all_commands(program, words=()):
    first = Command(program, list(words))
    found = [first]
    for word in sorted(first.below) if first.is_parent else []:
        found += all_commands(program, [*words, word])
    return found


# ---- what pages and completions say ----


def section(page, title):
    m = re.search(rf"^\.SH {title}\n(.*?)(?=^\.SH |\Z)", page, re.M | re.S)
    return m[1] if m else ""


def labels(text):
    """The labels of a page's lists, without what formats them."""
    found = re.findall(r"^\.TP\n(.*)$", text, re.M)
    return [re.sub(r"\\f[BIR]|\\%|\\&", "", line).replace("\\-", "-") for line in found]


def page_options(page):
    return {o for label in labels(section(page, "OPTIONS")) for o in OPTION.findall(label)}


def page_words(page):
    return {x for x in labels(section(page, "DESCRIPTION")) if re.match(r"[a-z]+$", x)}


def page_statuses(page):
    return set(labels(section(page, "EXIT STATUS")))


def bash_completes(script, commands):
    """What bash offers behind each command, for "-" and for nothing."""
    tries = "".join(
        f'try {" ".join(c.words)} -\ntry {" ".join(c.words)} ""\n' for c in commands
    )
    ask = (
        'try() { COMP_WORDS=(crokeye "$@"); COMP_CWORD=$#; _crokeye\n'
        '    echo "${COMPREPLY[*]}"; }\n'
    )
    out = subprocess.run(
        ["bash", "-c", f"{script}\n{ask}{tries}"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.splitlines()
    return {
        c.name(): (set(out[2 * i].split()), set(out[2 * i + 1].split()))
        for i, c in enumerate(commands)
    }


def zsh_has(script, command):
    """The options and words of the function of a command."""
    name = "_".join(["_crokeye", *command.words])
    m = re.search(rf"^{name}\(\)\n(.*?)^}}$", script, re.M | re.S)
    body = m[1] if m else ""
    options = set(re.findall(r"'(?:\([^)]*\)|\*)(--?[^\[']+)\[", body))
    below = re.search(r"words_below=\((.*)\)$", body, re.M)
    words = set(re.findall(r"'([a-z]+):", below[1])) if below else set()
    return options, words


# ---- comparison ----


def differ(what, wanted, found):
    return [f"{what}: {x} is missing" for x in sorted(wanted - found)] + [
        f"{what}: {x} is not in --help" for x in sorted(found - wanted)
    ]


def compare_pages(commands, pages):
    faults = differ("pages", {c.page for c in commands} | {"crokeye-rules.5"}, set(pages))
    for c in commands:
        page = pages.get(c.page, "")
        faults += differ(c.page, c.options, page_options(page))
        faults += differ(c.page, c.below, page_words(page))
        faults += differ(c.page, c.statuses, page_statuses(page))
        faults += [
            f"{c.page}: no section {title}"
            for title in SECTIONS
            if not section(page, title).strip()
        ]
    for name, page in pages.items():
        refs = re.findall(r"^\.BR \\%(\S+) \((\d)\)", section(page, "SEE ALSO"), re.M)
        for ref, number in refs:
            if f"{ref}.{number}".replace("\\-", "-") not in pages:
                faults.append(f"{name}: no page {ref}({number})")
    return faults


def compare_completions(commands, bash, zsh):
    faults = []
    offered = bash_completes(bash, commands)
    for c in commands:
        options, words = offered[c.name()]
        faults += differ(f"bash, {c.name()}", c.options, options)
        faults += differ(f"bash, {c.name()}", c.below, words if c.below else set())
        options, words = zsh_has(zsh, c)
        faults += differ(f"zsh, {c.name()}", c.options, options)
        faults += differ(f"zsh, {c.name()}", c.below, words)
    return faults


# ---- doctored ----


def doctored_pages(commands, pages):
    """(what is wrong, pages) with one thing wrong in each page."""
    for c in commands:
        page = pages[c.page]
        row = re.search(r"^\.TP\n\\fB\\%\\-\\-.*\n", page, re.M) or re.search(
            r"^\.TP\n\\fB\\-h.*\n", page, re.M
        )
        yield f"{c.page} without an option", {**pages, c.page: page.replace(row[0], "", 1)}
        more = ".SH OPTIONS\n.TP\n\\fB\\%\\-\\-never\\fR\nnothing\n"
        yield f"{c.page} with one", {**pages, c.page: page.replace(".SH OPTIONS\n", more)}
        less = re.sub(r"^\.TP\n\\fB1\\fR\n", "", page, count=1, flags=re.M)
        if "1" in c.statuses:
            yield f"{c.page} without a status", {**pages, c.page: less}
    without = dict(pages)
    del without["crokeye-hall-run.1"]
    yield "a page less", without
    yield "a page more", {**pages, "crokeye-never.1": ""}


def doctored_completions(bash, zsh):
    """(what is wrong, bash, zsh)"""
    yield "bash without --csv", bash.replace(" --csv", "", 1), zsh
    yield "bash with --never", bash.replace(" --csv", " --csv --never", 1), zsh
    yield "bash without units", bash.replace(" units", "", 1), zsh
    yield "zsh without --csv", bash, re.sub(r"'\(--csv\)--csv\[.*?\]'", "''", zsh, count=1)
    yield "zsh with --never", bash, zsh.replace("'(--csv)", "'(--never)--never[x]' '(--csv)", 1)
    yield "zsh without units", bash, re.sub(r"'units:[^']*'", "", zsh, count=1)


def main(program, folder):
    folder = Path(folder)
    pages = {p.name: p.read_text(encoding="utf-8") for p in folder.glob("man?/*")}
    bash = (folder / "crokeye.bash").read_text(encoding="utf-8")
    zsh = (folder / "_crokeye").read_text(encoding="utf-8")
    commands = all_commands(program)
    faults = compare_pages(commands, pages) + compare_completions(commands, bash, zsh)
    n = 0
    for what, wrong in doctored_pages(commands, pages):
        n += 1
        if wrong == pages or not compare_pages(commands, wrong):
            faults.append(f"not noticed: {what}")
    for what, *wrong in doctored_completions(bash, zsh):
        n += 1
        if not compare_completions(commands, *wrong):
            faults.append(f"not noticed: {what}")
    for fault in faults:
        print(fault)
    options = sum(len(c.options) for c in commands)
    print(f"{len(commands)} commands, {options} options, {n} doctored: {len(faults)} faults")
    return 1 if faults or options < 100 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
