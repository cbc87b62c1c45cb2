#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""broker_scale.py BUILD tables N [EVENTS]    N tables in halls of 20, EVENTS of each
broker_scale.py BUILD states N [TABLES]       N states of TABLES tables, one after the other
broker_scale.py BUILD storm N                 N tables connect at once, with TLS and passwords
broker_scale.py BUILD leaf N                  N events of a hall at a broker of many halls
broker_scale.py BUILD results N               an archive with the results of N photos
broker_scale.py BUILD enqueue N               N photos are queued

What does one broker hold, and what breaks first? A real nats-server is given what
so many tables or photos would give it, in streams that crokeye has made, and
figures are printed: time, memory, disk, and how long the broker takes to start
again after a kill -9. Client and broker share the machine.

Exit status: 0; 1 something is missing afterwards; 77 there is no nats-server."""
import itertools
import json
import os
import re
import ssl
import subprocess
import sys
import tempfile
import threading
import time

from processes import NATS_SERVER, SKIPPED, cpu_s, free_port, now_mb, peak_mb, percentile, wait_for
from wire import Server, Wire, put_all

TABLES_OF_A_HALL = 20
STATE_BYTES = 4096  # a document of a table with some discs
EVENT_BYTES = 700  # the mean of tests/rules/matches/woodestic.ndjson
RESULT_BYTES = 3000  # the mean of `score --each --json samples`
PHOTOS_OF_A_JOB = 100
PHOTOS_OF_A_FOLDER = 1000


class Bench:
    def __init__(self, build, folder, more=""):
        self.crokeye = os.path.join(os.path.realpath(build), "crokeye")
        self.folder = folder
        self.server = Server(folder, more)

    def run(self, *words, to=None):
        """Runs crokeye. Returns seconds, its processor time and most memory in MB;
        `to` is a file for its standard output."""
        began = time.monotonic()
        process = subprocess.Popen([self.crokeye, *words, "--engine", self.server.url],
                                   stdout=to or subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise SystemExit(f"crokeye {words[0]}: exit status {process.returncode}")
        return time.monotonic() - began, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024

    def make_streams(self, words, stream):
        """Lets a program of crokeye make its streams."""
        process = subprocess.Popen([self.crokeye, *words, "--engine", self.server.url],
                                   stdout=subprocess.DEVNULL)
        wire = Wire(self.server.port)
        while b'"error"' in wire.ask(f"$JS.API.STREAM.INFO.{stream}")[1]:
            time.sleep(0.05)
        process.terminate()
        process.wait()
        return wire

    def count(self, wire, stream, n):
        got = wire.api(f"STREAM.INFO.{stream}")["state"]["messages"]
        if got != n:
            raise SystemExit(f"the stream {stream} has {got} messages, not {n}")

    def again(self):
        """Kills the broker and starts it. Returns the seconds until it answers, and a
        connection."""
        self.server.kill()
        began = time.monotonic()
        self.server.start()
        wire = Wire(self.server.port)
        wire.ask("$JS.API.INFO")
        return time.monotonic() - began, wire

    def tell(self, what):
        print(f"{what}: broker {now_mb(self.server.pid):.0f} MB, at most {peak_mb(self.server.pid):.0f}; "
              f"disk {self.server.disk_mb():.0f} MB", flush=True)


def fed(wire, messages, n, what):
    began = time.monotonic()
    if put_all(wire, messages) != 0:
        raise SystemExit(f"the broker has refused {what}")
    took = time.monotonic() - began
    print(f"{n} {what}: {took:.1f} s, {n / took:.0f} a second", flush=True)


# ---- tables ----

def subject(kind, table):
    return f"crok.h{table // TABLES_OF_A_HALL}.{kind}.{table % TABLES_OF_A_HALL + 1}"


def state_messages(n, tables):
    body = (b'{"schema":"crokeye.match/1","x":"%s"}' % (b"x" * STATE_BYTES))[-STATE_BYTES:]
    return ((subject("state", i % tables), {"Crok-Sent": "1"}, body) for i in range(n))


def event_messages(n, tables):
    body = b"x" * EVENT_BYTES
    return ((subject("event", i % tables),
             {"Nats-Msg-Id": f"{i % tables:032x}:{i // tables + 1}", "Crok-Record": f"{i % tables:032x}",
              "Crok-Seq": str(i // tables + 1), "Crok-Prev": str(i // tables)}, body) for i in range(n))


def hall_states_ms(wire, hall, number):
    """How long until a reader that comes late has the last state of each table of a
    hall."""
    to = f"_INBOX.hall{number}"
    wire.subscribe(to, 20 + number)
    plan = {"stream_name": "STATE",
            "config": {"deliver_policy": "last_per_subject", "ack_policy": "none", "max_deliver": 1,
                       "deliver_subject": to, "filter_subject": f"crok.h{hall}.state.*",
                       "mem_storage": True}}
    began = time.monotonic()
    wire.publish("$JS.API.CONSUMER.CREATE.STATE", {}, json.dumps(plan).encode())
    for _ in range(TABLES_OF_A_HALL):
        wire.take()
    return (time.monotonic() - began) * 1000


def late_halls(port, halls):
    times = []
    for number, hall in enumerate(halls):
        wire = Wire(port)
        times.append(hall_states_ms(wire, hall, number))
        wire.close()
    return times


def tables(bench, n, events=10):
    wire = bench.make_streams(["hall", "serve", "--listen", "127.0.0.1:0"], "EVENT")
    while b'"error"' in wire.ask("$JS.API.STREAM.INFO.STATE")[1]:
        time.sleep(0.05)
    n_halls = max(1, n // TABLES_OF_A_HALL)
    bench.tell("empty")
    fed(wire, state_messages(n, n), n, "first states")
    bench.tell(f"{n} states")
    fed(wire, state_messages(n, n), n, "second states")
    bench.tell(f"{n} states, sent twice")
    fed(wire, event_messages(events * n, n), events * n, "events")
    bench.tell(f"and {events * n} events")
    halls = [i * n_halls // 20 for i in range(20)] if n_halls >= 20 else list(range(n_halls))
    times = late_halls(bench.server.port, halls)
    print(f"a late reader has the {TABLES_OF_A_HALL} states of its hall after ms: median "
          f"{percentile(times, 50):.1f}, most {max(times):.1f}")
    wire.close()
    took, wire = bench.again()
    print(f"after a kill the broker answers in {took:.1f} s")
    bench.tell("then")
    bench.count(wire, "STATE", n)
    bench.count(wire, "EVENT", events * n)


def states(bench, n, tables_=100):
    """The disk of the stream that keeps the last state of each table, while many are
    sent."""
    wire = bench.make_streams(["hall", "serve", "--listen", "127.0.0.1:0"], "STATE")
    for part in range(10):
        before = cpu_s(bench.server.pid)
        fed(wire, state_messages(n // 10, tables_), n // 10, f"states, part {part + 1} of 10")
        used = cpu_s(bench.server.pid) - before
        bench.tell(f"  {1e6 * used / (n // 10):.0f} us of the broker a state")
    bench.count(wire, "STATE", tables_)


# ---- many at once ----

def table_session(port, key, folder, number, gate, done):
    """What a publisher does when the broker is there again: it signs in, asks for
    the last row and sends the next one."""
    context = ssl.create_default_context(cafile=os.path.join(folder, "ca.pem"))
    gate.wait()
    began = time.monotonic()
    wire = Wire(port, {"user": key["user"], "pass": key["password"]}, context)
    table = key["user"].split("-")[1]
    inbox = key["inbox"]
    wire.inbox = f"{inbox}.{number}"
    wire.ask(f"$JS.API.DIRECT.GET.EVENT.crok.h.event.{table}")
    wire.ask(f"crok.h.event.{table}", b"x" * EVENT_BYTES)
    done.append((time.monotonic() - began, wire))


def read_key(path):
    with open(path, encoding="utf-8") as file:
        return dict(re.findall(r'(\w+) = "(.*)";', file.read()))


def keyed_broker(bench, port, n_tables):
    """A broker with the settings of `crokeye hall keys`."""
    conf = os.path.join(bench.folder, "hall.conf")
    with open(conf, "w", encoding="ascii") as file:
        file.write(f'hall = "h"; engine = {{ url = "tls://127.0.0.1:{port}"; keys = "keys"; }};\ntables = (\n'
                   + ",\n".join(f'  {{ name = "{i + 1}"; match = "{i + 1}.db"; '
                                f'listen = "127.0.0.1:{20000 + i}"; }}' for i in range(n_tables))
                   + "\n);\n")
    keys = os.path.join(bench.folder, "keys")
    subprocess.run([bench.crokeye, "hall", "keys", conf, keys], check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    return keys


def storm(bench, n):
    n_keys = min(n, 100)
    bench.server.kill()
    port = free_port()
    keys = keyed_broker(bench, port, n_keys)
    log = open(os.path.join(bench.folder, "keyed.log"), "w", encoding="ascii")
    server = subprocess.Popen([NATS_SERVER, "-c", os.path.join(keys, "nats-server.conf")], stderr=log)
    wait_for(port)
    subprocess.run([bench.crokeye, "hall", "streams", os.path.join(bench.folder, "hall.conf")],
                   check=True, stdout=subprocess.DEVNULL)
    context = ssl.create_default_context(cafile=os.path.join(keys, "ca.pem"))
    gate, done = threading.Event(), []
    threads = [threading.Thread(target=table_session, daemon=True, args=(
        port, read_key(os.path.join(keys, f"table-{i % n_keys + 1}.key")), keys, i, gate, done))
        for i in range(n)]
    for thread in threads:
        thread.start()
    before = cpu_s(server.pid)
    began = time.monotonic()
    gate.set()
    for thread in threads:
        thread.join()
    took = time.monotonic() - began
    cpu = cpu_s(server.pid) - before
    times = [s for s, _ in done]
    if len(done) != n:
        raise SystemExit(f"{len(done)} of {n} tables have got through")
    print(f"{n} tables connect at once, with TLS and passwords: the last has its next event at the broker "
          f"after {took:.1f} s, the median after {percentile(times, 50):.1f} s; broker {1000 * cpu / n:.1f} "
          f"ms of processor time a table, {peak_mb(server.pid):.0f} MB, "
          f"{1000 * peak_mb(server.pid) / n:.0f} kB a table")
    server.kill()
    server.wait()


# ---- a hall's broker and one of many halls ----

def until_it_has(wire, stream, n):
    """Returns the seconds until a stream has n messages."""
    began = time.monotonic()
    while wire.api(f"STREAM.INFO.{stream}")["state"]["messages"] < n:
        time.sleep(0.02)
    return time.monotonic() - began


def check_rows(wire, stream, n):
    """Every table's rows are there, each once and in order."""
    wire.subscribe("_INBOX.rows", 7)
    plan = {"stream_name": stream, "config": {"deliver_policy": "all", "ack_policy": "none",
                                              "deliver_subject": "_INBOX.rows", "max_deliver": 1,
                                              "mem_storage": True}}
    wire.publish(f"$JS.API.CONSUMER.CREATE.{stream}", {}, json.dumps(plan).encode())
    last = {}
    for _ in range(n):
        table, head, _ = wire.take()
        seq = int(re.search(rb"Crok-Seq: (\d+)", head)[1])
        if seq != last.get(table, 0) + 1:
            raise SystemExit(f"{table.decode()}: row {seq} follows row {last.get(table, 0)}")
        last[table] = seq


