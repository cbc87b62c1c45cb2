#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Install missing packages, build and score the samples. Prints a table; writes
# JSON and annotated pictures to out/.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/deps.sh
cmake --preset release >/dev/null
cmake --build --preset release --target crokeye >/dev/null

# Exit status 1 means that some picture could not be scored, which is expected:
# some samples have no board.
score() {
    build/release/crokeye score -j "$(nproc)" "$@" || [ $? -eq 1 ]
}

photos=${1:-samples}
mkdir -p out
score --json "$photos" >out/scores.json 2>/dev/null
score --overlay out "$photos"

echo
echo "The same as JSON, a line a picture: $PWD/out/scores.json"
echo "The annotated pictures:             $PWD/out/*.jpg"
