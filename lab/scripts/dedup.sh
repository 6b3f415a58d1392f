#!/bin/sh
# Installs what lab/dedup compares with, unless it is there: from PyPI datasketch, rensa, gaoya,
# DuckDB and FAISS in .cache/dedup/python, and if asked for by the word "slow" also text-dedup and
# datatrove, each in a folder of its own since what they need differs.
set -eu
cd "$(dirname "$0")/../.."

if ! { command -v python3 >/dev/null && python3 -c 'import ensurepip' 2>/dev/null; }; then
	apt-get update -q
	DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends python3-venv
fi

# install FOLDER PACKAGE...: one by one, so that what cannot be had takes nothing else away.
install() {
	at=.cache/dedup/$1
	shift
	[ "$(cat "$at/VERSION" 2>/dev/null)" != "$*" ] || return 0
	rm -rf "$at"
	python3 -m venv "$at"
	for p in "$@"; do
		"$at/bin/pip" install -q --disable-pip-version-check "$p" || echo "lab/scripts/dedup.sh: without $p of PyPI" >&2
	done
	echo "$*" >"$at/VERSION"
}

install python numpy==2.4.6 orjson==3.13.0 gaoya==0.2.2 rensa==0.5.0 datasketch==2.0.0 duckdb==2.0.0 faiss-cpu==1.15.1
case ${1-} in
slow)
	install text-dedup setuptools==75.8.0 text-dedup==0.4.0
	install datatrove 'datatrove[io,processing]==0.10.1' spacy==3.8.7 orjson==3.13.0
	;;
esac
