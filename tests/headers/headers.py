#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Does every header of src compile alone, and as C++17, too? The first header that a
source file includes is compiled alone by the build; the others are compiled here. All
headers of a room are compiled here, included twice, as C++17.
    headers.py SRC CC CXX FLAG..."""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

src = pathlib.Path(sys.argv[1])
cc, cxx, flags = sys.argv[2], sys.argv[3], sys.argv[4:]
flags += subprocess.run(["pkg-config", "--cflags", "glib-2.0"], stdout=subprocess.PIPE,
                        text=True, check=True).stdout.split()  # of hall/day/glib_calls.h
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Wundef", "-Werror"]
C = [cc, "-x", "c", "-std=c11", "-Wstrict-prototypes", "-Wmissing-prototypes"]
CXX = [cxx, "-x", "c++", "-std=c++17"]


def faults(compiler, headers):
    """What the compiler says of a file that includes these, each twice."""
    text = "".join(f'#include "{h}"\n' for h in headers for _ in range(2))
    return subprocess.run([*compiler, *WARNINGS, f"-I{src}", *flags, "-fsyntax-only", "-"],
                          input=text + "typedef int not_empty;\n", capture_output=True, text=True).stderr


headers = sorted(str(p.relative_to(src)) for p in src.rglob("*.h"))
compiled = set()
for source in [*src.rglob("*.c"), *src.rglob("*.cpp")]:
    first = re.search(r'^#include [<"](.*)[>"]', source.read_text(), re.M)
    compiled.update(first.groups() if first else ())
alone = [h for h in headers if h not in compiled]
rooms = sorted({h.split("/")[0] for h in headers})
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    said = [*pool.map(lambda h: faults(C, [h]), alone),
            *pool.map(lambda r: faults(CXX, [h for h in headers if h.startswith(r + "/")]), rooms)]
found = "".join(said)
print(f"{found}{len(headers)} headers, {len(alone)} of them compiled here, {len(rooms)} rooms as C++17")
sys.exit(1 if found or len(headers) < 40 else 0)
