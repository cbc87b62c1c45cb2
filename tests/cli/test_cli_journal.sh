#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# crokeye import and export as a person types them. Arguments: the program, the
# project.
set -u
. "$(dirname "$0")/check.sh"
match=$root/tests/rules/matches/depot.ndjson

check import 0 "$crokeye" import m.db <"$match"
has out '"state":"over"'
check export 0 "$crokeye" export m.db
cmp out "$match" || fault "export: other bytes than were imported"
check csv 0 "$crokeye" export --csv m.db
has out 'Board,Position,Player,Opponent,First/Hammer,Pts/20s,Total,Round1,Round2,Round3,Round4'
has out '1,1,black 0 & black 2,white 1 & white 3,First,20s,8,3,2,3,0'
[ "$(wc -l <out)" -eq 5 ] || fault "csv: not 5 lines"
check shots 0 "$crokeye" export --shots m.db
[ "$(wc -l <out)" -eq 97 ] || fault "shots: not 96 shots"

[ "$(echo m.db*)" = m.db ] || fault "files were left: $(echo m.db*)"

# The book in the record lacks settings, or has one that nobody knows.
old=$root/tests/rules/records/without-L3-V14.ndjson
check import-older 0 "$crokeye" import old.db <"$old"
has out '"rules":"our-club"'
check export-older 0 "$crokeye" export old.db
cmp out "$old" || fault "export: the older record was changed"
check import-newer 1 "$crokeye" import newer.db \
    < <(sed 's/"target":/"value_ring":12,"target":/' "$old")
has err 'line 1: rules: "value_ring": no such setting; a newer crokeye may have it'

check import-twice 1 "$crokeye" import m.db <"$match"
has err 'has 101 events already; import into a new file'
(head -3 "$match"; echo nonsense) >bad.ndjson
check import-bad 1 "$crokeye" import bad.db <bad.ndjson
has err 'standard input: line 4: no valid JSON'
check export-of-nothing 0 "$crokeye" export bad.db
[ ! -s out ] || fault "a bad import left events"
check import-again 0 "$crokeye" import bad.db < <(head -3 "$match")
has out '"discs_left":11'
check import-empty 1 "$crokeye" import none.db </dev/null
has err 'no event in it'
check import-foreign 3 "$crokeye" import bad.ndjson <"$match"
has err 'bad.ndjson: not a record of a match'
check import-no-folder 3 "$crokeye" import no/m.db <"$match"
has err 'No such file'
check import-usage 2 "$crokeye" import
check import-two 2 "$crokeye" import a.db b.db
check import-help 0 "$crokeye" import --help
has out 'Usage: crokeye import'

check export-none 3 "$crokeye" export nowhere.db
has err 'nowhere.db: cannot open: No such file'
[ "$(wc -l <err)" -eq 1 ] || fault "a missing record: more than its message: $(cat err)"
[ ! -e nowhere.db ] || fault "export made a file"
check export-foreign 3 "$crokeye" export bad.ndjson
check export-usage 2 "$crokeye" export
check export-option 2 "$crokeye" export --json m.db
check export-both 2 "$crokeye" export --csv --shots m.db
check export-two 2 "$crokeye" export m.db bad.db
check export-help 0 "$crokeye" export --help
has out 'Usage: crokeye export'
check write-fails 3 bash -c "'$crokeye' export m.db >/dev/full"
check write-fails 3 bash -c "'$crokeye' check m.db >/dev/full"
has err 'cannot write the output'

# Half of it is gone: what there is comes out, and is the beginning.
head -c 40000 m.db >half.db
check half-csv 3 "$crokeye" export --csv half.db
has err 'gives what can be read'
check half 1 "$crokeye" export half.db
has err 'nothing could be read after event'
[ -s out ] && cmp -s out <(head -n "$(wc -l <out)" "$match") ||
    fault "half: not the beginning of the match"

