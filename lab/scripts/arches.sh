#!/bin/sh
# Runs the tests of the pipeline on other architectures: arm64 and s390x (big-endian) under qemu,
# 386 directly on amd64, js/wasm under Node. Installs Debian's qemu-user-static if it is missing.
set -eu
cd "$(dirname "$0")/../.."

# The packages that turn documents into fingerprints, and the vectors. Tests of ./scheme/words
# start programs, which an emulator cannot do.
packages=". ./conformance ./encode ./extract ./index ./internal/kernel/fast ./internal/store/hamming ./internal/kernel/jenkins ./internal/rules
	./internal/kernel/splitmix ./internal/unicode/ucd ./internal/unicode/whatwg ./scheme ./internal/kernel/minhash ./internal/kernel/simhash ./textdigest ./internal/kernel/tokenize
	./vectors"

if ! command -v qemu-s390x-static >/dev/null; then
	apt-get update -q
	DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends qemu-user-static
fi
command -v node >/dev/null || { echo "arches: node is not installed: js/wasm needs it" >&2; exit 1; }

# Left out: tests that start their own program again, which an emulator cannot do, or start go,
# which js/wasm cannot; and tests of the suite itself, which say nothing about an architecture.
alone='Entities|ProgramParent|MisbehavingPorts|Unsteady|Cancel|Mutant|Unmutated|EveryListed|FuzzTells|TestLines'
alone="$alone|ExampleTest|Diagnosis|PipelineOnly|SeveralSchemes|FuzzIs|FuzzAgrees|SIGKILL|NoRoom|ReadersBeside"
# Inputs that are large to show that memory is bounded take minutes here; 386 runs the first ones.
large='HostileIsLinear|PartsAreCheap|TestMedia$|Limits|XMLStreams|TestMail$|HostileArchives|TestProgram|PackedMemory|FlippedBits|ClustersAreThose|OfTheCurve|Chain|HotPage|BruteForce|TestScan'
larger='TestVectors/million|TestVectors/1000000'

# Bounds of memory and work, and properties of the design that random samples show, are the same
# everywhere: amd64 has shown them in the other steps.
bounds='TestBudget|HostileIWork|HostilePackages|TestDeep|TestSpool|TestCensus|CosineAndResemblance|FalseBySimulation'
bounds="$bounds|LeastWidth|KeysAreUnrelated|TestBandTables|ComposeEveryPair"
alone="$alone|$bounds"

under() { # GOARCH emulator tests-to-leave-out
	echo "== $1"
	# shellcheck disable=SC2086
	CGO_ENABLED=0 GOARCH=$1 go test -short -timeout 40m -skip "$3" -exec "$2" $packages
}
under arm64 qemu-aarch64-static "$alone|$large|$larger"
under s390x qemu-s390x-static "$alone|$large|$larger"
under 386 env "$alone|$larger"

echo "== js/wasm"
# Node passes on the whole environment, and Go's runtime takes 8 KiB of it.
# shellcheck disable=SC2086
env -i PATH="$PATH" HOME="$HOME" GOFLAGS="${GOFLAGS:-}" GOPROXY="$(go env GOPROXY)" \
	GOOS=js GOARCH=wasm go test -short -timeout 40m -skip "$alone|$large|$larger" \
	-exec "$(go env GOROOT)/lib/wasm/go_js_wasm_exec" $packages
