#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""harm.py CROKEYE MATCH.ndjson [--full]: what a stolen key can do to the events of
other tables, tried at a real nats-server with the settings of `crokeye hall keys` and
`crokeye hall streams`.

Three tables publish their records. The key of a fourth one sends what the broker takes,
and more; the keys of the hall and of the archives try to cut the stream. All rows of
the three must stay. Then the stream is cut with the setup key, and made anew: the
records fill it again.

The short form has a broker with so little room that these messages would push out the
rows if they were taken; --full has the shipped settings, 1501 rows a table, and 530
messages of 8 MB.
"""
import json
import os
import re
import signal
import ssl
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "bench"))
from processes import NATS_SERVER, SKIPPED, free_port, wait_for  # noqa: E402
from wire import Wire, message, put_all  # noqa: E402

TABLES = ("1", "2", "3")
PATIENCE_S = 900  # for what comes within seconds
# so many rows a table, messages of 8 MB, messages of a row's size, and the share of a
# table in the stream
SHORT = {"rows": 201, "large": 40, "rest": 1600, "share": 1440, "store": "300MB"}
FULL = {"rows": 1501, "large": 530, "rest": 23500, "share": 23040, "store": "20GB"}
OLD = {"name": "EVENT", "subjects": ["crok.*.event.*"], "storage": "file", "discard": "old",
       "retention": "limits", "max_bytes": 256 << 20, "allow_direct": True, "deny_delete": True,
       "deny_purge": True, "num_replicas": 1, "max_consumers": -1, "max_msgs": -1}


class User(Wire):
    """A connection with a key."""

    def __init__(self, hall, name):
        with open(os.path.join(hall.keys, name + ".key"), encoding="utf-8") as file:
            key = dict(re.findall(r'(\w+) = "(.*)";', file.read()))
        super().__init__(hall.port, {"user": key["user"], "pass": key["password"]},
                         ssl.create_default_context(cafile=os.path.join(hall.keys, "ca.pem")))
        self.inbox = key["inbox"] + ".ask"
        self.name = name

    def must_be_refused(self, what, **body):
        self.send(message(f"$JS.API.{what}", None, {}, json.dumps(body).encode()) + b"PING\r\n")
        line = b""
        while not line.startswith((b"-ERR 'Permissions Violation", b"PONG")):
            line = self.lines.readline()
        if line.startswith(b"PONG"):
            raise SystemExit(f"{self.name} may do {what}")
        while not self.lines.readline().startswith(b"PONG"):
            pass


class Hall:
    """A broker, and the publishers of three tables."""

    def __init__(self, crokeye, folder, size):
        self.crokeye, self.size = crokeye, size
        self.port = free_port()
        self.conf, self.keys = os.path.join(folder, "hall.conf"), os.path.join(folder, "keys")
        self.log = os.path.join(folder, "log")
        self.records = [os.path.join(folder, f"{t}.db") for t in TABLES]
        self.processes, self.publishers = [], []
        with open(self.conf, "w", encoding="ascii") as file:
            file.write(f'hall = "h"; engine = {{ url = "tls://127.0.0.1:{self.port}"; keys = "keys"; }};\n'
                       'tables = (' + ", ".join(f'{{ name = "{t}"; match = "{t}.db"; '
                                                f'listen = "h:{t}"; }}' for t in (*TABLES, "4")) + ");\n")
        self.call("hall", "keys", self.conf, self.keys)
        settings = os.path.join(self.keys, "nats-server.conf")
        with open(settings, encoding="ascii") as file:
            text = file.read()
        assert text.count("20GB") == 1
        with open(settings, "w", encoding="ascii") as file:
            file.write(text.replace("20GB", size["store"]))
        self.start([NATS_SERVER, "-c", settings])
        wait_for(self.port)

    def call(self, *words, **more):
        subprocess.run([self.crokeye, *words], check=True, stdout=subprocess.DEVNULL, **more)

    def start(self, words):
        with open(self.log, "ab") as log:
            self.processes.append(subprocess.Popen(words, stdout=log, stderr=log))
        return self.processes[-1]

    def run(self, *words):
        return self.start([self.crokeye, *words])

    def url(self):
        return f"tls://127.0.0.1:{self.port}"

    def publish(self, lines):
        for table, record in zip(TABLES, self.records):
            self.call("import", record, input=lines)
            self.publishers.append(self.run("publish", record, "--table", table, "--hall", "h", "--engine",
                                            self.url(), "--key",
                                            os.path.join(self.keys, f"table-{table}.key")))

    def tell_publishers(self, number):
        for publisher in self.publishers:
            publisher.send_signal(number)

    def said(self):
        with open(self.log, encoding="utf-8", errors="replace") as file:
            return file.read()

    def until(self, is_so, what):
        """Waits until is_so() is true."""
        ends = time.monotonic() + PATIENCE_S
        while not is_so():
            if time.monotonic() > ends or any(p.poll() not in (None, 0) for p in self.processes):
                raise SystemExit(f"{self.said()}\nnever: {what}")
            time.sleep(0.1)

    def await_word(self, word):
        self.until(lambda: word in self.said(), word)

    def counts(self):
        """The messages of each subject of EVENT."""
        user = User(self, "hall")
        state = user.api("STREAM.INFO.EVENT", subjects_filter="crok.h.event.*")["state"]
        user.close()
        return state.get("subjects") or {}

    def rows_left(self):
        return sum(self.counts().get(f"crok.h.event.{t}", 0) for t in TABLES)

    def end(self):
        for process in reversed(self.processes):
            process.kill()
            process.wait()


def check_left(hall, n, what):
    left = hall.rows_left()
    print(f"{what}: {left} of {n} rows of other tables are left")
    if left != n:
        raise SystemExit("rows are lost")


def flood(hall, n, size, what):
    """Sends messages to the fourth table's subject. Returns how many were taken."""
    user = User(hall, "table-4")
    body = b"x" * size
    refused = put_all(user, (("crok.h.event.4", {}, body) for _ in range(n)), 4 if size > 1 << 20 else 64)
    user.close()
    print(f"{n} messages of {what} by the key of another table: {refused} are refused")
    return n - refused


