#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# scripts/test.sh names what failed, and tells pages that could not be tested
# from pages that failed. It is run with stand-ins for all that it calls.
# Argument: the folder of the scripts.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/scripts" "$work/bin"
cp "$1/test.sh" "$work/scripts"
cd "$work" || exit 1
faults=0

# stand_in FILE LINE...: a script of these lines.
stand_in() {
    local file=$1
    shift
    printf '%s\n' '#!/bin/sh' "$@" >"$file"
    chmod +x "$file"
}
stand_in bin/cmake true
stand_in scripts/deps.sh true

# good: everything passes.
good() {
    stand_in bin/ctest 'case $* in *"-L bench"*) n=7 ;; *) n=1 ;; esac' \
        'echo "1/1 Test #$n: test_$n ........   Passed    0.01 sec"'
    stand_in scripts/test-v4l2.sh 'echo "v4l2: plug: passed"'
    stand_in scripts/test-web.sh 'echo "ℹ pass 3"; echo "ℹ fail 0"'
    stand_in scripts/lint.sh true
}

# check STATUS LINE...: the exit status, and that exactly these are the lines
# after the output of the stand-ins.
check() {
    local want=$1
    shift
    PATH=$work/bin:$PATH scripts/test.sh >out 2>err
    local got=$?
    grep -E 'FAILED:|NOT TESTED| passed, ' out >told
    printf '%s\n' "$@" >wanted
    [ "$got" -eq "$want" ] || echo "exit status $got, wanted $want"
    [ "$got" -eq "$want" ] && diff wanted told || faults=$((faults + 1))
}

good
check 0 '7 passed, 0 failed, 0 skipped'

stand_in bin/ctest 'echo " 1/30 Test   #1: test_a ........   Passed    0.01 sec"' \
    'echo " 2/30 Test  #12: test_b ........***Skipped   0.01 sec"' \
    "case \$* in *dev*) echo '10/30 Test #146: layers_layers ....***Failed    0.12 sec'" \
    "echo '30/30 Test #147: test_slow ....***Timeout 300.12 sec'; exit 8;; esac"
stand_in scripts/test-v4l2.sh 'echo "v4l2: plug: FAILED"; exit 1'
stand_in scripts/test-web.sh 'echo "✔ one (3.2ms)"; echo "✖ the console shows it (5.1ms)"' \
    'echo "ℹ pass 1"; echo "ℹ fail 1"; exit 1'
check 1 'FAILED: dev: layers_layers' 'FAILED: dev: test_slow' \
    'FAILED: v4l2: plug' 'FAILED: web: the console shows it' \
    '4 passed, 4 failed, 3 skipped'

good
stand_in scripts/test-web.sh 'exit 4'
check 1 'pages: NOT TESTED, npm could not install tests/web/node_modules (no network?)' \
    '4 passed, 0 failed, 0 skipped'
good
stand_in scripts/lint.sh 'echo "a fault"; exit 1'
check 1 '7 passed, 0 failed, 0 skipped'
grep -q '^a fault$' out && grep -q '^lint: FAILED' out || {
    echo "what lint found is not said"
    faults=$((faults + 1))
}
# Benchmarks run when all else is over, once: not beside the pages.
good
stand_in bin/ctest 'echo "$*" >>asked' 'echo "1/1 Test #1: test_a ........   Passed    0.01 sec"'
stand_in scripts/test-web.sh 'sleep 1; echo "pages end" >>asked; echo "ℹ pass 1"; echo "ℹ fail 0"'
check 0 '5 passed, 0 failed, 0 skipped'
grep -q -- '-LE bench' asked && tail -n 1 asked | grep -q -- '-L bench' ||
    faults=$((faults + 1))
sed -n '/-L bench/q; p' asked | grep -q 'pages end' || {
    echo "benchmarks ran beside the pages: $(cat asked)"
    faults=$((faults + 1))
}
exit $((faults > 0))