# Copies and checks.
check check 0 "$crokeye" check m.db
has out 'm.db: whole, 101 events and 0 pictures, record '
check backup 0 "$crokeye" backup m.db copy.db
[ "$(echo copy.db*)" = copy.db ] || fault "backup left files: $(echo copy.db*)"
check backup-exports 0 "$crokeye" export copy.db
cmp out "$match" || fault "backup: other events"
"$crokeye" check copy.db | sed 's/copy.db/m.db/' >id
"$crokeye" check m.db | cmp - id || fault "backup: another id"
check backup-exists 3 "$crokeye" backup bad.db copy.db
has err 'copy.db: is there already, and is left as it is'
# By force only an older copy of the same record is replaced.
check backup-other-match 3 "$crokeye" backup --force old.db copy.db
has err 'copy.db: is another record'
check backup-other-kept 0 "$crokeye" export copy.db
cmp out "$match" || fault "backup --force: another match was written over"
cp copy.db longer.db
echo '{"type":"match_info","title":"Final"}' | "$crokeye" add longer.db >/dev/null
check backup-longer 3 "$crokeye" backup --force m.db longer.db
has err 'longer.db: goes on to event 102, the record that is copied to 101'
check backup-force 0 "$crokeye" backup --force longer.db copy.db
check backup-forced 0 "$crokeye" export copy.db
cmp -s out "$match" && fault "backup --force: not replaced"
rm longer.db
check backup-itself 3 "$crokeye" backup --force m.db m.db
has err 'm.db: is in use'
echo precious >other
mkfifo pipe
for target in other pipe link.db; do
    ln -sf copy.db link.db
    check backup-foreign 3 "$crokeye" backup --force m.db "$target"
    has err "is not a record of a match, and is left as it is"
done
[ "$(cat other)" = precious ] || fault "backup --force: replaced a foreign file"
[ -p pipe ] && [ -L link.db ] || fault "backup --force: replaced a node"
ln m.db hard.db
check check-link 0 "$crokeye" check m.db
has out 'a second name'
rm hard.db link.db
check backup-no-folder 3 "$crokeye" backup m.db no/copy.db
check backup-half 1 "$crokeye" backup half.db copy2.db
[ ! -e copy2.db ] || fault "backup of a damaged record"
check check-half 1 "$crokeye" check half.db
has err 'gives what can be read'
check check-foreign 1 "$crokeye" check other
check check-none 3 "$crokeye" check nowhere.db
check check-usage 2 "$crokeye" check
check backup-usage 2 "$crokeye" backup m.db
check backup-option 2 "$crokeye" backup --all m.db n.db
check check-help 0 "$crokeye" check --help
has out 'Usage: crokeye check'
check backup-help 0 "$crokeye" backup --help
has out 'Usage: crokeye backup'
[ "$(echo *part*)" = '*part*' ] || fault "backup left: $(echo *part*)"

# A file system that is really full, where this machine lets us have one.
full() {
    mount -t tmpfs -o size=64k full "$1" && "$2" import "$1/m.db"
}
export -f full
mkdir disk
if unshare -m true 2>/dev/null; then
    check disk-full 3 unshare -m bash -c "full disk '$crokeye'" <"$match"
    has err 'the disk is full: make room and try again'
else
    echo "a full disk was not tried: no mount namespace here"
fi

# ---- events from a script ----

cat >start.json <<'END'
{"type":"match_start","rules":"depot",
 "sides":[{"side":"black"},{"side":"white"}],
 "seats":[{"seat":0,"side":"black"},{"seat":2,"side":"white"}],"first_seat":0}
END
result='{"schema":"crokeye.score/1","image":"p.jpg","sides":[
 {"side":"black","total":55,"twenties":1,"range":[55,55]},
 {"side":"white","total":40,"twenties":0,"range":[40,40]}]}'
check add-start 0 "$crokeye" add added.db <start.json
check add-photo 0 "$crokeye" add added.db <<<"$result"
has out '"round":1,'
has out '"counted":true'
has out '"round_score":55,"range":[55,55],"twenties":1'
check add-photo-final 0 "$crokeye" add --final added.db <<<"$result"
has out '"round":2,'
has out '"points":2'
check add-close 1 "$crokeye" add added.db <<<"${result/\[40,40\]/[35,40]}"
has err "too close to call"
check add-no-photo 1 "$crokeye" add added.db \
    <<<'{"schema":"crokeye.score/1","image":"p.jpg","error":{"code":"no_board","message":"no board"}}'
