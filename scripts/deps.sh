#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# deps.sh [PACKAGE]...: install the Debian packages that building, testing and
# the demo need, and the named ones, if they are missing. As root or through
# sudo; a second run installs nothing.
set -euo pipefail

packages=(
    build-essential cmake ninja-build
    libopencv-core-dev libopencv-imgproc-dev
    libturbojpeg0-dev libjpeg62-turbo-dev libpng-dev libwebp-dev libheif-dev libexif-dev
    libv4l-dev libopencv-videoio-dev
    pkg-config libcairo2-dev libpango1.0-dev libglib2.0-dev fonts-noto-core
    libcjson-dev libsqlite3-dev libmicrohttpd-dev libqrencode-dev nettle-dev libcmocka-dev
    libnats-dev nats-server libconfig-dev
    libchipmunk-dev python3
    nginx-light openssl
    "$@"
)

missing=()
for p in "${packages[@]}"; do
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
echo "deps.sh: installing ${missing[*]}" >&2
"${as_root[@]}" apt-get update -qq
DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq \
    --no-install-recommends "${missing[@]}" >&2
