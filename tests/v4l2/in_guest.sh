#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# in_guest.sh BUILD: runs inside the virtual machine, with BUILD's programs: a
# simulated webcam is read, unplugged, plugged in again, and opened many times.
set -uo pipefail
camera=$1/tests/v4l2/uvc_camera
probe=$1/tests/v4l2/v4l2_probe
crokeye=$1/crokeye
work=$(mktemp -d)
failures=0

say() { echo "v4l2: $1: $2"; }
check() { # NAME STATUS
    if [ "$2" -eq 0 ]; then
        say "$1" passed
    else
        say "$1" FAILED
        failures=$((failures + 1))
    fi
}

plug() { # OPTION...: start the camera; its process id is in $pid
    "$camera" "$@" >"$work/camera" &
    pid=$!
    for _ in $(seq 100); do
        [ -e /dev/video0 ] && return
        sleep 0.1
    done
    echo "no /dev/video0 came"
}

unplug() {
    kill "$pid" 2>/dev/null
    wait "$pid" 2>/dev/null
    for _ in $(seq 100); do
        compgen -G '/dev/video*' >/dev/null || return
        sleep 0.1
    done
}

# The processor is emulated, perhaps on a busy machine. Then the camera may lose
# frames, or the kernel may drop it, without a fault of the program. So a test
# fails only if three tries fail: a fault of the program fails every time.
three_tries() { # NAME COMMAND...
    local name=$1 try=1
    shift
    until "$@"; do
        sed 's/^/    camera: /' "$work/camera"
        busybox dmesg | tail -n 5 | sed 's/^/    kernel: /'
        if [ "$try" -eq 3 ]; then
            check "$name" 1
            return
        fi
        try=$((try + 1))
        unplug
        plug
    done
    check "$name (try $try)" 0
}

plug
"$crokeye" devices | tee "$work/devices"
grep -q 'MJPG *1280x720 .*30' "$work/devices"
check "devices are listed" $?
three_tries "300 frames of 1280x720 MJPG, none lost" \
    "$probe" -f MJPG -s 1280x720 count 300 /dev/video0
three_tries "30 frames of 640x480 YUYV, brightness set" \
    "$probe" -f YUYV -s 640x480 -c brightness=77 count 30 /dev/video0
three_tries "50 times opened, nothing leaks" \
    "$probe" -f MJPG -s 1280x720 reopen 50 /dev/video0
unplug

# The camera is unplugged after 2 s and plugged in 3 s later. This script holds
# the old node open, so the camera comes back under another number.
plug -u 2 -r 3
exec 9</dev/video0
"$probe" -f MJPG -s 1280x720 follow 12 /dev/video0 | tee "$work/follow"
check "it runs at the end" "${PIPESTATUS[0]}"
plugged=$(awk '$1 == "plugged" {t = $2} END {print t}' "$work/camera")
back=$(awk '$1 == "running" {t = $2; node = $3} END {print t, node}' "$work/follow")
awk -v plugged="$plugged" -v back="${back% *}" 'BEGIN {
    printf "plugged in at %.3f, running %.3f s later\n", plugged, back - plugged
    exit !(plugged > 0 && back > plugged && back - plugged <= 3) }'
check "it runs within 3 s of being plugged in" $?
[ "${back#* }" != /dev/video0 ]
check "under another number (${back#* })" $?
exec 9<&-
unplug

rm -rf "$work"
echo "$failures failures"
[ "$failures" -eq 0 ]
