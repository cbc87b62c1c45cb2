# SPDX-License-Identifier: Apache-2.0
"""program.py: what the program reads and writes, as facts like those of pages.py.

Documents come from commands that are run on the samples and the casebook; words
from the program's own error messages and, where no message lists them, from the
tables of names in src. Matches and servers are in matches.py.
"""
import glob
import json
import os
import re
import shutil
import subprocess
import time

from pages import BOOKS, PREFIX_OF_EVENT

SAMPLES = ("empty-009", "hard/lines-013", "hard/overhead-011", "photo-001", "hard/photo-010",
           "negative-001")
# Objects whose keys are names that the document chooses.
SIDES = {("crokeye.score/1", "round.points"), ("crokeye.decision/1", "twenties"),
         ("crokeye.truth/1", "totals"),
         ("crokeye.match/1", "question.totals.true"),
         ("crokeye.match/1", "question.totals.false"),
         ("event:board", "discs_left"), ("event:board", "unseen"), ("event:round_end", "range")}
KEYS = {("crokeye.setup/1", "costs_pct"), ("crokeye.rules/1", "settings"), ("crokeye.board/1", "from")}
EVENT_HEAD = ("schema", "seq", "time", "type", "confirm", "x-by", "x-key", "x-via")
# Codes that no photo gives: there is no device and no record in reading one.
NOT_OF_A_PHOTO = {"ok", "unknown", "no_device", "conflict"}


class Program:
    def __init__(self, crokeye, scripted, root, work):
        self.crokeye, self.scripted, self.root, self.work = crokeye, scripted, root, work
        self.facts, self.seen = set(), {}
        self.source = "\n".join(open(path, encoding="utf-8").read() for path in sorted(
            glob.glob(f"{root}/src/**/*.[ch]", recursive=True)))

    # ---- running ----

    def run(self, *arguments, program=None, stdin=None):
        return subprocess.run([program or self.crokeye, *arguments], cwd=self.root, text=True,
                              input=stdin, capture_output=True, timeout=120)

    def file(self, name, text):
        path = os.path.join(self.work, name)
        with open(path, "w", encoding="utf-8") as to:
            to.write(text)
        return path

    def lines(self, *arguments, **how):
        return [json.loads(line) for line in self.run(*arguments, **how).stdout.splitlines()
                if line.startswith("{")]

    # ---- documents ----

    def walk(self, document, name=None):
        """Notes every field of a document and the types that it was seen with."""
        name = name or document["schema"]
        if name == "crokeye.event/1":
            name = PREFIX_OF_EVENT + document["type"]
        self._object(name, "", document)

    def _object(self, name, path, value):
        for key, inner in value.items():
            if (name, path) in SIDES:
                key = "SIDE"
            elif (name, path) in KEYS:
                key = "KEY"
            self._value(name, f"{path}.{key}" if path else key, inner)

    def _value(self, name, path, value):
        where = name
        if name.startswith(PREFIX_OF_EVENT) and path in EVENT_HEAD:
            where = "crokeye.event/1"
        if path and not path.endswith("[]"):
            self.facts.add(("field", where, path))
        self.seen.setdefault((where, path), set()).add(type_name(value))
        if isinstance(value, dict) and "schema" in value and path:
            self.walk(value)
        elif isinstance(value, dict):
            self._object(name, path, value)
        elif isinstance(value, list):
            for inner in value:
                self._value(name, path + "[]", inner)

    # ---- words ----

    def table(self, function):
        """The texts of a function that gives names."""
        body = re.search(r"\b%s\([^;{]*\)\n\{(.*?)\n\}" % function, self.source, re.S)
        if not body:
            raise SystemExit(f"there is no function {function} in src")
        return set(re.findall(r'"([a-z_]+)"', body[1]))

    def array(self, name):
        """The texts of an array."""
        body = re.search(r"\b%s\[\w*\] = \{(.*?)\};" % name, self.source, re.S)
        if not body:
            raise SystemExit(f"there is no array {name} in src")
        return set(re.findall(r'"([a-z_]+)"', body[1]))

    def words(self, document, path, words):
        self.facts |= {("word", document, path, word) for word in words}

    def refused(self, shot, change):
        """The words that a message about a wrong shot lists."""
        wrong = json.loads(json.dumps(shot))
        change(wrong)
        message = self.lines("rules", "judge", "-", stdin=json.dumps(wrong))[0]["error"]["message"]
        return set(re.findall(r"[a-z_]+", re.split(r"must be|may be", message)[1])) - {"or"}


