#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# test_manual.sh CROKEYE MANUAL PROJECT: the pages of the manual and the completions have
# all commands, options and exit statuses of --help and no others, and are well
# formed. What is not installed here (man, mandoc, zsh) is named.
set -euo pipefail
here=$(dirname "$0")
crokeye=$1
manual=$2
project=$3
/usr/bin/python3 "$here/compare.py" "$crokeye" "$manual"

faults=0
# quiet PROGRAM WHAT COMMAND...: the command prints nothing and ends with 0.
quiet() {
    local program=$1 what=$2 said
    shift 2
    command -v "$program" >/dev/null || {
        missing[$program]=1
        return 0
    }
    said=$("$@" 2>&1) && [ -z "$said" ] && return
    echo "$what: $said"
    faults=$((faults + 1))
}

# its warnings, without the page
warnings() { { man --warnings -E UTF-8 -l -Tutf8 "$1" >/dev/null; } 2>&1; }

declare -A missing=()
pages=("$manual"/man?/*)
for page in "${pages[@]}"; do
    quiet man "$page" warnings "$page"
    quiet mandoc "$page" mandoc -Tlint "$page"
done
quiet bash "$manual/crokeye.bash" bash -n "$manual/crokeye.bash"
quiet zsh "$manual/_crokeye" zsh -n "$manual/_crokeye"
# What is made of the documents with one edit, in $tmp/docs.
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
made() { # FILE EDIT
    cp -r "$project/docs" "$tmp"
    sed -i "$2" "$tmp/docs/$1"
    PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$project/scripts \
        /usr/bin/python3 -m manual "$crokeye" "$tmp" "$tmp/out" 'A <a@b.c>' 2>"$tmp/said"
}
refused() { # FILE EDIT TEXT: nothing is made, and this is said
    if made "$1" "$2" || ! grep -qF -- "$3" "$tmp/said"; then
        echo "$1 with $2: not refused with \"$3\": $(tail -n 1 "$tmp/said")"
        faults=$((faults + 1))
    fi
}
refused COMMANDS.md 's/^## crokeye hall run$/## crokeye hall walk/' \
    'only in docs/COMMANDS.md: crokeye hall walk'
refused CHANGELOG.md '0,/^## [0-9]/s/^## [0-9]*/## 77/' 'docs/CHANGELOG.md has 77.'
made COMMANDS.md '' || {
    echo "what nobody edited is refused: $(tail -n 1 "$tmp/said")"
    faults=$((faults + 1))
}

[ ${#missing[@]} -eq 0 ] || echo "not installed, so not asked: ${!missing[*]}"
echo "${#pages[@]} pages, $faults faults of form"
[ "$faults" -eq 0 ]
