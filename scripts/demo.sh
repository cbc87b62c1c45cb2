#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Install missing packages, build and score the samples. Prints a table; writes
# JSON and annotated pictures to out/.
set -euo pipefail

usage="Usage: scripts/demo.sh [DIR]
Builds crokeye and scores the pictures in DIR (default: the samples). Prints a
table; writes JSON and annotated pictures to out/."

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

scripts/deps.sh
cmake --preset release >/dev/null
cmake --build --preset release --target crokeye >/dev/null

# Exit status 1 means that some picture could not be scored, which is expected:
# some samples have no board.
score() {
    build/release/crokeye score -j "$(nproc)" "$@" || [ $? -eq 1 ]
}

mkdir -p out
score --json "$photos" >out/scores.json 2>/dev/null
score --overlay out "$photos"

echo
echo "The same as JSON, a line a picture: $PWD/out/scores.json"
echo "The annotated pictures:             $PWD/out/*.jpg"
