package main

import (
	"context"
	"database/sql"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"
)

// fullText are the tables of the full-text search on SQLite: rows of words.
func fullText() []table {
	row := func(m made, terms []string) [][]any { return [][]any{{m.ID, strings.Join(terms, " ")}} }
	return []table{
		{"listing_search", []string{"rowid", "terms"}, func(m made) [][]any { return row(m, m.catalogue.Terms) }},
		{"own_search", []string{"rowid", "terms"}, func(m made) [][]any { return row(m, m.own.Terms) }},
	}
}

// lexemes are the tables of the full-text search on PostgreSQL.
func lexemes() []table {
	row := func(m made, terms []string) [][]any {
		vector := pgtype.TSVector{Valid: true, Lexemes: make([]pgtype.TSVectorLexeme, len(terms))}
		for k, term := range terms {
			vector.Lexemes[k].Word = term
		}
		return [][]any{{m.ID, vector}}
	}
	return []table{
		{"listing_search", []string{"model_id", "document"}, func(m made) [][]any { return row(m, m.catalogue.Terms) }},
		{"own_search", []string{"model_id", "document"}, func(m made) [][]any { return row(m, m.own.Terms) }},
	}
}

// present are those tables that the schema has.
func present(ctx context.Context, pool interface {
	QueryRowContext(context.Context, string, ...any) *sql.Row
}, query string, tables []table) (found []table, err error) {
	for _, t := range tables {
		var is bool
		if err := pool.QueryRowContext(ctx, query, t.name).Scan(&is); err != nil {
			return nil, err
		}
		if is {
			found = append(found, t)
		}
	}
	return found, nil
}
