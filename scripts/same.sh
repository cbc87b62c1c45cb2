#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# same.sh [--quick] [--keep DIR] OLD NEW: do two builds give the same results? OLD
# and NEW are build folders such as build/release. Both score the samples and the
# photos and renders of ../shared, judge the shots of the casebook, of the recorded
# matches of all rule books and of six simulated rounds (one with --quick), watch
# those rounds and the films of ../shared, export what they recorded, and answer
# requests and corrections. scripts/same_results.py prints what differs, and
# scripts/same_doctor.py whether it notices doctored results of every part.
# --keep leaves inputs and results in DIR. Exit status: 0 nothing but prose
# differs, 1 something does, 2 wrong usage, 3 could not run.
set -euo pipefail
here=$(realpath "$(dirname "$0")")
usage() {
    echo "usage: same.sh [--quick] [--keep DIR] OLD NEW, each a build folder with crokeye" >&2
    exit 2
}
fail() {
    echo "same.sh: $*" >&2
    exit 3
}
rounds=6
keep=
while [ $# -gt 2 ]; do
    case $1 in
    --quick) rounds=1 ;;
    --keep)
        keep=$2
        shift
        ;;
    *) usage ;;
    esac
    shift
done
if [ $# -ne 2 ] || [ ! -x "$1/crokeye" ] || [ ! -x "$2/crokeye" ]; then usage; fi
old=$(realpath "$1")
new=$(realpath "$2")
command -v curl >/dev/null || fail "curl is missing"
cd "$here/.."
root=$PWD
books=(depot masters woodestic cancellation solo-teams tournament)
if [ -n "$keep" ]; then
    mkdir "$keep" || exit 3
    work=$(realpath "$keep")
else
    work=$(mktemp -d)
fi
# shellcheck disable=SC2317 # the trap calls it
leave() {
    local job
    for job in $(jobs -p); do kill "$job" 2>/dev/null || true; done
    wait
    [ -n "$keep" ] || rm -rf "$work"
}
trap leave EXIT

parts=(samples options calibrated books judged played exported rounds served written help)
if [ -d ../shared ]; then
    parts+=(photos renders film live)
else
    echo "skipped: photos, renders and films, there is no ../shared"
fi
has() { [[ " ${parts[*]} " == *" $1 "* ]]; }

# ---- the inputs of both ----

simulate_one() { # ROUND BOOK
    "$sim" --out "$work/round$1" --seed "$(($1 + 40))" --rules "$2" --fps 15 \
        --size 640x480 --seconds 150 >/dev/null
}

simulate() {
    local i job
    sim=$(find "$new" "$old" -name sim -type f -perm -u+x | head -1)
    [ -n "$sim" ] || fail "neither build has the simulator"
    for ((i = 0; i < rounds; i += 2)); do # two at a time
        simulate_one "$i" "${books[i]}" &
        job=$!
        [ $((i + 1)) -ge "$rounds" ] || simulate_one $((i + 1)) "${books[i + 1]}" ||
            fail "the simulator failed"
        wait "$job" || fail "the simulator failed"
    done
}

# ---- running ----

# run NAME COMMAND...: its output as OUT/NAME, its standard error as
# OUT/NAME.said.txt, its exit status as OUT/NAME.exit.csv.
run() {
    local to=$out/$1 status=0
    shift
    mkdir -p "$(dirname "$to")"
    timeout 200 "$@" >"$to" 2>"$to.said.txt" </dev/null || status=$?
    echo "exit $status" >"$to.exit.csv"
}

# Wrong usage: there is no output, but a message.
refuse() { # NAME ARGUMENT...
    run "help/refused-$1.none" "$program" "${@:2}"
    [ -s "$out/help/refused-$1.none" ] || rm "$out/help/refused-$1.none"
}

# start FILE.db [OPTION]...: serves a match; its address is in $url then.
start() {
    local match=$1
    shift
    : >greeting
    "$program" serve --match "$match" --listen 127.0.0.1:0 "$@" >greeting 2>/dev/null </dev/null &
    server=$!
    for _ in $(seq 200); do
        url=$(sed -n 's|^overlay  \(.*\)/overlay$|\1|p' greeting)
        token=$(sed -n 's|.*#token=||p' greeting)
        [ -z "$url" ] || [ -z "$token" ] || return 0
        sleep 0.05
    done
    fail "$program serve does not start"
}

stop() {
    local status=0
    kill "$server"
    wait "$server" || status=$?
    server=
    echo "exit $status" >"$out/$1.exit.csv"
}

# fetch NAME ADDRESS...: the answers, and status and type of each. An address may
# have curl's ranges: [1-9].
fetch() {
    local to=$out/$1 address
    shift
    mkdir -p "$(dirname "$to")"
    : >"$to"
    echo "status,type" >"$to.status.csv"
    for address in "$@"; do
        curl -sS --max-time 20 -w '\n%{stderr}%{http_code},%{content_type}\n' \
            "$url/$address" >>"$to" 2>>"$to.status.csv" || true
    done
}

# ---- the parts ----

score() { # PART PHOTO|FOLDER...
    local part=$1
    shift
    run "$part/score.jsonl" "$program" score --json --overlay drawn "$@"
    mv drawn "$out/$part/drawn"
    [ "$rounds" -gt 1 ] || [ "$part" = samples ] || return 0
    run "$part/score.csv" "$program" score --csv "$@"
    run "$part/score.txt" "$program" score "$@"
}

score_all() {
    score samples samples
    if has photos; then
        score photos shared/photos
        score renders shared/renders/*/
    fi
    local photo=samples/photo-001.jpg book
    run options/sides.jsonl "$program" score --json --count-sides 3 samples/hard/photo-005.jpg $photo
    run options/twenties.jsonl "$program" score --json --sides black,red --twenties red=2 $photo
    run options/model.jsonl "$program" score --json --model tournament $photo
    for book in "${books[@]}"; do
        run "options/$book.jsonl" "$program" score --json --rules "$book" $photo
    done
    run calibrated/lines.txt "$program" calibrate -o lines.json samples/lines-001.jpg
    run calibrated/scored.jsonl "$program" score --json --calib lines.json samples/lines-001.jpg
    mv lines.json "$out/calibrated/lines.jsonl"
    mv lines.jpg "$out/calibrated"
}

judge() {
    local file name book options
    for file in ../inputs/cases/*.ndjson; do
        name=$(basename "$file" .ndjson)
        mapfile -t options <"${file%.ndjson}.options"
        run "judged/cases/$name.jsonl" "$program" rules judge "${options[@]}" "$file"
    done
    for file in ../inputs/shots/*.ndjson; do
        for book in "${books[@]}"; do
            name=judged/$(basename "$file" .ndjson)-$book.jsonl
            run "$name" "$program" rules judge --rules "$book" "$file"
        done
    done
}

# export_all NAME FILE.db: a record's events and tables.
export_all() {
    run "$1.jsonl" "$program" export "$2"
    run "$1-rounds.csv" "$program" export --csv "$2"
    run "$1-shots.csv" "$program" export --shots "$2"
}

play() {
    local file name
    run books/list.txt "$program" rules list
    for name in "${books[@]}"; do
        run "books/$name.txt" "$program" rules show "$name"
        run "books/$name.jsonl" "$program" rules show "$name" --json
        run "books/$name-set.jsonl" "$program" rules show "$name" --set fouls=ignored --json
    done
    for file in tests/rules/matches/*.ndjson ../inputs/events/*.ndjson ../round*/truth.ndjson; do
        name=$(basename "$file" .ndjson)
        [ "$name" != truth ] || name=$(basename "$(dirname "$file")")
        run "played/$name.jsonl" "$program" rules play "$file"
        run "played/$name-depot.jsonl" "$program" rules play --rules depot "$file"
        mkdir -p "$out/exported"
        "$program" import match.db <"$file" >"$out/exported/$name-imported.jsonl" || true
        export_all "exported/$name" match.db
        rm -f match.db*
    done
}

# recorded NAME FILE.db: what a record gives to those who ask: its events, its
# pictures, the match as each event left it.
recorded() {
    local name=$1 n path
    n=$(wc -l <"$out/$name.jsonl")
    start "$2"
    fetch "$name-matches.jsonl" "api/match" "api/match?at=[1-$n]"
    fetch "$name-events.jsonl" "api/event?of=[1-$n]"
    fetch "$name-log.jsonl" "api/log" "api/log?before=$((n / 2))"
    mkdir -p "$out/$name-pictures"
    curl -sS --fail -o "$out/$name-pictures/rest-#1.jpg" "$url/rests/[1-$n].jpg" 2>/dev/null || true
    grep -o "/calls/[0-9-]*\.png" "$out/$name-matches.jsonl" | sort -u >calls || true
    while read -r path; do
        curl -sS --fail -o "$out/$name-pictures/$(basename "$path")" "$url$path" || true
    done <calls
    stop "$name-server"
}

# watch NAME [OPTION]... SOURCE
watch() {
    local name=$1
    shift
    run "$name.stream.jsonl" "$program" watch --json --state "$out/$name-state.jsonl" \
        --match match.db "$@"
    export_all "$name" match.db
    recorded "$name" match.db
    rm -f match.db*
}

# The sides of a simulated round, in the order of the seats.
sides_of() {
    head -1 "$1/truth.ndjson" | grep -o '"seat":[0-9],"side":"[a-z]*"' |
        cut -d'"' -f6 | awk '!there[$0]++' | paste -sd,
}

follow() {
    local i film
    for ((i = 0; i < rounds; i++)); do
        film=../round$i
        watch "rounds/round$i" --sides "$(sides_of "$film")" --rules "${books[i]}" --fps 15 "$film"
    done
    has film || return 0
    for film in shared/video/*.mp4; do
        watch "film/$(basename "$film" .mp4)" "$film"
        run "film/$(basename "$film" .mp4).txt" "$program" watch "$film"
    done
}

# A film that is shown while it is watched: what is served when it has ended.
show() {
    local film name
    has live || return 0
    for film in shared/video/*.mp4; do
        name=live/$(basename "$film" .mp4)
        start live.db --sides black,white "$film"
        for _ in $(seq 300); do
            curl -sS "$url/api/match" | grep -q '"state":"ended"\|has ended' && break
            sleep 0.1
        done
        fetch "$name.jsonl" api/match api/log healthz "api/event?of=[1-3]"
        fetch "$name.jpg" picture.jpg
        stop "$name-server"
        rm -f live.db*
    done
}

serve() {
    local file name path
    for file in tests/rules/matches/*.ndjson; do
        name=$(basename "$file" .ndjson)
        "$program" import match.db <"$file" >/dev/null
        mkdir -p "$out/served"
        cp "$file" "$out/served/$name.jsonl"
        recorded "served/$name" match.db
        rm -f match.db* "$out/served/$name.jsonl"
    done
    "$program" import match.db <"$file" >/dev/null
    start match.db
    fetch served/others.jsonl healthz api/rules api/none "api/match?table=9" "api/match?at=x" \
        "api/event?of=9999" calls/1-1.png rests/1.jpg picture.jpg pages/none api/login
    for path in / overlay console; do
        fetch "served/pages/${path//\//root}" "$path"
    done
    for path in src/serve/pages/*.{js,css}; do
        fetch "served/pages/$(basename "$path")" "pages/$(basename "$path")"
    done
    rm -f "$out/served/pages/root"
    stop served/others-server
    rm -f match.db*
}

# post NAME PATH BODY [curl's OPTION]...: a correction; then the stream of events
# is waited for, so that it has each state.
post() {
    local to=$out/written/$1.jsonl seq
    curl -sS --max-time 20 -w '\n%{stderr}%{http_code},%{content_type}\n' \
        -H "Authorization: ${bearer-Bearer $token}" -H "Content-Type: application/json" \
        -d "$3" "${@:4}" "$url/api/$2" >"$to" 2>"$to.status.csv" || true
    seq=$(sed -n 's/^{"schema":"crokeye.match.*"seq":\([0-9]*\),"board":.*/\1/p' "$to")
    [ -n "$seq" ] || return 0
    for _ in $(seq 200); do
        ! grep -q "\"seq\":$seq,\"board\":" events || return 0
        sleep 0.02
    done
}

write() {
    local stream
    mkdir -p "$out/written"
    head -60 tests/rules/matches/depot.ndjson | "$program" import match.db >/dev/null
    start match.db
    : >events
    curl -sN "$url/api/events" >events 2>/dev/null &
    stream=$!
    for _ in $(seq 200); do
        ! grep -q '"seq":60,' events || break
        sleep 0.02
    done
    post valid ruling '{"of": 60, "valid": true}'
    post invalid ruling '{"of": 59, "valid": false}'
    post twenties twenties '{"side": "black", "count": 2}'
    post after twenties '{"side": "white", "count": 1, "after": 40}'
    post board board '{"discs": [{"id": 90, "side": "white", "x_mm": 30, "y_mm": -200}]}'
    post undo undo '{}'
    post undo-of undo '{"of": 61}'
    post early round-end '{"early": true}'
    post moved undo '{}' -H 'If-Match: "1"'
    post no-shot ruling '{"of": 1, "valid": true}'
    post no-json undo '{'
    bearer=none post no-token undo '{}'
    post end match '{"end": true}'
    post new match '{"rules": "masters", "sides": [{"side": "red"}, {"side": "blue"}],
        "seats": [{"seat": 0, "side": "red"}, {"seat": 2, "side": "blue"}], "first_seat": 2}'
    fetch written/log.jsonl api/log api/match
    kill "$stream"
    wait "$stream" 2>/dev/null || true
    grep -v '^data: {}$' events | sed -n 's/^data: //p' >"$out/written/events.jsonl"
    grep '^event: ' events | grep -v beat | sort -u | sed '1i kind' >"$out/written/kinds.csv"
    stop written/server
    export_all written/record match.db
    rm -f match.db*
}

