#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Does the suite notice a changed line? Doctors lines of src, one operator, bound or
field each, and counts which of them make a test fail.

    doctor_lines.py apply [--seed N] [--lines N] TREE   # a clone with build/release
    doctor_lines.py run [--only BUILD] [--jobs N] TREE RESULTS
    doctor_lines.py judge [--suite NAMES] TREE RESULTS

All doctored lines are in one program: a line is as it was unless the environment
variable CROK_DOCTORED has its number. So `run` runs the whole suite once, as it is,
and notes which tests come past which line and how long they take; `judge` then runs,
for each line, the tests that come past it, the quickest first, until one fails. --suite
is a file with the names of some tests, as `run` prints them: these are run first, and a
line that only another test catches is told. Needs python3-clang-14 and a TREE that may be spoilt: never the one you work in."""
import argparse
import json
import os
import pathlib
import random
import shlex
import subprocess
import sys
import threading
import time

ROOMS = ("core", "cv", "board", "discs", "rules", "shots", "setup", "capture", "report",
         "score", "journal", "serve", "table", "hall", "lib", "cli")
SWAPPED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==",
           "&&": "||", "||": "&&", "+": "-", "-": "+", "*": "+"}
HANGS_S = 900  # a doctored line that makes a test hang is caught
LONG_S = 60  # tests that take longer are left out, so that fifty lines take an hour
# Prints nothing and calls no wrapped function: tests count calls of malloc and open.
SWITCH = r"""
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
int crok_doctored(int line)
{
    static int chosen = -2;
    static char past[4096];
    if (chosen == -2) {
        const char *text = getenv("CROK_DOCTORED");
        chosen = text ? atoi(text) : -1;
    }
    const char *folder = getenv("CROK_PAST");
    if (folder && !past[line]) {
        char name[512];
        past[line] = 1;
        snprintf(name, sizeof name, "%s/%d", folder, line);
        long fd = syscall(SYS_openat, AT_FDCWD, name, O_CREAT | O_WRONLY | O_CLOEXEC, 0666);
        if (fd >= 0)
            syscall(SYS_close, fd);
    }
    return chosen == line;
}
"""


def commands_of(tree):
    """The compiler's arguments by file, of the release build."""
    found = {}
    for entry in json.load(open(tree / "build/release/compile_commands.json")):
        path = pathlib.Path(entry["file"])
        if path.is_relative_to(tree / "src"):
            words = shlex.split(entry["command"])[1:]
            found[path] = [w for w in words if w.startswith(("-I", "-D", "-std", "-isystem"))] + [
                words[i + 1] if w == "-isystem" else w for i, w in enumerate(words[:-1]) if w == "-isystem"]
    return found


