#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# libcrokeye as a stranger gets it: installed into a folder, and used by
# programs that are built with what pkg-config says and nothing else. Its
# documents are those of the program. Arguments: the program, the project, the
# build, the simulator, compiler flags of the build (of sanitizers).
set -u
. "$(dirname "$0")/../cli/check.sh"
build=$3
sim=$4
read -ra flags <<<"${5:-}"

# ---- what is installed ----

check install 0 cmake --install "$build" --prefix "$tmp/there" --component library
libdir=$(dirname "$(find "$tmp/there" -name libcrokeye.so)")
export PKG_CONFIG_PATH=$libdir/pkgconfig LD_LIBRARY_PATH=$libdir
(cd there && find . ! -type d -printf '%f\n' | sort) >files
abi=$(sed -n 's/^#define CROKEYE_ABI //p' there/include/crokeye.h)
version=$(pkg-config --modversion crokeye)
printf '%s\n' crokeye.h crokeye.pc crokeye_net.so libcrokeye.so "libcrokeye.so.$abi" \
    "libcrokeye.so.$abi.$version" | sort | diff - files ||
    fault "these files are not what is installed"

# The header's functions are what the library exports, both ways.
sed -n '/^CROKEYE_API/,/;/p' there/include/crokeye.h |
    grep -o 'crokeye_[a-z_]*(' | tr -d '(' | sort >declared
nm -D --defined-only "$libdir/libcrokeye.so" |
    awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort >exported
diff declared exported || fault "the header and the library differ"
nm -D --defined-only "$libdir/libcrokeye.so" | grep -q " crokeye_abi@@CROKEYE_$abi$" ||
    fault "crokeye.map has not the header's number $abi"
[ "$(wc -l <declared)" -ge 30 ] || fault "only $(wc -l <declared) functions"
[ "$(wc -l <there/include/crokeye.h)" -le 250 ] || fault "the header is too long"
[ "$(wc -l <"$root/examples/score.c")" -le 40 ] || fault "the example is too long"

# It takes next to nothing from the stack of each thread of a process, and
# finds no library in a folder of this machine.
tls=$((0$(readelf -lW "$libdir/libcrokeye.so" |
    awk '$1 == "TLS" { print substr($6, 2) }')))
[ "$tls" -le 4096 ] || fault "$tls bytes of thread-local storage"
readelf -d "$libdir/libcrokeye.so" | grep -E 'RPATH|RUNPATH' &&
    fault "the library has a run path"

# ---- programs of others ----

read -ra uses <<<"$(pkg-config --cflags --libs crokeye)"
for language in c c++; do
    standard=c11
    [ $language = c ] || standard=c++17
    for source in examples/score.c tests/lib/client.c; do
        program=$(basename "$source" .c).$language
        check "$program" 0 cc -x "$language" -std="$standard" -Wall -Wextra \
            -Wpedantic -Werror "${flags[@]}" "$root/$source" -x none \
            "${uses[@]}" -o "$program"
    done
done
check version 0 ./client.c version
has out "$version"
"$crokeye" --version | grep -qF "$version" || fault "the program has another version"
check example 1 ./score.c "$root/samples/empty-009.jpg" "$root/README.md"
has out 'empty-009.jpg:'
has err 'README.md'

# ---- photos: the documents of the program ----

photos=("$root/samples/photo-001.jpg" "$root/samples/negative-001.jpg"
    "$root/samples/lines-001.jpg" "$root/README.md")
printf 'no picture' >'odd "name" '$'\xff'.jpg
photos+=('odd "name" '$'\xff'.jpg)
"$crokeye" score --each --json "${photos[@]}" nowhere.jpg >program 2>/dev/null
./client.c score "${photos[@]}" nowhere.jpg >library 2>/dev/null
cmp program library || fault "the documents of files differ"
[ "$(wc -l <library)" -eq 6 ] || fault "$(wc -l <library) documents"
./client.c++ memory "${photos[@]}" >library 2>/dev/null
head -n 5 program | cmp - library || fault "the documents of bytes differ"
"$crokeye" score --each --json --rules depot --count-sides 3 --model tournament \
    --answer 5=20 "${photos[0]}" >program 2>err || fault "$(cat err)"
