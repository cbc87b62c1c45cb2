#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# crokeye serve as a person starts it. Arguments: the program, the project, the
# same program with an engine that tells a simulated match (scripted.c).
set -u
. "$(dirname "$0")/check.sh"
scripted=$3
match=$root/tests/rules/matches/depot.ndjson

check serve-help 0 "$crokeye" serve --help
has out 'Usage: crokeye serve'
check serve-option 2 "$crokeye" serve --nothing
has err "unrecognized option '--nothing'"
check serve-value 2 "$crokeye" serve --match
has err "option '--match' requires an argument"
check serve-no-file 3 "$crokeye" serve --listen 127.0.0.1:0 none.mp4
has err 'none.mp4: no such file, folder or camera'
check serve-no-file-match 3 "$crokeye" serve --listen 127.0.0.1:0 --match none.db none.mp4
[ "$(echo none.db*)" = 'none.db*' ] || fault "serve without its film left a record"
check serve-no-film 1 "$crokeye" serve --listen 127.0.0.1:0 "$root/README.md"
check serve-no-source 2 "$crokeye" serve --sides red,black
has err '--sides: it is for a match that is watched, and there is no source: name a camera'
check serve-two-sources 2 "$crokeye" serve a b
has err 'b: one source only'
check serve-json 2 "$crokeye" serve --json a
has err '/api/match'
check watch-listen 2 "$crokeye" watch --listen 127.0.0.1:0 a
has err 'of crokeye serve'
check serve-sides 2 "$crokeye" serve --sides red,rde --listen 127.0.0.1:0 "$root/samples"
has err '"rde" is no colour that is known'
check serve-address 2 "$crokeye" serve --listen somewhere
has err 'somewhere: not an address to listen on'
check serve-no-theme 3 "$crokeye" serve --theme none.css
has err 'none.css'
echo ':root { --strip: #ffffff; --row: red; }' >own.css
check serve-theme-of-no-table 2 "$crokeye" serve --theme 2=own.css
has err '--theme 2=own.css: there is no table 2'
check watch-theme 2 "$crokeye" watch --theme own.css a
has err 'of crokeye serve'
rm own.css
check serve-path 2 "$crokeye" serve --listen 127.0.0.1:0 --public-url https://club.example/board
has err '--public-url https://club.example/board: the pages do not work below a path'
check serve-public 2 "$crokeye" serve --listen 127.0.0.1:0 --public-url club.example
has err '--public-url club.example: give an address like https://'
check watch-public 2 "$crokeye" watch --public-url https://club.example a
has err 'of crokeye serve'
echo long-enough-for-a-token >token
chmod 644 token
check serve-public-token 3 "$crokeye" serve --token-file token
has err 'others can read or write this token'
chmod 600 token
if [ "$(id -u)" = 0 ]; then
    chown 1234 token
    check serve-foreign-token 3 "$crokeye" serve --token-file token
    has err 'this token is of another user'
    rm token
fi
echo short >token
chmod 600 token
check serve-short-token 3 "$crokeye" serve --token-file token
has err 'its first line must be a token'
rm token

