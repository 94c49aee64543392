#!/bin/sh
# Generates clients from the contract, compiles them, and plays the stories of a
# seller and of a buyer with each against a real server.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

go build -C .. -o "$work/vitrine" ./cmd/vitrine
"$work/vitrine" openapi --form json >"$work/openapi.json"
"$work/vitrine" openapi --form 3.0 >"$work/openapi-3.0.json"

rm -rf ogen oapi
mkdir ogen oapi
go tool ogen --config ogen.yaml --loglevel error --target ogen --package ogen --clean "$work/openapi-3.0.json"
go tool oapi-codegen -config oapi.yaml "$work/openapi-3.0.json"
[ -x typescript/node_modules/.bin/tsc ] || npm ci --prefix typescript --silent --no-audit --no-fund
(
	cd typescript
	node_modules/.bin/openapi-typescript "$work/openapi.json" -o api.d.ts >/dev/null
	node_modules/.bin/tsc --project .
)

go vet .
VITRINE=$work/vitrine go test -count=1 .
