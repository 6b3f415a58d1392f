#!/bin/sh
# Installs what lab/bench/passages compares with in .cache/passages, unless it is there: from PyPI dolma, datatrove,
# copydetect, sourmash and datasketch. Then it measures them. The program of deduplicate-text-datasets is in no
# registry: DEDUP_DATASET names it.
set -eu
cd "$(dirname "$0")/../.."
at=.cache/passages
packages='dolma==1.1.2 datatrove[processing]==0.3.0 xxhash==3.6.0 spacy==3.8.18 copydetect==0.5.0 sourmash==4.9.4 datasketch==2.0.0'
if [ "$(cat $at/VERSION 2>/dev/null)" != "$packages" ]; then
	rm -rf $at
	python3 -m venv $at
	# shellcheck disable=SC2086 # words are packages
	$at/bin/pip install -q --disable-pip-version-check $packages
	echo "$packages" >$at/VERSION
fi
for page in .cache/corpus/installation-guide-amd64/en/*.html; do bin/fpcheck text "$page"; done >$at/source.txt
cat SPEC.md docs/*.md docs/measured/*.md >>$at/source.txt
$at/bin/python lab/bench/passages/run.py $at/source.txt $at/set "$@"
