#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail

usage="Usage: scripts/soak.sh [hall|pages|crash|faults|memory [N]]
What takes too long for each change, run before a piece of work ends; all of it without
a name, about an hour and a half on two free cores:
  hall    what a clock judges: brokers, tables, cameras, a start, a server's viewers;
          doctored documents
  pages   the long forms of the pages' tests: memory, a dozen overlays
  crash   crokeye watch killed N times (200) in a simulated match
  faults  each operation on a record's files fails in turn; a writer killed N times (1000), also
          while a record is made (2000)
  memory  crokeye watch follows N minutes (120) of simulated play, as fast as it can
Short forms of the last three are among the tests of scripts/test.sh."

case ${1:-} in
-h | --help)
    echo "$usage"
    exit 0
    ;;
'' | hall | pages | crash | faults | memory) ;;
*)
    echo "soak.sh: \"$1\" is no soak
$usage" >&2
    exit 2
    ;;
esac
case ${2:-} in
*[!0-9]*)
    echo "soak.sh: a count, not \"$2\"
$usage" >&2
    exit 2
    ;;
esac
cd "$(dirname "$0")/.."
release=$PWD/build/release

# watch SCRIPT N...: a test of crokeye watch with the simulator.
watch() {
    nice -n 10 "tests/cli/test_watch_$1.sh" "$release/crokeye" "$PWD" "$release/tests/sim/sim" "${@:2}"
}

# soak NAME [N]
soak() {
    echo "soak.sh: $1"
    case $1 in
    hall) nice -n 10 ctest --preset release -L '^soak$' ;;
    pages) CROK_SOAK=1 scripts/test-web.sh 'more overlays|two hours|parts stand|a correction|every digit|fit' ;;
    crash) watch crash "${2:-200}" 60 ;;
    memory) watch memory "${2:-120}" ;;
    faults)
        nice -n 10 "$release/tests/journal/test_faults" 40
        nice -n 10 "$release/tests/journal/test_crash" "${2:-1000}"
        nice -n 10 "$release/tests/journal/test_creation" "${2:-2000}"
        ;;
    esac
}

scripts/deps.sh
cmake --preset release >/dev/null
cmake --build --preset release >/dev/null
if [ -n "${1:-}" ]; then
    soak "$@"
else
    for name in hall pages crash faults memory; do
        soak $name
    done
fi
