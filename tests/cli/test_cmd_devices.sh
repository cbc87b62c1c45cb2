#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# test_cmd_devices.sh CROKEYE: `crokeye devices`, with whatever cameras this
# machine has, often none. tests/v4l2 has one for sure.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

run() { # WANTED ARG...: exit status; output in said and told
    local wanted=$1 status=0
    shift
    "$crokeye" devices "$@" >"$work/said" 2>"$work/told" || status=$?
    if [ "$status" -ne "$wanted" ]; then
        echo "exit status $status, not $wanted: devices $*"
        cat "$work/said" "$work/told"
        exit 1
    fi
}
crokeye=$1

run 0 --help
grep -q '^Usage: crokeye devices' "$work/said"
run 2 /dev/video0
grep -q 'takes no /dev/video0' "$work/told"
[ ! -s "$work/said" ]

if ! compgen -G '/dev/video*' >/dev/null; then
    run 0
    grep -q '^No camera was found' "$work/said"
    [ ! -s "$work/told" ]
    echo "no camera here"
else
    "$crokeye" devices || [ $? -eq 1 ]
fi
