#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Install missing packages, then test the pages in a real browser (headless
# chromium) with a server of the release build that plays a recorded match and
# watches a simulated one. With NAME, pictures of the pages are written to out/web.
# CROK_PICTURES=1 does that for all; CROK_SOAK=1 makes the long tests longer;
# CROK_BUILT=1 says that the release build is up to date. With --packages it only installs.
set -euo pipefail

usage="Usage: scripts/test-web.sh [NAME]
Tests the pages in chromium; with NAME only the tests whose name contains NAME, and
writes pictures of the pages to out/web. Installs nodejs, npm, chromium-headless-shell,
zbarimg, ffmpeg and a font if they are missing."

case ${1:-} in
-h | --help)
    echo "$usage"
    exit 0
    ;;
esac
packages=
if [ "${1:-}" = --packages ]; then
    packages=1
    shift
fi
if [ $# -gt 1 ] || [[ ${1:-} == -* ]]; then
    echo "test-web.sh: one name at most, not \"$*\"
$usage" >&2
    exit 2
fi
cd "$(dirname "$0")/.."

scripts/deps.sh
missing=()
command -v node >/dev/null || missing+=(nodejs)
command -v npm >/dev/null || missing+=(npm)
command -v chromium-headless-shell >/dev/null || missing+=(chromium-headless-shell)
command -v zbarimg >/dev/null || missing+=(zbar-tools)
command -v ffmpeg >/dev/null || missing+=(ffmpeg)
[ -n "$(find /usr/share/fonts -iname 'inter*' -print -quit)" ] || missing+=(fonts-inter)
if [ ${#missing[@]} -gt 0 ]; then
    as_root=()
    [ "$(id -u)" -eq 0 ] || as_root=(sudo)
    echo "test-web.sh: installing ${missing[*]}" >&2
    "${as_root[@]}" apt-get update -qq
    DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq \
        --no-install-recommends "${missing[@]}" >&2
fi
# The version of the lock file is the newest that runs on Debian 12's node 18.
# An older checkout may have left another one, which npm ls finds.
npm ls --prefix tests/web >/dev/null 2>&1 ||
    npm ci --prefix tests/web --no-audit --no-fund >&2 || {
    echo "test-web.sh: npm could not install tests/web/node_modules: no page was tested" >&2
    exit 4 # scripts/test.sh tells it from a test that failed
}
[ -z "$packages" ] || exit 0

if [ -z "${CROK_BUILT:-}" ]; then
    cmake --preset release >/dev/null
    cmake --build --preset release --target stage hall_stage crokeye sim >/dev/null
fi
[ $# -eq 0 ] || export CROK_PICTURES=1
exec timeout 2400 node tests/web/all.mjs "$@"
