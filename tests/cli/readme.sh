#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# readme.sh CROKEYE ROOT: runs every line of the sh blocks of README.md and
# docs/*.md that begins with "crokeye ", in a copy of some of the samples, and
# checks that the JSON example of docs/PHOTOS.md names no field that the program
# does not print, that docs/PHOTOS.md and `score --help` have the same options,
# and that every file that a page links to is there.
set -euo pipefail
crokeye=$1
root=$(realpath "$2")
pages=("$root/README.md" "$root"/docs/*.md)
photos=$root/docs/PHOTOS.md

shopt -s nullglob
pictures=("$root"/samples/*.jpg)
if [ ${#pictures[@]} -eq 0 ]; then
    echo "skipped: no samples"
    exit 77
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/samples" "$work/bin"
cp "$root"/samples/{empty-009,lines-001,negative-001,photo-029}.jpg "$work/samples"
ln -s "$(realpath "$crokeye")" "$work/bin/crokeye"
ln -s "$root/tests" "$work/tests"
export PATH="$work/bin:$PATH"
cd "$work"

n=0
while IFS= read -r line; do
    status=0
    # an example that serves or watches does not end: it belongs into no sh block
    timeout 300 bash -c "$line" >"$work/said" 2>"$work/told" || status=$?
    # 1: a sample without a board, where all are scored; no other command has it
    most=0
    [[ "${line%%#*}" =~ ^crokeye\ score\ .*samples(\ |$) ]] && most=1
    if [ "$status" -gt "$most" ] || [ ! -s "$work/said" ]; then
        echo "exit status $status: $line"
        cat "$work/told"
        exit 1
    fi
    n=$((n + 1))
done < <(awk '/^```sh/ {on = 1; next} /^```/ {on = 0} on && /^crokeye /' "${pages[@]}")

options() { grep -oE -- '--[a-z][a-z-]+' | sort -u; }
crokeye score --help | options >"$work/helped"
awk -F'|' '/^\| `-/ {print $2}' "$photos" | options >"$work/listed"
diff "$work/helped" "$work/listed" || {
    echo "score --help (<) and docs/PHOTOS.md (>) have other options"
    exit 1
}

crokeye score --json samples >"$work/json" 2>/dev/null || [ $? -eq 1 ]
while IFS= read -r field; do
    grep -q "$field" "$work/json" || {
        echo "docs/PHOTOS.md shows the field $field, the program does not"
        exit 1
    }
done < <(awk '/^```json/ {on = 1; next} /^```/ {on = 0} on' "$photos" |
    grep -o '"[a-z_]*":' | grep -v '"\(black\|white\)":' | sort -u)

for page in "${pages[@]}"; do
    while IFS= read -r link; do
        [ -e "$(dirname "$page")/$link" ] || {
            echo "$page links to $link, which is not there"
            exit 1
        }
    done < <(grep -oE '\]\([^)#:]+\)' "$page" | sed 's/^](//; s/)$//')
done
echo "$n commands of README.md and docs run"
[ "$n" -ge 5 ]
