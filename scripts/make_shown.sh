#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# make_shown.sh: make the pictures of README.md and docs, samples/shown, anew with the
# present program: build it, run the page tests that take pictures of the overlay and
# the console, and cut and compress them with ffmpeg. Takes two minutes.
set -euo pipefail

if [ $# -gt 0 ]; then
    echo "make_shown.sh: no argument is taken, not \"$*\"" >&2
    exit 2
fi
cd "$(dirname "$0")/.."

scripts/deps.sh ffmpeg
# The tests that write the pictures into out/web, by name.
scripts/test-web.sh "the board has the discs that a photo shows|the pages of a match that is watched|\
a match of four rounds by taps is the same as by its events|a match is watched, corrected"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
build/release/crokeye score --overlay "$work" samples/photo-025.jpg samples/hard/lines-013.jpg \
    >/dev/null

# write OUTPUT FILTERS INPUT...: the inputs through ffmpeg's filters into samples/shown.
# -q:v 4: JPEG of a good quality; without metadata, so that the same pictures give the
# same file.
write() {
    local output=samples/shown/$1 filters=$2
    local inputs=()
    for input in "${@:3}"; do inputs+=(-i "$input"); done
    ffmpeg -nostdin -v error -y "${inputs[@]}" -filter_complex "$filters" -frames:v 1 \
        -q:v 4 -map_metadata -1 -bitexact -update 1 "$output"
    echo "$output"
}
write annotated.jpg 'scale=1060:-1:flags=lanczos' "$work/photo-025.jpg"
# The close-up in the upper left corner, below the totals.
write close-up.jpg 'crop=342:342:8:105' "$work/lines-013.jpg"
# The overlay over a photo, as a streaming program composes it with the camera.
write overlay.jpg '[0]scale=1920:1080:flags=lanczos[photo];
    [photo][1]overlay=format=gbrp,scale=1280:-1:flags=lanczos' \
    samples/overhead-003.jpg out/web/overlay-photo.png
write laptop.jpg null out/web/live-console-1280.png
write console.png 'split[a][b];[a]palettegen=max_colors=96:reserve_transparent=0[p];
    [b][p]paletteuse=dither=none' out/web/console-390-count.png
