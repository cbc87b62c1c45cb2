#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# test_cli_board.sh CROKEYE PROJECT: `crokeye board`, what `--board` makes of its
# file, photos of one board in one call, and bad input.
source "$(dirname "$0")/check.sh"
empty=$root/samples/empty-009.jpg
round=$root/samples/photo-001.jpg

# ---- learning ----
check learn 0 "$crokeye" board --empty -o club.json "$empty"
has out 'board "club"'
has club.json '"schema":	"crokeye.board/1"'
has club.json '"bare":	true'
grep -q "turned" out && fault "one picture is turned against itself"
check named 0 "$crokeye" board --name "Club 7" -o named.json "$round"
has out 'board "Club 7"'
has out "discs: "
check unseen-name 2 "$crokeye" board --name $'Club\xe2\x80\xa8' -o bad.json "$round"
has err '--name must be a text without control and invisible characters: delete U+2028'
check two-boards 3 "$crokeye" board -o bad.json "$empty" "$round"
has err "$empty"
has err "another board"
[ ! -e bad.json ] || fault "a file of two boards was written"
check not-empty 3 "$crokeye" board --empty -o bad.json "$round"
has err "$round: not empty: "
has err " mm; take them off, or leave out --empty"
[ ! -e bad.json ] || fault "discs were learnt as print"
check one-not-empty 1 "$crokeye" board --empty -o one.json "$empty" "$round"
has one.json '"bare":	true'
check prints 0 "$crokeye" board --empty --prints -o prints.json "$round"
has prints.json '"bare":	true'
check prints-alone 2 "$crokeye" board --prints -o bad.json "$round"
has err "--empty"

# ---- using it ----
check score 0 "$crokeye" score --json --board club.json "$empty"
has out '"model":"club"'
check other 1 "$crokeye" score --json --board club.json "$round"
has out '"code":"no_board"'
has out 'not the board'
check model 0 "$crokeye" score --board "$root/models/boards/tournament.json" "$round"
check watch-bad 2 "$crokeye" watch --board "$root/README.md" nothing
has err "README.md"

# ---- photos of one board: the same photo twice ----
cp "$round" a.jpg
cp "$round" b.jpg
check alike 0 "$crokeye" score --json a.jpg b.jpg
mv out together
check each 0 "$crokeye" score --json --each a.jpg b.jpg
python3 - <<'EOF' || fault "a copy answers its own questions"
import json
together = [json.loads(line) for line in open("together")]
each = [json.loads(line) for line in open("out")]
assert [d["image"] for d in together] == ["a.jpg", "b.jpg"], together
for a, b in zip(together, each):
    assert len(a["sides"]) == len(b["sides"])
    for side in a["sides"]:
        of = next(s for s in b["sides"] if s["rgb"] == side["rgb"])
        assert of["range"] == side["range"], (side, of)
assert not any("--each" in w for d in each for w in d["warnings"])
EOF

# ---- bad input ----
check none 2 "$crokeye" board -o bad.json
check no-output 2 "$crokeye" board "$empty"
has err "-o FILE"
check option 2 "$crokeye" board --what -o bad.json "$empty"
check no-name 2 "$crokeye" board --name "" -o bad.json "$empty"
cp "$empty" mine.jpg
check overwrite 2 "$crokeye" board -o mine.jpg mine.jpg
cmp -s "$empty" mine.jpg || fault "a photo was overwritten"
echo text >text.jpg
check no-photo 3 "$crokeye" board -o bad.json text.jpg missing.jpg
has err "text.jpg"
has err "missing.jpg"
check no-board 3 "$crokeye" board -o bad.json "$root/samples/negative-001.jpg"
check folder 3 "$crokeye" board -o no/such/bad.json "$empty"
[ ! -e bad.json ] || fault "a failed file was written"
check some 1 "$crokeye" board -o some.json text.jpg "$empty"
[ -s some.json ] || fault "the picture that can be used was not"
check no-file 2 "$crokeye" score --board missing.json "$empty"
has err "missing.json"
sed 's/"hole_mm"/"x"/' club.json >broken.json
check broken 2 "$crokeye" score --board broken.json "$empty"
has err "hole_mm"
check help 0 "$crokeye" board --help
has out "--empty"
finish
