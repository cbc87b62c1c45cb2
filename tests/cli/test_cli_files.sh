#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# test_cli_files.sh CROKEYE ROOT: no command writes over what is not its own,
# waits for a pipe, or leaves files behind.
set -u
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/check.sh"

photo=$root/samples/empty-009.jpg
other=$root/samples/lines-001.jpg

# same NAME A B: the files have the same bytes
same() {
    cmp -s "$2" "$3" || fault "$1: $2 is not as $3"
}

# left NAME FOLDER N: the folder has N files, hidden ones counted
left() {
    local n
    n=$(find "$2" -mindepth 1 | wc -l)
    [ "$n" -eq "$3" ] || fault "$1: $n files in $2, wanted $3: $(ls -A "$2")"
}

# A device: for root, whom a fault could cost the machine's, one made here.
device=/dev/null
if [ "$(id -u)" -eq 0 ]; then
    device=$tmp/device
    mknod "$device" c 1 3 || device=''
fi
[ -n "$device" ] || echo 'no device can be made: devices are not tested'

# ---- annotated pictures ----

mkdir in pics links
cp "$photo" in/IMG_1.jpg
cp "$other" pics/IMG_1.jpg
check 'over an original' 3 "$crokeye" score --json --overlay pics in
has err "pics/IMG_1.jpg: exists and is not an annotated picture"
has out '"image":"in/IMG_1.jpg"'
same 'over an original' pics/IMG_1.jpg "$other"
ln -s ../pics/IMG_1.jpg links/IMG_1.jpg
check 'through a link' 3 "$crokeye" score --overlay links in
has err "out of its folder"
same 'through a link' pics/IMG_1.jpg "$other"
check 'a link by force' 3 "$crokeye" score --force --overlay links in
same 'a link by force' pics/IMG_1.jpg "$other"
[ -L links/IMG_1.jpg ] || fault "the link was replaced"
mkdir linked originals
cp "$photo" originals/IMG_1.jpg
ln -s ../originals/IMG_1.jpg linked/IMG_1.jpg
check 'over a photo that is scored' 2 "$crokeye" score --force \
    --overlay originals linked
has err 'the photos lie in this folder'
same 'over a photo that is scored' originals/IMG_1.jpg "$photo"
check 'by force' 0 "$crokeye" score --force --overlay pics in
check 'its own' 0 "$crokeye" score --overlay pics in
left 'its own' pics 1
if [ -n "$device" ]; then
    ln -sf "$device" pics/IMG_1.jpg
    check 'to a device' 0 "$crokeye" score --overlay pics in
    check 'a board to a device' 0 "$crokeye" board --empty -o "$device" "$photo"
    [ -c "$device" ] || fault 'the device was replaced'
fi

# the limit on a file's size, where SIGXFSZ would end the program
rm -f pics/IMG_1.jpg
(
    ulimit -f 1
    exec "$crokeye" score --overlay pics in >limit.out 2>limit.err
)
[ $? -eq 3 ] || fault "at the limit of a file's size: $(cat limit.err)"
has limit.err 'File too large'
left 'at the limit' pics 0

# ---- documents ----

"$crokeye" import m.db <"$root/tests/rules/matches/depot.ndjson" >/dev/null ||
    fault 'no record could be made'
cp m.db m.was
cp "$photo" photo.was.jpg
check 'a board over a record' 2 "$crokeye" board --empty -o m.db "$photo"
check 'a calibration over a record' 2 "$crokeye" calibrate -o m.db "$photo"
check 'by force over a record' 2 "$crokeye" board --force -o m.db "$photo"
has err 'a database'
check 'the state over a record' 2 \
    "$crokeye" watch --match new.db --state m.db "$root/samples"
check 'the state over the served record' 2 \
    "$crokeye" serve --listen 127.0.0.1:0 --match m.db --state m.db
same 'a record' m.db m.was
check 'a calibration beside a photo' 2 \
    "$crokeye" calibrate -o photo.was.json "$other"
has err 'photo.was.jpg: exists'
same 'beside a photo' photo.was.jpg "$photo"
check 'a board' 0 "$crokeye" board --empty -o board.json "$photo"
check 'a board again' 0 "$crokeye" board --empty -o board.json "$photo"
check 'a calibration over a board' 2 "$crokeye" calibrate -o board.json "$photo"
has err 'is not a calibration'
check 'a board to a descriptor' 0 \
    "$crokeye" board --name board --empty -o /dev/fd/3 "$photo" 3>stream.json
same 'a board to a descriptor' stream.json board.json
mkfifo pipe
timeout 20 cat pipe >from.json &
check 'a board to a pipe' 0 "$crokeye" board --name board --empty -o pipe "$photo"
wait $!
same 'a board to a pipe' from.json board.json
[ -p pipe ] || fault 'the pipe was replaced'

# ---- names ----

# clean NAME FILE: no control characters but line feeds, no invalid UTF-8
clean() {
    if LC_ALL=C grep -q "[$(printf '\001-\011\013-\037\177')]" "$2"; then
        fault "$1: control characters: $(cat -v "$2")"
    fi
    iconv -f UTF-8 -t UTF-16 "$2" >/dev/null 2>&1 ||
        fault "$1: not UTF-8: $(cat -v "$2")"
}