class Sites:
    """The places of one file that can be doctored: (begin, end, new text, what)."""

    def __init__(self, path, arguments):
        from clang import cindex
        self.kinds = cindex.CursorKind
        self.types = cindex.TypeKind
        self.path = path
        self.text = path.read_bytes()
        self.found = []
        unit = cindex.Index.create().parse(str(path), args=arguments)
        # The compiler's own flags have folders that clang does not need to know.
        for child in unit.cursor.get_children():
            if child.location.file and child.location.file.name == str(path) and \
                    child.kind == self.kinds.FUNCTION_DECL:
                self.walk(child)

    def piece(self, cursor):
        return cursor.extent.start.offset, cursor.extent.end.offset

    def in_macro(self, cursor):
        """Text of the extent that the parser's own spelling does not have."""
        begin, end = self.piece(cursor)
        return begin >= end or cursor.extent.start.file is None or \
            cursor.extent.start.file.name != str(self.path)

    def is_number(self, cursor):
        return cursor.type.get_canonical().kind in (
            self.types.INT, self.types.UINT, self.types.LONG, self.types.ULONG, self.types.LONGLONG,
            self.types.ULONGLONG, self.types.DOUBLE, self.types.FLOAT, self.types.UCHAR,
            self.types.CHAR_S, self.types.SHORT, self.types.USHORT)

    def walk(self, cursor):
        kinds = self.kinds
        if cursor.kind in (kinds.CASE_STMT,):  # its first child is a constant
            for child in list(cursor.get_children())[1:]:
                self.walk(child)
            return
        if cursor.kind == kinds.VAR_DECL and cursor.storage_class.name == "STATIC":
            return  # its first value is a constant
        if cursor.kind == kinds.VAR_DECL and cursor.type.kind == self.types.CONSTANTARRAY:
            return
        if cursor.kind == kinds.BINARY_OPERATOR:
            self.operator(cursor)
        elif cursor.kind == kinds.MEMBER_REF_EXPR:
            self.field(cursor)
        for child in cursor.get_children():
            self.walk(child)

    def operator(self, cursor):
        sides = list(cursor.get_children())
        if len(sides) != 2 or any(self.in_macro(c) for c in (cursor, *sides)):
            return
        begin, end = self.piece(cursor)
        (l0, l1), (r0, r1) = self.piece(sides[0]), self.piece(sides[1])
        sign = self.text[l1:r0].decode(errors="replace").strip()
        if not (begin == l0 < l1 < r0 < r1 == end) or sign not in SWAPPED:
            return
        if sign in "+-*" and not all(self.is_number(s) for s in sides):
            return
        left, right = self.text[l0:l1].decode(), self.text[r0:r1].decode()
        if "#" in left + right or "//" in left + right:
            return
        self.found.append((begin, end, f"{left} {sign} {right}", f"{left} {SWAPPED[sign]} {right}", "operator"))
        if sign in ("<", "<=", ">", ">=") and self.is_number(sides[1]) and \
                sides[1].type.get_canonical().kind not in (self.types.DOUBLE, self.types.FLOAT):
            self.found.append((begin, end, f"{left} {sign} {right}", f"{left} {sign} {right} + 1", "bound"))
        elif sign in ("<", "<=", ">", ">=") and self.is_number(sides[1]):
            self.found.append((begin, end, f"{left} {sign} {right}", f"{left} {sign} 1.5 * ({right})", "bound"))

    def field(self, cursor):
        """Another field of the same type, where a value is read."""
        member = cursor.referenced
        if member is None or self.in_macro(cursor) or not self.is_number(cursor) or member.is_bitfield():
            return
        begin, end = self.piece(cursor)
        text = self.text[begin:end].decode(errors="replace")
        after = self.text[end:end + 4].decode(errors="replace").strip()
        before = self.text[max(0, begin - 2):begin].decode(errors="replace")
        if not text.endswith(member.spelling) or "&" in before or "+" in before or "-" in before or \
                after[:1] in "=+-[*/|&." and not after.startswith("=="):
            return
        others = [f for f in member.semantic_parent.get_children()
                  if f.kind == self.kinds.FIELD_DECL and f.spelling != member.spelling and
                  not f.is_bitfield() and f.type.spelling == member.type.spelling]
        if others:
            other = text[:len(text) - len(member.spelling)] + others[0].spelling
            self.found.append((begin, end, text, other, "field"))


def choose(tree, seed, lines):
    """As many from each room as can be, from files and kinds by chance."""
    chance = random.Random(seed)
    commands = commands_of(tree)
    chosen = []
    order = list(ROOMS)
    for i in range(lines):
        room = order[i % len(order)]
        files = sorted(p for p in commands if p.relative_to(tree / "src").parts[0] == room)
        for _ in range(100):
            path = chance.choice(files)
            kind = ("operator", "bound", "field")[chance.randrange(3)]
            taken = [(c["begin"], c["end"]) for c in chosen if c["file"] == str(path.relative_to(tree))]
            sites = [s for s in Sites(path, commands[path]).found
                     if s[4] == kind and all(s[1] <= b or e <= s[0] for b, e in taken)]
            if sites:
                begin, end, was, new, _ = chance.choice(sites)
                chosen.append({"number": i, "file": str(path.relative_to(tree)), "kind": kind,
                               "line": path.read_bytes()[:begin].count(b"\n") + 1,
                               "begin": begin, "end": end, "was": was, "new": new})
                break
        else:
            sys.exit(f"doctor_lines.py: no line of {room} can be doctored")
    return chosen


