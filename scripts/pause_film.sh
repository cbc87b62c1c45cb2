#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# pause_film.sh CLIP OUT FRAME:SECONDS...: copies of a film in each of which no
# picture comes for so long before this one, as from a stream that hangs; what is
# shown goes on after it as if nothing had been. OUT/FRAME.mp4, and beside each a
# copy of the clip's truth, CLIP's name with .truth.json for its ending, if there
# is one.
#
# Installs ffmpeg if it is missing. A file that is in the way is not replaced.
# Exit status: 0 done, 1 CLIP is no film, 2 wrong usage, 3 could not run.
set -euo pipefail

if [ $# -lt 3 ] || [[ $1 == -* ]]; then
    echo "usage: pause_film.sh CLIP OUT FRAME:SECONDS..., a film, a folder, pauses" >&2
    exit 2
fi
clip=$1
out=$2
shift 2
fail() { # STATUS WORDS
    echo "pause_film.sh: $2" >&2
    exit "$1"
}
[ -f "$clip" ] || fail 2 "$clip: no such file"
truth=${clip%.*}.truth.json
for pause in "$@"; do
    [[ $pause =~ ^[0-9]+:[0-9]+(\.[0-9]+)?$ ]] ||
        fail 2 "$pause: give a frame and seconds, e.g. 25:3"
done

"$(dirname "$0")/deps.sh" ffmpeg
ffprobe -v error -select_streams v -show_entries stream=width "file:$clip" 2>/dev/null |
    grep -q width || fail 1 "$clip: could not be read as a film"
mkdir -p -- "$out" || exit 3

for pause in "$@"; do
    frame=${pause%:*}
    film=$out/$frame.mp4
    told=$out/$frame.truth.json
    for file in "$film" "$told"; do
        [ ! -e "$file" ] || fail 3 "$file: is there already; name another folder"
    done
    ffmpeg -nostdin -v error -n -i "file:$clip" -an \
        -vf "setpts='if(gte(N,$frame),PTS+${pause#*:}/TB,PTS)'" -vsync passthrough \
        -c:v libx264 -preset medium -crf 18 -pix_fmt yuv420p "file:$film" ||
        fail 3 "$film: could not be made from $clip"
    [ ! -f "$truth" ] || cp -- "$truth" "$told"
    echo "$film"
done
