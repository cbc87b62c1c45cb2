#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Regenerate the pictures of samples/: selected scenes (suite and number) of one
# seed. Takes about five minutes on one core.
set -euo pipefail
cd "$(dirname "$0")/.."

picks=(photo:1 photo:5 photo:10 photo:17 photo:22 photo:25 photo:29
    overhead:3 overhead:11 lines:1 lines:13 empty:9 negative:1 negative:10)

for pick in "${picks[@]}"; do
    suite=${pick%:*}
    python3 -B scripts/make_samples.py --out "${1:-samples}" --seed 5 \
        --suite "$suite" --first "${pick#*:}" --name "$suite-" \
        --width 1040 --max-kb 148
done
python3 -B scripts/make_samples.py --check "${1:-samples}"
