#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# test_install.sh BUILD PROJECT VERSION: `cmake --install` puts the files of files.txt
# below a prefix and no others, the program works from there, and removing what the
# manifest lists leaves nothing. The pages of commands are compared with --help by
# tests/manual; here they are one line, crokeye-COMMAND.1.
set -euo pipefail
build=$1
project=$2
here=$project/tests/package
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/a\ prefix

cmake --install "$build" --prefix "$prefix" >"$work/said"

# installed: what is there, as in files.txt, without architecture and versions.
installed() {
    (cd "$prefix" && find . ! -type d) | sed 's|^\./||; s|^lib/[^/]*-linux-gnu[^/]*/|lib/|; s|\.so\.[0-9.]*$|.so.N|
        s|man1/crokeye-[a-z-]*\.1$|man1/crokeye-COMMAND.1|' | LC_ALL=C sort -u
}

# same LIST: is this what is installed? Prints what differs.
same() {
    LC_ALL=C sort "$1" | diff - <(installed) >"$work/differs"
}

same "$here/files.txt" || {
    echo "files.txt (<) and what is installed (>) differ:"
    cat "$work/differs"
    exit 1
}
sed 1d "$here/files.txt" >"$work/less"
(cat "$here/files.txt" && echo bin/never) >"$work/more"
for doctored in less more; do
    ! same "$work/$doctored" || {
        echo "a list with a file $doctored is not noticed"
        exit 1
    }
done

"$here/smoke.sh" "$prefix" "$project/samples" "$3"

xargs -d '\n' rm <"$build/install_manifest.txt"
[ -z "$(find "$work" -path '*prefix*' ! -type d)" ] || {
    echo "left behind:"
    find "$prefix" ! -type d
    exit 1
}
echo "$(wc -l <"$here/files.txt") kinds of files installed, removed again"
