SHELL = bash
GO ?= go
FUZZ ?= 40s
GROWTH ?= 120s
BENCHTIME ?= 1s
MUTATED ?= 1000000
KILLS ?= 50
REQUESTS ?= 10000
SERVE_SOAK ?= 1h
SEED ?= 1
SHEETS ?= ../.cache/media/tika ../.cache/sheets
LAB = $(GO) -C lab run

.DEFAULT_GOAL := help

##@ Every day

# As in releases, without C's library, which would have to be loaded at each start. With the same
# flags, Go compiles the packages once for both.
build: ## build bin/fpcheck
	CGO_ENABLED=0 $(GO) build -trimpath -o bin/fpcheck ./cmd/fpcheck

test: ## run the short tests, which need nothing but Go, in four minutes
	$(GO) test -short ./...

lint: ## check format, vet, staticcheck, modules, generated tables, vectors, scripts and prose
	lab/scripts/lint.sh

prose: ## check what people read; PROSE=-update writes the list of what is left, PROSE=README.md shows it
	lab/scripts/prose.sh $(PROSE)

clean: ## remove what was built
	rm -rf bin man dist

help: ## list the targets
	@awk -F ':.*## ' '/^##@ ./ { print "\n" substr($$0, 5) ":" } /^[a-z-]+:.*## / { printf "  %-18s  %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

##@ Before a release

# The steps of check and nightly. Those ALONE measure time or memory. Three LANES share the others.
# They start in this order, which begins with the longest chain. One lane more than CI has
# processors, since steps also wait for downloads, programs and each other.
PORTS = port-java port-python port-rust port-javascript port-c
CHECK_ALONE = tools test long
CHECK_LANES = port-java port-python spark lucene $(filter-out port-java port-python,$(PORTS)) dist-check race lint arches recipes test-lab conform sessions figures bench-guard man site-check
NIGHTLY_ALONE = tools growth memory mutate bench
NIGHTLY_LANES = recipes-all lint-release long-all migrations kills race-all spark-all faults-spark fuzz fuzz-mutants fuzz-ports arches-slow wheels types bench-web

# steps runs targets as steps, a number of them at a time. Some wait for others, since they write into
# ports/java/target, the Spark in .cache and Maven's repository.
AFTER = site-check:port-javascript spark:port-java lucene:spark dist-check:lucene spark-all:fuzz-ports faults-spark:spark-all runtimes:fuzz-ports bench-web:spark-all
steps = @MAKE="$(MAKE)" lab/scripts/lanes.sh $(1) $(foreach step,$(2),$(or $(filter $(step):%,$(AFTER)),$(step)))

