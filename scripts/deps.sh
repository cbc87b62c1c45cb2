#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# deps.sh [--program] [PACKAGE]...: install the Debian packages that building and
# testing need, and the named ones, if they are missing. As root or through sudo;
# a second run installs nothing. With --program: only what a program that scores
# photos and serves matches needs, without reading films and without tests.
# What apt says goes into a log, which stays if apt fails.
set -euo pipefail

packages=(
    build-essential cmake ninja-build
    libopencv-core-dev libopencv-imgproc-dev libopencv-dnn-dev
    libturbojpeg0-dev libjpeg62-turbo-dev libpng-dev libwebp-dev libheif-dev libexif-dev
    libv4l-dev
    pkg-config libcairo2-dev libpango1.0-dev libglib2.0-dev fonts-noto-core
    libcjson-dev libsqlite3-dev libmicrohttpd-dev libqrencode-dev nettle-dev
    libnats-dev libconfig-dev liblemon-dev libseccomp-dev libsystemd-dev
)
# libopencv-videoio-dev alone brings more than a hundred packages that the rest
# does not need: FFmpeg, GStreamer, GDCM, libgphoto2.
if [ "${1:-}" = --program ]; then
    shift
else
    packages+=(
        libopencv-videoio-dev
        libcmocka-dev libchipmunk-dev nats-server nginx-light openssl python3
    )
fi

missing=()
for p in "${packages[@]}" "$@"; do
    dpkg-query -W -f='${db:Status-Status}' "$p" 2>/dev/null |
        grep -qx installed || missing+=("$p")
done
[ ${#missing[@]} -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || {
        echo "deps.sh: run as root, or install sudo: ${missing[*]}" >&2
        exit 3
    }
    as_root=(sudo)
fi

log=$(mktemp --suffix=.log "${TMPDIR:-/tmp}/crokeye-deps-XXXXXX")
install=(apt-get install -y -qq --no-install-recommends)

# as_root_quietly COMMAND...: if it fails, say where its log is.
as_root_quietly() {
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive "$@" </dev/null >>"$log" 2>&1 || {
        tail -n 5 "$log" >&2
        echo "deps.sh: \"$*\" failed: all that apt said is in $log" >&2
        exit 3
    }
}

echo "deps.sh: missing: ${missing[*]}" >&2
as_root_quietly apt-get update -qq
"${install[@]}" --print-uris "${missing[@]}" 2>>"$log" |
    awk '{ n++; bytes += $3 }
         END { printf "deps.sh: apt fetches %d packages, %.0f MB, and installs them", n, bytes / 1e6
               print (n > 20 ? ": 1 to 5 minutes" : "") }' >&2 ||
    true # the next line fails too, and says why
SECONDS=0
as_root_quietly "${install[@]}" "${missing[@]}"
echo "deps.sh: installed in $SECONDS s" >&2
rm -f "$log"
