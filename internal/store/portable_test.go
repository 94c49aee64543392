package store_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// rule is something that a statement must not say.
type rule struct {
	pattern *regexp.Regexp
	why     string
}

func rules(why string, patterns ...string) []rule {
	var list []rule
	for _, pattern := range patterns {
		list = append(list, rule{regexp.MustCompile(`(?is)` + pattern), why})
	}
	return list
}

// undistributed is what engines that speak PostgreSQL's dialect over many
// machines refuse or cannot do well. It holds for every statement.
func undistributed() []rule {
	return rules("the distributed engines of PostgreSQL's dialect refuse it",
		`\bpg_(try_)?advisory`, `\bLISTEN\s+\w`, `\bNOTIFY\s+\w`, `\bpg_notify\b`, `\bLOCK\s+TABLE\b`,
		`\bEXCLUDE\s+USING\b`, `\bDEFERRABLE\b`, `\bCREATE\s+(OR\s+REPLACE\s+)?(CONSTRAINT\s+)?TRIGGER\b`,
		`\bUSING\s+(GIST|SPGIST|BRIN)\b`, `\bUSING\s+GIN\s*\([^()]*,`, `\bCREATE\s+RULE\b`, `\bINHERITS\s*\(`,
		`\bWITH\s+HOLD\b`, `\bCREATE\s+EXTENSION\b`)
}

// unshared is what only one of the two databases understands, or what the two
// understand differently. It holds where they share one text.
func unshared() []rule {
	return rules("SQLite and PostgreSQL do not mean the same by it",
		`::`, `\bILIKE\b`, `\bgreatest\s*\(`, `\bleast\s*\(`, `\browid\b`, `\bSELECT\s+\*`, `\bRETURNING\s+\*`,
		`"`, `\bnow\s*\(\)`, `\bCURRENT_TIMESTAMP\b`, `\blower\s*\(`, `\bupper\s*\(`, `\bINSERT\s+OR\b`, `\bREPLACE\s+INTO\b`,
		`\bADD\s+COLUMN\s+IF\s+NOT\s+EXISTS\b`, `\bAS\s*\(\s*DELETE\b`, `\bTIMESTAMPTZ?\b`, `\bJSONB?\b`, `->`, `\bSERIAL\b`,
		`\bDATETIME\b`, `\bAUTOINCREMENT\b`, `=\s*ANY\s*\(`, `\bARRAY\s*\[`)
}

// The files that hold what differs between the databases.
var ownOfOne = map[string]bool{"dialect.go": true, "sqlite.go": true, "postgres.go": true, "replica.go": true, "group.go": true}

func TestStatementsArePortable(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		for where, text := range statements(t, file) {
			seen++
			check(t, where, text, undistributed())
			if !ownOfOne[file] {
				check(t, where, text, unshared())
			}
		}
	}
	if seen < 40 {
		t.Errorf("found only %d statements: this test no longer sees them", seen)
	}
}

func TestMigrationsArePortable(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("migrations/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatal("found no migrations")
	}
	comment := regexp.MustCompile(`--[^\n]*`)
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := comment.ReplaceAllString(string(data), "")
		switch {
		case strings.HasSuffix(file, ".sqlite.sql"):
		case file == "migrations/00035_audit.postgres.sql",
			file == "migrations/00046_law.postgres.sql",
			file == "migrations/00064_ledger.postgres.sql",
			file == "migrations/00084_invoices.postgres.sql": // whose triggers are what it is for: see decisions.md
		case strings.HasSuffix(file, ".postgres.sql"):
			check(t, file, text, undistributed())
		default:
			check(t, file, text, undistributed())
			check(t, file, text, unshared())
		}
	}
}

// The rules find what they are for.
func TestRulesRefuse(t *testing.T) {
	t.Parallel()
	all := append(undistributed(), unshared()...)
	for _, text := range []string{
		"SELECT pg_advisory_lock(1)", "LISTEN jobs", "LOCK TABLE users", "CREATE TRIGGER t AFTER INSERT ON users",
		"CREATE INDEX i ON t USING GIN (a, b)", "CREATE INDEX i ON t USING gist (a)",
		"ALTER TABLE t ADD CONSTRAINT c UNIQUE (a) DEFERRABLE INITIALLY DEFERRED", "SELECT a::text FROM t",
		"SELECT * FROM t", "SELECT a FROM t WHERE a ILIKE $1", `SELECT "a" FROM t`, "INSERT INTO t (a) VALUES ($1) RETURNING *",
	} {
		if broken(text, all) == "" {
			t.Errorf("no rule refuses %q", text)
		}
	}
	for _, text := range []string{
		"CREATE INDEX i ON t USING GIN (document)", "SELECT count(*) FROM t WHERE a = $1",
		"INSERT INTO t (a) VALUES ($1) ON CONFLICT (a) DO UPDATE SET b = excluded.b RETURNING id",
	} {
		if why := broken(text, all); why != "" {
			t.Errorf("%q is refused: %s", text, why)
		}
	}
}

func check(t *testing.T, where, text string, rules []rule) {
	t.Helper()
	if why := broken(text, rules); why != "" {
		t.Errorf("%s: %s\n%s", where, why, text)
	}
}

func broken(text string, rules []rule) string {
	for _, rule := range rules {
		if found := rule.pattern.FindString(text); found != "" {
			return strconv.Quote(found) + ": " + rule.why
		}
	}
	return ""
}

var looksLikeSQL = regexp.MustCompile(`(?s)^\s*(SELECT|INSERT|UPDATE|DELETE|WITH|CREATE|ALTER|LOCK|LISTEN|NOTIFY|PRAGMA|FROM|WHERE|AND|ORDER BY|SET)\b`)

// statements finds the texts in a Go file that are SQL or parts of it, by
// where they stand.
func statements(t *testing.T, file string) map[string]string {
	t.Helper()
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	ast.Inspect(parsed, func(node ast.Node) bool {
		literal, ok := node.(*ast.BasicLit)
		if !ok || literal.Kind != token.STRING {
			return true
		}
		text, err := strconv.Unquote(literal.Value)
		if err != nil {
			t.Fatal(err)
		}
		if looksLikeSQL.MatchString(text) {
			found[set.Position(literal.Pos()).String()] = text
		}
		return true
	})
	return found
}
