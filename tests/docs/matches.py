# SPDX-License-Identifier: Apache-2.0
"""matches.py: what the program reads and writes of matches: records that have
every kind of event and end with every question, what servers answer about them,
and a simulated match that is watched.
"""
import glob
import hashlib
import http.client
import json
import os
import re
import sqlite3
import struct
import subprocess
import threading
import time

from pages import PREFIX_OF_EVENT
from program import shot_words

def event(seq, kind, **fields):
    return {"schema": "crokeye.event/1", "seq": seq, "time": f"2026-05-02T10:00:{seq:02d}Z",
            "type": kind, **fields}


def start(rules="depot", **more):
    return event(1, "match_start", title="T", stage="S", pool="P", game="1", table="1",
                 rules=rules,
                 sides=[{"side": "black", "name": "A", "rgb": [1, 2, 3]}, {"side": "white"}],
                 seats=[{"seat": 0, "side": "black", "player": "Ann"},
                        {"seat": 2, "side": "white", "player": "Bo"}], first_seat=0, **more)


# One of them has a handicap.
GIVEN = [{"seat": 0, "side": "black", "player": "Ann", "handicap": {
             "points": 1, "twenties": 1, "discs": 1, "games": 1}},
         {"seat": 2, "side": "white", "player": "Bo"}]


def shot_of(disc, seat, after, before=(), **more):
    sides = {0: "black", 2: "white"}
    return {"schema": "crokeye.shot/1", "shooter": {"seat": seat, "side": sides[seat]},
            "shot_disc": disc, "last_played": disc - 1 if disc > 1 else None, "placed_at": None,
            "before": list(before), "after": list(after), "moved": [disc], "contacts": [],
            "boundary": [], "fouls": [], "missing": [], **more}


def disc(number, side, x, y, **more):
    return {"id": number, "side": side, "x_mm": x, "y_mm": y, "state": "flat", **more}


LINES = {"lines_mm": {"outer": 304.8, "middle": 203.2, "inner": 101.6, "width": 1.6},
         "hole_mm": 17.4625, "disc_mm": 15.875}
DECISION = {"schema": "crokeye.decision/1", "valid": True, "open_board": True,
            "why": [{"rule": "V5", "text": "It was free."}], "remove": [], "restore": [],
            "twenties": {"black": 0, "white": 0}, "in_play": [1], "reshoot": False,
            "missing": [], "unsure": [{"id": 1, "to": "ditch", "rule": "B3"}]}


LEANING = {**disc(1, "black", 5, 5), "state": "leaning", "state_unsure": True, "sigma_mm": 0.3}


RINGS = {"side": "black", "20": 1, "15": 0, "10": 2, "5": 0, "out": 1}
ONE_ROUND = {"schema": "crokeye.rules/1", "name": "one", "base": "depot", "settings": {"rounds": 1}}


def rich_match():
    """Every event with every field that it can have."""
    first = shot_of(1, 0, [disc(1, "black", 5, 116, sigma_mm=0.3)], board=LINES,
                 placed_at=[0, -304.8], placed_sigma_mm=0.5, placed_flat=True, at_rest=True,
                 boundary=[{"id": 1, "what": "touched_line", "returned": True}],
                 fouls=["other"])
    first["shooter"].update(place="south", attempt=2)
    book = {"schema": "crokeye.rules/1", "name": "own", "base": "depot",
            "settings": {"next_starter_singles": "loser_chooses"}}
    return [start(book, board=LINES),
            event(2, "shot", evidence=first, decision=DECISION, film_ms=20),
            event(3, "ruling", of=2, decision=DECISION),
            event(4, "ruling", of=2, valid=True, by_board=True),
            event(5, "board", discs=[LEANING], discs_left={"white": 7},
                  unseen={"white": 1}),
            event(6, "twenties", side="white", count=1),
            event(7, "twenties", side="white", count=0, after=2),
            event(8, "board", discs=[LEANING], after=2),
            event(9, "undo", of=8),
            event(10, "round_end", early=True, ask_starter=True,
                  range={"black": [0, 20]}, film_ms=40),
            event(11, "next_starter", seat=2),
            event(12, "match_end"),
            {**start(), "seq": 13, "best_of": 3,
             "ties": ["twenties_game", "twenties_match", "shoot_out"],
             "seats": GIVEN},
            event(14, "match_info", title="T", stage="S", table="2", board=LINES,
                  sides=[{"side": "black", "name": "Blacks", "rgb": [1, 2, 3]}],
                  seats=[{"seat": 0, "player": "Al"}]),
            event(15, "round_count", final=False, sides=[RINGS, {"side": "white", "total": 40,
                                                                 "20": 1}]),
            event(16, "round_count", of=15, final=False, sides=[RINGS]),
            event(17, "replay_round", open=True, reason="moved", after=14),
            event(18, "penalty", side="black", points=-1, reason="late"),
            event(19, "substitute", seat=2, player="Cy", reason="ill"),
            event(20, "time_up", of="match", reason="bell"),
            event(21, "concede", side="white", of="game", reason="ill"),
            event(22, "match_info", title="T1", after=12),
            event(23, "match_end"),
            {**start(), "seq": 24, "rules": ONE_ROUND, "ties": ["shoot_out"]},
            event(25, "shot", unseen=True, evidence=shot_of(
                1, 0, [], moved=None, contacts=None, missing=["after", "moved", "contacts"])),
            event(26, "round_count", final=True, sides=[
                {"side": "black", "total": 40}, {"side": "white", "total": 40}]),
            event(27, "shoot_out", sides=[{"side": "black", "20": 1},
                                          {"side": "white", "20": 0}])]


