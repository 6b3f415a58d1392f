#!/bin/sh
# test_install.sh BUILD: installs what is built into several prefixes, with make and with CMake, and
# compares the prefix in fpcheck.pc with the folder of each.
set -eu
unset MAKEFLAGS # of a make -j that this script is no part of
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rows=0

expect() { # REASON ROOT PREFIX: fpcheck.pc below a root names the prefix
	rows=$((rows + 1))
	got=$(sed -n 's/^prefix=//p' "$2$3/lib/pkgconfig/fpcheck.pc")
	[ "$got" = "$3" ] || {
		echo "test_install: $1: fpcheck.pc has the prefix $got: expected $3" >&2
		exit 1
	}
}

make -s install BUILD="$1" PREFIX="$work/one" >/dev/null
expect "make, then make install" "" "$work/one"
make -s install BUILD="$1" PREFIX="$work/two" >/dev/null
expect "another prefix, after an installation" "" "$work/two"
make -s install BUILD="$1" PREFIX=/opt/three DESTDIR="$work/root" >/dev/null
expect "a package, in DESTDIR" "$work/root" /opt/three

if command -v cmake >/dev/null; then
	cmake -S . -B "$work/cmake" -DCMAKE_INSTALL_LIBDIR=lib -DFPCHECK_TESTS=OFF >/dev/null
	cmake --build "$work/cmake" >/dev/null
	cmake --install "$work/cmake" --prefix "$work/four" >/dev/null
	expect "a prefix of cmake --install" "" "$work/four"
	DESTDIR="$work/root" cmake --install "$work/cmake" --prefix /opt/five >/dev/null
	expect "a package of cmake --install, in DESTDIR" "$work/root" /opt/five
else
	echo "skipped: the installation with CMake, for there is no cmake"
fi
echo "test_install: $rows rows"
