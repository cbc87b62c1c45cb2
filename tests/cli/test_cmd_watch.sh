#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# crokeye watch as a person types it. Arguments: the program, the project, the
# same program with an engine that tells a simulated match (scripted.c), how
# often that one is killed.
set -u
. "$(dirname "$0")/check.sh"
scripted=$3
kills=$4
export CROK_SCRIPT_SEED=3 CROK_SCRIPT_ROUNDS=2

# Frames that nobody looks at: one a piece of news, and some more.
frames() {
    mkdir "$1"
    for i in $(seq "$2"); do
        ln -s "$root/samples/shown/close-up.jpg" "$1/$i.jpg"
    done
}
frames short 120
frames long 600

# The simulator's physics announce themselves on standard output.
watch() {
    "$scripted" watch --sides black,white "$@" |
        grep -v '^Initializing cpSpace\|^Compile with -DNDEBUG'
    return "${PIPESTATUS[0]}"
}

# The events without their times.
events() {
    "$crokeye" export "$1" | sed 's/"time":"[^"]*",\?//'
}

check json 0 watch --json --rules depot --match a.db \
    --state state.json --title Final --table 4 --players Ann,Bob short
[ ! -s err ] || fault "json: $(head -c 300 err)"
shots=$(grep -c '"type":"shot"' < <(events a.db))
[ "$shots" -eq 32 ] || fault "json: $shots shots, wanted 32"
[ "$(grep -c '"type":"round_end"' < <(events a.db))" -eq 2 ] ||
    fault "json: not two rounds"
[ "$(wc -l <out)" -ge 36 ] || fault "json: $(wc -l <out) lines"
[ "$(grep -vc '^{"schema":"crokeye.match/1",' out)" -eq 0 ] ||
    fault "json: other lines"
has out '"title":"Final","table":"4","rules":"depot","round":3'
has out '"players":["Ann"]'
tail -1 out | cmp -s - state.json || fault "the state is not the last line"
[ -z "$(find . -name 'state.json.*')" ] || fault "an unfinished state was left"

# A film of what is seen: written with the real engine, a film again, and never
# over a file that is there.
mkdir seen
for i in 1 2 3; do
    ln -s "$root/samples/shown/close-up.jpg" seen/$i.jpg
done
real() {
    "$crokeye" watch --sides black,white "$@"
}
check draw 1 real --draw drawn.mp4 seen
has err "no board was seen in it"
check drawn 1 real drawn.mp4
has err "no board was seen in it"
cp drawn.mp4 kept.mp4
check draw-again 2 real --draw drawn.mp4 seen
has err "drawn.mp4 is there already: name another file for the film"
cmp -s drawn.mp4 kept.mp4 || fault "the film was written over"
check draw-elsewhere 3 real --draw no/film.mp4 seen
has err "no/film.mp4: it cannot be written as a film"

# A state that is read while it changes is whole at any time.
rm -f b.db state.json
watch --rules depot --match b.db --state state.json short \
    >text 2>err &
pid=$!
reads=0
while kill -0 "$pid" 2>/dev/null; do
    if [ -e state.json ]; then
        tail -c 2 state.json | grep -q '}' || fault "a state was not whole"
        reads=$((reads + 1))
    fi
done
wait "$pid" || fault "text: exit status $?"
[ "$reads" -gt 0 ] || fault "the state was never read"
has text 'game 1, round 1'
has text 'game 1, round 2'
[ "$(grep -c '(V[0-9])' text)" -ge 30 ] || fault "text: shots are missing"

# Killed after any of its documents, it goes on where it was.
events b.db >whole
killed=0
for ((i = 0; i < kills; i++)); do
    [ -e c.db ] && seen=$(grep -c '"type":"shot"' < <(events c.db)) || seen=0
    [ "$seen" -lt 32 ] || rm -f c.db*
    [ -e c.db ] || seen=0
    exec 4< <(CROK_SCRIPT_SKIP=$seen exec "$scripted" watch --json --rules depot \
        --sides black,white --match c.db short 2>err)
    pid=$!
    for ((documents = 1 + RANDOM % 20; documents > 0; documents--)); do
        read -r _ <&4 || break
    done
    kill -9 "$pid" 2>/dev/null
    wait "$pid" 2>/dev/null
    [ $? -eq 137 ] && killed=$((killed + 1))
    exec 4<&-
