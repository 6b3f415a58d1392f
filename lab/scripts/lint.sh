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
lab/scripts/prose.sh
echo "lint: clean"
