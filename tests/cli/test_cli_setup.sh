#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# test_cli_setup.sh CROKEYE PROJECT SIM: `crokeye setup` on a simulated film, on
# pictures without a board and without light, and on bad input.
source "$(dirname "$0")/check.sh"
sim=$3

# ---- a film of a board ----
check sim 0 "$sim" --seed 3 --fps 10 --seconds 4 --out film
check text 0 "$crokeye" setup --fps 10 film
has out "px/mm  tilt  pict."
has out "change first"
[ "$(wc -l <out)" -ge 5 ] || fault "no line a second: $(cat out)"
check json 0 "$crokeye" setup --json --fps 10 film
mv out figures
python3 - <<'END' || fault "the figures are not those of the film"
import json
lines = [json.loads(line) for line in open("figures")]
assert len(lines) in (3, 4), len(lines)
for at, s in enumerate(lines, 1):
    assert s["schema"] == "crokeye.setup/1"
    assert abs(s["t_s"] - at) < 0.7, s["t_s"]
    assert abs(s["fps"] - 10) < 0.1, s["fps"]
    assert s["board"] is True
    assert 0.5 < s["px_per_mm"] < 3 and s["px_per_mm_least"] <= s["px_per_mm"]
    assert 0 < s["open_calls_pct"] < 60
    assert s["first"]["words"]
    assert [line["line"] for line in s["lines"]] == ["outer", "middle", "inner"]
    worst = max(s["costs_pct"], key=s["costs_pct"].get)
    assert s["first"]["what"] == (worst if s["costs_pct"][worst] >= 1 else "nothing")
assert lines[-1]["first"]["what"] == "rate", lines[-1]["first"]  # 10 a second
END

# ---- it ends after the seconds that were asked for ----
check seconds 0 "$crokeye" setup --json --seconds 2 --fps 10 film
[ "$(wc -l <out)" -eq 2 ] || fault "--seconds 2 gave $(wc -l <out) lines"

# ---- no board, no light ----
mkdir other dark
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
    cp "$root/samples/negative-001.jpg" "other/$i.jpg"
done
python3 - <<'END'
import struct, zlib
def chunk(kind, data):
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))
rows = b"".join(b"\0" + bytes([8, 7, 9] * 640) for _ in range(480))
png = (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 640, 480, 8, 2, 0, 0, 0)) +
       chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
for i in range(12):
    open(f"dark/{i}.png", "wb").write(png)
END
check no-board 1 "$crokeye" setup --fps 10 other
has out "no board: let the camera see all of the board"
has err "no board was seen in it"
check no-board-json 1 "$crokeye" setup --json --fps 10 other
has out '"board":false'
has out '"px_per_mm":null'
has out '"what":"no_board"'
check dark 1 "$crokeye" setup --fps 10 dark
has out "too dark: turn on the light"

# ---- no camera, no film ----
check device 3 "$crokeye" setup /dev/no-such-camera
has err "/dev/no-such-camera: cannot open the camera"
echo text >text.mp4
check no-film 1 "$crokeye" setup text.mp4
has err "text.mp4"
check missing 3 "$crokeye" setup missing.mp4
has err "missing.mp4"

# ---- wrong usage ----
check no-source 2 "$crokeye" setup
has err "name one source"
check two-sources 2 "$crokeye" setup film other
check seconds-0 2 "$crokeye" setup --seconds 0 film
has err "--seconds 0"
check port 2 "$crokeye" setup --port 65536 film
has err "--port 65536"
check listen 2 "$crokeye" setup --listen nowhere film
check option 2 "$crokeye" setup --what film
has err "--help says more"
check help 0 "$crokeye" setup --help
has out "--seconds N"

# ---- nobody reads ----
check full 3 bash -c "'$crokeye' setup --fps 10 film >/dev/full"
has err "cannot write the output"

# ---- a page ----
# A film that does not end before it was looked at, however busy the machine is.
python3 - <<'END'
import os
pictures = sorted(os.listdir("film"))
os.mkdir("long")
for i in range(100):
    for name in pictures:
        os.symlink(f"../film/{name}", f"long/{i:03d}-{name}")
END
"$crokeye" setup --json --port 0 --fps 10 long >page.out 2>page.err &
pid=$!
trap 'kill "$pid" 2>/dev/null; rm -rf "$tmp"' EXIT
until grep -q '/setup$' page.err || ! kill -0 "$pid" 2>/dev/null; do sleep 0.05; done
until [ -s page.out ] || ! kill -0 "$pid" 2>/dev/null; do sleep 0.05; done
python3 - "$(sed -n 's/.*the page is //p' page.err)" <<'END' || fault "the page is not served"
import json, sys, time, urllib.error, urllib.request
page = sys.argv[1]
host = page[:-len("/setup")]
def get(path):
    with urllib.request.urlopen(host + path, timeout=10) as answer:
        return answer.headers, answer.read()
while True:  # the document comes after its line
    try:
        headers, text = get("/api/setup")
        break
    except urllib.error.HTTPError as error:
        assert error.code == 404
        time.sleep(0.05)
assert headers["Content-Type"] == "application/json"
assert json.loads(text)["schema"] == "crokeye.setup/1"
headers, picture = get("/setup.jpg")
assert headers["Content-Type"] == "image/jpeg" and picture[:2] == b"\xff\xd8"
headers, html = get("/")
assert b"setup.js" in html and "default-src 'none'" in headers["Content-Security-Policy"]
for path in ("/console", "/api/match"):
    try:
        get(path)
        raise SystemExit(path + " is there")
    except urllib.error.HTTPError as error:
        assert error.code == 404
END
kill -INT "$pid" 2>/dev/null
wait "$pid"
got=$?
[ "$got" -eq 0 ] || fault "ended by a signal, or at the film's end: status $got"
finish