def leaf(bench, n):
    """The hall's broker is a leaf node of another one, which fetches its events."""
    bench.server.kill()
    port = free_port()
    folders = [os.path.join(bench.folder, name) for name in ("many", "one")]
    for folder in folders:
        os.mkdir(folder)
    many = Server(folders[0], f'server_name: many\nleafnodes {{ listen: "127.0.0.1:{port}" }}', "many")
    bench.server = Server(folders[1], "server_name: one\nleafnodes { reconnect: 1, remotes: [ "
                          f'{{ url: "nats-leaf://127.0.0.1:{port}" }} ] }}', "one")
    try:
        hall = bench.make_streams(["hall", "serve", "--listen", "127.0.0.1:0"], "EVENT")
        wire = Wire(many.port)
        wire.api("STREAM.CREATE.EVENTS", name="EVENTS", storage="file",
                 sources=[{"name": "EVENT", "external": {"api": "$JS.one.API", "deliver": "_one.rows"}}])
        rows = event_messages(2 * n, TABLES_OF_A_HALL)
        fed(hall, itertools.islice(rows, n), n, "events")
        print(f"the broker of many halls has them {until_it_has(wire, 'EVENTS', n):.1f} s later")
        many.kill()
        fed(hall, rows, n, "events while it is dead")
        many.start()
        wire = Wire(many.port)
        print(f"it has all {until_it_has(wire, 'EVENTS', 2 * n):.1f} s after its return")
        check_rows(wire, "EVENTS", 2 * n)
    finally:
        many.kill()


