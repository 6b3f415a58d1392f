#!/bin/sh
# programs.sh [COMMAND[=PACKAGE]...]: installs, for the tests, the programs that documents of some
# media are read by (fpcheck media lists them), and the Debian packages of other commands, which have
# the names of the commands unless given, unless they are there.
set -eu

packages=
need() {
	command -v "$1" >/dev/null || packages="$packages $2"
}
need pdftotext poppler-utils
need djvutxt djvulibre-bin
need wpd2text libwpd-tools
need wps2text libwps-tools
need vsd2text libvisio-tools
need pub2raw libmspub-tools
for command; do
	need "${command%=*}" "${command#*=}"
done
[ -n "$packages" ] || exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
	echo "lab/scripts/programs.sh: install these Debian packages as root:$packages" >&2
	exit 1
fi
apt-get update -q
# shellcheck disable=SC2086
DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $packages
