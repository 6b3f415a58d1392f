#!/bin/sh
# Build the package, install the wheel in a virtual environment of its own, and run every
# check and test there. The environment is in $FPCHECK_CACHE/python, or in .venv.
set -eu
cd "$(dirname "$0")"
venv=${FPCHECK_CACHE:+$FPCHECK_CACHE/python}
venv=${venv:-.venv}
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
python=$venv/bin/python
pip="$python -m pip --disable-pip-version-check --quiet"

$pip install hatchling build mypy PyYAML ruff "selectolax>=1.0.2" types-PyYAML
rm -rf "$venv/dist"
"$python" -m build --no-isolation --outdir "$venv/dist" >"$venv/build.log" ||
    { cat "$venv/build.log"; exit 1; }
$pip install --no-deps --force-reinstall "$venv"/dist/*.whl

"$python" -m ruff check --no-cache .
"$python" -m mypy --cache-dir "$venv/mypy"
"$python" -m unittest discover --start-directory tests "$@"