help() {
    local command
    run help/crokeye.txt "$program" --help
    for command in score calibrate watch serve devices rules export import; do
        run "help/$command.txt" "$program" "$command" --help
        refuse "$command" "$command" --nothing
    done
    refuse sides watch --sides red,rde samples
    refuse book rules show nobody
    refuse setting rules show depot --set target=-1
}

collect() { # BUILD FOLDER
    program=$1/crokeye
    out=$2
    server=
    trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true' EXIT
    mkdir -p "$out" "$out.run"
    cd "$out.run"
    ln -s "$root/samples" "$root/tests" "$root/models" "$root/src" "$root/../shared" .
    score_all
    judge
    play
    follow
    serve
    write
    show
    help
}

# How many of the shots that were played are in the records: a comparison of
# rounds that nobody follows shows nothing.
count_shots() {
    local i played seen all_played=0 all_seen=0
    for ((i = 0; i < rounds; i++)); do
        played=$(grep -c '"type":"shot"' "$work/round$i/truth.ndjson")
        seen=$(grep -c '"type":"shot"' "$work/old/rounds/round$i.jsonl" || true)
        all_played=$((all_played + played))
        all_seen=$((all_seen + seen))
    done
    echo "simulated rounds: OLD recorded $all_seen of $all_played shots"
    [ $((all_seen * 2)) -ge "$all_played" ] || fail "too few to compare"
}

simulate
python3 "$here/same_shots.py" "$work/inputs" tests/rules/matches/*.ndjson \
    "$work"/round*/truth.ndjson
(collect "$old" "$work/old") &
first=$!
(collect "$new" "$work/new") &
second=$!
wait "$first" || fail "$old could not be run"
wait "$second" || fail "$new could not be run"
count_shots
python3 "$here/same_doctor.py" "$work/old" "${parts[@]}" >"$work/doctor" 2>&1 &
doctor=$!
status=0
python3 "$here/same_results.py" "$work/old" "$work/new" "${parts[@]}" || status=$?
noticed=yes
wait "$doctor" || noticed=
cat "$work/doctor"
[ -n "$noticed" ] || fail "some differences would not be noticed"
exit "$status"
