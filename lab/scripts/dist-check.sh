#!/bin/sh
# dist-check.sh: builds the release of the last commit in two folders, whose octets must be equal,
# and installs each artefact into an empty environment, where the first example of its own README
# must print what the README says.
set -eu
cd "$(dirname "$0")/../.."

fail() {
	echo "dist-check: $*" >&2
	exit 1
}

# block prints the first code block of a language in a Markdown file, after a line if one is given.
block() { # LANGUAGE FILE [LINE]
	awk -v fence="\`\`\`$1" -v after="${3-}" '
		after == "" || $0 == after { found = 1 }
		on && /^```$/ { exit }
		on { print }
		found && $0 == fence { on = 1 }' "$2" >block
	[ -s block ] || fail "$2: no block of $1 ${3:+after \"$3\"}"
	cat block
}

same() { # WANT GOT: two files
	[ -s "$1" ] || fail "$1 is empty: expected what the README says"
	diff -u "$1" "$2" || fail "the README's example prints something else"
}

member() { # ARCHIVE PATH: a file in a zip
	python3 -c 'import sys, zipfile; sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))' "$1" "$2"
}

# session runs README's first session with a program in a folder where the examples are.
session() { # PROGRAM
	block console README.md '<!-- main job -->' >"$scratch/$name.session"
	grep -v '^\$ ' "$scratch/$name.session" >"$scratch/$name.want"
	sed -n "s#^\\\$ \\(go build [^&]*&& \\)\\{0,1\\}bin/fpcheck #$1 #p" "$scratch/$name.session" >"$scratch/$name.commands"
	sh "$scratch/$name.commands" >"$scratch/$name.got" 2>&1 </dev/null
	same "$scratch/$name.want" "$scratch/$name.got"
}

check_archives() {
	tar -xzf "$dist/fpcheck-$version-linux-$arch.tar.gz"
	cd "fpcheck-$version-linux-$arch"
	session bin/fpcheck
	bin/fpcheck version >../version
	for line in "specification  $version" "commit         $commit" "go             $(go env GOVERSION) linux/$arch"; do
		grep -Fqx "$line" ../version || fail "fpcheck version: expected the line \"$line\": $(cat ../version)"
	done
	man -M share/man -w fpcheck fpcheck-dedupe >/dev/null
	completions share/bash-completion/completions/fpcheck share/zsh/site-functions/_fpcheck share/fish/vendor_completions.d/fpcheck.fish
	cd ..
	for file in "$dist/fpcheck-$version"-*-*.tar.gz "$dist/fpcheck-$version"-*-*.zip; do
		case $file in
		*.zip) python3 -m zipfile -e "$file" all ;;
		*) mkdir -p all && tar -xzf "$file" -C all ;;
		esac
	done
	for tree in all/*; do
		platform=${tree#all/fpcheck-"$version"-}
		[ "$(go version -m "$tree"/bin/* | grep -cE "GO(OS|ARCH)=(${platform%-*}|${platform#*-})$")" = 2 ] ||
			fail "$tree: the program is not for $platform"
	done
	[ "$(find all -name 'fpcheck*' -path '*/bin/*' | wc -l)" = 6 ] || fail "expected programs for 6 platforms"
	"$lab" check-sbom "$dist/fpcheck-$version.cdx.json" "$version" "fpcheck-$version-linux-$arch/bin/fpcheck"
	"$lab" check-port-sboms "$dist" "$version"
}

completions() { # BASH ZSH FISH: they parse, as far as the shells are there
	bash -n "$1"
	! command -v zsh >/dev/null || zsh -n "$2"
	! command -v fish >/dev/null || fish --no-execute "$3"
	for file; do
		[ -s "$file" ] || fail "$file is empty"
	done
}

check_debian() {
	mkdir -p root/etc root/var/lib/dpkg/updates root/var/lib/dpkg/info
	: >root/var/lib/dpkg/status
	# The scripts run outside the new root, which has no shell, and read DPKG_ROOT.
	dpkg --root="$PWD/root" --log=/dev/null --force-not-root --force-architecture --force-script-chrootless --install \
		"$dist/fpcheck_$version-1_$arch.deb" "$dist/fpcheck-doc_$version-1_all.deb" >log 2>&1 || fail "dpkg: $(cat log)"
	(cd root && md5sum --quiet -c var/lib/dpkg/info/fpcheck.md5sums var/lib/dpkg/info/fpcheck-doc.md5sums)
	[ -s root/usr/lib/systemd/system/fpcheck.service ] || fail "no systemd unit"
	! command -v systemd-sysusers >/dev/null || grep -q '^fpcheck:' root/etc/passwd || fail "the package makes no user fpcheck"
	man -M root/usr/share/man -w fpcheck fpcheck-dedupe >/dev/null
	completions root/usr/share/bash-completion/completions/fpcheck root/usr/share/zsh/vendor-completions/_fpcheck \
		root/usr/share/fish/vendor_completions.d/fpcheck.fish
	program=$PWD/root/usr/bin/fpcheck
	(cd root/usr/share/doc/fpcheck && session "$program")
	for other in amd64 arm64; do
		dpkg-deb -x "$dist/fpcheck_$version-1_$other.deb" "$other"
		emulator=
		case $other in
		"$arch") ;;
		amd64) emulator=qemu-x86_64-static ;;
		arm64) emulator=qemu-aarch64-static ;;
		esac
		# Without an emulator, which make arches installs, its header has to do.
		if [ -z "$emulator" ] || command -v "$emulator" >/dev/null; then
			$emulator "$other/usr/bin/fpcheck" version | grep -qx "go .*linux/$other" || fail "the program for $other does not run"
		else
			go version -m "$other/usr/bin/fpcheck" | grep -q "GOARCH=$other$" || fail "the program is not for $other"
		fi
	done
}

check_image() {
	mkdir layout amd64 arm64
	tar -xf "$dist/fpcheck-$version-oci.tar" -C layout
	for other in amd64 arm64; do
		"$lab" check-image layout "$version" "$commit" "linux/$other" "$other"
	done
	"$arch/usr/bin/fpcheck" version | grep -Fqx "specification  $version" || fail "the image's program does not run"
}

# The files of other package managers, and the sources that some of them build without a network.
check_packages() {
	tar -xzf "$dist/fpcheck-$version-packages.tar.gz"
	tar -xzf "$dist/fpcheck-$version-source.tar.gz"
	"$lab" check-packages "fpcheck-$version-packages" "$version" "$dist"
	cd "fpcheck-$version-packages"
	for file in homebrew/fpcheck.rb conda/recipe.yaml nix/package.nix; do
		text=$(sed -n 's/.*\(The quick .* dog\.\).*/\1/p' "$file")
		got=$(printf %s "$text" | "$reference" fingerprint --quiet - | cut -d ' ' -f 1)
		[ -n "$got" ] && grep -Fq "$got" "$file" || fail "$file: expected the fingerprint of \"$text\", $got"
	done
	! command -v ruby >/dev/null || ruby -wc homebrew/fpcheck.rb >/dev/null
	! command -v nix-instantiate >/dev/null || nix-instantiate --parse nix/package.nix >/dev/null 2>&1 || fail "nix/package.nix does not parse"
	cd "../fpcheck-$version"
	GOFLAGS=-mod=vendor GOPROXY=off go build -trimpath -ldflags='-s -w' -o bin/fpcheck ./cmd/fpcheck
	session bin/fpcheck
	bin/fpcheck version | grep -Fx "commit         $commit" >/dev/null || fail "the program of the sources does not name their commit"
	[ -s LICENCES-OF-MODULES ] || fail "no LICENCES-OF-MODULES"
}

check_vectors() {
	tar -xzf "$dist/fpcheck-vectors-$version.tar.gz"
	cd "fpcheck-vectors-$version"
	for file in README.md LICENSE schema.json; do
		[ -s "$file" ] || fail "no $file"
	done
	[ "$(head -n 1 VERSION)" = "$version" ] || fail "not the vectors of $version"
	"$reference" vectors lint .
}

check_python() {
	cp "$dist/"*.whl .
	set -- ./*-none-any.whl
	member "$1" "fpcheck-$version.dist-info/METADATA" | sed '1,/^$/d' >README.md
	block python README.md >example.txt
	block sh README.md >install
	python3 -m venv env
	(PATH=$PWD/env/bin:$PATH && export PATH PIP_DISABLE_PIP_VERSION_CHECK=1 && sh -eu install >log 2>&1) || fail "pip: $(cat log)"
	# pip prefers the wheel for this system, which has the native core.
	implemented native env
	env/bin/pip --disable-pip-version-check --quiet uninstall -y fpcheck
	env/bin/pip --disable-pip-version-check --quiet install --no-index "$1"
	implemented pure env
	# The same of the sources, whose core a C compiler builds.
	python3 -m venv sources
	sources/bin/pip --disable-pip-version-check --quiet install "$dist/fpcheck-$version.tar.gz"
	implemented native sources
	python3 "$scratch/one/ports/python/tools/check_wheels.py" "$dist"
	[ "$(ls "$dist"/fpcheck-*-abi3-*.whl | wc -l)" = 7 ] || fail "expected wheels for 7 systems"
}

implemented() { # IMPLEMENTATION ENVIRONMENT: of the Python port, and the example of its README
	[ "$("$2/bin/python" -I -c 'import fpcheck; print(fpcheck.IMPLEMENTATION)')" = "$1" ] || fail "$2: not the $1 implementation"
	"$2/bin/python" -I -m doctest example.txt
}

check_javascript() {
	cp "$dist/fpcheck-$version.tgz" .
	tar -xzOf "fpcheck-$version.tgz" package/README.md >README.md
	npm init -y >/dev/null
	for section in '# fpcheck for JavaScript' '## HTML and XML'; do
		block sh README.md "$section" >install
		npm_config_audit=false npm_config_fund=false sh -eu install >log 2>&1 || fail "npm: $(cat log)"
		block js README.md "$section" >example.mjs
		sed -n 's#^console.log(.*); // ##p' example.mjs >want
		node example.mjs >got
		same want got
	done
}

check_rust() {
	cargo init --quiet --vcs none --name example
	cp "$dist/fpcheck-$version.crate" .
	tar -xzOf "fpcheck-$version.crate" "fpcheck-$version/README.md" >README.md
	block sh README.md '## Install' >install
	block rust README.md >src/main.rs
	grep -q assert_eq src/main.rs || fail "the README's example checks nothing"
	sh -eu install >log 2>&1 || fail "cargo add: $(cat log)"
	cargo run --quiet
	block sh README.md '## HTML and XML' >install
	sh -eu install >log 2>&1 || fail "cargo add: $(cat log)"
	cargo run --quiet
}

check_java() {
	cp "$dist/fpcheck-$version"*.jar .
	member "fpcheck-$version.jar" META-INF/README.md >README.md
	block sh README.md '## Install' >install
	# What Maven itself needs may be there; links take no room.
	mkdir repository
	! [ -d "$HOME/.m2/repository" ] || cp -al "$HOME/.m2/repository/." repository/ 2>/dev/null || cp -R "$HOME/.m2/repository/." repository/
	rm -rf repository/io/github/lsh-interop
	MAVEN_OPTS=-Dmaven.repo.local=$PWD/repository
	export MAVEN_OPTS
	sh -eu install >log 2>&1 || fail "mvn: $(cat log)"
	{
		echo '<project><modelVersion>4.0.0</modelVersion><groupId>example</groupId><artifactId>example</artifactId>'
		echo '<version>1</version><dependencies>'
		block xml README.md '## Install'
		echo '</dependencies></project>'
	} >pom.xml
	mvn -B -q org.apache.maven.plugins:maven-dependency-plugin:3.6.1:build-classpath -Dmdep.outputFile=path
	block '' README.md >session
	sed -n 's/^jshell> //p' session | jshell --class-path "$(cat path)" 2>/dev/null | tr -d '\b' |
		sed -n 's/.*jshell> *\(.* ==> .*\)/\1/p' >got
	grep ' ==> ' session >want
	same want got
	member "fpcheck-$version-sources.jar" io/github/lsh_interop/fpcheck/Scheme.java | grep ' Scheme' >/dev/null || fail "no sources"
	member "fpcheck-$version-javadoc.jar" index.html >/dev/null
}

# The jar with Spark's own programs: the functions by the line of the configuration, and the README's example.
check_spark() {
	cp "$scratch/one/ports/spark/README.md" .
	block python README.md | sed "s#hdfs:///#$PWD/#" >example.py
	cat >job.py <<-'END'
		from pyspark.sql import SparkSession
		spark = SparkSession.builder.getOrCreate()
		rows = [("a", "one two three four"), ("b", "one two three four"), ("c", "five six seven eight")]
		spark.createDataFrame(rows, "url STRING, text STRING").write.parquet("crawl")
		exec(open("example.py").read())
		kept = spark.read.parquet("kept").orderBy("id")
		print(*(row.id for row in kept.collect()))
		print(spark.sql("SELECT fpcheck_sm1('The quick brown fox jumps over the lazy dog.')").first()[0])
	END
	# shellcheck source=ports/spark/demo/spark.sh
	(cd "$scratch/one" && . ports/spark/demo/spark.sh && install_spark 4.0.5 && echo "$SPARK_HOME $python") >spark
	read -r SPARK_HOME PYSPARK_PYTHON <spark
	export SPARK_HOME PYSPARK_PYTHON
	jar=$dist/fpcheck-spark-$version.jar
	"$SPARK_HOME/bin/spark-submit" --master 'local[1]' --conf spark.ui.enabled=false --conf spark.sql.shuffle.partitions=1 \
		--conf spark.sql.extensions=io.github.lsh_interop.fpcheck.spark.Extensions \
		--jars "$jar" --py-files "$jar" job.py >got 2>log || fail "spark-submit: $(cat log)"
	{ echo a c && printf 'The quick brown fox jumps over the lazy dog.' | "$reference" fingerprint --quiet - | cut -d ' ' -f 1; } >want
	same want got
	member "$dist/fpcheck-spark-$version-sources.jar" io/github/lsh_interop/fpcheck/spark/Corpus.java | grep ' Corpus' >/dev/null || fail "no sources"
	member "$dist/fpcheck-spark-$version-javadoc.jar" index.html >/dev/null
	for of in "$jar" "$dist/fpcheck-spark-$version-sources.jar"; do
		member "$of" META-INF/LICENSE | grep 'Apache License' >/dev/null || fail "$of: no licence"
		member "$of" META-INF/LICENSE-HTMLPARSER | grep 'Henri Sivonen' >/dev/null || fail "$of: no licence of the HTML parser"
	done
}

check_c() {
	tar -xzf "$dist/fpcheck-c-$version.tar.gz"
	(
		cd "fpcheck-c-$version"
		block '' README.md 'It prints' >../want
		block sh README.md >../example.sh
		sh -eu ../example.sh >../got
	)
	same want got
	make -s -C "fpcheck-c-$version" install DESTDIR="$PWD/root" PREFIX=/usr
	for licence in LICENSE LICENSE-UNICODE; do
		cmp "fpcheck-c-$version/$licence" "root/usr/share/doc/fpcheck/$licence" || fail "make install: $licence is missing"
	done
	PKG_CONFIG_SYSROOT_DIR=$PWD/root PKG_CONFIG_LIBDIR=$PWD/root/usr/lib/pkgconfig
	export PKG_CONFIG_SYSROOT_DIR PKG_CONFIG_LIBDIR
	[ "$(pkg-config --modversion fpcheck)" = "$version" ] || fail "fpcheck.pc is not of version $version"
	# shellcheck disable=SC2046
	"${CC:-cc}" "fpcheck-c-$version/near.c" $(pkg-config --cflags --libs fpcheck) -o near
	LD_LIBRARY_PATH=$PWD/root/usr/lib ./near >got
	same want got
	cp "$dist/fpcheck-c-$version.tar.gz" .
	unset PKG_CONFIG_SYSROOT_DIR PKG_CONFIG_LIBDIR
	block sh "fpcheck-c-$version/README.md" '## Install' >install
	HOME=$PWD/home sh -eu install >log 2>&1 || fail "make install: $(cat log)"
}

case ${1-} in
--*) # one check, for this script itself
	name=${1#--}
	mkdir "$scratch/$name"
	cd "$scratch/$name"
	"check_$name"
	exit
	;;
esac

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
commit=$(git rev-parse HEAD)
[ -z "$(git status --porcelain)" ] || echo "dist-check: what differs from $commit is not looked at" >&2
FPCHECK_CACHE=${FPCHECK_CACHE:-$PWD/.cache}
export FPCHECK_CACHE scratch commit
for folder in "$scratch/one" "$scratch/another/folder, with a long name"; do
	git clone --quiet --shared . "$folder"
	(umask 0077 && cd "$folder" && lab/scripts/dist.sh >"$scratch/log" 2>&1) || fail "$(cat "$scratch/log")"
done
dist=$scratch/one/dist
(cd "$dist" && sha256sum --quiet -c SHA256SUMS)
diff -r "$dist" "$scratch/another/folder, with a long name/dist" || fail "two builds differ"

version=$(sed -n 's/^const Version = "\(.*\)"$/\1/p' spec.go)
arch=$(go env GOARCH)
lab=$scratch/release
reference=$scratch/fpcheck
go -C lab build -o "$lab" ./release
go build -o "$reference" ./cmd/fpcheck
export dist version arch lab reference
# shellcheck disable=SC2016
lab/scripts/abreast.sh 2 'lab/scripts/dist-check.sh "--$1"' archives debian image packages vectors python javascript rust java spark c
cat "$dist/SHA256SUMS"
printf 'dist-check: %s artefacts, equal from two folders, each installed and its example run\n' "$(wc -l <"$dist/SHA256SUMS")"
