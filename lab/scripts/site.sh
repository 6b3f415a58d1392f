#!/bin/bash
# site.sh: writes the site into build/site: a folder for this version, and a page that lists the versions. Versions
# that other checkouts wrote there stay.
set -euo pipefail
cd "$(dirname "$0")/../.."
: "${FPCHECK_CACHE:=$PWD/.cache}"
env=$FPCHECK_CACHE/site
stage=build/stage
site=build/site

if ! cmp -s lab/site/requirements.txt "$env/requirements.txt"; then
	python3 -m venv --clear "$env"
	"$env/bin/pip" --disable-pip-version-check --quiet install --no-deps -r lab/site/requirements.txt
	cp lab/site/requirements.txt "$env"
fi

# The references take over a minute, so those of the last time are good enough. "make reference" writes them again.
[ -e build/reference/index.html ] || lab/scripts/reference.sh

go -C lab run ./site -references ../build/reference "../$stage" ..
PYTHONDONTWRITEBYTECODE=1 NO_MKDOCS_2_WARNING=1 "$env/bin/mkdocs" build --strict --quiet --config-file "$stage/mkdocs.yml"

version=$(sed -n 's/^  release: //p' "$stage/mkdocs.yml")
mkdir -p "$site"
rm -rf "${site:?}/$version"
cp -r "$stage/html" "$site/$version"
rm "$site/$version/404.html" # its links would need to know where the site is
cp -r build/reference "$site/$version/reference"

# The versions of CHANGELOG.md that are there, the newest first: a page of links, which needs no script, and the list
# that the menu in the header reads.
links= list=
while IFS= read -r title; do
	folder=${title%% *}
	[ -e "$site/$folder/index.html" ] || continue
	links+="<li><a href=\"$folder/index.html\">$title</a></li>"
	list+="${list:+, }{\"version\": \"$folder\", \"title\": \"$title\", \"aliases\": []}"
done < <(sed -n 's/^## \([0-9].*\)/\1/p' CHANGELOG.md)
[ -n "$links" ] || { echo "site: CHANGELOG.md: no section of $version" >&2; exit 1; }
echo "[$list]" >"$site/versions.json"
sed "s|LINKS|$links|" lab/site/versions.html >"$site/versions.html"
sed "s|VERSION|$version|g" lab/site/start.html >"$site/index.html"
echo "site: $site/$version has $(find "$site/$version" -name '*.html' | wc -l) pages"
