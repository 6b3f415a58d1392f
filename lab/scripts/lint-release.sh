#!/bin/sh
# lint-release.sh: builds the programs of a release, and checks the packages that install them by the tools of each
# package manager: lintian, Ruby, Nix, rattler-build. It checks the SBOM by the schema of CycloneDX, and the workflows
# by actionlint and zizmor.
set -eu
cd "$(dirname "$0")/../.."

fail() {
	echo "lint-release: $*" >&2
	exit 1
}

# Not a tool of lab/go.mod: its YAML library is another version than that of compose-go.
go run github.com/rhysd/actionlint/cmd/actionlint@v1.7.12
tools=${FPCHECK_CACHE:-$PWD/.cache}/lint-release
want="zizmor==1.32.0 py-rattler-build==0.73.0 cyclonedx-python-lib[json-validation]==11.12.0"
if [ "$(cat "$tools/installed" 2>/dev/null)" != "$want" ]; then
	python3 -m venv --clear "$tools"
	# shellcheck disable=SC2086
	"$tools/bin/pip" install -q --disable-pip-version-check --only-binary :all: $want
	echo "$want" >"$tools/installed"
fi
"$tools/bin/zizmor" --quiet --offline .github/workflows

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
out=$scratch/dist stage=$scratch/stage
export out stage
mkdir "$out" "$stage"
go -C lab build -o "$stage/release" ./release
lab/scripts/dist.sh --programs
version=$(sed -n 's/^const Version = "\(.*\)"$/\1/p' spec.go)

lintian --fail-on error,warning "$out"/*.deb

tar -C "$scratch" -xzf "$out/fpcheck-$version-packages.tar.gz"
packages=$scratch/fpcheck-$version-packages
source=$out/fpcheck-$version-source.tar.gz
ruby -wc "$packages/homebrew/fpcheck.rb" >/dev/null
GOFLAGS=-mod=vendor GOPROXY=off ruby lab/release/formula.rb "$packages/homebrew/fpcheck.rb" "$source" "$scratch/homebrew"

licences=$(sed -n 's/^License: //p' "$packages/winget/LshInterop.Fpcheck.locale.en-US.yaml")
hash=sha256-$(sha256sum "$source" | cut -d ' ' -f 1 | xxd -r -p | base64)
nix-instantiate --parse "$packages/nix/default.nix" >/dev/null
[ "$(nix-instantiate --eval --strict lab/release/package_test.nix --arg package "$packages/nix/package.nix" \
	--argstr version "$version" --argstr hash "$hash" --argstr licences "$licences")" = true ] || fail "package.nix asks for something else"

"$tools/bin/python" lab/release/recipe.py "$packages/conda/recipe.yaml" "$source" "$scratch/conda"
"$tools/bin/python" lab/release/bom.py "$out/fpcheck-$version.cdx.json"
echo "lint-release: clean"
