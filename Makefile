# make demo     builds edlrender and renders a short film with it
# make test     builds it, runs all tests and checks
# make build    the release binary: .build/release/edlrender
# make install  PREFIX=/usr/local
# make lint     formatting, layering, text hygiene
# make docs     prints docs/diagnostics.md and the schema anew
# make bench    the benchmarks behind docs/benchmarks.md
# make clean    removes what was built
#
# demo, test and build install what is missing (Scripts/setup.sh).

SWIFT ?= swift
PREFIX ?= /usr/local
BINARY = .build/release/edlrender

export SWIFT

.PHONY: build demo test lint docs bench install clean

build:
	@Scripts/setup.sh build
	$(SWIFT) build -c release --product edlrender

demo:
	@Scripts/setup.sh demo
	$(SWIFT) build -c release --product edlrender
	@Scripts/demo.sh $(BINARY)

# The tests judge the very binary that is installed; what they import is built beside it, since
# testable imports change how a module is compiled.
test:
	@Scripts/setup.sh test
	$(SWIFT) build -c release --product edlrender
	@Tests/check.sh
	@examples/make_media.sh
	EDLRENDER_BIN="$(CURDIR)/$(BINARY)" $(SWIFT) test -c release -Xswiftc -enable-testing \
		--scratch-path .build/tests --disable-xctest --parallel
	@echo "make test: all tests and checks passed"

lint:
	@Tests/check.sh

docs: build
	@Scripts/docs.sh $(BINARY)

bench:
	@bench/run

# Linked with Swift's own libraries inside, so that the binary runs where no Swift is installed.
install:
	@Scripts/setup.sh build
	$(SWIFT) build -c release --product edlrender --static-swift-stdlib --scratch-path .build/install
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -s -m 755 .build/install/release/edlrender "$(DESTDIR)$(PREFIX)/bin/edlrender"

clean:
	rm -rf .build demo examples/media bench/media bench/out bench/results bench/venv
