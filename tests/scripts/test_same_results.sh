#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# test_same_results.sh SCRIPT: does same_results.py notice? One thing at a time is
# changed in a folder of results; each change must be judged as it should.
set -euo pipefail
script=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tries=0

results() { # FOLDER
    mkdir -p "$1/live" "$1/score"
    echo '{"image":"a.jpg","sides":[{"side":"red","total":35}],"warnings":["dim"]}' >"$1/score/a.jsonl"
    echo '{"seq":1,"time":"2026-05-02T10:00:20Z","type":"shot"}' >"$1/live/events.jsonl"
    printf '%s\n' '{"seq":1,"state":"playing","score":5}' '{"seq":1,"state":"moving","score":5}' \
        '{"seq":2,"state":"playing","score":10}' >"$1/live/a.stream.jsonl"
    echo 'a.jpg,red,35' >"$1/score/a.csv"
    echo 'red has 35' >"$1/score/a.txt"
}

doctor() { # WANTED-STATUS WHAT FILE SED-EXPRESSION
    local status=0
    rm -rf "$work/old" "$work/new"
    results "$work/old"
    results "$work/new"
    if [ "$4" = away ]; then
        rm "$work/new/$3"
    else
        sed -i "$4" "$work/new/$3"
    fi
    python3 "$script" "$work/old" "$work/new" >"$work/said" || status=$?
    if [ "$status" -ne "$1" ]; then
        echo "$2: exit status $status, not $1"
        cat "$work/said"
        exit 1
    fi
    tries=$((tries + 1))
}

doctor 0 "nothing changed" score/a.jsonl 's/x/x/'
doctor 1 "a number" score/a.jsonl 's/35/40/'
doctor 1 "a key less" score/a.jsonl 's/"side":"red",//'
doctor 1 "a key more" score/a.jsonl 's/"side"/"extra":1,"side"/'
doctor 1 "an enumeration" live/events.jsonl 's/shot/ruling/'
doctor 1 "the form of a time" live/events.jsonl 's/20Z/20.125Z/'
doctor 0 "a later time" live/events.jsonl 's/10:00:20Z/11:12:13Z/'
doctor 1 "a row less" score/a.jsonl 's/\[{.*}\]/[]/'
doctor 1 "another type" score/a.jsonl 's/35/"35"/'
doctor 0 "a warning in other words" score/a.jsonl 's/dim/dark/'
doctor 1 "a warning that is none" score/a.jsonl 's/"dim"/7/'
doctor 1 "a line of CSV" score/a.csv 's/red/black/'
doctor 0 "a text" score/a.txt 's/has/have/'
doctor 0 "a moment less in a stream" live/a.stream.jsonl '2d'
doctor 1 "a step less in a stream" live/a.stream.jsonl '3d'
doctor 1 "a number in a stream" live/a.stream.jsonl '3s/10/15/'
doctor 1 "a document less" score/a.jsonl away
for broken in live/events.jsonl live/a.exit.csv; do
    rm -rf "$work/old" "$work/new"
    results "$work/old"
    results "$work/new"
    for side in old new; do
        case $broken in
        *.csv) echo 'exit 139' >"$work/$side/$broken" ;;
        *) : >"$work/$side/$broken" ;;
        esac
    done
    if python3 "$script" "$work/old" "$work/new" >/dev/null; then
        echo "two builds that fail alike count as the same: $broken"
        exit 1
    fi
    tries=$((tries + 1))
done
rm -rf "$work/old" "$work/new"
mkdir "$work/old" "$work/new"
if python3 "$script" "$work/old" "$work/new" >/dev/null; then
    echo "two empty folders count as the same"
    exit 1
fi
echo "$tries doctored results judged right"
