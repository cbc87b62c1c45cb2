#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# test_docs.sh CROKEYE SCRIPTED ROOT [doctored]: docs/FORMATS.md and docs/RULES.md against
# the running program. Fields, words, settings with their values and sources,
# rule ids, CSV columns, addresses, requests, statuses and the record's columns
# are compared both ways (compare.py). With "doctored" each row and each word is then
# taken out of the pages once, and the program's answers get a field, a rule id, a
# setting's value and a column that the pages do not have: all of which must be
# noticed. SCRIPTED is the program with a simulated match.
set -euo pipefail
here=$(dirname "$(realpath "$0")")
crokeye=$(realpath "$1")
scripted=$(realpath "$2")
root=$(realpath "$3")
export PYTHONDONTWRITEBYTECODE=1
python3 "$here/compare.py" "$crokeye" "$scripted" "$root" "${@:4}"
[ "${4:-}" = doctored ] || exit 0

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/crokeye" <<END
#!/usr/bin/env bash
[ "\$1" != hall ] || exec '$crokeye' "\$@" # is ended by its process id
'$crokeye' "\$@" >'$work/said'
status=\$?
sed 's/"px_per_mm"/"new_field":1,&/; s/"rule":"V1"/"rule":"V99"/
     s/^ *value_hole = 20;/       value_hole = 21;/; s/^image,status/image,new,status/' '$work/said'
exit \$status
END
chmod +x "$work/crokeye"
if python3 "$here/compare.py" "$work/crokeye" "$scripted" "$root" more >"$work/out"; then
    echo "a changed program was not noticed"
    exit 1
fi
for fact in "'crokeye.score/1', 'board.new_field'" "'id in a decision', 'V99'" \
    "'value_hole', 'depot', '21'" "'CSV of photos', 'new'"; do
    grep -qF "$fact" "$work/out" || {
        echo "not noticed of a changed program: $fact"
        cat "$work/out"
        exit 1
    }
done
