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

# debian builds a package from a folder, which has the files to install.
debian() { # PACKAGE ARCH SUFFIX ROOT
	doc=$4/usr/share/doc/$1
	control=lab/release/debian/control$3
	mkdir -p "$4/DEBIAN" "$doc" "$4/usr/share/lintian/overrides"
	cp "lab/release/debian/lintian-overrides$3" "$4/usr/share/lintian/overrides/$1"
	cp "$stage/copyright" "$doc/copyright"
	{
		printf 'fpcheck (%s-1) unstable; urgency=medium\n\n  * Release %s: see changelog.gz.\n\n' "$version" "$version"
		printf ' -- %s  %s\n' "$(sed -n 's/^Maintainer: //p' "$control")" "$(date -ud "@$SOURCE_DATE_EPOCH" '+%a, %d %b %Y %T +0000')"
	} | gzip -9n >"$doc/changelog.Debian.gz"
	gzip -9n <CHANGELOG.md >"$doc/changelog.gz"
	(cd "$4" && find usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
	size=$(find "$4/usr" -type f -size +0 -printf '%s\n' | awk '{ n += int(($1 + 1023) / 1024) } END { print n }')
	sed "s/@VERSION@/$version/; s/@ARCH@/$2/; s/@SIZE@/$size/" "$control" >"$4/DEBIAN/control"
	chmod -R u=rwX,go=rX "$4"
	find "$4" -exec touch -d "@$SOURCE_DATE_EPOCH" {} +
	dpkg-deb -Zgzip -z6 --root-owner-group --build "$4" "$out/$1_$version-1_$2.deb" >/dev/null
}

debian_program() { # ARCH TREE: the package of an archive's program
	root=$stage/deb-$1
	mkdir -p "$root/DEBIAN" "$root/usr/share/zsh" "$root/usr/bin" "$root/usr/lib/systemd/system" "$root/usr/lib/sysusers.d"
	cp "$2/bin/fpcheck" "$root/usr/bin"
	cp -R "$2/share/man" "$2/share/bash-completion" "$2/share/fish" "$root/usr/share"
	gzip -9n "$root"/usr/share/man/man1/*
	cp -R "$2/share/zsh/site-functions" "$root/usr/share/zsh/vendor-completions"
	cp docs/serve/fpcheck.service "$root/usr/lib/systemd/system"
	cp lab/release/debian/sysusers "$root/usr/lib/sysusers.d/fpcheck.conf"
	cp lab/release/debian/postinst lab/release/debian/prerm lab/release/debian/postrm "$root/DEBIAN"
	debian fpcheck "$1" '' "$root"
}

debian_doc() { # TREE: the package of what an archive has to read
	root=$stage/deb-doc
	mkdir -p "$root/usr/share/doc/fpcheck"
	cp -R "$1/examples" "$1/README.md" "$1/SPEC.md" "$root/usr/share/doc/fpcheck"
	tracked docs "$root/usr/share/doc/fpcheck/docs"
	debian fpcheck-doc all -doc "$root"
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
		"$(git rev-parse HEAD)" "$out/fpcheck-$version.cdx.json" "linux/amd64=$stage/image-amd64" "linux/arm64=$stage/image-arm64"
	# An image archive has the layout itself, without a folder around it.
	(cd "$stage/$name" && tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner \
		--mode=u+w,go-w -cf "$out/$name.tar" -- *)
}

# sources makes an archive that needs Go and no network: what Git knows of the commit, and all modules.
sources() {
	tree=$stage/sources/fpcheck-$version
	tracked . "$tree"
	git rev-parse HEAD >"$tree/internal/cli/commit.txt"
	GOFLAGS='' go -C "$tree" mod vendor
	cp "$stage/LICENCES-OF-MODULES" "$tree"
	compressed "$tree" "$out/fpcheck-$version-source.tar.gz"
}

# manifests makes the files of other package managers, which name the archives above with their digests.
manifests() {
	tree=$stage/fpcheck-$version-packages
	"$stage/release" packages "$tree" "$version" "$out"
	compressed "$tree" "$out/${tree##*/}.tar.gz"
}

programs() {
	mkdir "$stage/host"
	go build -trimpath -ldflags='-s -w' -o "$stage/host/fpcheck" ./cmd/fpcheck
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
	(cd lab && "$stage/release" copyright "$stage/copyright" "$stage/fpcheck-$version-linux-amd64/bin/fpcheck")
	# shellcheck disable=SC2086
	(cd lab && "$stage/release" sbom "$out/fpcheck-$version.cdx.json" "$version" $built)
	for platform in $platforms; do
		tree=$stage/fpcheck-$version-$platform
		shared "$tree"
		case $platform in
		windows-*) zipped "$tree" "$out/${tree##*/}.zip" ;;
		*) compressed "$tree" "$out/${tree##*/}.tar.gz" ;;
		esac
	done
	debian_program amd64 "$stage/fpcheck-$version-linux-amd64"
	debian_program arm64 "$stage/fpcheck-$version-linux-arm64"
	debian_doc "$stage/fpcheck-$version-linux-amd64"
	image "$stage/fpcheck-$version-linux-amd64" "$stage/fpcheck-$version-linux-arm64"
	vectors=$stage/fpcheck-vectors-$version
	"$stage/host/fpcheck" vectors copy "$vectors"
	compressed "$vectors" "$out/${vectors##*/}.tar.gz"
	sources
	manifests
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
	"$stage/release" port-sboms "$out" "$version"
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
go -C lab build -o "$stage/release" ./release
# shellcheck disable=SC2016
lab/scripts/abreast.sh 2 'lab/scripts/dist.sh "--$1"' programs packages
(cd "$out" && sha256sum -- * >"$stage/SHA256SUMS" && cp "$stage/SHA256SUMS" .)
