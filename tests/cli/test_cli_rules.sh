#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# crokeye rules as a person types it. Arguments: the program, the project.
set -u
. "$(dirname "$0")/check.sh"

check list 0 "$crokeye" rules list
[ "$(wc -l <out)" -eq 6 ] || fault "list: not 6 books"
for book in masters woodestic cancellation depot solo-teams tournament; do
    has out "$book"
done
for book in masters woodestic cancellation depot solo-teams tournament; do
    check "show $book" 0 "$crokeye" rules show "$book"
    for id in G1 P1 V1 B1 L1 S1 S7; do has out "  $id "; done
    has out "said"
    has out "our reading"
done
check show-set 0 "$crokeye" rules show depot --set target=50
has out "target = 50; changed here, without effect: game_ends is not target"
check show-json 0 "$crokeye" rules show depot --set target=50 --json
has out '"target":	50'
cp out club.json
check show-file 0 "$crokeye" rules show ./club.json
has out "target = 50; changed here"
has out "Source: Crokinole Depot"
has out "our reading: said only where 7a is played"
cp club.json again.json
check show-again 0 "$crokeye" rules show ./again.json --json
cmp -s out club.json || fault "a copy of a copy is another: $(diff out club.json | head -3)"
# a copy whose title and source a person has left out
grep -v '"title"\|"source"\|"base"' club.json >plain.json
check show-plain 0 "$crokeye" rules show ./plain.json
[ "$(head -n 1 out)" = depot ] || fault "the first line is not the name: $(head -n 1 out)"
has out "Source: the file names none"
# a book on another one's file, from that file's folder; and on itself
mkdir books
cp club.json books/club.json
echo '{"schema":"crokeye.rules/1","name":"youth","base":"club.json",
"settings":{"option":["7b"],"S1":"simple","discs_singles":6}}' >books/youth.json
check show-on-file 0 "$crokeye" rules show books/youth.json
has out "target = 50; changed here"
has out "discs_singles = 6; changed here"
has out "round_score = simple; changed here"
has out "7b               on_outer_line = stays_worth_5; 7b; chosen"
sed 's/club.json/youth.json/' books/youth.json >books/itself
cp books/itself books/youth.json
check show-on-itself 2 "$crokeye" rules show books/youth.json
has err 'one with itself'
check option 0 "$crokeye" rules show masters --set option=competition
has out "end of the game; chosen"
has out "free_shot_wholly_inside = true; changed here"
check option-unknown 2 "$crokeye" rules show masters --set option=compettion
has err 'there is no option "compettion"'
check idle 2 "$crokeye" rules show masters --set free_shot_wholly_inside=true
has err 'says nothing while "free_shot_ends" is anywhere'
check show-unknown 2 "$crokeye" rules show nobody
has err "tournament"
check nothing 2 "$crokeye" rules
has err 'which one: list, show, judge or play?'
check show-nothing 2 "$crokeye" rules show
printf '{"schema":"crokeye.rules/1","name":"c","base":"depot",\n"settings":{\n"target":0}}' >bad.json
check show-bad 2 "$crokeye" rules show bad.json
has err 'line 3: "target": allowed is a whole number from 1 to 10000'
sed 's/"target":0/"target":9/; s/"depot"/"depott"/' bad.json >base.json
check show-bad-base 2 "$crokeye" rules show base.json
has err '"base": there is no rule book "depott"; there are: masters'
echo '{}' >no-schema.json
check show-no-schema 2 "$crokeye" rules show no-schema.json
has err 'no-schema.json: "schema"'
check set-bad 2 "$crokeye" rules show depot --set target=x
check set-unknown 2 "$crokeye" rules show depot --set x=1
check set-rule-of-many 2 "$crokeye" rules show depot --set G1=20
has err 'G1 has several settings, name one: value_hole'
check set-shape 2 "$crokeye" rules show depot --set target
check set-contradicts 2 "$crokeye" rules show depot --set value_outer=50
check no-value 2 "$crokeye" rules show depot --set
check no-option 2 "$crokeye" rules show depot --sett
check two-files 2 "$crokeye" rules show depot woodestic
check list-extra 2 "$crokeye" rules list x
check no-command 2 "$crokeye" rules
check unknown-command 2 "$crokeye" rules play-on
check help 0 "$crokeye" rules --help
has out "Usage: crokeye rules"

cat >shot.json <<'END'
{"schema":"crokeye.shot/1","shooter":{"seat":0,"side":"black"},"shot_disc":7,
 "last_played":6,"placed_at":[0.0,-304.8],
 "before":[{"id":6,"side":"white","x_mm":10.0,"y_mm":60.0}],
 "after":[{"id":6,"side":"white","x_mm":40.0,"y_mm":90.0,"state":"flat"},
  {"id":7,"side":"black","x_mm":5.0,"y_mm":50.0,"state":"flat"}],
 "moved":[6,7],"contacts":[[7,6]],"boundary":[],"fouls":[],"missing":[]}
