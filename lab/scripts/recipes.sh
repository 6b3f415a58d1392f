#!/usr/bin/env bash
# recipes.sh [SYSTEM...]: finds near duplicates in other systems as docs/recipes.md shows, and compares the
# pairs with those of "fpcheck dedupe". Without arguments it runs all systems, and then the sessions of the
# page. DOCUMENTS is the number of documents, 1,000 unless set. recipes.sh -update SYSTEM... writes what is
# printed into the page and into ports/postgres/expected. Programs and packages are installed in $FPCHECK_CACHE, or in .cache.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
cache=$(realpath -m "${FPCHECK_CACHE:-.cache}")/recipes
documents=${DOCUMENTS:-1000}
export FPCHECK_PURE=1 # the sources may have no native core yet, and would warn
systems="postgres sqlite duckdb polars datasets datatrove"
keys=$root/internal/engine/bandkey/testdata/keys.tsv # what every implementation must print
mkdir -p "$cache"

fpcheck=$root/bin/fpcheck
[ -x "$fpcheck" ] || { echo "recipes.sh: bin/fpcheck: not found: make build" >&2; exit 1; }

work=$(mktemp -d)
server=
finish() {
	[ -z "$server" ] || as_server "$cluster/bin/pg_ctl" -D "$work/data" -m immediate stop >/dev/null || true
	rm -rf "$work"
}
trap finish EXIT
trap 'exit 1' INT TERM HUP

python=$cache/python/bin/python
install_python() {
	local packages='duckdb==2.0.1 polars==2.1.0 pyarrow==26.0.1 datasets==5.2.0 datatrove==0.10.1 regex==2026.11.19 orjson==3.13.0'
	[ "$(cat "$cache/python/packages" 2>/dev/null)" = "$packages" ] || {
		python3 -m venv --clear "$cache/python"
		# shellcheck disable=SC2086
		"$python" -m pip --disable-pip-version-check --quiet install $packages
		echo "$packages" >"$cache/python/packages"
	}
	# What is installed here changes with each commit, so it comes from the sources.
	echo "$root/ports/python/src" >"$("$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/fpcheck.pth"
}

# The server refuses to run as root.
as_server() {
	if [ "$(id -u)" = 0 ]; then
		setpriv --reuid nobody --regid nogroup --clear-groups -- env HOME="$work" "$@"
	else
		"$@"
	fi
}

# A copy of Debian's server, in the folder of the cache, has the extension: nothing of the system changes. A
# server finds its folders relative to its program.
start_postgres() {
	[ -z "$server" ] || return 0
	local version
	# A machine may have pg_config, for clients, and the server, but not the server's headers.
	compgen -G '/usr/include/postgresql/*/server/postgres.h' >/dev/null ||
		lab/scripts/programs.sh postgres.h=postgresql-server-dev-all postgres=postgresql
	version=$(basename "$(dirname "$(dirname "$(dirname "$(dirname "$(dirname \
		"$(compgen -G '/usr/lib/postgresql/*/lib/pgxs/src/makefiles/pgxs.mk' | sort -V | tail -n 1)")")")")")")
	copy=$work/server
	cluster=$copy/usr/lib/postgresql/$version
	mkdir -p "$copy/usr/lib/postgresql" "$copy/usr/share/postgresql"
	cp -r "/usr/lib/postgresql/$version" "$copy/usr/lib/postgresql/"
	cp -r "/usr/share/postgresql/$version" "$copy/usr/share/postgresql/"
	local make="make -s -C ports/postgres PG_CONFIG=/usr/lib/postgresql/$version/bin/pg_config"
	$make clean
	$make >"$work/make" 2>&1 || { cat "$work/make" >&2; exit 1; }
	$make install DESTDIR="$copy" >"$work/make" 2>&1 || { cat "$work/make" >&2; exit 1; }
	$make clean
	chmod 711 "$work"
	[ "$(id -u)" != 0 ] || install -d -o nobody -g nogroup "$work/data" "$work/socket" "$work/regress" "$work/regress/results"
	mkdir -p "$work/data" "$work/socket" "$work/regress/results"
	as_server "$cluster/bin/initdb" --no-sync --username postgres --auth trust --encoding UTF8 --locale C.UTF-8 "$work/data" >"$work/initdb"
	cat >>"$work/data/postgresql.conf" <<-CONF
		listen_addresses = ''
		unix_socket_directories = '$work/socket'
		fsync = off
		shared_buffers = 256MB
		maintenance_work_mem = 256MB
		work_mem = 256MB
		max_wal_size = 4GB
		max_parallel_workers_per_gather = 0
		jit = off
	CONF
	as_server "$cluster/bin/pg_ctl" -D "$work/data" -l "$work/data/log" -w -t 300 start >/dev/null ||
		{ cat "$work/data/log" >&2; exit 1; }
	server=started
	export PGHOST=$work/socket PGUSER=postgres PGDATABASE=postgres PATH="$cluster/bin:$PATH"
}

