#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""late_camera.py BUILD: a table whose camera is not there when `crokeye serve` starts.

Its name stands in a folder of links, as /dev/v4l/by-id is one, which is not there
either. A match is scored by taps from start to end. Meanwhile the pages say what is
missing. Then the camera comes, a film that libplayed_camera.so plays in place of
libv4l2, sees the next match, and its first shots are recorded: no more, no fewer, and
nothing of the match that was scored without it is changed.

Exit status: 0; 1 a promise was broken."""
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

PATIENCE_S = 300  # only a hang reaches it
FPS = 30
SECONDS = 26  # of the film
EVENTS = 3    # that are waited for: the third shot has come to rest before it ends
LEAST = 2     # of them that are shots: on a busy machine one may be the board's ruling


class Server:
    def __init__(self, build, folder, camera, film, match):
        env = dict(os.environ, LD_PRELOAD=os.path.join(build, "tests/bench/libplayed_camera.so"),
                   CROK_PLAYED=f"960x540 {FPS} 0 {FPS * SECONDS} {film}")
        self.said = open(os.path.join(folder, "said"), "w+", encoding="utf-8")
        sides = ",".join(side["side"] for side in match["sides"])
        self.process = subprocess.Popen(
            [os.path.join(build, "crokeye"), "serve", "--listen", "127.0.0.1:0", "--match",
             os.path.join(folder, "match.db"), "--sides", sides, camera],
            env=env, stdout=subprocess.PIPE, stderr=self.said, text=True)
        text = ""
        while "token " not in text:
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit(f"late_camera: serve ended without its camera: {self.words()}")
            text += line
        self.url = re.search(r"overlay +(http://\S+)/overlay", text)[1]
        self.token = re.search(r"token +(\S+)", text)[1]

    def words(self):
        self.said.seek(0)
        return self.said.read()

    def get(self, path):
        try:
            with urllib.request.urlopen(self.url + path, timeout=60) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)

    def match(self):
        return self.get("/api/match")[1]

    def post(self, what, body):
        request = urllib.request.Request(
            f"{self.url}/api/{what}", json.dumps(body).encode(),
            {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"})
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise SystemExit(f"late_camera: FAILED: {what} {body}: {error.read().decode()}") from error

    def until(self, what, done):
        end = time.monotonic() + PATIENCE_S
        while not done(match := self.match()):
            if time.monotonic() > end or self.process.poll() is not None:
                raise SystemExit(f"late_camera: {what}: never came: {match}\n{self.words()}")
            time.sleep(0.1)
        return match


def check(what, is_so, found=""):
    if not is_so:
        raise SystemExit(f"late_camera: FAILED: {what}: {found}")
    print(f"late_camera: {what}")


def events(build, folder):
    out = subprocess.run([os.path.join(build, "crokeye"), "export", os.path.join(folder, "match.db")],
                         capture_output=True, check=True)
    return [json.loads(line) for line in out.stdout.splitlines()]


def by_taps(server, start):
    """A match as a console's taps count it: a disc a tap, then the end of the round."""
    first, second = (side["side"] for side in start["sides"])
    for _ in range(4):
        for n in (1, 2, 3):
            counted = [{"side": first, "20": n, "15": 0, "10": 1, "5": 0}, {"side": second, "20": 0, "15": 1, "10": 0, "5": 0}]
            server.post("event", {"type": "round_count", "final": False, "sides": counted})
        server.post("event", {"type": "round_count", "final": True, "sides": counted})
    return server.match()


def main():
    build = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory(dir="/dev/shm") as links:
        film = os.path.join(folder, "film.mjpeg")
        subprocess.run([os.path.join(build, "tests/sim/sim"), "--seed", "8", "--size", "960x540", "--fps", str(FPS),
                        "--seconds", str(SECONDS), "--rules", "depot", "--mjpeg", film, "--out",
                        os.path.join(folder, "truth")], check=True, stderr=subprocess.DEVNULL)
        with open(os.path.join(folder, "truth", "truth.ndjson"), encoding="utf-8") as file:
            truth = [json.loads(line) for line in file]
        start = {name: truth[0][name] for name in ("rules", "sides", "seats", "first_seat")}
        camera = os.path.join(links, "by-id", "camera")

        server = Server(build, folder, camera, film, start)
        match = server.until("the source is down", lambda m: m["source"]["state"] == "down")
        check("what is missing is said", camera in match["source"]["words"], match["source"])
        status, health = server.get("/healthz")
        check("/healthz names the camera", status == 503 and [r["code"] for r in health["reasons"]] == ["camera"], health)

        server.post("match", start)
        over = by_taps(server, start)
        check("a match is scored to its end without it", over["state"] == "over", over["state"])
        check("its points are those of the taps", [s["points"] for s in over["sides"]] == [8, 0], over["sides"])
        server.post("match", {**start, "title": "The next"})
        before = events(build, folder)

        os.mkdir(os.path.dirname(camera))
        os.symlink("/dev/null", camera)
        server.until("the camera is taken", lambda m: m["source"]["state"] not in ("down", "starting"))
        server.until("its shots are recorded", lambda m: m["seq"] >= before[-1]["seq"] + EVENTS)
        match = server.match()
        check("it was opened once", match["source"]["reopened"] == 0, match["source"])
        server.process.terminate()
        check("serve ends well", server.process.wait() == 0, server.words())
        after = events(build, folder)
        check("what was scored without it stays", after[:len(before)] == before)
        new = after[len(before):]
        check("what the board shows later is all that is ruled",
              all(e.get("by_board") for e in new if e["type"] != "shot"), new)
        seen = [e for e in new if e["type"] == "shot"]
        check("its shots are recorded, each of them", len(seen) >= LEAST, new)
        shots = [e for e in truth if e["type"] == "shot"][:len(seen)]
        check("and its shots are those of the film",
              [e["evidence"]["shooter"]["side"] for e in seen] ==
              [e["evidence"]["shooter"]["side"] for e in shots], seen)
    return 0


if __name__ == "__main__":
    sys.exit(main())
