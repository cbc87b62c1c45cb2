#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# layers.sh SRC: do the rooms (folders of SRC) keep to their layers? Prints each
# line that does not, and how many includes were looked at. A folder inside a
# room is a wing: other rooms include only the headers that lie directly in the
# room, its door. Exit status 1 where a line does not, or where there is nothing
# to look at.
set -euo pipefail
cd "$1"

# The rooms and what each may use, besides itself. A room that is not here may
# not exist.
declare -A uses=(
    [core]=""
    [cv]="core"
    [board]="core cv"
    [see]="core cv"
    [discs]="core cv board see"
    [rules]="core"
    [shots]="core cv board see discs"
    [setup]="core cv board discs shots"
    [capture]="core cv"
    [journal]="core rules"
    [report]="core cv board discs rules"
    [score]="core cv capture board see discs rules report"
    [serve]="core rules journal"
    [table]="core cv board discs rules shots capture journal report"
    [hall]="core rules journal report serve score"
    [lib]="core capture board discs rules journal report score table"
    [cli]="core cv board discs rules shots setup capture journal report score serve table hall"
)
faults=0
n=0

fault() {
    echo "$1"
    faults=$((faults + 1))
}

# Lines of code that may matter, as "path:number:text", without comments.
code() {
    # shellcheck disable=SC2016 # what expands there is awk's
    find . -name '*.[ch]' -o -name '*.cpp' -o -name '*.hpp' -o -name '*.cc' |
        sed 's|^\./||' | sort | xargs -r awk '
        FNR == 1 { inside = 0 }
        {
            text = ""
            rest = $0
            while (rest != "") {
                if (inside) {
                    end = index(rest, "*/")
                    rest = end ? substr(rest, end + 2) : ""
                    inside = end == 0
                    continue
                }
                start = index(rest, "/*")
                text = text (start ? substr(rest, 1, start - 1) : rest)
                rest = start ? substr(rest, start + 2) : ""
                inside = start > 0
            }
            sub(/\/\/.*/, "", text)
            if (text ~ /include|exit|Exit|argv|clock|time|open|creat|mk.*temp|tmpfile|rename|link|trunc|imwrite|VideoWriter|to_file|printf/)
                print FILENAME ":" FNR ":" text
        }'
}

may_include() { # FROM TO
    [ "$1" = "$2" ] || [[ " ${uses[$1]} " == *" $2 "* ]]
}

