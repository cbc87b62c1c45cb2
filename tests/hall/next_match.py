#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""next_match.py CROKEYE [--no-broker]: what the day has next comes to the console of its table.

A day's file, started by `crokeye hall run`: once with a broker, a real nats-server, and
once without. The pairings come in line by line; each table's own server offers its
own (/api/pairings), and no longer what has begun, also while the broker is away; what
was started from the list is the pairing's match in the day's results. Waits for what
must come, and fails after a minute without it.
"""
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

PATIENCE_S = 60
CROKEYE = os.path.abspath(sys.argv[1])
NATS = "/usr/sbin/nats-server"
TOKEN = "0123456789abcdef-next-match"


def check(is_so, what):
    if not is_so:
        raise SystemExit(f"not so: {what}")


def await_(ask, is_so, what):
    """What `ask` gives, when it is so."""
    end = time.monotonic() + PATIENCE_S
    last = None
    while time.monotonic() < end:
        try:
            last = ask()
            if is_so(last):
                return last
        except (OSError, ValueError) as error:
            last = error
        time.sleep(0.05)
    raise SystemExit(f"not so: {what}: {last}")


def free_ports(n):
    sockets = [socket.socket() for _ in range(n)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Broker:
    def __init__(self, work, port):
        self.config = os.path.join(work, "nats.conf")
        with open(self.config, "w", encoding="utf-8") as file:
            file.write(f'listen: "127.0.0.1:{port}"\njetstream {{ store_dir: "{work}/streams" }}\n')
        self.process = None
        self.start()

    def start(self):
        self.process = subprocess.Popen([NATS, "-c", self.config], stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)

    def end(self):
        self.process.kill()
        self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()


class Hall:
    """crokeye hall run: two tables, the pages and, with a broker, the publishers."""

    def __init__(self, work, engine):
        self.work, self.ports = work, free_ports(3)
        self.pairings = os.path.join(work, "pairings.csv")
        with open(os.path.join(work, "token"), "w", encoding="utf-8") as file:
            file.write(TOKEN + "\n")
        os.chmod(os.path.join(work, "token"), 0o600)
        tables = ", ".join(
            f'{{ name = "{name}"; match = "{name}.db"; listen = "127.0.0.1:{port}"; '
            'token-file = "token"; }' for name, port in zip("AB", self.ports))
        with open(os.path.join(work, "hall.conf"), "w", encoding="utf-8") as file:
            file.write(f'hall = "h"; title = "The Day"; division = "Competitive-Fingers";\n'
                       f'listen = "127.0.0.1:{self.ports[2]}"; pairings = "pairings.csv";\n'
                       f'{engine}tables = ( {tables} );\n')
        with open(self.pairings, "w", encoding="utf-8") as file:
            file.write("Table,Player 1,Player 2,Stage,Pool,Game,Time\n")
        self.said = open(os.path.join(work, "said"), "w", encoding="utf-8")
        self.process = subprocess.Popen([CROKEYE, "hall", "run", "hall.conf"], cwd=work,
                                        stdout=self.said, stderr=self.said)

    def add(self, *lines):
        with open(self.pairings, "a", encoding="utf-8") as file:
            file.write("".join(line + "\n" for line in lines))

    def get(self, port, path):
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=20) as answer:
            return json.load(answer)

    def post(self, table, path, body):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.ports['AB'.index(table)]}{path}", json.dumps(body).encode(),
            {"Content-Type": "application/json", "Authorization": f"Bearer {TOKEN}"})
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)

    def await_next(self, table, players, what):
        """The list of a table, when these are the players of its matches."""
        def offered(day):
            return [["/".join(side) for side in match["sides"]] for match in day["matches"]]
        port = self.ports["AB".index(table)]
        return await_(lambda: self.get(port, "/api/pairings")["day"],
                      lambda day: day is not None and offered(day) == players, what)

    def await_day(self, states, what):
        """The state of the pairings on the day's page."""
        await_(lambda: self.get(self.ports[2], "/api/day"),
               lambda day: [(m["state"], m["game"]) for m in day["matches"]] == states, what)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def close(self):
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(PATIENCE_S)
        self.said.close()
        check(status == 0, f"a signal ends the hall with status 0, not {status}")


def start(hall, table, match, tournament):
    """Starts a match of the list as the console does."""
    colours = ("black", "white")
    hall.post(table, "/api/match", {
        "rules": "depot", "title": tournament, "first_seat": 0,
        **{name: match[name] for name in ("stage", "pool", "game")},
        "sides": [{"side": colour} for colour in colours],
        "seats": [{"seat": 2 * i, "side": colour, "player": match["sides"][i][0]}
                  for i, colour in enumerate(colours)]})


