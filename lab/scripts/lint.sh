#!/bin/sh
# Checks that need no test: formatting, vet, staticcheck, modules, generated tables, vectors, scripts,
# prose.
set -eu
cd "$(dirname "$0")/../.."

fail() {
	echo "lint: $*" >&2
	exit 1
}

unformatted=$(gofmt -l .)
[ -z "$unformatted" ] || fail "not formatted by gofmt:
$unformatted"

staticcheck=$(go -C lab tool -n staticcheck)
for module in . lab lab/prose; do
	(
		cd "$module"
		go mod tidy -diff || fail "$module/go.mod is not tidy: run \"go mod tidy\""
		go mod verify >/dev/null
		go vet ./...
		"$staticcheck" ./...
	)
done

# An output of a trial run is committed by accident now and then. "py.typed" is empty by its definition.
empty=$(git ls-files | grep -v '/py\.typed$' | while read -r file; do [ -s "$file" ] || echo "$file"; done)
[ -z "$empty" ] || fail "empty files: $empty"

# Files for other systems are in no build here. The flag is that of releases, which Go then need not compile again.
GOOS=windows go build -trimpath ./...

# Packages that have other files without assembly.
# shellcheck disable=SC2046
go vet -tags purego $(grep -rl --include='*.go' '^//go:build.*purego' . | xargs -n 1 dirname | sort -u)

go -C lab run ./ucdtables -check
go run ./cmd/fpcheck vectors lint vectors
for script in lab/scripts/*.sh lab/corpus/*.sh .ci/run; do
	case $(head -n 1 "$script") in
	*bash) bash -n "$script" ;;
	*) sh -n "$script" ;;
	esac
done
# Each version of clang-format formats in its own way, so one is named.
want=clang-format==23.1.5
if [ "$(cat .cache/clang-format/installed 2>/dev/null)" != $want ]; then
	python3 -m venv --clear .cache/clang-format
	.cache/clang-format/bin/pip install -q --disable-pip-version-check --only-binary :all: $want
	echo $want >.cache/clang-format/installed
fi
make -s -C ports/c check-format CLANG_FORMAT=../../.cache/clang-format/bin/clang-format
lab/scripts/prose.sh
echo "lint: clean"
