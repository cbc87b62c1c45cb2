#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""cameras.py BUILD [CAMERAS ...] [--seconds S] [--size WxH] [--films DIR]

What do several cameras cost on one machine? Each is followed by a `crokeye serve`
of its own, as `crokeye hall run` starts them, and is a simulated USB camera
(played_camera.c) of 1280 x 720 pixels and 30 MJPEG pictures a second: at rest, a
board with discs on it before which nobody is; in play, a match with a shot every
5 seconds, other films at neighbouring tables. Without CAMERAS it measures 1, 2, 4
and 12.

Prints one line for each number of cameras: processor time in cores, so that other
programs on the machine hardly change it; the same for each picture that was looked
at; the share of all pictures that were looked at, the rest of which was passed over
because the processor was busy; memory; and, in play, how many of the shots are in
the records, and how long after the end of the shot in the film: if pictures waited
in a queue, this time would grow. Films are made in DIR and kept there, without it in
a temporary folder.

Exit status: 0; 1 a camera was not followed."""
import argparse
import datetime
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request

from processes import cpu_s, percentile, share_mb

FPS = 30
SEEDS = (7, 8, 9, 10)  # of the films
REST_PICTURES = 90  # played forwards and backwards
SETTLE_S = 5  # reading the board for the first time is not measured
# A shot that has ended so long before the camera stops must be in the record.
LATE_S = 3


class Film:
    def __init__(self, build, folder, seed, seconds, size):
        self.path = os.path.join(folder, f"{seed}-{seconds}-{size}.mjpeg")
        self.out = self.path + ".truth"
        self.size = size
        if not os.path.exists(os.path.join(self.out, "done")):
            subprocess.run([os.path.join(build, "tests/sim/sim"), "--seed", str(seed), "--size", size,
                            "--fps", str(FPS), "--seconds", str(seconds), "--mjpeg", self.path,
                            "--out", self.out], check=True, stderr=subprocess.DEVNULL)
            with open(os.path.join(self.out, "done"), "w", encoding="ascii"):
                pass
        self.frames = self.lines("frames.ndjson")
        self.events = self.lines("truth.ndjson")

    def lines(self, name):
        with open(os.path.join(self.out, name), encoding="utf-8") as file:
            return [json.loads(line) for line in file]

    def sides(self):
        return ",".join(side["side"] for side in self.events[0]["sides"])

    def rest(self):
        """First picture and number of the longest time in which nothing moves and
        nobody is over the board, but discs are on it."""
        best, begin = (0, 0), None
        for i, frame in enumerate(self.frames):
            if not frame["quiet"] or not frame["discs"]:
                begin = None
                continue
            begin = i if begin is None else begin
            best = max(best, (min(i + 1 - begin, REST_PICTURES), begin))
        return best[1], best[0]

    def played(self, in_play):
        first, count = (0, len(self.frames)) if in_play else self.rest()
        return f"{self.size} {FPS} {first} {count} {self.path}"

    def shots_s(self, pictures):
        """When shots have ended, s since the beginning, of those that have LATE_S
        before this picture."""
        times = shot_times(self.events)
        begin = clock_s(self.events[0]["time"])
        return [at - begin for at in times if at - begin < pictures / FPS - LATE_S]


def clock_s(time_text):
    return datetime.datetime.fromisoformat(time_text.replace("Z", "+00:00")).timestamp()


def shot_times(events):
    return [clock_s(event["time"]) for event in events if event["type"] == "shot"]


class Table:
    """A camera and the program that follows it."""

    def __init__(self, build, folder, number, film, in_play):
        self.crokeye = os.path.join(build, "crokeye")
        self.match = os.path.join(folder, f"{number}.db")
        self.film = film
        self.log = tempfile.TemporaryFile("w+")
        env = dict(os.environ, CROK_PLAYED=film.played(in_play),
                   LD_PRELOAD=os.path.join(build, "tests/bench/libplayed_camera.so"))
        self.process = subprocess.Popen(
            [self.crokeye, "serve", "--listen", "127.0.0.1:0", "--state",
             os.path.join(folder, f"{number}.json"), "--match", self.match, "--sides", film.sides(),
             "/dev/null"], env=env, stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.url = None

    def source(self):
        """Counters of the camera, as the table's server gives them."""
        if self.url is None:
            self.url = re.search(r"(http://[^/]+)/", self.process.stdout.readline())[1]
        with urllib.request.urlopen(f"{self.url}/api/match", timeout=60) as answer:
            return json.load(answer)["source"]

    def end(self):
        """Ends it. Returns when its camera began, and the pictures that were due."""
        self.process.terminate()
        self.process.wait()
        self.log.seek(0)
        text = self.log.read()
        ran = re.search(r"since (\d+) (\d+) pictures were due", text)
        if ran is None:
            raise SystemExit(f"a camera was not followed:\n{text}")
        return int(ran[1]) / 1000, int(ran[2])

    def shots(self):
        """Ends it. Returns the shots that were played, and by how many seconds each
        was recorded later; of a table that has not recorded all, nothing is known of
        that."""
        began, pictures = self.end()
        out = subprocess.run([self.crokeye, "export", self.match], capture_output=True, check=True)
        recorded = shot_times(json.loads(line) for line in out.stdout.splitlines())
        played = self.film.shots_s(pictures)
        late = [at - began - end for at, end in zip(recorded, played)]
        return len(played), len(late), late if len(late) == len(played) else []


