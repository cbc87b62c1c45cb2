#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Install missing packages, build, run every test, including those with a
# simulated USB camera under a real kernel, check the changed files with
# scripts/lint.sh, and end with the names of what failed and one line of counts.
# Exit status 0 only if every test passed and nothing was found.
set -euo pipefail

usage="Usage: scripts/test.sh
Installs missing packages, builds, and runs every test: unit tests under the
sanitizers and optimised, the pages in chromium, cameras under a real kernel, and
scripts/lint.sh. It takes no argument; docs/TESTING.md has the commands for a part."

case ${1:-} in
-h | --help)
    echo "$usage"
    exit 0
    ;;
esac
if [ $# -gt 0 ]; then
    echo "test.sh: no argument is taken, not \"$*\"
$usage" >&2
    exit 2
fi
cd "$(dirname "$0")/.."

scripts/deps.sh ffmpeg git clang-format clang-tidy
cmake --preset dev >/dev/null
cmake --build --preset dev
cmake --preset release >/dev/null
cmake --build --preset release

work=$(mktemp -d)
declare -A beside=() # what runs in the background: process ids by name
# What still runs ends with this script: kill ends the pages' browsers, too, as
# timeout in test-web.sh passes it on.
clean_up() {
    [ ${#beside[@]} -eq 0 ] || kill "${beside[@]}" 2>/dev/null || true
    rm -rf "$work"
}
trap clean_up EXIT
status=0
# run NAME COMMAND...: the output is also added to $work/NAME.
run() {
    local name=$1
    shift
    "$@" | tee -a "$work/$name" || status=1
}
# start NAME COMMAND...: in the background; the output goes to $work/NAME.
start() {
    local name=$1
    shift
    "$@" >"$work/$name" 2>&1 &
    beside[$name]=$!
}
# join NAME: wait until it has ended, print its output, return its exit status.
join() {
    local ended=0
    wait "${beside[$1]}" || ended=$?
    unset "beside[$1]"
    cat "$work/$1"
    return "$ended"
}
# The pages wait two thirds of their time, for timers and films: meanwhile the unit
# tests run, with less priority, so that the pages are not held up; those of both
# builds at once, so that no core is idle while the last test of one ends.
# Benchmarks are about time, so they run when all else is over; so are cameras, but
# their virtual machine leaves a core to lint, which has less priority.
echo "The page tests run beside the unit tests; their results follow behind these."
start web scripts/test-web.sh
start release nice -n 5 ctest --preset release -j "$(nproc)" -LE bench
run dev nice -n 5 ctest --preset dev -j "$(nproc)"
join release || status=1
web_status=0
join web || web_status=$?
web=
[ "$web_status" -eq 0 ] || status=1
[ "$web_status" -ne 4 ] ||
    web="pages: NOT TESTED, npm could not install tests/web/node_modules (no network?)"
run release ctest --preset release -L bench
start lint nice -n 10 scripts/lint.sh
run v4l2 scripts/test-v4l2.sh
lint=
join lint || {
    status=1
    lint="lint: FAILED, see scripts/lint.sh"
}

# node_count WORD DEFAULT: the count that node prints after the page tests, or
# DEFAULT where node stopped before that. The lines of single tests are not
# counted: node 18 and node 20 print a test with subtests differently.
node_count() {
    awk -v word="$1" -v n="$2" \
        '$1 == "ℹ" && $2 == word { n = $3 } END { print n }' "$work/web"
}
web_passed=$(node_count pass 0)
# Node counts a test that does not end, or not in time, as cancelled only.
stopped=1
[ -z "$web" ] || stopped=0
web_failed=$(($(node_count fail "$stopped") + $(node_count cancelled 0)))
web_skipped=$(($(node_count skipped 0) + $(node_count todo 0)))

# failed_in NAME: the names of the failed tests of dev, release, v4l2 or web, a
# line each.
failed_in() {
    case $1 in
    v4l2) sed -nE 's/^v4l2: (.*): FAILED$/\1/p' "$work/v4l2" ;;
    web) sed -nE 's/^ *✖ (.*) \([0-9.]+m?s\).*/\1/p' "$work/web" | sort -u ;;
    *) sed -nE '/\*\*\*Skipped/!s/^ *[0-9]+\/[0-9]+ +Test +#[0-9]+: ([^ ]+) .*\*\*\*.*/\1/p' "$work/$1" ;;
    esac
}

passed=$(cat "$work"/{dev,release,v4l2} |
    grep -cE 'Test +#[0-9]+:.* Passed |^v4l2: .*: passed$' || true)
failed=$(cat "$work"/{dev,release,v4l2} |
    grep -cE 'Test +#[0-9]+:.*\*\*\*|^v4l2: .*: FAILED$' || true)
skipped=$(cat "$work"/{dev,release,v4l2} |
    grep -cE 'Test +#[0-9]+:.*\*\*\*Skipped' || true)
for part in dev release v4l2 web; do
    failed_in "$part" | sed "s/^/FAILED: $part: /"
done
[ -z "$lint" ] || echo "$lint"
[ -z "$web" ] || echo "$web"
[ "$passed" -gt 0 ] && [ "$web_passed" -gt 0 ] || status=1
echo "$((passed + web_passed)) passed, $((failed - skipped + web_failed)) failed," \
    "$((skipped + web_skipped)) skipped"
exit "$status"