def a_table_fills_its_share_only(hall, n):
    taken = flood(hall, hall.size["large"], (8 << 20) - 4096, "8 MB")
    check_left(hall, n, "large messages")
    taken += flood(hall, hall.size["rest"], (64 << 10) - 4096, "60 kB")
    taken += flood(hall, 2000, 1, "1 byte")
    check_left(hall, n, "a share is full")
    if taken != hall.size["share"]:
        raise SystemExit(f"{taken} messages were taken, not {hall.size['share']}")


def keys_at_run_time_change_nothing(hall, n):
    for name in ("hall", "archive", "table-1"):
        user = User(hall, name)
        for stream in ("EVENT", "STATE", "JOB", "ANY"):
            for what in ("UPDATE", "DELETE", "PURGE", "CREATE", "RESTORE", "MSG.DELETE"):
                user.must_be_refused(f"STREAM.{what}.{stream}", **{**OLD, "name": stream, "max_msgs": 1})
        user.close()
    check_left(hall, n, "keys of the hall, the archives and a table try to change streams")


def rows_read(hall):
    """How many rows of each of the three tables a reader that comes late has, each
    counted once."""
    user = User(hall, "hall")
    n = user.api("STREAM.INFO.EVENT")["state"]["messages"]
    to = f"{user.inbox.split('.')[0]}.rows"
    user.subscribe(to, 7)
    plan = {"stream_name": "EVENT", "config": {"deliver_policy": "all", "ack_policy": "none",
                                               "deliver_subject": to, "mem_storage": True}}
    user.publish("$JS.API.CONSUMER.CREATE.EVENT", {}, json.dumps(plan).encode())
    last = dict.fromkeys(TABLES, 0)
    for _ in range(n):
        subject, head, _ = user.take()
        table = subject.decode().rsplit(".", 1)[1]
        if table not in TABLES:
            continue
        seq, before = (int(re.search(rb"Crok-%s: (\d+)" % name, head)[1]) for name in (b"Seq", b"Prev"))
        if seq > last[table] and before == last[table]:
            last[table] = seq
    user.close()
    return last


def await_whole(hall, rows, what):
    hall.until(lambda: rows_read(hall) == dict.fromkeys(TABLES, rows), f"{what}: all rows are read")
    print(f"{what}: a late reader has {rows * len(TABLES)} of {rows * len(TABLES)} rows, each counted once")


def records_heal_the_stream(hall, rows):
    for cut in ({"max_msgs_per_subject": 1, "discard": "old", "discard_new_per_subject": False},
                {"max_msgs": 1}):
        what = f"cut by the setup key ({next(iter(cut))}: 1)"
        user = User(hall, "setup")
        now = user.api("STREAM.INFO.EVENT")["config"]
        user.api("STREAM.UPDATE.EVENT", **{**now, **cut})
        user.close()
        print(f"{what}: {hall.rows_left()} rows are left")
        if "max_msgs" in cut:
            hall.await_word("crokeye hall streams --anew` makes room")
        hall.call("hall", "streams", hall.conf)
        await_whole(hall, rows, what)
    hall.call("hall", "streams", "--anew", hall.conf)
    await_whole(hall, rows, "hall streams --anew")


def older_settings_are_told(hall):
    """Streams of the version before are used, and it is said what to call."""
    user = User(hall, "setup")
    user.api("STREAM.CREATE.EVENT", **OLD)
    user.close()
    serve = hall.run("hall", "serve", "--listen", "127.0.0.1:0", "--hall", "h", "--engine", hall.url(),
                     "--key", os.path.join(hall.keys, "hall.key"))
    hall.await_word("EVENT: the stream has not the limits")
    hall.await_word("there is no stream STATE, nor may it be made: ")
    hall.await_word("call `crokeye hall streams`, with setup.key")
    hall.call("hall", "streams", hall.conf)
    hall.await_word("STATE: the broker is read again")
    serve.send_signal(signal.SIGTERM)
    serve.wait()


def main():
    if not os.access(NATS_SERVER, os.X_OK):
        print("skipped: no nats-server")
        return SKIPPED
    size = FULL if "--full" in sys.argv else SHORT
    with open(sys.argv[2], encoding="utf-8") as file:
        match = [json.loads(line) for line in file]
    rows = size["rows"]
    lines = "".join(json.dumps({**match[i % len(match)], "seq": i + 1}, separators=(",", ":")) + "\n"
                    for i in range(rows)).encode()
    n = rows * len(TABLES)
    with tempfile.TemporaryDirectory() as folder:
        hall = Hall(os.path.realpath(sys.argv[1]), folder, size)
        try:
            older_settings_are_told(hall)
            hall.publish(lines)
            await_whole(hall, rows, "published")
            hall.tell_publishers(signal.SIGSTOP)  # they would heal what is lost
            a_table_fills_its_share_only(hall, n)
            keys_at_run_time_change_nothing(hall, n)
            hall.tell_publishers(signal.SIGCONT)
            records_heal_the_stream(hall, rows)
        finally:
            hall.end()
    return 0


if __name__ == "__main__":
    sys.exit(main())