def asked_matches():
    """Records that end with each question, and one with a target."""
    loser = {"schema": "crokeye.rules/1", "name": "own", "base": "depot",
             "settings": {"next_starter_singles": "loser_chooses", "game_ends": "target",
                          "twenties_counted": False}}
    first = event(2, "shot", evidence=shot_of(1, 0, [disc(1, "black", 5, 116, sigma_mm=0.3)]))
    lies = disc(1, "black", 5, 116, sigma_mm=0.3)
    unseen = shot_of(2, 2, [lies, disc(2, "white", 40, 150)], [lies], contacts=None, moved=[],
                  missing=["moved", "contacts"])
    edge = shot_of(2, 2, [disc(1, "black", 5, 116), disc(2, "white", 30, 90)], [lies], moved=[1, 2],
                contacts=[[2, 1]], missing=["boundary"])
    off = shot_of(2, 2, [disc(1, "black", 0, 320), disc(2, "white", 40, 90)], [lies], moved=[1, 2],
               contacts=[[2, 1]])
    near = shot_of(1, 0, [disc(1, "black", 5, 118.2, sigma_mm=0.3)])
    started = [start(), first]
    return {"validity": started + [event(3, "shot", evidence=unseen)],
            "leaning": [start(), event(2, "shot", evidence=shot_of(1, 0, [LEANING])),
                        event(3, "shot", evidence=shot_of(
                            2, 2, [LEANING, disc(2, "white", 40, 90)], [LEANING]))],
            "disc": started + [event(3, "shot", evidence=edge)],
            "starter": [start(loser), first, event(3, "round_end", early=True)],
            "shoot_out": [{**start(ONE_ROUND), "ties": ["shoot_out"]},
                          event(2, "round_count", final=True, sides=[
                              {"side": "black", "total": 40}, {"side": "white", "total": 40}])],
            "removal": started + [event(3, "shot", evidence=off)],
            "count": [start(), event(2, "round_count", final=False, sides=[
                RINGS, {"side": "white", "total": 40, "20": 1}])],
            "undone": started + [event(3, "undo", of=2)],
            "handicap": [{**start(), "best_of": 3, "seats": GIVEN}],
            "ruled": [start(ONE_ROUND, forfeit={"points": 2, "20": 1}),
                      event(2, "forfeit_round", side="white", reason="late"),
                      event(3, "penalty", side="black", points=-1, reason="", after=2),
                      event(4, "disqualify", side="black", reason="", after=2)],
            "call": [start(), event(2, "shot", evidence=near, decision=DECISION)]}


class Asked:
    """A server at self.port, started as self.process, that is asked."""

    def ask(self, method, path, body=None, **headers):
        """(status, body) of one request."""
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        link.request(method, path, body, {name.replace("_", "-"): value
                                          for name, value in headers.items()})
        answer = link.getresponse()
        text = answer.read()
        link.close()
        return answer.status, text

    def stream(self, path):
        """The names of the events up to the first heartbeat."""
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        link.request("GET", path)
        answer, names = link.getresponse(), []
        while "beat" not in names:
            line = answer.readline().decode()
            if line.startswith("event: "):
                names.append(line.split()[1])
        link.close()
        return set(names)

    def close(self):
        self.process.terminate()
        self.process.wait()


