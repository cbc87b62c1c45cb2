#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# test_docs.sh CROKEYE ROOT: does docs/FORMATS.md name every key that the program
# prints of a photo, a match, a decision and the events, and docs/RULES.md every
# setting of every rule book with its id and its value? Then one line of each
# document is taken out, which must be noticed.
set -euo pipefail
crokeye=$(realpath "$1")
cd "$2"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
books=(masters woodestic cancellation depot solo-teams tournament)

{
    "$crokeye" score --json --timings samples/photo-001.jpg samples/negative-001.jpg || [ $? -eq 1 ]
    "$crokeye" rules play tests/rules/matches/depot.ndjson
    "$crokeye" rules judge tests/rules/depot/*.json || true
    cat tests/rules/matches/*.ndjson
    "$crokeye" watch --json samples || [ $? -eq 1 ]
} >"$work/printed" 2>/dev/null
# Names of sides and of stages are values, not fields.
python3 - "$work/printed" >"$work/keys" <<'END'
import json, sys

def keys(value, found):
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in ("twenties", "points", "cpu_ms", "discs_left") or not isinstance(inner, dict):
                keys(inner, found)
            found.add(key)
    elif isinstance(value, list):
        for inner in value:
            keys(inner, found)

found = set()
for line in open(sys.argv[1], encoding="utf-8"):
    keys(json.loads(line), found)
print("\n".join(sorted(found)))
END

unnamed() { # DOCUMENT: keys that it does not name
    while IFS= read -r key; do
        grep -qE "[\`\"]$key[\`\"]" "$1" || echo "$key"
    done <"$work/keys"
}

# Lines "ID SETTING" of a book.
settings() {
    "$crokeye" rules show "$1" |
        awk '/^  [A-Z][0-9]+a? / {id = $1} /^       [a-z0-9_]+ = / {print id, $1, $3}' | sed 's/;$//'
}

unlisted() { # DOCUMENT: settings that it does not have with the book's value
    local column=3 book id key value
    for book in "${books[@]}"; do
        column=$((column + 1))
        while read -r id key value; do
            awk -F' *\\| *' -v id="$id" -v key="\`$key\`" -v value="$value" -v column="$((column + 1))" \
                '$2 == id && $3 == key && $column == value {found = 1} END {exit !found}' "$1" ||
                echo "$book: $id $key = $value"
        done < <(settings "$book")
    done
}

faults=$(unnamed docs/FORMATS.md; unlisted docs/RULES.md)
if [ -n "$faults" ]; then
    echo "not in docs/FORMATS.md or docs/RULES.md as the program has it:"
    echo "$faults"
    exit 1
fi
grep -v '"boundary"\|`boundary`' docs/FORMATS.md >"$work/formats"
sed 's/| `discs_singles` |\(.*\)| 12 |/| `discs_singles` |\1| 11 |/' docs/RULES.md >"$work/rules"
if [ -z "$(unnamed "$work/formats")" ] || [ -z "$(unlisted "$work/rules")" ]; then
    echo "a doctored document was not noticed"
    exit 1
fi
n_settings=0
for book in "${books[@]}"; do
    n_settings=$((n_settings + $(settings "$book" | wc -l)))
done
echo "$(wc -l <"$work/keys") keys and $n_settings settings are documented"
[ "$(wc -l <"$work/keys")" -gt 50 ] && [ "$n_settings" -gt 100 ]
