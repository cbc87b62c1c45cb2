# SPDX-License-Identifier: Apache-2.0
"""proxy.py CROKEYE PROJECT [N]: crokeye serve behind Debian's nginx with TLS.

nginx is set up as docs/MATCHES.md says, with free ports, without root. Exit
status 77: there is no nginx or no openssl.

With N nothing is checked: it prints how long N events take from before the
write to a follower (median and worst, ms), of the server itself and behind
nginx.
"""
import http.client
import json
import os
import re
import shutil
import socket
import ssl
import statistics
import subprocess
import sys
import tempfile
import time

SKIPPED = 77
GIVE_UP_S = 60  # a hung test ends; nothing is measured with it
NAME = "crokinole.example"  # as in docs/MATCHES.md
AROUND = """daemon off;
pid {work}/nginx.pid;
error_log stderr;
events {{}}
http {{
    access_log off;
    client_body_temp_path {work}/body;
    proxy_temp_path {work}/proxy;
    fastcgi_temp_path {work}/fastcgi;
    uwsgi_temp_path {work}/uwsgi;
    scgi_temp_path {work}/scgi;
{server}
}}
"""


def documented(root):
    """The configuration that the documentation gives."""
    text = open(f"{root}/docs/MATCHES.md", encoding="utf-8").read()
    return re.search(r"```nginx\n(.*?)```", text, re.S).group(1)


def replaced(text, *pairs):
    for old, new in pairs:
        assert text.count(old) == 1, f"docs/MATCHES.md: not one {old!r} for nginx"
        text = text.replace(old, new)
    return text


class Stage:
    """A server, and nginx in front of it."""

    def __init__(self, crokeye, root, work, nginx):
        # nginx inherits the socket, as from an older nginx that it replaces: so no
        # other program takes the port, and connections wait till nginx is there
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.url = f"https://{NAME}:{self.port}"
        self.process = []
        with open(f"{work}/token", "w", encoding="utf-8") as to:
            os.fchmod(to.fileno(), 0o600)
            to.write("a-token-for-the-tests-0123456789\n")
        serve = self.start([crokeye, "serve", "--listen", "127.0.0.1:0", "--match",
                            f"{work}/m.db", "--token-file", f"{work}/token", "--public-url",
                            self.url], stdout=subprocess.PIPE)
        self.printed = {}
        while "listens" not in self.printed:
            line = serve.stdout.readline()
            assert line, "serve ended"
            word, rest = line.split()
            self.printed[word] = rest
        self.certify(work)
        server = replaced(documented(root), ("listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl"),
                          ("/etc/ssl/crokinole.pem", f"{work}/cert.pem"),
                          ("/etc/ssl/private/crokinole.key", f"{work}/key.pem"),
                          ("http://127.0.0.1:8080", self.printed["listens"]))
        with open(f"{work}/nginx.conf", "w", encoding="utf-8") as to:
            to.write(AROUND.format(work=work, server=server))
        fd = self.listener.fileno()
        self.start([nginx, "-e", "stderr", "-p", work, "-c", f"{work}/nginx.conf"],
                   pass_fds=[fd], env={**os.environ, "NGINX": f"{fd};"})

    def start(self, command, **how):
        process = subprocess.Popen(command, text=True, **how)
        self.process.append(process)
        return process

    def certify(self, work):
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                        "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
                        f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}", "-keyout",
                        f"{work}/key.pem", "-out", f"{work}/cert.pem"],
                       check=True, capture_output=True)
        self.tls = ssl.create_default_context(cafile=f"{work}/cert.pem")

    def connect(self):
        """A connection through TLS; the certificate is checked."""
        raw = socket.create_connection(("127.0.0.1", self.port), GIVE_UP_S)
        to = http.client.HTTPConnection(NAME, self.port, timeout=GIVE_UP_S)
        to.sock = self.tls.wrap_socket(raw, server_hostname=NAME)
        return to

    def connect_directly(self):
        return http.client.HTTPConnection(self.printed["listens"].partition("//")[2],
                                          timeout=GIVE_UP_S)

    def ask(self, method, path, body=None, **headers):
        to = self.connect()
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is not None:
            headers["Content-Type"] = "application/json"
            body = json.dumps(body)
        to.request(method, path, body, headers)
        answer = to.getresponse()
        return answer.status, answer.headers, answer.read().decode()

    def stop(self):
        self.listener.close()
        for process in reversed(self.process):
            process.terminate()
            process.wait()
            if process.stdout:
                process.stdout.close()


