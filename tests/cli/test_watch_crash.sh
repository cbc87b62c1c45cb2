#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# crokeye watch killed at random instants of a simulated match, and started
# again each time: the match must be the one of an undisturbed run.
#
# What is lost while nobody watches a camera is lost; a film's frames come
# again, and watch goes on in it where its record stopped. So the match here is
# a folder of frames. Each life gets the same command.
#
#   test_watch_crash.sh CROKEYE PROJECT SIM KILLS [SECONDS [SEED [RULES [SIZE]]]]
#
# SECONDS of the match are played; when it is over before there were KILLS, it
# begins anew with an empty record. Prints how often it was killed and where.
set -u
. "$(dirname "$0")/check.sh"
sim=$3
kills=$4
seconds=${5:-1000000}
seed=${6:-3}
rules=${7:-depot}
size=${8:-1280x720}
same=$root/tests/cli/same_match.py

check sim 0 "$sim" --seed "$seed" --rules "$rules" --fps 30 --size "$size" \
    --seconds "$seconds" --out frames
mkdir pictures
mv frames/*.jpg pictures
sides=$(head -1 frames/truth.ndjson |
    sed 's/.*"sides":\[{"side":"\([a-z]*\)".*{"side":"\([a-z]*\)".*/\1,\2/')

watch=("$crokeye" watch --json --rules "$rules" --sides "$sides")
now_ms() { echo $(($(date +%s%N) / 1000000)); }
n_events() { "$crokeye" export "$1" 2>/dev/null | wc -l; }

begin=$(now_ms)
check undisturbed 0 "${watch[@]}" --match whole.db pictures
took=$(($(now_ms) - begin))
check export 0 "$crokeye" export whole.db
mv out whole
shots=$(grep -c '"type":"shot"' whole)
[ "$shots" -gt 1 ] || fault "only $shots shots"
# Half of the lives come to another shot.
life=$((4 * took / (shots + 1)))

killed=0
matches=0
after=
RANDOM=$seed
while [ "$killed" -lt "$kills" ] || [ -e parts.db ]; do
    ms=$((RANDOM % (life + 1) + 1)) # timeout takes 0 for never
    # in the foreground timeout outlives the program, and waits for its end
    until=(timeout --foreground -s KILL "$(printf %d.%03d $((ms / 1000)) $((ms % 1000)))")
    [ "$killed" -lt "$kills" ] || until=() # the last life is long
    "${until[@]}" "${watch[@]}" --match parts.db pictures >out 2>err
    status=$?
    if [ "$status" -eq 137 ]; then
        killed=$((killed + 1))
        after="$after $(n_events parts.db)"
        continue
    fi
    # Its time was over in the moment in which it ended by itself.
    [ "$status" -ne 124 ] || continue
    [ "$status" -eq 0 ] || fault "life: exit status $status: $(head -c 300 err)"
    matches=$((matches + 1))
    "$crokeye" export parts.db >parts
    python3 "$same" whole parts >differs ||
        fault "match $matches, killed after events$after: $(cat differs)"
    after=
    rm -f parts.db*
    [ "$status" -eq 0 ] || break
done
echo "$killed times killed in $matches matches of $shots shots," \
    "a life at most $life ms: $faults matches differ"
finish
