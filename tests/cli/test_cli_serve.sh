#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# crokeye serve as a person starts it. Arguments: the program, the project.
set -u
. "$(dirname "$0")/check.sh"
match=$root/tests/rules/matches/depot.ndjson

check serve-help 0 "$crokeye" serve --help
has out 'Usage: crokeye serve'
check serve-option 2 "$crokeye" serve --nothing
has err 'there is no option --nothing'
check serve-value 2 "$crokeye" serve --match
has err 'a value is missing after --match'
check serve-source 2 "$crokeye" serve /dev/video0
has err 'cannot be watched here yet, only by crokeye watch; leave out /dev/video0'
check serve-address 2 "$crokeye" serve --listen somewhere
has err 'somewhere: not an address to listen on'
check serve-no-theme 3 "$crokeye" serve --theme none.css
has err 'none.css'
echo short >token
check serve-short-token 3 "$crokeye" serve --token-file token
has err 'its first line must be a token'
rm token

# Starts a server in the background; its address is in $url then.
start() { # OPTION...
    "$crokeye" serve --listen 127.0.0.1:0 "$@" >served 2>told &
    server=$!
    for _ in $(seq 100); do
        url=$(sed -n 's|^overlay  \(.*\)/overlay$|\1|p' served)
        [ -n "$url" ] && return
        sleep 0.1
    done
    fault "serve did not start: $(cat told)"
}

stop() {
    kill -TERM "$server"
    wait "$server" || fault "serve ended with status $?"
}

# GET PATH, with nothing but bash.
get() {
    exec 3<>"/dev/tcp/127.0.0.1/${url##*:}"
    printf 'GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' "$1" >&3
    cat <&3 >out
    exec 3>&-
}

"$crokeye" import m.db <"$match" >/dev/null || fault "import"
echo ':root { --panel: red; }' >own.css
start --match m.db --state state.json --theme own.css --token-file token
[ "$(stat -c %a token)" = 600 ] || fault "others can read the token"
grep -q "#token=$(cat token)\$" served || fault "no link with the token"
get /api/match
has out '"title":"Recorded match, depot"'
get /pages/theme.css
has out '--panel: red'
has state.json '"state":"over"'
check serve-second-writer 3 "$crokeye" serve --match m.db --listen 127.0.0.1:0
stop
cp token before
start --match m.db --token-file token
cmp token before || fault "the token changed"
stop
rm before token state.json own.css
[ "$(echo m.db*)" = m.db ] || fault "files were left: $(echo m.db*)"

TMPDIR=$PWD start
has told 'this match is lost when the program ends'
stop
[ "$(echo crokeye-*)" = 'crokeye-*' ] || fault "a record was left"
rm -f served told
finish