def next_match(stream):
    """The next document of an event stream."""
    event = None
    while True:
        line = stream.readline().decode().strip()
        if line.startswith("event: "):
            event = line[7:]
        elif line.startswith("data: ") and event == "match":
            return json.loads(line[6:])


def equal(what, got, want):
    assert got == want, f"{what}: {got!r}, wanted {want!r}"


START = {"rules": "depot", "sides": [{"side": "red"}, {"side": "black"}],
         "seats": [{"seat": 0, "side": "red", "player": "Ann"},
                   {"seat": 2, "side": "black", "player": "Bob"}], "first_seat": 0}


def check(stage):
    equal("the printed overlay", stage.printed["overlay"], f"{stage.url}/overlay")
    console, _, token = stage.printed["console"].partition("#token=")
    equal("the printed console", console, f"{stage.url}/console")
    equal("the console", stage.ask("GET", "/console")[0], 200)

    # signs in as the console does
    status, headers, _ = stage.ask("POST", "/api/login", {"token": token}, Origin=stage.url)
    equal("the login", status, 204)
    cookie = headers["Set-Cookie"]
    assert cookie.endswith("; Secure") and token not in cookie, cookie
    cookie = cookie.partition(";")[0]

    # a write arrives at who follows
    follower = stage.connect()
    follower.request("GET", "/api/events")
    stream = follower.getresponse()
    equal("the stream", stream.status, 200)
    before = next_match(stream)["seq"]
    status, _, text = stage.ask("POST", "/api/match", START, Origin=stage.url, Cookie=cookie)
    assert status == 200, text
    seq = json.loads(text)["seq"]
    assert seq > before, (seq, before)
    while next_match(stream)["seq"] < seq:
        pass
    status, _, text = stage.ask("POST", "/api/undo", {"of": seq}, Authorization=f"Bearer {token}")
    assert status == 200, text
    while next_match(stream)["seq"] < json.loads(text)["seq"]:
        pass
    follower.close()

    # what comes from elsewhere
    for origin in ("https://evil.example", f"http://{NAME}:{stage.port}", f"https://{NAME}",
                   "null"):
        equal(f"a write from {origin}",
              stage.ask("POST", "/api/undo", {}, Origin=origin, Cookie=cookie)[0], 403)
    equal("a write without origin", stage.ask("POST", "/api/undo", {}, Cookie=cookie)[0], 403)
    for host in ("evil.example", f"{NAME}.evil.example"):
        equal(f"the host {host}", stage.ask("GET", "/api/match", Host=host)[0], 421)
    equal("a wrong token", stage.ask("POST", "/api/login", {"token": "no"})[0], 401)


def measure(stage, n):
    """ms from before a write to its event, of the server itself and behind nginx."""
    writer = stage.connect_directly()
    headers = {"Authorization": f"Bearer {stage.printed['token']}",
               "Content-Type": "application/json"}
    links = {"direct": stage.connect_directly(), "nginx": stage.connect()}
    streams, lags = {}, {name: [] for name in links}

    def write(path, body):
        writer.request("POST", path, json.dumps(body), headers)
        answer = writer.getresponse()
        text = answer.read()
        assert answer.status == 200, text
        return json.loads(text)["seq"]

    seq = write("/api/match", START)
    for name, link in links.items():
        link.request("GET", "/api/events")
        streams[name] = link.getresponse()
        next_match(streams[name])
    for i in range(n):
        start = time.monotonic()
        seq = write("/api/undo", {"of": seq})  # the start, the undo, its undo ...
        for name in sorted(links, reverse=i % 2 == 1):
            while next_match(streams[name])["seq"] < seq:
                pass
            lags[name].append(1e3 * (time.monotonic() - start))
    for link in (writer, *links.values()):
        link.close()
    return {name: {"median_ms": round(statistics.median(lag), 2), "worst_ms": round(max(lag), 2)}
            for name, lag in lags.items()}


def main():
    crokeye, root, *count = sys.argv[1:]
    path = f"{os.environ.get('PATH', '')}:/usr/sbin"
    nginx = shutil.which("nginx", path=path)
    if nginx is None or shutil.which("openssl") is None:
        print("skipped: no nginx" if nginx is None else "skipped: no openssl")
        return SKIPPED
    with tempfile.TemporaryDirectory() as work:
        stage = Stage(crokeye, root, work, nginx)
        try:
            if count:
                print(json.dumps({"events": int(count[0]), **measure(stage, int(count[0]))}))
            else:
                check(stage)
        finally:
            stage.stop()
    return 0


sys.exit(main())