check_include() { # WHERE ROOM HEADER
    local to=${3%%/*}
    if [[ $3 != */* || $3 == *..* ]]; then
        fault "$1: \"$3\" does not begin with a room's name"
    elif ! may_include "$2" "$to"; then
        fault "$1: $2 may not use $to: it includes \"$3\""
    elif [[ $2 != "$to" && $3 == */*/* ]]; then
        fault "$1: a wing of $to is used through the room's door: \"$3\""
    fi
}

for dir in */; do
    [ -n "${uses[${dir%/}]+known}" ] || fault "$dir: no room of this name"
done
while read -r file; do
    case $file in
    cv/* | hall/pair/matching.cpp) ;; # the wrappers of OpenCV and LEMON
    *) fault "$file: only cv has C++ sources" ;;
    esac
done < <(find . -name '*.cpp' -o -name '*.hpp' -o -name '*.cc' | sed 's|^\./||')

include='#[[:space:]]*include[[:space:]]*([<"])([^">]*)[">]'
leave='(^|[^A-Za-z0-9_])(exit|_exit|_Exit|quick_exit)[[:space:]]*\('
argv='(^|[^A-Za-z0-9_])argv([^A-Za-z0-9_]|$)'
clock='(^|[^A-Za-z0-9_])(clock_gettime|gettimeofday|time|clock)[[:space:]]*\('
# What opens, makes, replaces or cuts a file. Only these files may: what they
# write is this program's own, and what they read cannot block it.
files='(^|[^A-Za-z0-9_.>])(open|open64|openat|fopen|fopen64|fdopen|freopen|creat|mkstemps?|mkostemps?|tmpfile|tmpnam|rename|renameat2?|link|linkat|symlink|symlinkat|f?truncate|imwrite|png_image_write_to_file|cJSON_WriteToFile|VideoWriter)[[:space:]]*\('
# Constant texts may be printed with fputs.
says='printf[[:space:]]*\([[:space:]]*(stderr|$)'
declare -A may_open=(
    [core/file.c]="reads"
    [core/naming.c]="gives a complete file its name"
    [core/save.c]="writes files for all commands"
    [core/temp_folder.c]="folders that it makes, and nothing in them"
    [core/target.c]="follows links to what is written"
    [capture/photo.c]="reads pictures"
    [cli/confine.c]="names for the kernel what may be read, and reads none of it"
    [journal/backup.c]="a record's copy, where no file is"
    [journal/leftover.c]="a record's copy in a folder of its own"
    [journal/lock.c]="the lock of a record"
)
while IFS= read -r line; do
    file=${line%%:*}
    text=${line#*:*:}
    where=${line%":$text"}
    room=${file%%/*}
    [ -n "${uses[$room]+known}" ] || continue
    if [[ $text =~ $include ]]; then
        n=$((n + 1))
        header=${BASH_REMATCH[2]}
        if [ "${BASH_REMATCH[1]}" = '"' ]; then
            check_include "$where" "$room" "$header"
        elif [[ $header == opencv* && $room != cv ]]; then
            fault "$where: only cv uses OpenCV"
        elif [[ $header =~ ^(pango|cairo) && $room != cv ]]; then
            fault "$where: only cv uses Pango and Cairo"
        elif [[ $header == sqlite3* && $room != journal ]]; then
            fault "$where: only journal uses SQLite"
        elif [[ $header == microhttpd* && $room != serve ]]; then
            fault "$where: only serve uses libmicrohttpd"
        elif [[ $header == qrencode* && $room != serve ]]; then
            fault "$where: only serve uses libqrencode"
        elif [[ $header == glib* && $file != hall/day/glib_calls.h ]]; then
            fault "$where: only hall compares names with GLib"
        elif [[ $header == nats* && $file != hall/broker/nats_module.c ]]; then
            fault "$where: only hall's module uses libnats"
        elif [[ $header == nettle* && $room != core ]]; then
            fault "$where: only core uses Nettle"
        elif [[ $header =~ ^(libv4l2|linux/videodev2)\.h$ && $room != capture ]]; then
            fault "$where: only capture uses cameras"
        elif [[ $header == dlfcn.h && ! $file =~ ^core/(library|part)\.c$ ]]; then
            fault "$where: core/library.h loads libraries"
        fi
        continue
    fi
    if [[ $text =~ $files && -z ${may_open[$file]+known} ]]; then
        fault "$where: opens a file: core/file.h reads, core/save.h writes"
    fi
    # confined.c and process.c end the copy of the program that they made
    if [[ $text =~ $says && ! $file =~ ^cli/(say|progress)\.c$ &&
        $file != core/status.c ]]; then
        fault "$where: prints to standard error: cli/say.h does, cleanly"
    fi
    if [[ $text =~ $leave && $room != cli && $file != capture/confined.c &&
        $file != hall/process.c ]]; then
        fault "$where: only cli ends the program"
    fi
    if [[ $text =~ $argv && $room != cli ]]; then
        fault "$where: only cli reads arguments"
    fi
    if [[ $text =~ $clock && ! $room =~ ^(core|capture|journal|cli)$ &&
        $file != hall/broker/nats_module.c ]]; then
        fault "$where: $room may not read a clock"
    fi
done < <(code)

echo "$n includes, $faults lines out of their layer"
[ "$faults" -eq 0 ] && [ "$n" -gt 0 ]
