#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# crokeye hall as a director starts it: check, run, units, keys, streams. Arguments: the
# program, the project.
set -u
. "$(dirname "$0")/check.sh"

# Ports that nobody listens on now.
ports() { # N
    python3 -c '
import socket, sys
all = [socket.socket() for _ in range(int(sys.argv[1]))]
for s in all:
    s.bind(("127.0.0.1", 0))
print(*(s.getsockname()[1] for s in all))' "$1"
}

# A process has ended: it is not there, or nobody has asked how it ended.
is_gone() { # PID
    ! grep -qs '^State:.[^Z]' "/proc/$1/status"
}

check hall-none 2 "$crokeye" hall
has err 'Usage: crokeye hall COMMAND'
check hall-help 0 "$crokeye" hall --help
has out 'crokeye hall COMMAND'
check hall-unknown 2 "$crokeye" hall bake
has err 'no command "bake"'
for command in check run units keys streams; do
    check "$command-help" 0 "$crokeye" hall "$command" --help
    has out "Usage: crokeye hall $command"
    check "$command-no-file" 2 "$crokeye" hall "$command"
    has err "crokeye hall $command: name the day's file"
    check "$command-option" 2 "$crokeye" hall "$command" --nothing
    has err 'there is no option --nothing'
    check "$command-many" 2 "$crokeye" hall "$command" a b c
    has err 'too many arguments'
done
check check-missing 3 "$crokeye" hall check none.conf
has err 'none.conf'
check keys-one 2 "$crokeye" hall keys a
check check-value 2 "$crokeye" hall check --machine
has err 'a value is missing behind --machine'

# --- check ---

mkdir day
cat >day/hall.conf <<'END'
hall = "open";
pairings = "pairings.csv";
engine = { url = "tls://127.0.0.1:4222"; keys = "keys"; };
tables = (
  { name = "1"; match = "1.db"; listen = "127.0.0.1:8081"; source = "/dev/video99"; },
  { name = "2"; match = "2.db"; listen = "127.0.0.1:8082"; source = "rtsp://me:PW7f@camera/main?key=PW7f"; },
  { name = "3"; match = "none/3.db"; listen = "127.0.0.1:8083"; machine = "elsewhere"; }
);
END
check check-warnings 0 "$crokeye" hall check day/hall.conf
has out 'hall open, 3 tables'
has out 'elsewhere: not checked'
has out '0 errors, 6 warnings'
has err 'day/hall.conf:2: warning: pairings: day/pairings.csv: No such file'
has err 'warning: pairings: no table gets its next matches: '
has err 'day/hall.conf:5: warning: table 1: source: it is not there now'
has err 'day/hall.conf:6: warning: table 2: source: every user can read'
has err 'table 1: key: day/keys/table-1.key cannot be read'
! grep -qF PW7f out err || fault "check shows a camera's password"
printf 'Table,Player 1,Player 2,Time\n1,Ann,Bob,9:30\n1,Cy,Di,half\n 9 ,Eve,Flo,10:00\n2,Gus,\n' >day/pairings.csv
check check-pairings 1 "$crokeye" hall check day/hall.conf
has err 'day/hall.conf:2: error: pairings: day/pairings.csv:3:9: time: "half": 14:30 or'
has err 'error: pairings: day/pairings.csv:4:1: table: the day'"'"'s file has no table "9"; its first one is "1"'
has err 'error: pairings: day/pairings.csv:5:7: player 2: a name is required'
has out '3 errors, 5 warnings'
printf 'Table,Player 1,Player 2\n1,Ann,Bob\n2,Cy,Di\n2,Eve,Flo\n' >day/pairings.csv
sed 's/name = "2";/& ended = true;/' day/hall.conf >day/ended.conf
check check-pairings-ended 0 "$crokeye" hall check day/ended.conf
has err 'day/ended.conf:2: warning: pairings: day/pairings.csv:3: table 2 has ended, and 2 lines name it: give'
[ "$(grep -c 'has ended, and [0-9]* line' err)" = 1 ] || fault "a table that goes on has ended: $(cat err)"
check next-nowhere 2 "$crokeye" hall results --next 7 day/hall.conf
has err 'the day'"'"'s file has no table "7"'
[ ! -s out ] || fault "a table that is not there has next matches"
printf 'Table,Player 1\xff\n' >day/pairings.csv
check check-pairings-utf 1 "$crokeye" hall check day/hall.conf
has err 'day/hall.conf:2: error: pairings: day/pairings.csv:1: is not UTF-8'
rm day/pairings.csv
check check-machine 1 "$crokeye" hall check --machine elsewhere day/hall.conf
has err 'day/hall.conf:7: error: table 3: match: day/none/3.db: it cannot be made'

