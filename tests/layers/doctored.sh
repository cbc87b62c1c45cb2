#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# doctored.sh SRC: does layers.sh notice? In a small house with SRC's rooms one
# line is added at a time; each must be refused, but the last ones.
set -euo pipefail
here=$(realpath "$(dirname "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for room in "$1"/*/; do
    mkdir -p "$work/src/$(basename "$room")"
    echo '#include "core/status.h"' >"$work/src/$(basename "$room")/door.c"
done
"$here/layers.sh" "$work/src" >/dev/null

tries=0
doctor() { # WANTED FILE LINE
    local status=0
    mkdir -p "$(dirname "$work/src/$2")"
    printf '%s\n' "$3" >"$work/src/$2"
    "$here/layers.sh" "$work/src" >"$work/said" || status=$?
    if [ "$status" -ne "$1" ]; then
        echo "exit status $status, not $1, with $2: $3"
        cat "$work/said"
        exit 1
    fi
    rm "$work/src/$2"
    tries=$((tries + 1))
}

doctor 1 board/fit/fit.c '#include "discs/scan.h"'
doctor 1 core/image.h '#include "cv/cv.h"'
doctor 1 rules/judge.c '#  include   "board/board.h"'
doctor 1 discs/new.c '#include "report/sheet.h"'
doctor 1 capture/exif.c '#include "board/camera.h"'
doctor 1 board/fit/fit.c '#include "../discs/scan.h"'
doctor 1 board/fit/fit.c '#include "fit.h"'
doctor 1 board/fit/fit.c '#include <opencv2/core.hpp>'
doctor 1 report/sheet.c '#include <pango/pangocairo.h>'
doctor 1 cli/main.c '#include <sqlite3.h>'
doctor 1 cli/main.c '#include <microhttpd.h>'
doctor 1 cli/main.c '#include <qrencode.h>'
doctor 1 score/new.c '#include <nettle/sha2.h>'
doctor 1 journal/store.c '#include "report/csv.h"'
doctor 1 board/new.c '#include <libv4l2.h>'
doctor 1 cli/new.c '#include <linux/videodev2.h>'
doctor 1 capture/new.c '#include <dlfcn.h>'
doctor 1 cv/new.c '#include <dlfcn.h>'
doctor 1 hall/day/new.c '#include <glib.h>'
doctor 1 shots/new.c '#include "board/fit/trace.h"'
doctor 1 cli/new.c '#include "discs/find/find.h"'
doctor 1 serve/new.c '#include "table/table.h"'
doctor 1 board/more.cpp 'int crok_more(void);'
doctor 1 core/status.c 'static void leave(void) { exit(1); }'
doctor 1 report/score.c 'static int count(char **argv);'
doctor 1 rules/judge.c 'static long now(void) { return time(NULL); }'
doctor 1 cli/main.c 'static FILE *log_file(void) { return fopen("log", "a"); }'
doctor 1 journal/picture.c 'int fd = open(path, O_WRONLY | O_TRUNC);'
doctor 1 serve/page.c '    if (rename (made, path) != 0)'
doctor 1 capture/encode.c 'png_image_write_to_file(&png, path, 0, px, 0, NULL);'
doctor 1 cv/cv.cpp '    cv::imwrite(path, mat);'
doctor 1 cli/main.c '    (void)fprintf(stderr, "crokeye: %s", path);'
doctor 1 cli/main.c '    (void)fprintf('
mkdir "$work/src/attic"
doctor 1 attic/a.c '#include "core/status.h"'
rmdir "$work/src/attic"

doctor 0 board/fit/fit.c '#include "core/image.h"'
doctor 0 board/find.c '#include "board/fit/trace.h"'
doctor 0 journal/store.c '#include <sqlite3.h>'
doctor 0 core/library.c '#include <dlfcn.h>'
doctor 0 hall/day/glib_calls.h '#include <glib.h>'
doctor 0 core/save.c 'int fd = openat(dir, name, O_WRONLY | O_CREAT | O_EXCL);'
doctor 0 capture/film.c '    st = s->kind->open(s, err);'
doctor 0 journal/store.c 'crok_status crok_store_open(const char *path);'
doctor 0 cli/say.c '    (void)vfprintf(stderr, fmt, args);'
doctor 0 cli/main.c '    (void)fputs("crokeye: no memory", stderr);'
doctor 0 serve/feed.c '#include <microhttpd.h>'
doctor 0 core/status.c '/* exit(1) and argv in a comment'$'\n'' * #include "cli/main.h" */'
doctor 0 cli/main.c '#include "discs/scan.h" /* anything */'
doctor 0 core/status.c 'static int wait_time(int exit_after);'
echo "$tries doctored sources judged right"