PAIRINGS = """Table,Player 1,Player 2,Stage,Pool,Game,Time,Players,Colour 1,Colour 2
1,Ann,Bo,Prelim,A,3,14:30,,black,white
2,Cy,Di,Prelim,A,3,14:30,,black,white
3,,,Prelim,A,4,14:30,Eve - Fay,,
,Gus,Hal,,,,,,,
1,Ida,,,,,,,,
4,Max,Nia,Prelim,A,3,14:30,,black,white
4,Max,Oz,Prelim,A,4,14:30,,black,white
"""


def day(p):
    """Pairings of which one is played, one is being played, two wait and one is
    forfeited; a match in no pairing; corrections by somebody and by nobody; two halls, one
    of which is set."""
    def played(table, names, *more):
        seats = [{"seat": 0, "side": "black", "player": names[0]},
                 {"seat": 2, "side": "white", "player": names[1]}]
        begun = {**start(ONE_ROUND), "table": table, "seats": seats, "stage": ""}
        return [begun, *more]

    def count(seq, **more):
        return event(seq, "round_count", final=True, sides=[
            {"side": "black", "total": 40}, {"side": "white", "total": 20}], **more)

    lists = {"played": played("1", ("Ann", "Bo"), count(2), count(3, of=2, **{"x-by": "Mo"}),
                              event(4, "round_count", of=2, final=True, sides=[
                                  {"side": "black", "total": 20}, {"side": "white", "total": 40}]),
                              event(5, "round_count", of=2, final=True, **{"x-by": "Mo"}, sides=[
                                  {"side": "black", "total": 60}, {"side": "white", "total": 40}])),
             "playing": played("2", ("Cy", "Di")),
             "excluded": played("4", ("Max", "Nia"), event(2, "forfeit_round", side="white"),
                                event(3, "disqualify", side="black")),
             "no_table": played("", ("Jo", "Kim"), count(2), event(3, "undo", of=2))}
    paths = []
    for name, events in lists.items():
        paths.append(os.path.join(p.work, f"day_{name}.db"))
        made = p.run("import", paths[-1], stdin="\n".join(map(json.dumps, events)))
        if made.returncode != 0:
            raise SystemExit(f"the record of the test is refused: {made.stderr}")
    options = ["--pairings", p.file("pairings.csv", PAIRINGS)]
    named = ["--date", "2026-05-02", "--tournament", "T", "--division", "A-B", "--category",
             "Singles", "--final"]
    for more in ([], named):
        p.walk(json.loads(p.run("hall", "results", "--json", *options, *more, *paths).stdout))
    p.words("crokeye.day/1", "matches[].state", p.table("day_state_name"))
    p.words("crokeye.day/1", "schema", ["crokeye.day/1"])
    p.words("crokeye.next/1", "schema", ["crokeye.next/1"])
    for table in ("1", "2", "3"):  # with a record, as of table 1, and without
        text = p.run("hall", "results", "--next", table, *options, *named, paths[0]).stdout
        p.walk(json.loads(text))
        read_back(p, text)
    for option, name in (("--matches", "CSV of matches"), ("--results", "CSV of results")):
        header = p.run("hall", "results", option, *options, *paths).stdout.splitlines()[0]
        p.facts |= {("column", name, re.sub(r"^Round\d+$", "RoundN", column))
                    for column in header.split(",")}


def read_back(p, text):
    """Which columns of the pairings have come into a list of the next matches."""
    found = {"Player 1": "Cy", "Player 2": "Di", "Players": "Fay", "Stage": "Prelim", "Pool": "A",
             "Game": '"3"', "Time": "14:30", "Colour 1": "black", "Table": '"table":"2"'}
    for column, value in found.items():
        if value in text:
            p.facts.add(("column", "CSV of pairings", column))


