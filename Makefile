# Two commands matter: `go run ./cmd/vitrine serve` and `make test`.

.PHONY: test check build openapi clean

test: ## installs what the tests need, then formats, vets, lints and tests everything on both databases and both blob stores
	scripts/install.sh
	scripts/test.sh

check: ## the same without installing anything
	scripts/test.sh

build: ## one static binary, ./vitrine
	CGO_ENABLED=0 go build -trimpath -o vitrine ./cmd/vitrine

openapi: ## writes the contract from the code
	go run ./cmd/vitrine openapi > api/openapi.yaml

clean:
	rm -rf vitrine .tools bench/data
