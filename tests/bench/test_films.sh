#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# test_films.sh BUILD SOURCE: the twelve variants of a real clip are followed: at
# least ten are right and none is wrong. With a doctored truth all are wrong. Where
# no picture comes for a while during the shot it is told, and nothing is wrong.
set -euo pipefail
build=$1
source=$2
clip=$source/../shared/video/overhead_shot.mp4
[ -f "$clip" ] || {
    echo "skipped: no ../shared"
    exit 77
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$clip" "$source/tests/bench/films/overhead_shot.truth.json" "$work"
"$source/scripts/vary_film.sh" "$work/overhead_shot.mp4" "$work/out" >/dev/null

# play: set n, right and wrong: films, and how many of them are right and wrong.
play() {
    "$build/tests/bench/bench_film" "$work/out" >"$work/lines"
    read -r n right wrong < <(sed -nE \
        's/^\{"film":"all","films":([0-9]+),"right":([0-9]+),"wrong":([0-9]+).*/\1 \2 \3/p' \
        "$work/lines")
}

play
if [ "$n" != 12 ] || [ "$right" -lt 10 ] || [ "$wrong" != 0 ]; then
    cat "$work/lines"
    echo "of $n films $right are right and $wrong wrong; wanted: 12, 10 and 0"
    exit 1
fi

# The comparison is the same for all films: three of them show that it notices.
(cd "$work/out" && rm q36.* flip.* square.* turn.* small.* large.* dark.* late.* early.*)
for truth in "$work"/out/*.truth.json; do
    sed -i 's/"valid": true/"valid": false/; s/\[10, 10\]/[20, 25]/' "$truth"
done
play
if [ "$n" != 3 ] || [ "$right" != 0 ] || [ "$wrong" -lt 2 ]; then
    echo "of $n films with a doctored truth $right are right and $wrong wrong; wanted: 3, 0, at least 2"
    exit 1
fi

# Before, during and after the shot; a doctored truth shows that it notices.
rm -r "$work/out"
"$source/scripts/pause_film.sh" "$work/overhead_shot.mp4" "$work/out" \
    8:2 20:1.5 25:3 30:0.7 36:1 44:5 >/dev/null
play
seen=$(sed -nE 's/.*"film":"all".*"seen":([0-9]+).*/\1/p' "$work/lines")
if [ "$n" != 6 ] || [ "$seen" != 6 ] || [ "$wrong" != 0 ]; then
    cat "$work/lines"
    echo "of $n films with a pause $seen shots are seen and $wrong are wrong; wanted: 6, 6, 0"
    exit 1
fi
sed -i 's/\[10, 10\]/[70, 75]/' "$work"/out/*.truth.json
play
if [ "$wrong" -lt 4 ]; then
    echo "of $n films with a pause and a doctored truth $wrong are wrong; wanted: at least 4"
    exit 1
fi
