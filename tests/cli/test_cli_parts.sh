#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# test_cli_parts.sh CROKEYE ROOT: crokeye is three programs and some modules, and
# nobody notices: an installation works in any folder, one process runs a
# command, help is the same from both programs, and a part that is missing is
# named.
set -u
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/check.sh"

photo=$root/samples/empty-009.jpg
built=$(dirname "$(dirname "$(realpath "$crokeye")")")

# install FOLDER: the parts, as an installation has them
install() {
    mkdir -p "$1/bin" "$1/lib"
    cp "$built/bin/crokeye" "$1/bin"
    cp -r "$built/lib/crokeye" "$1/lib"
}

# Each command's help: by this program, and by those that run it.
for command in $("$crokeye" --help | sed -n 's/^  \([a-z]*\) .*/\1/p') 'hall serve'; do
    read -ra words <<<"$command"
    check "$command --help" 0 "$crokeye" "${words[@]}" --help
    [ -s out ] || fault "$command --help: nothing is printed"
    cp out help
    check "$command -h" 0 "$crokeye" "${words[@]}" -h
    cmp -s help out || fault "$command: -h is not as --help"
    for part in photos tables; do
        # the commands that crokeye runs itself are unknown to both
        "$built/lib/crokeye/crokeye-$part" "${words[@]}" --help >out 2>err
        cmp -s help out || [ ! -s out ] || fault "$command: the help of $part differs"
    done
done

# In another folder, also by a link.
install moved
ln -s moved/bin/crokeye linked
for program in moved/bin/crokeye ./linked "$PWD/moved/bin/crokeye"; do
    check "$program" 0 "$program" score --json "$photo"
    cp out moved.json
    check built 0 "$crokeye" score --json "$photo"
    cmp -s moved.json out || fault "$program scores otherwise"
done
check unknown 2 "$crokeye" nothing
has err 'crokeye: no command "nothing"'
check refused 2 "$crokeye" score --nothing
has err 'crokeye score: '
check 'another part' 2 moved/lib/crokeye/crokeye-photos rules list
has err 'no command "rules"'

# One process, under one name; a signal ends it.
moved/bin/crokeye serve --match a.db --listen 127.0.0.1:0 >said 2>&1 &
server=$!
until grep -q 'http://' said || ! kill -0 "$server" 2>/dev/null; do sleep 0.05; done
[ "$(cat "/proc/$server/comm")" = crokeye ] || fault "its name: $(cat "/proc/$server/comm")"
[ "$(tr '\0' ' ' <"/proc/$server/cmdline")" = \
    'moved/bin/crokeye serve --match a.db --listen 127.0.0.1:0 ' ] ||
    fault "its words: $(tr '\0' ' ' <"/proc/$server/cmdline")"
case $(realpath "/proc/$server/exe") in
*/moved/lib/crokeye/crokeye-tables) ;;
*) fault "its program: $(realpath "/proc/$server/exe")" ;;
esac
kill -TERM "$server"
wait "$server" || fault "ended by a signal: exit status $?"

# Letters are drawn by a module.
mkdir seen
check overlay 0 moved/bin/crokeye score --overlay seen "$photo"
rm moved/lib/crokeye/crokeye_letters.so
check 'no letters' 3 moved/bin/crokeye score --overlay none "$photo"
has err 'text cannot be drawn'
has err 'install crokeye again'
has out 'a board without discs'

# A program that is missing, or cannot be run.
chmod -x moved/lib/crokeye/crokeye-tables
if [ "$(id -u)" -ne 0 ] || ! [ -x moved/lib/crokeye/crokeye-tables ]; then
    check 'no right' 3 moved/bin/crokeye devices
    has err 'moved/bin/../lib/crokeye/crokeye-tables cannot be started: Permission denied'
fi
rm -r moved/lib
check 'no parts' 3 moved/bin/crokeye score "$photo"
has err 'moved/bin/../lib/crokeye/crokeye-photos is not there; install crokeye again'
check 'help without parts' 0 moved/bin/crokeye score --help
check 'rules without parts' 0 moved/bin/crokeye rules list
finish
