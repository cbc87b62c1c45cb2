#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The password of a camera is nowhere to be read. Arguments: the program, the
# project.
set -u
. "$(dirname "$0")/check.sh"
secret=PW7f3a

# A camera on this machine: a film of pictures, and then the stream breaks off.
mkdir camera
for _ in $(seq 40); do
    cat "$root/samples/shown/close-up.jpg"
done >camera/film.mjpg
python3 -u -c '
import functools, http.server, sys
handler = functools.partial(http.server.SimpleHTTPRequestHandler,
                            directory="camera")
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
print(server.server_address[1], flush=True)
server.serve_forever()' >port 2>/dev/null &
camera=$!
trap 'kill "$camera" 2>/dev/null; rm -rf "$tmp"' EXIT
while [ ! -s port ]; do
    kill -0 "$camera" || exit 1
    sleep 0.1
done
address="http://admin:$secret@127.0.0.1:$(cat port)/film.mjpg?key=$secret"

# watched NAME SOURCE: watch until the stream has broken off, and look for the
# secret in what others can see.
watched() {
    mkdir "$1"
    "$crokeye" watch --json --match "$1/m.db" --state "$1/state.json" "$2" \
        >"$1/out" 2>"$1/err" &
    local pid=$!
    until grep -q "http://127.0.0.1:.*broken off" "$1/out"; do
        if ! kill -0 "$pid" 2>/dev/null; then
            fault "$1: ended: $(head -c 300 "$1/err")"
            return
        fi
        sleep 0.1
    done
    ! tr '\0' ' ' <"/proc/$pid/cmdline" | grep -qF "$secret" ||
        fault "$1: the list of processes shows the secret"
    kill "$pid"
    wait "$pid"
    has "$1/out" "broken off"
    ! grep -rqF "$secret" "$1" ||
        fault "$1: the secret is in $(grep -rlF "$secret" "$1")"
}

watched argument "$address"
echo "$address" >where
chmod 600 where
watched file @where
SOURCE=$address watched variable env:SOURCE

# Nor where no camera is found, or no picture of a board.
wrong=http://admin:$secret@127.0.0.1:9/film.mjpg?key=$secret
check refused 3 "$crokeye" watch "$wrong"
has err http://127.0.0.1:9/hidden
! grep -qF "$secret" out err || fault "refused: the secret is shown"
check calibrate 3 "$crokeye" calibrate -o c.json "$wrong" "$address"
has err http://127.0.0.1:9/hidden
! grep -qF "$secret" out err || fault "calibrate: the secret is shown"

# Nor by a command that reads no stream, where it is named by mistake.
for named in "$wrong" "admin:$secret@127.0.0.1/film.mjpg"; do
    for command in score devices export check backup import "rules show" \
        "board -o b.json" "record show" nothing; do
        # shellcheck disable=SC2086 # a command of two words is two
        "$crokeye" $command "$named" >out 2>err </dev/null
        ! grep -qF "$secret" out err || fault "$command: the secret is shown"
    done
done
check misspelt 3 "$crokeye" watch "admin:$secret@127.0.0.1:9/film.mjpg"
! grep -qF "$secret" out err || fault "misspelt: the secret is shown"
OPENCV_FFMPEG_LOGLEVEL=48 OPENCV_LOG_LEVEL=VERBOSE OPENCV_VIDEOIO_DEBUG=1 \
    check talkative 3 "$crokeye" watch "$wrong"
! grep -qF "$secret" out err || fault "talkative: the secret is shown"

chmod 644 where
check open_file 2 "$crokeye" watch @where
has err "every user of this machine"
finish