# ---- photos ----

def key_of(i):
    return f"{i:064x}"


def result_messages(n):
    doc = b'{"schema":"crokeye.score/1","image":"x","x":"%s"}' % (b"x" * RESULT_BYTES)
    return ((f"crok.result.{key_of(i)}", {"Crok-Kind": "score"}, doc) for i in range(n))


def list_messages(n):
    for job in range(n // PHOTOS_OF_A_JOB):
        first = job * PHOTOS_OF_A_JOB
        body = b"".join(f"{key_of(i)}\0/photos/2024/{i:08}.jpg\0\0".encode()
                        for i in range(first, first + PHOTOS_OF_A_JOB))
        yield f"crok.archive.{key_of(job)}", {"Crok-Kind": "list"}, body


def results(bench, n):
    n -= n % PHOTOS_OF_A_JOB
    wire = bench.make_streams(["work"], "ARCHIVE")
    bench.tell("empty")
    fed(wire, result_messages(n), n, "results")
    fed(wire, list_messages(n), n // PHOTOS_OF_A_JOB, "jobs' lists")
    bench.tell(f"{n} results")
    wire.close()
    took, wire = bench.again()
    print(f"after a kill the broker answers in {took:.1f} s")
    bench.tell("then")
    bench.count(wire, "RESULT", n)
    out = os.path.join(bench.folder, "results")
    with open(out, "w", encoding="ascii") as file:
        took, cpu, memory = bench.run("results", to=file)
    with open(out, "rb") as file:
        lines = sum(1 for _ in file)
    print(f"crokeye results: {lines} of {n} in {took:.1f} s, {cpu:.1f} s of processor time, "
          f"{memory:.0f} MB; {os.path.getsize(out) / 1e6:.0f} MB written")
    if lines != n:
        raise SystemExit(1)


def enqueue(bench, n):
    folders = []
    for i in range(n):
        if i % PHOTOS_OF_A_FOLDER == 0:
            folders.append(os.path.join(bench.folder, "photos", f"{len(folders):05}"))
            os.makedirs(folders[-1])
        with open(os.path.join(folders[-1], f"{i:08}.jpg"), "wb") as file:
            file.write(b"%d" % i)
    for turn in ("crokeye enqueue", "the same again"):
        took, cpu, memory = bench.run("enqueue", *folders)
        print(f"{turn}: {n} photos in {took:.1f} s, {cpu:.1f} s of processor time, {memory:.0f} MB")
    bench.count(Wire(bench.server.port), "JOB", -(-n // PHOTOS_OF_A_JOB))
    bench.tell("queued")


def main():
    measures = {"tables": tables, "states": states, "storm": storm, "leaf": leaf,
                "results": results, "enqueue": enqueue}
    words = sys.argv[1:]
    if len(words) < 3 or words[1] not in measures:
        raise SystemExit(__doc__)
    if not os.path.exists(NATS_SERVER):
        print("skipped: no nats-server")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(words[0], folder)
        try:
            measures[words[1]](bench, *(int(word) for word in words[2:]))
        finally:
            bench.server.kill()
    return 0


if __name__ == "__main__":
    sys.exit(main())