class Hall(Asked):
    """crokeye hall serve on a free port."""

    def __init__(self, program, arguments, root):
        self.process = subprocess.Popen(
            [program, "hall", "serve", "--listen", "127.0.0.1:0", *arguments], cwd=root,
            text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        said = self.process.stdout.readline()
        if not said:
            raise SystemExit("crokeye hall serve did not start")
        self.port = int(re.search(r":(\d+)/", said)[1])


class Server(Asked):
    """crokeye serve on a free port, with its token."""

    def __init__(self, program, arguments, root, environment=None):
        self.process = subprocess.Popen(
            [program, "serve", "--listen", "127.0.0.1:0", *arguments], cwd=root, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env={**os.environ, **(environment or {})})
        said = {}
        while "token" not in said:
            line = self.process.stdout.readline()
            if not line:
                raise SystemExit("crokeye serve did not start")
            word, _, rest = line.partition(" ")
            said[word] = rest.strip()
            of_table = re.search(r"^http.*#token=(\w+)$", line)
            if of_table:  # the last table's
                self.table_token = of_table[1]
        self.token = said["token"]
        self.port = int(re.search(r":(\d+)/", said["console"])[1])

    def write(self, path, body, **headers):
        return self.ask("POST", path, json.dumps(body), Content_Type="application/json",
                        Authorization=f"Bearer {self.token}", **headers)


def matches(p):
    records = {}
    for name, events in {"rich": rich_match(), **asked_matches()}.items():
        records[name] = os.path.join(p.work, f"{name}.db")
        named = [{**events[0], "table": name}, *events[1:]]
        made = p.run("import", records[name], stdin="\n".join(map(json.dumps, named)))
        if made.returncode != 0:
            raise SystemExit(f"the record of the test is refused: {made.stderr}")
        p.walk(json.loads(made.stdout))
    for name, document in {"match": "crokeye.match/1", "log": "crokeye.log/1",
                           "event": "crokeye.event/1", "replay": "crokeye.replay/1"}.items():
        p.words(document, "schema", [document])
    match_words(p)
    # The picture of a call, as a camera would have left it, sealed as the page says.
    record = sqlite3.connect(records["call"])
    root = hashlib.sha256(b"crokeye record " +
                          record.execute("SELECT id FROM record").fetchone()[0].encode())
    seal = hashlib.sha256(root.digest() + struct.pack(">qqq", 2, 1, 1) + b"\0")
    record.execute("INSERT INTO picture VALUES(2,'call',1,X'00')")
    record.execute("INSERT INTO seal VALUES(2,'call',1,?)", (seal.digest(),))
    record.commit()
    tables = [row[0] for row in
              record.execute("SELECT name FROM sqlite_schema WHERE type='table'")]
    for table in tables:
        columns = record.execute(f"PRAGMA table_info({table})")
        p.facts |= {("record", table, column[1]) for column in columns}
    record.close()
    put_replay(records["validity"], 3)
    for table in ("rich", "starter", "ruled"):
        rounds = p.run("export", "--csv", records[table]).stdout.splitlines()[0]
        p.facts |= {("column", "CSV of rounds", re.sub(r"^Round\d+$", "RoundN", column))
                    for column in rounds.split(",")}
    shots = p.run("export", "--shots", records["rich"]).stdout.splitlines()[0]
    p.facts |= {("column", "CSV of shots", column) for column in shots.split(",")}
    return records


def put_replay(path, seq):
    """A replay of a shot, as the page says."""
    record = sqlite3.connect(path)
    identity = record.execute("SELECT id FROM record").fetchone()[0]
    record.close()
    head = {"schema": "crokeye.replay/1", "record": identity, "seq": seq, "width_px": 2,
            "height_px": 1, "pictures": [[0, 1]], "ways": []}
    os.mkdir(f"{path}.replay")
    with open(f"{path}.replay/{seq}-{identity[:8]}.film", "wb") as film:
        film.write(json.dumps(head, separators=(",", ":")).encode() + b"\n.")


def match_words(p):
    lines, asks = p.table("crok_line_name"), p.table("add_ask") - {"ask"}
    events, live = p.table("crok_event_name"), p.table("crok_live_name")
    p.words("crokeye.event/1", "type", events)
    p.words("crokeye.event/1", "x-via", p.table("via_of"))
    p.words("crokeye.log/1", "events[].type", events)
    p.words("crokeye.match/1", "state", p.table("crok_state_name") | {"moving"})
    p.words("crokeye.match/1", "discs[].line", lines)
    p.words("crokeye.match/1", "calls[].line", lines)
    p.words("crokeye.match/1", "ask", asks)
    p.words("crokeye.match/1", "decides", p.table("add_decides") - {"decides"})
    p.words("crokeye.match/1", "question.ask", asks)
    p.words("crokeye.match/1", "asked[].ask", p.table("crok_asked_name"))
    p.words("crokeye.match/1", "source.state", live)
    p.words("crokeye.match/1", "won_by.how", p.table("crok_won_by_name"))
    p.words("event:match_start", "ties", p.array("TIE"))
    p.words("event:concede", "of", p.array("CONCEDED"))
    p.words("event:time_up", "of", p.array("ENDED"))
    p.words("crokeye.tables/1", "schema", ["crokeye.tables/1"])
    p.words("crokeye.tables/1", "tables[].match.state", p.table("crok_state_name") | {"moving"})
    p.words("crokeye.tables/1", "tables[].match.question.ask", asks | p.table("crok_asked_name"))
    p.words("crokeye.tables/1", "tables[].match.source.state", live)
    p.words("problem", "changes[].what", p.table("crok_effect_name"))
    p.words("healthz", "source", live)
    p.words("healthz", "reasons[].code", p.table("reason_name"))
    p.words("The hall's pages", "reasons[].code", ["broker"])
    p.facts |= {("state of a source", state) for state in live}


# ---- served ----

def served(p, records):
    first = list(records.values())
    arguments = [word for path in first for word in ("--match", path)]
    # only of a token that a person chose the number of tries is limited
    token = os.path.join(os.path.dirname(first[0]), "token")
    with open(os.open(token, os.O_CREAT | os.O_WRONLY, 0o600), "w", encoding="utf-8") as to:
        to.write("chosen-by-a-person\n")
    following = p.file("next.json", '{"schema":"crokeye.next/1","matches":[]}')
    server = Server(p.crokeye, [*arguments, "--qr", "--token-file", token, "--next", following],
                    p.root)
    heard = threading.Thread(target=lambda: p.facts.update(
        ("stream event", name) for name in server.stream("/api/events?n=1,2")))
    try:
        heard.start()  # the heartbeat takes 5 s
        for table in range(1, len(first) + 1):
            p.walk(json.loads(server.ask("GET", f"/api/match?n={table}")[1]))
        for table, seq in [(t, s) for t in range(1, len(first) + 1) for s in range(1, 28)]:
            for path in (f"/api/event?of={seq}", f"/api/match?at={seq}"):
                status, text = server.ask("GET", f"{path}&n={table}")
                if status == 200:
                    p.walk(json.loads(text))
        p.walk(json.loads(server.ask("GET", "/api/log?n=1&before=99")[1]))
        p.walk(json.loads(server.ask("GET", "/healthz")[1]), "healthz")
        for row in json.loads(server.ask("GET", "/api/flat")[1]):
            p.facts |= {("column", "A flat row", re.sub(r"\d$", "N", name)) for name in row}
        p.facts |= {("column", "`/api/host`", name)
                    for name in json.loads(server.ask("GET", "/api/host")[1])}
        p.facts |= {("column", "`/api/photo/kept`", name)
                    for name in json.loads(server.ask("GET", "/api/photo/kept")[1])}
        lists = json.loads(server.ask("GET", "/api/pairings")[1])
        p.facts |= {("column", "`/api/pairings`", name) for name in [*lists, "day.made"]
                    if name in lists or "made" in lists["day"]}
        tried = json.loads(server.write("/api/try?n=1", {"type": "match_info", "title": "x"})[1])
        p.facts |= {("column", "`/api/try`", name) for name in paths_in(
            {**tried, "match": None})}
        p.walk(tried["match"])
        after = json.loads(server.write("/api/event?n=1", {
            "type": "match_info", "title": "x", "x-by": "Mo"}, Idempotency_Key='"one"')[1])
        p.walk(json.loads(server.ask("GET", f"/api/event?n=1&of={after['seq']}")[1]))
        os.rename(first[0], first[0] + ".away")
        status, health = server.ask("GET", "/healthz")
        p.walk(json.loads(health), "healthz")
        os.rename(first[0] + ".away", first[0])
        if status != 503 or json.loads(health)["reasons"][0]["code"] != "record":
            raise SystemExit(f"/healthz of a renamed record: {status} {health}")
        corrections(p, server)
        addresses(p, server)
        theme(p, server)
        statuses(p, server, len(first))
        heard.join()
    finally:
        server.close()


def paths_in(doc, prefix=""):
    """The paths of the fields, "rounds[].game"."""
    for name, value in doc.items():
        yield prefix + name
        inner = value[0] if isinstance(value, list) and value else value
        if isinstance(inner, dict):
            yield from paths_in(inner, f"{prefix}{name}{'[]' if isinstance(value, list) else ''}.")


OF_A_HALL = ("/tables", "/table/", "/day", "/day/matches.csv", "/day/results.csv",
             "/api/tables", "/api/tables/events", "/api/day", "/api/day/events")


def hall_pages(p, records):
    """The pages of a hall of these records, and of one that is not there."""
    pairings = p.file("pairings.csv", "Table,Player 1,Player 2,Stage,Time\n"
                      "1,Una,Vic,Prelim,10:00\n")
    missing = os.path.join(p.work, "missing.db")
    hall = Hall(p.crokeye, ["--pairings", pairings, *records.values(), missing], p.root)
    heard = [threading.Thread(target=lambda path=path: p.facts.update(
        ("stream event", name) for name in hall.stream(path)))
        for path in ("/api/tables/events", "/api/day/events")]
    try:
        for thread in heard:
            thread.start()  # the heartbeat takes 5 s
        for _ in range(200):
            document = json.loads(hall.ask("GET", "/api/tables")[1])
            shown = document["tables"]
            if shown and shown[0]["next"] and all(table["match"] for table in shown[:-1]):
                break
            time.sleep(0.05)
        p.walk(document)
        p.walk(json.loads(hall.ask("GET", "/healthz")[1]), "The hall's pages")
        for path in (*OF_A_HALL, "/", "/api/match", "/api/flat", "/overlay", "/favicon.ico"):
            path += "1" if path.endswith("/table/") else ""
            if not path.endswith("/events") and hall.ask("GET", path)[0] >= 400:
                raise SystemExit(f"{path} of a hall is not answered")
        for thread in heard:
            thread.join()
    finally:
        hall.close()


def hall_without_broker(p):
    """The pages of a hall whose broker cannot be reached."""
    try:
        hall = Hall(p.crokeye, ["--engine", "nats://127.0.0.1:1"], p.root)
    except SystemExit:
        print("skipped: no hall with a broker: this program has no library for it")
        away = {"since": "2026-05-02T10:00:00Z", "read": None}
        p.walk({"schema": "crokeye.tables/1", "away": away})
        p.walk({"schema": "crokeye.day/1", "away": away})
        p.walk({"reasons": [{"code": "broker", "words": ""}]}, "The hall's pages")
        return
    try:
        for path in ("/api/tables", "/api/day"):
            document = {}
            while not document.get("away"):
                document = json.loads(hall.ask("GET", path)[1])
                time.sleep(0.05)
            p.walk(document)
        status, health = hall.ask("GET", "/healthz")
        p.walk(json.loads(health), "The hall's pages")
        if status != 503:
            raise SystemExit(f"/healthz without a broker: {status} {health}")
    finally:
        hall.close()


def corrections(p, server):
    """A match to 100 in the first record, with rounds that move and are left out."""
    def write(kind, **fields):
        return server.write("/api/event?n=1", {"type": kind, **fields})

    def count(black, white, **fields):
        status, text = write("round_count", final=True, **fields, sides=[
            {"side": "black", "total": black}, {"side": "white", "total": white}])
        return json.loads(text) if status == 200 else (status, json.loads(text))

    write("match_end")
    head = ("schema", "seq", "time", "type", "table")
    write("match_start", **{key: value for key, value in start("cancellation").items()
                            if key not in head})
    first = count(30, 20)["seq"]
    for black, white in ((50, 20), (60, 25), (20, 40)):
        count(black, white)
    refused = [(status, json.loads(text)) for status, text in [write("undo", of=first)]]
    refused.append(count(70, 20, of=first))
    for status, problem in refused:
        p.walk(problem, "problem")
        p.facts.add(("status", status, problem["error"]["code"]))
    after = count(70, 20, of=first, confirm=True)
    p.walk(json.loads(server.ask("GET", f"/api/event?n=1&of={after['seq']}")[1]))
    p.walk(json.loads(server.ask("GET", "/api/log?n=1")[1]))


def addresses(p, server):
    table = re.findall(r'\{"(/[^"]*)",\s*"(GET|POST)"', p.source)
    p.facts |= {("address", f"{method} {path}") for path, method in table}
    for path, method in table:
        # a server of `crokeye setup` has these; tests/cli/test_cli_setup.sh asks it
        # and that of `crokeye hall` others, which hall_pages() asks
        if path in ("/setup", "/setup.jpg", "/api/setup") or path in OF_A_HALL:
            continue
        if method == "GET" and path != "/api/events":
            status, text = server.ask("GET", path)
            if status == 404 and not path.endswith("/") and path != "/picture.jpg":
                raise SystemExit(f"{path} is not answered")
    named = re.findall(r'argument\(c, "(\w+)"\)|is_key\(key, n_key, "(\w+)"\)', p.source)
    pages = "\n".join(open(path, encoding="utf-8").read()
                      for path in glob.glob(f"{p.root}/src/serve/pages/*.js"))
    named += [(name, "") for name in re.findall(r'URLSearchParams\(.*\)\.get\("(\w+)"\)', pages)]
    chosen = re.search(r"const PARAMETERS = \{(.*?)\n\};", pages, re.S)[1]
    named += [(name, "") for name in re.findall(r"^  (\w+):", chosen, re.M)]
    named += [(name, "") for name in re.findall(r'"/picture.jpg\?(\w+)=', p.source)]
    p.facts |= {("parameter", one or other) for one, other in named}


def theme(p, server):
    """The variables of the style sheet to which --theme adds."""
    sheet = server.ask("GET", "/pages/theme.css")[1].decode()
    for name, value in re.findall(r"(--[\w-]+):\s*([^;]*);", sheet):
        p.facts.add(("theme variable", name, "" if "," in value else value))


def begin_upload(server, host):
    """An upload from 127.0.0.`host` of which no byte comes."""
    link = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20, source_address=(f"127.0.0.{host}", 0))
    link.putrequest("POST", "/api/photo")
    for name, value in (("Content-Type", "image/png"), ("Content-Length", "9"),
                        ("Authorization", f"Bearer {server.token}")):
        link.putheader(name, value)
    link.endheaders()
    return link


