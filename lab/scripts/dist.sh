#!/bin/sh
# dist.sh [DIR]: builds all that a release has into DIR, dist unless given, anew. The octets depend on the
# commit, and on the tools that docs/releasing.md lists, not on the folder, the user or the day.
set -eu
cd "$(dirname "$0")/../.."

: "${FPCHECK_CACHE:=$PWD/.cache}"
version=$(sed -n 's/^const Version = "\(.*\)"$/\1/p' spec.go)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export FPCHECK_CACHE SOURCE_DATE_EPOCH version
# What a user's settings could change. The commit is in the programs.
export LC_ALL=C TZ=UTC CGO_ENABLED=0 GOFLAGS=-buildvcs=true GOEXPERIMENT='' GOAMD64=v1 GOARM64=v8.0
umask 022

pack() { # DIR FILE: a tar of a folder
	tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --mode=u+w,go-w \
		-C "$(dirname "$1")" -cf "$2" "$(basename "$1")"
}

compressed() { # DIR FILE: a tar of a folder, by gzip
	pack "$1" "$2.tar"
	gzip -n <"$2.tar" >"$2"
	rm "$2.tar"
}

zipped() { # DIR FILE: a zip of a folder; its times are those of the files
	find "$1" -exec touch -d "@$SOURCE_DATE_EPOCH" {} +
	(cd "$(dirname "$1")" && python3 -m zipfile -c "$2" "$(basename "$1")")
}

tracked() { # PATH DIR: copies what git knows of a path
	mkdir -p "$2"
	git -C "$1" ls-files -z | tar -C "$1" --null -T - -cf - | tar -C "$2" -xf -
}

# shared makes what the archives and packages of all systems have beside the program.
shared() { # DIR
	mkdir -p "$1/share/bash-completion/completions" "$1/share/zsh/site-functions" \
		"$1/share/fish/vendor_completions.d" "$1/share/powershell"
	"$stage/host/fpcheck" man "$1/share/man/man1"
	"$stage/host/fpcheck" completion bash >"$1/share/bash-completion/completions/fpcheck"
	"$stage/host/fpcheck" completion zsh >"$1/share/zsh/site-functions/_fpcheck"
	"$stage/host/fpcheck" completion fish >"$1/share/fish/vendor_completions.d/fpcheck.fish"
	"$stage/host/fpcheck" completion powershell >"$1/share/powershell/fpcheck.ps1"
	cp LICENSE NOTICE README.md CHANGELOG.md SPEC.md CITATION.cff "$1"
	cp "$stage/LICENCES-OF-MODULES" "$1"
	tracked examples "$1/examples"
}

debian() { # ARCH TREE: a Debian package of an archive's files
	root=$stage/deb-$1
	doc=$root/usr/share/doc/fpcheck
	mkdir -p "$root/DEBIAN" "$doc" "$root/usr/share/zsh" "$root/usr/bin"
	cp "$2/bin/fpcheck" "$root/usr/bin"
	cp -R "$2/share/man" "$2/share/bash-completion" "$2/share/fish" "$root/usr/share"
	cp -R "$2/share/zsh/site-functions" "$root/usr/share/zsh/vendor-completions"
	cp -R "$2/examples" "$2/README.md" "$2/SPEC.md" "$doc"
	cp CHANGELOG.md "$doc"
	gzip -9n "$doc/CHANGELOG.md" "$root"/usr/share/man/man1/*
	cat NOTICE LICENSE "$2/LICENCES-OF-MODULES" >"$doc/copyright"
	cat >"$root/DEBIAN/control" <<-END
		Package: fpcheck
		Version: $version
		Architecture: $1
		Maintainer: The fpcheck authors
		Installed-Size: $(find "$root/usr" -type f -size +0 -printf '%s\n' | awk '{ n += int(($1 + 1023) / 1024) } END { print n }')
		Suggests: poppler-utils, djvulibre-bin, libwpd-tools, libwps-tools, libvisio-tools, libmspub-tools
		Section: text
		Priority: optional
		Homepage: https://github.com/lsh-interop/fpcheck
		Description: fingerprints of documents, the same from every implementation
		 fpcheck finds near duplicates among documents of many formats, and verifies
		 after a migration that texts are still the same. Its fingerprints are defined
		 by a specification with test vectors.
	END
	find "$root" -exec touch -d "@$SOURCE_DATE_EPOCH" {} +
	dpkg-deb -Zgzip -z6 --root-owner-group --build "$root" "$out/fpcheck_${version}_$1.deb" >/dev/null
}

image() { # TREE of each architecture: the image layout
	for tree; do
		root=$stage/image-${tree##*-}
		mkdir -p "$root/usr/bin" "$root/usr/share/doc/fpcheck"
		cp "$tree/bin/fpcheck" "$root/usr/bin"
		cp LICENSE NOTICE "$tree/LICENCES-OF-MODULES" "$root/usr/share/doc/fpcheck"
	done
	name=fpcheck-$version-oci
	"$stage/release" image "$stage/$name" "$version" \
		"linux/amd64=$stage/image-amd64" "linux/arm64=$stage/image-arm64"
	# An image archive has the layout itself, without a folder around it.
	(cd "$stage/$name" && tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
		--mode=u+w,go-w -cf "$out/$name.tar" -- *)
}

programs() {
	mkdir "$stage/host"
	go build -trimpath -ldflags='-s -w' -o "$stage/host/fpcheck" ./cmd/fpcheck
	go -C lab build -o "$stage/release" ./release
	platforms="linux-amd64 linux-arm64 darwin-amd64 darwin-arm64 windows-amd64 windows-arm64"
	built=
	for platform in $platforms; do
		tree=$stage/fpcheck-$version-$platform
		exe=$tree/bin/fpcheck
		case $platform in windows-*) exe=$exe.exe ;; esac
		GOOS=${platform%-*} GOARCH=${platform#*-} go build -trimpath -ldflags='-s -w' -o "$exe" ./cmd/fpcheck
		built="$built $exe"
	done
	# shellcheck disable=SC2086
	(cd lab && "$stage/release" licences "$stage/LICENCES-OF-MODULES" $built)
	# shellcheck disable=SC2086
	"$stage/release" sbom "$out/fpcheck-$version.cdx.json" "$version" $built
	for platform in $platforms; do
		tree=$stage/fpcheck-$version-$platform
		shared "$tree"
		case $platform in
		windows-*) zipped "$tree" "$out/${tree##*/}.zip" ;;
		*) compressed "$tree" "$out/${tree##*/}.tar.gz" ;;
		esac
	done
	debian amd64 "$stage/fpcheck-$version-linux-amd64"
	debian arm64 "$stage/fpcheck-$version-linux-arm64"
	image "$stage/fpcheck-$version-linux-amd64" "$stage/fpcheck-$version-linux-arm64"
	vectors=$stage/fpcheck-vectors-$version
	"$stage/host/fpcheck" vectors copy "$vectors"
	compressed "$vectors" "$out/${vectors##*/}.tar.gz"
}

