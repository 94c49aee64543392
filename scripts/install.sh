#!/bin/sh
# Installs what the tests need on a Debian machine that has Go: a C compiler
# for the race detector, PostgreSQL 15 and curl, and builds the S3 server that
# the blob store is tested against. What is there already is left as it is.
set -eu
cd "$(dirname "$0")/.."

missing=
command -v gcc >/dev/null || missing="$missing gcc libc6-dev"
command -v curl >/dev/null || missing="$missing curl"
command -v setpriv >/dev/null || missing="$missing util-linux"
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || missing="$missing postgresql"
if [ -n "$missing" ]; then
	sudo=
	[ "$(id -u)" -eq 0 ] || sudo=sudo
	$sudo apt-get update -qq
	# The packages' own server is not wanted: the tests start theirs.
	$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
fi

mkdir -p .tools
[ -x .tools/versitygw ] || go build -C tools -o ../.tools/versitygw github.com/versity/versitygw/cmd/versitygw
[ -x .tools/staticcheck ] || go build -C tools -o ../.tools/staticcheck honnef.co/go/tools/cmd/staticcheck
