#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# test_scene.sh TEST CROKEYE ROOT: matches on the photos of ROOT/../shared, which
# scripts/photo_scenes.py prepares. Skipped without them, and
# without the Python packages that the script needs.
set -euo pipefail
test=$1
crokeye=$2
root=$3
photos=$root/../shared/photos

if [ ! -d "$photos" ]; then
    echo "skipped: no ../shared"
    exit 77
fi
if ! /usr/bin/python3 -c 'import numpy, scipy, PIL' 2>/dev/null; then
    echo "skipped: no python3-numpy, python3-scipy or python3-pil"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/photos" "$work/scenes"
for truth in "$photos"/*.json; do
    ln -s "${truth%.json}".* "$work/photos"
done
/usr/bin/python3 "$root/scripts/photo_scenes.py" --crokeye "$crokeye" \
    "$work/photos" "$work/scenes"
"$test" "$work/scenes"/*