END
check judge 0 "$crokeye" rules judge --rules depot shot.json
has out '"valid":true'
has out '"in_play":[6,7]'
check judge-stdin 0 "$crokeye" rules judge <shot.json
has out '"valid":true'
check judge-file 0 "$crokeye" rules judge --rules club.json shot.json
(tr -d '\n' <shot.json; echo; echo '{"schema":'; echo '{}'; tr -d '\n' <shot.json) >many.json
check judge-some 1 "$crokeye" rules judge many.json
[ "$(wc -l <out)" -eq 4 ] || fault "judge: not 4 lines"
[ "$(grep -c '"valid":true' out)" -eq 2 ] || fault "judge: not 2 good"
has out '"error":{"code":"unreadable","message":"many.json: line 2'
check judge-no-file 1 "$crokeye" rules judge nowhere.json
check judge-no-book 2 "$crokeye" rules judge --rules nobody shot.json

match=$root/tests/rules/matches/depot.ndjson
check play 0 "$crokeye" rules play "$match"
has out '"state":"over"'
cp out first
check play-stdin 0 "$crokeye" rules play <"$match"
cmp -s first out || fault "play: not the same twice"
check play-rules 0 "$crokeye" rules play --rules tournament "$match"
has out '"rules":"tournament"'
(head -3 "$match"; echo nonsense; head -2 "$match" | tail -1) >broken.ndjson
check play-some 1 "$crokeye" rules play broken.ndjson
has err "broken.ndjson: line 4"
has err "broken.ndjson: line 5"
has out '"discs_left":11'
check play-set 0 "$crokeye" rules play --set round_score=simple --set rounds=9 "$match"
has out '"rounds":9'
check play-set-bad 2 "$crokeye" rules play --set rounds=0 "$match"
check play-no-book 2 "$crokeye" rules play --rules nobody "$match"
# Asked by another program: each line is answered before the next one is sent.
exec 5< <(head -2 "$match")
coproc ASKED { "$crokeye" rules play --each 2>said; }
read -r -u 5 event
echo "$event" >&"${ASKED[1]}"
read -r -u "${ASKED[0]}" answer
case $answer in
*'"state":"playing"'*) ;;
*) fault "play --each: $answer" ;;
esac
echo '{"type":"shot"' >&"${ASKED[1]}"
read -r -u "${ASKED[0]}" answer
case $answer in
*'"error":{"code":"unreadable"'*'"line":2}}') ;;
*) fault "play --each, no event: $answer" ;;
esac
read -r -u 5 event
echo "$event" >&"${ASKED[1]}"
read -r -u "${ASKED[0]}" answer
case $answer in
*'"last":{"seq":2'*) ;;
*) fault "play --each, after an error: $answer" ;;
esac
echo "$event $event" >&"${ASKED[1]}"
read -r -u "${ASKED[0]}" answer
case $answer in
*'more than one JSON document on a line","line":4}}') ;;
*) fault "play --each, two events on a line: $answer" ;;
esac
pid=$ASKED_PID
eval "exec ${ASKED[1]}>&-"
wait "$pid"
[ $? -eq 1 ] || fault "play --each: not status 1"
[ ! -s said ] || fault "play --each said: $(cat said)"
# A first line that is no JSON is answered at once, too.
coproc ASKED { "$crokeye" rules judge --rules depot; }
echo 'no JSON' >&"${ASKED[1]}"
read -r -u "${ASKED[0]}" answer
case $answer in
*'"code":"unreadable"'*'"line":1}}') ;;
*) fault "judge, asked no JSON: $answer" ;;
esac
for _ in 1 2; do
    tr -d '\n' <shot.json >&"${ASKED[1]}"
    echo >&"${ASKED[1]}"
    read -r -u "${ASKED[0]}" answer
    case $answer in
    *'"valid":true'*) ;;
    *) fault "judge, asked: $answer" ;;
    esac
done
eval "exec ${ASKED[1]}>&-"
# A start that is refused is complained of once.
sed '1s/"depot"/"nobody"/' "$match" >nobody.ndjson
check play-no-start 1 "$crokeye" rules play nobody.ndjson
[ "$(wc -l <err)" -eq 2 ] || fault "play, no start: $(cat err)"
has err "events were passed over"

check play-no-file 1 "$crokeye" rules play nowhere.ndjson
check write-fails 3 bash -c "'$crokeye' rules list >/dev/full"
# More than one buffer of it: the write that fails is not the last one.
check write-fails 3 bash -c "'$crokeye' rules play --each '$match' >/dev/full"
has err 'cannot write the output'
for what in --help --version "score --help"; do
    check write-fails 3 bash -c "'$crokeye' $what >/dev/full"
    has err 'cannot write the output'
done

finish