bad=$(printf 'x\033[2J\t\377y')
for line in "$bad" "score $bad" "score --$bad" "score --each=$bad" "score --jobs $bad" \
    "score --rules $bad in" "score --answers $bad in" "score --overlay $bad/z/./ in/IMG_1.jpg" \
    "board -o $bad in/IMG_1.jpg $bad" "board -o x --$bad in" "calibrate -o x $bad" \
    "calibrate --model $bad -o x in" "rules $bad" "rules show $bad" "rules show --$bad" \
    "rules show depot --set $bad=1" "export $bad" "export --$bad" "import $bad/x" \
    "watch $bad" "watch --$bad x" "watch --size $bad x" "serve --listen $bad" \
    "serve --token-file $bad/x" "serve --theme $bad" "devices $bad"; do
    IFS=' ' read -r -a words <<<"$line"
    timeout 20 "$crokeye" "${words[@]}" >said 2>err </dev/null
    clean "$line" err
    rm -rf "$bad"
done
mkdir formulas
for name in '=1+1' '+1' '-1' '@x' "$(printf '\tx')"; do
    echo 'a letter' >"formulas/$name.jpg"
done
"$crokeye" score --csv formulas >csv 2>err
clean 'passed over' err
[ "$(grep -c "^'[=+@]\|^\"\?formulas/" csv)" -eq 5 ] || fault "rows: $(cat csv)"
(cd formulas && "$crokeye" score --csv -- *) >csv 2>err
[ "$(grep -c "^\"\?'[-=+@$(printf '\t')]" csv)" -eq 5 ] || fault "formulas: $(cat csv)"
if grep -q "^[-=+@$(printf '\t')]\|,[-=+@]" csv; then
    fault "a formula: $(cat csv)"
fi

# ---- answers ----

mkdir kept
echo 'a letter' >kept/letter
ln -s ../kept/letter in/crokeye-answers.json
check 'answers through a link' 2 "$crokeye" score --keep-answers in
same 'answers through a link' kept/letter <(echo 'a letter')

# two programs at once: each adds its answer to what the other one has kept
mkdir both
question=$("$crokeye" score "$root/samples/lines-001.jpg" |
    sed -n 's/^ *? .*(--answer \([0-9]*=[0-9]*\).*/\1/p' | head -1)
[ -n "$question" ] || fault 'no question about the photo'
for i in 1 2 3 4; do
    cp "$root/samples/lines-001.jpg" "both/$i.jpg"
    echo "$i" >>"both/$i.jpg"
done
pids=()
for i in 1 2 3 4; do
    "$crokeye" score --keep-answers --answer "$question" "both/$i.jpg" >/dev/null 2>"err$i" &
    pids+=($!)
done
for pid in "${pids[@]}"; do wait "$pid" || fault "both: status $?: $(cat err?)"; done
[ "$(grep -c sha256 both/crokeye-answers.json)" -eq 4 ] ||
    fault "both: an answer was lost: $(cat both/crokeye-answers.json)"

# ---- pipes to be read ----

check 'a pipe to watch' 1 timeout 20 "$crokeye" watch --match p.db pipe
has err 'a named pipe is not watched'
check 'a pipe to serve' 1 \
    timeout 20 "$crokeye" serve --listen 127.0.0.1:0 --match p.db pipe
check 'a theme from a pipe' 3 \
    timeout 20 "$crokeye" serve --listen 127.0.0.1:0 --match p.db --theme pipe
has err 'nobody writes to this pipe'
check 'a book from a pipe' 0 \
    "$crokeye" rules show <("$crokeye" rules show depot --json)

# ---- the token ----

# serve_until SIGNAL COMMAND...: a server, until it has printed its token
serve_until() {
    local signal=$1 pid
    shift
    : >served
    "$@" >served 2>err &
    pid=$!
    while kill -0 "$pid" 2>/dev/null && ! grep -q '^token' served; do
        sleep 0.05
    done
    kill "-$signal" "$pid" 2>/dev/null
    wait "$pid"
    status=$?
}

serve=("$crokeye" serve --listen 127.0.0.1:0 --match t.db --token-file token)
: >token
serve_until TERM "${serve[@]}"
[ "$status" -eq 0 ] || fault "an empty token file: $(cat err)"
has served "$(cat token)"
[ "$(stat -c %a token)" = 600 ] ||
    fault "the token has the mode $(stat -c %a token)"
cp token token.was
serve_until TERM "${serve[@]}"
same 'a token' token token.was
chmod 666 token
serve_until TERM "${serve[@]}"
[ "$status" -eq 3 ] || fault "a token that all may write: $status"
has err 'others can read or write this token'
rm token
serve_until TERM "${serve[@]}"
[ "$(stat -c %a token)" = 600 ] || fault "a new token: $(stat -c %a token)"

# ---- a closed terminal ----

mkdir run
# A caller may ignore the signal, as nohup does.
serve_until HUP env --default-signal=HUP TMPDIR="$tmp/run" "$crokeye" serve --listen 127.0.0.1:0
[ "$status" -eq 0 ] || fault "SIGHUP: $status"
left 'SIGHUP' run 0

finish
