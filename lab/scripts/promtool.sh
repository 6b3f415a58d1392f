#!/bin/sh
# Gets promtool, which checks metrics and rules, into .cache/promtool, unless it is there. It is in
# Debian's package of Prometheus, which is not installed: that would start a server.
set -eu
cd "$(dirname "$0")/../.."

[ -x .cache/promtool/promtool ] && exit 0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p .cache/promtool
get() {
	(cd "$scratch" && apt-get download -q -o APT::Sandbox::User=root prometheus)
}
get || { apt-get update -q && get; }
dpkg-deb --fsys-tarfile "$scratch"/prometheus_*.deb | tar -x -C "$scratch" ./usr/bin/promtool
mv "$scratch/usr/bin/promtool" .cache/promtool/