cat >day/bad.conf <<'END'
hall = "open";
tables = (
  { name = "1"; match = "film"; listen = "127.0.0.1:8081"; source = "x.mp4";
    rules = "nobodys"; },
  { name = "2"; match = "2.db"; listen = "127.0.0.1:8082"; source = "x.mp4";
    calib = "none.json"; theme = "none.css"; },
  { name = "3"; match = "3.db"; listen = "127.0.0.1:8083"; source = "x.mp4";
    set = ["rounds=4", "rounds=many"];
    seats = "0=red"; },
  { name = "4"; match = "4.db"; listen = "127.0.0.1:8084"; source = "x.mp4";
    sides = ["red", "rde"];
    theme = "pale.css"; },
  { name = "5"; match = "5.db"; listen = "127.0.0.1:8085"; sides = "red,black"; }
);
END
echo 'no record' >day/film
echo ':root { --strip: #ffffff; --row: red; }' >day/pale.css
check check-errors 1 "$crokeye" hall check day/bad.conf
has err 'day/bad.conf:4: error: table 1: rules: there is no rule book "nobodys"'
has err 'day/bad.conf:3: error: table 1: match: '
has err 'day/bad.conf:6: error: table 2: calib: day/none.json'
has err 'day/bad.conf:6: error: table 2: theme: day/none.css'
has err 'day/bad.conf:9: error: table 3: seats: 0=red: two to four'
has err 'day/bad.conf:11: error: table 4: sides: "rde" is no colour that is known'
has err 'day/bad.conf:12: warning: table 4: theme: '
has err 'day/bad.conf:13: error: table 5: sides: it is for a match that is watched, and there is no source'
[ ! -e day/3.db ] || fault "check made a record"
sed -i 's/seats = "0=red"; /x-seats = 1; /' day/bad.conf
check check-errors 1 "$crokeye" hall check day/bad.conf
has err 'day/bad.conf:8: error: table 3: set: rounds is "many"'
check run-faults 1 "$crokeye" hall run day/pale.css
has err 'day/pale.css:1: error: syntax error'

# --- run ---

read -r p1 p2 p3 < <(ports 3)
table() { # NAME PORT MORE
    echo "{ name = \"$1\"; match = \"$1.db\"; listen = \"127.0.0.1:$2\"; $3 }"
}
write() { # TABLE...
    local IFS=,
    printf 'hall = "open"; tables = ( %s );\n' "$*" >day/new.conf
    mv day/new.conf day/run.conf
}
start() { # OPTION...
    rm -f ran
    (umask 022 && : >ran) # what the last one said is no news of this one
    : >told
    "$crokeye" hall run "$@" >ran 2>told &
    hall=$!
}
# wait_for N TEXT FILE: until the file has the text N times
wait_for() {
    until [ "$(grep -scF -- "$2" "$3" || true)" -ge "$1" ] 2>/dev/null; do
        if is_gone "$hall"; then
            fault "hall run ended before \"$2\": $(tail -n 5 told)"
            finish
        fi
        sleep 0.05
    done
}
pid_of() { # TABLE
    sed -n "s/^crokeye hall run: table $1: runs as process //p" told | tail -n 1
}
answers() { # PORT
    python3 -c '
import sys, urllib.request
print(urllib.request.urlopen("http://127.0.0.1:%s/api/match" % sys.argv[1]).status)' "$1" >answered 2>&1
    has answered 200
}