def statuses(p, server, tables):
    def note(answer):
        status, text = answer
        code = ""
        if status >= 400:
            document = json.loads(text)
            p.walk(document, "problem")
            code = document["error"]["code"]
        p.facts.add(("status", status, code))
        return status

    last = f"n={tables}"
    json_type = {"Content_Type": "application/json"}
    note(server.ask("GET", "/"))
    note(server.ask("GET", "/favicon.ico"))
    note(server.ask("GET", "/api/match"))
    note(server.ask("GET", "/api/match?at=x"))
    note(server.ask("GET", "/nothing"))
    note(server.ask("GET", "/api/match?n=99"))
    note(server.ask("PUT", "/api/match"))
    note(server.ask("GET", "/api/match", Host="example.org"))
    note(server.ask("POST", "/api/undo", "{}", **json_type))
    note(server.ask("POST", "/api/undo", "{}", Origin="http://example.org", **json_type))
    note(server.ask("POST", "/api/undo", "{}", Authorization=f"Bearer {server.token}"))
    note(server.write("/api/undo", {"x": "y" * 70000}))
    note(server.ask("POST", "/api/undo", Transfer_Encoding="gzip", **json_type))
    note(server.write("/api/starter", {"seat": 2}))
    note(server.write(f"/api/twenties?{last}", {"side": "black", "count": 1}, If_Match='"1"'))
    note(server.write(f"/api/starter?{last}", {}))
    note(server.write("/api/event?n=1", {"type": "match_info", "title": "y"}, Idempotency_Key='"one"'))
    note(server.ask("POST", "/api/undo?n=1", "{}", **json_type,
                    Authorization=f"Bearer {server.table_token}"))
    waiting = [begin_upload(server, 1)]
    picture = {"Content_Type": "image/png", "Authorization": f"Bearer {server.token}"}
    while note(server.ask("POST", "/api/photo", "no picture", **picture)) != 429:
        pass
    waiting += [begin_upload(server, host) for host in range(2, 7)]
    waiting.pop(0).close()
    waiting.append(begin_upload(server, 7))
    while note(server.ask("POST", "/api/photo", "no picture", **picture)) != 503:
        pass
    for upload in waiting:
        upload.close()
    while note(server.ask("POST", f"/api/event?{last}", '{"type": "match_info", "title": "x"}',
                          Authorization=f"Bearer {server.table_token}", **json_type)) == 200:
        pass
    note(server.write("/api/login", {"token": "x"}))
    note(server.write("/api/login", {"token": server.token}))
    while note(server.write("/api/login", {"token": "x"})) == 401:
        pass


