#!/bin/sh
# text-dedup's command: what is left, as a data set of Hugging Face. text_dedup.sh PYTHON DATA
set -eu
at=$(mktemp -d)
trap 'rm -rf "$at"' EXIT
"$1" -m text_dedup.minhash --path json --data_files "$2" --split train --cache_dir "$at/cache" \
	--output "$at/kept" --column text --ngram 3 --num_perm 128 --b 32 --r 4 --threshold 0.5 \
	--min_length 1 --num_proc 2 >&2
"$1" -c 'import datasets, sys
for i in datasets.load_from_disk(sys.argv[1])["id"]: print("kept", i, sep="\t")' "$at/kept"
