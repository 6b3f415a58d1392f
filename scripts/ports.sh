#!/bin/sh
# ports.sh [NAME...]: builds and tests ports, all unless named, and holds each
# against the vectors. ports.sh run NAME: runs a built port, for the conformance
# suite to talk to. ports.sh fuzz TIME: looks so long for inputs on which each differs
# from the reference. ports.sh bench FILE: how many megabytes of the text each of them
# reads a second.
set -eu
cd "$(dirname "$0")/.."
ports="python javascript rust java c"
fuzzed="scalars,texts,malformed,identifiers,limits,xml,joins,clusters,repeats,strings,stages,vectors"

run() {
	case $1 in
	python) PYTHONPATH=ports/python/src exec .cache/python/bin/python -m fpcheck port ;;
	javascript) exec node ports/javascript/port.js ;;
	rust) exec .cache/ports/rust/release/examples/fpcheck-port ;;
	java) exec ports/java/port.sh ;;
	c) exec ports/c/build/fpcheck_port ;;
	*) echo "ports: no port is called $1" >&2; exit 2 ;;
	esac
}

check() { # builds and tests, in the port's own folder
	case $1 in
	python) FPCHECK_CACHE=../../.cache ./check.sh ;;
	javascript) npm install --silent --no-audit --no-fund && npm run --silent build && npm test ;;
	rust)
		export CARGO_TARGET_DIR=../../.cache/ports/rust
		cargo build --quiet --release --features markup --example fpcheck-port && cargo test --quiet --features markup
		cargo clippy --quiet --all-targets -- -D warnings && cargo clippy --quiet --all-targets --features markup -- -D warnings
		;;
	java) mvn -B -q verify ;;
	c)
		./lexbor.sh ../../.cache/ports/lexbor
		make -s test MARKUP=1 LEXBOR=../../.cache/ports/lexbor
		;;
	*) echo "ports: no port is called $1" >&2; exit 2 ;;
	esac
}

bench() { # in the port's own folder
	case $1 in
	python) PYTHONPATH=src python3 bench.py "$2" ;;
	javascript) npm run --silent bench -- "$2" ;;
	rust) CARGO_TARGET_DIR=../../.cache/ports/rust cargo run --quiet --release --example bench -- "$2" ;;
	java) java -cp target/classes:target/test-classes io.github.lsh_interop.fpcheck.Benchmark "$2" ;;
	c) make -s bench FILE="$2" ;;
	esac
}

case ${1:-} in
run) run "${2:?usage: ports.sh run NAME}" ;;
fuzz)
	for name in $ports; do
		bin/fpcheck fuzz --generators "$fuzzed" --duration "${2:?usage: ports.sh fuzz TIME}" -- scripts/ports.sh run "$name"
	done
	exit
	;;
bench)
	file=$(realpath "${2:?usage: ports.sh bench FILE}")
	for name in $ports; do
		echo "== $name"
		(cd "ports/$name" && bench "$name" "$file")
	done
	exit
	;;
esac
[ $# -gt 0 ] || set -- $ports
for name; do
	echo "== $name"
	(cd "ports/$name" && check "$name")
	bin/fpcheck conform --level markup -- scripts/ports.sh run "$name"
done
