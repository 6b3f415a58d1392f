#!/bin/sh
# runtimes.sh: runs the tests of the JavaScript port in other versions of Node.js, in Deno and in Bun. Packages of
# the npm registry have these programs.
set -eu
cd "$(dirname "$0")/../.."
: "${FPCHECK_CACHE:=$PWD/.cache}"

case $(uname -m) in
x86_64) machine=x64 ;;
aarch64) machine=arm64 ;;
*) echo "runtimes: no programs for $(uname -m): expected x86_64 or aarch64" >&2; exit 1 ;;
esac
mkdir -p "$FPCHECK_CACHE/runtimes"
node="npm:node-linux-$machine"
npm install --silent --no-audit --no-fund --prefix "$FPCHECK_CACHE/runtimes" \
	"node20@$node@20.19.0" "node22@$node@22.12.0" "node24@$node@24.9.0" deno@2.9.6 bun@1.4.5
programs=$FPCHECK_CACHE/runtimes/node_modules
cd ports/javascript
npm install --silent --no-audit --no-fund
set -- test/api.test.js test/clones.test.js test/encodings.test.js test/maintext.test.js test/markup.test.js \
	test/properties.test.js test/spec.test.js test/streams.test.js test/textdigest.test.js
for version in 20 22 24; do
	echo "== $("$programs/node$version/bin/node" --version)"
	"$programs/node$version/bin/node" --test "$@"
	"$programs/node$version/bin/node" --eval \
		"const { sm1 } = require('fpcheck'); if (String(sm1.sum('a lamp')).length !== 17) throw new Error('require')"
done
echo "== deno"
"$programs/.bin/deno" test --quiet --allow-all --no-check --no-lock "$@"
echo "== bun"
for file; do
	"$programs/.bin/bun" test --timeout 600000 "./$file" # milliseconds
done
echo "runtimes: the tests pass in 3 versions of Node.js, in Deno and in Bun"
