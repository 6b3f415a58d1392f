#!/bin/sh
# crate.sh: checks the Rust crate as its users meet it: the tests of its package, the oldest Rust that it supports, a
# machine without an operating system, and the pages of docs.rs.
set -eu
cd "$(dirname "$0")/../.."
: "${FPCHECK_CACHE:=$PWD/.cache}"
CARGO_TARGET_DIR=$FPCHECK_CACHE/crate
export CARGO_TARGET_DIR
crate=ports/rust/Cargo.toml
oldest=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' $crate)
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT

fail() {
	echo "crate: $*" >&2
	exit 1
}

echo "== the package"
cargo package --quiet --manifest-path $crate --allow-dirty --no-verify --exclude-lockfile --target-dir "$stage/target"
tar -xzf "$stage"/target/package/*.crate -C "$stage"
(
	cd "$stage"/fpcheck-*/
	unset FPCHECK_VECTORS
	cargo test --all-features -- --nocapture >"$stage/log" 2>&1 || fail "$(cat "$stage/log")"
)
grep -q 'left out: this test needs the vectors' "$stage/log" || fail "no test says that it is left out"
tests=$(sed -n 's/^test result: ok\. \([0-9]*\) passed.*/\1/p' "$stage/log" | awk '{ sum += $1 } END { print sum + 0 }')
[ "$tests" -ge 40 ] || fail "$tests tests: expected 40 or more"

echo "== without an operating system"
cargo build --quiet --manifest-path $crate --lib --no-default-features --target thumbv7em-none-eabi
cargo build --quiet --manifest-path $crate --lib --no-default-features --features digest,serde --target thumbv7em-none-eabi

echo "== Rust $oldest.0"
# This version reads no newer lock file, and knows no versions by the Rust that they need. Tests have newer dependencies.
cp -R ports/rust "$stage/oldest"
rm -rf "$stage/oldest/target" "$stage/oldest/Cargo.lock"
(
	cd "$stage/oldest"
	CARGO_RESOLVER_INCOMPATIBLE_RUST_VERSIONS=fallback cargo generate-lockfile --quiet
	sed -i 's/^version = 4$/version = 3/' Cargo.lock
	cargo "+$oldest.0" build --quiet --lib --no-default-features
	cargo "+$oldest.0" build --quiet --lib --features digest,serde,markup
)

echo "== docs.rs"
RUSTDOCFLAGS='--cfg docsrs -D warnings' cargo +nightly doc --quiet --no-deps --lib --all-features --manifest-path $crate
grep -q 'crate feature' "$CARGO_TARGET_DIR/doc/fpcheck/digest/index.html" || fail "the pages do not name the features"
echo "crate: $tests tests of the package, Rust $oldest.0, thumbv7em-none-eabi, docs.rs"
