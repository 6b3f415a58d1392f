GO ?= go
FUZZ ?= 40s
GROWTH ?= 120s
BENCHTIME ?= 1s
MUTATED ?= 1000000
SEED ?= 1
SHEETS ?= ../.cache/media/tika ../.cache/sheets
LAB = $(GO) -C lab run

.DEFAULT_GOAL := help

##@ Every day

# As in releases, without C's library, which would have to be loaded at each start.
build: ## build bin/fpcheck
	CGO_ENABLED=0 $(GO) build -o bin/fpcheck ./cmd/fpcheck

test: ## run the tests that need nothing but Go: all vectors and mutants, in two minutes
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

# step announces a step of "make check", with the time, and takes it.
step = @printf '\n%s (%s)\n' "$(1)" "$$(date -u +%T)"; $(1)

check: ## run everything else too, and install what that needs
	$(call step,$(MAKE) lint)
	$(call step,$(MAKE) sessions)
	$(call step,$(MAKE) all-tests)
	$(call step,$(MAKE) figures)
	$(call step,$(MAKE) conform)
	$(call step,$(MAKE) ports)
	$(call step,$(MAKE) fuzz-ports)
	$(call step,$(MAKE) bench-web QUICK=-quick)
	$(call step,$(MAKE) spark)
	$(call step,$(MAKE) race)
	$(call step,$(MAKE) arches)
	$(call step,$(MAKE) bench BENCHTIME=1x)
	$(call step,$(MAKE) bench-guard)
	$(call step,$(MAKE) fuzz)
	$(call step,$(MAKE) growth)
	$(call step,$(MAKE) mutate MUTATED=50000)
	$(call step,$(MAKE) man)
	$(call step,$(MAKE) dist-check)

all-tests: corpus browser programs archives repositories events promtool systemd ## run all tests of both modules, on real documents and in a browser too
	$(GO) test -timeout 30m ./...
	$(GO) -C lab test -timeout 30m ./...

sessions: build curl ## run the console sessions of the pages and compare what they print
	lab/scripts/session.sh README.md docs/tutorial-*.md docs/serve.md

figures: corpus pandoc ## measure the tables of manuals and migrations, and compare them with docs/
	$(LAB) ./corpus/manuals -check ../docs/manuals.md
	$(LAB) ./corpus/migration -check ../docs/migration.md

conform: build programs ## run the conformance suite on the reference and on every mutant
	bin/fpcheck conform --level markup -- bin/fpcheck port
	bin/fpcheck conform --level digest -- bin/fpcheck port
	bin/fpcheck conform --level clusters -- bin/fpcheck port
	bin/fpcheck conform --level media --match 'document-*' -- bin/fpcheck port
	bin/fpcheck vectors run --stage accumulated
	$(LAB) ./mutants/run
	set -e; for version in $$(sed -n 's/^\[\(.*\)\]$$/\1/p' vectors/frozen.lock); do \
		bin/fpcheck conform --suite $$version --level markup -- bin/fpcheck port; \
		bin/fpcheck conform --suite $$version --level clusters --match 'bands-**' --match 'clusters-**' -- bin/fpcheck port; \
	done

ports: build ## build the ports, run their tests and the conformance suite on them
	lab/scripts/ports.sh

spark: build ## test the library for Spark, and compare what it finds in 100,000 documents with the command
	lab/scripts/spark.sh

faults-spark: build ## kill a worker in each stage of near duplicates in Spark, and fill a disk: the rows stay the same
	ports/spark/demo/faults.sh

# A program under the race detector waits for a second before it ends, unless told otherwise, and
# the tests of the command start hundreds. The packages that are left out start no goroutine, nor do
# the tests.
race: ## run the short tests under the race detector, except long ones that start no goroutine
	GORACE=atexit_sleep_ms=10 $(GO) test -race -short -timeout 30m \
		-skip 'EveryMutant|Unmutated|EveryListed|TestLines|TestLimits|ExampleTest|TestVectors/million|TestVectors/1000000|CodePoint|TestWindows|TestMarks|HostileIsLinear|OfTheCurve|TestBudget|TestDeep|LayoutBudget|CosineAndResemblance|PackedMemory|XMLStreams|TestCensus|TestBatches|ShinglesHaveRoom|LeastWidth|InScheme|TestAt$$|TestShrink|KeysAreUnrelated|TestOracle|TestDiagnosis|TestHostile|SearchIsBruteForce|TestBandTables$$' \
		$$($(GO) list ./... | grep -vE '/(internal/(kernel/fast|cli/suite/vectorfiles|unicode/ucd)|textdigest/difference|tokenize|vectors/ucd)$$')

