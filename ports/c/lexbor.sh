#!/bin/sh
# lexbor.sh DIR: builds lexbor into DIR/include and DIR/lib, unless it is there. For the tests, where
# lexbor is not installed: no distribution that they run on has it. Its sources come with the source
# package of selectolax.
set -eu
version=1.0.2
sha256=f0508ad927aa426425d4aa7a2bb2f8b21c01412534465bd227e241d4d0a6a418

mkdir -p "$1"
cd "$1"
[ "$(cat version 2>/dev/null)" != $version ] || exit 0
rm -rf source include lib selectolax-*
echo "selectolax==$version --hash=sha256:$sha256" >requirements.txt
python3 -m pip download --quiet --no-deps --no-binary selectolax -r requirements.txt
tar xzf selectolax-$version.tar.gz
mv selectolax-$version/lexbor/source source
rm -rf selectolax-*

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
