#!/bin/sh
# ports.sh NAME: builds and tests a port and runs the conformance suite on it. ports.sh run NAME: runs a
# built port, for the conformance suite to talk to. ports.sh index NAME: the same, for searches. ports.sh fuzz TIME: looks for inputs on which a
# port and the reference differ, for TIME each, two ports at a time. ports.sh bench FILE: measures how
# many megabytes of the text each port reads in a second.
set -eu
cd "$(dirname "$0")/../.."
ports="python javascript rust java c"
fuzzed="scalars,texts,malformed,identifiers,limits,xml,joins,clusters,repeats,digests,strings,stages,documents,compared,vectors"

run() {
	case $1 in
	python) FPCHECK_PURE=1 PYTHONPATH=ports/python/src exec .cache/python/bin/python -m fpcheck port ;;
	python-native) FPCHECK_PURE=0 exec .cache/python/bin/python -m fpcheck port ;; # as it is installed
	javascript) exec node ports/javascript/port.js ;;
	rust) exec .cache/ports/rust/release/examples/fpcheck-port ;;
	java) exec ports/java/port.sh ;;
	c) exec ports/c/build/fpcheck_port ;;
	*) echo "ports: no port is called $1" >&2; exit 2 ;;
	esac
}

index() { # searches index files, for index/ports_test.go
	case $1 in
	python) FPCHECK_PURE=1 PYTHONPATH=ports/python/src exec .cache/python/bin/python ports/python/tests/index_port.py ;;
	java) exec java -XX:+UseSerialGC -cp 'ports/java/target/classes:ports/java/target/test-classes' io.github.lsh_interop.fpcheck.index.IndexPort ;;
	c) exec ports/c/build/index_port ;;
	*) echo "ports: $1 does not search index files" >&2; exit 2 ;;
	esac
}

check() { # builds and tests, in the port's own folder
	case $1 in
	python) FPCHECK_CACHE=../../.cache ./check.sh ;;
	javascript) npm install --silent --no-audit --no-fund && npm run --silent build && npm test ;;
	rust)
		export CARGO_TARGET_DIR=../../.cache/ports/rust
		cargo build --quiet --release --features digest,markup --example fpcheck-port && cargo test --quiet --all-features
		cargo clippy --quiet --all-targets -- -D warnings && cargo clippy --quiet --all-targets --all-features -- -D warnings
		cargo fmt --check
		;;
	java)
		mvn -B -q -Perror-prone verify
		../../lab/scripts/jshell.sh "$(echo target/fpcheck-*[0-9].jar):$(echo target/lib/*.jar | tr ' ' ':')" README.md
		;;
	c)
		./lexbor.sh ../../.cache/ports/lexbor
		# Without the program it leaves out the vectors, which conform runs.
		make -s test MARKUP=1 LEXBOR=../../.cache/ports/lexbor FPCHECK=
		;;
	*) echo "ports: no port is called $1" >&2; exit 2 ;;
	esac
}

bench() { # in the port's own folder
	case $1 in
	python) PYTHONPATH=src python3 bench.py "$2" ;;
	javascript) npm run --silent bench -- "$2" ;;
	rust) CARGO_TARGET_DIR=../../.cache/ports/rust cargo run --quiet --release --features digest --example bench -- "$2" ;;
	java) java -cp target/classes:target/test-classes io.github.lsh_interop.fpcheck.Benchmark "$2" ;;
	c) make -s bench FILE="$2" ;;
	esac
}

ask() { # NAME LEVEL [--match PATTERN]...: runs the suite on a port
	port=$1 level=$2
	shift 2
	bin/fpcheck conform --timeout 1m --level "$level" "$@" -- lab/scripts/ports.sh run "$port"
}

conform() {
	ask "$1" markup
	# The cases of level core have just passed.
	ask "$1" digest --match 'text-digest**'
	case $1 in
	c | javascript | python-native) ask "$1" main --match 'main-*' ;;
	esac
	case $1 in
	c) ask "$1" passages --match 'windows**' --match 'passages**' --match 'covers**' ;;
	python* | java) ask "$1" clusters --match 'bands-**' --match 'clusters-**' --match 'texts-**' ;;
	esac
	case $1 in
	python | c | java)
		reads=
		[ "$1" != java ] || reads=1
		FPCHECK_INDEX_PORT="$PWD/lab/scripts/ports.sh index $1" FPCHECK_INDEX_READS=$reads FPCHECK_INDEX_DOCUMENTS=1000 \
			go test -count=1 -run TestPort ./index
		;;
	esac
}

case ${1:-} in
run) run "${2:?usage: ports.sh run NAME}" ;;
index) index "${2:?usage: ports.sh index NAME}" ;;
fuzz)
	export fuzzed time="${2:?usage: ports.sh fuzz TIME}"
	# shellcheck disable=SC2086,SC2016
	exec lab/scripts/abreast.sh 2 'bin/fpcheck fuzz --generators "$fuzzed" --duration "$time" -- lab/scripts/ports.sh run "$1"' $ports python-native
	;;
bench)
	file=$(realpath "${2:?usage: ports.sh bench FILE}")
	for name in $ports; do
		echo "== $name"
		(cd "ports/$name" && bench "$name" "$file")
	done
	;;
*)
	name=${1:?usage: ports.sh NAME}
	(cd "ports/$name" && check "$name")
	conform "$name"
	[ "$name" != python ] || conform python-native
	;;
esac
