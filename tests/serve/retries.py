#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""retries.py CROKEYE [WRITES]: writes whose answers are lost are sent again, until one
comes, and count once.

A client sends WRITES writes (500) to `crokeye serve`, each with a key of its own. Now
and then it hangs up before the answer, in the middle of its headers or of its body, or
sends the same write at once on two connections; and another thread kills the server
(kill -9) at random moments and starts it again. At the end the record has each write
once, in the order in which they were confirmed.

Exit status: 0; 1 a write counts twice, or not at all, or in another order."""
import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

TOKEN = "a-token-for-the-tests-0123456789"
START = {"type": "match_start", "rules": "depot", "sides": [{"side": "black"}, {"side": "white"}],
         "seats": [{"seat": 0, "side": "black"}, {"seat": 2, "side": "white"}], "first_seat": 0}
KILLS = 100
PATIENCE_S = 300  # only a hang reaches it


class Server:
    """A `crokeye serve` that is killed and started again at the same port."""

    def __init__(self, crokeye, folder):
        self.crokeye, self.folder, self.kills = crokeye, folder, 0
        with open(os.path.join(folder, "token"), "w", encoding="ascii",
                  opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            file.write(TOKEN + "\n")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [self.crokeye, "serve", "--listen", f"127.0.0.1:{self.port}", "--match",
             os.path.join(self.folder, "match.db"), "--token-file", os.path.join(self.folder, "token")],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    def is_up(self):
        try:
            http.client.HTTPConnection("127.0.0.1", self.port, timeout=60).request("GET", "/healthz")
            return True
        except OSError:
            return False

    def kill_at_random(self, chance, done):
        while self.kills < KILLS and not done.is_set():
            end = time.monotonic() + PATIENCE_S
            while not self.is_up():
                if self.process.poll() is not None or time.monotonic() > end:
                    raise SystemExit(f"retries: serve did not start: {self.process.communicate()[1]}")
                time.sleep(0.01)
            time.sleep(chance.uniform(0, 0.05))
            self.process.send_signal(signal.SIGKILL)
            self.process.communicate()
            self.kills += 1
            self.start()


def bytes_of(number, port):
    body = json.dumps({"type": "match_info", "title": f"write {number}"}).encode()
    return (f"POST /api/event HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {TOKEN}\r\n"
            f"Content-Type: application/json\r\nIdempotency-Key: \"write-{number}\"\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n").encode() + body


def answer(port, request, cut=None):
    """The status of the answer, or None where none came. cut: bytes after which the
    client hangs up."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=60) as s:
            s.sendall(request[:cut])
            if cut is not None:
                return None
            reply = b""
            while more := s.recv(65536):
                reply += more
            return int(reply.split(b" ", 2)[1]) if b"\r\n\r\n" in reply else None
    except OSError:
        return None


def confirm(port, number, chance):
    """Sends a write until it is confirmed. Returns how often it was sent."""
    request = bytes_of(number, port)
    end = time.monotonic() + PATIENCE_S
    sent = 0
    kind = chance.randrange(4)
    if kind == 0:
        sent += 1
        answer(port, request, chance.randrange(1, len(request) + 1))
    if kind == 1:
        sent += 1
        twin = threading.Thread(target=answer, args=(port, request))
        twin.start()
    while True:
        sent += 1
        status = answer(port, request)
        if status is not None and status != 200:
            raise SystemExit(f"retries: write {number}: status {status}")
        if status == 200 or time.monotonic() > end:
            break
        time.sleep(0.02)
    if kind == 1:
        twin.join()
    if status != 200:
        raise SystemExit(f"retries: write {number} was never answered")
    return sent


def main():
    crokeye = os.path.abspath(sys.argv[1])
    writes = int(sys.argv[2]) if len(sys.argv) > 2 else 500
    chance = random.Random(57)
    with tempfile.TemporaryDirectory() as folder:
        record = os.path.join(folder, "match.db")
        subprocess.run([crokeye, "add", record], input=json.dumps(START), text=True, check=True, stdout=subprocess.DEVNULL)
        server = Server(crokeye, folder)
        done = threading.Event()
        killer = threading.Thread(target=server.kill_at_random, args=(random.Random(58), done))
        killer.start()
        sent = sum(confirm(server.port, number, chance) for number in range(writes))
        done.set()
        killer.join()
        server.process.kill()
        server.process.communicate()
        out = subprocess.run([crokeye, "export", record], capture_output=True, check=True).stdout
        titles = [json.loads(line)["title"] for line in out.splitlines()[1:]]
    wanted = [f"write {number}" for number in range(writes)]
    twice = len(titles) - len(set(titles))
    print(f"retries: {writes} writes, sent {sent} times, {server.kills} kills: {len(titles)} in the record, "
          f"{twice} twice, {len(set(wanted) - set(titles))} lost")
    return 0 if titles == wanted else 1


if __name__ == "__main__":
    sys.exit(main())
