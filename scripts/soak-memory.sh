#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Let crokeye watch process two hours of simulated play, or as many minutes as
# the argument gives, as fast as it can, and print the memory that it uses
# (tests/cli/test_watch_memory.sh). Takes half an hour on a free core.
set -euo pipefail
cd "$(dirname "$0")/.."

cmake --preset release >/dev/null
cmake --build --preset release --target crokeye sim >/dev/null
exec nice -n 10 tests/cli/test_watch_memory.sh "$PWD/build/release/crokeye" \
    "$PWD" "$PWD/build/release/tests/sim/sim" "${1:-120}"
