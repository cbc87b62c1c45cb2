#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds, runs every test, those with a simulated USB
# camera under a real kernel too, and ends with one line of counts. Exit status
# 0 only when every test passed.
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
ctest --preset dev -j "$(nproc)" | tee "$log" || status=1
ctest --preset release -j "$(nproc)" | tee -a "$log" || status=1
scripts/test-v4l2.sh | tee -a "$log" || status=1

# Tests by node count as one each.
scripts/test-web.sh | tee -a "$log" || status=1
web_passed=$(grep -cE '^✔ ' "$log" || true)
web_failed=$(awk '/^ℹ fail / {print $3}' "$log")

passed=$(grep -cE 'Test +#[0-9]+:.* Passed |^v4l2: .*: passed$' "$log" || true)
failed=$(grep -cE 'Test +#[0-9]+:.*\*\*\*|^v4l2: .*: FAILED$' "$log" || true)
skipped=$(grep -cE 'Test +#[0-9]+:.*\*\*\*Skipped' "$log" || true)
[ "$passed" -gt 0 ] && [ "$web_passed" -gt 0 ] || status=1
echo "$((passed + web_passed)) passed, $((failed - skipped + ${web_failed:-1})) failed, $skipped skipped"
exit "$status"