# Starts a server in the background; its address is in $url then.
program=$crokeye
start() { # OPTION...
    : >served # what the last one said is no news of this one
    "$program" serve --listen "${listen:-127.0.0.1:0}" "$@" >served 2>told &
    server=$!
    while kill -0 "$server" 2>/dev/null; do
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
has out '--strip: #0b0f1a'
has told 'own.css: the contrast of --ink on --panel is not checked'
has state.json '"state":"over"'
check serve-second-writer 3 "$crokeye" serve --match m.db --listen 127.0.0.1:0
stop
cp token before
start --match m.db --token-file token
cmp token before || fault "the token changed"
stop
rm before token state.json
[ "$(echo m.db*)" = m.db ] || fault "files were left: $(echo m.db*)"

# Names of tables: one that two have means neither, and the links have numbers.
"$crokeye" import n.db <"$match" >/dev/null || fault "import"
name=$(sed -n '1s/.*"table":"\([^"]*\)".*/\1/p' "$match")
[ -n "$name" ] || fault "the recorded match has no table"
start --match m.db --match n.db
has told "m.db and n.db: both tables are named \"$name\", so that ?table= finds neither"
get "/api/match?table=$name"
has out ' 409 '
get '/api/match?n=2'
has out '"number":2'
stop
rm n.db
echo ':root { --strip: #ffffff; }' >white.css
start --match m.db --match n.db --theme own.css --theme 2=white.css
has told 'white.css: --strip-ink (#ffffff) on --strip (#ffffff) has a contrast of 1.00:1'
get '/pages/theme.css?n=2'
has out '--strip: #ffffff'
! grep -qF -- '--panel: red' out || fault 'table 2 has the theme of table 1'
get /pages/theme.css
has out '--panel: red'
stop
rm own.css white.css
start --match m.db --match n.db
has served "$url/overlay?n=2"
has served "$url/console?n=2#token="
get '/api/match?n=2'
has out '"number":2'
stop
rm n.db*

TMPDIR=$PWD start
has told 'this match is lost when the program ends'
stop
[ "$(echo crokeye-*)" = 'crokeye-*' ] || fault "a record was left"
TMPDIR=$PWD start
kill -KILL "$server"
wait "$server" 2>/dev/null
left=$(echo crokeye-match-*/match.db)
[ -e "$left" ] || fault "no record was left by a kill"
TMPDIR=$PWD start
[ ! -e "$left" ] || fault "a kill's record is still there"
stop
[ "$(echo crokeye-*)" = 'crokeye-*' ] || fault "a record was left"

# Listening at all addresses, the printed ones are those of the machine.
listen=0.0.0.0:0
start --match m.db
if [ -n "$(hostname -I)" ]; then
    grep -q '^listens  http://0.0.0.0:' served || fault "it does not say where it listens"
    ! grep -v '^listens ' served | grep -F 0.0.0.0 || fault "no phone reaches what is printed"
fi
stop
unset listen

# How many files may be open: too few are told, few are enough for a browser, and
# a soft limit is no limit.
check serve-no-files 3 bash -c 'ulimit -n 40 && timeout 60 "$1" serve --listen 127.0.0.1:0' - "$crokeye"
has err 'this program may open 40 files, and needs 44 to serve'
few=$(mktemp)
printf '#!/bin/bash\nulimit -n 44\nexec "%s" "$@"\n' "$crokeye" >"$few"
chmod +x "$few"
program=$few
start --match m.db
get /api/match
has out ' 200 '
stop
sed -i 's/ulimit -n 44/ulimit -Sn 10/' "$few"
start --match m.db
get /api/match
has out ' 200 '
stop
rm "$few"
program=$crokeye

# A wrong token is told, and not the token.
start --match m.db
exec 3<>"/dev/tcp/127.0.0.1/${url##*:}"
printf 'POST /api/undo HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer secret\r\nContent-Length: 0\r\n\r\n' >&3
cat <&3 >out
exec 3>&-
has out ' 401 '
has told 'crokeye serve: a wrong token from 127.0.0.1'
! grep -q secret told || fault "the token is told"
stop

# A source is watched and served by one program.
mkdir film
for i in $(seq 120); do
    ln -s "$root/samples/shown/close-up.jpg" "film/$i.jpg"
done
program=$scripted
export CROK_SCRIPT_SEED=3 CROK_SCRIPT_ROUNDS=2

# Waits till the film has ended.
ended() {
    for _ in $(seq 300); do
        get /api/match
        grep -q 'The film has ended' out && return
        sleep 0.1
    done
    fault "the film does not end: $(tail -c 300 out)"
}
events() {
    "$crokeye" export "$1" | sed 's/"time":"[^"]*",\?//'
}
start --fps 500 --match live.db --rules depot --sides black,white --players Ann,Bob film
ended
has out '"state":"ended","words":"The film has ended"'
has out '"round":3'
has out '"picture":{"url":"/picture.jpg?v='
get /picture.jpg
has out 'Content-Type: image/jpeg'
get /rests/2.jpg
has out 'Content-Type: image/jpeg'
get '/api/event?of=2'
has out '"type":"shot"'
get '/api/event?of=999'
has out 'there is no event 999'
stop
"$scripted" watch --json --match alone.db --rules depot --sides black,white \
    --players Ann,Bob film >out 2>err || fault "watch: $(cat err)"
events live.db >live
events alone.db >alone
cmp live alone || fault "serve and watch do not record the same"

# Several tables are watched by one program, each in a thread of its own: each
# record has what watching its film alone gives. A table without a source is
# served beside them, and one whose film is none does not disturb the others.
# The day's list of next matches is that of the table before it.
watched="--rules depot --sides black,white --players Ann,Bob --fps 500"
printf '{"schema":"crokeye.next/1","matches":[{"sides":[["Cy"],["Di"]]}]}' >b.next
# shellcheck disable=SC2086 # the options are words
start --on 1 --match on1.db --table A $watched --source film \
    --on 3 --match on3.db --table C $watched --source film --next film \
    --on 2 --match on2.db --table B --next b.next
has served "$url/console?n=3#token="
has told 'film: cannot read: Is a directory; the next matches stay as they were'
get '/api/pairings?n=2'
has out '"matches":[{"sides":[["Cy"],["Di"]]}]'
for n in 1 3; do
    get "/api/pairings?n=$n"
    has out '"day":null'
done
get '/api/match?table=B'
has out '"number":2'
for n in 1 3; do
    for _ in $(seq 600); do
        get "/api/match?n=$n"
        grep -q 'The film has ended' out && break
        sleep 0.1
    done
    has out 'The film has ended'
done
stop
for n in 1 3; do
    events "on$n.db" | sed '1s/"table":"[AC]"/"table":""/' >"on$n"
    cmp "on$n" alone || fault "table $n, watched beside another, is another match"
done
[ -z "$(events on2.db)" ] || fault "a table without a source was watched"
check on-number 2 "$crokeye" serve --on 17 --match x.db
has err '--on 17: the number of a table, 1 to 16'
check on-gap 2 "$crokeye" serve --on 1 --match x.db --on 3 --match y.db
has err 'table 2 has no record: --on 2 --match FILE.db'
check on-twice 2 "$crokeye" serve --on 1 --match x.db --match y.db
has err 'a table has one record only'
check on-no-source 2 "$crokeye" serve --on 1 --match x.db --on 2 --match y.db --sides red,black
has err 'no source behind this --on'
check on-two-sources 2 "$crokeye" serve --source a b
has err 'has a --source already'
check on-book 2 "$crokeye" serve --on 1 --match x.db --on 2 --match y.db --rules nobodys --source a
has err 'nobodys'
check on-no-file 3 "$crokeye" serve --listen 127.0.0.1:0 --on 1 --match x.db --source film \
    --on 2 --match y.db --source none.mp4
has err 'table 2: none.mp4: no such file, folder or camera'
[ "$(echo x.db* y.db*)" = 'x.db* y.db*' ] || fault "serve without a film left records: $(echo x.db* y.db*)"
check watch-on 2 "$crokeye" watch --on 1 film
has err 'of crokeye serve'
check watch-next 2 "$crokeye" watch --next b.next film
has err '--next, --on and --source are of crokeye serve'

# until PATTERN: waits till /healthz says so.
until_health() {
    for _ in $(seq 600); do
        get /healthz
        grep -q "$1" out && return
        sleep 0.1
    done
    fault "/healthz does not come to $1: $(tail -c 300 out)"
}
# The record goes away under a running server: nothing is confirmed, watching
# goes on, and when it has its name back everything is written.
start --fps 20 --match moved.db --rules depot --sides black,white --players Ann,Bob film
mv moved.db away.db
until_health '"unsaved":[1-9]'
written=$(events away.db | wc -l)
until_health '"unsaved":[1-9][0-9]'
has out ' 503 '
has out '{"ok":false,"reasons":[{"code":"record","words":"'
has out 'only in memory'
get /api/match
has out 'was renamed or replaced'
grep -q 'was renamed or replaced' told || fault "not told: $(cat told)"
[ "$(events away.db | wc -l)" -eq "$written" ] ||
    fault "events were written to a renamed record"
mv away.db moved.db
until_health '"unsaved":0'
ended
until_health '"unsaved":0'
has out '"reasons":[{"code":"ended","words":"The film has ended"}]'
grep -q 'every event is on the disk' told || fault "not told: $(cat told)"
cp moved.db copied.db # of a running server
stop
events copied.db >copied
cmp copied alone || fault "a renamed record: not every event was written"
[ "$(echo moved.db*)" = "moved.db moved.db.replay moved.db.token" ] || fault "files were left: $(echo moved.db*)"

# A disk that is full for a while, where this machine lets us have one: the film
# is followed to its end, and everything is written when there is room.
full() {
    mount -t tmpfs -o size=2m full disk && "$@"
}
# The texts are an extra: the match is served without them, and they are written
# when there is room.
texts_on_full_disk() {
    program=$crokeye
    mkdir disk/texts
    cat /dev/zero >disk/filler 2>/dev/null
    start --match m.db --text disk/texts
    grep -q 'crokeye-texts.json.*the texts of --text are written when that works' told ||
        fault "texts on a full disk: not told: $(cat told)"
    rm disk/filler
    until [ -s disk/texts/name1.txt ] || [ "$faults" -gt 0 ]; do sleep 0.05; done
    has disk/texts/crokeye-texts.json '"name1.txt"'
    stop
    rm -r disk/texts
}
on_full_disk() {
    texts_on_full_disk
    program=$scripted
    start --fps 100 --match disk/full.db --rules depot --sides black,white \
        --players Ann,Bob film
    cat /dev/zero >disk/filler 2>/dev/null
    until_health '"unsaved":[1-9][0-9]'
    has out ' 503 '
    has out '{"code":"disk","words":"'
    has out 'the disk is full'
    rm disk/filler
    until_health '"unsaved":0'
    ended
    until_health '"unsaved":0'
    stop
    events disk/full.db >full.events
    cmp full.events alone || fault "a full disk: not every event was written"
    return "$((faults > 0))"
}
mkdir disk
if unshare -m true 2>/dev/null; then
    export crokeye scripted root
    export -f full on_full_disk texts_on_full_disk start stop get ended events fault has until_health
    export faults
    faults=0 unshare -m bash -c 'full on_full_disk' || fault "on a full disk"
else
    echo "a full disk was not tried: no mount namespace here"
fi

# Killed in the middle, it goes on where it was.
for i in $(seq 121 400); do
    ln -s "$root/samples/shown/close-up.jpg" "film/$i.jpg"
done
start --fps 500 --match cut.db --rules depot --sides black,white --players Ann,Bob film
for _ in $(seq 300); do
    seen=$(grep -c '"type":"shot"' < <(events cut.db))
    [ "$seen" -ge 5 ] && break
done
kill -KILL "$server"
wait "$server" 2>/dev/null
CROK_SCRIPT_SKIP=$(grep -c '"type":"shot"' < <(events cut.db))
export CROK_SCRIPT_SKIP
start --fps 500 --match cut.db --rules depot --sides black,white --players Ann,Bob film
ended
stop
events cut.db >cut
cmp cut alone || fault "killed and started again: another match"
check serve-other-match 2 "$scripted" serve --match alone.db --rules masters \
    --listen 127.0.0.1:0 film
has err 'its rules are not those that were given'
finish
