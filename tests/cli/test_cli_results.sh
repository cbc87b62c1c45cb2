#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# crokeye hall results as a person types it. Arguments: the program, the project.
# tests/hall/walk_day.py has a whole day.
set -u
. "$(dirname "$0")/check.sh"

check help 0 "$crokeye" hall --help
has out 'Usage: crokeye hall COMMAND'
check nothing 2 "$crokeye" hall
check none 2 "$crokeye" hall play
has err 'no command "play"'
check results-help 0 "$crokeye" hall results --help
has out 'Usage: crokeye hall results'

"$crokeye" import m.db <"$root/tests/rules/matches/depot.ndjson" >/dev/null ||
    fault "the record cannot be made"
check standings 0 "$crokeye" hall results m.db
has out 'Prelim, pool A'
has out '   1  black 0/black 2'
event=(--tournament 'Club, Open' --division Competitive-Fingers --date 2026-05-02)
check matches 1 "$crokeye" hall results --matches "${event[@]}" m.db
has out 'Inclusion,Date,Tournament,Division,Category,Stage,Pool,Stage Game,Board,'
has out 'Public,2026-05-02,"Club, Open",Competitive-Fingers,Doubles,Prelim,A,1,1,1,black 0/black 2,white 1/white 3,First,20s,8,3,2,3,0,'
has err 'There is no final ranking'
check results 0 "$crokeye" hall results --results --final "${event[@]}" m.db
has out ',Final Rank,2026-05-02,"Club, Open",Competitive-Fingers,Doubles,,,,,1,'
[ ! -s err ] || fault "results: $(cat err)"
check faults 1 "$crokeye" hall results --results --final --division None m.db
has err 'the name of the tournament is missing'
has err '"None" must have one hyphen and no space'

printf 'Table;Player 1;Player 2\n1;White 3/white 1;BLACK 2 & black 0\n1;Ann\n' >p.csv
check pairings 1 "$crokeye" hall results --json --pairings p.csv m.db
has err 'p.csv:3:3: player 2: a name is required'
has out '"name":"White 3/white 1"'
has out '"state":"over"'
check next 1 "$crokeye" hall results --next 1 --pairings p.csv m.db
has out '{"schema":"crokeye.next/1","table":"1","matches":[],"known":[{"record":"'
check pairings-none 3 "$crokeye" hall results --pairings nowhere.csv m.db
has err 'nowhere.csv: cannot open'
echo 'Ann,Bob' >bad.csv
check pairings-bad 3 "$crokeye" hall results --pairings bad.csv m.db
has err 'bad.csv:1: no columns "Player 1" and "Player 2"'

# --- matches that count for nothing ---

printf 'Player 1,Player 2,Stage\nWhite 3/white 1,black 2/black 0,Prelim\n' >taken.csv
"$crokeye" export m.db >m.ndjson
sed 's/"time":"2/"time":"1/' m.ndjson | "$crokeye" import again.db >/dev/null ||
    fault "the second record cannot be made"
"$crokeye" import copy.db <m.ndjson >/dev/null || fault "the copy cannot be made"
check taken 1 "$crokeye" hall results --pairings taken.csv --table A m.db --table B again.db
has out '   1  black 2/black 0                     1'
has err 'Table A, black 2/black 0 - White 3/white 1, Prelim: line 2 of the pairings has been played already, at table B: it counts only with a further line in the pairings.'
check copy 1 "$crokeye" hall results --json --pairings taken.csv --table A m.db --table B copy.db
has err 'the same match is in record '
[ "$(grep -o '"games":[0-9]*,"won"' out | sort -u)" = '"games":1,"won"' ] || fault "a copy counts"
check counted 1 "$crokeye" hall results --pairings taken.csv --count-unpaired m.db again.db
has err 'played already'
sed -i 's/"type":"match_start"/"type":"match_start","stage":"Prelim"/' m.ndjson
sed 's/"time":"2/"time":"3/' m.ndjson | "$crokeye" import staged.db >/dev/null ||
    fault "the third record cannot be made"
