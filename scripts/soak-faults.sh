#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Let every operation on a record's files fail in turn (open, write, truncate,
# sync, delete, with each error, once and until it is healed), with a copy of
# the main file after each confirmed event (tests/journal/test_faults.c), and
# kill a writer 1000 times, or as often as the argument gives, after a confirmed
# event or in the middle of an operation (tests/journal/test_crash.c). Short
# forms of both are among the tests. Takes some ten minutes.
set -euo pipefail
cd "$(dirname "$0")/.."

kills=${1:-1000}
case $kills in
'' | *[!0-9]*)
    echo "Usage: scripts/soak-faults.sh [KILLS]" >&2
    exit 2
    ;;
esac
cmake --preset release >/dev/null
cmake --build --preset release --target test_faults test_crash >/dev/null
nice -n 10 build/release/tests/journal/test_faults 40
nice -n 10 build/release/tests/journal/test_crash "$kills"
