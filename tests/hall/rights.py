#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""rights.py CROKEYE: what a real nats-server with the settings of `crokeye hall
keys` lets each user publish and read, subject by subject.

Every user tries every subject; what is let through is compared with a list of
this file's own, both ways. The client is this file's own, too: the broker
answers in the order of what it was sent, so a PONG without an error before it
says that a subject was let through.
"""
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time

PROGRAM = "/usr/sbin/nats-server"
HALL = "h%201"
STREAMS = ("EVENT", "STATE", "NEXT", "JOB", "RESULT", "ARCHIVE")
MAKES = ("STREAM.CREATE.%s", "STREAM.UPDATE.%s", "STREAM.INFO.%s")
READS = ("STREAM.INFO.%s", "CONSUMER.CREATE.%s", "CONSUMER.DELETE.%s.c1", "CONSUMER.DELETE.%s.work",
         "DIRECT.GET.%s.crok.any")


def table(name):
    return {f"crok.{HALL}.event.{name}", f"crok.{HALL}.state.{name}",
            f"$JS.API.DIRECT.GET.EVENT.crok.{HALL}.event.{name}",
            f"$JS.API.DIRECT.GET.NEXT.crok.{HALL}.next.{name}",
            "$JS.API.STREAM.INFO.EVENT", "$JS.API.STREAM.INFO.STATE", "$JS.API.STREAM.INFO.NEXT"}


def asks(names, requests):
    return {"$JS.API." + what % name for name in names for what in requests}


def reads(names):
    return asks(names, READS) | {f"$JS.FC.{name}.c1.x" for name in names}


MAY_PUBLISH = {
    "table-1": table("1"),
    "table-A%202": table("A%202"),
    "hall": {f"crok.{HALL}.next.{t}" for t in ("1", "A%202", "3")}
            | reads(("EVENT", "STATE", "NEXT"))
            | {f"$JS.API.DIRECT.GET.EVENT.crok.{HALL}.event.{t}" for t in ("1", "A%202", "3")}
            | {f"$JS.API.DIRECT.GET.NEXT.crok.{HALL}.next.{t}" for t in ("1", "A%202", "3")},
    "archive": {"crok.job.a", "crok.result.a", "crok.archive.a", "$JS.ACK.JOB.work.1.1.1.1.0",
                "$JS.API.STREAM.INFO.JOB", "$JS.API.CONSUMER.DURABLE.CREATE.JOB.work",
                "$JS.API.CONSUMER.INFO.JOB.work", "$JS.API.CONSUMER.MSG.NEXT.JOB.work", "$JS.API.DIRECT.GET.JOB.crok.any"}
               | reads(("RESULT", "ARCHIVE")),
    "setup": asks(STREAMS, MAKES) | {"$JS.API.STREAM.DELETE.EVENT"},
    "screen": set(),
}
MAY_READ = {
    **{user: {f"_INBOX_{user}.x"} for user in ("table-1", "table-A%202", "setup", "hall", "archive")},
    "screen": {f"crok.{HALL}.state.{t}" for t in ("1", "A%202", "3")} | {f"crok.{HALL}.state.*"},
}


def universe():
    """All subjects that anybody may, and many that nobody may."""
    nobody = {"crok.other.event.1", "crok.other.state.1", "crok.other.next.1", "x", "_INBOX.x",
              "_INBOX_hall.x", "_INBOX_table-1.x", "$SYS.REQ.SERVER.PING", "$JS.API.INFO",
              "$JS.API.STREAM.LIST", "$JS.API.STREAM.NAMES", "$JS.API.ACCOUNT.PURGE.x",
              "$MQTT.msgs.x", "$MQTT.sess.x"}
    for name in (*STREAMS, "ANY"):
        nobody |= {f"$JS.API.{what}.{name}" for what in
                   ("STREAM.CREATE", "STREAM.UPDATE", "STREAM.DELETE", "STREAM.PURGE",
                    "STREAM.MSG.GET", "STREAM.MSG.DELETE", "STREAM.SNAPSHOT", "STREAM.RESTORE", "CONSUMER.LIST", "CONSUMER.NAMES",
                    "CONSUMER.CREATE", "DIRECT.GET")}
        nobody |= {f"$JS.API.CONSUMER.{what}.{name}.work" for what in
                   ("DURABLE.CREATE", "MSG.NEXT", "INFO", "DELETE", "CREATE")}
        nobody.add(f"$JS.ACK.{name}.work.1.1.1.1.0")
    for name in ("1", "A%202", "3"):
        nobody |= table(name)
        nobody.add(f"crok.{HALL}.next.{name}")
    return nobody.union(*MAY_PUBLISH.values())


def read_key(path):
    with open(path, encoding="utf-8") as f:
        return dict(re.findall(r'(\w+) = "(.*)";', f.read()))


class Refused(Exception):
    pass


class Client:
    """A connection as one user."""

    def __init__(self, port, folder, user):
        key = read_key(os.path.join(folder, user + ".key"))
        plain = socket.create_connection(("127.0.0.1", port), timeout=60)
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        info = b""
        while not info.endswith(b"\r\n"):
            info += plain.recv(1)
        context = ssl.create_default_context(cafile=os.path.join(folder, key["authority"]))
        self.socket = context.wrap_socket(plain, server_hostname="127.0.0.1")
        self.lines = self.socket.makefile("rb")
        self.send('CONNECT {"verbose":false,"pedantic":false,"headers":true,"user":"%s","pass":"%s",'
                  '"lang":"x","version":"1"}' % (key["user"], key["password"]))
        if self.refused():
            raise Refused(user)

    def send(self, text):
        self.socket.sendall(text.encode() + b"\r\n")

    def refused(self):
        """Was something refused of what was sent?"""
        self.send("PING")
        refused = False
        while True:
            line = self.lines.readline()
            if line.startswith(b"PONG"):
                return refused
            if not line:
                raise Refused("the broker closed the connection")
            refused = refused or line.startswith(b"-ERR")

    def may_publish(self, subject):
        # no reply: JetStream answers to nobody; no body: it stores nothing
        self.send(f"PUB {subject} 0\r\n")
        return not self.refused()

    def may_read(self, subject):
        self.send(f"SUB {subject} 1")
        refused = self.refused()
        self.send("UNSUB 1")
        return not refused


def write_day(path, port, mqtt, names):
    tables = ",\n".join('{ name = "%s"; match = "%d.db"; listen = "h:%d"; }' % (name, i + 1, i + 1)
                        for i, name in enumerate(names))
    with open(path, "w", encoding="utf-8") as f:
        f.write('hall = "h 1"; engine = { url = "tls://127.0.0.1:%d"; mqtt = "127.0.0.1:%d"; };\n'
                'tables = (\n%s );\n' % (port, mqtt, tables))


def make_keys(crokeye, conf, folder):
    subprocess.run([crokeye, "hall", "keys", conf, folder], check=True, stdout=subprocess.DEVNULL)


def check_reload(server, port, folder, playing):
    """The broker takes new settings while a table that is connected plays on."""
    server.send_signal(signal.SIGHUP)
    while True:
        try:
            added = Client(port, folder, "table-3")
            break
        except (Refused, OSError):  # it may close before it has read all
            if server.poll() is not None:
                sys.exit(f"nats-server ended with status {server.returncode}")
            time.sleep(0.05)
    good = added.may_publish(f"crok.{HALL}.event.3") and not added.may_publish(
        f"crok.{HALL}.event.1") and playing.may_publish(f"crok.{HALL}.event.1")
    if not good:
        print("after new settings a table may not do what it may, or more")
    return int(not good)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def wait_for(port, server):
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=60).close()
            return
        except ConnectionRefusedError:
            if server.poll() is not None:
                sys.exit(f"nats-server ended with status {server.returncode}")
            time.sleep(0.02)


def compare(what, user, got, want):
    for subject in sorted(got - want):
        print(f"{user} may {what} {subject}, and should not")
    for subject in sorted(want - got):
        print(f"{user} may not {what} {subject}, and should")
    return len(got ^ want)


def receive(s, n):
    """n bytes, or fewer if the broker closes the connection."""
    got = b""
    while len(got) < n:
        more = s.recv(n - len(got))
        if not more:
            break
        got += more
    return got


def mqtt_text(text):
    data = text.encode()
    return len(data).to_bytes(2, "big") + data


def check_mqtt(port, folder, publisher):
    """The screen's user reads a state by MQTT, and can publish nothing."""
    key = read_key(os.path.join(folder, "screen.key"))
    context = ssl.create_default_context(cafile=os.path.join(folder, "ca.pem"))
    s = context.wrap_socket(socket.create_connection(("127.0.0.1", port), timeout=60),
                            server_hostname="127.0.0.1")
    body = (mqtt_text("MQTT") + b"\x04\xc2\x00\x3c" + mqtt_text("wall") + mqtt_text(key["user"])
            + mqtt_text(key["password"]))
    s.sendall(b"\x10" + bytes([len(body)]) + body)
    answer = receive(s, 4)
    if answer != b"\x20\x02\x00\x00":
        print(f"MQTT: signing in was answered by {answer.hex()}")
        return 1
    topic = f"crok/{HALL}/state/+"
    body = b"\x00\x01" + mqtt_text(topic) + b"\x00"
    s.sendall(b"\x82" + bytes([len(body)]) + body)
    answer = receive(s, 5)
    if answer != b"\x90\x03\x00\x01\x00":
        print(f"MQTT: {topic} was answered by {answer.hex()}")
        return 1
    publisher.send(f"PUB crok.{HALL}.state.1 5\r\nstate")
    if publisher.refused():
        print("MQTT: the table's state was refused")
        return 1
    body = mqtt_text(f"crok/{HALL}/state/1") + b"state"
    want = b"\x30" + bytes([len(body)]) + body
    got = receive(s, len(want))
    if got != want:
        print(f"MQTT: the state came as {got!r}")
        return 1
    return 0


def main():
    crokeye = os.path.realpath(sys.argv[1])
    if not os.access(PROGRAM, os.X_OK):
        print("skipped: no nats-server")
        return 77
    with tempfile.TemporaryDirectory() as work:
        port, mqtt = free_port(), free_port()
        conf, folder = os.path.join(work, "hall.conf"), os.path.join(work, "keys")
        write_day(conf, port, mqtt, ("1", "A 2"))
        make_keys(crokeye, conf, folder)
        with open(os.path.join(work, "log"), "wb") as log:
            server = subprocess.Popen([PROGRAM, "-c", os.path.join(folder, "nats-server.conf")],
                                      stdout=log, stderr=log)
        try:
            wait_for(port, server)
            wait_for(mqtt, server)
            faults = tries = 0
            subjects = universe()
            readable = subjects.union(*MAY_READ.values()) | {">", "crok.>", f"crok.{HALL}.event.*",
                                                             "$JS.>", "_INBOX.>", "_INBOX_*.>"}
            for user, want in MAY_PUBLISH.items():
                client = Client(port, folder, user)
                faults += compare("publish", user, {x for x in subjects if client.may_publish(x)}, want)
                faults += compare("read", user, {x for x in readable if client.may_read(x)},
                                  MAY_READ[user])
                tries += len(subjects) + len(readable)
            playing = Client(port, folder, "table-1")
            faults += check_mqtt(mqtt, folder, playing)
            write_day(conf, port, mqtt, ("1", "A 2", "3"))
            make_keys(crokeye, conf, folder)
            faults += check_reload(server, port, folder, playing)
            print(f"{len(MAY_PUBLISH)} users, {tries} tries, {faults} faults")
            return int(faults > 0)
        finally:
            server.kill()
            server.wait()


if __name__ == "__main__":
    sys.exit(main())
