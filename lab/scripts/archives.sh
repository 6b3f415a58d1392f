#!/bin/sh
# Installs what tests of web archives make them and read them with, unless it is there:
# Debian's wget, and warcio and cdxj-indexer from PyPI in .cache/archives.
set -eu
cd "$(dirname "$0")/../.."

packages=
command -v wget >/dev/null || packages="$packages wget"
command -v python3 >/dev/null && python3 -c 'import ensurepip' 2>/dev/null || packages="$packages python3-venv"
if [ -n "$packages" ]; then
	apt-get update -q
	# shellcheck disable=SC2086
	DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $packages
fi

want="warcio==1.8.1 cdxj-indexer==1.5.0"
if [ "$(cat .cache/archives/VERSION 2>/dev/null)" != "$want" ]; then
	rm -rf .cache/archives
	python3 -m venv .cache/archives
	# shellcheck disable=SC2086
	.cache/archives/bin/pip install -q --disable-pip-version-check $want
	echo "$want" >.cache/archives/VERSION
fi
