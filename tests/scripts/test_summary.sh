#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# scripts/test.sh names what failed and how it is run alone, and tells pages that could
# not be tested from pages that failed. It is run with stand-ins for all that it calls.
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
stand_in scripts/deps.sh true

# good: everything passes.
good() {
    stand_in bin/cmake true
    stand_in bin/ctest 'echo "1/1 Test #1: test_1 ........   Passed    0.01 sec"'
    stand_in scripts/test-v4l2.sh 'case $1 in --packages) ;; *) echo "v4l2: plug: passed" ;; esac'
    pages 'echo "ℹ pass 3"; echo "ℹ fail 0"'
    stand_in scripts/lint.sh 'echo "lint: clean"'
}
pages() { stand_in scripts/test-web.sh 'case $1 in --packages) exit ;; esac' "$@"; }

# check STATUS LINE...: the exit status, and that exactly these are the last lines: what
# failed, and the sums without the seconds.
check() {
    local want=$1
    shift
    PATH=$work/bin:$PATH scripts/test.sh $option >said 2>err
    local got=$?
    sed -E 's/, [0-9]+ s$//' said | grep -E '^FAILED: | passed, .* skipped$' | grep -v '^test.sh' | sort >told
    [ $# -eq 0 ] && : >wanted || printf "%s\n" "$@" | sort >wanted
    [ "$got" -eq "$want" ] || echo "exit status $got, wanted $want: $(cat err)"
    [ "$got" -eq "$want" ] && diff wanted told || faults=$((faults + 1))
}
option=

# says TEXT: among what was printed.
says() {
    grep -qF -- "$1" said err || {
        echo "not said: $1"
        faults=$((faults + 1))
    }
}

good
check 0 '6 passed, 0 failed, 0 skipped'
for part in packages build compile sanitized optimised pages cameras lint; do
    says "test.sh: $part "
done

stand_in bin/ctest 'echo " 1/30 Test   #1: test_a ........   Passed    0.01 sec"' \
    'echo " 2/30 Test  #12: test_b ........***Skipped   0.01 sec"' \
    "case \$* in *dev*) echo '10/30 Test #146: layers_layers ....***Failed    0.12 sec'" \
    "echo '30/30 Test #147: test_slow ....***Timeout 300.12 sec'; exit 8;; esac"
stand_in scripts/test-v4l2.sh 'case $1 in --packages) ;; *) echo "v4l2: plug: FAILED"; exit 1 ;; esac'
pages 'echo "✔ one (3.2ms)"; echo "✖ the console shows it (5.1ms)"' \
    'echo "ℹ pass 1"; echo "ℹ fail 1"; exit 1'
check 1 "FAILED: sanitized: layers_layers: ctest --preset dev -R '^layers_layers\$'" \
    "FAILED: sanitized: test_slow: ctest --preset dev -R '^test_slow\$'" \
    "FAILED: pages: the console shows it: scripts/test-web.sh 'the console shows it'" \
    'FAILED: cameras: plug: scripts/test-v4l2.sh' \
    '3 passed, 4 failed, 2 skipped'

# A part that ends badly without a test's name is a fault, and so is one without tests.
good
stand_in scripts/test-web.sh 'exit 4' # also when its packages are installed
check 1 'FAILED: pages: exit status 4, see out/test/pages.log: scripts/test-web.sh' \
    '3 passed, 1 failed, 0 skipped'
says 'NOT TESTED: npm could not install'
good
stand_in scripts/test-v4l2.sh true
check 1 'FAILED: cameras: exit status 0, see out/test/cameras.log: scripts/test-v4l2.sh' \
    '5 passed, 1 failed, 0 skipped'
good
stand_in bin/ctest 'case $* in *dev*) exit 8 ;; esac' 'echo "1/1 Test #1: t ...   Passed    0.01 sec"'
check 1 'FAILED: sanitized: exit status 8, see out/test/sanitized.log: ctest --preset dev' \
    '5 passed, 1 failed, 0 skipped'
good
stand_in scripts/lint.sh 'echo "a fault"; exit 1'
check 1 'FAILED: lint: a fault was found: scripts/lint.sh' '6 passed, 1 failed, 0 skipped'
says 'a fault'

# A build that fails ends it, with what the build said.
good
stand_in bin/cmake 'echo "board.c: no"; exit 1'
check 1
says 'board.c: no'
says 'out/test/build.log'
stand_in bin/cmake 'case $* in *--build*dev*) echo "board.c: no"; exit 1 ;; esac'
check 1
says 'board.c: no'
says 'out/test/compile.log'

# What a clock judges is not run.
good
stand_in bin/ctest 'echo "$*" >>asked' 'echo "1/1 Test #1: test_a ........   Passed    0.01 sec"'
check 0 '6 passed, 0 failed, 0 skipped'
grep -q -- '-LE ^soak\$' asked || faults=$((faults + 1))

# --quick: the rooms whose files differ, and what concerns every room.
rm asked
mkdir -p tests/{rules,headers,layers,cli,table}
touch tests/{rules,headers,layers,cli,table}/CMakeLists.txt
stand_in bin/git 'case $* in *HEAD~1*) echo src/cli/cmd.c ;; *diff*) echo src/rules/match.c ;; *) cat new ;; esac'
stand_in bin/cmake 'echo "$*" >>asked'
echo tests/table/new.c >new
option=--quick
check 0 '2 passed, 0 failed, 0 skipped'
grep -q -- '--target tests_in_headers tests_in_layers tests_in_rules tests_in_table$' asked &&
    [ "$(grep -cF -- '-L ^quick$ -L ^in_(headers|layers|rules|table)$' asked)" -eq 2 ] || {
    echo "other rooms: $(cat asked)"
    faults=$((faults + 1))
}
stand_in bin/git 'case $* in *HEAD~1*) echo src/cli/cmd.c ;; esac'
check 0 '2 passed, 0 failed, 0 skipped'
tail -n 1 asked | grep -qF '(cli|headers|layers)' || {
    echo "not what the last commit changed: $(cat asked)"
    faults=$((faults + 1))
}
exit $((faults > 0))
