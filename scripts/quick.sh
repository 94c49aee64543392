#!/bin/sh
# The part of scripts/test.sh that takes under a minute once the build cache is warm: no
# race detector, no servers, no browser, no test that takes seconds. It looks for
# golangci-lint in .tools, where scripts/install.sh builds it.
set -eu
cd "$(dirname "$0")/.."

unformatted=$(gofmt -l $(git ls-files '*.go'))
[ -z "$unformatted" ] || { echo "run gofmt -w on:" $unformatted; exit 1; }
go vet ./... # and so no go test below
if [ -x .tools/golangci-lint ]; then
	.tools/golangci-lint run
else
	echo "not linted: scripts/install.sh builds golangci-lint"
fi
unset VITRINE_TEST_POSTGRES VITRINE_TEST_VERSITYGW VITRINE_TEST_STRIPEMOCK VITRINE_TEST_CHROMIUM VITRINE_TEST_AXE VITRINE_TEST_HTML
go test -short -vet=off ./... | { grep -v 'no test files' || true; }
