# SPDX-License-Identifier: Apache-2.0
"""Completions for bash and zsh, from the help of the commands."""
import re
from textwrap import shorten

# What stands for a value in a help text, and what completes it.
BOOK, FOLDER, FILE, OTHER = "book", "folder", "file", "other"
FILE_WORD = re.compile(r"^(FILE|PHOTO|SOURCE|EVENTS|PATH|MATCH|DEV\b|/dev/)")


def _kind(value):
    if value in ("R", "DIR"):
        return BOOK if value == "R" else FOLDER
    return FILE if FILE_WORD.match(value) else OTHER


def _options(command):
    """(option, value or None, what it does) of a command."""
    return [
        (option, value, row.text)
        for row in command.help.option_rows()
        for option, value in _with_values(row)
    ]


def _with_values(row):
    """As row.options(), but of "-j, --jobs N" each has the value."""
    pairs = row.options()
    if len(pairs) == 2 and len(pairs[0][0]) == 2 and pairs[0][1] is None:
        return [(pairs[0][0], pairs[1][1]), pairs[1]]
    return pairs


def _below(command):
    """The words that may come first: commands, or modes like those of `rules`."""
    return [
        (row.spec, row.text)
        for row in command.help.rows()
        if not row.spec.startswith("-")
    ]


def _argument(command):
    """What completes arguments that are no options, or None."""
    words = [
        word.strip("[]<.").split("|")[0]
        for line in command.help.usage
        for word in line.split(" ")[len(command.words) + 1 :]
        if not word.startswith("[-")
    ]
    if "COMMAND" in words:
        return None
    kinds = {_kind(word) for word in words}
    return next((kind for kind in (BOOK, FILE, FOLDER) if kind in kinds), None)


# ---- bash ----

BASH = r"""# bash completion for crokeye. Made from what the program prints for --help.
# shellcheck shell=bash
# shellcheck disable=SC2207 # names of options and books have no spaces
# shellcheck disable=SC2034 # book, file, folder, other: read as ${!kind}

# _crokeye_of COMMAND: its options by what their values are, what may stand behind
# it, and the kind of its arguments, in the variables of _crokeye.
_crokeye_of()
{
    case $1 in
@CASES@
    esac
}

_crokeye_files()
{
    local IFS=$'\n'
    compopt -o filenames 2>/dev/null
    COMPREPLY+=($(compgen "$1" -- "$current"))
}

_crokeye_kind()
{
    case $1 in
    book)
        _crokeye_files -f
        COMPREPLY+=($(compgen -W '@BOOKS@' -- "$current"))
        ;;
    file) _crokeye_files -f ;;
    folder) _crokeye_files -d ;;
    esac
}

_crokeye()
{
    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local command='' place=1 options='' below='' argument='' kind list
    local book='' file='' folder='' other=''
    COMPREPLY=()
    # readline takes --option=value as three words
    if [[ $current == = ]]; then
        current=
    elif [[ $before == = ]]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    if ((COMP_CWORD > 1)); then
        command=${COMP_WORDS[1]} place=2
    fi
    if ((COMP_CWORD > 2)) && [[ @PARENTS@ == *" $command "* ]]; then
        command+=" ${COMP_WORDS[2]}" place=3
    fi
    _crokeye_of "$command"
    for kind in book file folder other; do
        list=${!kind}
        if [[ " $list " == *" $before "* ]]; then
            _crokeye_kind "$kind"
            return
        fi
    done
    if [[ $current == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$current"))
    elif [[ $below != '' ]] && ((COMP_CWORD == place)); then
        COMPREPLY=($(compgen -W "$below" -- "$current"))
    else
        _crokeye_kind "$argument"
    fi
}

complete -F _crokeye crokeye
"""


def _bash_case(command):
    options = _options(command)
    found = [("options", " ".join(sorted({name for name, _, _ in options})))]
    for kind in (BOOK, FILE, FOLDER, OTHER):
        names = {name for name, value, _ in options if value and _kind(value) == kind}
        found.append((kind, " ".join(sorted(names))))
    found.append(("below", " ".join(word for word, _ in _below(command))))
    found.append(("argument", _argument(command) or ""))
    lines = [f"        {name}='{value}'" for name, value in found if value]
    return "\n".join([f"    '{' '.join(command.words)}')", *lines, "        ;;"])


def _parents(commands):
    """Commands that have commands of their own."""
    return sorted({c.words[0] for c in commands if len(c.words) == 2})


def bash(commands, books):
    """`commands` as helped.commands gives them, `books`: names of rule books."""
    text = BASH.replace("@CASES@", "\n".join(_bash_case(c) for c in commands))
    text = text.replace("@PARENTS@", f"' {' '.join(_parents(commands))} '")
    return text.replace("@BOOKS@", " ".join(books))


# ---- zsh ----

ZSH = r"""#compdef crokeye
# Made from what the program prints for --help.

_crokeye_book()
{
    _alternative 'books:rule book:(@BOOKS@)' 'files:file:_files'
}

@FUNCTIONS@

_crokeye "$@"
"""

ZSH_ACTIONS = {BOOK: "_crokeye_book", FILE: "_files", FOLDER: "_files -/", OTHER: ""}


def _quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def _zsh_option(names, name, value, text):
    """A spec of _arguments; `names` exclude each other."""
    said = re.sub(r"([\[\]:\\])", r"\\\1", shorten(text or "show the help", 72))
    if value is None:
        return _quoted(f"({' '.join(names)}){name}[{said}]")
    shown = value.replace(":", "\\:")
    return _quoted(f"*{name}[{said}]:{shown}:{ZSH_ACTIONS[_kind(value)]}")


def _zsh_specs(command):
    specs = []
    for row in command.help.option_rows():
        names = [name for name, _ in row.options()]
        same = names if len(names) == 2 and len(names[0]) == 2 else None
        for name, value in _with_values(row):
            specs.append(_zsh_option(same or [name], name, value, row.text))
    kind = _argument(command)
    if kind:
        specs.append(_quoted(f"*:argument:{ZSH_ACTIONS[kind]}"))
    return specs


def _zsh_name(words):
    return "_".join(("_crokeye",) + words)


def _zsh_below(command, has_functions):
    """The lines that complete the first word, and go on to its own function."""
    rows = " ".join(
        _quoted(f"{word}:{text}".replace("\\", "\\\\")) for word, text in _below(command)
    )
    lines = [
        "    if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then",
        f"        local -a words_below=({rows})",
        "        _describe 'command' words_below",
        "        return",
        "    fi",
    ]
    if has_functions:
        name = _zsh_name(command.words)
        lines += [
            f"    if ((CURRENT > 2)) && (($+functions[{name}_$words[2]])); then",
            f"        local name={name}_$words[2]",
            "        shift words",
            "        ((CURRENT--))",
            "        $name",
            "        return",
            "    fi",
        ]
    return lines


def _zsh_function(command, commands):
    lines = [f"{_zsh_name(command.words)}()", "{"]
    if _below(command):
        n = len(command.words)
        has = any(c.words[:n] == command.words and len(c.words) > n for c in commands)
        lines += _zsh_below(command, has)
    specs = _zsh_specs(command) or [_quoted("(--help)--help[show the help]")]
    lines.append("    _arguments \\\n        " + " \\\n        ".join(specs))
    return "\n".join(lines + ["}"])


def zsh(commands, books):
    """`commands` as helped.commands gives them, `books`: names of rule books."""
    functions = "\n\n".join(_zsh_function(c, commands) for c in commands)
    text = ZSH.replace("@BOOKS@", " ".join(books))
    return text.replace("@FUNCTIONS@", functions)
