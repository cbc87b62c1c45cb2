#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# test_same_results.sh SCRIPTS: does same_results.py notice? Small results of every
# part that same.sh compares are doctored, by same_doctor.py all values in them, and
# here what concerns whole parts; each change must be judged as it should.
set -euo pipefail
scripts=$1
root=$scripts/..
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tries=0
mapfile -t parts < <(sed -n 's/^ *parts+\?=(\(.*\))$/\1/p' "$scripts/same.sh" | tr ' ' '\n')
[ ${#parts[@]} -gt 12 ] || { echo "the parts of same.sh are not found"; exit 1; }

fault() {
    echo "$*"
    [ ! -s "$work/said" ] || cat "$work/said"
    exit 1
}

document() { # STATE WORDS SOURCE-STATE FRAMES SEEN-AT: of a stream
    printf '{"turn":{"seat":2},"sides":[{"side":"red","range":[0,5]}],"tied":false,'
    printf '"state":"%s","words":%s,"seen":[{"id":1,"x_mm":4.5}],' "$1" "$2"
    printf '"source":{"state":"%s","frames":%d,"seen_at":%s},' "$3" "$4" "$5"
    printf '"record":{"id":"17a8365d-47fb-42ee-a62a-c5ab0f1cc5a3","saved":2}}\n'
}

results() { # FOLDER: a little of everything, in each part
    local part to
    for part in "${parts[@]}"; do
        to=$1/$part
        mkdir -p "$to"
        echo '{"image":"a.jpg","sides":[{"side":"red","total":35}],"warnings":["dim"]}' >"$to/a.jsonl"
        head -3 "$root/tests/rules/matches/depot.ndjson" >"$to/events.jsonl"
        printf '%s\n' 'image,side,total,warnings' 'a.jpg,red,35,dim' 'b.jpg,red,40,' >"$to/a.csv"
        printf '%s\n' 'red has 35' 'a line more' >"$to/a.txt"
        printf '%s\n' 'crokeye watch: shot 2 is valid' >"$to/a.jsonl.said.txt"
        echo 'exit 1' >"$to/a.jsonl.exit.csv"
        printf '\377\330picture' >"$to/a.jpg"
        {
            document playing null still 3 null
            document moving null moving 9 '"2026-05-02T10:00:20.125Z"'
            document check '"look"' still 9 '"2026-05-02T10:00:21.125Z"'
        } >"$to/a.stream.jsonl"
    done
}

compare() { # WANTED-STATUS WHAT: the doctored new results with the old ones
    local status=0
    python3 "$scripts/same_results.py" "$work/old" "$work/new" "${parts[@]}" \
        >"$work/said" || status=$?
    [ "$status" -eq "$1" ] || fault "$2: exit status $status, not $1"
    tries=$((tries + 1))
}

fresh() {
    rm -rf "$work/old" "$work/new"
    results "$work/old"
    cp -r "$work/old" "$work/new"
}

doctor() { # WANTED-STATUS WHAT FILE SED-EXPRESSION
    fresh
    sed -i "$4" "$work/new/$3"
    ! cmp -s "$work/old/$3" "$work/new/$3" || fault "$2: nothing was changed"
    compare "$1" "$2"
}

both() { # WHAT COMMAND...: the same is done to both
    local side
    fresh
    for side in old new; do (cd "$work/$side" && "${@:2}"); done
    compare 1 "$1"
}

# ---- all values of all parts ----

fresh
compare 0 "nothing changed"
for part in "${parts[@]}"; do
    grep -q "^$part: 8 files, [0-9]* documents, [1-9][0-9]* values" "$work/said" ||
        fault "$part: how many values were compared is not printed"
done
python3 "$scripts/same_doctor.py" "$work/old" "${parts[@]}" >"$work/said" || fault "the doctor"
for part in "${parts[@]}"; do
    n=$(sed -n "s/.*[:,] $part \([0-9]*\).*/\1/p" "$work/said")
    [ "${n:-0}" -ge 150 ] || fault "$part: ${n:-0} doctored results, too few"
    tries=$((tries + n))
done

# ---- the doctor itself: it must notice a comparison that is blind ----

mkdir "$work/blind"
blind() { # WHAT SED-EXPRESSION: same_results.py is made blind for it
    cp "$scripts/same_results.py" "$scripts/same_doctor.py" "$work/blind"
    sed -i "$2" "$work/blind/same_results.py"
    ! cmp -s "$scripts/same_results.py" "$work/blind/same_results.py" || fault "$1: not made blind"
    ! python3 "$work/blind/same_doctor.py" "$work/old" played film >"$work/said" ||
        fault "a comparison that is blind for $1 is not noticed"
    grep -q '^not noticed: ' "$work/said" || fault "$1: blind, and broken too"
    tries=$((tries + 1))
}
blind "a source's state" 's/if k != "frames"}/if k == "rate_hz"}/'
blind "how many there are" 's/if len(old) != len(new)/if False/'
blind "new keys" 's/part.added.add(.*/pass/'
blind "numbers in prose" 's/if NUMBER.findall(old) != .*/if False:/'
blind "times on no clock" 's/is_time = part.name in CLOCKED and/is_time =/'
blind "pictures" 's/        if old != new:/        if False:/'
blind "files that are not there" 's/part.differ(name, "a file", ABSENT)/pass/'

# ---- parts, and runs that failed ----

parts=(samples judged exported film served help)
doctor 1 "a number" samples/a.jsonl 's/35/40/'
doctor 1 "another type" samples/a.jsonl 's/35/"35"/'
doctor 1 "a number written otherwise" samples/a.jsonl 's/35/35.0/'
doctor 1 "a key twice" samples/a.jsonl 's/"total":35/"total":35,"total":35/'
doctor 0 "a warning in other words" samples/a.jsonl 's/dim/dark/'
doctor 1 "a warning that is none" samples/a.jsonl 's/"dim"/""/'
doctor 1 "a later time that no clock wrote" exported/events.jsonl 's/10:00:20Z/11:12:13Z/'
doctor 0 "a later time that a clock wrote" film/events.jsonl 's/10:00:20Z/11:12:13Z/'
doctor 1 "the form of a time" film/events.jsonl 's/20Z/20.125Z/'
doctor 1 "a document a frame later" film/a.stream.jsonl '1s/"frames":3/"frames":4/'
doctor 1 "two documents in the other order" film/a.stream.jsonl '2{h;d};3G'
doctor 1 "a page" served/a.jpg 's/picture/pictures/'
doctor 0 "help in other words" help/a.txt 's/has/have/'
both "an empty part" rm -r judged
both "a part without values" sh -c 'rm judged/*; echo red >judged/a.txt'
both "a part of errors only" sh -c 'rm judged/*.jsonl; echo "{\"error\":1}" >judged/a.jsonl'
both "a run without a result" sh -c ': >film/events.jsonl'
both "a run that was killed" sh -c 'echo "exit 139" >film/a.jsonl.exit.csv'
both "a run that is wrong usage" sh -c 'echo "exit 2" >film/a.jsonl.exit.csv'
both "a result that is no JSON" sh -c 'echo "red has 35" >>film/a.jsonl'
both "nothing at all" sh -c 'rm -r ./*'
echo "$tries doctored results judged right"
