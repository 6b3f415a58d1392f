#!/bin/sh
# languages.sh: builds the native wheel, installs it beside the packages that languages.py compares, and
# prints its table. Django and Weblate are installed for their messages alone. Everything is in
# $FPCHECK_CACHE, or in .cache.
set -eu
cd "$(dirname "$0")/../.."
cache=$(realpath -m "${FPCHECK_CACHE:-.cache}")
venv=$cache/languages
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
pip="$venv/bin/python -m pip --disable-pip-version-check --quiet"
$pip install rensa==0.5.0 datasketch==2.0.0 iscc-lib==0.7.0 iscc-core==1.5.0 py-tlsh==5.0.0 numpy==2.4.6
$pip install --no-deps Django==5.2.1 Weblate==5.11
rm -rf "$venv/wheels"
FPCHECK_CACHE=$cache ports/python/build.sh "$venv/wheels" "manylinux_2_17_$(uname -m)"
$pip install --no-deps --force-reinstall "$venv"/wheels/*abi3*.whl
exec "$venv/bin/python" lab/scripts/languages.py examples
