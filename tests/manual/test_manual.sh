#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# test_manual.sh CROKEYE MANUAL: the pages of the manual and the completions have
# all commands, options and exit statuses of --help and no others, and are well
# formed. What is not installed here (man, mandoc, zsh) is named.
set -euo pipefail
here=$(dirname "$0")
crokeye=$1
manual=$2
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
[ ${#missing[@]} -eq 0 ] || echo "not installed, so not asked: ${!missing[*]}"
echo "${#pages[@]} pages, $faults faults of form"
[ "$faults" -eq 0 ]
