# Everything CI checks, and what developers do every day. `make help` lists it.
GO ?= go
export CGO_ENABLED = 0
ENVS = envs/retail/corner_books.yaml envs/health/clinic_desk.yaml envs/finance/ledger_bank.yaml
STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2

.PHONY: help build test race lint bench soak scale bench-peers interop generate fleet synth-demo clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 16

build: ## compile awmc into bin/
	$(GO) build -trimpath -o bin/awmc ./cmd/awmc

test: lint ## everything that CI checks
	$(GO) test ./...
	cd out && $(GO) vet ./... && $(GO) test ./...
	CGO_ENABLED=1 $(GO) test -race -short ./templates/rt/...

lint: ## formatting, go vet, staticcheck
	@test -z "$$(gofmt -l cmd compiler emit ir templates out)" || { gofmt -l cmd compiler emit ir templates out; echo 'run gofmt -w on these files'; exit 1; }
	$(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...

bench: ## benchmarks of the compiler and of the runtime
	$(GO) test -run '^$$' -bench . -benchmem ./compiler/... ./emit/... ./templates/rt/...

scale: ## build and prove 1,000 renamed variants of the environments in a scratch folder (hours; N=100 makes fewer, RESUME=1 goes on after an interruption)
	$(GO) run ./cmd/scale -n $(or $(N),1000) $(if $(RESUME),-resume)

interop: ## try other people's programs on generated servers (needs npm and Python 3.11)
	interop/run.sh

soak: ## open, use and delete 100,000 instances, and fail if the process grows (a minute or two)
	$(GO) test ./templates/rt/host/service -run Soak -soak 100000 -v

bench-peers: ## measure against the reference layout and against bare SQLite; writes docs/performance.md
	cmd/bench/run.sh

generate: ## renew what is generated and committed: out/, docs/diagnostics.md, the modules' go.mod
	$(GO) generate ./...
	$(GO) run ./cmd/awmc explain --markdown > docs/diagnostics.md
	$(GO) run ./cmd/awmc build $(ENVS) -o out --each

fleet: ## compile and prove every environment of envs/
	$(GO) run ./cmd/awmc build envs -o build

synth-demo: ## replay a recorded synthesis with its rounds of mending, without a model
	rm -rf build/synth-demo
	$(GO) run ./cmd/awmc synth "a bicycle hire service" --name bike_hire --tasks 3 --tools 7 --verbose \
		--provider replay --replay compiler/synth/testdata/demo --work build/synth-demo/work -o build/synth-demo/bike_hire.yaml

clean: ## remove what builds leave behind
	rm -rf bin build out/bin
