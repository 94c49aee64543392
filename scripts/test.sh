#!/bin/sh
# Checks and tests everything, on SQLite and PostgreSQL, on disk and on S3. It
# starts the servers that it needs on loopback and stops them. A test that is
# skipped makes it fail: here every part is there.
set -eu
cd "$(dirname "$0")/.."

began=$(date +%s)
last=$began
# say ends a stage and names the next one.
say() {
	now=$(date +%s)
	[ "$last" -eq "$began" ] && [ "$now" -eq "$began" ] || printf '   took %d s, %d s in all\n' $((now - last)) $((now - began))
	last=$now
	printf '\n== %s\n' "$*"
}

say "format, modules, vet, lint"
unformatted=$(gofmt -l $(git ls-files '*.go'))
[ -z "$unformatted" ] || { echo "run gofmt -w on:" $unformatted; exit 1; }
go mod tidy -diff
go vet ./...
.tools/golangci-lint run
# All is vetted now: each go test would do so again, and once more with the race detector. What debuggers
# read is left out, which is a third of what linking takes.
export GOFLAGS="${GOFLAGS:+$GOFLAGS }-vet=off -ldflags=-w"

# Each of many tests makes a database, of 850 files on PostgreSQL: memory takes them in a
# twentieth of the time, where there is enough of it and programs can run from there.
work=
if [ "$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 { print $4 }')" -ge 8000000 ] 2>/dev/null; then
	work=$(mktemp -d /dev/shm/vitrine-XXXXXX)
	printf '#!/bin/sh\n' >"$work/runs" && chmod 755 "$work/runs"
	"$work/runs" 2>/dev/null || { rm -rf "$work"; work=; }
fi
work=${work:-$(mktemp -d)}
chmod 755 "$work"
mkdir "$work/tmp"
cleanup() {
	scripts/postgres.sh stop "$work/postgres" 2>/dev/null || true
	rm -rf "$work"
}
trap cleanup EXIT INT TERM

export TMPDIR="$work/tmp"
VITRINE_TEST_POSTGRES=$(scripts/postgres.sh start "$work/postgres")
VITRINE_TEST_VERSITYGW=$PWD/.tools/versitygw
VITRINE_TEST_STRIPEMOCK=$PWD/.tools/stripe-mock
# The engine of Chromium without all that belongs to windows, which takes half as much of the processors. What Debian
# has on the path is a script that starts it, and that dies without it.
VITRINE_TEST_CHROMIUM=/usr/lib/chromium/chromium-headless-shell
VITRINE_TEST_AXE=$PWD/.tools/axe.min.js
VITRINE_TEST_HTML=$PWD/.tools/html/node_modules/.bin/html-validate
VITRINE_SCREENSHOTS=$PWD/ci-output/screenshots
rm -rf "$VITRINE_SCREENSHOTS"
mkdir -p "$VITRINE_SCREENSHOTS"
export VITRINE_TEST_POSTGRES VITRINE_TEST_VERSITYGW VITRINE_TEST_STRIPEMOCK VITRINE_TEST_CHROMIUM VITRINE_TEST_AXE VITRINE_TEST_HTML VITRINE_SCREENSHOTS
unset AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AWS_PROFILE AWS_REGION AWS_DEFAULT_REGION \
	AWS_CONFIG_FILE AWS_SHARED_CREDENTIALS_FILE AWS_ENDPOINT_URL 2>/dev/null || true

kills=${VITRINE_TEST_KILLS:-50}
unset VITRINE_TEST_KILLS # here there are a few among the other tests

