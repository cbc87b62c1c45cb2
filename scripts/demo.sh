#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Install missing packages, build and score the samples. Says what was found in each
# picture; writes annotated pictures, a table and JSON to out/.
set -euo pipefail

usage="Usage: scripts/demo.sh [DIR]
Installs missing packages (as root, or through sudo), builds crokeye and scores
the pictures in DIR (default: the samples). Says what was found in each; writes
annotated pictures, a table and JSON to out/. On a bare Debian 12 it takes 3 to 10 minutes."

case ${1:-} in
-h | --help)
    echo "$usage"
    exit 0
    ;;
esac
if [ $# -gt 1 ] || [[ ${1:-} == -* ]]; then
    echo "demo.sh: one folder at most, not \"$*\"
$usage" >&2
    exit 2
fi
root=$(cd "$(dirname "$0")/.." && pwd)
photos=${1:-$root/samples}
if [ ! -e "$photos" ]; then
    echo "demo.sh: $photos: no such folder" >&2
    exit 2
fi
photos=$(realpath -- "$photos")
cd "$root"
mkdir -p out

echo "1 of 3: packages that are missing"
scripts/deps.sh --program

# run COMMAND...: quietly; if it fails, say where its log is.
log=out/build.log
: >"$log"
run() {
    "$@" >>"$log" 2>&1 || {
        tail -n 15 "$log" >&2
        echo "demo.sh: \"$*\" failed: all that it said is in $PWD/$log" >&2
        exit 1
    }
}

# has PACKAGE...: are they installed?
has() {
    [ "$(dpkg-query -W -f='${db:Status-Status}\n' "$@" 2>/dev/null | grep -cx installed)" -eq $# ]
}

# The demo needs neither films nor tests. They are left out of the build if their
# libraries are missing; other scripts install these and build everything.
films=OFF tests=OFF
has libopencv-videoio-dev && films=ON
has libopencv-videoio-dev libcmocka-dev libchipmunk-dev && tests=ON
echo "2 of 3: build with $(nproc) cores: 1 to 5 minutes the first time"
SECONDS=0
run cmake --preset release -DCROK_VIDEO=$films -DCROK_TESTS=$tests
run cmake --build --preset release --target crokeye
echo "        built in $SECONDS s: build/release/crokeye"

# The samples begin with one that shows a whole result; a folder has its order.
inputs=("$photos")
if [ "$photos" = "$(realpath samples)" ]; then
    inputs=(samples/photo-022.jpg)
    for photo in samples/photo-*.jpg samples/[!p]*.jpg; do
        [ "$photo" = "${inputs[0]}" ] || inputs+=("$photo")
    done
fi

# Exit status 1 means that some picture could not be scored, which is expected:
# some samples have no board.
score() {
    build/release/crokeye score -j "$(nproc)" "$@" || [ $? -eq 1 ]
}

# in_words: the CSV of score as a player says it, a line a picture.
in_words() {
    awk '
    # Fields of a line, some of them in quotes; returns their number.
    function fields(line, out,    n, text) {
        n = 0
        while (line != "") {
            if (match(line, /^"([^"]|"")*"/)) {
                text = substr(line, 2, RLENGTH - 2)
                gsub(/""/, "\"", text)
            } else {
                match(line, /^[^,]*/)
                text = substr(line, 1, RLENGTH)
            }
            out[++n] = text
            line = substr(line, RLENGTH + 2)
        }
        return n
    }
    function count(n, what) { return n " " what (n == 1 ? "" : "s") }
    function range(lo, hi) { return lo == hi ? lo : lo " to " hi }
    NR == 1 { n = fields($0, name); next }
    {
        for (i = 1; i <= n; i++)
            of[name[i]] = ""
        n_now = fields($0, value)
        for (i = 1; i <= n_now; i++)
            of[name[i]] = value[i]
        sub(/.*\//, "", of["image"])
        words = ""
        for (k = 1; of["side" k] != "" && k <= 4; k++)
            words = words (k > 1 ? ", " : "") of["side" k] " " range(of["low" k], of["high" k])
        asked = of["questions"] == "" ? 0 : split(of["questions"], parts, ";")
        if (of["status"] == "no_board")
            words = "no crokinole board in the picture"
        else if (of["status"] != "ok")
            words = of["error"]
        else if (words == "")
            words = "a board, and no disc on it"
        else if (of["too_close"] == "yes")
            words = words ": too close to call"
        else if (of["winner"] == "")
            words = words ": even"
        else
            words = words ": " of["winner"] " wins the round"
        printf "  %-18s %s%s\n", of["image"], words, asked ? " (" count(asked, "question") ")" : ""
    }'
}

echo "3 of 3: score the pictures: about 0.2 s each"
echo
score --csv "${inputs[@]}" 2>/dev/null | in_words
score --overlay out "${inputs[@]}" >out/scores.txt 2>&1
score --json "${inputs[@]}" >out/scores.json 2>/dev/null

echo
echo "A range is what the picture leaves open; a person settles it with an answer."
echo "Lines and discs drawn on each picture: $PWD/out/*.jpg"
echo "Every total with what is asked of it:  $PWD/out/scores.txt"
echo "The same as JSON, a line a picture:    $PWD/out/scores.json"