REQUESTS = {"/api/match": "match_start", "/api/ruling": "ruling", "/api/twenties": "twenties",
            "/api/board": "board", "/api/undo": "undo", "/api/round-end": "round_end",
            "/api/starter": "next_starter"}


def requests(p):
    """A request has the fields of its event, and is refused without the same."""
    server = Server(p.crokeye, [], p.root)
    bodies = {"match_start": start(), "ruling": {"of": 1, "valid": True},
              "twenties": {"side": "black", "count": 1, "after": 1},
              "board": {"discs": [], "discs_left": {"black": 1}, "after": 1},
              "undo": {"of": 1}, "round_end": {"early": True}, "next_starter": {"seat": 2}}
    try:
        if server.write("/api/match", start())[0] != 200:
            raise SystemExit("a match cannot be started")
        for address, kind in REQUESTS.items():
            fields = {fact[2] for fact in p.facts if fact[0] == "field"
                      and fact[1] == PREFIX_OF_EVENT + kind and not re.search(r"[.\[]", fact[2])}
            for field in sorted(fields - {"film_ms"}):
                p.facts.add(("request", address, field,
                             need(server, address, bodies[kind], field)))
        if server.write("/api/ruling", {"of": 1})[0] == 400:
            for field in ("valid", "decision"):
                p.facts -= {("request", "/api/ruling", field, how)
                            for how in ("required", "optional")}
                p.facts.add(("request", "/api/ruling", field, "either"))
        if server.write("/api/twenties", {"side": "black", "add": 1})[0] != 400:
            p.facts -= {("request", "/api/twenties", "count", "required")}
            p.facts |= {("request", "/api/twenties", field, "either")
                        for field in ("count", "add")}
        p.facts.add(("request", "/api/match", "end", "optional"))
        p.facts.add(("request", "/api/login", "token",
                     need(server, "/api/login", {"token": server.token}, "token")))
        for field in ("text", "was"):
            p.facts.add(("request", "/api/pairings", field,
                         need(server, "/api/pairings", {"text": "", "was": ""}, field)))
        p.facts.add(("request", "/api/here", "id", need(server, "/api/here", {"id": "x"}, "id")))
        if server.write("/api/match", {"end": True})[0] != 200:
            raise SystemExit("a match cannot be ended")
    finally:
        server.close()


