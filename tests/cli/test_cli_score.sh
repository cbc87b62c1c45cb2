#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# test_cli_score.sh CROKEYE ROOT: what crokeye score says of photos that it
# cannot score, and of a board without discs.
set -u
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/check.sh"

no_board=$root/samples/negative-001.jpg
why='no crokinole board in the picture: no three rings'

# Once where results and messages are seen together; among the messages, too,
# where results go elsewhere.
for form in --each --json --csv; do
    "$crokeye" score $form "$no_board" >both 2>&1
    [ "$(grep -c "$why" both)" -eq 1 ] ||
        fault "score $form: not said once: $(head -c 400 both)"
    check "score $form, apart" 1 "$crokeye" score $form "$no_board"
    has out "$why"
    has err "negative-001.jpg: $why"
done
check 'a table' 1 "$crokeye" score missing.jpg "$no_board"
has out "  ! $why"
has out '  ! cannot be opened: No such file'

# What may be a disc in the ditch makes no side.
check 'an empty board' 0 "$crokeye" score "$root/samples/empty-009.jpg"
has out 'a board without discs'
grep -q green out && fault "a side without discs: $(head -c 400 out)"

finish
