#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# circles.sh BUILD: do the files of the house call each other in a circle? File
# A uses file B where its object file needs a symbol that B's defines; the
# object files are those of the rooms' libraries in the build folder. Prints
# each circle and how many arrows were looked at. Exit status 1 where there is a
# circle, or nothing to look at.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Lines "ROOM/FILE LETTER SYMBOL", where the letter is nm's.
find "$1" -name 'libcrok_*.a' | sort | while read -r library; do
    room=${library##*/libcrok_}
    nm -A "$library" | awk -v room="${room%.a}" '
        {
            split($0, part, ":")
            sub(/\.(c|cpp)\.o$/, "", part[2])
            n = split(part[3], word, " ")
            print room "/" part[2], word[n - 1], word[n]
        }'
done >"$work/symbols"

awk 'NR == FNR { if ($2 ~ /^[TDBRV]$/) home[$3] = $1; next }
     $2 == "U" && ($3 in home) && home[$3] != $1 { print $1, home[$3] }' \
    "$work/symbols" "$work/symbols" | sort -u >"$work/arrows"

# tsort names the members of a circle on its standard error.
status=0
tsort "$work/arrows" >/dev/null 2>"$work/circles" || status=1
sed 's/^tsort: //' "$work/circles"
echo "$(wc -l <"$work/arrows") arrows, $(grep -c 'contains a loop' "$work/circles" || true) circles"
[ "$status" -eq 0 ] && [ -s "$work/arrows" ]
