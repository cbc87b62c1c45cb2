#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# make_guest.sh DIR: write Debian's kernel, unpacked but not installed, and a
# small initial file system into DIR, as vmlinux (or vmlinuz) and initramfs.
# Takes half a minute; does nothing if they exist.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
cd "$1"
modules="virtio_pci 9pnet_virtio 9p overlay vhci-hcd uvcvideo"

image=$(apt-cache depends linux-image-amd64 |
    sed -n 's/.*Depends: \(linux-image-[0-9].*\)/\1/p' | head -1)
if [ -z "$image" ]; then
    echo "make_guest.sh: no kernel is listed; run apt-get update" >&2
    exit 3
fi
if [ ! -e "kernel/$image" ]; then
    rm -rf kernel vmlinux ./*.deb
    apt-get download -qq -o APT::Sandbox::User=root "$image"
    dpkg -x ./*.deb kernel
    rm -f ./*.deb
    touch "kernel/$image"
fi
release=${image#linux-image-}

# Decompress the kernel here: the emulated processor would need seconds for it.
# The image continues after the XZ data.
if [ ! -e vmlinux ]; then
    at=$(LC_ALL=C grep -abom1 $'\xfd7zXZ' "kernel/boot/vmlinuz-$release" |
        cut -d: -f1)
    tail -c "+$((at + 1))" "kernel/boot/vmlinuz-$release" |
        xz -dc --single-stream >vmlinux 2>/dev/null || true
    if ! head -c4 vmlinux | grep -q ELF; then
        cp "kernel/boot/vmlinuz-$release" vmlinux
    fi
fi

tree=kernel/lib/modules/$release
[ -s "$tree/modules.dep" ] || depmod -b "$PWD/kernel" "$release"
rm -rf root
mkdir -p root/bin root/dev root/proc root/sys "root/lib/modules/$release"
cp "$(command -v busybox)" root/bin/busybox
install -m755 "$here/guest_init" root/init
for module in $modules; do
    pattern="(^|/)${module//[-_]/[-_]}\\.ko:"
    grep -E "$pattern" "$tree/modules.dep" || {
        echo "make_guest.sh: $release has no module $module" >&2
        exit 3
    }
done | tr -d : | tr ' ' '\n' | sort -u | while read -r file; do
    [ -n "$file" ] || continue
    install -D -m644 "$tree/$file" "root/lib/modules/$release/$file"
done
cp "$tree"/modules.builtin* "$tree"/modules.order "root/lib/modules/$release/"
depmod -b "$PWD/root" "$release"
(cd root && find . | cpio -o -H newc --quiet) | gzip -1 >initramfs
