#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds, scores the samples: a table here, JSON and
# annotated pictures in out/.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/deps.sh
cmake --preset release >/dev/null
cmake --build --preset release --target crokeye >/dev/null

# Exit status 1 means that some picture could not be scored: among the samples
# are some without a board.
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
