#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Kill crokeye watch at random instants of a simulated match, 200 times or as
# often as the argument gives, and compare each match with the undisturbed one
# (tests/cli/test_watch_crash.sh). Takes some ten minutes.
set -euo pipefail
cd "$(dirname "$0")/.."

cmake --preset release >/dev/null
cmake --build --preset release --target crokeye sim >/dev/null
exec nice -n 10 tests/cli/test_watch_crash.sh "$PWD/build/release/crokeye" \
    "$PWD" "$PWD/build/release/tests/sim/sim" "${1:-200}" 60
