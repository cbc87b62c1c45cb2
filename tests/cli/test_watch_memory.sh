#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The memory of crokeye watch over a long simulated session, as fast as it can
# look: a match of four rounds, or in a short session its first minute, played over
# and over as one long match.
#
#   test_watch_memory.sh CROKEYE PROJECT SIM MINUTES [FPS]
#
# Prints what the process holds at each tenth of the session. All of a match's
# events stay in memory, so much each; beyond them nothing may grow after the
# first minute, and all must keep below the limit.
set -u
. "$(dirname "$0")/check.sh"
sim=$3
minutes=$4
limit_mb=200
event_kb=3 # a shot in its log: rules/kept.h
slack_kb=4096 # a cache that fills late, a heap's holes
fps=${5:-30}

check sim 0 "$sim" --seed 3 --rules depot --rounds 4 --fps $fps --size 960x540 \
    --seconds "$((minutes < 8 ? 60 : 3600))" --out frames
python3 - "$((minutes * 60 * fps))" <<'END' || fault "no film"
import os
import sys

pictures = sorted(n for n in os.listdir("frames") if n.endswith(".jpg"))
os.mkdir("film")
for i in range(int(sys.argv[1])):
    os.symlink(f"../frames/{pictures[i % len(pictures)]}", f"film/{i:07d}.jpg")
END

"$crokeye" watch --json --rules depot --set rounds=99 --sides black,white \
    --match m.db --state state.json film >/dev/null 2>err &
pid=$!

# SECONDS_OF_FILM EVENTS RSS_KB, often; then a table of them
sample() {
    local frames seq rss
    frames=$(sed 's/.*"frames":\([0-9]*\).*/\1/' state.json 2>/dev/null)
    seq=$(sed -n 's/.*"last":{"seq":\([0-9]*\).*/\1/p' state.json 2>/dev/null)
    rss=$(sed -n 's/^VmRSS:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$pid/status")
    [ -n "$frames" ] && [ -n "$rss" ] &&
        echo "$((frames / fps)) ${seq:-0} $rss"
}
while kill -0 "$pid" 2>/dev/null; do
    sample >>samples 2>/dev/null
    sleep 0.5
done
wait "$pid" || fault "exit status $?: $(head -c 300 err)"

awk -v all="$((minutes * 60))" -v limit=$((limit_mb * 1024)) \
    -v event=$event_kb -v slack=$slack_kb '
    { over = $3 - event * $2 }
    $1 < 60 { next }
    !n++ { first = over; print "film s  events  RSS MB" }
    $3 > most { most = $3 }
    over - first > grown { grown = over - first }
    $1 >= next_s { printf "%6d  %6d  %6.1f\n", $1, $2, $3 / 1024
                   next_s = $1 + all / 10 }
    { last = $0 }
    END {
        split(last, l)
        printf "%6d  %6d  %6.1f\n", l[1], l[2], l[3] / 1024
        printf "at most %.1f MB (of %d); beyond the events %.1f MB more " \
            "than after a minute\n", most / 1024, limit / 1024, grown / 1024
        exit !(n > 1 && l[1] > 0.9 * all - 10 && l[2] > all / 60 &&
               most <= limit && grown <= slack)
    }' samples || fault "memory: too much, or too little was seen"
finish
