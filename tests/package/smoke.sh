#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# smoke.sh PREFIX SAMPLES VERSION: does the crokeye that is installed below PREFIX
# work? Asks the program itself, scores a sample, serves a match, finds the manual, and
# where there is a compiler builds the example against the library. Needs nothing else
# than bash and coreutils: it runs on a bare Debian, too.
set -euo pipefail
prefix=$1
samples=$(realpath "$2")
version=$3
export PATH="$prefix/bin:$PATH"
work=$(mktemp -d)
server=
end() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    rm -rf "$work"
}
trap end EXIT
cd "$work"

# must WHAT COMMAND...: it ends with 0
must() {
    local what=$1
    shift
    "$@" >said 2>&1 || {
        echo "smoke: $what: exit status $?: $*"
        cat said
        exit 1
    }
}

# says TEXT: what the last command printed has this
says() {
    grep -qF -- "$1" said || {
        echo "smoke: no \"$1\" in:"
        cat said
        exit 1
    }
}

must version crokeye --version
[ "$(head -n 1 said)" = "crokeye $version" ] || says "crokeye $version, as the first line"
says "OpenCV "

must books crokeye rules list
[ "$(wc -l <said)" -eq 6 ] || says "six books"

# The truth of the sample, "totals": [35, 25], and those of the result, by columns.
truth=$(tr -d ' \n' <"$samples/photo-022.json" | sed 's/.*"totals":\[\([0-9,]*\)\].*/\1/')
must score crokeye score --csv --overlay . "$samples/photo-022.jpg"
found=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
                 NR == 2 { print $at["total1"] "," $at["total2"] }' said)
[ "$found" = "$truth" ] || says "the totals $truth"
[ -s photo-022.jpg ] || says "an annotated picture"

# A server: its address is printed when it listens.
mkfifo greeting
crokeye serve --match match.db --listen 127.0.0.1:0 >greeting 2>messages &
server=$!
port=
while read -r what address _; do
    [ "$what" != console ] || port=$(expr "$address" : 'http://127.0.0.1:\([0-9]*\)/')
    [ "$what" != token ] || break
done <greeting
[ -n "$port" ] || {
    echo "smoke: serve did not say its address"
    cat messages
    exit 1
}
exec 3<>"/dev/tcp/127.0.0.1/$port"
printf 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n' >&3
cat <&3 >said
exec 3<&-
says " 200 "
kill "$server"
wait "$server" || {
    echo "smoke: serve ended with $?"
    exit 1
}
server=

for page in man1/crokeye.1 man1/crokeye-score.1 man1/crokeye-hall-run.1 man5/crokeye-rules.5; do
    found=("$prefix/share/man/$page"*)
    [ -s "${found[0]}" ] || {
        echo "smoke: no page $page"
        exit 1
    }
done
if command -v man >/dev/null; then
    must manual man -M "$prefix/share/man" -w crokeye-score
    must manual man -M "$prefix/share/man" -w 5 crokeye-rules
fi

# A program of somebody else: what pkg-config says is all that it needs.
example=$prefix/share/doc/crokeye/examples/score.c
if command -v cc >/dev/null && command -v pkg-config >/dev/null; then
    libraries=("$prefix"/lib/*/pkgconfig "$prefix"/lib/pkgconfig)
    PKG_CONFIG_PATH=$(IFS=: && echo "${libraries[*]}")
    LD_LIBRARY_PATH=$(dirname "$(find "$prefix/lib" -name libcrokeye.so)")
    export PKG_CONFIG_PATH LD_LIBRARY_PATH
    uses=() # a prefix may have spaces, which pkg-config escapes as a shell does
    eval "uses=($(pkg-config --cflags --libs crokeye))"
    must example cc "$example" "${uses[@]}" -o score
    must example ./score "$samples/photo-022.jpg"
    says "green 35 yellow 25"
    echo "smoke: the example is built and works"
fi
echo "smoke: crokeye $version works"
