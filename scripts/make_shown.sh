#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Regenerate the pictures of README.md, samples/shown, with the present program.
# Needs ImageMagick and, for the pictures of the overlay and the console, those
# that scripts/test-web.sh wrote to out/web.
set -euo pipefail
cd "$(dirname "$0")/.."
crokeye=${1:-build/release/crokeye}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$crokeye" score --overlay "$work" samples/photo-025.jpg samples/lines-013.jpg
convert "$work/photo-025.jpg" -strip -resize 1060x -quality 80 \
    samples/shown/annotated.jpg
# the close-up in the upper left corner, below the totals
convert "$work/lines-013.jpg" -strip -gravity northwest -chop 0x97 \
    -crop 342x342+8+8 +repage -quality 84 samples/shown/close-up.jpg

# the overlay over a photo, as a streaming program composes it with the camera
convert samples/overhead-003.jpg -resize '1920x1080^' -gravity center \
    -extent 1920x1080 out/web/overlay-photo.png \
    -composite -strip -resize 1280x -quality 84 samples/shown/overlay.jpg
convert out/web/live-console-1280.png -strip -quality 84 \
    samples/shown/laptop.jpg
convert out/web/console-390-count.png -strip -colors 96 \
    samples/shown/console.png
