#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# test_unit.sh UNIT: systemd has nothing against the unit of a table, and its exposure,
# by `systemd-analyze security`, is at most 2.0; a unit without its sandbox exceeds that.
set -euo pipefail
unit=$1
command -v systemd-analyze >/dev/null || {
    echo "skipped: no systemd-analyze"
    exit 77
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# exposure FILE: prints it; exit status 1 if it is above 2.0
exposure() {
    systemd-analyze security --offline=true --threshold=20 "$1" >"$work/said" 2>&1
    local status=$?
    tail -n 1 "$work/said"
    return $status
}

# What systemd would ignore, it says; the program need not be installed here.
sed "s|^ExecStart=crokeye|ExecStart=$(command -v true)|; /^Documentation=/d" \
    "$unit" >"$work/crokeye@.service"
said=$(systemd-analyze verify "$work/crokeye@.service" 2>&1 | grep -F crokeye@ || true)
[ -z "$said" ] || {
    echo "$said"
    exit 1
}
exposure "$unit"
sed '/^# Sandbox/,/^\[Install\]/d' "$unit" >"$work/bare@.service"
! exposure "$work/bare@.service" || {
    echo "a unit without a sandbox is not noticed"
    exit 1
}
