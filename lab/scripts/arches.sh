#!/bin/sh
# arches.sh ARCH[=PACKAGE]...: runs the tests of the pipeline, the readers and the vectors, or those of one
# package, on other architectures: arm64 and s390x (big-endian) under Debian's qemu-user-static, 386
# directly on amd64, js (WebAssembly) under Node. Tests whose names match $LEFT_OUT are left out, and packages
# whose paths match $LEFT_OUT_PACKAGES.
set -eu
cd "$(dirname "$0")/../.."

# The packages that turn documents into fingerprints. Tests of ./scheme/words start programs, which
# an emulator cannot do.
pipeline="./conformance ./encode ./internal/kernel/... ./internal/rules ./internal/store/hamming ./internal/unicode/...
	./scheme ./textdigest ./vectors"
readers=". ./extract/... ./index ./internal/store/banding"

# Left out: tests that start their own program again, which an emulator cannot do, or start go,
# which js/wasm cannot; and tests of the suite itself, which say nothing about an architecture.
alone='IsProse|Entities|MisbehavingPorts|TestProgram|Cancel|TestLines|ExampleTest|PipelineOnly|SeveralSchemes|SIGKILL|NoRoom|ReadersBeside'
# Bounds of memory and work, and properties of the design that random samples show, are the same
# everywhere: amd64 has shown them in the other steps.
alone="$alone|TestBudget|HostileIWork|HostilePackages|TestDeep|TestSpool|TestCensus|CosineAndResemblance|FalseBySimulation"
alone="$alone|ProgressionsDoNotCrowd|LeastWidth|KeysAreUnrelated|TestBandTables|ComposeEveryPair|TestVectors/million|TestVectors/1000000"
# Inputs that are large to show that memory is bounded take minutes here; 386 runs them.
large='HostileIsLinear|PartsAreCheap|TestMedia$|Limits|XMLStreams|TestMail$|HostileArchives|PackedMemory|FlippedBits'
large="$large|LargeTexts|ClustersAreThose|SimilarityClusters|OfTheCurve|Chain|HotPage|BruteForce|TestScan|TestFaults"
alone="$alone${LEFT_OUT:+|$LEFT_OUT}"

for arch; do
	echo "== $arch"
	packages="$pipeline $readers"
	[ "$arch" = "${arch%=*}" ] || packages=${arch#*=} arch=${arch%=*}
	# shellcheck disable=SC2086
	packages=$(${GO:-go} list $packages | grep -vE "${LEFT_OUT_PACKAGES:-^$}")
	go=${GO:-go} os=linux skip="$alone|$large"
	case $arch in
	arm64) emulator=qemu-aarch64-static ;;
	s390x) emulator=qemu-s390x-static ;;
	386) emulator=env skip=$alone ;;
	js)
		command -v node >/dev/null || { echo "arches: node is not installed: js needs it" >&2; exit 1; }
		emulator=$(go env GOROOT)/lib/wasm/go_js_wasm_exec os=js arch=wasm
		# Node passes on the whole environment, and Go's runtime takes 8 KiB of it.
		go="env -i PATH=$PATH HOME=$HOME GOFLAGS=${GOFLAGS:-} GOPROXY=$(go env GOPROXY) $go"
		;;
	*) echo "arches: $arch is not tested" >&2; exit 2 ;;
	esac
	# shellcheck disable=SC2086
	CGO_ENABLED=0 GOOS=$os GOARCH=$arch $go test -short -timeout 40m -skip "$skip" -exec "$emulator" $packages
done