write "$(table 1 "$p1" '')" "$(table 2 "$p2" '')"
start --state day/state.json day/run.conf
wait_for 1 'table 1: overlay ' ran
wait_for 1 'table 2: overlay ' ran
answers "$p1"
one=$(pid_of 1)
two=$(pid_of 2)
wait_for 1 '"state":"running"' day/state.json
has day/state.json '"schema":"crokeye.hall/1"'

# a second one is refused, by every name of the file, and does not disturb it
ln -s day/run.conf link.conf
for file in day/run.conf day/../day/run.conf link.conf; do
    check run-twice 3 "$crokeye" hall run --state day/second.json "$file"
    has err "$file: another \`crokeye hall run\` (process $hall) runs this file already"
done
[ ! -e day/second.json ] || fault "a second supervisor wrote its state"
[ "$(pid_of 1)" = "$one" ] && [ "$(pid_of 2)" = "$two" ] || fault "a second supervisor disturbed the first"

# one is killed, and comes again on its port
kill -KILL "$two"
wait_for 2 'table 2: overlay ' ran
has told 'table 2: ended by signal 9 (Killed); started again in 1 s'
answers "$p2"
two=$(pid_of 2)
wait_for 1 "\"pid\":$two,\"restarts\":1,\"ended\":\"by signal 9 (Killed)\"" day/state.json

# a table is added, one is changed, and the other plays on
write "$(table 1 "$p1" '')" "$(table 2 "$p2" 'text = "texts";')" "$(table 3 "$p3" '')"
wait_for 1 'table 3: overlay ' ran
wait_for 2 'table 2: runs as process' told
has told 'day/run.conf is read again'
wait_for 3 'table 2: overlay ' ran
answers "$p3"
[ "$(pid_of 1)" = "$one" ] || fault "a table that has not changed was started again"
[ "$(pid_of 2)" != "$two" ] || fault "a table that has changed was not started again"

# a file with faults changes nothing
echo 'hall = ' >day/run.conf
wait_for 1 'all goes on as before' told
is_gone "$one" && fault "a file with faults ended a table"

# a table is ended
write "$(table 1 "$p1" '')" "$(table 3 "$p3" '')"
wait_for 1 'table 2: the file does not start it any more' told
wait_for 1 'table 2: ended with status 0' told

# as one that has ended, it is not started
started=$(grep -c 'table 2: runs as process' told)
write "$(table 1 "$p1" '')" "$(table 2 "$p2" 'ended = true;')" "$(table 3 "$p3" '')"
check check-ended 0 "$crokeye" hall check day/run.conf
has out 'ended: only its record counts'
has out '0 errors, 0 warnings'

# a hangup reads the file again
n=$(grep -c 'is read again' told)
kill -HUP "$hall"
wait_for "$((n + 1))" 'is read again' told
is_gone "$one" && fault "a hangup ended a table"
[ "$(grep -c 'table 2: runs as process' told)" -eq "$started" ] || fault "a table that has ended was started"

# the end of all
three=$(pid_of 3)
kill -TERM "$hall"
wait "$hall" || fault "hall run ended with status $?"
# others can read this log: it has no token
has told 'others can read the file that this goes to, so the tokens are left out'
has ran 'table 1: console  http'
grep -E '#token=|: token ' ran && fault "a log that others can read has tokens"
has told 'table 1: ended with status 0'
has told 'table 3: ended with status 0'
is_gone "$one" || fault "a table has outlived its supervisor"
has day/state.json '"programs":[]'

# also of a supervisor that is killed
start day/run.conf
wait_for 1 'table 1: overlay ' ran
wait_for 1 'table 3: overlay ' ran
one=$(pid_of 1)
three=$(pid_of 3)
kill -KILL "$hall"
wait "$hall" 2>/dev/null
until is_gone "$one" && is_gone "$three"; do sleep 0.05; done
start day/run.conf # and its place is free
wait_for 1 'table 1: overlay ' ran
kill -TERM "$hall"
wait "$hall" || fault "hall run ended with status $?"

# a foreign file is no state
echo mine >day/other
check run-state 3 "$crokeye" hall run --state day/other day/run.conf
has day/other mine

# with an engine each table has a publisher, and with an address the hall its
# pages; here another program stands in for all
cat >stand-in <<'END'
#!/usr/bin/env bash
echo "$* [${CROKEYE_SOURCE-}]"
while :; do sleep 1000; done
END
chmod +x stand-in
sed -i 's/^pairings.*/listen = "127.0.0.1:8090";/' day/hall.conf
start --program "$PWD/stand-in" --machine here day/hall.conf
wait_for 1 'pages: hall serve day/hall.conf []' ran
wait_for 1 'table 1: serve --table 1 --state day/1.db.state.json --next day/1.db.next.json --match day/1.db --listen 127.0.0.1:8081 -- /dev/video99 []' ran
wait_for 1 'table 2: serve --table 2 --state day/2.db.state.json --next day/2.db.next.json --match day/2.db --listen 127.0.0.1:8082 -- env:CROKEYE_SOURCE [rtsp://me:PW7f@camera/main?key=PW7f]' ran
wait_for 1 'publisher 1: publish day/1.db --engine tls://127.0.0.1:4222 --hall open --table 1 --state day/1.db.state.json --next day/1.db.next.json --key day/keys/table-1.key []' ran
wait_for 1 'publisher 2: publish' ran
! grep -q 'table 3' told || fault "a table of another machine was started"
! tr '\0' ' ' <"/proc/$(pid_of 2)/cmdline" | grep -qF PW7f ||
    fault "the list of processes shows a camera's password"
kill -INT "$hall"
wait "$hall" || fault "hall run ended with status $?"

# --- units ---

check units-secret 1 "$crokeye" hall units --machine here day/hall.conf
has err 'table 2: everybody can read a unit'
sed -i 's|rtsp://[^"]*|@camera|' day/hall.conf
check units-print 0 "$crokeye" hall units --machine here day/hall.conf
has out '# crokeye-table-1.service'
has out '"--" "@day/camera"'
# the sandbox of a table's unit, to its last line
sed '1,/^# Sandbox/d; /^\[Install\]/,$d; /^#/d; /^$/d' \
    "$root/scripts/systemd/crokeye@.service" >sandbox
[ "$(wc -l <sandbox)" -gt 20 ] || fault "no sandbox in the table's unit"
sed -n '/^# crokeye-table-1/,/^\[Install\]/p' out | grep -xFf sandbox | diff sandbox - ||
    fault "the units have another sandbox (>) than a table (<)"
[ "$(grep -c '^WatchdogSec=' out)" = "$(grep -c '^ExecStart="[^ ]*" "serve"' out)" ] ||
    fault "not the tables have a watchdog: $(grep -E '^(Exec|Watch)' out)"
check units-files 0 "$crokeye" hall units --machine here day/hall.conf units
[ "$(find units -type f -printf '%f\n' | sort | tr '\n' ' ')" = \
    'crokeye-hall.target crokeye-pages.service crokeye-publisher-1.service crokeye-publisher-2.service crokeye-table-1.service crokeye-table-2.service ' ] ||
    fault "units: $(ls units)"
