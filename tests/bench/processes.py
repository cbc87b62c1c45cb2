# SPDX-License-Identifier: Apache-2.0
"""What processes cost, and ports for them. For the benchmarks."""
import os
import re
import socket
import time

NATS_SERVER = "/usr/sbin/nats-server"
SKIPPED = 77  # the exit status that tells ctest so


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def wait_for(port, seconds=60):
    """Waits until somebody listens there."""
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.02)
    raise SystemExit(f"nobody listens on port {port}")


def cpu_s(pid):
    """Processor time of a process with all its threads, s."""
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def kilobytes(path, field):
    with open(path, encoding="ascii") as file:
        return int(re.search(rf"^{field}:\s+(\d+)", file.read(), re.MULTILINE)[1])


def peak_mb(pid):
    """The most memory that it had at any time, MB."""
    return kilobytes(f"/proc/{pid}/status", "VmHWM") / 1024


def now_mb(pid):
    return kilobytes(f"/proc/{pid}/status", "VmRSS") / 1024


def share_mb(pid):
    """Its memory, of which pages that several processes share are divided
    between them (PSS), MB."""
    return kilobytes(f"/proc/{pid}/smaps_rollup", "Pss") / 1024


def percentile(values, percent):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]
