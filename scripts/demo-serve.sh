#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Install missing packages, build, and serve the first half of a recorded match,
# to try the overlay and the console. Ctrl-C ends it.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/deps.sh
cmake --preset release >/dev/null
cmake --build --preset release --target crokeye >/dev/null

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
head -60 tests/rules/matches/depot.ndjson |
    build/release/crokeye import "$work/match.db" >/dev/null
build/release/crokeye serve --match "$work/match.db" "$@"
