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
    until grep -qF "http://hidden@127.0.0.1:" "$1/out"; do
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
has err hidden@127.0.0.1:9
! grep -qF "$secret" out err || fault "refused: the secret is shown"
check calibrate 3 "$crokeye" calibrate -o c.json "$wrong" "$address"
has err hidden@127.0.0.1:9
! grep -qF "$secret" out err || fault "calibrate: the secret is shown"

chmod 644 where
check open_file 2 "$crokeye" watch @where
has err "every user of this machine"
finish
