#!/bin/sh
# Runs the tests of the pipeline on other architectures: arm64 and s390x
# (big-endian) under qemu, 386 as amd64 runs it, js/wasm under Node. Installs
# qemu-user-static from Debian if it is not there.
set -eu
cd "$(dirname "$0")/.."

# All but the command and what works on trees of files and archives.
packages=$(go list ./... | grep -vE '/(cmd|manifest|archive|internal/(browser|durable))(/|$)')

if ! command -v qemu-s390x-static >/dev/null; then
	apt-get update -q
	DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends qemu-user-static
fi
command -v node >/dev/null || { echo "arches: node is not installed: js/wasm needs it" >&2; exit 1; }

# A test that starts its own program again cannot under an emulator, nor one that starts
# go within js/wasm; and what tests the vectors by mutants or the suite by lines says
# nothing of an architecture.
alone='Entities|ProgramParent|MisbehavingPorts|Unsteady|Cancel|Mutant|Unmutated|EveryListed|FuzzTells|TestLines'
alone="$alone|ExampleTest|Diagnosis|PipelineOnly|SeveralSchemes|FuzzIs|FuzzAgrees"
# What is large to show that memory is bounded takes minutes there, and 386 shows it.
large='Limits|XMLStreams|TestMail$|HostileArchives|TestProgram|PackedMemory'

under() { # GOARCH emulator tests-to-leave-out
	echo "== $1"
	# shellcheck disable=SC2086
	CGO_ENABLED=0 GOARCH=$1 go test -short -timeout 40m -skip "$3" -exec "$2" $packages
}
under arm64 qemu-aarch64-static "$alone|$large"
under s390x qemu-s390x-static "$alone|$large"
under 386 env "$alone"

echo "== js/wasm"
# Node passes on the whole environment, and Go's runtime takes 8 KiB of it.
# shellcheck disable=SC2086
env -i PATH="$PATH" HOME="$HOME" GOFLAGS="${GOFLAGS:-}" GOPROXY="$(go env GOPROXY)" \
	GOOS=js GOARCH=wasm go test -short -timeout 40m -skip "$alone|$large" \
	-exec "$(go env GOROOT)/lib/wasm/go_js_wasm_exec" $packages
