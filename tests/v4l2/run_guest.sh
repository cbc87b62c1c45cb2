#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run_guest.sh DIR SECONDS COMMAND...: run a command, a program of the host, in
# a virtual machine with the kernel of make_guest.sh. Its output is printed
# here. Exit status: the command's; 124 on timeout; 125 if the virtual machine
# failed.
#
# The processor is emulated, which works without KVM.
set -uo pipefail
guest=$(cd "$1" && pwd)
seconds=$2
shift 2
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
{
    echo 'export PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin HOME=/root'
    printf 'cd %q\nexec' "$PWD"
    printf ' %q' "$@"
    echo
} >"$out/job"

share() { # TAG PATH OPTION
    echo -fsdev "local,id=$1,path=$2,security_model=none,multidevs=remap$3" \
        -device "virtio-9p-pci,fsdev=$1,mount_tag=$1"
}
# shellcheck disable=SC2046 # splitting into words is intended
timeout -k 5 "$seconds" qemu-system-x86_64 \
    -M pc -accel tcg,thread=multi -cpu max -smp 2 -m 1024 \
    -nodefaults -no-user-config -display none -monitor none -no-reboot \
    -kernel "$guest/vmlinux" -initrd "$guest/initramfs" \
    -append "console=ttyS0 loglevel=4 panic=-1 mitigations=off audit=0 \
apparmor=0 tsc=reliable" \
    -serial "file:$out/console" -serial stdio \
    $(share host / ,readonly=on) $(share out "$out" '') \
    </dev/null 2>"$out/qemu"
qemu=$?
[ -s "$out/status" ] && exit "$(cat "$out/status")"
[ "$qemu" -eq 124 ] && exit 124
echo "run_guest.sh: the virtual machine failed (qemu: $qemu)" >&2
tail -n 20 "$out/console" "$out/qemu" >&2
exit 125
