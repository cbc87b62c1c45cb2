#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# test_cli_calibrate.sh CROKEYE PROJECT SIM: `crokeye calibrate` on photos and
# films, what it writes, what `score --calib` makes of it, and bad input.
source "$(dirname "$0")/check.sh"
sim=$3
check sim 0 "$sim" --seed 3 --fps 10 --seconds 12 --out d
check sim-film 0 "$sim" --seed 3 --fps 10 --seconds 12 --out m --mjpeg m.mjpg

# ---- photos ----
check one 0 "$crokeye" calibrate -o one.json d/000000.jpg
has out "focal length"
has out "weakly determined"
has one.json '"schema":"crokeye.calib/1"'
has one.json '"information":['
has one.json '"source":"d/000000.jpg"'
[ -s one.jpg ] || fault "no picture beside the calibration"
check two 0 "$crokeye" calibrate --pose-from 1 -o two.json d/000000.jpg d/000119.jpg
has two.json '"pose_view":1'
has two.json '"source":"d/000119.jpg"'

# ---- a film ----
check film 0 "$crokeye" calibrate -o film.json m.mjpg
has out "24 frames at rest"

# ---- another photo of that camera: the same board within sigma ----
for calib in one.json film.json; do
    check "score $calib" 0 "$crokeye" score --json --calib "$calib" d/000119.jpg
    mv out with
    check score 0 "$crokeye" score --json d/000119.jpg
    mv out without
    python3 - <<'EOF' || fault "score --calib $calib: not the same"
import json
a = json.loads(open("with").read())
b = json.loads(open("without").read())
assert a["board"]["scale"] == "calib", a["board"]
for line in ("outer", "middle", "inner"):
    off = a["board"]["lines_mm"][line] - b["board"]["lines_mm"][line]
    assert abs(off) < 0.5, (line, off)
near = lambda d: min(b["discs"], key=lambda e: (e["x_mm"] - d["x_mm"])**2 +
                     (e["y_mm"] - d["y_mm"])**2)
assert len(a["discs"]) == len(b["discs"]) >= 1
for d in a["discs"]:
    e = near(d)
    off = ((e["x_mm"] - d["x_mm"])**2 + (e["y_mm"] - d["y_mm"])**2) ** 0.5
    assert off < 2.5 * (d["sigma_mm"] + e["sigma_mm"]), (d, e)
    assert (d["value"], d["state"]) == (e["value"], e["state"]), (d, e)
EOF
done

# ---- the very photo, small and of faint lines too ----
for photo in lines-001 hard/overhead-011 hard/photo-005; do
    check "calibrate ${photo##*/}" 0 "$crokeye" calibrate -o own.json "$root/samples/$photo.jpg"
    check "own ${photo##*/}" 0 "$crokeye" score --calib own.json "$root/samples/$photo.jpg"
done

# ---- a picture that is not of that camera where it was ----
check sim-other 0 "$sim" --seed 4 --fps 5 --seconds 1 --out e
check other-place 1 "$crokeye" score --json --calib one.json e/000000.jpg
has out '"code":"no_board"'
has out "calibration has it"

# ---- bad input ----
rm -f bad.json bad.jpg
check none 2 "$crokeye" calibrate -o bad.json
check no-output 2 "$crokeye" calibrate d/000000.jpg
has err "-o FILE"
check two-sources 2 "$crokeye" calibrate -o bad.json --device /dev/video0 d/000000.jpg
check pose-from 2 "$crokeye" calibrate -o bad.json --pose-from 2 d/000000.jpg
check pose-word 2 "$crokeye" calibrate -o bad.json --pose-from x d/000000.jpg
check model 2 "$crokeye" calibrate -o bad.json --model none d/000000.jpg
check option 2 "$crokeye" calibrate -o bad.json --what d/000000.jpg
check device 3 "$crokeye" calibrate -o bad.json --device /dev/no-such-camera
has err "/dev/no-such-camera"
echo text >text.jpg
: >empty.jpg
check no-photo 3 "$crokeye" calibrate -o bad.json text.jpg empty.jpg missing.jpg
has err "text.jpg"
has err "empty.jpg"
has err "missing.jpg"
check no-board 3 "$crokeye" calibrate -o bad.json "$root/samples/negative-001.jpg"
check sizes 3 "$crokeye" calibrate -o bad.json d/000000.jpg "$root/samples/photo-001.jpg"
has err "one size"
check folder 3 "$crokeye" calibrate -o no/such/bad.json d/000000.jpg
cp d/000000.jpg mine.jpg
check overwrite 2 "$crokeye" calibrate -o mine.json mine.jpg
cmp -s d/000000.jpg mine.jpg || fault "a photo was overwritten"
[ ! -e bad.json ] || fault "a failed calibration was written"
check some 1 "$crokeye" calibrate -o some.json text.jpg d/000000.jpg
[ -s some.json ] || fault "the picture that can be used was not"
check help 0 "$crokeye" calibrate --help
has out "--pose-from"
finish
