#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""service.py CROKEYE: what systemd hears of `crokeye serve`: that it is ready, once its
addresses answer, and then, again and again, that it is alive; nothing from a process
that stands still.

Exit status: 0; 1 it does not say so."""
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.request

PATIENCE_S = 300  # only a hang reaches it
QUIET_S = 12      # two beats and a bit: what a process that is stopped must not say


def main():
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.bind(os.path.join(folder, "notify"))
        heard.settimeout(PATIENCE_S)
        server = subprocess.Popen([sys.argv[1], "serve", "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, text=True,
                                  env={**os.environ, "NOTIFY_SOCKET": os.path.join(folder, "notify")})
        try:
            first = heard.recv(4096).decode()
            url = re.search(r"overlay +(http://\S+)/overlay", server.stdout.readline() + server.stdout.readline())[1]
            urllib.request.urlopen(url + "/healthz", timeout=60).close()
            beats = [heard.recv(4096).decode() for _ in range(2)]
            if [first, *beats] != ["READY=1", "WATCHDOG=1", "WATCHDOG=1"]:
                raise SystemExit(f"service: it said {[first, *beats]}")
            server.send_signal(signal.SIGSTOP)
            heard.settimeout(QUIET_S)
            try:
                raise SystemExit(f"service: stopped, it said {heard.recv(4096)}")
            except TimeoutError:
                pass
            server.send_signal(signal.SIGCONT)
            heard.settimeout(PATIENCE_S)
            if heard.recv(4096) != b"WATCHDOG=1":
                raise SystemExit("service: it does not go on")
        finally:
            server.kill()
            server.wait()
    print("service: ready, and alive")
    return 0


if __name__ == "__main__":
    sys.exit(main())
