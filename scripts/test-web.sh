#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Install missing packages, then test the pages in a real browser (headless
# chromium) with a server of the release build that plays a recorded match and
# watches a simulated one. Screenshots are written to out/web.
set -euo pipefail

usage="Usage: scripts/test-web.sh [NAME]
Tests the pages in chromium; with NAME only the tests whose name contains NAME.
Installs nodejs, npm, chromium, zbarimg, ffmpeg and a font if they are missing."

case ${1:-} in
-h | --help)
    echo "$usage"
    exit 0
    ;;
esac
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
command -v chromium >/dev/null || missing+=(chromium)
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

cmake --preset release >/dev/null
cmake --build --preset release --target stage hall_stage crokeye sim >/dev/null
# Two files at a time, the longest first: a page waits for most of its time.
exec timeout 2400 node --test --test-reporter=spec ${1:+--test-name-pattern="$1"} --test-concurrency=2 \
    tests/web/live.test.mjs tests/web/overlay.test.mjs tests/web/console.test.mjs tests/web/hall.test.mjs \
    tests/web/photo.test.mjs tests/web/decisions.test.mjs tests/web/web.test.mjs tests/web/onair.test.mjs \
    tests/web/host.test.mjs tests/web/stream.test.mjs tests/web/tables.test.mjs tests/web/setup.test.mjs \
    tests/web/batch.test.mjs
