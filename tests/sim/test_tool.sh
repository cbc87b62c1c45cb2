#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# test_tool.sh SIM CROKEYE: the tool writes frames and a truth that the rules
# room plays; the same seed writes the same bytes; wrong usage says so.
set -euo pipefail
sim=$1
crokeye=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "$1"
    exit 1
}

"$sim" --seed 7 --rules cancellation --no-pictures --fps 30 \
    --out "$work/whole" 2>"$work/said"
"$crokeye" rules play "$work/whole/truth.ndjson" >"$work/match.json"
grep -q '"state": *"over"' "$work/match.json" || fail "the match is not over"
shots=$(grep -c '"type":"shot"' "$work/whole/truth.ndjson")
[ "$shots" -eq 24 ] || fail "$shots shots, not 24"

for run in a b; do
    "$sim" --seed 7 --size 320x240 --fps 15 --seconds 8 --out "$work/$run" \
        --trick dark@1 2>"$work/said"
done
diff -r "$work/a" "$work/b" >/dev/null || fail "two runs of a seed differ"
frames=$(wc -l <"$work/a/frames.ndjson")
pictures=$(find "$work/a" -name '*.jpg' | wc -l)
[ "$frames" -eq 120 ] && [ "$pictures" -eq 120 ] ||
    fail "$frames lines and $pictures pictures, not 120"
"$sim" --seed 7 --size 320x240 --fps 15 --seconds 8 --out "$work/c" \
    --trick dark@1 --mjpeg "$work/c.mjpg" 2>"$work/said"
cat "$work"/a/*.jpg | cmp - "$work/c.mjpg" || fail "the stream is not the files"

for wrong in "--size 320" "--trick dance@1" "--fps" "--seating five"; do
    status=0
    # shellcheck disable=SC2086 # two words
    "$sim" --out "$work/d" $wrong 2>"$work/said" || status=$?
    [ "$status" -eq 2 ] || fail "$wrong: exit status $status, not 2"
done
echo "$shots shots, $frames frames"