def need(server, address, body, field):
    """Is a body without the field not understood?"""
    less = {key: value for key, value in body.items() if key != field}
    without = server.write(address, less)
    return "required" if without[0] == 400 and field in without[1].decode() else "optional"


# ---- watched ----

def watched(p):
    """A simulated match that a camera sees: pictures, and what is seen now."""
    film = os.path.join(p.work, "film")
    os.mkdir(film)
    for number in range(60):
        os.symlink(f"{p.root}/samples/shown/close-up.jpg", f"{film}/{number:03d}.jpg")
    script = {"CROK_SCRIPT_SEED": "3", "CROK_SCRIPT_ROUNDS": "1"}
    options = ["--fps", "500", "--rules", "depot", "--sides", "black,white",
               "--players", "Ann,Bob", film]
    watch = subprocess.run([p.scripted, "watch", "--json", *options], text=True, check=False,
                           capture_output=True, timeout=120, env={**os.environ, **script})
    for line in watch.stdout.splitlines():
        if line.startswith("{"):  # the simulator's library greets, too
            p.walk(json.loads(line))
    record = os.path.join(p.work, "watched.db")
    server = Server(p.scripted, ["--match", record, *options], p.root, script)
    try:
        for _ in range(200):
            document = json.loads(server.ask("GET", "/api/match")[1])
            if document["picture"] and "replay" in (document["last"] or {}):
                break
            time.sleep(0.05)
        server.write(document["last"]["replay"], {"tracks": True})
        p.walk(json.loads(server.ask("GET", "/api/match")[1]))
    finally:
        server.close()
    for film in glob.glob(f"{record}.replay/*.film"):
        with open(film, "rb") as lines:
            p.walk(json.loads(lines.readline()))


def collect(p):
    """All facts of matches."""
    shot_words(p, rich_match()[1]["evidence"])
    records = matches(p)
    played = {fact[2] for fact in p.facts if fact[:2] == ("field", "crokeye.match/1")}
    watched(p)
    served(p, records)
    hall_pages(p, records)
    hall_without_broker(p)
    requests(p)
    day(p)
    for fact in list(p.facts):
        if fact[:2] == ("field", "crokeye.match/1"):
            p.facts.add(("live only", "crokeye.match/1", fact[2], fact[2] not in played))
