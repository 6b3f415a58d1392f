#!/bin/sh
# build.sh DIR: builds the source distribution and the wheels that a release has, into DIR: the pure
# one, and the one with the native core for the system that it is built on. Their octets depend on
# the sources, SOURCE_DATE_EPOCH and the tools alone: they are built from what Git knows or would
# add, in a folder that always has the same name, since that of the folder enters compiled code.
# The tools are installed in $FPCHECK_CACHE/python-build, or in .venv. It needs Rust.
set -eu
[ $# -eq 1 ] || { echo "usage: build.sh DIR" >&2; exit 2; }
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "$(dirname "$0")"
venv=${FPCHECK_CACHE:+$FPCHECK_CACHE/python-build}
venv=${venv:-$PWD/.venv}
python=$venv/bin/python
[ -x "$python" ] || python3 -m venv "$venv"
requires=$("$python" -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"])')
# shellcheck disable=SC2086
"$python" -m pip --disable-pip-version-check --quiet install build==1.3.0 maturin==1.16.0 $requires

folder=/tmp/fpcheck-python-build
exec 9>"$folder.lock"
flock 9 # one build at a time
rm -rf "$folder"
mkdir "$folder"
trap 'rm -rf "$folder"' EXIT
git -C .. ls-files -z --cached --others --exclude-standard python rust | tar -C .. --null -T - -cf - | tar -C "$folder" -xf -
PATH=$venv/bin:$PATH
cargo=${CARGO_HOME:-$HOME/.cargo}
# The folder of the crates is in messages of panics.
RUSTFLAGS="--remap-path-prefix=$cargo=/cargo --remap-path-prefix=$folder=/fpcheck"
CARGO_TARGET_DIR=$folder/target
export PATH RUSTFLAGS CARGO_TARGET_DIR
build() {
	"$python" -m build --no-isolation --sdist --wheel --outdir "$out" "$folder/python"
	"$python" "$folder/python/tools/licences.py" "$folder/python/LICENCES-OF-CRATES"
	# The crates of others are kept. What is ours is built anew, whatever its files' times say.
	! [ -d "$venv/target" ] || mv "$venv/target" "$folder"
	cargo clean --quiet --release --package fpcheck --package fpcheck-python --manifest-path "$folder/python/native/Cargo.toml"
	maturin build --release --locked --out "$out" --manifest-path "$folder/python/native/Cargo.toml"
	mv "$folder/target" "$venv"
}
build >"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }
