# Two commands matter: `go run ./cmd/vitrine demo` and `make test`.

.PHONY: test check vulnerabilities build openapi docs viewer bench fuzz clean

test: ## installs what the tests need, then formats, vets, lints and tests everything on both databases and both blob stores
	scripts/install.sh
	scripts/test.sh

check: ## the same without installing anything
	scripts/test.sh

build: ## one static binary, ./vitrine
	CGO_ENABLED=0 go build -trimpath -o vitrine ./cmd/vitrine

openapi: ## writes the contract from the code
	go run ./cmd/vitrine openapi > api/openapi.yaml

docs: ## writes docs/settings.md and docs/errors.md from the code
	go test ./internal/config ./internal/web -run Document -update

viewer: ## bundles the 3D viewer into web/dist, which is committed; needs Node 20 and npm
	web/build.sh

bench: ## fills 100,000 and 1,000,000 models and measures against a bare handler; see bench/README.md
	bench/run.sh

vulnerabilities: ## asks Go's vulnerability database, which needs the internet
	go build -C tools -o ../.tools/govulncheck golang.org/x/vuln/cmd/govulncheck
	.tools/govulncheck ./...

fuzz: ## runs every fuzz target for ten minutes each
	scripts/fuzz.sh 10m

clean:
	rm -rf vitrine .tools bench/data ci-output
