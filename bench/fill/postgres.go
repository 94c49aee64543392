package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// postgres is written by COPY on some connections at once.
type postgres struct {
	pool    *sql.DB
	tables  []table
	indexes []string // the statements that make them
	free    chan *sql.Conn
	writing sync.WaitGroup
	mu      sync.Mutex
	err     error // of a batch
}

// session is what a connection that fills is told: rows refer to rows that another
// connection writes, and what a crash loses is filled again.
const session = "SET session_replication_role = replica; SET synchronous_commit = off; SET maintenance_work_mem = '1GB'"

func (p *postgres) begin(ctx context.Context) (err error) {
	p.tables = tables()
	if p.indexes, err = p.dropIndexes(ctx); err != nil {
		return err
	}
	p.free = make(chan *sql.Conn, runtime.NumCPU())
	for range cap(p.free) {
		conn, err := p.pool.Conn(ctx)
		if err != nil {
			return err
		}
		if _, err := conn.ExecContext(ctx, session); err != nil {
			return err
		}
		p.free <- conn
	}
	return nil
}

// loosen takes away what slows the filling of a table that has rows already, and returns the
// statements that bring it back.
func (p *postgres) loosen(ctx context.Context, conn *sql.Conn, name string) ([]string, error) {
	p.tables = []table{{name: name}}
	if _, err := conn.ExecContext(ctx, session); err != nil {
		return nil, err
	}
	return p.dropIndexes(ctx)
}

// dropIndexes drops those of the filled tables that a statement made, and returns the
// statements. Those of constraints stay.
func (p *postgres) dropIndexes(ctx context.Context) (made []string, err error) {
	for _, t := range p.tables {
		rows, err := p.pool.QueryContext(ctx, `SELECT i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid) FROM pg_index i
			WHERE i.indrelid = $1::regclass AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexrelid)`, t.name)
		if err != nil {
			return nil, err
		}
		var dropped []string
		for rows.Next() {
			var name, text string
			if err := rows.Scan(&name, &text); err != nil {
				return nil, errors.Join(err, rows.Close())
			}
			dropped, made = append(dropped, name), append(made, text)
		}
		if err := rows.Err(); err != nil {
			return nil, err
		}
		for _, name := range dropped {
			if _, err := p.pool.ExecContext(ctx, "DROP INDEX "+name); err != nil {
				return nil, err
			}
		}
	}
	return made, nil
}

// write hands the models to a connection that is free, and returns what an earlier one
// met.
func (p *postgres) write(ctx context.Context, models []made) error {
	conn := <-p.free
	p.writing.Go(func() {
		err := conn.Raw(func(driver any) error { return copyRows(ctx, driver.(*stdlib.Conn).Conn(), p.tables, models) })
		p.mu.Lock()
		p.err = errors.Join(p.err, err)
		p.mu.Unlock()
		p.free <- conn
	})
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err
}

func copyRows(ctx context.Context, conn *pgx.Conn, tables []table, models []made) error {
	for _, t := range tables {
		var rows [][]any
		for _, m := range models {
			rows = append(rows, t.rows(m)...)
		}
		if _, err := conn.CopyFrom(ctx, pgx.Identifier{t.name}, t.columns, pgx.CopyFromRows(rows)); err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
	}
	return nil
}

func (p *postgres) finish(ctx context.Context) error {
	p.writing.Wait()
	if p.err != nil {
		return p.err
	}
	if err := p.each(ctx, p.indexes); err != nil {
		return err
	}
	last := append(countStored(), countCategories, tellOthers(time.Now().UnixMicro()))
	for _, t := range p.tables {
		if t.columns[0] == "id" {
			last = append(last, "SELECT setval(pg_get_serial_sequence('"+t.name+"', 'id'), COALESCE(MAX(id), 0) + 1, FALSE) FROM "+t.name)
		}
		// Without it counts read each row until the server finds the time for it.
		last = append(last, "VACUUM ANALYZE "+t.name)
	}
	if err := p.each(ctx, last); err != nil {
		return err
	}
	var err error
	for range cap(p.free) {
		err = errors.Join(err, (<-p.free).Close())
	}
	return err
}

// each runs statements on all connections, one after the other on each.
func (p *postgres) each(ctx context.Context, statements []string) error {
	for _, text := range statements {
		conn := <-p.free
		p.writing.Go(func() {
			if _, err := conn.ExecContext(ctx, text); err != nil {
				p.mu.Lock()
				p.err = errors.Join(p.err, fmt.Errorf("%s: %w", text, err))
				p.mu.Unlock()
			}
			p.free <- conn
		})
	}
	p.writing.Wait()
	return p.err
}
