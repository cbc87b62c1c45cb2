#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# test_cli_publish.sh CROKEYE ROOT: what `crokeye publish` refuses before there is
# a broker, and how it ends. tests/hall/test_publish.c has the rest.
set -u
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/check.sh"

check 'help' 0 "$crokeye" publish --help
has out 'Usage: crokeye publish MATCH.db'
check 'no match' 2 "$crokeye" publish --engine nats://127.0.0.1:1
has err 'which MATCH.db?'
check 'no such option' 2 "$crokeye" publish a.db --tables 3
has err 'there is no option, or it needs a value: --tables'
check 'no value' 2 "$crokeye" publish a.db --engine
check 'no value of a table' 2 "$crokeye" publish a.db --table
has err 'a value is needed behind --table'
check 'a table without a match' 2 "$crokeye" publish --table 3 a.db
has err 'name the MATCH.db before its --table'
check 'one name' 2 "$crokeye" publish a.db --table 2 b.db
has err 'each needs a name and a record'
check 'one record' 2 "$crokeye" publish a.db a.db
has err 'each needs a name and a record'
check 'no name' 2 "$crokeye" publish a.db --table ''
has err 'a name is empty'
check 'an unseen name' 2 "$crokeye" publish a.db --table $'1\xe2\x80\x8e'
has err '--table must be a text without control and invisible characters: delete U+200E'
check 'no key' 3 "$crokeye" publish a.db --key none.key
has err 'none.key: this key cannot be read'
echo 'secret = "x";' >bad.key
check 'a bad key' 3 "$crokeye" publish a.db --key bad.key
has err 'bad.key:1:'
echo 'mine' >list.txt
check 'a list over another file' 2 "$crokeye" publish a.db --next list.txt
has err 'list.txt'
[ "$(cat list.txt)" = mine ] || fault 'list.txt was written over'

# A program whose library has another name: as where it is not installed.
LC_ALL=C sed 's/crokeye_nats\.so/crokeye_none.so/' "$crokeye" >without
chmod +x without
check 'no library' 3 ./without publish a.db
has err "a hall's broker cannot be reached"
has err 'install libnats'

# Without a broker it waits, and a signal ends it.
"$crokeye" publish a.db --engine nats://127.0.0.1:1 2>said &
publisher=$!
until grep -q 'nats://127.0.0.1:1 cannot be reached' said; do sleep 0.05; done
kill -TERM "$publisher"
wait "$publisher"
status=$?
[ "$status" -eq 0 ] || fault "ended by a signal: exit status $status"
[ ! -e a.db ] || fault 'it made a record'
finish
