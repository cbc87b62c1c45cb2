#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Regenerate the pictures of samples/: selected scenes (suite and number) of one
# seed. Takes about seven minutes on one core.
set -euo pipefail
cd "$(dirname "$0")/.."

# make FOLDER SUITE:NUMBER...
make() {
    local folder=$1 pick suite
    for pick in "${@:2}"; do
        suite=${pick%:*}
        python3 -B scripts/make_samples.py --out "$folder" --seed 5 \
            --suite "$suite" --first "${pick#*:}" --name "$suite-" \
            --width 1040 --max-kb 148
    done
    python3 -B scripts/make_samples.py --check "$folder"
}

make "${1:-samples}" photo:1 photo:8 photo:22 photo:23 photo:25 photo:28 photo:29 photo:48 \
    photo:56 overhead:3 overhead:19 lines:1 empty:9 negative:1 negative:10
make "${1:-samples}/hard" photo:5 photo:10 photo:17 overhead:11 lines:13
