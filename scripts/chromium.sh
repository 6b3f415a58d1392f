#!/bin/sh
# Installs Debian's chromium, with which the page that compares conformance runs is
# tested, unless it is there.
set -eu

if command -v chromium >/dev/null; then
	exit 0
fi
apt-get update -q
DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends chromium fonts-dejavu-core
