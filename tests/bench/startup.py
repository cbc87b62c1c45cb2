#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""startup.py [--check] CROKEYE PHOTO RECORD: what does starting crokeye cost?

Runs commands that see no pixels, and /bin/true, in turn, and prints the CPU time
of each (user and system, the least of many runs) in ms and as a multiple of
that of /bin/true. Then scores PHOTO, a JPEG, once and N times in a process, and
prints what a fresh process adds to a photo. RECORD is lines of a match, whose
first is imported and exported.

With --check, only what starting costs, and on a loaded machine: exit status 1 if
a command takes more than 3 times as long as /bin/true, or a fresh process adds
more than 30 times as much to a photo; or if the same commands do not take longer
than that when OpenCV is loaded into them, so that the check would not notice.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

# Most that a command without pixels, and a photo in a fresh process, may take,
# in times of /bin/true. A photo took 36 to 40 times when one program loaded
# everything, and takes 15 to 20, the more the busier the caches are: between them
# lies what tells one from the other on every machine.
MOST_START = 3.0
MOST_PHOTO = 30.0
N_RUNS = 60
N_PHOTOS = 6
N_PHOTO_RUNS = 9


def cpu_ms(command, settings=None):
    """CPU time of a run in ms, of all its processes."""
    null = os.open(os.devnull, os.O_RDWR)
    actions = [(os.POSIX_SPAWN_DUP2, null, fd) for fd in range(3)]
    pid = os.posix_spawn(command[0], command, {**os.environ, **(settings or {})},
                         file_actions=actions)
    os.close(null)
    used = os.wait4(pid, 0)[2]
    return 1e3 * (used.ru_utime + used.ru_stime)


def least(commands, runs):
    """The least CPU time of each command, all run in turn."""
    return [min(times) for times in
            zip(*([cpu_ms(c, s) for c, s in commands] for _ in range(runs)))]


def opencv_of(crokeye):
    """Paths of the OpenCV libraries that the program for photos loads."""
    folder = os.path.join(os.path.dirname(os.path.realpath(crokeye)), "../lib/crokeye")
    listed = subprocess.run(["ldd", os.path.join(folder, "crokeye-photos")], text=True,
                            check=True, capture_output=True).stdout
    return ":".join(line.split()[2] for line in listed.splitlines() if "libopencv" in line)


def starts(crokeye, settings=None):
    """Multiples of /bin/true of each command that sees no pixels."""
    commands = [["--help"], ["score", "--help"], ["hall", "serve", "--help"], ["rules", "list"],
                ["export", "none.db"], ["check", "none.db"], ["hall", "check", "none.conf"]]
    base, *times = least([(["/bin/true"], None)] +
                         [([crokeye, *words], settings) for words in commands], N_RUNS)
    return base, [(" ".join(words), ms, ms / base) for words, ms in zip(commands, times)]


def fresh_photo(crokeye, photo):
    """What a fresh process adds to a photo, ms: one photo in a process of its
    own, less a further one of a process."""
    once, many = least([([crokeye, "score", photo], None),
                        ([crokeye, "score", "--each"] + [photo] * (1 + N_PHOTOS), None)],
                       N_PHOTO_RUNS)
    further = (many - once) / N_PHOTOS
    return once - further, further


def exported(crokeye, record, work):
    """The CPU time of exporting a record of one event, ms."""
    path = os.path.join(work, "one.db")
    with open(record, encoding="utf-8") as f:
        subprocess.run([crokeye, "import", path], input=f.readline(), text=True, check=True,
                       stdout=subprocess.DEVNULL)
    return least([([crokeye, "export", path], None)], N_RUNS)[0]


def check(crokeye, photo):
    base, rows = starts(crokeye)
    faults = [f"{name}: {ratio:.2f} times /bin/true" for name, _, ratio in rows
              if ratio > MOST_START]
    added, _ = fresh_photo(crokeye, photo)
    if added / base > MOST_PHOTO:
        faults.append(f"a fresh process adds {added / base:.1f} times /bin/true to a photo")
    _, rows = starts(crokeye, {"LD_PRELOAD": opencv_of(crokeye)})
    faults += [f"{name}: OpenCV in it was not noticed ({ratio:.2f})" for name, _, ratio in rows
               if ratio <= MOST_START]
    print("\n".join(faults) or f"{len(rows)} commands, and a photo, start quickly enough")
    return 1 if faults else 0


def show(crokeye, photo, record):
    base, rows = starts(crokeye)
    with tempfile.TemporaryDirectory() as work:
        ms = exported(crokeye, record, work)
    for name, ms, ratio in [("/bin/true", base, 1.0), *rows,
                            ("export, one event", ms, ms / base)]:
        print(json.dumps({"command": name, "cpu_ms": round(ms, 2), "ratio": round(ratio, 2)}))
    added, further = fresh_photo(crokeye, photo)
    print(json.dumps({"photo": os.path.basename(photo), "further_ms": round(further, 1),
                      "fresh_adds_ms": round(added, 1), "ratio": round(added / base, 1)}))
    return 0


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("--check", action="store_true")
    p.add_argument("crokeye")
    p.add_argument("photo")
    p.add_argument("record")
    a = p.parse_args()
    crokeye = os.path.realpath(a.crokeye)
    return check(crokeye, a.photo) if a.check else show(crokeye, a.photo, a.record)


if __name__ == "__main__":
    sys.exit(main())
