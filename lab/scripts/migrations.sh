#!/bin/sh
# migrations.sh [FLAG...]: installs what lab/migrations converts documents by, with fonts of the
# scripts, unless it is there, and runs it.
set -eu
cd "$(dirname "$0")/../.."
more=
for package in fonts-noto-core fonts-noto-cjk libreoffice-calc-nogui libreoffice-impress-nogui; do
	dpkg -s "$package" >/dev/null 2>&1 || more="$more $package=$package"
done
# shellcheck disable=SC2086
lab/scripts/programs.sh pandoc gs=ghostscript chromium soffice=libreoffice-writer-nogui $more
go -C lab run ./migrations "$@"
