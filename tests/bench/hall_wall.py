#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""hall_wall.py CROKEYE [TABLES [SECONDS]]: how late are the hall's pages?

Starts a nats-server and `crokeye hall serve`, and publishes the states of 100
tables twice a second for 20 seconds, as their publishers do. Each state has the
time at which it was sent as its title; two pages read the event streams. Prints
percentiles of the time from sending to both streams, how long a page that comes
late takes to have all states, and what broker and hall cost.

Exit status: 0; 77 there is no nats-server.
"""
import http.client
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

from processes import NATS_SERVER, SKIPPED, cpu_s, peak_mb, percentile
from wire import Server, Wire, answer_pings

# Bytes of a live document of a table with a camera, with discs on the board.
STATE_BYTES = 9000
RATE_HZ = 2


def state_of(number):
    sides = [{"side": side, "name": side, "players": [f"Player {number} {side}"], "rgb": None,
              "games": 0, "points": 2, "points_range": [2, 2], "score": 0, "score_range": [0, 0],
              "rounds_won": 0, "rounds_won_range": [0, 0], "match_points": 0,
              "match_points_range": [0, 0], "round_score": 35, "range": [35, 50], "twenties": 1,
              "twenties_range": [1, 1], "twenties_total": 4, "twenties_total_range": [4, 4],
              "discs_left": 5, "unplayed": 0, "count": None, "dealt": 8} for side in ("black", "white")]
    doc = {"schema": "crokeye.match/1", "title": "", "stage": "Prelim", "table": "1", "rules": "depot",
           "round": 2, "rounds": 4, "game": 1, "games": 1, "decides": "points", "match": 1,
           "counted": False, "turn": None, "hammer": {"seat": 2}, "sides": sides, "discs": [],
           "calls": [], "last": None, "ended": None, "winner": None, "tied": False, "won_by": None,
           "ask": None, "asked": [], "state": "playing", "seq": 5, "number": 1,
           "seats": [{"seat": 0, "player": "", "side": "black"}, {"seat": 2, "player": "", "side": "white"}],
           "question": None, "words": None, "source": {"state": "still", "words": None}, "seen": [],
           "picture": None}
    while len(json.dumps(doc)) < STATE_BYTES:
        doc["seen"].append({"id": len(doc["seen"]) + 1, "side": "black", "x_mm": 123.4, "y_mm": -56.7})
    return doc


class Page(threading.Thread):
    """Reads an event stream, and notes how old each state is when it comes."""

    def __init__(self, port, path):
        super().__init__(daemon=True)
        self.link = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.link.request("GET", path)
        self.answer = self.link.getresponse()
        self.seen, self.ages_ms, self.n_events, self.is_over = set(), [], 0, False
        self.start()

    def run(self):
        while not self.is_over:
            line = self.answer.readline()
            now = time.monotonic_ns()
            if not line:
                return
            if not line.startswith(b"data: {\"schema"):
                continue
            self.n_events += 1
            for sent in re.findall(rb'"title":"sent (\d+) \d+"', line):
                if sent not in self.seen:
                    self.seen.add(sent)
                    self.ages_ms.append((now - int(sent)) / 1e6)


def publish(broker, tables, seconds):
    """Sends the states of all tables, evenly over each half second."""
    states = [json.dumps(state_of(i + 1)) for i in range(tables)]
    began = time.monotonic()
    for n in range(int(seconds * RATE_HZ * tables)):
        due = began + n / (RATE_HZ * tables)
        time.sleep(max(0.0, due - time.monotonic()))
        i = n % tables
        body = states[i].replace('"title": ""', f'"title":"sent {time.monotonic_ns()} {i}"').encode()
        broker.publish(f"crok.hall.state.{i + 1}", {"Crok-Sent": str(int(time.time() * 1000))}, body)


def late_page_ms(port, tables):
    """How long does a new page take to have the state of every table?"""
    numbers = ",".join(str(i + 1) for i in range(tables))
    began = time.monotonic()
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    link.request("GET", f"/api/events?n={numbers}")
    answer, seen = link.getresponse(), set()
    while len(seen) < tables:
        line = answer.readline()
        if line.startswith(b"data: {\"schema"):
            seen.add(re.search(rb'"number":(\d+)', line)[1])
    took = (time.monotonic() - began) * 1000
    link.close()
    return took


def late_wall_ms(port, tables):
    began = time.monotonic()
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    link.request("GET", "/api/tables/events")
    answer = link.getresponse()
    line = b""
    while not line.startswith(b"data: "):
        line = answer.readline()
    took = (time.monotonic() - began) * 1000
    shown = sum(1 for table in json.loads(line[6:])["tables"] if table["match"])
    link.close()
    if shown != tables:
        raise SystemExit(f"the wall shows {shown} tables, not {tables}")
    return took


def measure(broker_pid, hall_pid, nats_port, port, tables, seconds):
    broker = Wire(nats_port)
    answer_pings(broker)
    publish(broker, tables, 1)  # so that the hall knows all tables
    while True:
        link = http.client.HTTPConnection("127.0.0.1", port)
        link.request("GET", "/healthz")
        if json.loads(link.getresponse().read())["tables"] == tables:
            break
        time.sleep(0.05)
    numbers = ",".join(str(i + 1) for i in range(tables))
    pages = {"/api/tables/events": Page(port, "/api/tables/events"),
             "/api/events": Page(port, f"/api/events?n={numbers}")}
    before = cpu_s(hall_pid), cpu_s(broker_pid)
    for page in pages.values():
        page.ages_ms.clear()
    publish(broker, tables, seconds)
    costs = cpu_s(hall_pid) - before[0], cpu_s(broker_pid) - before[1]
    time.sleep(0.5)
    for path, page in pages.items():
        page.is_over = True
        ages = page.ages_ms[tables:]  # not those that were old when it came
        print(f"{path:20} {len(ages)} states, {page.n_events} events; ms from sending: "
              f"p50 {percentile(ages, 50):.0f}, p99 {percentile(ages, 99):.0f}, "
              f"most {max(ages):.0f} (p99 asked: 250)")
    late = [late_page_ms(port, tables) for _ in range(20)]
    wall = [late_wall_ms(port, tables) for _ in range(20)]
    print(f"a late page has {tables} states in ms: median {percentile(late, 50):.0f}, "
          f"most {max(late):.0f}; the wall: median {percentile(wall, 50):.0f}, "
          f"most {max(wall):.0f} (asked: 100)")
    print(f"memory at most: broker {peak_mb(broker_pid):.0f} MB (asked: 150), "
          f"hall {peak_mb(hall_pid):.0f} MB")
    print(f"cores: hall {costs[0] / seconds:.2f}, broker {costs[1] / seconds:.2f}")


def main():
    crokeye = os.path.abspath(sys.argv[1])
    tables = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    seconds = int(sys.argv[3]) if len(sys.argv) > 3 else 20
    if not os.path.exists(NATS_SERVER):
        print("skipped: no nats-server")
        return SKIPPED
    with tempfile.TemporaryDirectory() as work:
        broker = Server(work)
        hall = subprocess.Popen([crokeye, "hall", "serve", "--listen", "127.0.0.1:0", "--engine",
                                 broker.url], stdout=subprocess.PIPE, text=True)
        try:
            pages = int(re.search(r":(\d+)/", hall.stdout.readline())[1])
            time.sleep(1)  # its readers make the streams
            measure(broker.pid, hall.pid, broker.port, pages, tables, seconds)
        finally:
            hall.send_signal(signal.SIGTERM)
            hall.wait()
            broker.kill()
    return 0


if __name__ == "__main__":
    sys.exit(main())
