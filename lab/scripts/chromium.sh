#!/bin/sh
# Installs Debian's chromium, with which pages are tested, and into .cache/axe the program that
# checks whether everybody can use them, unless they are there.
set -eu
cd "$(dirname "$0")/../.."

if ! [ -e .cache/axe/node_modules/axe-core ]; then
	mkdir -p .cache/axe
	npm install --silent --no-audit --no-fund --prefix .cache/axe axe-core@4.14.1
fi
if command -v chromium >/dev/null; then
	exit 0
fi
apt-get update -q
DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends chromium fonts-dejavu-core
