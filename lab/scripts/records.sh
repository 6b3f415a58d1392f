#!/bin/sh
# Installs what bench-records compares with, unless it is there: DuckDB and pyarrow from PyPI, and simdjson of
# Debian, in .cache/records.
set -eu
cd "$(dirname "$0")/../.."

want="duckdb==2.0.0 pyarrow==26.0.1"
if [ "$(cat .cache/records/VERSION 2>/dev/null)" != "$want" ]; then
	rm -rf .cache/records
	python3 -m venv .cache/records
	# shellcheck disable=SC2086
	.cache/records/bin/pip install -q --disable-pip-version-check $want
	if [ ! -f /usr/include/simdjson.h ]; then
		apt-get update -q
		DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends libsimdjson-dev
	fi
	c++ -std=c++17 -O3 -march=native -o .cache/records/simdjson lab/bench/files/drivers/records.cc -lsimdjson
	echo "$want" >.cache/records/VERSION
fi