has err "no board"
check add-wrong 1 "$crokeye" add added.db <<<'{"type":"concede","side":"red"}'
has err '"red" does not play'
check add-unknown 1 "$crokeye" add added.db <<<'{"type":"concede","side":"white","why":1}'
has err '"why" is no field of concede'
check add-unseen 1 "$crokeye" add added.db <<<'{"type":"match_info","title":"A\u200bB"}'
has err '"title" must be a text without control and invisible characters: delete U+200B'
check add-line-end 1 "$crokeye" add added.db <<<'{"type":"match_info","title":"A\nB"}'
has err 'delete U+000A'
check add-nothing 1 "$crokeye" add added.db </dev/null
# the one before a wrong one is kept
check add-some 1 "$crokeye" add added.db <<'END'
{"type":"penalty","side":"white","points":-1,"reason":"late"}
{"type":"nonsense"}
{"type":"match_end"}
END
[ "$("$crokeye" export added.db | wc -l)" -eq 4 ] || fault "add: not 4 events"
check add-next 0 "$crokeye" add added.db <<END
{"type":"concede","side":"white","reason":"ill"}
$(tr -d '\n' <start.json)
END
has out '"match":2,'
"$crokeye" export added.db >lines
check add-export 0 "$crokeye" import again.db <lines
cmp -s <("$crokeye" export again.db) lines || fault "add: another export"
check add-csv 0 "$crokeye" export --csv added.db
[ "$(wc -l <out)" -eq 9 ] || fault "add: the table of two matches: $(cat out)"

# A correction that moves a later round is confirmed first.
"$crokeye" add moved.db >/dev/null < <(
    sed 's/"type":"match_start"/&,"best_of":3,"ties":["extra_round"]/' start.json
    for white in 60 20 60 20 35; do
        echo "{\"type\":\"round_count\",\"final\":true,\"sides\":[{\"side\":\"black\",\"total\":40},{\"side\":\"white\",\"total\":$white}]}"
    done)
recount() { echo '{"type":"round_count","of":2,"final":true,"sides":[{"side":"black","total":40},{"side":"white","total":40}]}'; }
check add-unconfirmed 1 "$crokeye" add moved.db < <(recount)
has err 'needs "confirm": true, as it changes what came later: '
has err 'round 5 of game 1 becomes round 1 of game 2'
check add-confirmed 0 "$crokeye" add --confirm moved.db < <(recount)
"$crokeye" export moved.db >moved
check import-confirmed 0 "$crokeye" import again-moved.db <moved
cmp -s <("$crokeye" export again-moved.db) moved || fault "import: another export of a confirmed correction"

# What is sent again with its key counts once, a part of it, too.
"$crokeye" add keys.db <start.json >/dev/null
title() { echo "{\"type\":\"match_info\",\"title\":\"$1\"${2:-}}"; }
check add-key 0 "$crokeye" add --key k keys.db < <(title A)
check add-key-again 0 "$crokeye" add --key k keys.db < <(title A; title B)
has out '"title":"B"'
check add-key-again 0 "$crokeye" add --key k keys.db < <(title A; title B)
check add-own-key 0 "$crokeye" add keys.db < <(title C ',"x-key":"mine"')
check add-own-key-again 0 "$crokeye" add --key other keys.db < <(title C ',"x-key":"mine"')
"$crokeye" export keys.db | tail -1 | sed 's/"seq":[0-9]*,//' >again
"$crokeye" add other.db <start.json >/dev/null
check add-exported 0 "$crokeye" add other.db <again
check add-exported-again 0 "$crokeye" add other.db <again
[ "$("$crokeye" export other.db | wc -l)" -eq 2 ] || fault "add: not each write once: $("$crokeye" export other.db)"
check add-key-taken 1 "$crokeye" add --key k keys.db < <(title D)
has err 'standard input: line 1: The key "k:1" was used for another write, event 2'
check add-key-wrong 2 "$crokeye" add --key 'a b' keys.db < <(title D)
has err '--key a b: must be 1 to 53 letters, digits and -._~:'
long=$(printf 'k%.0s' $(seq 53))
check add-key-long 0 "$crokeye" add --key "$long" keys.db < <(for _ in $(seq 10); do title C; done)
check add-key-too-long 2 "$crokeye" add --key "${long}k" keys.db < <(title D)
check add-key-quoted 2 "$crokeye" add --key '"q"' keys.db < <(title D)
check add-key-type 1 "$crokeye" add keys.db < <(title D ',"x-key":1')
[ "$("$crokeye" export keys.db | sed -n 's/.*"title":"\([ABC]\)".*/\1/p' | tr -d '\n')" = ABCCCCCCCCCCC ] ||
    fault "add: not each write once: $("$crokeye" export keys.db)"
check add-usage 2 "$crokeye" add
check add-option 2 "$crokeye" add --finally added.db

finish