def doctor(tree, chosen):
    """Write the switched lines, and what switches them."""
    by_file = {}
    for one in chosen:
        by_file.setdefault(one["file"], []).append(one)
    for name, sites in by_file.items():
        text = (tree / name).read_bytes().decode()
        raw = text.encode()
        for s in sorted(sites, key=lambda s: -s["begin"]):
            switched = f"(crok_doctored({s['number']}) ? ({s['new']}) : ({s['was']}))"
            raw = raw[:s["begin"]] + switched.encode() + raw[s["end"]:]
        declared = b'extern "C" int crok_doctored(int);\n' if name.endswith("cpp") else b"int crok_doctored(int);\n"
        (tree / name).write_bytes(declared + raw)
    (tree / "build").mkdir(exist_ok=True)
    (tree / "build/doctored.c").write_text(SWITCH)
    subprocess.run(["gcc", "-O1", "-shared", "-fPIC", "-Wl,-soname," + str(tree / "build/libdoctored.so"),
                    "-o", tree / "build/libdoctored.so", tree / "build/doctored.c"], check=True)
    (tree / "build/doctored.json").write_text(json.dumps(chosen, indent=1))


def build(tree):
    library = str(tree / "build/libdoctored.so")
    for preset in ("release", "dev"):
        subprocess.run(["cmake", "--preset", preset, "-DCROK_WERROR=OFF", "-DCMAKE_C_STANDARD_LIBRARIES=" + library,
                        "-DCMAKE_CXX_STANDARD_LIBRARIES=" + library], cwd=tree, check=True,
                       stdout=subprocess.DEVNULL)
        subprocess.run(["cmake", "--build", "--preset", preset], cwd=tree, check=True)


def tests_of(tree):
    """Every test: its name, command, folder and environment; page tests by file."""
    found = []
    for preset in ("release", "dev"):
        said = subprocess.run(["ctest", "--preset", preset, "--show-only=json-v1"], cwd=tree,
                              capture_output=True, text=True, check=True).stdout
        for test in json.loads(said[said.index("{"):])["tests"]:
            options = {p["name"]: p["value"] for p in test.get("properties", [])}
            found.append({"name": f"{preset}:{test['name']}", "command": test["command"],
                          "folder": options.get("WORKING_DIRECTORY", str(tree)),
                          "alone": options.get("RUN_SERIAL", False),
                          "skip": options.get("SKIP_RETURN_CODE", 77),
                          "env": options.get("ENVIRONMENT", [])})
    for page in sorted((tree / "tests/web").glob("*.test.mjs")):
        found.append({"name": f"web:{page.name}", "command": ["node", "--test", str(page)],
                      "folder": str(tree), "alone": False, "skip": 77, "env": []})
    return found


def run_one(test, more, log):
    """The exit status, seconds by the clock and of the processor. A test that hangs
    has the status -1."""
    env = dict(os.environ, **more, **dict(e.split("=", 1) for e in test["env"]))
    begun = time.monotonic()
    with open(log, "wb") as out:
        child = subprocess.Popen(test["command"], cwd=test["folder"], env=env, stdin=subprocess.DEVNULL,
                                 stdout=out, stderr=subprocess.STDOUT, start_new_session=True)
        timer = threading.Timer(HANGS_S, lambda: os.killpg(child.pid, 9))
        timer.start()
        _, status, usage = os.wait4(child.pid, 0)
        timer.cancel()
        child.returncode = status
    seconds = time.monotonic() - begun
    code = os.waitstatus_to_exitcode(status)
    return (-1 if seconds >= HANGS_S else code), seconds, usage.ru_utime + usage.ru_stime