index-soak: ## end a writer of an index at 200 random moments of adding, compacting and building
	FPCHECK_SOAK=200 $(GO) test ./index -run 'SIGKILL|FlippedBits' -count 1 -timeout 60m

serve-soak: ## send fpcheck serve 100,000 malformed requests, and end it at 200 random moments of changing
	FPCHECK_SERVE_SOAK=100000 $(GO) test ./internal/service -run MalformedRequests -count 1 -timeout 60m -v
	FPCHECK_SOAK=200 $(GO) test ./internal/service/liveindex -run TestKilled -count 1 -timeout 60m -v

arches: ## run the vectors on arm64, s390x, 386 and js/wasm
	lab/scripts/arches.sh

fuzz: ## run three of the fuzz targets for FUZZ each; the next day, three others
	lab/scripts/fuzz.sh $(FUZZ)

fuzz-ports: build ## look for inputs on which a port and the reference differ, for FUZZ each
	lab/scripts/ports.sh fuzz $(FUZZ)

growth: ## search the readers for GROWTH for what costs more than in proportion to a document
	$(LAB) ./growth -for $(GROWTH)

# What a document brings out may be all memory: so it is bounded.
mutate: ## read MUTATED mutated documents with all readers: no panic, no error without a name, within bounds
	ulimit -v 12000000; $(LAB) ./mutate -documents $(MUTATED) -seed $(SEED)

soak: mutate ## read a million mutated documents, run every fuzz target for ten minutes, and search growth for four hours
	lab/scripts/fuzz.sh 10m all
	$(LAB) ./growth -for 4h -seed 0

dist: ## build what a release has into dist/: programs and packages for all systems and languages
	lab/scripts/dist.sh

dist-check: ## build it from the last commit in two folders, compare, and install each artefact by itself
	lab/scripts/programs.sh man=man-db pkg-config
	lab/scripts/dist-check.sh

##@ Generated files

vectors: ## write what the reference computes into vectors/ and SPEC.md's example
	$(GO) run ./cmd/fpcheck vectors update vectors
	$(GO) test . -run TestWorkedExample -update

tables: ## generate the Unicode tables from internal/unicode/ucd/data
	$(LAB) ./ucdtables

page: ## generate docs/compare.html from the JavaScript port
	node ports/javascript/demo/build.mjs docs/compare.html

man: build ## write the manual pages into man/
	bin/fpcheck man man

documents: corpus judges ## make the documents of level media by LibreOffice and Chromium, into vectors/media
	$(LAB) ./documents ../vectors/media/documents.zip
	cd vectors && sha256sum media/documents.zip >media/documents.sha256

##@ Measurements on real documents

manuals: corpus ## measure HTML against text of one manual, and write docs/manuals.md
	$(LAB) ./corpus/manuals -write ../docs/manuals.md

migration: corpus pandoc ## convert manuals, verify them, and write docs/migration.md
	$(LAB) ./corpus/migration -write ../docs/migration.md

media-sheets: judges ## compare the text digests of real sheets in four media, and write docs/media-sheets.md
	lab/scripts/sheets.sh
	$(LAB) ./media/sheets -write ../docs/media-sheets.md $(SHEETS)

media: corpus programs judges ## hold all media against Tika and LibreOffice, and write docs/media-judged.md
	$(LAB) ./media -times -write ../docs/media-judged.md

crossmedia: pandoc evaluation-set ## measure works in several media, and write docs/crossmedia.md
	$(LAB) ./corpus/crossmedia ../docs/crossmedia.md

evaluate: evaluation-set ## measure how well the schemes find copies, and write docs/evaluation.md
	$(LAB) ./evaluation/evaluate -output ../docs

