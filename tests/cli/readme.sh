#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# readme.sh CROKEYE README: runs every line of README.md's sh blocks that begins
# with "crokeye ", in a copy of some of the folder's samples, and checks that
# the JSON example names no field that the program does not print, and that
# README.md and `score --help` tell the same options.
set -euo pipefail
crokeye=$1
readme=$(realpath "$2")
root=$(dirname "$readme")

shopt -s nullglob
pictures=("$root"/samples/*.jpg "$root"/samples/*.png)
if [ ${#pictures[@]} -eq 0 ]; then
    echo "skipped: no samples"
    exit 77
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/samples" "$work/bin"
cp "${pictures[@]:0:4}" "$work/samples"
ln -s "$(realpath "$crokeye")" "$work/bin/crokeye"
ln -s "$root/tests" "$work/tests"
export PATH="$work/bin:$PATH"
cd "$work"

n=0
while IFS= read -r line; do
    status=0
    bash -c "$line" >"$work/said" 2>"$work/told" || status=$?
    # 1: a sample without a board, where all are scored
    most=0
    [[ "${line%%#*}" =~ \ samples(\ |$) ]] && most=1
    if [ "$status" -gt "$most" ] || [ ! -s "$work/said" ]; then
        echo "exit status $status: $line"
        cat "$work/told"
        exit 1
    fi
    n=$((n + 1))
done < <(awk '/^```sh/ {on = 1; next} /^```/ {on = 0} on && /^crokeye /' "$readme")

options() { grep -oE -- '--[a-z][a-z-]+' | sort -u; }
crokeye score --help | options >"$work/helped"
awk -F'|' '/^\| `-/ {print $2}' "$readme" | options >"$work/listed"
diff "$work/helped" "$work/listed" || {
    echo "score --help (<) and README.md (>) tell other options"
    exit 1
}

crokeye score --json samples >"$work/json" 2>/dev/null || [ $? -eq 1 ]
while IFS= read -r field; do
    grep -q "$field" "$work/json" || {
        echo "README.md shows the field $field, the program does not"
        exit 1
    }
done < <(awk '/^```json/ {on = 1; next} /^```/ {on = 0} on' "$readme" |
    grep -o '"[a-z_]*":' | grep -v '"\(black\|white\)":' | sort -u)
echo "$n commands of README.md run"
[ "$n" -ge 5 ]
