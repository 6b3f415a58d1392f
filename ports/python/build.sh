#!/bin/sh
# build.sh DIR: builds the source distribution and the wheels that a release has, into DIR. Their
# octets depend on the sources, SOURCE_DATE_EPOCH and the tools alone. The tools are installed in
# $FPCHECK_CACHE/python-build, or in .venv.
set -eu
[ $# -eq 1 ] || { echo "usage: build.sh DIR" >&2; exit 2; }
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "$(dirname "$0")"
venv=${FPCHECK_CACHE:+$FPCHECK_CACHE/python-build}
venv=${venv:-.venv}
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
requires=$("$venv/bin/python" -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"])')
# shellcheck disable=SC2086
"$venv/bin/python" -m pip --disable-pip-version-check --quiet install build==1.3.0 $requires

log=$(mktemp)
trap 'rm -f "$log"' EXIT
"$venv/bin/python" -m build --no-isolation --outdir "$out" >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
