#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""hall_pages.py CROKEYE: `crokeye hall serve` on one machine, by its commands.

Records that grow, one that comes later and one that is replaced; a state file;
pairings that change; corrections; what is next; the day's file; wrong usage.
Waits for what must come, and fails after a minute without it.
"""
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

PATIENCE_S = 60
CROKEYE = os.path.abspath(sys.argv[1])


def run(*words, stdin=None, cwd=None):
    return subprocess.run([CROKEYE, *words], input=stdin, text=True, capture_output=True,
                          check=False, cwd=cwd, timeout=PATIENCE_S)


def check(is_so, what):
    if not is_so:
        raise SystemExit(f"not so: {what}")


def event(seq, kind, **fields):
    return {"schema": "crokeye.event/1", "seq": seq, "type": kind,
            "time": f"2026-05-02T10:{seq:02}:00Z", **fields}


def start(ann, bob):
    return event(1, "match_start", rules="depot", title="Open",
                 sides=[{"side": "black"}, {"side": "white"}], first_seat=0,
                 seats=[{"seat": 0, "side": "black", "player": ann},
                        {"seat": 2, "side": "white", "player": bob}])


def count(seq, ann, bob, **more):
    return event(seq, "round_count", final=True, sides=[
        {"side": "black", "20": ann, "15": 0, "10": 0, "5": 0},
        {"side": "white", "20": bob, "15": 0, "10": 0, "5": 0}], **more)


def lines(*events):
    return "\n".join(map(json.dumps, events)) + "\n"


class Hall:
    """crokeye hall serve, run in a folder."""

    def __init__(self, work, *words):
        self.process = subprocess.Popen([CROKEYE, "hall", "serve", *words], cwd=work, text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        said = self.process.stdout.readline()
        check(said.startswith("tables  http://"), f"the pages are served: {said!r} "
              f"{'' if said else self.process.stderr.read()}")
        self.url = re.search(r"(http\S+)/tables", said)[1]

    def get(self, path):
        with urllib.request.urlopen(self.url + path, timeout=20) as answer:
            return answer.read().decode()

    def document(self, path):
        """The document of a path; None: the server has not made one yet."""
        try:
            return json.loads(self.get(path))
        except urllib.error.HTTPError as why:
            check(why.code == 404, f"{path}: {why}")
            return None

    def await_(self, path, is_so, what):
        """The document of a path, when it is so."""
        end = time.monotonic() + PATIENCE_S
        while True:
            document = self.document(path)
            if document is not None and is_so(document):
                return document
            check(time.monotonic() < end, f"{what}: {json.dumps(document)[:2000]}")
            time.sleep(0.02)

    def close(self):
        self.process.send_signal(signal.SIGTERM)
        check(self.process.wait(PATIENCE_S) == 0, "a signal ends it with status 0")


def table_of(tables, name):
    return next((t for t in tables["tables"] if t["table"] == name),
                {"match": None, "next": None, "silent": False})


def points(tables, name):
    match = table_of(tables, name)["match"]
    return match and [side["points"][0] for side in match["sides"]]


def played(work):
    """Tables 1 and 2; the second one comes later."""
    first, second = (os.path.join(work, f"{n}.db") for n in "12")
    check(run("import", first, stdin=lines(start("Ann", "Bob"), count(2, 2, 1))).returncode == 0,
          "a record is made")
    with open(os.path.join(work, "pairings.csv"), "w", encoding="utf-8") as file:
        file.write("Table,Player 1,Player 2,Stage,Time\n1,Ann,Bob,Prelim,10:00\n"
                   "1,Cy,Di,Prelim,10:40\n2,Eve,Flo,Prelim,10:00\n")
    hall = Hall(work, "--listen", "127.0.0.1:0", "--title", "The Day", "--pairings",
                "pairings.csv", "1.db", "2.db")
    tables = hall.await_("/api/tables", lambda d: points(d, "1") == [2, 0] and
                         table_of(d, "2")["next"], "what was played before is shown")
    check(tables["title"] == "The Day", "the title")
    check(table_of(tables, "2")["match"] is None and not table_of(tables, "2")["silent"],
          "a table without a record has no match")
    check(table_of(tables, "2")["next"]["sides"] == [["Eve"], ["Flo"]], "who is next at 2")
    return hall, first, second


def grows(hall, first, second, work):
    for seq in (3, 4, 5):
        check(run("add", first, stdin=lines(count(seq, 2, 1))).returncode == 0, "an event is added")
    hall.await_("/api/tables", lambda d: points(d, "1") == [8, 0] and
                table_of(d, "1")["next"]["time"] == "10:40", "a match that ends, and the next one")
    day = hall.await_("/api/day", lambda d: d["matches"][0]["state"] == "over", "the day")
    check(not day["corrections"], "nothing was corrected")
    check(run("add", first, stdin=lines(count(6, 2, 5, of=5))).returncode == 0, "a correction")
    hall.await_("/api/tables", lambda d: points(d, "1") == [6, 2], "the correction on the wall")
    day = hall.await_("/api/day", lambda d: d["corrections"], "the correction on the day's page")
    check(day["corrections"][0]["before"] != day["corrections"][0]["after"], "what it changed")
    check(run("import", second, stdin=lines(start("Eve", "Flo"))).returncode == 0, "a record")
    hall.await_("/api/tables", lambda d: table_of(d, "2")["match"], "a record that comes later")
    with open(os.path.join(work, "pairings.csv"), "a", encoding="utf-8") as file:
        file.write("2,Gus,Hal,Prelim,11:20\n")
    hall.await_("/api/tables", lambda d: (table_of(d, "2")["next"] or {}).get("time") == "11:20",
                "a line that is added to the pairings")
    check("Ann" in hall.get("/day/matches.csv") and "Ann" in hall.get("/day/results.csv"),
          "the sheets")


def faults_with(day, words):
    return [fault["text"] for fault in day["faults"] if words in fault["text"]]


def has_unreadable_pairings(hall, work):
    """The file of pairings is written over while the day goes on, and is put right."""
    path = os.path.join(work, "pairings.csv")
    with open(path, "rb") as file:
        right = file.read()
    with open(path, "wb") as file:
        file.write(b"Table,Player 1\xff\n")
    day = hall.await_("/api/day", lambda d: faults_with(d, "is not UTF-8"), "the fault is told")
    check(faults_with(day, "are those that were read before"), "what holds until then")
    check(day["matches"][0]["left_out"] is None, "the pairings that were read hold")
    os.unlink(path)
    hall.await_("/api/day", lambda d: faults_with(d, "cannot open"), "a file that is gone")
    with open(path, "wb") as file:
        file.write(right)
    hall.await_("/api/day", lambda d: not faults_with(d, "Until it can be read"),
                "the file is right again")


def is_replaced(hall, second):
    """Another record at the place of one, and what is next in its file."""
    other = second + ".new"
    check(run("import", other, stdin=lines(start("Gus", "Hal"), count(2, 1, 3))).returncode == 0,
          "another record is made")
    before = json.loads(hall.get("/api/match?table=2"))["record"]["id"]
    os.rename(other, second)
    hall.await_("/api/tables", lambda d: points(d, "2") == [0, 2], "another record is taken up")
    after = json.loads(hall.get("/api/match?table=2"))["record"]["id"]
    check(before != after, "its id")
    try:
        hall.get(f"/api/match?table=2&record={before}")
        check(False, "the condition of the old record")
    except urllib.error.HTTPError as error:
        check(error.code == 412, "the condition of the old record")
    end = time.monotonic() + PATIENCE_S
    while True:
        with open(f"{second}.next.json", encoding="utf-8") as file:
            listed = json.load(file)
        if not listed["matches"]:
            break
        check(time.monotonic() < end, f"nobody is next at 2: {listed}")
        time.sleep(0.02)


def is_written_over(hall, second):
    """Another record is copied over one, in the same file; then that one is put back."""
    other = second + ".new"
    check(run("import", other, stdin=lines(start("Gus", "Hal"))).returncode == 0, "another record")
    with open(second, "rb") as file:
        old = file.read()
    for path, is_there in ((other, [0, 0]), (None, [0, 2])):
        data = old
        if path is not None:
            with open(path, "rb") as file:
                data = file.read()
        with open(second, "r+b") as file:
            file.truncate()
            file.write(data)
        hall.await_("/api/tables", lambda d, so=is_there: points(d, "2") == so,
                    "what was written over the record is shown")
    os.unlink(other)


def has_state_file(hall, first):
    """The live document of the table's program goes before the record's."""
    document = json.loads(hall.get("/api/match?table=1"))
    document["source"] = {**document["source"], "state": "down", "seen_at": "2026-05-02T10:30:00Z"}
    with open(first + ".state.json.new", "w", encoding="utf-8") as file:
        json.dump(document, file)
    os.rename(first + ".state.json.new", first + ".state.json")
    tables = hall.await_("/api/tables", lambda d: table_of(d, "1")["match"]["source"]["state"] ==
                         "down", "the state's file")
    check(table_of(tables, "1")["match"]["source"]["since"] == "2026-05-02T10:30:00Z",
          "since when the camera is gone")


def of_a_file(work):
    """The same by the day's file."""
    with open(os.path.join(work, "hall.conf"), "w", encoding="utf-8") as file:
        file.write('hall = "h"; title = "By file"; listen = "127.0.0.1:%d"; pairings = "pairings.csv";\n'
                   'tables = ({ name = "B"; match = "2.db"; listen = "127.0.0.1:8999"; },'
                   ' { name = "A"; match = "1.db"; listen = "127.0.0.1:8998"; });\n' % free_port())
    path = os.path.join(work, "pairings.csv")
    os.unlink(path)
    hall = Hall(work, "hall.conf")
    tables = hall.await_("/api/tables", lambda d: d["tables"] and all(t["match"] for t in d["tables"]),
                         "the file's tables")
    check([t["table"] for t in tables["tables"]] == ["B", "A"], "the order of the file")
    check(tables["title"] == "By file", "the file's title")
    day = hall.await_("/api/day", lambda d: faults_with(d, "Until it can be read"),
                      "pairings that cannot be read from the beginning")
    check(faults_with(day, "no match counts"), "what follows from it")
    day = hall.await_("/api/day", lambda d: d["matches"], "the matches of the records")
    check(all(m["left_out"] == "the pairings cannot be read" for m in day["matches"]) and
          not day["standings"], "no match counts")
    check(day["tournament"] == "By file", "the title is the tournament where none is given")
    with open(path, "w", encoding="utf-8") as file:
        file.write("Table,Player 1,Player 2,Stage\nA,Ann,Bob,Prelim\nC,Eve,Flo,Prelim\n")
    day = hall.await_("/api/day", lambda d: d["standings"], "the file comes")
    check(faults_with(day, 'no table "C"') and day["faults"][0]["line"] == 3,
          "a table that the day's file has not")
    hall.close()
    a_table_has_ended(work)