##@ Speed

bench: ## run the benchmarks
	$(GO) test -run '^$$' -bench . -benchtime $(BENCHTIME) ./internal/... ./scheme
	$(GO) -C lab test -run '^$$' -bench . -benchtime $(BENCHTIME) ./bench

bench-guard: valgrind ## compare the instructions of the hot path with lab/bench/guard/counts.txt
	$(LAB) ./bench/guard

bench-guard-update: valgrind ## write the instructions of the hot path into lab/bench/guard/counts.txt
	$(LAB) ./bench/guard -update

bench-files: build repositories ## compare manifests of many small files with sha256sum and bagit.py
	$(LAB) ./bench/files ../bin/fpcheck

bench-fingerprint: build corpus ## compare fingerprints of many small files with sha256sum and reading alone
	$(LAB) ./bench/files -fingerprint ../bin/fpcheck

bench-peers: corpus ## compare with other programs, all installed, and write docs/performance.md
	lab/scripts/peers.sh
	$(LAB) ./bench/peers -write ../docs/performance.md

bench-web: build corpus archives ## compare pages of HTML and WARC with other readers, and write docs/web.md; QUICK=-quick: print a few
	lab/scripts/web.sh $(if $(QUICK),quick)
	$(LAB) ./bench/peers -web $(if $(QUICK),-quick -all -rounds 1,-write ../docs/performance.md)

bench-clusters: ## measure the clusters of 10^5, 10^6 and 10^7 sketches, and print the figures
	$(LAB) ./bench/clusters

bench-index: corpus ## measure the search of 10^5 to 10^8 SimHashes, and write docs/index.md
	$(LAB) ./bench/index -write ../docs/index.md

bench-serve: build ## load fpcheck serve by 1 to 256 connections, and redis beside it, and write docs/serve.md
	lab/scripts/programs.sh redis-server
	$(LAB) ./bench/serve -write ../docs/serve.md ../bin/fpcheck

bench-dedup: build evaluation-set ## compare dedupe with other programs, and write docs/dedup.md; SLOW=-slow: with slow ones too
	lab/scripts/dedup.sh $(if $(SLOW),slow)
	$(LAB) ./dedup $(SLOW) -write ../docs ../bin/fpcheck

bench-dedup-default: build evaluation-set ## measure the designs of dedupe, and write docs/dedupe-default.md
	mkdir -p .cache/dedup/designs
	$(LAB) ./dedup make $(CURDIR)/.cache/dedup/designs 10000 10 1
	$(LAB) ./dedup/defaults -write ../docs/dedupe-default.md ../.cache/dedup/designs ../bin/fpcheck

bench-spark: ## measure near duplicates in a cluster on this machine, and MLlib beside them; SPARK="texts 100000": that alone
	ports/spark/demo/bench.sh $(SPARK)

bench-sizes: corpus ## measure texts of 1 kB to 1 GB, and write docs/performance.md
	$(LAB) ./bench/sizes -write ../docs/performance.md

##@ Installed for the targets above, if missing

corpus: ## real documents, in .cache/corpus
	lab/corpus/install.sh

evaluation-set: ## the documents of the evaluation, in .cache/corpus
	lab/corpus/install.sh evaluation

browser: ## Chromium, to look at pages
	lab/scripts/chromium.sh

judges: ## LibreOffice, Apache Tika and its documents, and what else judges the readers
	lab/scripts/media.sh

programs: ## the programs that read some media
	lab/scripts/programs.sh

archives: ## programs that write and read web archives
	lab/scripts/archives.sh

repositories: ## validators of bags and of OCFL objects
	lab/scripts/repositories.sh

promtool: ## what checks metrics and rules for Prometheus
	lab/scripts/promtool.sh

systemd: ## what checks units
	lab/scripts/programs.sh systemd-analyze=systemd

events: ## readers of PREMIS and METS
	lab/scripts/premis.sh

curl pandoc valgrind: # Debian packages
	lab/scripts/programs.sh $@

.PHONY: $(shell sed -n 's/^\([a-z -]*\):.*#.*/\1/p' $(MAKEFILE_LIST))