def settled(tables):
    for table in tables:
        while table.source()["state"] not in ("still", "moving", "covered"):
            if table.process.poll() is not None:
                table.log.seek(0)
                raise SystemExit(f"crokeye serve has ended:\n{table.log.read()}")
            time.sleep(0.1)
    time.sleep(SETTLE_S)


def counted(table):
    """Time, processor time, and pictures that it has looked at. The server's answer
    comes late on a busy machine, so it is awaited first."""
    looked_at = table.source()["frames"]
    return time.monotonic(), cpu_s(table.process.pid), looked_at


def measure(build, films, n, in_play, seconds):
    with tempfile.TemporaryDirectory() as folder:
        tables = [Table(build, folder, i, films[i % len(films)], in_play) for i in range(n)]
        settled(tables)
        before = [counted(table) for table in tables]
        time.sleep(seconds)
        after = [counted(table) for table in tables]
        memory = sum(share_mb(table.process.pid) for table in tables)
        shots = [table.shots() for table in tables]
    took, cpu, looked_at = (sum(b[k] - a[k] for a, b in zip(before, after)) for k in range(3))
    print(f"{n:2} cameras {'in play' if in_play else 'at rest'}: {n * cpu / took:.3f} cores, "
          f"{cpu / took:.3f} a camera; {1000 * cpu / max(1, looked_at):.2f} ms a picture; "
          f"{100 * looked_at / (FPS * took):.0f} % of the pictures looked at; "
          f"{memory:.0f} MB, {memory / n:.0f} a camera{text_of(shots) if in_play else ''}", flush=True)


def text_of(shots):
    late = [s for _, _, all_late in shots for s in all_late] or [0]
    return (f"; {sum(got for _, got, _ in shots)} of {sum(want for want, _, _ in shots)} shots recorded, "
            f"{percentile(late, 50):.1f} s after their end, {max(late):.1f} s at the most")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("build")
    parser.add_argument("cameras", nargs="*", type=int, default=[1, 2, 4, 12])
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("--films")
    o = parser.parse_args()
    build = os.path.realpath(o.build)
    with tempfile.TemporaryDirectory() as work:
        folder = o.films or work
        os.makedirs(folder, exist_ok=True)
        films = [Film(build, folder, seed, o.seconds + 30, o.size) for seed in SEEDS[:max(o.cameras)]]
        for in_play in (False, True):
            for n in o.cameras:
                measure(build, films, n, in_play, o.seconds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
