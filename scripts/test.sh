#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Install missing packages, build, run every test, including those with a simulated USB
# camera under a real kernel, and check the changed files with scripts/lint.sh. Prints a
# line a part with its time; what failed stands at the end, with the command that runs it
# alone. Exit status 0 only if every test passed and nothing was found.
set -euo pipefail

usage="Usage: scripts/test.sh [--quick]
Installs missing packages, builds, and runs every test: unit tests under the
sanitizers and optimised, the pages in chromium, cameras under a real kernel, and
scripts/lint.sh. What each part printed is in out/test.
--quick: only the quick tests of the rooms whose files differ from the last commit (if
none does, those that it changed); docs/TESTING.md has the commands for a part."

quick=
case ${1:-} in
-h | --help)
    echo "$usage"
    exit 0
    ;;
--quick)
    quick=1
    shift
    ;;
esac
if [ $# -gt 0 ]; then
    echo "test.sh: only --quick is taken, not \"$*\"
$usage" >&2
    exit 2
fi
cd "$(dirname "$0")/.."
logs=out/test
mkdir -p $logs
rm -f $logs/*.log

declare -A pid=() begun=() # of the parts that run: process and second of the start
passed=0 failed=0 skipped=0
less=5 # nice -n of what runs beside the pages
failures=() # a line each, repeated at the end
# What still runs ends with this script: kill ends the pages' browsers, too, as timeout
# in test-web.sh passes it on.
clean_up() { [ ${#pid[@]} -eq 0 ] || kill "${pid[@]}" 2>/dev/null || true; }
trap clean_up EXIT

# start PART COMMAND...: in the background; what it prints goes to its log.
start() {
    begun[$1]=$SECONDS
    "${@:2}" >"$logs/$1.log" 2>&1 </dev/null &
    pid[$1]=$!
}

# join: wait for the end of the next part; its name is then in `part`, its exit status in
# `ended`, its seconds in `took`.
join() {
    local id
    ended=0
    wait -n -p id "${pid[@]}" || ended=$?
    for part in "${!pid[@]}"; do
        [ "${pid[$part]}" != "$id" ] || break
    done
    unset "pid[$part]"
    took=$((SECONDS - begun[$part]))
}

# say PART TEXT: a part's line.
say() { printf 'test.sh: %-9s %4d s  %s\n' "$1" "$took" "$2"; }

# fault PART NAME COMMAND: what failed, and how to run it alone.
fault() {
    failures+=("FAILED: $1: $2: $3")
    echo "         failed: $2"
}

# judge_must PART COMMAND: a part without which nothing else can be done.
judge_must() {
    if [ "$ended" -ne 0 ]; then
        tail -n 30 "$logs/$1.log" >&2
        echo "test.sh: $1: FAILED: $2: all that it said is in $logs/$1.log" >&2
        exit 1
    fi
    say "$1" "done"
}

# must PART COMMAND...: the same, which nothing runs beside.
must() {
    start "$@"
    join
    judge_must "$1" "${*:2}"
}

# count PATTERN PART: lines of its log.
count() { grep -cE "$1" "$logs/$2.log" || true; }

# add PART PASSED FAILED SKIPPED: its line, and the sums.
add() {
    passed=$((passed + $2)) failed=$((failed + $3)) skipped=$((skipped + $4))
    say "$1" "$2 passed, $3 failed, $4 skipped"
}

# unnamed PART FAILED PASSED COMMAND: a part that ended badly without the name of a test
# is a fault itself, and so is one without any test.
unnamed() {
    [ "$2" -eq 0 ] || return 0
    [ "$ended" -ne 0 ] || [ "$3" -eq 0 ] || return 0
    failed=$((failed + 1))
    fault "$1" "exit status $ended, see $logs/$1.log" "$4"
}

# judge_unit PART PRESET: a run of ctest.
judge_unit() {
    local skips pass fails
    skips=$(count 'Test +#[0-9]+:.*\*\*\*Skipped' "$1")
    pass=$(count 'Test +#[0-9]+:.* Passed ' "$1")
    fails=$(($(count 'Test +#[0-9]+:.*\*\*\*' "$1") - skips))
    add "$1" "$pass" "$fails" "$skips"
    while read -r name; do
        fault "$1" "$name" "ctest --preset $2 -R '^$name\$'"
    done < <(sed -nE '/\*\*\*Skipped/!s/^ *[0-9]+\/[0-9]+ +Test +#[0-9]+: ([^ ]+) .*\*\*\*.*/\1/p' "$logs/$1.log")
    [ -n "$quick" ] || unnamed "$1" "$fails" "$((pass + skips))" "ctest --preset $2"
}

# node_count WORD DEFAULT: the count that node prints after the page tests, or
# DEFAULT where node stopped before that. The lines of single tests are not
# counted: node 18 and node 20 print a test with subtests differently.
node_count() {
    awk -v word="$1" -v n="$2" \
        '$1 == "ℹ" && $2 == word { n = $3 } END { print n }' "$logs/pages.log"
}