packages() {
	ports/python/build.sh "$out"
	npm pack --silent --pack-destination "$out" ./ports/javascript >/dev/null
	# Without Cargo.lock, which says what is newest in the registry today.
	cargo package --quiet --manifest-path ports/rust/Cargo.toml --target-dir "$stage/rust" \
		--allow-dirty --no-verify --exclude-lockfile
	cp "$stage/rust/package/fpcheck-$version.crate" "$out"
	tracked ports/java "$stage/java"
	tracked ports/spark "$stage/spark"
	mvn -B -q -f "$stage/spark/reactor.xml" -Prelease -Dgpg.skip -Dmaven.test.skip package
	cp "$stage/java/target/fpcheck-$version.jar" "$stage/java/target/fpcheck-$version-sources.jar" \
		"$stage/java/target/fpcheck-$version-javadoc.jar" "$out"
	cp "$stage/java/pom.xml" "$out/fpcheck-$version.pom"
	cp "$stage/spark/target/fpcheck-spark-$version.jar" "$stage/spark/target/fpcheck-spark-$version-sources.jar" \
		"$stage/spark/target/fpcheck-spark-$version-javadoc.jar" "$out"
	cp "$stage/spark/pom.xml" "$out/fpcheck-spark-$version.pom"
	tracked ports/lucene "$stage/lucene"
	mvn -B -q -f "$stage/lucene/reactor.xml" -Prelease -Dgpg.skip -Dmaven.test.skip package
	cp "$stage/lucene/target/fpcheck-lucene-$version"*.jar "$out"
	cp "$stage/lucene/pom.xml" "$out/fpcheck-lucene-$version.pom"
	tracked ports/c "$stage/fpcheck-c-$version"
	compressed "$stage/fpcheck-c-$version" "$out/fpcheck-c-$version.tar.gz"
}

case ${1-} in
--programs | --packages) # a part, for this script itself
	"${1#--}"
	exit
	;;
esac
[ -z "$(git status --porcelain)" ] || echo "dist: files differ from the commit, and programs say so" >&2
if [ $# -eq 0 ]; then
	rm -rf dist
elif [ -n "$(ls -A "$1" 2>/dev/null)" ]; then
	echo "dist: $1 is not empty: expected a new folder" >&2
	exit 2
fi
mkdir -p "${1:-dist}"
out=$(cd "${1:-dist}" && pwd)
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
export out stage
# shellcheck disable=SC2016
lab/scripts/abreast.sh 2 'lab/scripts/dist.sh "--$1"' programs packages
(cd "$out" && sha256sum -- * >"$stage/SHA256SUMS" && cp "$stage/SHA256SUMS" .)
