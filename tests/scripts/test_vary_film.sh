#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# scripts/vary_film.sh makes the twelve variants it names, of the sizes, rates and
# lengths it says, and leaves alone what lies there. Argument: the folder of the
# scripts. Skipped (77) without ffmpeg.
set -u
scripts=$1
if ! command -v ffmpeg >/dev/null; then
    echo "skipped: no ffmpeg"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
faults=0
fault() {
    echo "$*"
    faults=$((faults + 1))
}

# A film of half a second, with pixels that are not square, left and right, above
# and below different.
ffmpeg -nostdin -v error -f lavfi -i testsrc=size=320x240:rate=20:duration=0.5 \
    -vf setsar=4/3 -c:v libx264 -pix_fmt yuv420p clip.mp4 || fault "no film to vary"
echo '{"shots":[]}' >clip.truth.json
"$scripts/vary_film.sh" clip.mp4 out >told 2>&1 || fault "not made: $(cat told)"

# NAME WIDTH HEIGHT SHAPE-OF-A-PIXEL PICTURES
while read -r name width height shape pictures; do
    found=$(ffprobe -v error -count_frames -of csv=p=0 "out/$name.mp4" -show_entries \
        stream=width,height,sample_aspect_ratio,nb_read_frames)
    [ "$found" = "$width,$height,$shape,$pictures" ] ||
        fault "$name: $found, wanted $width,$height,$shape,$pictures"
    cmp -s clip.truth.json "out/$name.truth.json" || fault "$name: another truth"
    echo "out/$name.mp4" >>names
done <<'END'
same 320 240 4:3 10
q28 320 240 4:3 10
q36 320 240 4:3 10
mirror 320 240 4:3 10
flip 320 240 4:3 10
square 426 240 1:1 10
turn 240 320 3:4 10
small 224 168 4:3 10
large 400 300 4:3 10
dark 320 240 4:3 10
late 320 240 4:3 50
early 320 240 4:3 50
END
diff names told >differ || fault "other names told: $(cat differ)"
[ "$(find out -type f | wc -l)" -eq 24 ] || fault "other files: $(find out -type f)"

# alike A B FILTER: B, put through FILTER, shows what A does (20 dB; pictures that
# show something else have 8).
alike() {
    local db
    db=$(ffmpeg -nostdin -i "out/$1.mp4" -i "out/$2.mp4" -lavfi "[1]$3[b];[0][b]psnr" \
        -f null - 2>&1 | sed -nE 's/.*average:([0-9]+).*/\1/p')
    [ "${db:-99}" -ge 20 ]
}
alike same mirror hflip || fault "mirror is not mirrored"
alike same flip vflip || fault "flip is not turned over"
alike same turn transpose=cclock || fault "turn is not a quarter"
! alike same mirror null || fault "mirror is as it was"
! alike same flip null || fault "flip is as it was"
# The brightness of the first picture's one grey pixel.
grey() {
    ffmpeg -nostdin -v error -i "out/$1.mp4" -frames:v 1 -vf format=gray,scale=1:1 \
        -f rawvideo - | od -An -tu1
}
[ "$(grey dark)" -lt $(($(grey same) - 10)) ] || fault "dark is as bright as before"

sum=$(cat out/* | cksum)
"$scripts/vary_film.sh" clip.mp4 out >told 2>&1
status=$?
if [ $status -ne 3 ] || ! grep -q 'same.mp4: is there already' told; then
    fault "in the way: $status, $(cat told)"
fi
[ "$(cat out/* | cksum)" = "$sum" ] || fault "a file in the way was replaced"
"$scripts/vary_film.sh" clip.truth.json none >told 2>&1
status=$?
if [ $status -ne 1 ] || ! grep -q 'clip.truth.json: could not be read as a film' told; then
    fault "no film: $status, $(cat told)"
fi
[ ! -e none ] || fault "no film, and yet: $(find none)"
exit $((faults > 0))
