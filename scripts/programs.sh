#!/bin/sh
# Installs the programs that read documents of some media, for the tests, unless they
# are there: fpcheck media lists them.
set -eu

packages=
need() {
	command -v "$1" >/dev/null || packages="$packages $2"
}
need pdftotext poppler-utils
need catdoc catdoc
need xls2csv catdoc
[ -n "$packages" ] || exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
	echo "scripts/programs.sh: install these Debian packages as root:$packages" >&2
	exit 1
fi
apt-get update -q
# shellcheck disable=SC2086
DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $packages
