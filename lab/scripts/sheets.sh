#!/bin/sh
# Fetches the sheets that lab/media/sheets measures into .cache/sheets, a folder for each package
# whose tests they are, unless they are there: source distributions of PyPI, and modules of Go. Those
# of Apache Tika's tests come with lab/scripts/media.sh.
set -eu
cd "$(dirname "$0")/../.."
sheets=$PWD/.cache/sheets
python="agate-excel==0.4.2 csvkit==2.2.0 ezodf==0.3.2 odfpy==1.4.1 petl==1.7.30 pyexcel==0.7.6
	pyexcel-xls==0.7.1 pyexcel-xlsx==0.6.1 tablib==3.10.0 xlcalculator==0.5.0 xlrd==1.2.0 xlsx2csv==0.8.6"
modules="github.com/extrame/xls@v0.0.1 github.com/shakinm/xlsReader@v0.9.12
	github.com/tealeg/xlsx/v3@v3.3.13 github.com/xuri/excelize/v2@v2.11.1"

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# keep NAME DIRECTORY copies the sheets of a directory into the folder of a name.
keep() {
	rm -rf "$sheets/$1" "$tmp/kept"
	mkdir -p "$sheets" "$tmp/kept"
	find "$2" -type f \( -iname '*.xls' -o -iname '*.xlsx' -o -iname '*.xlsm' -o -iname '*.xlsb' -o -iname '*.ods' \) \
		-size -400k -exec cp {} "$tmp/kept" \;
	chmod -R u+w "$tmp/kept"
	mv "$tmp/kept" "$sheets/$1"
}

for p in $python; do
	name="${p%==*}-${p#*==}"
	[ ! -d "$sheets/$name" ] || continue
	mkdir "$tmp/$name"
	python3 -m pip download -q --disable-pip-version-check --no-deps --no-binary :all: -d "$tmp/$name" "$p"
	mkdir "$tmp/$name/all"
	for f in "$tmp/$name"/*.tar.gz; do
		tar xzf "$f" -C "$tmp/$name/all"
	done
	keep "$name" "$tmp/$name/all"
done
for m in $modules; do
	name=$(printf %s "${m#github.com/}" | tr '/@' '--')
	[ ! -d "$sheets/$name" ] || continue
	keep "$name" "$(cd "$tmp" && go mod download -json "$m" | sed -n 's/^.*"Dir": "\(.*\)".*$/\1/p')"
done
