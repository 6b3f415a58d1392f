#!/bin/sh
# Writes data/stopwords-iso.json from the npm package; with -check it only compares.
set -eu
cd "$(dirname "$0")"
version=1.1.0

case $#:${1-} in
0:) check= ;;
1:-check) check=yes ;;
*) echo "usage: stopwords/update.sh [-check]" >&2; exit 2 ;;
esac

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
(cd "$tmp" && npm pack --silent "stopwords-iso@$version" >/dev/null)
tar -xzf "$tmp/stopwords-iso-$version.tgz" -C "$tmp" package/stopwords-iso.json
if [ -z "$check" ]; then
	cp "$tmp/package/stopwords-iso.json" data/
elif ! cmp "$tmp/package/stopwords-iso.json" data/stopwords-iso.json; then
	echo "stopwords/update.sh: data/stopwords-iso.json is not that of stopwords-iso $version" >&2
	exit 1
fi
echo "stopwords-iso $version: $(sha256sum data/stopwords-iso.json | cut -d ' ' -f 1)"