./client.c score rules=depot count-sides=3 model=tournament answer=5=20 \
    "${photos[0]}" >library 2>err || fault "$(cat err)"
cmp program library || fault "the documents with options differ"
grep -q '"by":"person"' library || fault "the answer is not used"

# ---- documents: the lines of the program ----

match=$root/tests/rules/matches/depot.ndjson
(
    cat "$match"
    printf '{"type":"undo","of":9999}\nno JSON\n'
) >events
/usr/bin/python3 - "$match" >shots <<'END'
import json, sys
for line in open(sys.argv[1], encoding="utf-8"):
    event = json.loads(line)
    if event["type"] == "shot":
        print(json.dumps(event["evidence"]))
print('{"schema":"crokeye.shot/1"}')
END
for options in "" "--rules masters" "--set target=120"; do
    read -ra words <<<"$options"
    given=("${words[@]/#--/}")
    [ "${#given[@]}" -eq 0 ] || given=("${given[0]}=${given[1]}")
    "$crokeye" rules judge "${words[@]}" shots >program 2>err
    ./client.c judge name=shots "${given[@]}" shots >library 2>err
    cmp program library || fault "rules judge $options differs"
    [ "$(grep -c '"valid"' library)" -gt 10 ] || fault "rules judge $options: few shots"
    [ "$(grep -c '"error"' library)" -eq 1 ] || fault "rules judge $options: no refusal"
    "$crokeye" rules play "${words[@]}" events >program 2>err
    ./client.c play name=events "${given[@]}" events >library 2>err
    cmp program library || fault "rules play $options differs"
    "$crokeye" rules play --each "${words[@]}" events >program 2>err
    ./client.c play name=events each=yes "${given[@]}" events >library 2>err
    cmp program library || fault "rules play --each $options differs"
    [ "$(grep -c '"error"' library)" -ge 2 ] || fault "rules play $options: no refusal"
done

# ---- a film: the lines of the program, but for the clock ----

without_clock() {
    sed -E 's/"[0-9]{4}-[0-9]{2}-[0-9]{2}T[^"]*"/"TIME"/g; s/"id":"[0-9a-f-]{36}"/"ID"/g' "$@"
}
"$sim" --out film --seed 3 --seconds 12 --size 640x360 --rules depot >/dev/null
check watch 0 "$crokeye" watch --json --rules depot --sides black,white \
    --players Ann,Bob --match program.db film
without_clock out >program
sed 's/^crokeye watch: //' err >program.words
check follow 0 ./client.c follow rules=depot sides=black,white players=Ann,Bob \
    recorded=yes match=library.db events=library.events film
without_clock out >library
cmp program library || fault "the lines of a film differ"
cmp program.words err || fault "the messages of a film differ"
[ "$(grep -c '"type":"shot"' library.events)" -ge 1 ] || fault "no shot was seen"
[ "$(wc -l <library)" -ge 8 ] || fault "$(wc -l <library) lines of a film"
"$crokeye" export library.db | cmp - library.events || fault "events differ from the record's"
"$crokeye" export program.db | without_clock >program
without_clock library.events | cmp - program || fault "the events of a film differ"

# The same film again, with the record that there is: no shot is counted twice.
check watch-again 0 "$crokeye" watch --json --match program.db film
without_clock out >program
check follow-again 0 ./client.c follow recorded=yes match=library.db film
without_clock out | cmp - program || fault "the lines of a film continued differ"
"$crokeye" export library.db | cmp - library.events || fault "a film watched again changes its record"

# A person takes the shot back in the middle.
last=$(tail -1 library.events | sed 's/.*"seq":\([0-9]*\),.*/\1/')
echo '{"type":"undo","of":2}' >undo
check add 0 ./client.c follow rules=depot sides=black,white recorded=yes \
    "add@340=undo" events=added.events film
grep -q '"type":"undo","of":2' added.events || fault "the undo is not among the events"
[ "$(tail -1 added.events | sed 's/.*"seq":\([0-9]*\),.*/\1/')" -gt "$last" ] ||
    fault "no event was added"
check import 0 "$crokeye" import again.db <added.events

finish