# What reads and draws geometry works in one goroutine or in a child, and ten times longer
# under the race detector. Commands and benchmarks are processes with little of their own, and
# the app, which takes the longest, puts packages together that are raced by their own tests.
plain="
$(go list ./internal/geometry/... ./bench/...)
vitrine/cmd/vitrine
vitrine/internal/texture
vitrine/internal/render
vitrine/internal/preview
vitrine/internal/demo
vitrine/internal/demo/cg
vitrine/internal/demo/prints
vitrine/internal/demo/sculpt
vitrine/internal/inspect
vitrine/internal/pages/storefront
vitrine/viewer
"
# SQLite is translated C, which takes several times as long where the detector watches each of its
# accesses to memory of its own; so does Argon2, which fills 64 MiB for each password. What Go shares
# with them is watched still.
unwatched="-gcflags=modernc.org/sqlite/lib=-race=false -gcflags=modernc.org/libc=-race=false
	-gcflags=golang.org/x/crypto/argon2=-race=false"
# The longest come first, so that no core waits for them in the end.
first="vitrine/internal/store vitrine/internal/shop"
raced="$first $(go list ./... | grep -vxF "$(printf '%s\n' vitrine/internal/app $plain $first)")"

# So do these tests of other packages, which read and draw in their own process, make thousands
# of requests, let a process die at each call of a sale, compare a thousand answers with what
# going through all models finds, or open a browser.
long='^(TestLooks|TestKilledAtEachCall|TestSearchIsAScan|TestOwnSearchIsAScan|TestPagesFarBehind|TestManyOrders|TestFlippedByte|TestGoneWhileRead|TestDrawnOneGoneWhileRead|TestOwnImagesStay|TestGeneratedImage|TestRefusedPicture|TestCardOfNativeFile|TestDrawnViews|TestRereadKeepsPreviews|TestWhatTheContractLetsThrough|TestWhatTheContractRefuses|TestOtherMethods|TestWhatIsMadeIsThereUntilItIsRemoved|TestGeneratedTwice)$'

# The app's tests mostly wait, for servers to die and for browsers, and take the longest of all: they
# begin at once, and what fills the processors gives way to them.
say "tests, with the race detector but for geometry and pictures, beside those of the app"
status=0
go test -count=1 -timeout 40m -v ./internal/app >"$work/app.log" 2>&1 &
app=$!
nice go test -race $unwatched -count=1 -timeout 30m -v -skip "$long" $raced >"$work/tests.log" 2>&1 || status=$?

say "tests without it, while the server is killed $kills times on each database"
VITRINE_TEST_KILLS=$kills go test -count=1 -timeout 40m -v -run '^TestKilledAtAnyMoment$' ./cmd/vitrine >"$work/kills.log" 2>&1 &
killer=$!
nice go test -p 2 -count=1 -timeout 30m -v $plain >>"$work/tests.log" 2>&1 || status=$?
say "the long tests of other packages"
go test -p 2 -count=1 -timeout 20m -v -run "$long" ./internal/store ./internal/shop ./internal/api ./internal/mail ./internal/pages/library \
	./internal/backup >>"$work/tests.log" 2>&1 || status=$?
wait "$killer" || status=$?
say "clients made from the contract play their stories, and fuzz targets run for a moment each"
clients/run.sh >"$work/clients.log" 2>&1 &
clients=$!
nice scripts/fuzz.sh 1s >"$work/fuzz.log" 2>&1 || status=$?
wait "$clients" || status=$?
cat "$work/fuzz.log" "$work/clients.log"
say "the last tests"
wait "$app" || status=$?
cat "$work/app.log" "$work/kills.log" >>"$work/tests.log"
grep -E '^(ok|FAIL|panic:|\?)|^ *--- FAIL|DATA RACE' "$work/tests.log" | grep -v 'no test files' || true
if [ "$status" -ne 0 ]; then
	say "what failed"
	awk -f scripts/failed.awk "$work/tests.log" | head -n 600
	exit "$status"
fi
if grep -E '^ *--- SKIP' "$work/tests.log"; then
	echo "tests were skipped: a part that they need is missing"
	exit 1
fi

say "$(grep -cE '^ *--- PASS' "$work/tests.log") tests passed, none skipped; pictures of every page are in ci-output/screenshots"