judge_pages() {
    local pass fails
    pass=$(node_count pass 0)
    # Node counts a test that does not end, or not in time, as cancelled only.
    fails=$(($(node_count fail 0) + $(node_count cancelled 0)))
    add pages "$pass" "$fails" "$(($(node_count skipped 0) + $(node_count todo 0)))"
    while read -r name; do
        fault pages "$name" "scripts/test-web.sh '$name'"
    done < <(sed -nE 's/^ *✖ (.*) \([0-9.]+m?s\).*/\1/p' "$logs/pages.log" | sort -u)
    [ "$ended" -ne 4 ] || echo "         NOT TESTED: npm could not install tests/web/node_modules (no network?)"
    unnamed pages "$fails" "$pass" scripts/test-web.sh
}

judge_cameras() {
    local pass fails
    pass=$(count '^v4l2: .*: passed$' cameras)
    fails=$(count '^v4l2: .*: FAILED$' cameras)
    add cameras "$pass" "$fails" 0
    while read -r name; do
        fault cameras "$name" scripts/test-v4l2.sh
    done < <(sed -nE 's/^v4l2: (.*): FAILED$/\1/p' "$logs/cameras.log")
    unnamed cameras "$fails" "$pass" scripts/test-v4l2.sh
}

judge_lint() {
    say lint "$(tail -n 1 "$logs/lint.log")"
    if [ "$ended" -ne 0 ]; then
        cat "$logs/lint.log"
        failed=$((failed + 1))
        fault lint "a fault was found" scripts/lint.sh
    fi
}

# finish: judge each part as it ends; then what failed, the sums, and the exit status.
finish() {
    while [ ${#pid[@]} -gt 0 ]; do
        join
        case $part in
        compile)
            judge_must compile "cmake --build --preset dev"
            start sanitized nice -n $less ctest --preset dev -j "$(nproc)"
            ;;
        sanitized) judge_unit sanitized dev ;;
        optimised) judge_unit optimised release ;;
        *) "judge_$part" ;;
        esac
        # The virtual machine of the cameras leaves a core to lint.
        if [ "$part" = pages ]; then
            start cameras scripts/test-v4l2.sh
            start lint nice -n 10 scripts/lint.sh
        fi
    done
    [ ${#failures[@]} -eq 0 ] || printf '%s\n' "${failures[@]}"
    echo "$passed passed, $failed failed, $skipped skipped, $SECONDS s"
    [ "$failed" -eq 0 ] && [ ${#failures[@]} -eq 0 ]
    exit
}

packages() {
    scripts/deps.sh ffmpeg git clang-format clang-tidy mold
    scripts/test-web.sh --packages || [ $? -eq 4 ] # the pages say so, and all else is tested
    scripts/test-v4l2.sh --packages
}
# build PRESET [OPTION...]: of --quick, its targets.
build() { cmake --preset "$1" && nice -n "$less" cmake --build --preset "$@"; }
build_both() { build dev "$@" && build release "$@"; }

# changed_rooms: the rooms of src and tests whose files differ from the last commit, if
# none does from the one before, as a pattern.
changed_rooms() {
    local files
    git() { command git -c safe.directory="$PWD" "$@"; } # may be another user's
    files=$(git diff --name-only HEAD && git ls-files --others --exclude-standard)
    [ -n "$files" ] || files=$(git diff --name-only HEAD~1)
    {
        sed -nE 's#^(src|tests)/([^/]+)/.*#\2#p' <<<"$files"
        sed -nE 's#^(docs|samples|scripts)/.*#\1#p; s#^README.md#docs#p' <<<"$files"
        printf '%s\n' layers headers
    } | sort -u | while read -r room; do
        [ ! -e "tests/$room/CMakeLists.txt" ] || echo "$room"
    done | paste -sd '|'
}

test_quick() {
    local rooms
    rooms=$(changed_rooms)
    echo "test.sh: the quick tests of: ${rooms//|/, }"
    # shellcheck disable=SC2046 # a word a target
    must build build_both --target $(sed 's/^/tests_in_/; s/|/ tests_in_/g' <<<"$rooms")
    start sanitized ctest --preset dev -j "$(nproc)" -L '^quick$' -L "^in_($rooms)\$"
    start optimised ctest --preset release -j "$(nproc)" -L '^quick$' -L "^in_($rooms)\$"
    finish
}

SECONDS=0
if [ -n "$quick" ]; then
    test_quick
fi
echo "test.sh: about 11 minutes on two cores, and one more for packages that are missing"
must packages packages
must build build release

# The pages, and tests of brokers and processes that end, wait for most of their time:
# meanwhile the sanitized tests are compiled, and then run beside what is left, all with
# less priority, so that the pages are not held up.
CROK_BUILT=1 start pages scripts/test-web.sh
start optimised nice -n $less ctest --preset release -j "$(nproc)" -LE '^soak$'
start compile build dev
finish
