#!/bin/sh
# build.sh DIR [TAG]: builds what a release has of the Python package, into DIR: the source distribution,
# the pure wheel, and the wheels with the native core for all systems (those whose tag contains TAG).
# Their octets depend on the sources, SOURCE_DATE_EPOCH and the tools alone: they are built from what
# Git knows or would add, in a folder that always has the same name, since that of the folder enters
# compiled code. The tools, and a C compiler for all systems, are installed in
# $FPCHECK_CACHE/python-build, or in .venv.
set -eu
[ $# -eq 1 ] || [ $# -eq 2 ] || { echo "usage: build.sh DIR [TAG]" >&2; exit 2; }
mkdir -p "$1"
out=$(cd "$1" && pwd)
tag=${2-}
cd "$(dirname "$0")"
venv=${FPCHECK_CACHE:+$FPCHECK_CACHE/python-build}
venv=${venv:-$PWD/.venv}
python=$venv/bin/python
folder=/tmp/fpcheck-python-build
exec 9>"$folder.lock"
flock -n 9 || { echo "build.sh: another build runs: waiting for it" >&2; flock 9; } # one at a time
[ -x "$python" ] || python3 -m venv "$venv"
"$python" -m pip --disable-pip-version-check --quiet install build==1.3.0 ziglang==0.14.1 setuptools==80.9.0

rm -rf "$folder"
mkdir "$folder"
trap 'rm -rf "$folder"' EXIT
git -C .. ls-files -z --cached --others --exclude-standard python c | tar -C .. --null -T - -cf - | tar -C "$folder" -xf -
: "${SOURCE_DATE_EPOCH:=$(git log -1 --format=%ct)}"
ZIG_GLOBAL_CACHE_DIR=$venv/zig
ZIG_LOCAL_CACHE_DIR=$venv/zig
export SOURCE_DATE_EPOCH ZIG_GLOBAL_CACHE_DIR ZIG_LOCAL_CACHE_DIR

# complete puts beside the core what it is compiled with: the C port, and the HTML parser of lexbor, whose
# files are included by one.
complete() {
	mkdir "$folder/python/core/fpcheck"
	for file in "$folder"/c/fpcheck*.[ch]; do
		case $file in
		*_port.c) ;;
		*) cp "$file" "$folder/python/core/fpcheck" ;;
		esac
	done
	sh "$folder/c/lexbor.sh" --sources "$folder/python/core"
	cd "$folder/python/core"
	{
		find lexbor/core lexbor/dom lexbor/html lexbor/ns lexbor/tag -name '*.c' | LC_ALL=C sort | sed 's/.*/#include "&"/'
		printf '#ifdef _WIN32\n#include "lexbor/ports/windows_nt/lexbor/core/memory.c"\n'
		printf '#else\n#include "lexbor/ports/posix/lexbor/core/memory.c"\n#endif\n'
	} >lexbor.c
}

# repack writes a source distribution without the times and owners of this folder.
repack() { # TAR.GZ
	mkdir "$folder/unpacked"
	tar -C "$folder/unpacked" -xzf "$1"
	tar -C "$folder/unpacked" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
		--mode=u+w,go-w --format=ustar -cf - "$(basename "$1" .tar.gz)" | gzip -9n >"$out/${1##*/}"
}

build() {
	(complete)
	"$python" -m build --no-isolation --sdist --outdir "$folder/sdist" "$folder/python"
	repack "$folder"/sdist/*.tar.gz
	FPCHECK_PURE=1 "$python" -m build --no-isolation --wheel --outdir "$out" "$folder/python"
	"$python" "$folder/python/tools/native.py" "$out"/fpcheck-*-none-any.whl "$folder/python/core" "$out" $tag
}
build >"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }
