# SPDX-License-Identifier: Apache-2.0
"""A nats-server of a benchmark's own, and the words of its protocol that the
benchmarks need: https://docs.nats.io/reference/reference-protocols/nats-protocol."""
import json
import os
import shutil
import socket
import subprocess
import threading

from processes import NATS_SERVER, free_port, wait_for


class Server:
    """A nats-server with JetStream that can be killed and started again."""

    def __init__(self, folder, more="", domain=None):
        """more: text for its settings; domain: a name for its streams, where several
        servers have some."""
        self.folder = folder
        self.port = free_port()
        self.url = f"nats://127.0.0.1:{self.port}"
        self.store = os.path.join(folder, "streams")
        self.config = os.path.join(folder, "nats.conf")
        with open(self.config, "w", encoding="utf-8") as file:
            file.write(f'listen: "127.0.0.1:{self.port}"\nmax_payload: 8MB\n'
                       f'jetstream {{ store_dir: "{self.store}"'
                       f'{f", domain: {domain}" if domain else ""} }}\n{more}\n')
        self.process = None
        self.start()

    def start(self):
        """It answers when this returns."""
        with open(os.path.join(self.folder, "nats.log"), "a", encoding="utf-8") as log:
            self.process = subprocess.Popen([NATS_SERVER, "-c", self.config], stderr=log)
        wait_for(self.port, 600)

    @property
    def pid(self):
        return self.process.pid

    def kill(self):
        self.process.kill()
        self.process.wait()

    def remove(self):
        self.kill()
        shutil.rmtree(self.store, ignore_errors=True)

    def disk_mb(self):
        """What its streams take on the disk, MB."""
        return sum(os.stat(os.path.join(path, name)).st_blocks * 512
                   for path, _, names in os.walk(self.store) for name in names) / 1e6


class Wire:
    """A connection. Messages that come are taken with `take`, except the broker's
    own questions whether it is still there, which are answered."""

    def __init__(self, port, login=None, tls=None):
        """login: user and pass, or None; tls: an ssl.SSLContext, or None."""
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=600)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        while self.socket.recv(1) not in (b"\n", b""):  # what the broker says of itself
            pass
        if tls is not None:
            self.socket = tls.wrap_socket(self.socket, server_hostname="127.0.0.1")
        self.lines = self.socket.makefile("rb", buffering=1 << 16)
        say = {"verbose": False, "pedantic": False, "headers": True, **(login or {})}
        self.send(f"CONNECT {json.dumps(say)}\r\n".encode())
        self.inbox = "_INBOX.ask"
        self.n_asked = 0

    def send(self, data):
        self.socket.sendall(data)

    def close(self):
        self.lines.close()
        self.socket.close()

    def subscribe(self, subject, number=1):
        self.send(f"SUB {subject} {number}\r\n".encode())

    def take(self):
        """Returns subject, headers and body of the next message, as bytes."""
        while True:
            words = self.lines.readline().split()
            if not words:
                raise SystemExit("the broker has closed the connection")
            if words[0] == b"PING":
                self.send(b"PONG\r\n")
            elif words[0] in (b"MSG", b"HMSG"):
                head = int(words[-2]) if words[0] == b"HMSG" else 0
                data = self.lines.read(int(words[-1]) + 2)[:-2]
                return words[1], data[:head], data[head:]
            elif words[0] == b"-ERR":
                raise SystemExit(f"the broker refuses: {b' '.join(words).decode()}")

    def ask(self, subject, body=b""):
        """Returns headers and body of the answer to a request."""
        if self.n_asked == 0:
            self.subscribe(f"{self.inbox}.*", 9)
        self.n_asked += 1
        reply = f"{self.inbox}.{self.n_asked}"
        self.send(f"PUB {subject} {reply} {len(body)}\r\n".encode() + body + b"\r\n")
        while True:
            to, head, data = self.take()
            if to == reply.encode():
                return head, data

    def api(self, what, **body):
        """Returns the answer of JetStream's API, for example of STREAM.INFO.EVENT."""
        data = json.dumps(body).encode() if body else b""
        answer = json.loads(self.ask(f"$JS.API.{what}", data)[1])
        if "error" in answer:
            raise SystemExit(f"{what}: {answer['error']['description']}")
        return answer

    def publish(self, subject, headers, body):
        """Without an answer."""
        self.send(message(subject, None, headers, body))


def message(subject, reply, headers, body):
    """A message as it goes over the wire."""
    head = "NATS/1.0\r\n" + "".join(f"{k}: {v}\r\n" for k, v in headers.items()) + "\r\n"
    words = " ".join(word for word in ("HPUB", subject, reply, str(len(head)),
                                       str(len(head) + len(body))) if word)
    return f"{words}\r\n{head}".encode() + body + b"\r\n"


def put_all(wire, messages, window=500):
    """Publishes (subject, headers, body), at most `window` of them without an
    answer, and waits for all answers. Returns how many were refused."""
    inbox = wire.inbox.split(".")[0] + ".put"
    wire.subscribe(inbox, 8)  # once more does no harm
    n_waiting = n_refused = 0
    batch = []

    def take_one():
        nonlocal n_waiting, n_refused
        n_waiting -= 1
        n_refused += b'"error"' in wire.take()[2]

    for subject, headers, body in messages:
        batch.append(message(subject, inbox, headers, body))
        n_waiting += 1
        if len(batch) >= window // 4:
            wire.send(b"".join(batch))
            batch.clear()
        while n_waiting >= window:
            take_one()
    wire.send(b"".join(batch))
    while n_waiting > 0:
        take_one()
    return n_refused


def answer_pings(wire):
    """Answers the broker's questions in a thread, of a connection that only
    publishes."""
    def run():
        try:
            wire.take()
        except (SystemExit, OSError, ValueError):
            pass
    threading.Thread(target=run, daemon=True).start()
