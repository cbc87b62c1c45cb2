#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# in_debian.sh DEB VERSION: run by scripts/test-package.sh on a bare Debian, as root,
# with the samples beside DEB. Installs what the package needs, man and a compiler, then
# the package, tries it as the user nobody, purges it, and compares all files with those before it came.
set -euo pipefail
here=$(dirname "$(realpath "$0")")
deb=$1
version=$2
export DEBIAN_FRONTEND=noninteractive
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# quietly COMMAND...: what it says is shown if it fails.
quietly() {
    "$@" </dev/null >"$work/log" 2>&1 || {
        tail -n 20 "$work/log"
        echo "in_debian: exit status $?: $*"
        exit 1
    }
}

# files: all files of the system but what dpkg and apt keep for themselves and what
# is made again at any time; then the packages that dpkg knows.
files() {
    local kept=(-path /proc -o -path /sys -o -path /dev -o -path /run -o -path /tmp
        -o -path /var/log -o -path /var/cache -o -path /var/lib/apt -o -path /var/lib/dpkg)
    find / \( "${kept[@]}" \) -prune -o -printf '%y %m %u:%g %p %l\n' | LC_ALL=C sort
    find / \( "${kept[@]}" \) -prune -o -type f -print0 | xargs -0 sha256sum | LC_ALL=C sort
    dpkg-query -W
    find /var/lib/dpkg/info | LC_ALL=C sort
}

quietly apt-get update
quietly apt-get satisfy -y --no-install-recommends "$(dpkg-deb -f "$deb" Depends)"
quietly apt-get install -y --no-install-recommends man-db gcc libc6-dev pkg-config
files >"$work/before"

quietly apt-get install -y --no-install-recommends "$deb"
echo "installed: $(dpkg-query -W -f '${Package} ${Version}, ${Installed-Size} kB' crokeye)"
files >"$work/between"
if cmp -s "$work/before" "$work/between"; then
    echo "in_debian: the list of files does not notice a package"
    exit 1
fi
chmod -R a+rX "$(dirname "$deb")"
runuser -u nobody -- "$here/smoke.sh" /usr "$(dirname "$deb")/samples" "$version"
(cd / && dpkg --verify crokeye)

# A table's settings go with the package, its record stays.
mkdir -p /etc/crokeye /var/lib/crokeye/4
echo "SOURCE=" >/etc/crokeye/4.conf
echo record >/var/lib/crokeye/4/match.db
quietly apt-get purge -y crokeye
if ! grep -qF /var/lib/crokeye "$work/log" || [ ! -s /var/lib/crokeye/4/match.db ]; then
    echo "in_debian: a record was not kept, or not named"
    exit 1
fi
rm -r /var/lib/crokeye
files >"$work/after"
diff "$work/before" "$work/after" || {
    echo "in_debian: the package leaves this behind"
    exit 1
}
echo "purged: $(wc -l <"$work/after") lines about all files are as before"
