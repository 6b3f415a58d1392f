#!/bin/sh
# Build the wheels, install each, and run every check and test: with the native core and without it.
# The environment is in $FPCHECK_CACHE/python, or in .venv. In a source distribution, which has no
# build.sh, pip builds the wheels, with a C compiler.
set -eu
cd "$(dirname "$0")"
venv=${FPCHECK_CACHE:+$FPCHECK_CACHE/python}
venv=${venv:-.venv}
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
python=$venv/bin/python
pip="$python -m pip --disable-pip-version-check --quiet"

# shellcheck disable=SC2046
$pip install setuptools $("$python" -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["dev"])')
rm -rf "$venv/dist" "$venv/pure"
if [ -f build.sh ]; then
    ./build.sh "$venv/dist" "manylinux_2_17_$(uname -m)"
else
    $pip wheel --no-deps --wheel-dir "$venv/dist" .
    FPCHECK_PURE=1 $pip wheel --no-deps --wheel-dir "$venv/dist" .
fi
$pip install --no-deps --force-reinstall "$venv"/dist/*abi3*.whl
[ "$("$python" -I -c 'import fpcheck; print(fpcheck.IMPLEMENTATION)')" = native ]

"$python" -m ruff check --no-cache .
"$python" -m mypy --cache-dir "$venv/mypy"
"$python" -m mypy.stubtest --mypy-config-file pyproject.toml fpcheck._native >"$venv/stubtest.log" ||
    { cat "$venv/stubtest.log"; exit 1; }
"$python" -m unittest discover --start-directory tests "$@"
$pip install --no-deps --target "$venv/pure" "$venv"/dist/*-none-any.whl
PYTHONPATH=$(cd "$venv/pure" && pwd)
FPCHECK_PURE=1
export PYTHONPATH FPCHECK_PURE
[ "$("$python" -c 'import fpcheck; print(fpcheck.IMPLEMENTATION)')" = pure ]
"$python" -m unittest discover --start-directory tests "$@"
