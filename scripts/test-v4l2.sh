#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Test with a real kernel device: Debian's kernel runs in a virtual machine, a
# simulated USB webcam is plugged into it, and the program reads it there
# (tests/v4l2/in_guest.sh has the tests). Installs missing packages, builds,
# takes a minute or two; the limit of 25 minutes is for hangs. Exit status 0 only if
# all tests passed; none is skipped. With --packages it only installs.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/deps.sh qemu-system-x86 busybox-static cpio kmod xz-utils
tests/v4l2/make_guest.sh build/v4l2-guest # fetches Debian's kernel
[ "${1:-}" != --packages ] || exit 0
cmake --preset release >/dev/null
cmake --build --preset release --target crokeye uvc_camera v4l2_probe

status=0
tests/v4l2/run_guest.sh build/v4l2-guest 1500 \
    "$PWD/tests/v4l2/in_guest.sh" "$PWD/build/release" || status=$?
case $status in
0 | 1) ;;
124) echo "v4l2: the virtual machine took too long: FAILED" ;;
*) echo "v4l2: the virtual machine broke: FAILED" ;;
esac
exit "$status"