def type_name(value):
    if isinstance(value, bool):
        return "bool"
    if value is None:
        return "null"
    if isinstance(value, (int, float)):
        return "int" if float(value).is_integer() else "number"
    return {str: "text", list: "list", dict: "object"}[type(value)]


# ---- photos ----

def photos(p):
    pictures = [f"samples/{name}.jpg" for name in SAMPLES]
    for document in p.lines("score", "--json", "--timings", "--overlay", p.work, *pictures):
        p.walk(document)
    for document in p.lines("score", "--json", "--count-sides", "3", "samples/photo-022.jpg"):
        p.walk(document)  # with a possible disc that is asked about
    answers(p, pictures)
    truth(p, "samples/photo-001.jpg")
    header = p.run("score", "--csv", pictures[-1]).stdout.splitlines()[0]
    for column in header.split(","):
        p.facts.add(("column", "CSV of photos",
                     re.sub(r"^(side|on_board|twenties|total|low|high)[1-4]$", r"\1N", column)))
    p.words("crokeye.score/1", "schema", ["crokeye.score/1"])
    p.words("crokeye.score/1", "board.scale", p.table("crok_scale_name"))
    p.words("crokeye.score/1", "discs[].state", p.table("crok_disc_state_name"))
    p.words("crokeye.score/1", "discs[].touching", p.table("crok_line_name"))
    p.words("crokeye.score/1", "discs[].asks", p.table("crok_question_name"))
    p.words("crokeye.score/1", "unseen[].why", p.table("crok_unseen_name"))
    codes = p.table("crok_status_code") - NOT_OF_A_PHOTO
    p.words("crokeye.score/1", "error.code", codes)
    p.facts |= {("error code", code) for code in codes}


def answers(p, pictures):
    """A disc and an unseen part are answered, and the answers kept."""
    kept = os.path.join(p.work, "answers.json")
    scored = p.lines("score", "--json", "--each", *pictures)
    for document in scored:
        for item in document.get("discs", []) + document.get("unseen", []):
            if "answers" in item:
                answer = f'{item["id"]}={item["answers"][0]}'
                p.walk(p.lines("score", "--json", "--answers", kept, "--keep-answers",
                               "--answer", answer, document["image"])[0])
    with open(kept, encoding="utf-8") as file:
        p.answers = json.load(file)
    p.walk(p.answers)
    p.facts.add(("field", "crokeye.answers/1", "pictures[].answers[].id"))  # instead of px
    p.words("crokeye.answers/1", "schema", ["crokeye.answers/1"])
    p.words("crokeye.answers/1", "pictures[].answers[].by", ["person"])
    p.words("crokeye.score/1", "discs[].by", ["person"])
    p.words("crokeye.score/1", "answered[].by", ["person"])


def truth(p, picture):
    """All questions of a photo are answered, and it is kept."""
    folder = os.path.join(p.work, "kept")
    document = p.lines("score", "--json", "--each", picture)[0]
    given = [word for item in document["discs"] + document["maybe"] if "answers" in item
             for word in ("--answer", f'{item["id"]}={item["answers"][0]}')]
    p.run("score", "--keep", folder, *given, picture)
    for path in glob.glob(f"{folder}/*.json"):
        with open(path, encoding="utf-8") as file:
            p.walk(json.load(file))
    p.words("crokeye.truth/1", "schema", ["crokeye.truth/1"])
    p.words("crokeye.truth/1", "discs[].touching", p.table("crok_line_name"))


