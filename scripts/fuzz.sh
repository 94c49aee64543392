#!/bin/sh
# Runs every fuzz target for a while each: 3 seconds, or as long as is asked for,
# such as 10m. A failing input is kept below testdata and becomes a test.
set -eu
cd "$(dirname "$0")/.."
log=$(mktemp)
trap 'rm -f "$log"' EXIT
for package in $(git grep -l '^func Fuzz' -- '*_test.go' | xargs -n 1 dirname | sort -u); do
	for target in $(git grep -hoE '^func Fuzz[A-Za-z0-9_]*' -- ":(glob)$package/*_test.go" | sed 's/^func //' | sort -u); do
		# Go would spend the time on making the first input smaller that does something new.
		if ! go test "./$package" -run '^$' -fuzz "^$target\$" -fuzztime "${1:-3s}" -fuzzminimizetime 1x >"$log" 2>&1; then
			# It also fails now and then for the end of its time.
			if grep -q 'Failing input' "$log" || ! grep -q 'context deadline exceeded' "$log"; then
				cat "$log"
				exit 1
			fi
		fi
		echo "$package $target: $(grep -oE 'execs: [0-9]+' "$log" | tail -n 1)"
	done
done
