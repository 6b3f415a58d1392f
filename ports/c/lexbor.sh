#!/bin/sh
# lexbor.sh DIR: builds lexbor into DIR/include and DIR/lib, unless it is there. For the tests, where
# lexbor is not installed: no distribution that they run on has it. Its sources come with the source
# package of selectolax.
# lexbor.sh --sources DIR: only the sources of the HTML parser, and their licence, into DIR/lexbor.
set -eu
version=1.0.2
sha256=f0508ad927aa426425d4aa7a2bb2f8b21c01412534465bd227e241d4d0a6a418

unpack() { # DIR: the sources of selectolax, and lexbor in them
	echo "selectolax==$version --hash=sha256:$sha256" >"$1/requirements.txt"
	python3 -m pip download --quiet --no-deps --no-binary selectolax --dest "$1" -r "$1/requirements.txt"
	tar -C "$1" -xzf "$1/selectolax-$version.tar.gz"
	mv "$1/selectolax-$version/lexbor" "$1/unpacked"
	rm -rf "$1/selectolax-$version" "$1/selectolax-$version.tar.gz" "$1/requirements.txt"
}

if [ "$1" = --sources ]; then
	mkdir -p "$2"
	rm -rf "$2/lexbor" "$2/unpacked"
	unpack "$2"
	(cd "$2/unpacked/source" && find lexbor/core lexbor/dom lexbor/html lexbor/ns lexbor/tag lexbor/ports \
		-name '*.[ch]' | tar -cf - -T -) | tar -C "$2" -xf -
	cp "$2/unpacked/LICENSE" "$2/unpacked/NOTICE" "$2/lexbor"
	rm -rf "$2/unpacked"
	exit
fi
mkdir -p "$1"
cd "$1"
[ "$(cat version 2>/dev/null)" != $version ] || exit 0
rm -rf source include lib unpacked
unpack .
mv unpacked/source source
rm -rf unpacked

cd source
# What the HTML parser needs.
files=$(find lexbor/core lexbor/dom lexbor/html lexbor/ns lexbor/tag lexbor/ports/posix -name '*.c')
printf '%s\n' $files | xargs -P 2 -n 16 sh -c '
	for file; do ${CC:-cc} -O2 -g -fPIC -I. -c "$file" -o "${file%.c}.o" || exit 255; done' build
mkdir -p ../lib
ar rcs ../lib/liblexbor.a $(printf '%s\n' $files | sed 's/c$/o/')
cd ..
mkdir include
cp -R source/lexbor include/
find include -type f ! -name '*.h' -exec rm {} +
rm -rf source
echo $version >version