# ---- rule books ----

def books(p):
    listed = [line.split()[0] for line in p.run("rules", "list").stdout.splitlines()]
    p.facts |= {("book", name) for name in listed}
    for book in listed:
        rule = ""
        for line in p.run("rules", "show", book).stdout.splitlines():
            head = re.match(r"  ([A-Z]\d+[a-z]?) ", line)
            value = re.match(r"       (\w+) = (\w+); (.*)", line)
            rule = head[1] if head else rule
            if value:
                p.facts.add(("setting", rule, value[1]))
                p.facts.add(("value", rule, value[1], book, value[2],
                             value[3].startswith("said")))
            option = re.match(r"  (\w+) +(\w+ = .*?); (.*)", line)
            if option:
                p.facts.add(("option", option[1], book, option[3],
                             tuple(option[2].replace(" = ", "=").split(", "))))
        with open(f"{p.root}/models/rules/{book}.json", encoding="utf-8") as file:
            document = json.load(file)
        p.walk(document)
        rules = {fact[2]: fact[1] for fact in p.facts if fact[0] == "setting"}
        for key, setting in document["settings"].items():
            place = setting.get("from", "") if setting["said"] else ""
            p.facts.add(("source", rules[key], key, book, place))
    for _, _, key in [fact for fact in p.facts if fact[0] == "setting"]:
        message = p.run("rules", "show", "depot", "--set", f"{key}=?").stderr
        allowed = message.strip().split("allowed is ")[1]
        numbers = re.match(r"a whole number from (\d+) to (\d+)", allowed)
        words = [f"{numbers[1]} to {numbers[2]}"] if numbers else re.split(r", | or ", allowed)
        p.facts |= {("allowed", key, word) for word in words}
    for document in json_of(p.run("rules", "show", "depot", "--json").stdout):
        p.walk(document)
    p.facts.add(("field", "crokeye.rules/1", "base"))  # needed.py has it read
    p.words("crokeye.rules/1", "schema", ["crokeye.rules/1"])
    with open(f"{p.root}/models/boards/tournament.json", encoding="utf-8") as file:
        p.walk(json.load(file))
    learnt = os.path.join(p.work, "learnt.json")
    p.run("board", "-o", learnt, "samples/photo-001.jpg")
    with open(learnt, encoding="utf-8") as file:
        p.walk(json.load(file))
    p.words("crokeye.board/1", "schema", ["crokeye.board/1"])
    p.words("crokeye.board/1", "scale", p.table("crok_scale_name"))


def json_of(text):
    """The documents of a text, however they are laid out."""
    at, decoder = 0, json.JSONDecoder()
    while text[at:].strip():
        at += len(text[at:]) - len(text[at:].lstrip())
        document, at = decoder.raw_decode(text, at)
        yield document


# ---- shots and decisions ----

def decisions(p):
    for book in BOOKS:
        by_change = {}
        for path in sorted(glob.glob(f"{p.root}/tests/rules/{book}/*.json")):
            with open(path, encoding="utf-8") as file:
                page = json.load(file)
            if "shot" in page and "refused" not in page:
                change = tuple(sorted(page.get("set", {}).items()))
                by_change.setdefault(change, []).append(page["shot"])
        for change, shots in by_change.items():
            options = [f"--set={key}={str(value).lower()}" for key, value in change]
            options = [word for option in options for word in option.split("=", 1)]
            judged = p.lines("rules", "judge", "--rules", book, *options,
                             stdin="\n".join(json.dumps(shot) for shot in shots))
            for shot, decision in zip(shots, judged):
                p.walk(decision)
                note_ids(p, decision)
    for broken in ("{}", '{"schema":"crokeye.shot/1"}'):
        p.walk(p.lines("rules", "judge", stdin=broken)[0])
    p.words("crokeye.decision/1", "schema", ["crokeye.decision/1"])
    p.words("crokeye.decision/1", "error.code", ["unreadable", "no_memory"])


