GO ?= go
LAB = $(GO) -C lab run
FUZZ ?= 60s
BENCHTIME ?= 1s

.PHONY: help build test short lint vectors tables page corpus browser programs archives repositories manuals evaluate conform ports bench bench-guard bench-guard-update race arches fuzz fuzz-ports soak man clean crossmedia migration events bench-files bench-fingerprint bench-peers bench-sizes

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12

build: ## build bin/fpcheck
	$(GO) build -o bin/fpcheck ./cmd/fpcheck

test: corpus browser programs archives repositories events ## run all tests, on real documents and in a browser too
	$(GO) test -timeout 30m ./...

short: ## run the tests that need no installed documents
	$(GO) test -short ./...

lint: ## formatting, vet, staticcheck, generated tables, vectors
	scripts/lint.sh

vectors: ## write what the reference computes into vectors/ and SPEC.md's example
	$(GO) run ./cmd/fpcheck vectors update vectors
	$(GO) test . -run TestWorkedExample -update

tables: ## make the Unicode tables anew from internal/ucd/data
	$(GO) run ./internal/ucd/gen

page: ## make docs/compare.html of the JavaScript port
	node ports/javascript/demo/build.mjs docs/compare.html

corpus: ## install the real documents that tests use
	lab/corpus/install.sh

browser: ## install the browser that shows conformance reports to tests
	scripts/chromium.sh

programs: ## install the programs that some media are read by
	scripts/programs.sh

archives: ## install what makes web archives for tests, and reads them
	scripts/archives.sh

repositories: ## install the validators that tests of bags and OCFL objects are judged by
	scripts/repositories.sh

events: ## install what judges events for tests, and reads them
	scripts/premis.sh

conform: build ## hold the reference and the mutants against the vectors
	bin/fpcheck conform --level markup -- bin/fpcheck port
	bin/fpcheck conform --level digest -- bin/fpcheck port
	bin/fpcheck conform --mutants

ports: build ## build and test the ports, and hold them against the vectors
	scripts/ports.sh

manuals: corpus ## measure the manuals and write docs/manuals.md
	$(LAB) ./corpus/manuals -write ../docs/manuals.md

evaluate: ## install the evaluation set, measure the schemes and write docs/evaluation.md
	lab/corpus/install.sh evaluation
	$(LAB) ./evaluation/evaluate -output ../docs

crossmedia: ## make media of manuals by pandoc, measure them and write docs/crossmedia.md
	scripts/programs.sh pandoc
	lab/corpus/install.sh evaluation
	$(LAB) ./corpus/crossmedia ../docs/crossmedia.md

migration: corpus ## migrate manuals by pandoc, verify that and write docs/migration.md
	scripts/programs.sh pandoc
	$(LAB) ./corpus/migration -write ../docs/migration.md

bench: ## throughput, beside the plain Go way
	$(GO) test -run '^$$' -bench . -benchtime $(BENCHTIME) ./internal/jenkins ./internal/ucd ./sketch/... ./scheme
	$(GO) -C lab test -run '^$$' -bench . -benchtime $(BENCHTIME) ./bench

bench-guard: ## count the instructions of the hot path, which are to be those of lab/bench/guard/counts.txt
	scripts/programs.sh valgrind
	$(LAB) ./bench/guard

bench-guard-update: ## write what is counted into lab/bench/guard/counts.txt
	scripts/programs.sh valgrind
	$(LAB) ./bench/guard -update

bench-files: build repositories ## manifests of many small files, beside sha256sum and bagit.py
	$(LAB) ./bench/files ../bin/fpcheck

bench-fingerprint: build corpus ## fingerprints of many small files, beside sha256sum and a bare read
	$(LAB) ./bench/files -fingerprint ../bin/fpcheck

bench-peers: corpus ## throughput beside ports and peers, all installed, written into docs/performance.md
	scripts/peers.sh
	$(LAB) ./bench/peers -write ../docs/performance.md

bench-sizes: corpus ## time and memory of 1 kB to 1 GB of text, written into docs/performance.md
	$(LAB) ./bench/sizes -write ../docs/performance.md

race: ## the short tests under the race detector, but those of rules one by one and of sizes
	$(GO) test -race -short -timeout 30m -skip 'EveryMutant|Unmutated|EveryListed|TestLines|TestLimits|ExampleTest' ./...

arches: ## the vectors on arm64, s390x, 386 and js/wasm
	scripts/arches.sh

fuzz: ## fuzz three of the targets for FUZZ each, others the next day
	scripts/fuzz.sh $(FUZZ)

fuzz-ports: build ## look for inputs on which a port and the reference differ, for FUZZ each
	scripts/ports.sh fuzz $(FUZZ)

soak: ## fuzz every target for ten minutes
	scripts/fuzz.sh 10m all

man: build ## write the manual pages into man/
	bin/fpcheck man man

clean: ## remove what was built
	rm -rf bin man
