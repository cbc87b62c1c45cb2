#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# lint.sh [--all]: format and clang-tidy. Checks the C files of src that differ
# from main, or from the last commit but one on main itself; --all checks every
# file (25 minutes of CPU time). Installs clang-format and clang-tidy if they are
# missing. Exit status 1 if something is found.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/deps.sh clang-format clang-tidy
cmake --preset release -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >/dev/null

base=$(git merge-base HEAD main 2>/dev/null || true)
[ -n "$base" ] && [ "$base" != "$(git rev-parse HEAD)" ] || base=$(git rev-parse -q --verify HEAD~1 || true)
if [ "${1:-}" = --all ] || [ -z "$base" ]; then
    mapfile -t files < <(git ls-files 'src/*.[ch]' 'tests/*.[ch]')
else
    mapfile -t files < <(git diff --name-only --diff-filter=AMR "$base" -- 'src/*.[ch]' 'tests/*.[ch]')
fi
if [ ${#files[@]} -eq 0 ]; then
    echo "lint: no C file has changed"
    exit 0
fi
status=0
clang-format --dry-run -Werror "${files[@]}" || status=1
mapfile -t sources < <(printf '%s\n' "${files[@]}" | grep '^src/.*\.c$' || true)
if [ ${#sources[@]} -gt 0 ]; then
    printf '%s\n' "${sources[@]}" |
        xargs -P "$(nproc)" -n 4 clang-tidy --quiet -p build/release 2>/dev/null || status=1
fi
echo "lint: ${#files[@]} files, $([ $status -eq 0 ] && echo clean || echo faults)"
exit $status