def note_ids(p, decision):
    for where in ("why", "remove", "restore", "unsure"):
        for item in decision.get(where, []):
            p.facts.add(("id in a decision", item["rule"], where))
    for one in decision.get("either", {}).values():
        note_ids(p, one)


def shot_words(p, shot):
    p.words("crokeye.shot/1", "schema", ["crokeye.shot/1"])
    p.words("crokeye.shot/1", "shooter.place",
            p.refused(shot, lambda s: s["shooter"].update(place="?")))
    p.words("disc", "state", p.refused(shot, lambda s: s["after"][0].update(state="?")))
    p.words("crokeye.shot/1", "boundary[].what",
            p.refused(shot, lambda s: s.update(boundary=[{"id": 6, "what": "?"}])))
    p.words("crokeye.shot/1", "fouls", p.refused(shot, lambda s: s.update(fouls=["?"])))
    p.words("crokeye.shot/1", "missing", p.table("crok_miss_name"))
    p.words("removal", "to", p.table("crok_to_name"))


# ---- a camera's place ----

def setups(p):
    """A board, a picture without one, and a single picture."""
    for name, n in (("hard/overhead-011", 12), ("negative-001", 12), ("overhead-003", 1)):
        folder = os.path.join(p.work, f"setup-{os.path.basename(name)}")
        os.makedirs(folder, exist_ok=True)
        for i in range(n):
            shutil.copy(f"{p.root}/samples/{name}.jpg", os.path.join(folder, f"{i}.jpg"))
        for document in p.lines("setup", "--json", "--fps", "10", folder):
            p.walk(document)
    p.words("crokeye.setup/1", "schema", ["crokeye.setup/1"])
    p.words("crokeye.setup/1", "first.what", p.table("crok_defect_name"))
    p.words("crokeye.setup/1", "glare_line", p.table("crok_line_name"))
    p.words("crokeye.setup/1", "lines[].line", p.table("crok_line_name"))


# ---- a hall ----

STAND_IN = """#!/bin/sh
[ "$1" = serve ] || exit 1
while :; do sleep 1000; done
"""
DAY = """hall = "open"; engine = { url = "nats://127.0.0.1:4222"; };
tables = ( { name = "1"; match = "1.db"; listen = "127.0.0.1:8081"; } );
"""


def halls(p):
    """The day's settings, and the state of a hall of a table and its publisher."""
    for of in ("day", "engine", "table"):
        body = re.search(r"\b%s_fields\[\] = \{(.*?)\n\};" % of, p.source, re.S)[1]
        for name, is_needed in re.findall(r'\{"([\w-]+)",\s*\w+,\s*(true|false)', body):
            p.facts.add(("setting of a day", of, name, is_needed == "true"))
    program, day = p.file("stand-in", STAND_IN), p.file("hall.conf", DAY)
    state = os.path.join(p.work, "hall-state.json")
    os.chmod(program, 0o700)
    hall = subprocess.Popen([p.crokeye, "hall", "run", "--program", program, "--state", state, day],
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        text = ""
        while '"pid"' not in text or '"ended"' not in text:
            if hall.poll() is not None:
                raise SystemExit("hall run ended")
            time.sleep(0.05)
            if os.path.exists(state):
                with open(state, encoding="utf-8") as file:
                    text = file.read()
        p.walk(json.loads(text))
    finally:
        hall.terminate()
        hall.wait()
    p.words("crokeye.hall/1", "schema", ["crokeye.hall/1"])
    p.words("crokeye.hall/1", "programs[].state", p.array("program_state_name"))


# ---- calibration ----

def calibration(p):
    path = os.path.join(p.work, "calib.json")
    p.run("calibrate", "-o", path, "samples/overhead-003.jpg")
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    p.walk(document)
    p.words("crokeye.calib/1", "schema", ["crokeye.calib/1"])
    return document


def collect(p):
    """All facts but those of matches. Returns a calibration that was made."""
    photos(p)
    books(p)
    decisions(p)
    setups(p)
    halls(p)
    return calibration(p)
