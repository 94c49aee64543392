#!/bin/sh
# Fills 100,000 and 1,000,000 models below bench/data, once, and measures the
# server on each against a bare handler. Arguments go to bench/run.
set -eu
cd "$(dirname "$0")/.."
data=${BENCH_DATA:-bench/data}
mkdir -p "$data/bin"
for program in ./cmd/vitrine ./bench/fill ./bench/load ./bench/bare ./bench/run; do
	go build -o "$data/bin/" "$program"
done
for models in ${BENCH_MODELS:-100000 1000000}; do
	if [ ! -e "$data/$models/filled" ]; then
		rm -rf "${data:?}/$models"
		"$data/bin/vitrine" migrate --data "$data/$models"
		"$data/bin/fill" -database "$data/$models/vitrine.db" -models "$models"
		touch "$data/$models/filled"
	fi
	printf '\n## %s models\n\n' "$models"
	"$data/bin/run" -bin "$data/bin" -data "$data/$models" -models "$models" "$@"
done