check units-again 0 "$crokeye" hall units --machine here day/hall.conf units
if command -v systemd-analyze >/dev/null; then
    check units-verify 0 systemd-analyze verify --man=no units/crokeye-hall.target units/*.service
    ! grep -q 'units/' err || fault "systemd says: $(cat err)"
fi
echo mine >units/crokeye-table-2.service
check units-foreign 1 "$crokeye" hall units --machine here day/hall.conf units
has units/crokeye-table-2.service mine

# --- keys ---

check keys 0 "$crokeye" hall keys day/hall.conf day/keys
has out 'day/keys/table-1.key: made'
has out 'then crokeye hall streams day/hall.conf'
check keys-again 0 "$crokeye" hall keys day/hall.conf day/keys
has out 'day/keys/table-1.key: is there, and kept'
[ "$(stat -c %a day/keys)" = 700 ] || fault "others may look into the folder of keys"
echo rtsp://me:PW7f@camera/main >day/camera
chmod 600 day/camera
check check-keys 0 "$crokeye" hall check --machine here day/hall.conf
! grep -qF 'hall keys makes it' err || fault "the keys were not found: $(cat err)"
has out '0 errors, 1 warning' # the camera

# what is wrong with keys, each alone
chmod 640 day/keys/table-1.key
check key-open 0 "$crokeye" hall check --machine here day/hall.conf
has err 'warning: table 1: key: day/keys/table-1.key: other users may read or change this key (mode 640): chmod 600 it'
has out '0 errors, 2 warnings'
chmod 600 day/keys/table-1.key
cp day/keys/table-1.key kept.key
cp day/keys/table-2.key day/keys/table-1.key
check key-of-another 1 "$crokeye" hall check --machine here day/hall.conf
has err 'error: table 1: key: day/keys/table-1.key: this is the key of the user table-2, and the broker would refuse it here; put table-1.key there'
has out '1 error, 1 warning'
echo 'user = 1;' >day/keys/table-1.key
check key-bad 1 "$crokeye" hall check --machine here day/hall.conf
has err 'error: table 1: key: day/keys/table-1.key:1: "user"'
grep -v authority kept.key >day/keys/table-1.key
check key-no-authority 0 "$crokeye" hall check --machine here day/hall.conf
has err 'warning: table 1: key: day/keys/table-1.key: it names no authority'
cp kept.key day/keys/table-1.key
cp day/keys/table-1.key day/keys/hall.key.new
mv day/keys/hall.key hall.key
mv day/keys/hall.key.new day/keys/hall.key
check key-of-hall 1 "$crokeye" hall check --machine here day/hall.conf
has err 'day/hall.conf:3: error: engine.keys: day/keys/hall.key: this is the key of the user table-1'
rm day/keys/hall.key
check key-of-hall-missing 0 "$crokeye" hall check --machine here day/hall.conf
has err 'day/hall.conf:3: warning: engine.keys: day/keys/hall.key cannot be read: crokeye hall keys makes it'
mv hall.key day/keys/hall.key
mv day/keys/ca.pem ca.pem
check key-no-ca 1 "$crokeye" hall check --machine here day/hall.conf
has err 'error: table 1: key: day/keys/ca.pem cannot be read'
has out '3 errors, 1 warning' # of both tables and the pages
mv ca.pem day/keys/ca.pem
for host in 127.0.0.2 localhost; do
    sed "s|tls://127.0.0.1|tls://$host|" day/hall.conf >day/moved.conf
    check "key-host-$host" 1 "$crokeye" hall check --machine here day/moved.conf
    has err "day/moved.conf:3: error: engine.url: day/keys/server.pem: this certificate does not name $host"
    has out '1 error, 1 warning'
done
sed 's|keys = "keys"; ||' day/hall.conf >day/moved.conf
check key-none 0 "$crokeye" hall check --machine here day/moved.conf
has err 'warning: table 1: key: there is no key, and so no ca.pem'
check keys-still 0 "$crokeye" hall check --machine here day/hall.conf
has out '0 errors, 1 warning'
write "$(table 1 "$p1" '')"
check streams-no-broker 3 "$crokeye" hall streams day/hall.conf
has err 'is it running?'
mv day/keys/setup.key setup.key
check streams-no-key 3 "$crokeye" hall streams day/hall.conf
has err 'day/keys/setup.key'
mv setup.key day/keys/setup.key
check streams-no-engine 1 "$crokeye" hall streams day/run.conf
has err 'it has no engine'
check keys-no-engine 1 "$crokeye" hall keys day/run.conf day/keys
has err 'it has no engine'

finish
