# SPDX-License-Identifier: Apache-2.0
# Sourced by the tests of the commands, which get the program and the project
# as arguments: a folder of their own, and what a command did.
# shellcheck shell=bash disable=SC2034 # crokeye, root: the test's to use
crokeye=$1
root=$2
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
faults=0

fault() {
    echo "$1"
    faults=$((faults + 1))
}

# check NAME STATUS COMMAND...: the command's exit status; its output is kept
# in out and err.
check() {
    local name=$1 want=$2
    shift 2
    "$@" >out 2>err
    local got=$?
    [ "$got" -eq "$want" ] ||
        fault "$name: exit status $got, wanted $want: $(head -c 300 err)"
}

# has FILE TEXT
has() {
    grep -qF -- "$2" "$1" || fault "no \"$2\" in: $(head -c 400 "$1")"
}

finish() {
    [ "$faults" -eq 0 ] || echo "$faults faults"
    exit $((faults > 0))
}
