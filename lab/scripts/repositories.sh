#!/bin/sh
# Installs the validators that tests of bags and of OCFL objects are judged by, unless they are there:
# bagit, bagit_profile and ocfl-py from PyPI in .cache/repositories.
set -eu
cd "$(dirname "$0")/../.."

if ! { command -v python3 >/dev/null && python3 -c 'import ensurepip' 2>/dev/null; }; then
	apt-get update -q
	DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends python3-venv
fi

want="bagit==1.9.0 bagit_profile==1.3.1 ocfl-py==2.1.0"
if [ "$(cat .cache/repositories/VERSION 2>/dev/null)" != "$want" ]; then
	rm -rf .cache/repositories
	python3 -m venv .cache/repositories
	# shellcheck disable=SC2086
	.cache/repositories/bin/pip install -q --disable-pip-version-check $want
	echo "$want" >.cache/repositories/VERSION
fi
