#!/bin/sh
# Installs what the tests need on a Debian machine that has Go: a C compiler
# for the race detector, PostgreSQL 15, pgbouncer, curl, jq, Python and Chromium without its windows, and
# builds the S3 server that the blob store is tested against, and what holds calls against Stripe's interface.
# axe-core, which looks at the pages, comes from npm, as does what makes a client in TypeScript of the contract.
# What is there already is left as it is.
set -eu
cd "$(dirname "$0")/.."

missing=
command -v gcc >/dev/null || missing="$missing gcc libc6-dev"
command -v curl >/dev/null || missing="$missing curl"
command -v jq >/dev/null || missing="$missing jq"
command -v python3 >/dev/null || missing="$missing python3"
command -v setpriv >/dev/null || missing="$missing util-linux"
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || missing="$missing postgresql"
command -v pgbouncer >/dev/null || [ -x /usr/sbin/pgbouncer ] || missing="$missing pgbouncer"
[ -x /usr/lib/chromium/chromium-headless-shell ] || missing="$missing chromium-headless-shell"
command -v npm >/dev/null || missing="$missing nodejs npm"
if [ -n "$missing" ]; then
	sudo=
	[ "$(id -u)" -eq 0 ] || sudo=sudo
	$sudo apt-get update -qq
	# The packages' own server is not wanted: the tests start theirs.
	$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
fi

mkdir -p .tools
[ -x .tools/versitygw ] || go build -C tools -o ../.tools/versitygw github.com/versity/versitygw/cmd/versitygw
[ -x .tools/stripe-mock ] || go build -C tools -o ../.tools/stripe-mock github.com/stripe/stripe-mock
[ -x .tools/golangci-lint ] || go build -C tools/lint -o ../../.tools/golangci-lint github.com/golangci/golangci-lint/v2/cmd/golangci-lint

# It is MPL-2.0, so it is used and not kept here; the sum is of axe.min.js.
axe=4.14.1
axe_sum=29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c
if [ ! -s .tools/axe.min.js ]; then
	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT
	npm pack --silent --pack-destination "$work" "axe-core@$axe" >/dev/null
	tar -xzf "$work/axe-core-$axe.tgz" -C "$work" package/axe.min.js
	echo "$axe_sum  $work/package/axe.min.js" | sha256sum --check --quiet
	mv "$work/package/axe.min.js" .tools/axe.min.js
fi

# html-validate, which holds pages against the standard of HTML, with all that it needs.
if ! cmp -s tools/html/package-lock.json .tools/html/installed; then
	mkdir -p .tools/html
	cp tools/html/package.json tools/html/package-lock.json .tools/html/
	(cd .tools/html && npm ci --silent --no-audit --no-fund --ignore-scripts)
	cp tools/html/package-lock.json .tools/html/installed
fi