def a_table_has_ended(work):
    """Its match counts, and it is not among the tables that play."""
    path = os.path.join(work, "hall.conf")
    with open(path, encoding="utf-8") as file:
        day = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(day.replace('match = "1.db";', 'match = "1.db"; ended = true;'))
    hall = Hall(work, "hall.conf")
    day = hall.await_("/api/day", lambda d: d["standings"], "the match of a table that has ended")
    check([m["table"] for m in day["matches"] if m["state"] == "over"] == ["A"], "it counts")
    tables = hall.await_("/api/tables", lambda d: points(d, "B"), "the table that plays on")
    check([t["table"] for t in tables["tables"]] == ["B"], "the tables of the wall")
    check(json.loads(hall.get("/api/match?table=A"))["state"] == "over", "its own page")
    hall.close()


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def usage(work):
    with open(os.path.join(work, "wrong.conf"), "w", encoding="utf-8") as file:
        file.write('hall = "h";\nnonsense = 1;\n')
    for words, status, text in (
            ([], 2, "which hall?"), (["--nothing", "x", "a.db"], 2, "--nothing"),
            (["a.db", "--engine"], 2, "--engine"), (["--listen", "nowhere", "a.db"], 2, "nowhere"),
            (["--engine", "nats://127.0.0.1:1", "a.db"], 2, "not both"),
            (["hall.conf", "a.db"], 2, "stands alone"), (["wrong.conf"], 1, "wrong.conf:2"),
            (["missing.conf"], 3, "missing.conf"),
            (["--division", "x" * 600, "a.db"], 2, "bytes"),
            (["--theme", "missing.css", "a.db"], 3, "missing.css")):
        done = run("hall", "serve", *words, cwd=work)
        check(done.returncode == status and text in done.stderr,
              f"{words}: status {done.returncode}, {done.stderr}")
    check("--pairings" in run("hall", "serve", "--help").stdout, "--help")


def main():
    with tempfile.TemporaryDirectory() as work:
        hall, first, second = played(work)
        grows(hall, first, second, work)
        has_unreadable_pairings(hall, work)
        is_replaced(hall, second)
        is_written_over(hall, second)
        has_state_file(hall, first)
        hall.close()
        of_a_file(work)
        usage(work)
    print("the hall's pages follow the records of this machine")


if __name__ == "__main__":
    main()
