#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# vary_film.sh CLIP OUT: twelve variants of a film of a board, in none of which
# anything else happens on the board: OUT/NAME.mp4, and beside each a copy of the
# clip's truth, CLIP's name with .truth.json for its ending, if there is one.
#
#   same             as it is, copied
#   q28 q36          compressed harder: x264's rate factors 28 and 36
#   mirror flip      mirrored left to right, and top to bottom
#   square           pixels made square, with as many lines
#   turn             turned by a quarter, clockwise
#   small large      0.7 and 1.25 times as wide and high
#   dark             gamma 0.7: the middle tones darker
#   late early       the first, and the last, picture held for 2 s
#
# All but "same" are H.264, without sound, at rate factor 18 where none is named.
# Installs ffmpeg if it is missing. A file that is in the way is not replaced.
# Exit status: 0 done, 1 CLIP is no film, 2 wrong usage, 3 could not run.
set -euo pipefail

if [ $# -ne 2 ] || [[ $1 == -* ]]; then
    echo "usage: vary_film.sh CLIP OUT, a film and a folder for its variants" >&2
    exit 2
fi
clip=$1
out=$2
fail() { # STATUS WORDS
    echo "vary_film.sh: $2" >&2
    exit "$1"
}
[ -f "$clip" ] || fail 2 "$clip: no such file"
truth=${clip%.*}.truth.json

"$(dirname "$0")/deps.sh" ffmpeg
ffprobe -v error -select_streams v -show_entries stream=width "file:$clip" 2>/dev/null |
    grep -q width || fail 1 "$clip: could not be read as a film"
mkdir -p -- "$out" || exit 3

# Even sizes, which H.264 with halved colours needs.
even() { echo "scale=trunc($1/2)*2:trunc($2/2)*2"; }

declare -A filter=(
    [q28]=null [q36]=null
    [mirror]=hflip [flip]=vflip
    [square]="$(even 'iw*sar' ih),setsar=1"
    [turn]="transpose=clock"
    [small]="$(even 'iw*0.7' 'ih*0.7')" [large]="$(even 'iw*1.25' 'ih*1.25')"
    [dark]="eq=gamma=0.7"
    [late]="tpad=start_mode=clone:start_duration=2"
    [early]="tpad=stop_mode=clone:stop_duration=2"
)
declare -A rate=([q28]=28 [q36]=36)

vary() { # NAME FILE
    if [ "$1" = same ]; then
        cp -- "$clip" "$2"
        return
    fi
    ffmpeg -nostdin -v error -n -i "file:$clip" -an -vf "${filter[$1]}" \
        -c:v libx264 -preset medium -crf "${rate[$1]:-18}" -pix_fmt yuv420p "file:$2"
}

for name in same q28 q36 mirror flip square turn small large dark late early; do
    film=$out/$name.mp4
    told=$out/$name.truth.json
    for file in "$film" "$told"; do
        [ ! -e "$file" ] || fail 3 "$file: is there already; name another folder"
    done
    vary "$name" "$film" || fail 3 "$film: could not be made from $clip"
    [ ! -f "$truth" ] || cp -- "$truth" "$told"
    echo "$film"
done
