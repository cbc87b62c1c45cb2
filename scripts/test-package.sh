#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Build the Debian package, install it on a bare Debian 12, try it there, and remove it.
# Exit status 0 only if all of it works and the removal leaves nothing.
set -euo pipefail

usage="Usage: scripts/test-package.sh [ROOT]
Builds the package (build/package), checks it with lintian, installs it on a bare
Debian 12 in a chroot, tries it there as another user, purges it, and compares what
files there were before and after. Needs root. ROOT is a folder or a tar with a bare
Debian 12, which stays as it is; without it debootstrap makes one."

case ${1:-} in
-h | --help)
    echo "$usage"
    exit 0
    ;;
-*)
    echo "test-package.sh: a folder or a tar, not \"$1\"
$usage" >&2
    exit 2
    ;;
esac
if [ $# -gt 1 ] || { [ $# -eq 1 ] && [ ! -e "$1" ]; }; then
    echo "test-package.sh: one ROOT that exists, not \"$*\"
$usage" >&2
    exit 2
fi
[ "$(id -u)" -eq 0 ] || {
    echo "test-package.sh: a chroot needs root" >&2
    exit 3
}
[ $# -eq 0 ] || given=$(realpath "$1")
cd "$(dirname "$0")/.."
scripts/deps.sh python3 file lintian debootstrap

echo "1 of 3: build"
cmake --preset package >/dev/null
cmake --build --preset package | tail -n 1
rm -f build/package/*.deb
cpack --preset package | tail -n 1
deb=$(realpath build/package/crokeye_*.deb)
version=$(dpkg-deb -f "$deb" Version)
lintian --allow-root --fail-on error "$deb"

echo "2 of 3: a bare Debian"
root=$(mktemp -d)
end() {
    ! mountpoint -q "$root/proc" || umount "$root/proc"
    rm -rf --one-file-system "$root"
}
trap end EXIT
if [ -z "${given:-}" ]; then
    # shellcheck disable=SC2016 # what is in the quotes is apt's
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Codename: bookworm' | head -n 1)
    debootstrap --variant=minbase bookworm "$root" "$mirror" >/dev/null
elif [ -d "$given" ]; then
    cp -a "$given/." "$root"
else
    tar -C "$root" -xf "$given"
fi
chmod 755 "$root"
# apt there reaches the network as it does here
cp -r /etc/apt/apt.conf.d /etc/apt/sources.list.d "$root/etc/apt/"
[ ! -e /etc/apt/sources.list ] || cp /etc/apt/sources.list "$root/etc/apt/"
cp /etc/resolv.conf /etc/hosts "$root/etc/"
mount -t proc proc "$root/proc"
mkdir "$root/tmp/crokeye"
cp -r "$deb" tests/package samples "$root/tmp/crokeye"

echo "3 of 3: install, try, purge"
chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
    /tmp/crokeye/package/in_debian.sh "/tmp/crokeye/${deb##*/}" "$version"
