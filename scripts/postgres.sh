#!/bin/sh
# Starts and stops a PostgreSQL server of its own for tests.
#
#   scripts/postgres.sh start DIR    prints the server's address
#   scripts/postgres.sh replica DIR ADDRESS
#                                    starts a streaming replica of such a server
#                                    and prints its address
#   scripts/postgres.sh stop DIR
#
# The server listens on a free port of the loopback interface, trusts whoever
# connects there and doesn't sync to disk: it is for data that may be lost.
# POSTGRES_SETTINGS has further ones, such as "-c fsync=on", and they win.
# PostgreSQL's programs are looked for on PATH, then where Debian puts them.
set -eu

fail() {
	echo "postgres.sh: $*" >&2
	exit 1
}

case "${1-} $#" in
"start 2" | "replica 3" | "stop 2") ;;
*) fail "usage: postgres.sh start DIR | replica DIR ADDRESS | stop DIR" ;;
esac
command=$1
mkdir -p "$2"
dir=$(cd "$2" && pwd)
data=$dir/data

if ! bin=$(dirname "$(readlink -f "$(command -v initdb)")" 2>/dev/null) || [ ! -x "$bin/initdb" ]; then
	bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1)
fi
[ -x "$bin/initdb" ] || fail "PostgreSQL is not installed: initdb is neither on PATH nor in /usr/lib/postgresql"

# PostgreSQL refuses to run as root.
as() {
	if [ "$(id -u)" -eq 0 ]; then
		setpriv --reuid=nobody --regid=nogroup --clear-groups env HOME="$dir" "$@"
	else
		"$@"
	fi
}

address() {
	echo "postgres://postgres@127.0.0.1:$(sed -n 4p "$data/postmaster.pid")/postgres?sslmode=disable"
}

# prepare makes the server's data by a command, unless they are there.
prepare() {
	if [ "$(id -u)" -eq 0 ]; then
		chown nobody:nogroup "$dir"
	fi
	[ -s "$data/PG_VERSION" ] || as "$@" >"$dir/prepare.log" 2>&1 || fail "${1##*/} failed, see $dir/prepare.log"
}

start() {
	if as "$bin/pg_ctl" -D "$data" status >/dev/null 2>&1; then
		address
		return
	fi
	# A port that is taken makes the start fail: another one is tried.
	for _ in 1 2 3 4 5; do
		port=$((20000 + $(od -An -N2 -tu2 /dev/urandom) % 20000))
		if as "$bin/pg_ctl" -D "$data" -l "$dir/server.log" -w -t 30 -s -o \
			"-c listen_addresses=127.0.0.1 -c port=$port -c unix_socket_directories='' \
			-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=400 ${POSTGRES_SETTINGS:-}" \
			start </dev/null >/dev/null 2>&1; then
			address
			return
		fi
	done
	fail "the server did not start, see $dir/server.log"
}

case $command in
start)
	prepare "$bin/initdb" -D "$data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync
	start
	;;
replica)
	prepare "$bin/pg_basebackup" -D "$data" -d "$3" -R -X stream -c fast --no-sync
	start
	;;
stop) as "$bin/pg_ctl" -D "$data" -m fast -w -s stop ;;
esac
