#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# same.sh [--quick] OLD NEW: do two builds give the same results? OLD and NEW are
# build folders such as build/release. Both score the samples and the photos and
# renders of ../shared, play the recorded matches of all rule books, watch the
# film of ../shared and six simulated rounds (one with --quick), and serve a
# recorded match; scripts/same_results.py prints what differs. Exit status: 0
# nothing but prose differs, 1 something does, 2 wrong usage, 3 could not run.
set -euo pipefail
here=$(realpath "$(dirname "$0")")
rounds=6
if [ "${1:-}" = --quick ]; then
    rounds=1
    shift
fi
if [ $# -ne 2 ] || [ ! -x "$1/crokeye" ] || [ ! -x "$2/crokeye" ]; then
    echo "usage: same.sh [--quick] OLD NEW, each a build folder with crokeye" >&2
    exit 2
fi
old=$(realpath "$1")
new=$(realpath "$2")
cd "$here/.."
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$work"' EXIT

films=(../shared/video/*.mp4)
pictures=(samples)
if [ -d ../shared ]; then
    pictures+=(../shared/photos ../shared/renders/*)
else
    echo "skipped: no ../shared"
    films=()
fi

# One record the simulator makes for both.
simulate() {
    local sim i books=(depot masters woodestic cancellation solo-teams tournament)
    sim=$(find "$new" "$old" -name sim -type f -perm -u+x | head -1)
    [ -n "$sim" ] || { echo "same.sh: neither build has the simulator" >&2; exit 3; }
    for ((i = 0; i < rounds; i++)); do
        "$sim" --out "$work/film$i" --seed "$((i + 40))" --rules "${books[i]}" \
            --fps 15 --size 640x480 --seconds 150 >/dev/null
    done
}

# run NAME COMMAND...: its output as OUT/NAME, what it says as OUT/NAME.txt with
# its exit status. A run that gives no result is a fault, alike or not.
run() {
    local to=$out/$1 status=0
    shift
    mkdir -p "$(dirname "$to")"
    "$@" >"$to" 2>"$to.said.txt" </dev/null || status=$?
    echo "exit $status" >"$to.exit.csv"
}

score() {
    local set name
    for set in "${pictures[@]}"; do
        name=score/$(basename "$set")
        run "$name.jsonl" "$program" score --json --overlay "$work/drawn" "$set"
        mv "$work/drawn" "$out/$name"
        run "$name.csv" "$program" score --csv "$set"
        run "$name.txt" "$program" score "$set"
    done
}

play() {
    local file name shot
    run rules/list.txt "$program" rules list
    for file in models/rules/*.json; do
        name=$(basename "$file" .json)
        run "rules/$name.txt" "$program" rules show "$name"
        run "rules/$name.jsonl" "$program" rules show "$name" --json
    done
    for file in tests/rules/matches/*.ndjson; do
        name=$(basename "$file" .ndjson)
        run "played/$name.jsonl" "$program" rules play "$file"
        "$program" import "$work/$name.db" <"$file" >/dev/null
        run "exported/$name.jsonl" "$program" export "$work/$name.db"
        rm -f "$work/$name.db"
        for shot in masters depot woodestic; do
            grep '"type":"shot"' "$file" | head -30 >"$work/shots" || true
            run "judged/$name-$shot.jsonl" "$program" rules judge --rules "$shot" "$work/shots"
        done
    done
}

# watch NAME SOURCE [OPTION]...
watch() {
    local name=$1
    shift
    run "live/$name.stream.jsonl" "$program" watch --json --state "$out/live/$name.state.jsonl" \
        --match "$work/live.db" "$@"
    run "live/$name.events.jsonl" "$program" export "$work/live.db"
    rm -f "$work/live.db"
}

follow() {
    local film i books=(depot masters woodestic cancellation solo-teams tournament)
    for film in "${films[@]}"; do
        watch "$(basename "$film" .mp4)" "$film"
    done
    for ((i = 0; i < rounds; i++)); do
        watch "round$i" --rules "${books[i]}" --fps 15 "$work/film$i"
    done
}

serve() {
    local match=$work/served.db url path
    "$program" import "$match" <tests/rules/matches/depot.ndjson >/dev/null
    "$program" serve --match "$match" --listen 127.0.0.1:0 >"$work/greeting" 2>/dev/null &
    server=$!
    for _ in $(seq 100); do
        url=$(sed -n 's|^overlay  \(.*\)/overlay$|\1|p' "$work/greeting")
        [ -z "$url" ] || break
        sleep 0.1
    done
    for path in api/match healthz api/log; do
        run "live/served/${path//\//-}.jsonl" curl -sS "$url/$path"
    done
    for path in overlay console pages/console.js pages/overlay.js; do
        run "served/$(basename "$path").page.txt" curl -sS "$url/$path"
    done
    kill "$server"
    wait "$server" 2>/dev/null || true
    server=
    rm -f "$match"*
}

help() {
    local command
    run help/crokeye.txt "$program" --help
    for command in score calibrate watch serve devices rules export import; do
        run "help/$command.txt" "$program" "$command" --help
    done
}

collect() { # BUILD FOLDER
    program=$1/crokeye
    out=$2
    mkdir -p "$out"
    score
    play
    follow
    serve
    help
}

command -v curl >/dev/null || { echo "same.sh: curl is missing" >&2; exit 3; }
simulate
collect "$old" "$work/old"
collect "$new" "$work/new"
python3 "$here/same_results.py" "$work/old" "$work/new"
