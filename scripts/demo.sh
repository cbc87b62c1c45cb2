#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Install missing packages, build and score the samples. Prints a table; writes
# JSON and annotated pictures to out/.
set -euo pipefail

usage="Usage: scripts/demo.sh [DIR]
Installs missing packages (as root, or through sudo), builds crokeye and scores
the pictures in DIR (default: the samples). Prints a table; writes JSON and
annotated pictures to out/. On a bare Debian 12 it takes 3 to 10 minutes."

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

echo "3 of 3: score the pictures: about 0.2 s each"
echo
score --overlay out "${inputs[@]}"
score --json "${inputs[@]}" >out/scores.json 2>/dev/null

echo
echo "The same as JSON, a line a picture: $PWD/out/scores.json"
echo "The annotated pictures:             $PWD/out/*.jpg"
