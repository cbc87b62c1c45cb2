# SPDX-License-Identifier: Apache-2.0
"""Usage: python3 -m manual PROGRAM ROOT OUT CONTACT

Asks PROGRAM for the help of all commands, reads docs of ROOT, and writes into the
folder OUT: man1/*.1, man5/*.5, crokeye.bash, _crokeye (zsh), and changelog, as a
Debian package of CONTACT ("NAME <ADDRESS>") has it. A command without examples in
docs/COMMANDS.md, and an entry there without a command, are errors, so that no page is
forgotten; so is another version in docs/CHANGELOG.md than the program's.
"""
import subprocess
import sys
from pathlib import Path

from manual import changes, command_page, completion, helped, notes, rules_page


def lines(program, *words):
    """What the program prints for these words."""
    return subprocess.run(
        [program, *words], check=True, capture_output=True, text=True
    ).stdout.splitlines()


def books(program):
    """The names of the rule books."""
    return [line.split()[0] for line in lines(program, "rules", "list")]


def check_version(program, version):
    """Exit unless the program has the newest version of docs/CHANGELOG.md."""
    said = lines(program, "--version")[0]
    if said != f"crokeye {version}":
        sys.exit(f"manual: the program is {said}, docs/CHANGELOG.md has {version}")


def check_titles(commands, said):
    """Exit unless docs/COMMANDS.md has exactly the program's commands."""
    titles = {c.help.name for c in commands}
    for title in sorted(titles ^ said.keys()):
        where = "the program" if title in titles else "docs/COMMANDS.md"
        print(f"manual: only in {where}: {title}", file=sys.stderr)
    if titles != said.keys():
        sys.exit(1)


def write(folder, name, text):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")


def main(program, root, out, contact):
    docs, out = Path(root) / "docs", Path(out)

    def read(name):
        return (docs / name).read_text(encoding="utf-8")

    commands = helped.commands(program)
    said = notes.read(read("COMMANDS.md"))
    check_titles(commands, said)
    version, date, _ = changes.versions(read("CHANGELOG.md"))[0]
    check_version(program, version)
    write(out, "changelog", changes.debian(read("CHANGELOG.md"), contact))
    for command in commands:
        page = command_page.write(command, said[command.help.name], date, version)
        write(out / "man1", command.page() + ".1", page)
    rules = rules_page.write(read("FORMATS.md"), read("RULES.md"), date, version)
    write(out / "man5", rules_page.NAME + ".5", rules)
    write(out, "crokeye.bash", completion.bash(commands, books(program)))
    write(out, "_crokeye", completion.zsh(commands, books(program)))


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
