#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Line and branch coverage of one folder of src by the tests, with gcov.
# coverage.sh [FOLDER [LINES [BRANCHES]]]: fails under the percentages given.
# TESTS=REGEX in the environment chooses other tests than the rooms' own.
# Branches are those of the compiler; C has none for exceptions. Assertions
# (CROK_ASSERT) can fail only by a bug of our own, so their failing branch is
# not counted.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-src/rules}
min_lines=${2:-0}
min_branches=${3:-0}

cmake --preset coverage >/dev/null
cmake --build --preset coverage >/dev/null
find build/coverage -name '*.gcda' -delete
(cd build/coverage && CROK_CASES=${CROK_CASES:-20000} ctest -R "${TESTS:-^(test|fuzz|cli)_}" --output-on-failure >ctest.log) ||
    { tail -40 build/coverage/ctest.log; exit 1; }

out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
root=$PWD
find "build/coverage/${folder}" -name '*.gcda' | while read -r data; do
    (cd "$out" && gcov -b -c -p "$root/$data" >/dev/null 2>&1)
done

# Count in each .gcov: lines that have code, those not run, branches, those not
# taken. Lines are "COUNT:NUMBER:TEXT", branches "branch N taken COUNT ...".
awk -v folder="$folder" -v marked="${folder//\//#}" -v min_lines="$min_lines" -v min_branches="$min_branches" '
    FNR == 1 { file = FILENAME; sub(/.*#/, "", file); sub(/\.gcov$/, "", file)
               inside = index(FILENAME, "#" marked "#") > 0
               header = file ~ /\.h$/ }
    !inside || header { next }
    /^ *[0-9#=*-]+\*?:/ {
        split($0, part, ":"); count = part[1]; gsub(/ /, "", count)
        text = $0; skip = text ~ /CROK_ASSERT/ || text ~ /never reached/
        if (count == "-" || part[2] + 0 == 0) next
        n[file]++; total++
        if (count ~ /^[#=]/) { missed[file]++; total_missed++ }
        next }
    /^branch/ && !skip {
        b[file]++; total_b++
        if ($0 ~ /never executed/ || $4 == "0") { miss_b[file]++; total_miss_b++ } }
    END {
        for (f in n)
            printf "%-20s lines %5.1f %%  branches %5.1f %%\n", f,
                100 - 100 * missed[f] / n[f], b[f] ? 100 - 100 * miss_b[f] / b[f] : 100 | "sort"
        close("sort")
        lines = 100 - 100 * total_missed / total
        branches = 100 - 100 * total_miss_b / total_b
        printf "%s: %d lines %.1f %%, %d branches %.1f %%\n", folder, total, lines, total_b, branches
        exit lines < min_lines || branches < min_branches }' "$out"/*.gcov
