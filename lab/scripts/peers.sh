#!/bin/sh
# Installs what lab/bench/peers compares with into .cache/peers, and builds what measures it there,
# unless it is there: from PyPI simhash, datasketch, rensa, iscc-core, iscc-lib and py-tlsh, the
# crate gaoya, hash4j from Maven Central, and the ports. It needs the tools that lab/scripts/ports.sh
# needs. What cannot be had is left out and said so, here and in the table.
set -u
cd "$(dirname "$0")/../.." || exit 1
peers=$PWD/.cache/peers
drivers=$PWD/lab/bench/peers/drivers
python="simhash==2.1.2 datasketch==2.0.0 rensa==0.5.0 iscc-core==1.5.0 iscc-lib==0.7.0 py-tlsh==5.0.0 numpy==2.4.6"
hash4j=0.31.0
mkdir -p "$peers" || exit 1

install_python() {
	[ "$(cat "$peers/python/VERSION" 2>/dev/null)" != "$python" ] || return 0
	rm -rf "$peers/python"
	if ! python3 -c 'import ensurepip' 2>/dev/null; then
		apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends python3-venv
	fi
	python3 -m venv "$peers/python" || return 1
	# One by one: what cannot be had takes nothing else away.
	for p in $python; do
		"$peers/python/bin/pip" install -q --disable-pip-version-check "$p" || missing "$p of PyPI"
	done
	echo "$python" >"$peers/python/VERSION"
}

install_java() {
	mkdir -p "$peers/java" || return 1
	[ -f "$peers/java/hash4j-$hash4j.jar" ] ||
		mvn -B -q org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy -Dmdep.overWriteIfNewer=true \
			-Dartifact="com.dynatrace.hash4j:hash4j:$hash4j" -DoutputDirectory="$peers/java" || return 1
	echo "$hash4j" >"$peers/java/VERSION"
	(cd ports/java && mvn -B -q compile) || return 1
	javac -d "$peers/java/classes" -cp "$PWD/ports/java/target/classes:$peers/java/hash4j-$hash4j.jar" "$drivers/Peers.java" "$drivers/Protocol.java"
}

install_rust() {
	cargo build --quiet --release --manifest-path "$drivers/rust/Cargo.toml" --target-dir "$peers/rust"
}

install_c() {
	mkdir -p "$peers/c" && ${CC:-cc} -std=c11 -O2 -I ports/c -o "$peers/c/peers" \
		"$drivers/peers.c" ports/c/fpcheck.c
}

install_go() {
	go -C lab build -tags purego -o "$peers/go/peers" ./bench/peers
}

failed=
missing() {
	echo "lab/scripts/peers.sh: without $1" >&2
	failed=yes
}

install_go || missing "what is made by pure Go"
install_python || missing "what Python has"
install_java || missing "hash4j and the Java port"
install_rust || missing "gaoya and the Rust port"
install_c || missing "the C port"
command -v node >/dev/null || missing "the JavaScript port: node is not there"
[ -z "$failed" ] || echo "lab/scripts/peers.sh: the rest is in $peers" >&2
