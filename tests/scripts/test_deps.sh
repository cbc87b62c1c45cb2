#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# scripts/deps.sh and demo.sh say what is fetched and keep what apt and the build
# print in logs, which they name if these fail. They are run with stand-ins for
# all that they call. Argument: the folder of the scripts.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/scripts" "$work/bin" "$work/samples" "$work/build/release" "$work/logs"
cp "$1/deps.sh" "$1/demo.sh" "$work/scripts"
cd "$work" || exit 1
export PATH=$work/bin:$PATH TMPDIR=$work/logs
faults=0

fault() {
    echo "$1: $(head -c 600 said)"
    faults=$((faults + 1))
}

# stand_in FILE LINE...: a script of these lines.
stand_in() {
    local file=$1
    shift
    printf '%s\n' '#!/bin/sh' "$@" >"$file"
    chmod +x "$file"
}

has() { grep -qF -- "$1" said || fault "no \"$1\""; }
has_not() { ! grep -qF -- "$1" said || fault "there is \"$1\""; }

# Nothing is installed; apt has two packages to fetch, and chatters.
stand_in bin/dpkg-query false
stand_in bin/id 'echo 0'
stand_in bin/apt-get 'echo "$*" >>calls' \
    'case $* in *--print-uris*) echo "'"'http://x/a.deb'"' a.deb 1500000 SHA256:0"' \
    'echo "'"'http://x/b.deb'"' b.deb 2500000 SHA256:0" ;; *) echo chatter; esac'

scripts/deps.sh >said 2>&1 || fault 'deps.sh failed'
has 'apt fetches 2 packages, 4 MB, and installs them'
has_not chatter
[ -z "$(ls logs)" ] || fault 'a log is left, though nothing failed'
grep -q 'install .*libopencv-videoio-dev' calls || fault 'films are not installed'

rm calls
scripts/deps.sh --program extra >said 2>&1 || fault 'deps.sh --program failed'
grep -q 'install .*libopencv-imgproc-dev.* extra' calls || fault 'the program lacks packages'
! grep -q 'videoio\|cmocka' calls || fault 'what the program does not need is installed'

stand_in bin/apt-get 'echo "E: no network"; exit 100'
! scripts/deps.sh >said 2>&1 || fault 'a failure of apt is no failure'
has 'E: no network'
has "all that apt said is in $work/logs/crokeye-deps-"
grep -q 'E: no network' logs/*.log || fault 'the log is empty'

# The demo, with everything installed and with the program's packages only.
stand_in bin/dpkg-query 'for p; do case $p in -*) ;; *) echo installed ;; esac; done'
stand_in bin/cmake 'echo "cmake $*" | tee -a calls'
stand_in build/release/crokeye 'echo "score $*" | tee -a calls'
touch samples/empty-1.jpg samples/photo-001.jpg samples/photo-022.jpg
rm -f calls
scripts/demo.sh >said 2>&1 || fault 'demo.sh failed'
has '1 of 3: packages'
has '2 of 3: build'
has '3 of 3: score'
has_not 'cmake --preset'
grep -q -- '-DCROK_VIDEO=ON -DCROK_TESTS=ON' calls || fault 'not built whole'
grep -q 'out samples/photo-022.jpg samples/photo-001.jpg samples/empty-1.jpg$' calls ||
    fault "other samples: $(cat calls)"

stand_in bin/dpkg-query \
    'for p; do case $p in -* | *videoio*) ;; *) echo installed ;; esac; done'
rm calls
scripts/demo.sh samples/.. >said 2>&1 || fault 'demo.sh FOLDER failed'
grep -q -- '-DCROK_VIDEO=OFF -DCROK_TESTS=OFF' calls || fault 'the build needs films'
grep -q "score .*out $work\$" calls || fault "another folder: $(cat calls)"

stand_in bin/cmake 'echo "a library is missing"; exit 1'
! scripts/demo.sh >said 2>&1 || fault 'a build that failed is no failure'
has 'a library is missing'
has "all that it said is in $work/out/build.log"
exit $((faults > 0))