# make_corpus writes the documents, their fingerprints, and the pairs that "fpcheck dedupe" finds.
make_corpus() {
	[ ! -f "$work/corpus.jsonl" ] || return 0
	python3 lab/scripts/recipes.py make "$documents" examples >"$work/corpus.jsonl"
	for scheme in mh1 sm1; do
		"$fpcheck" fingerprint --quiet --json --scheme $scheme --bands --input jsonl --id-field id "$work/corpus.jsonl" >"$work/$scheme.jsonl"
		"$fpcheck" dedupe --quiet --pairs --input jsonl --id-field id --fingerprint-field fingerprint "$work/$scheme.jsonl" |
			python3 lab/scripts/recipes.py pairs "$work" $scheme
	done
}

# same SCHEME SYSTEM FILE [removed]: the pairs in the file, ascending, are those of the command, or the documents
# are those that a pair joins to an earlier one that is kept.
same() {
	local what=${4:-pairs}
	diff "$work/$1.$what" "$3" >"$work/diff" || {
		echo "recipes.sh: $2: $what of $1 differ from those of fpcheck dedupe:" >&2
		head -n 20 "$work/diff" >&2
		exit 1
	}
	[ -s "$3" ] || { echo "recipes.sh: $2: nothing was found, so nothing was compared" >&2; exit 1; }
	echo "$2: $1: $(wc -l <"$3") $what among $documents documents, as fpcheck dedupe"
}

postgres() {
	start_postgres
	# psql runs as the server does, since it writes its results beside those that are expected.
	(cd "$work/regress" && cp -r "$root/ports/postgres/"{sql,expected} . && as_server "$cluster/lib/pgxs/src/test/regress/pg_regress" \
		--bindir="$cluster/bin" --inputdir=. --outputdir=. --dbname=regress fpcheck >"$work/pg_regress" 2>&1) || [ -n "$update" ] || {
		cat "$work/pg_regress" "$work/regress/regression.diffs" >&2 || true
		exit 1
	}
	[ -z "$update" ] || cp "$work/regress/results/fpcheck.out" ports/postgres/expected/
	make_corpus
	psql -qX -v ON_ERROR_STOP=1 -v corpus="$work/corpus.jsonl" -v keys="$keys" -f lab/scripts/recipes.sql >"$work/psql" || { cat "$work/psql" >&2; exit 1; }
	for scheme in mh1 sm1; do
		psql -qXAt -F ' ' -c "TABLE pairs_$scheme" | LC_ALL=C sort >"$work/found"
		same $scheme postgres "$work/found"
	done
	sed 's/^/postgres: /' "$work/psql"
}

sqlite() {
	command -v sqlite3 >/dev/null && [ -f /usr/include/sqlite3ext.h ] || lab/scripts/programs.sh sqlite3 /=libsqlite3-dev
	make -s -C ports/sqlite clean
	make -s -C ports/sqlite >"$work/make" 2>&1 || { cat "$work/make" >&2; exit 1; }
	cp ports/sqlite/fpcheck.so "$work/"
	make -s -C ports/sqlite clean
	make_corpus
	(cd "$work" && cp "$keys" keys.tsv && sqlite3 -bail database.sqlite <"$root/lab/scripts/recipes.sqlite.sql") >"$work/sqlite" 2>&1 ||
		{ cat "$work/sqlite" >&2; exit 1; }
	for scheme in mh1 sm1; do
		sqlite3 -separator ' ' "$work/database.sqlite" "SELECT a, b FROM pairs_$scheme ORDER BY 1, 2" >"$work/found"
		same $scheme sqlite "$work/found"
	done
	sed 's/^/sqlite: /' "$work/sqlite"
}

# The programs in Python are those that the page shows.
in_python() { # SYSTEM SCHEME FOUND: the pairs that it prints, or the documents that are removed
	install_python
	make_corpus
	mkdir -p "$work/page"
	awk -v folder="$work/page" '/^```$/ { file = "" } file { print >file } /^```python [a-z_]+\.py$/ { file = folder "/" $2 }' docs/recipes.md
	(cd "$work/page" && "$python" "near_$1.py" ../corpus.jsonl "../$1" >"$work/found" 2>"$work/log") || { cat "$work/log" >&2; exit 1; }
	same "$2" "$1" "$work/found" "$3"
}
duckdb() { in_python duckdb mh1 pairs; }
polars() { in_python polars sm1 pairs; }
datasets() { in_python datasets mh1 removed; }
datatrove() { in_python datatrove mh1 removed; }

page() {
	start_postgres
	install_python
	createdb page
	PGDATABASE=page PATH=$cache/python/bin:$PATH lab/scripts/session.sh $update docs/recipes.md
	make -s -C ports/sqlite clean
}

case ${1-} in
-update) update=-update; shift ;;
*) update= ;;
esac
[ $# -gt 0 ] || set -- $systems page
for system; do
	case " $systems page " in
	*" $system "*) "$system" ;;
	*) echo "recipes.sh: no system is called $system: expected one of $systems page" >&2; exit 2 ;;
	esac
done