check counted 0 "$crokeye" hall results --pairings taken.csv --count-unpaired m.db staged.db
has out '   1  black 2/black 0                     2'

# --- a day's file ---

cat >hall.conf <<'END'
hall = "club"; title = "Club, Open"; division = "Competitive-Fingers";
date = "2026-05-02"; pairings = "day.csv";
tables = (
  { name = "Blue"; match = "m.db"; listen = "127.0.0.1:8081"; },
  { name = "Red"; match = "none.db"; listen = "127.0.0.1:8082"; }
);
END
printf 'Table,Player 1,Player 2,Stage\nblue,White 3/white 1,black 2/black 0,Final 3\n' >day.csv
check day 0 "$crokeye" hall results --matches hall.conf
has out 'Public,2026-05-02,"Club, Open",Competitive-Fingers,Doubles,Final 3,A,1,Blue,1,black 2/black 0,'
has err 'table Red has no record yet: none.db'
check day-option 0 "$crokeye" hall results --matches --tournament Other hall.conf
has out 'Public,2026-05-02,Other,'
# from another folder, and by a full path
mkdir -p deep/er
check day-deep 0 env -C deep/er "$crokeye" hall results --matches ../../hall.conf
has out 'Final 3,A,1,Blue,1,black 2/black 0,'
check day-full 0 env -C / "$crokeye" hall results --matches "$tmp/hall.conf"
has out 'Final 3,A,1,Blue,1,black 2/black 0,'
echo 'Green,Ann,Bob,Final 3' >>day.csv
check day-table 1 "$crokeye" hall results hall.conf
has err 'day.csv:3:1: table: the day'"'"'s file has no table "Green"'
sed -i 's/"none.db"; /"none.db"; ended = true; /; s/"m.db"; /"m.db"; ended = true; /' hall.conf
check day-ended 1 "$crokeye" hall results --matches hall.conf
has out 'Public,2026-05-02,"Club, Open",Competitive-Fingers,Doubles,Final 3,A,1,Blue,1,black 2/black 0,'
has err 'table Red has ended, and its record is missing: none.db'
sed -i 's/"none.db"; ended = true; /"none.db"; machine = "elsewhere"; /' hall.conf
check day-elsewhere 1 "$crokeye" hall results hall.conf
has err 'table Red is on the machine elsewhere: its matches are missing here'
check day-and-record 2 "$crokeye" hall results hall.conf m.db
check table-last 2 "$crokeye" hall results m.db --table 1
has err 'a record must follow --table 1'
check no-day 3 "$crokeye" hall results none.conf
echo 'hall = 1' >bad.conf
check bad-day 3 "$crokeye" hall results bad.conf
has err 'bad.conf:1: error: '

check no-record 3 "$crokeye" hall results nowhere.db
has err 'nowhere.db: cannot open'
check no-records 2 "$crokeye" hall results
check option 2 "$crokeye" hall results --csv m.db
has err 'there is no option --csv'
check unseen 2 "$crokeye" hall results --tournament $'Open\xe2\x81\xa6' m.db
has err '--tournament must be a text without control and invisible characters: delete U+2066'
check unseen-table 2 "$crokeye" hall results --table $'1\xef\xbb\xbf' m.db
has err '--table must be a text'
check unseen-hall 2 "$crokeye" hall serve --hall $'open\xc2\xad' m.db
has err '--hall must be a text'
check two 2 "$crokeye" hall results --matches --results m.db
has err 'not also --results'
check two-next 2 "$crokeye" hall results --matches --next 1 m.db
check value 2 "$crokeye" hall results m.db --date
has err 'a value must follow --date'
check long 2 "$crokeye" hall results --date "$(printf '%060d' 0)" m.db
has err 'too long a value for --date'
finish
