#!/bin/sh
# Checks that need no test run: formatting, vet, staticcheck, the generated
# Unicode tables, the vectors, and shell scripts.
set -eu
cd "$(dirname "$0")/.."

unformatted=$(gofmt -l .)
if [ -n "$unformatted" ]; then
	echo "not formatted by gofmt:" >&2
	echo "$unformatted" >&2
	exit 1
fi
go vet ./...
go vet -tags purego ./jenkins ./tokenize
go tool staticcheck ./...
go run ./internal/ucd/gen -check
go run ./cmd/fpcheck vectors lint vectors
go mod verify >/dev/null
for script in scripts/*.sh corpus/*.sh .ci/run; do
	case $(head -n 1 "$script") in
	*bash) bash -n "$script" ;;
	*) sh -n "$script" ;;
	esac
done
echo "lint: clean"
