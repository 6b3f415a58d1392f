#!/bin/sh
# Installs what lab/media judges the readers of documents by, unless it is there: LibreOffice without
# windows, MuPDF's tools, poppler's, Chromium, LuaTeX with the hyphenation of the languages that it
# prints (French and Greek would be 160 MB more), Java, and fonts of all scripts from Debian; into
# .cache/media Apache Tika and the documents of its tests from Maven Central, and WeasyPrint from
# PyPI.
set -eu
cd "$(dirname "$0")/../.."
media=$PWD/.cache/media
tika=3.2.2
weasyprint=70.0
modules="apple html mail microsoft miscoffice pdf text xml"

packages=
# need COMMAND PACKAGE...
need() {
	command -v "$1" >/dev/null || { shift; packages="$packages $*"; }
}
need soffice libreoffice-writer-nogui libreoffice-calc-nogui libreoffice-impress-nogui libreoffice-draw-nogui
need pdftotext poppler-utils
need mutool mupdf-tools
need chromium chromium
need java default-jre-headless
need mvn maven
need unzip unzip
command -v python3 >/dev/null && python3 -c 'import ensurepip' 2>/dev/null || packages="$packages python3-venv"
for package in fonts-noto-core fonts-noto-cjk libpangoft2-1.0-0 \
	texlive-luatex texlive-latex-recommended texlive-lang-cyrillic texlive-lang-european \
	texlive-lang-german texlive-lang-other texlive-lang-polish; do
	dpkg -s "$package" >/dev/null 2>&1 || packages="$packages $package"
done
if [ -n "$packages" ]; then
	if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
		echo "lab/scripts/media.sh: install these Debian packages as root:$packages" >&2
		exit 1
	fi
	apt-get update -q
	# shellcheck disable=SC2086
	DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $packages
fi

# fetch ARTIFACT FOLDER
fetch() {
	mvn -B -q org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy -Dartifact="$1" -DoutputDirectory="$2"
}

mkdir -p "$media"
if [ "$(cat "$media/VERSION" 2>/dev/null)" != "$tika" ]; then
	rm -rf "$media/new" "$media/tika" "$media/readings" "$media/costs.json"
	mkdir "$media/new"
	fetch "org.apache.tika:tika-app:$tika" "$media/new"
	mv "$media/new/tika-app-$tika.jar" "$media/tika-app.jar"
	for m in $modules; do
		fetch "org.apache.tika:tika-parser-$m-module:$tika:jar:tests" "$media/new"
		unzip -q "$media/new/tika-parser-$m-module-$tika-tests.jar" 'test-documents/*' -d "$media/new/$m"
		mkdir -p "$media/tika"
		mv "$media/new/$m/test-documents" "$media/tika/$m"
	done
	rm -rf "$media/new"
	echo "$tika" >"$media/VERSION"
fi
if [ "$(cat "$media/weasyprint/VERSION" 2>/dev/null)" != "$weasyprint" ]; then
	rm -rf "$media/weasyprint"
	python3 -m venv "$media/weasyprint"
	"$media/weasyprint/bin/pip" install -q --disable-pip-version-check "weasyprint==$weasyprint"
	echo "$weasyprint" >"$media/weasyprint/VERSION"
fi
