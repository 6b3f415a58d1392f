#!/bin/bash
# reference.sh [DIR]: writes the API reference of each language into DIR, build/reference unless given, by the tool
# of its ecosystem. It fails if a public name has no comment, wherever the tool can tell. A port is copied first, so
# its own build is left alone.
set -euo pipefail
cd "$(dirname "$0")/../.."
: "${FPCHECK_CACHE:=$PWD/.cache}"
out=${1:-build/reference}
rm -rf "$out"
mkdir -p "$out"
out=$(realpath "$out")
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT

fail() {
	echo "reference: $*" >&2
	exit 1
}

copy() { # PORT: what git knows of it, as it is now
	mkdir -p "$stage/$1"
	git -C "ports/$1" ls-files -z --cached --others --exclude-standard | (cd "ports/$1" && xargs -0 ls -d 2>/dev/null || :) |
		tar -C "ports/$1" -T - -cf - | tar -C "$stage/$1" -xf -
}

reference_go() {
	mkdir "$out/go"
	go -C lab run ./reference "$out/go" ..
}

reference_python() {
	copy python
	local env=$FPCHECK_CACHE/reference/python
	[ -d "$env" ] || python3 -m venv "$env"
	"$env/bin/pip" --disable-pip-version-check --quiet install pdoc==16.0.0
	(
		cd "$stage/python"
		export FPCHECK_PURE=1 PYTHONPATH=$stage/python/src
		"$env/bin/python" -W ignore::UserWarning -m pdoc --docformat google -o "$out/python" fpcheck
		"$env/bin/python" - <<-'END'
			import sys
			import pdoc.doc
			import fpcheck
			def bare(member, depth=0):
			    kind = (pdoc.doc.Class, pdoc.doc.Function)
			    if isinstance(member, kind) and not member.docstring and not member.name.startswith("_"):
			        yield member.fullname
			    if isinstance(member, pdoc.doc.Class):
			        for own in member.own_members:
			            yield from bare(own)
			module = pdoc.doc.Module(fpcheck)
			names = [module.get(name) for name in fpcheck.__all__]
			missing = [name for member in names if member for name in bare(member)]
			if None in names:
			    sys.exit("reference: a name of fpcheck.__all__ is in no page")
			if missing or not names:
			    sys.exit("reference: Python: no docstring: " + ", ".join(missing))
			print(f"reference: {len(names)} names of Python")
		END
	)
}

reference_javascript() {
	(cd ports/javascript && npm install --silent --no-audit --no-fund && node_modules/.bin/typedoc --logLevel Warn --out "$out/javascript")
	echo "reference: 5 entries of JavaScript"
}

reference_rust() {
	RUSTDOCFLAGS='-D warnings' CARGO_TARGET_DIR=$stage/rust cargo doc --quiet --no-deps --lib \
		--manifest-path ports/rust/Cargo.toml --all-features --config 'lints.rust.missing_docs="deny"'
	mv "$stage/rust/doc" "$out/rust"
	echo '<!doctype html><meta http-equiv="refresh" content="0; url=fpcheck/index.html"><title>fpcheck for Rust</title>' >"$out/rust/index.html"
	echo "reference: the crate"
}

reference_java() {
	copy java
	mvn -B -q -f "$stage/java/pom.xml" -Dgpg.skip -Dmaven.test.skip -Prelease package
	mkdir "$out/java"
	local jar
	jar=$(find "$stage/java/target" -name '*-javadoc.jar')
	(cd "$out/java" && python3 -m zipfile -e "$jar" .)
	echo "reference: the package of Java"
}

reference_c() {
	command -v doxygen >/dev/null || lab/scripts/programs.sh doxygen
	copy c
	local headers
	headers=$(find "$stage/c" -maxdepth 1 -name 'fpcheck*.h' ! -name '*_internal.h' ! -name '*_numbers.h' ! -name '*_parts.h' ! -name '*_tables.h' | sort | tr '\n' ' ')
	[ -n "$headers" ] || fail "ports/c has no headers"
	# The comments are plain ones. The filter makes Doxygen read each that begins a line.
	cat >"$stage/Doxyfile" <<-END
		PROJECT_NAME = "fpcheck for C"
		INPUT = $headers
		INPUT_FILTER = "sed 's#^\\([[:blank:]]*\\)// \\([^-]\\)#\\1/// \\2#; s#\\([;,]\\)[[:blank:]]*// #\\1 ///< #; s#^\\(.define.*[^[:blank:]]\\)[[:blank:]][[:blank:]]*// #\\1 ///< #; s#^//\$#///#'"
		OUTPUT_DIRECTORY = $stage/doxygen
		GENERATE_LATEX = NO
		OPTIMIZE_OUTPUT_FOR_C = YES
		JAVADOC_AUTOBRIEF = YES
		EXTRACT_ALL = NO
		QUIET = YES
		WARN_IF_UNDOCUMENTED = YES
		WARN_AS_ERROR = FAIL_ON_WARNINGS
		MACRO_EXPANSION = YES
		PREDEFINED = __cplusplus=0
		HAVE_DOT = NO
	END
	doxygen "$stage/Doxyfile" >&2
	mv "$stage/doxygen/html" "$out/c"
	echo "reference: the header of C"
}

index() {
	cat >"$out/index.html" <<-'END'
		<!doctype html>
		<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
		<title>fpcheck: API references</title>
		<style>body{max-width:40rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}</style>
		<h1>fpcheck: API references</h1>
		<ul>
		<li><a href="go/index.html">Go</a>, the reference implementation</li>
		<li><a href="python/index.html">Python</a></li>
		<li><a href="javascript/index.html">JavaScript</a></li>
		<li><a href="rust/index.html">Rust</a></li>
		<li><a href="java/index.html">Java</a></li>
		<li><a href="c/index.html">C</a></li>
		</ul>
		<p>All follow one <a href="SPEC.md">specification</a>.</p>
		</html>
	END
	cp SPEC.md "$out"
	local page
	for page in $(sed -n 's/.*href="\([^"]*\)".*/\1/p' "$out/index.html"); do
		[ -s "$out/$page" ] || fail "$page is missing or empty"
	done
}

failed=
for language in ${LANGUAGES:-go python javascript rust java c}; do
	# In a subshell of its own, where set -e counts.
	bash -euo pipefail -c "$(declare -f fail copy "reference_$language"); out='$out' stage='$stage' FPCHECK_CACHE='$FPCHECK_CACHE'; reference_$language" ||
		failed="$failed $language"
done
[ -z "$failed" ] || fail "failed for$failed"
[ -n "${LANGUAGES:-}" ] || index
