#!/bin/sh
# Checks the package by pyright, the type checker of many editors: its sources, and that it knows the type
# of each public name. mypy, which check.sh runs, infers some that pyright asks for. The tools are
# installed in $FPCHECK_CACHE/python-types, or in .venv.
set -eu
cd "$(dirname "$0")"
venv=${FPCHECK_CACHE:+$FPCHECK_CACHE/python-types}
venv=${venv:-$PWD/.venv}
python=$venv/bin/python
[ -x "$python" ] || python3 -m venv "$venv"
"$python" -m pip --disable-pip-version-check --quiet install pyright==1.1.414 pyarrow 'selectolax>=1.0.2'
echo "$PWD/src" >"$("$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/fpcheck.pth"
PATH=$venv/bin:$PATH
export PATH
pyright --pythonpath "$python" src
pyright --pythonpath "$python" --verifytypes fpcheck --ignoreexternal