check: ## run every deterministic check once, in three lanes, and install what that needs
	@rm -rf .cache/steps
	$(call steps,1,$(CHECK_ALONE))
	$(call steps,3,$(CHECK_LANES))
	@! tail -v -n +1 .cache/steps/*.failed 2>/dev/null

nightly: export BENCHTIME = 1x
nightly: export QUICK = -quick
nightly: ## run what is random, measures time or takes too long for check
	@rm -rf .cache/steps
	$(call steps,1,$(NIGHTLY_ALONE))
	$(call steps,3,$(NIGHTLY_LANES))
	@! tail -v -n +1 .cache/steps/*.failed 2>/dev/null

# A step prints its output when it ends. If it fails, the other steps go on, and check prints the
# output again at its own end.
%.step:
	@mkdir -p .cache/steps && rm -f .cache/steps/$*{,.failed}
	@TIMEFORMAT='$* took %R s, and %U + %S s of processor time'; \
	{ time $(MAKE) $*; } >.cache/steps/$* 2>&1 || mv .cache/steps/$* .cache/steps/$*.failed
	@printf '\n== %s\n' $*; cat .cache/steps/$*{,.failed} 2>/dev/null || :

# The steps as JSON, each for a job of its own.
check.json: STEPS = $(CHECK_ALONE) $(CHECK_LANES)
nightly.json: STEPS = $(NIGHTLY_ALONE) $(NIGHTLY_LANES)
check.json nightly.json:
	@printf '"%s",' $(filter-out tools,$(STEPS)) | sed 's/^/[/; s/,$$/]/'

# Tests that kill processes at random moments or send random requests. In part "make test" runs them too.
SOAKED = Killed|SIGKILL|MalformedRequests

# Tests of all code points and of long made pages, which take minutes: nightly runs them whole.
EVERY = TestCodePoints|TestEveryCodePoint|TestMarks|TestMade
LONG = $(LAB) ./longtests >.cache/longtests && xargs -a .cache/longtests -n 2 -P 3 $(GO) test -timeout 30m

long: tools ## run the tests of which "make test" left out something, but for random ones and the longest
	$(LONG) -skip '$(SOAKED)|^($(EVERY))$$' -run

long-all: tools ## run the longest of them, too
	$(LONG) -skip '$(SOAKED)' -run

test-lab: tools ## run the tests of the lab
	$(GO) -C lab test -timeout 30m ./...

sessions: build curl ## run the console sessions of the pages and compare what they print
	lab/scripts/session.sh README.md docs/tutorial-*.md docs/serve.md docs/passages.md

figures: corpus pandoc ## measure the tables of manuals and migrations, and compare them with docs/
	$(LAB) ./corpus/manuals -check ../docs/measured/manuals.md
	$(LAB) ./corpus/migration -check ../docs/measured/migration.md

# The cases of level core pass with level markup. The vectors that a version froze are among all.
conform: build programs ## run the conformance suite once on the reference, and on every mutant
	bin/fpcheck conform --level markup -- bin/fpcheck port
	bin/fpcheck conform --level main --match 'main-*' -- bin/fpcheck port
	bin/fpcheck conform --level digest --match 'text-digest**' -- bin/fpcheck port
	bin/fpcheck conform --level clusters --match 'bands-**' --match 'clusters-**' --match 'texts-**' -- bin/fpcheck port
	bin/fpcheck conform --level passages --match 'windows-**' --match 'passages-**' --match 'covers-**' -- bin/fpcheck port
	bin/fpcheck conform --level media --match 'document-*' -- bin/fpcheck port
	bin/fpcheck vectors run --stage accumulated
	$(LAB) ./mutants/run

ports: $(PORTS) ## build the ports, run their tests and the conformance suite on them

$(PORTS): port-%: build
	lab/scripts/ports.sh $*

crate: ## test the package of the Rust crate, its oldest Rust, a machine without a system, and the pages of docs.rs
	lab/scripts/crate.sh

runtimes: ## run the tests of the JavaScript port in Node.js 20, 22 and 24, Deno and Bun
	lab/scripts/runtimes.sh

spark: build ## test the library for Spark, and compare what it finds in 8,000 documents with the command
	lab/scripts/spark.sh

lucene: ## test the library for Lucene, on an index of 5,000 documents with near duplicates
	lab/scripts/lucene.sh

spark-all: build ## the same with 100,000 documents
	lab/scripts/spark.sh 100000

recipes: build ## find near duplicates in PostgreSQL and SQLite, and compare the pairs with the command
	lab/scripts/recipes.sh postgres sqlite

recipes-all: build ## the same in DuckDB, Polars, datasets, datatrove and docs/recipes.md, and PostgreSQL with 100,000 documents
	lab/scripts/recipes.sh
	DOCUMENTS=100000 lab/scripts/recipes.sh postgres

faults-spark: build ## kill a worker in each stage of near duplicates in Spark, and fill a disk: the rows stay the same
	ports/spark/demo/faults.sh

# A program under the race detector waits for a second before it ends, unless told otherwise. RACE_SKIPS
# tests take long, or measure memory. They start no goroutine, or a shorter test starts the same.
RACE_SKIPS = StagesEndInFingerprint|TestMemoryOfStreams|TestLines|TestMedia$$|TestLimits|ExampleTest|CodePoint|TestWindows|TestMarks|HostileIsLinear|OfTheCurve|TestBudget|TestDeep|LayoutBudget|CosineAndResemblance|PackedMemory|XMLStreams|TestCensus|TestBatches|ShinglesHaveRoom|LeastWidth|InScheme|TestAt$$|TestShrink|KeysAreUnrelated|TestOracle|TestHostile|SearchIsBruteForce|TestBandTables$$|ContainmentsAreThoseOfAllPairs|RowsOfManyDocuments|ContainedTextsAreFound
RACE = GORACE=atexit_sleep_ms=10 $(GO) test -race -short -timeout 30m -skip '$(RACE_SKIPS)'

race: ## run the short tests of packages with goroutines under the race detector, but for slow packages and tests
	$(RACE) $$(grep -rlE --include='*.go' '\bgo (func|[a-z][A-Za-z.]*)\(|\bparallel\.' archive conformance/* extract internal manifest scheme | \
		xargs dirname | sort -u | sed 's|^|./|')

race-all: ## run the short tests of all packages but the slow ones under the race detector
	$(RACE) $$($(GO) list ./... | grep -vE '/(internal/(engine/difference|kernel/(fast|tokenizer)|cli/suite/vectorfiles|unicode/ucd)|vectors/ucd)$$')

site-check: site ## check links of the site, and its pages in Chromium: accessible, narrow, dark, by keys, without scripts
	lab/scripts/chromium.sh
	FPCHECK_SITE=$(CURDIR)/build/site $(GO) -C lab test -count 1 -timeout 40m -v -run Site ./site

migrations: ## convert texts, workbooks and slides, and check what verify reports
	lab/scripts/migrations.sh -check
	lab/scripts/migrations.sh -check -set held-out
	lab/scripts/migrations.sh -check -set office

kills: tools ## kill writers and servers KILLS times, and send REQUESTS malformed requests
	FPCHECK_SOAK=$(KILLS) FPCHECK_SERVE_SOAK=$(REQUESTS) $(GO) test -timeout 60m -run '$(SOAKED)' \
		$$($(LAB) ./longtests | cut -d ' ' -f 2)

arches: ## run the vectors and readers on s390x, and what has assembly on arm64, by an emulator
	lab/scripts/programs.sh qemu-s390x-static=qemu-user-static
	LEFT_OUT='^($(EVERY)|TestNormalizationTest|TestWindows|.*Batches)$$' lab/scripts/arches.sh arm64=./internal/kernel/fast
	LEFT_OUT='^($(EVERY)|TestNormalizationTest|TestWindows|.*Batches)$$' LEFT_OUT_PACKAGES='/(internal/kernel/fast|internal/rules)$$' lab/scripts/arches.sh s390x

arches-slow: ## run all vectors and readers on arm64, s390x, 386 and js/wasm
	lab/scripts/programs.sh qemu-aarch64-static=qemu-user-static
	lab/scripts/arches.sh arm64 s390x 386 js

wheels: ## run the tests of the Python package from its wheels for aarch64, musl and Windows
	lab/scripts/wheels.sh

fuzz: ## run three of the fuzz targets for FUZZ each; the next day, three others
	lab/scripts/fuzz.sh $(FUZZ)

fuzz-mutants: ## count the mutants that 10,000 fuzz cases find; test-lab has 600 cases and fewer mutants
	$(GO) -C lab test -run FuzzKillsMutants ./mutants -fuzz-cases 10000 -fuzz-each 1

types: ## check the Python package by pyright
	ports/python/types.sh

fuzz-ports: ports ## look for inputs on which a port and the reference differ, for FUZZ each
	lab/scripts/ports.sh fuzz $(FUZZ)

growth: ## search the readers for GROWTH for what costs more than in proportion to a document
	$(LAB) ./growth -for $(GROWTH)

memory: ## measure the memory of the command and the service for documents of 1 and 4 MiB of each medium
	$(LAB) ./growth -memory 1048576

# What a document brings out may be all memory: so it is bounded.
mutate: ## read MUTATED mutated documents with all readers: no panic, no error without a name, within bounds
	ulimit -v 12000000; $(LAB) ./mutate -documents $(MUTATED) -seed $(SEED)

# Attacks take all of the machine. Less of them than an hour shows whether they work: SERVE_SOAK=1m.
serve-soak: build ## attack fpcheck serve for SERVE_SOAK: memory within its limit, no fault, short requests answered
	$(LAB) ./soak -for $(SERVE_SOAK) ../bin/fpcheck

soak: mutate ## read a million mutated documents, kill 200 times, run every fuzz target for ten minutes, search growth for four hours
	$(MAKE) kills KILLS=200 REQUESTS=100000
	$(MAKE) serve-soak
	lab/scripts/fuzz.sh 10m all
	$(LAB) ./growth -for 4h -seed 0

dist: ## build what a release has into dist/: programs and packages for all systems and languages
	lab/scripts/dist.sh

dist-check: ## build it from the last commit in two folders, compare, and install each artefact by itself
	lab/scripts/programs.sh man=man-db pkg-config
	lab/scripts/dist-check.sh

lint-release: ## check packages, workflows and SBOMs by lintian, Ruby, Nix, rattler-build, actionlint, zizmor and CycloneDX
	lab/scripts/programs.sh lintian ruby nix-instantiate=nix-bin xxd
	lab/scripts/lint-release.sh

##@ Generated files

vectors: ## write what the reference computes into vectors/ and SPEC.md's example
	$(GO) run ./cmd/fpcheck vectors update vectors
	$(GO) test . -run TestWorkedExample -update

tables: ## generate the Unicode tables from internal/unicode/ucd/data
	$(LAB) ./ucdtables
	$(GO) test ./internal/kernel/tokenizer -run TestStoredTables -update

page: ## generate docs/compare.html from the JavaScript port
	node ports/javascript/demo/build.mjs docs/compare.html

site: ## write the pages, rules, vectors and API references as a site into build/site
	lab/scripts/site.sh

pictures: ## draw the diagrams of docs/ with figures of the reference
	$(LAB) ./pictures ../docs

reference: ## write the API reference of each language into build/reference/
	lab/scripts/reference.sh

man: build ## write the manual pages into man/
	bin/fpcheck man man

documents: corpus judges ## make the documents of level media by LibreOffice and Chromium, into vectors/media
	$(LAB) ./documents ../vectors/media/documents.zip
	cd vectors && sha256sum media/documents.zip >media/documents.sha256

##@ Measurements on real documents

manuals: corpus ## measure HTML against text of one manual, and write docs/measured/manuals.md
	$(LAB) ./corpus/manuals -write ../docs/measured/manuals.md

migration: corpus pandoc ## convert manuals, verify them, and write docs/measured/migration.md
	$(LAB) ./corpus/migration -write ../docs/measured/migration.md

media-sheets: judges ## compare the text digests of real sheets in four media, and write docs/measured/media-sheets.md
	lab/scripts/sheets.sh
	$(LAB) ./media/sheets -write ../docs/measured/media-sheets.md $(SHEETS)

media: corpus programs judges ## hold all media against Tika and LibreOffice, and write docs/measured/media-judged.md
	$(LAB) ./media -times -write ../docs/measured/media-judged.md

crossmedia: pandoc evaluation-set ## measure works in several media, and write docs/measured/crossmedia.md
	$(LAB) ./corpus/crossmedia ../docs/measured/crossmedia.md

evaluate: evaluation-set ## measure how well the schemes find copies, and write docs/measured/evaluation.md
	$(LAB) ./evaluation/evaluate -output ../docs/measured

##@ Speed

bench: ## run the benchmarks
	$(GO) test -run '^$$' -bench . -benchtime $(BENCHTIME) ./internal/... ./scheme
	$(GO) -C lab test -run '^$$' -bench . -benchtime $(BENCHTIME) ./bench

bench-guard: valgrind ## compare the instructions of the hot path with lab/bench/guard/counts.txt
	$(LAB) ./bench/guard

bench-guard-update: valgrind ## write the instructions of the hot path into lab/bench/guard/counts.txt
	$(LAB) ./bench/guard -update

bench-files: build ## compare manifests of many small files with sha256sum and bagit.py
	lab/scripts/repositories.sh
	$(LAB) ./bench/files ../bin/fpcheck

bench-fingerprint: build corpus ## compare fingerprints of many small files with sha256sum and reading alone
	$(LAB) ./bench/files -fingerprint ../bin/fpcheck

bench-records: build corpus ## compare fingerprints of records with reading them by DuckDB, pyarrow and simdjson
	lab/scripts/records.sh
	$(LAB) ./bench/files -records ../bin/fpcheck

bench-peers: corpus ## compare with other programs, all installed, and write docs/measured/performance.md
	lab/scripts/peers.sh
	$(LAB) ./bench/peers -write ../docs/measured/performance.md

bench-languages: ## compare the Python package with others on short and long texts in four languages, and print the figures
	lab/scripts/languages.sh

bench-web: build corpus ## compare pages of HTML and WARC with other readers, and write docs/measured/web.md; QUICK=-quick: print a few
	lab/scripts/archives.sh
	lab/scripts/web.sh $(if $(QUICK),quick)
	$(LAB) ./bench/peers -web $(if $(QUICK),-quick -all -rounds 1,-write ../docs/measured/performance.md)

bench-passages: build corpus ## find passages and items beside dolma, datatrove and others, and print the figures
	lab/scripts/passages.sh

bench-clusters: ## measure the clusters of 10^5, 10^6 and 10^7 sketches, and print the figures
	$(LAB) ./bench/clusters

bench-index: corpus ## measure the search of 10^5 to 10^8 SimHashes, and write docs/measured/index.md
	$(LAB) ./bench/index -write ../docs/measured/index.md

bench-serve: build ## load fpcheck serve by 1 to 256 connections, and redis beside it, and write docs/measured/serve.md
	lab/scripts/programs.sh redis-server
	$(LAB) ./bench/serve -write ../docs/measured/serve.md ../bin/fpcheck

bench-serve-peers: build ## compare fpcheck serve, redis and Milvus Lite by one connection each, and write docs/measured/serve.md
	lab/scripts/programs.sh redis-server
	test -d .cache/milvus || python3 -m venv .cache/milvus
	.cache/milvus/bin/pip install -q milvus-lite==2.5.1 pymilvus==2.5.11 'setuptools<80'
	$(LAB) ./bench/serve -peers $(CURDIR)/.cache/milvus/bin/python -write ../docs/measured/serve.md ../bin/fpcheck

bench-dedup: build evaluation-set ## compare dedupe with other programs, and write docs/measured/dedup.md; SLOW=-slow: with slow ones too
	lab/scripts/dedup.sh $(if $(SLOW),slow)
	$(LAB) ./dedup $(SLOW) -write ../docs/measured ../bin/fpcheck

bench-dedup-default: build evaluation-set ## measure the designs of dedupe, and write docs/measured/dedupe-default.md
	mkdir -p .cache/dedup/designs
	$(LAB) ./dedup make $(CURDIR)/.cache/dedup/designs 10000 10 1
	$(LAB) ./dedup/defaults -write ../docs/measured/dedupe-default.md ../.cache/dedup/designs ../bin/fpcheck

bench-spark: ## measure near duplicates in a cluster on this machine, and MLlib beside them; SPARK="texts 100000": that alone
	ports/spark/demo/bench.sh $(SPARK)

bench-sizes: corpus ## measure texts of 1 kB to 1 GB, and write docs/measured/performance.md
	$(LAB) ./bench/sizes -write ../docs/measured/performance.md

##@ Installed for the targets above, if missing

corpus: ## real documents, in .cache/corpus
	lab/corpus/install.sh

evaluation-set: ## the documents of the evaluation, in .cache/corpus
	lab/corpus/install.sh evaluation

judges: ## LibreOffice, Apache Tika and its documents, and what else judges the readers
	lab/scripts/media.sh

programs: ## the programs that read some media
	lab/scripts/programs.sh

tools: corpus programs ## all that check needs: documents, programs, validators, a browser, emulators
	lab/scripts/programs.sh curl pandoc valgrind man=man-db pkg-config systemd-analyze=systemd qemu-s390x-static=qemu-user-static
	lab/scripts/chromium.sh
	lab/scripts/archives.sh
	lab/scripts/repositories.sh
	lab/scripts/premis.sh
	lab/scripts/promtool.sh

curl pandoc valgrind: # Debian packages
	lab/scripts/programs.sh $@

.PHONY: $(PORTS) $(shell sed -n 's/^\([a-z -]*\):.*#.*/\1/p' $(MAKEFILE_LIST))
