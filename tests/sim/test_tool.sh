#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# test_tool.sh SIM CROKEYE: the tool writes frames and a truth that the rules
# room plays; the same seed writes the same bytes; wrong usage says so.
set -euo pipefail
sim=$1
crokeye=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "$1"
    exit 1
}

"$sim" --seed 7 --rules cancellation --no-pictures --fps 30 \
    --out "$work/whole" 2>"$work/said"
"$crokeye" rules play "$work/whole/truth.ndjson" >"$work/match.json"
grep -q '"state": *"over"' "$work/match.json" || fail "the match is not over"
shots=$(grep -c '"type":"shot"' "$work/whole/truth.ndjson")
[ "$shots" -eq 24 ] || fail "$shots shots, not 24"

for run in a b; do
    "$sim" --seed 7 --size 320x240 --fps 15 --seconds 8 --out "$work/$run" \
        --trick dark@1 2>"$work/said"
done
diff -r "$work/a" "$work/b" >/dev/null || fail "two runs of a seed differ"
frames=$(wc -l <"$work/a/frames.ndjson")
pictures=$(find "$work/a" -name '*.jpg' | wc -l)
[ "$frames" -eq 120 ] && [ "$pictures" -eq 120 ] ||
    fail "$frames lines and $pictures pictures, not 120"
"$sim" --seed 7 --size 320x240 --fps 15 --seconds 8 --out "$work/c" \
    --trick dark@1 --mjpeg "$work/c.mjpg" 2>"$work/said"
cat "$work"/a/*.jpg | cmp - "$work/c.mjpg" || fail "the stream is not the files"

# A photo, made of plain colours: a grey board, a white and a black side.
photo=$work/photo
plain() { # plain FILE TYPE W H BYTES COLOUR
    printf '%s %d %d 255\n' "$2" "$3" "$4" >"$photo/$1"
    head -c "$5" /dev/zero | tr '\0' "$6" >>"$photo/$1"
}
mkdir "$photo"
plain board.ppm P6 400 300 360000 '\200'
plain white.ppm P6 33 33 3267 '\360'
plain black.ppm P6 33 33 3267 '\040'
plain shadow.pgm P5 81 81 6561 '\377'
cat >"$photo/calib.json" <<'END'
{"schema":"crokeye.calib/1","width":400,"height":300,"rms_px":0,
 "camera":{"f_px":400,"cx_px":199.5,"cy_px":149.5,"k1":0},
 "pose":{"rotation":[1,0,0,0,-1,0,0,0,-1],"t_mm":[0,0,1200]},
 "board":{"lines_mm":{"outer":304.8,"middle":203.2,"inner":101.6,"width":1.6},
  "hole_mm":17.5,"hole_depth_mm":9.5,"disc_mm":15.9,"disc_height_mm":9.5}}
END
cat >"$photo/scene.json" <<'END'
{"schema":"crokeye.sim-scene/1","surface_mm":330,"rail_mm":380,
 "rail_outer_mm":400,"shadow":[0.2,0.1],"shadow_half_mm":40,"off_px":[[9,9]],
 "sides":[
 {"name":"black","rgb":[32,32,32],"faces":[
  {"face":"black.ppm","wall":[20,20,20],"shadow":"shadow.pgm"}]},
 {"name":"white","rgb":[240,240,240],"faces":[
  {"face":"white.ppm","wall":[120,120,120],"shadow":null}]}]}
END
for run in e f; do
    "$sim" --on "$photo" --seed 7 --size 320x240 --fps 5 --seconds 20 \
        --out "$work/$run" 2>"$work/said"
done
diff -r "$work/e" "$work/f" >/dev/null || fail "two runs on a photo differ"
grep -q '"outer":304.8,' "$work/e/board.json" || fail "another board than the photo's"
# Faults of a folder: the message names the file.
for fault in "calib.json" "board.ppm" "white.ppm" "scene.json"; do
    cp "$photo/$fault" "$work/kept"
    head -c 100 "$work/kept" >"$photo/$fault"
    status=0
    "$sim" --on "$photo" --out "$work/d" 2>"$work/said" || status=$?
    [ "$status" -eq 1 ] || fail "$fault cut off: exit status $status, not 1"
    grep -q "$fault" "$work/said" || fail "$fault cut off: not named"
    cp "$work/kept" "$photo/$fault"
done

for run in h i; do
    "$sim" --seed 12 --size 320x240 --fps 10 --seconds 40 --out "$work/$run" \
        --troubles cut,starts-mid,push --trouble squeezed 2>"$work/said"
done
diff -r "$work/h" "$work/i" >/dev/null || fail "two runs with troubles differ"
lines=$(wc -l <"$work/h/frames.ndjson")
pictures=$(find "$work/h" -name '*.jpg' | wc -l)
[ "$lines" -eq "$pictures" ] && [ "$lines" -lt 380 ] ||
    fail "$lines lines and $pictures pictures where frames are missing"
grep -q '"pixel_aspect":' "$work/h/film.json" || fail "no shape of pixels"
"$sim" --seed 12 --no-pictures --fps 10 --out "$work/k" \
    --troubles rerack,starts-mid,cut 2>"$work/said"
grep -q '"type":"replay_round"' "$work/k/truth.ndjson" || fail "no round anew"
"$crokeye" rules play "$work/k/truth.ndjson" >"$work/match.json" ||
    fail "the truth of troubles is no match"

for wrong in "--size 320" "--trouble dance" "--trick dance@1" "--fps" "--seating five" "--looks new"; do
    status=0
    # shellcheck disable=SC2086 # two words
    "$sim" --out "$work/d" $wrong 2>"$work/said" || status=$?
    [ "$status" -eq 2 ] || fail "$wrong: exit status $status, not 2"
done
echo "$shots shots, $frames frames"