def play(hall, table):
    for _ in range(4):
        hall.post(table, "/api/event", {
            "type": "round_count", "final": True,
            "sides": [{"side": "black", "total": 40}, {"side": "white", "total": 20}]})


def comes_line_by_line(hall):
    hall.await_next("A", [], "a table whose pairings have no line has an empty list")
    hall.add("A,Ann,Bob,Prelim,X,1,10:00", "B,Cy,Di,Prelim,X,1,10:00")
    day = hall.await_next("A", [["Ann", "Bob"]], "the first line")
    check((day["table"], day["tournament"], day["division"]) ==
          ("A", "The Day", "Competitive-Fingers"), f"what the director has set: {day}")
    check([day["matches"][0][field] for field in ("stage", "pool", "game", "time")] ==
          ["Prelim", "X", "1", "10:00"], f"what the line says: {day}")
    hall.await_next("B", [["Cy", "Di"]], "the other table has its own list")
    hall.add("A,Ann,Bob,Final,,2,11:00")
    return hall.await_next("A", [["Ann", "Bob"], ["Ann", "Bob"]], "a line that is added later")


def is_played(hall, day):
    start(hall, "A", day["matches"][0], day["tournament"])
    left = hall.await_next("A", [["Ann", "Bob"]], "what has begun is not offered")
    check(left["matches"][0]["stage"] == "Final", f"the other match of the same players: {left}")
    play(hall, "A")
    hall.await_day([("over", "1"), ("waiting", "1"), ("waiting", "2")], "the pairing is played")
    left = await_(lambda: hall.get(hall.ports[0], "/api/pairings")["day"],
                  lambda one: one["known"], "the hall says what it has counted")
    check([m["stage"] for m in left["matches"]] == ["Final"], f"the same list: {left}")


def goes_on_without(hall, broker):
    """The broker ends, and the table goes on with the list that it has."""
    hall.add("A,Eve,Flo,Prelim,X,3,12:00")
    day = hall.await_next("A", [["Ann", "Bob"], ["Eve", "Flo"]], "one more line")
    broker.end()
    start(hall, "A", day["matches"][0], day["tournament"])
    hall.await_next("A", [["Eve", "Flo"]], "without a broker, too, what has begun is not offered")
    play(hall, "A")
    broker.start()
    hall.await_day([("over", "1"), ("waiting", "1"), ("over", "2"), ("waiting", "3")],
                   "what was played meanwhile comes to the day")
    hall.add("A,Gus,Hal,Prelim,X,4,13:00")
    hall.await_next("A", [["Eve", "Flo"], ["Gus", "Hal"]], "a line that is added afterwards")


def is_renamed(hall):
    """The broker keeps what a table has sent under another name: the pages leave it out."""
    path = os.path.join(hall.work, "hall.conf")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.write(text.replace('name = "A"', 'name = "One"'))
    os.rename(path + ".new", path)

    def said():
        with open(os.path.join(hall.work, "said"), encoding="utf-8") as file:
            return file.read()
    await_(said, lambda text: 'has a table "A" that the day\'s file does not name' in text,
           "a table that was renamed is told once")
    tables = await_(lambda: hall.get(hall.ports[2], "/api/tables")["tables"],
                    lambda tables: tables and tables[0]["match"], "the table under its new name")
    check([t["table"] for t in tables] == ["One", "B"], f"only the day's tables are shown: {tables}")
    await_(lambda: hall.get(hall.ports[2], "/api/day")["matches"],
           lambda matches: matches and {m["table"] for m in matches if m["record"]} <= {"One", "B"},
           "only their matches are in the day")


def main():
    with tempfile.TemporaryDirectory() as work, Hall(work, "") as hall:
        is_played(hall, comes_line_by_line(hall))
        hall.close()
    print("without a broker each table has its list")
    if "--no-broker" in sys.argv or not os.path.exists(NATS):
        print("skipped: no nats-server or no broker library: no list came through a broker")
        raise SystemExit(77)
    port = free_ports(1)[0]
    engine = f'engine = {{ url = "nats://127.0.0.1:{port}"; }};\n'
    with tempfile.TemporaryDirectory() as work, Broker(work, port) as broker, \
            Hall(work, engine) as hall:
        is_played(hall, comes_line_by_line(hall))
        goes_on_without(hall, broker)
        is_renamed(hall)
        hall.close()
    print("through a broker, too, also after it was away")


if __name__ == "__main__":
    main()
