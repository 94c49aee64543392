# Two commands matter: `go run ./cmd/vitrine demo` and `make test`; and while you work, `make quick`.

.PHONY: help test quick check kills vulnerabilities build openapi client docs viewer bench fuzz clean

help: ## list the targets (the default)
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 18

test: ## install what the tests need, then run `make check`
	scripts/install.sh
	scripts/test.sh

quick: ## format, vet, lint and test on SQLite, without the race detector and what takes seconds: a minute or two after a change
	scripts/quick.sh

check: ## format, vet, lint and test everything on both databases and both blob stores
	scripts/test.sh

vulnerabilities: ## look the dependencies up in Go's vulnerability database (needs the internet)
	go build -C tools -o ../.tools/govulncheck golang.org/x/vuln/cmd/govulncheck
	.tools/govulncheck ./...

build: ## build one static binary, ./vitrine (VERSION=v1.2.3 names it where there is no repository)
	CGO_ENABLED=0 go build -trimpath $(if $(VERSION),-ldflags "-X main.version=$(VERSION)") -o vitrine ./cmd/vitrine

openapi: ## write api/openapi.yaml from the code, and the Go client from it
	go run ./cmd/vitrine openapi > api/openapi.yaml
	$(MAKE) client

client: ## write what follows from api/openapi.yaml of the Go client
	go test . -run '^TestClientIsOfTheContract$$' -update

docs: ## write the tables of docs/settings.md and docs/errors.md from the code
	go test ./internal/config ./internal/web -run Document -update

viewer: ## bundle the 3D viewer into viewer/dist, which is committed (needs Node 20 and npm)
	go test ./internal/scenery -update
	viewer/build.sh

bench: ## fill 100,000 and 1,000,000 models and measure the server, see bench/README.md
	bench/run.sh

kills: ## kill the server 200 times on each database (VITRINE_TEST_POSTGRES names a server's address)
	VITRINE_TEST_KILLS=200 go test -count=1 -timeout 90m -v -run '^(TestKilledAtAnyMoment|TestInvoicesWhenKilled)$$' ./cmd/vitrine

fuzz: ## run every fuzz target for ten minutes
	scripts/fuzz.sh 10m

clean: ## remove everything that was built
	rm -rf vitrine .tools bench/data ci-output
