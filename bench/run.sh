#!/bin/sh
# Fills databases below bench/data, once, and measures the server on them against a bare
# handler: on SQLite, and on PostgreSQL too where it is installed. Arguments go to bench/run.
#
#   BENCH_MODELS   how many models, several in a row: "100000 1000000"
#   BENCH_DATA     where the databases are: bench/data
set -eu
cd "$(dirname "$0")/.."
data=${BENCH_DATA:-bench/data}
mkdir -p "$data/bin"
data=$(cd "$data" && pwd)
for program in ./cmd/vitrine ./bench/fill ./bench/load ./bench/bare ./bench/sdk ./bench/run; do
	go build -o "$data/bin/" "$program"
done

case " $* " in
*" -only s3 "*) exec "$data/bin/run" -bin "$data/bin" "$@" ;;
esac

# A server that syncs, as those have that keep orders, with as much memory as a small one has.
server=
if server=$(POSTGRES_SETTINGS="-c fsync=on -c synchronous_commit=on -c full_page_writes=on -c shared_buffers=1GB -c max_wal_size=2GB" \
	scripts/postgres.sh start "$data/postgres"); then
	trap 'scripts/postgres.sh stop "$data/postgres"' EXIT
else
	echo "PostgreSQL is left out" >&2
	server=
fi

# fill MODELS FOLDER DATABASE
fill() {
	[ -e "$2/filled" ] && return
	rm -rf "${2:?}"
	"$data/bin/vitrine" migrate --data "$2" --database "$3" >"$data/migrate.log" 2>&1 || { cat "$data/migrate.log" >&2 && exit 1; }
	"$data/bin/fill" -database "$3" -models "$1"
	touch "$2/filled"
}

# measure MODELS, on both databases
measure() {
	models=$1
	shift
	fill "$models" "$data/$models" "$data/$models/vitrine.db"
	if [ -n "$server" ]; then
		name=vitrine_$models
		[ -e "$data/postgres-$models/filled" ] || psql -qc "DROP DATABASE IF EXISTS $name" -c "CREATE DATABASE $name" "$server"
		address=$(echo "$server" | sed "s|/postgres?|/$name?|")
		fill "$models" "$data/postgres-$models" "$address"
		set -- -postgres "$address" -postgres-folder "$data/postgres-$models" -postgres-data "$data/postgres/data" "$@"
	fi
	printf '\n## %s models\n\n' "$models"
	"$data/bin/run" -bin "$data/bin" -data "$data/$models" -models "$models" "$@"
}

for models in ${BENCH_MODELS:-100000 1000000}; do
	measure "$models" "$@"
done
