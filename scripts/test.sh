#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Install missing packages, build, run every test, including those with a
# simulated USB camera under a real kernel, check the changed files with
# scripts/lint.sh, and end with one line of counts. Exit status 0 only if every
# test passed and nothing was found.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/deps.sh
cmake --preset dev >/dev/null
cmake --build --preset dev
cmake --preset release >/dev/null
cmake --build --preset release

log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
lint=
scripts/lint.sh || {
    status=1
    lint="lint: FAILED, see scripts/lint.sh"
}
ctest --preset dev -j "$(nproc)" | tee "$log" || status=1
ctest --preset release -j "$(nproc)" | tee -a "$log" || status=1
scripts/test-v4l2.sh | tee -a "$log" || status=1

scripts/test-web.sh | tee -a "$log" || status=1

# node_count WORD DEFAULT: the count that node prints after the page tests, or
# DEFAULT where node stopped before that. The lines of single tests are not
# counted: node 18 and node 20 print a test with subtests differently.
node_count() {
    awk -v word="$1" -v n="$2" \
        '$1 == "ℹ" && $2 == word { n = $3 } END { print n }' "$log"
}
web_passed=$(node_count pass 0)
# Node counts a test that does not end, or not in time, as cancelled only.
web_failed=$(($(node_count fail 1) + $(node_count cancelled 0)))
web_skipped=$(($(node_count skipped 0) + $(node_count todo 0)))

passed=$(grep -cE 'Test +#[0-9]+:.* Passed |^v4l2: .*: passed$' "$log" || true)
failed=$(grep -cE 'Test +#[0-9]+:.*\*\*\*|^v4l2: .*: FAILED$' "$log" || true)
skipped=$(grep -cE 'Test +#[0-9]+:.*\*\*\*Skipped' "$log" || true)
[ -z "$lint" ] || echo "$lint"
[ "$passed" -gt 0 ] && [ "$web_passed" -gt 0 ] || status=1
echo "$((passed + web_passed)) passed, $((failed - skipped + web_failed)) failed," \
    "$((skipped + web_skipped)) skipped"
exit "$status"
