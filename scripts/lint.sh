#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# lint.sh [--all]: clang-format and clang-tidy on the C files of src and tests that
# differ from the base: on a branch where it left main, on main the last tag before
# HEAD, without a tag HEAD~1. Where there is no such commit every file counts as
# changed. clang-tidy checks the .c files of src, at most 60 unless --all is given
# (two minutes of CPU time). Installs clang-format and clang-tidy if they are
# missing. Exit status 1 if something is found.
set -euo pipefail
cd "$(dirname "$0")/.."
tidy_most=60
scripts/deps.sh git clang-format clang-tidy
# A build may be at work beside: it is configured only if it has to be.
commands=build/release/compile_commands.json
if [ ! -e $commands ] ||
    [ -n "$(find CMake* src tests scripts/cmake -name 'CMake*' -newer $commands -print -quit)" ]; then
    cmake --preset release >/dev/null
fi

# The repository may belong to another user, as in a container.
git() { command git -c safe.directory="$PWD" "$@"; }

# find_base: the commit to compare with; nothing if there is none.
find_base() {
    local main base
    main=$(git rev-parse -q --verify main 2>/dev/null ||
        git rev-parse -q --verify origin/main 2>/dev/null) || true
    base=$(git merge-base HEAD "${main:-HEAD}" 2>/dev/null) || return 0
    if [ "$base" = "$(git rev-parse HEAD)" ]; then
        base=$(git describe --tags --abbrev=0 HEAD~1 2>/dev/null ||
            git rev-parse -q --verify HEAD~1) || true
    fi
    echo "$base"
}

patterns=('src/*.[ch]' 'tests/*.[ch]')
base=
[ "${1:-}" = --all ] || base=$(find_base)
if [ -z "$base" ]; then
    mapfile -t files < <(git ls-files "${patterns[@]}" 2>/dev/null ||
        find src tests -name '*.[ch]') # not a clone
else
    mapfile -t files < <(
        git diff --name-only --diff-filter=AMR "$base" -- "${patterns[@]}"
        git ls-files --others --exclude-standard -- "${patterns[@]}"
    )
fi
if [ ${#files[@]} -eq 0 ]; then
    echo "lint: no C file has changed since ${base:0:12}"
    exit 0
fi
status=0
clang-format --dry-run -Werror "${files[@]}" || status=1
mapfile -t sources < <(printf '%s\n' "${files[@]}" | grep '^src/.*\.c$' || true)
if [ "${1:-}" != --all ] && [ ${#sources[@]} -gt $tidy_most ]; then
    echo "lint: $((${#sources[@]} - tidy_most)) more files, run lint.sh --all"
    sources=("${sources[@]:0:tidy_most}")
fi
if [ ${#sources[@]} -gt 0 ]; then
    printf '%s\n' "${sources[@]}" |
        xargs -P "$(nproc)" -n 4 clang-tidy --quiet -p build/release 2>/dev/null || status=1
fi
echo "lint: ${#files[@]} files, $([ $status -eq 0 ] && echo clean || echo faults)"
exit $status
