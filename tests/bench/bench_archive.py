#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""bench_archive.py BUILD [PHOTOS [--speed]]: an archive scored by several
workers.

Makes PHOTOS copies of the samples that differ in a comment (default 2000), of
which three are poison (tests/hall/poison.c): they crash, need time or memory
without end. Four workers score them, two are killed and not replaced. Every
other photo must have exactly one result, which is that of `score --each`; the
three must be set aside. With --speed instead: the processor time of `work` and
of `score`, and photos a second, with -j 1 and with as many as there are cores; how
many times as fast that is by the clock, and by the processor time of a photo, on
which other programs have little influence. Exit status 1 where a result is missing
or wrong."""
import json
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "../.."))
SAMPLES = os.path.join(ROOT, "samples")
SERVER = "/usr/sbin/nats-server"
POISON = ("crash", "time", "memory")


class Bench:
    def __init__(self, build, folder):
        self.crokeye = os.path.join(os.path.realpath(build), "crokeye")
        self.poison = os.path.join(os.path.realpath(build), "tests/hall/libpoison.so")
        self.folder = folder
        self.photos = os.path.join(folder, "photos")
        self.server = None
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            self.port = s.getsockname()[1]
        self.url = f"nats://127.0.0.1:{self.port}"

    def start_server(self):
        """An empty broker."""
        self.stop_server()
        shutil.rmtree(os.path.join(self.folder, "nats"), ignore_errors=True)
        config = os.path.join(self.folder, "nats.conf")
        with open(config, "w") as f:
            f.write(f'listen: "127.0.0.1:{self.port}"\nmax_payload: 8MB\n'
                    f'jetstream {{ store_dir: "{self.folder}/nats" }}\n')
        with open(os.path.join(self.folder, "nats.log"), "w") as log:
            self.server = subprocess.Popen([SERVER, "-c", config], stderr=log)
        while True:
            with socket.socket() as s:
                if s.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.02)

    def stop_server(self):
        if self.server is not None:
            self.server.kill()
            self.server.wait()
        self.server = None

    def run(self, *words, **more):
        return subprocess.run([self.crokeye, *words], capture_output=True, **more)

    def start(self, *words, poisoned=False):
        env = dict(os.environ)
        if poisoned:
            env["LD_PRELOAD"] = self.poison
        return subprocess.Popen([self.crokeye, *words, "--engine", self.url], env=env,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def make_photos(self, n, poisoned):
        """Returns the sample of each photo's path; poison has none."""
        samples = sorted(s for s in os.listdir(SAMPLES) if s.endswith(".jpg"))
        of = {}
        os.makedirs(self.photos)
        for i in range(n):
            sample = samples[i % len(samples)]
            name = f"{i:06d}.jpg"
            if poisoned and i % (n // 3) == n // 6:
                name = f"{i:06d}-poison-{POISON[i // (n // 3) % 3]}.jpg"
            with open(os.path.join(SAMPLES, sample), "rb") as f:
                data = f.read()
            comment = name.encode()
            marker = b"\xff\xfe" + (len(comment) + 2).to_bytes(2, "big") + comment
            path = os.path.join(self.photos, name)
            with open(path, "wb") as f:
                f.write(data[:2] + marker + data[2:])
            of[path] = None if "poison" in name else sample
        return of

    def scores(self):
        """The document of each sample, without its path."""
        out = {}
        for line in self.run("score", "--each", "--json", SAMPLES).stdout.splitlines():
            doc = json.loads(line)
            out[os.path.basename(doc.pop("image"))] = doc
        return out

    def results(self):
        got = self.run("results", "--engine", self.url).stdout.splitlines()
        return [json.loads(line) for line in got]


def kill_two(bench, workers, n):
    """Kill the first when a fifth of the photos have results, the second at two
    fifths: after the stream's figures, which `results` needs not print."""
    for worker, at in zip(workers[:2], (n // 5, 2 * n // 5)):
        while count(bench, "RESULT") < at:
            time.sleep(0.2)
        worker.send_signal(signal.SIGKILL)
        worker.wait()
        print(f"killed worker {worker.pid} at {count(bench, 'RESULT')} results", flush=True)


def count(bench, stream):
    """Messages in a stream, asked from the broker in its own protocol."""
    with socket.create_connection(("127.0.0.1", bench.port)) as s:
        f = s.makefile("rwb")
        f.readline()
        f.write(b'CONNECT {"verbose":false}\r\nSUB _I.b 1\r\nPUB $JS.API.STREAM.INFO.%s _I.b 0\r\n\r\n'
                % stream.encode())
        f.flush()
        size = int(f.readline().split()[-1])
        return json.loads(f.read(size))["state"]["messages"]


def check(docs, of, scores):
    """Returns how many results are missing, doubled or wrong."""
    seen = {}
    n_wrong = 0
    n_aside = 0
    for doc in docs:
        path = doc.pop("image")
        seen[path] = seen.get(path, 0) + 1
        if of[path] is not None:
            n_wrong += doc != scores[of[path]]
        else:
            message = doc["error"]["message"]
            print(f"{os.path.basename(path)}: {message}")
            n_aside += message.startswith("set aside: after 3 tries")
    missing = [path for path in of if path not in seen]
    doubled = [path for path, n in seen.items() if n > 1]
    n_poison = sum(sample is None for sample in of.values())
    print(f"{len(of)} photos: {len(docs)} results, {len(missing)} missing, {len(doubled)} doubled, "
          f"{n_wrong} other than those of score, {n_aside} of {n_poison} poison set aside")
    return len(missing) + len(doubled) + n_wrong + abs(n_poison - n_aside)


def all_once(bench, n):
    of = bench.make_photos(n, True)
    scores = bench.scores()
    bench.start_server()
    print(bench.run("enqueue", "--engine", bench.url, bench.photos).stdout.decode(), end="")
    begin = time.monotonic()
    # a sample takes a third of a second and 150 MB
    workers = [bench.start("work", "--until-empty", "--dead-after=10", "--cpu-limit=10",
                           "--memory-limit=600", poisoned=True) for _ in range(4)]
    kill_two(bench, workers, n)
    for worker in workers[2:]:
        out, err = worker.communicate()
        print(f"worker {worker.pid}: exit status {worker.returncode}: {out.decode().strip()}")
        print(err.decode(), end="")
    print(f"{time.monotonic() - begin:.0f} s; {count(bench, 'RESULT')} messages in RESULT, "
          f"{count(bench, 'JOB')} in JOB")
    faults = check(bench.results(), of, scores)
    return faults + (count(bench, "RESULT") != n) + (count(bench, "JOB") != 0)


def timed(call):
    """Returns seconds and seconds of processor time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.monotonic()
    call()
    s = time.monotonic() - begin
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return s, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def work(bench, n, jobs):
    bench.start_server()
    bench.run("enqueue", "--engine", bench.url, "--batch", str(max(1, min(100, n // 4))),
              bench.photos)
    took = timed(lambda: bench.run("work", "--engine", bench.url, "--until-empty", f"-j{jobs}"))
    if count(bench, "RESULT") != n:
        sys.exit(f"{count(bench, 'RESULT')} results, not {n}")
    return took


def speed(bench, n):
    bench.make_photos(n, False)
    cores = os.cpu_count()
    for turn in range(3):
        took = {}
        for jobs in (1, cores):
            score = timed(lambda j=jobs: bench.run("score", "--each", "--json", f"-j{j}", bench.photos))
            took[jobs] = work(bench, n, jobs)
            print(f"-j {jobs}: score {n / score[0]:.2f} photos/s, {score[1]:.2f} s CPU; "
                  f"work {n / took[jobs][0]:.2f} photos/s, {took[jobs][1]:.2f} s CPU "
                  f"({100 * (took[jobs][1] / score[1] - 1):+.1f} %)", flush=True)
        one, all_ = took[1], took[cores]
        print(f"work -j {cores} is {one[0] / all_[0]:.2f} times as fast as -j 1; by processor time "
              f"{cores * one[1] / all_[1]:.2f} times", flush=True)
    return 0


def main():
    if not os.access(SERVER, os.X_OK):
        print("skipped: no nats-server")
        return 77
    words = [w for w in sys.argv[1:] if w != "--speed"]
    n = int(words[1]) if len(words) > 1 else 2000
    folder = tempfile.mkdtemp(prefix="crokeye-archive-")
    bench = Bench(words[0], folder)
    try:
        return 1 if (speed if "--speed" in sys.argv else all_once)(bench, n) else 0
    finally:
        bench.stop_server()
        shutil.rmtree(folder)


if __name__ == "__main__":
    sys.exit(main())
