package main

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	_ "github.com/jackc/pgx/v5/stdlib" // registers the driver
	"golang.org/x/sys/unix"
)

// pinCluster pins the processes of a PostgreSQL server to the second core: those that it
// starts later are pinned as it is. unpin gives them back what they had.
func pinCluster(folder string) (unpin func(), err error) {
	unpin = func() {}
	text, err := os.ReadFile(filepath.Join(folder, "postmaster.pid"))
	if err != nil {
		return unpin, fmt.Errorf("find PostgreSQL's processes: %w", err)
	}
	first, _, _ := strings.Cut(string(text), "\n")
	postmaster, err := strconv.Atoi(first)
	if err != nil {
		return unpin, fmt.Errorf("find PostgreSQL's processes: %w", err)
	}
	var before, second unix.CPUSet
	if err := unix.SchedGetaffinity(postmaster, &before); err != nil {
		return unpin, fmt.Errorf("pin PostgreSQL: %w", err)
	}
	second.Set(1)
	return func() { _ = pinFamily(postmaster, &before) }, pinFamily(postmaster, &second)
}

// pinFamily pins a process and those that it started.
func pinFamily(parent int, set *unix.CPUSet) error {
	if err := unix.SchedSetaffinity(parent, set); err != nil {
		return fmt.Errorf("pin PostgreSQL: %w", err)
	}
	children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", parent, parent))
	if err != nil {
		return fmt.Errorf("pin PostgreSQL: %w", err)
	}
	for child := range strings.FieldsSeq(string(children)) {
		if pid, err := strconv.Atoi(child); err == nil {
			_ = unix.SchedSetaffinity(pid, set) // one that is gone needs no core
		}
	}
	return nil
}

// about says how a PostgreSQL server is set: what it does not sync is not comparable.
func about(ctx context.Context, address string) (string, error) {
	pool, err := sql.Open("pgx", address)
	if err != nil {
		return "", err
	}
	defer pool.Close()
	var parts []string
	for _, name := range []string{"server_version", "fsync", "synchronous_commit", "full_page_writes", "shared_buffers"} {
		var value string
		if err := pool.QueryRowContext(ctx, "SHOW "+name).Scan(&value); err != nil {
			return "", err
		}
		parts = append(parts, name+" "+value)
	}
	return strings.Join(parts, ", "), nil
}