def run(tree, results, only, jobs):
    """Run the suite as it is; note times and the doctored lines that are passed."""
    results.mkdir(parents=True, exist_ok=True)
    tests = [t for t in tests_of(tree) if not only or t["name"].startswith(only)]
    noted, lock = {}, threading.Lock()
    waiting = list(tests)

    def work():
        while True:
            with lock:
                if not waiting:
                    return
                test = waiting.pop(0)
            safe = test["name"].replace("/", "_")
            past = results / "past" / safe
            past.mkdir(parents=True, exist_ok=True)
            code, clock, cpu = run_one(test, {"CROK_PAST": str(past)}, results / (safe + ".log"))
            with lock:
                noted[test["name"]] = {"code": code, "clock_s": round(clock, 2), "cpu_s": round(cpu, 2),
                                       "past": sorted(int(p.name) for p in past.iterdir())}
                print(f"{test['name']}: {code} {clock:.1f} s, {cpu:.1f} s of processor", flush=True)
                (results / "noted.json").write_text(json.dumps(noted, indent=1))

    at_once(jobs, lambda i: work())


def at_once(jobs, work):
    """Call work(0), work(1), ... in threads of their own; return when all have ended."""
    workers = [threading.Thread(target=work, args=(i,)) for i in range(jobs)]
    for w in workers:
        w.start()
    for w in workers:
        w.join()


def catches(log, number, names, tests):
    """The first of the named tests that fails with this line doctored, or None."""
    for name in names:
        code, _, _ = run_one(tests[name], {"CROK_DOCTORED": str(number)}, log)
        if code not in (0, tests[name]["skip"]):
            return name
    return None


def judge(tree, results, kept, jobs):
    """Which lines are caught; by the kept tests, or only by others."""
    waiting = json.loads((tree / "build/doctored.json").read_text())
    noted = json.loads((results / "noted.json").read_text())
    tests = {t["name"]: t for t in tests_of(tree)}
    verdicts, lock = {}, threading.Lock()

    def past(number):
        """Tests that come past the line and pass as it is: the kept ones, the others."""
        names = sorted((n for n, t in noted.items() if number in t["past"] and t["code"] == 0 and n in tests and t["clock_s"] < LONG_S),
                       key=lambda n: noted[n]["clock_s"])
        return [n for n in names if n in kept], [n for n in names if n not in kept]

    def work(log):
        while True:
            with lock:
                if not waiting:
                    return
                line = waiting.pop(0)
            first, others = past(line["number"])
            new = catches(log, line["number"], first, tests)
            other = None if new else catches(log, line["number"], others, tests)
            with lock:
                verdicts[line["number"]] = {"kept": new, "other": other}
                what = f"{line['file']}:{line['line']} {line['kind']}: {line['was']} -> {line['new']}"
                by = new or ("ONLY BY " + other if other else f"not caught, {len(first) + len(others)} tests past it")
                print(f"{line['number']:3} {' '.join(what.split())}: {by}", flush=True)
                (results / "verdicts.json").write_text(json.dumps(verdicts, indent=1))

    at_once(jobs, lambda i: work(results / f"doctored{i}.log"))
    caught = sum(v["kept"] is not None for v in verdicts.values())
    others = sum(v["other"] is not None for v in verdicts.values())
    print(f"{len(verdicts)} doctored lines: {caught} caught, {others} only by tests that are not kept")
    return 1 if others else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("what", choices=("apply", "run", "judge"))
    parser.add_argument("tree", type=lambda p: pathlib.Path(p).resolve())
    parser.add_argument("results", nargs="?", type=lambda p: pathlib.Path(p).resolve())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lines", type=int, default=50)
    parser.add_argument("--only", help="tests whose names begin so: dev:, release:, web:")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--suite", type=pathlib.Path, help="judge: names of the tests that are kept")
    a = parser.parse_args()
    if a.what == "apply":
        chosen = choose(a.tree, a.seed, a.lines)
        doctor(a.tree, chosen)
        build(a.tree)
        return 0
    if a.results is None:
        parser.error("a folder for the results is needed")
    if a.what == "run":
        run(a.tree, a.results, a.only, a.jobs)
        return 0
    kept = set(a.suite.read_text().split()) if a.suite else {t["name"] for t in tests_of(a.tree)}
    return judge(a.tree, a.results, kept, a.jobs)


if __name__ == "__main__":
    sys.exit(main())
