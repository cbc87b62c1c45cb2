#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Arguments that a script does not take are refused, and --help is answered,
# before anything is installed or built. Argument: the folder of the scripts.
set -u
scripts=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
faults=0

# check STATUS TEXT SCRIPT ARGUMENT...: the exit status, and a text that must be
# in the output.
check() {
    local want=$1 text=$2
    shift 2
    timeout 20 "$scripts/$1" "${@:2}" >out 2>&1
    local got=$?
    if [ "$got" -ne "$want" ] || ! grep -qF -- "$text" out; then
        echo "$*: exit status $got, wanted $want and \"$text\": $(head -c 300 out)"
        faults=$((faults + 1))
    fi
}

for script in demo.sh test-web.sh; do
    check 0 "Usage: scripts/$script" "$script" --help
    check 0 "Usage: scripts/$script" "$script" -h
    check 2 'not "--foo"' "$script" --foo
    check 2 'not "a b"' "$script" a b
done
check 0 'Usage: scripts/test.sh' test.sh --help
check 0 'Usage: scripts/test.sh' test.sh -h
check 2 'not "dev"' test.sh dev
check 2 'not "dev"' test.sh --quick dev
check 2 'not "build"' make_shown.sh build
check 0 'Usage: scripts/test-package.sh' test-package.sh --help
check 2 'not "--foo"' test-package.sh --foo
check 2 'not "nowhere"' test-package.sh nowhere
check 2 'nowhere: no such folder' demo.sh nowhere
# A relative folder is one of the caller: samples is only in the project.
check 2 'samples: no such folder' demo.sh samples
check 0 'Usage: scripts/soak.sh' soak.sh --help
check 2 'not "many"' soak.sh faults many
check 2 '"many" is no soak' soak.sh many
check 2 'usage: vary_film.sh CLIP OUT' vary_film.sh --foo out
check 2 'nowhere.mp4: no such file' vary_film.sh nowhere.mp4 out
check 2 'usage: pause_film.sh CLIP OUT' pause_film.sh --foo out 3:1
check 2 'nowhere.mp4: no such file' pause_film.sh nowhere.mp4 out 3:1
exit $((faults > 0))