done
[ "$killed" -gt 0 ] || fault "it was never killed"
seen=$(grep -c '"type":"shot"' < <(events c.db 2>/dev/null))
CROK_SCRIPT_SKIP=$seen check after-kills 0 watch --json --rules depot \
    --match c.db short
events c.db >parts
cmp parts whole || fault "killed $kills times: another match"

# Ended by a person.
rm -f state.json
"$scripted" watch --sides black,white --rules depot --state state.json long \
    >text 2>err &
pid=$!
until grep -q '"last":{' state.json 2>/dev/null; do # a shot was seen
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.1
done
kill -TERM "$pid"
wait "$pid"
got=$?
[ "$got" -eq 0 ] || fault "SIGTERM: exit status $got: $(head -c 300 err)"
has text 'game 1, round 1'

check help 0 "$crokeye" watch --help
has out 'Usage: crokeye watch'
check no-source 2 "$crokeye" watch
check two-sources 2 "$crokeye" watch a b
check option 2 "$crokeye" watch --what short
check no-film 3 "$crokeye" watch nowhere.mp4
has err 'nowhere.mp4'
check no-camera 3 "$crokeye" watch /dev/video99
has err '/dev/video99'
check no-camera-match 3 "$crokeye" watch --match none.db /dev/video99
[ "$(echo none.db*)" = 'none.db*' ] || fault "watch without its camera left a record"
check no-video 1 "$crokeye" watch "$root/README.md"
check rules 2 "$crokeye" watch --rules nowhere short
has err 'there is no rule book "nowhere"'
check set 2 "$crokeye" watch --set target=lots short
check sides 2 "$crokeye" watch --sides red short
has err '--sides red: two to four different colours'
check colour 2 "$crokeye" watch --sides red,rde short
has err '"rde" is no colour that is known'
check seats 2 "$crokeye" watch --sides red,black --seats 2=red,0=black short
check seat-side 2 "$crokeye" watch --sides red,black --seats 0=red,2=blue short
has err '"blue" is none of the colours'
check players 2 "$crokeye" watch --players Ann short
check first 2 "$crokeye" watch --first 4 short
check size 2 "$crokeye" watch --size 1280 short
check fps 2 "$crokeye" watch --fps 0 short
check control 2 "$crokeye" watch --control focus short
check calib 2 "$crokeye" watch --calib nowhere.json short
check no-record 3 "$crokeye" watch --match no/m.db short
check foreign-record 1 "$crokeye" watch --match err short
check other-match 2 "$scripted" watch --rules masters --match a.db short
has err "a.db: the record of another match, its rules are not those that were given"
check other-title 2 "$scripted" watch --title Other --match a.db short
check full 3 bash -c "'$scripted' watch --json --rules depot short >/dev/full"
check full-record 3 bash -c \
    "'$scripted' watch --json --sides black,white --rules depot --match full.db \
        short >/dev/full"
[ "$(grep -c 'cannot write the output' err)" -eq 1 ] || fault "full-record: $(cat err)"
[ "$(grep -c '"type":"shot"' < <(events full.db))" -eq 32 ] ||
    fault "full-record: not every shot is in the record"
check latin-1 2 "$crokeye" watch --players $'J\xfcrg,Bo' short
check latin-1-title 2 "$crokeye" watch --title $'\xff' short
has err 'no UTF-8'
for option in sides players seats title table; do
    check "unseen-$option" 2 "$crokeye" watch "--$option" $'Ann\xe2\x80\xae,Bo' short
    has err "--$option must be a text without control and invisible characters: delete U+202E"
done
check no-state 3 watch --json --rules depot --state no/s.json short
has err 'no/s.json: cannot be written'
[ "$(grep -c 'cannot be written' err)" -eq 1 ] || fault "no-state: told again and again"

finish
