package config_test

import (
	"context"
	"fmt"
	"io"
	"net/netip"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/urfave/cli/v3"

	"vitrine/internal/config"
)

// environment is a set of variables.
type environment map[string]string

func (e environment) get(name string) (string, bool) {
	value, ok := e[name]
	return value, ok
}

// read returns the settings of a command line and an environment, as serve does.
func read(t testing.TB, env environment, args ...string) (config.Config, error) {
	t.Helper()
	c := config.Config{}
	command := &cli.Command{
		Flags: append(c.StorageFlags(env.get), c.ServeFlags(env.get)...), Writer: io.Discard, ErrWriter: io.Discard,
		Action: func(context.Context, *cli.Command) error { return c.Check() },
	}
	err := command.Run(t.Context(), append([]string{"vitrine"}, args...))
	return c, err
}

func mustRead(t testing.TB, env environment, args ...string) config.Config {
	t.Helper()
	c, err := read(t, env, args...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestReplica has one of another kind of database than PostgreSQL, or beside one.
func TestReplica(t *testing.T) {
	t.Parallel()
	const primary, replica = "postgres://primary/shop", "postgres://ada:tops3cret@replica/shop"
	for _, args := range [][]string{
		{"--database-replica", replica}, {"--database", primary, "--database-replica", "ada:tops3cret@replica"},
		{"--database", "/srv/vitrine.db", "--database-replica", replica},
	} {
		if _, err := read(t, nil, args...); err == nil || !strings.Contains(err.Error(), "--database-replica") ||
			strings.Contains(err.Error(), "tops3cret") {
			t.Errorf("%q: %v", args, err)
		}
	}
	c := mustRead(t, environment{"VITRINE_DATABASE_REPLICA_FILE": file(t, replica+"\n")}, "--database", primary)
	if c.DatabaseReplica != replica || c.RedactedReplica() != "postgres://ada:xxxxx@replica/shop" {
		t.Errorf("the replica is %s, in the log %s", c.DatabaseReplica, c.RedactedReplica())
	}
}

// file writes a secret into a file and gives its path.
func file(t testing.TB, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

var whole = cmpopts.IgnoreUnexported(config.Config{})

func defaults() config.Config {
	return config.Config{
		Data: "./vitrine-data", Database: "vitrine-data/vitrine.db", Blobs: "vitrine-data/blobs",
		Listen: "127.0.0.1:8080", BaseURL: "http://127.0.0.1:8080", Payments: "manual", LogFormat: "text", LogLevel: "info",
		OrderLifetime: 24 * time.Hour, FileSize: 10 << 30, ImageSize: 20 << 20, ImagePixels: 100_000_000, ImageMemory: 1 << 30, Files: 200,
		Images: 50, Uploads: 100, UploadBytes: 50 << 30, UploadLife: 24 * time.Hour,
		AllUploads: 10_000, AllBytes: 1 << 40,
		SweepShare: 25, WebhookFailures: 95, TrashTime: 7 * 24 * time.Hour, DeepCheck: 30 * 24 * time.Hour,
		ReadRate: 6000, ReadBurst: 1000, WriteRate: 1200, WriteBurst: 300, UploadRate: 600, UploadBurst: 200, TokenRate: 120, TokenBurst: 60,
		PageRate: 1200, PageBurst: 300, OrderRate: 20, OrderBurst: 10, GuessRate: 10, GuessBurst: 20, UnpaidOrders: 50,
		Connections: 4096, ConnectionsPerAddress: 256, HeaderBytes: 64 << 10, HeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute,
		SlowStatement: 500 * time.Millisecond, SearchMemory: 256 << 20, StallTimeout: 30 * time.Second, UploadSpeed: 1024, DownloadSpeed: 1024,
	}
}

func TestDefaults(t *testing.T) {
	t.Parallel()
	if diff := cmp.Diff(defaults(), mustRead(t, nil), whole); diff != "" {
		t.Errorf("serve (-want +got):\n%s", diff)
	}
	c, err := config.FromEnvironment(t.Context(), environment{}.get)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(defaults(), c, whole); diff != "" {
		t.Errorf("from the environment (-want +got):\n%s", diff)
	}
}

func TestFlagsWinOverEnvironmentOverDefaults(t *testing.T) {
	t.Parallel()
	env := environment{
		"VITRINE_CURRENCY": "EUR", "VITRINE_MAX_FILES": "7", "VITRINE_ORDER_LIFETIME": "90m", "VITRINE_NUMERIC_PRICES": "true",
		"VITRINE_DATA": "/srv/env", "VITRINE_LISTEN": "", // an empty variable says nothing
	}
	want := defaults()
	want.Currency, want.Files, want.OrderLifetime, want.NumericPrices = "EUR", 7, 90*time.Minute, true
	want.Data, want.Database, want.Blobs = "/srv/env", "/srv/env/vitrine.db", "/srv/env/blobs"
	if diff := cmp.Diff(want, mustRead(t, env), whole); diff != "" {
		t.Errorf("environment over defaults (-want +got):\n%s", diff)
	}

	want.Currency, want.Files, want.OrderLifetime, want.NumericPrices = "CHF", 200, time.Hour, false
	want.Data, want.Database, want.Blobs = "/srv/flag", "/srv/flag/vitrine.db", "/elsewhere"
	got := mustRead(t, env, "--currency", "CHF", "--max-files", "200", "--order-lifetime=1h", "--numeric-prices=false", "--data", "/srv/flag",
		"--blobs", "/elsewhere")
	if diff := cmp.Diff(want, got, whole); diff != "" {
		t.Errorf("flags over environment (-want +got):\n%s", diff)
	}
}

// TestEveryFlagHasItsVariable sets each flag by VITRINE_ and its name.
func TestEveryFlagHasItsVariable(t *testing.T) {
	t.Parallel()
	env := environment{}
	set, unset := config.Config{}, config.Config{}
	flags := append(set.StorageFlags(env.get), set.ServeFlags(env.get)...)
	for i, flag := range flags {
		name := flag.Names()[0]
		value := fmt.Sprint(1000 + i)
		switch flag.(type) {
		case *cli.BoolFlag:
			value = "true"
		case *cli.DurationFlag:
			value = fmt.Sprint(1000+i, "s")
		}
		env["VITRINE_"+strings.ToUpper(strings.ReplaceAll(name, "-", "_"))] = value
	}
	command := &cli.Command{Flags: flags, Action: func(context.Context, *cli.Command) error { return nil }}
	if err := command.Run(t.Context(), []string{"vitrine"}); err != nil {
		t.Fatal(err)
	}
	for _, flag := range flags {
		name := flag.Names()[0]
		want := env["VITRINE_"+strings.ToUpper(strings.ReplaceAll(name, "-", "_"))]
		got := fmt.Sprint(flag.Get())
		if span, ok := flag.Get().(time.Duration); ok {
			got = fmt.Sprint(int(span.Seconds()), "s")
		}
		if got != want {
			t.Errorf("--%s is %s, want %s", name, got, want)
		}
	}
	fields := reflect.ValueOf(set)
	for i := range fields.NumField() {
		if field := fields.Type().Field(i); field.IsExported() && fields.Field(i).Equal(reflect.ValueOf(unset).Field(i)) {
			t.Errorf("no flag sets %s", field.Name)
		}
	}
}

func TestPaymentText(t *testing.T) {
	t.Parallel()
	const written = "Transfer it to\n\n| IBAN | DE02 |\n|---|---|"
	want := defaults()
	want.PaymentText = written
	for name, got := range map[string]config.Config{
		"a flag": mustRead(t, nil, "--payment-text", written), "a variable": mustRead(t, environment{"VITRINE_PAYMENT_TEXT": written}),
		"a file": mustRead(t, environment{"VITRINE_PAYMENT_TEXT_FILE": file(t, written+"\n")}),
	} {
		if diff := cmp.Diff(want, got, whole); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	mustRead(t, nil, "--payment-text", strings.Repeat("x", 16<<10))
}

func TestSecretsFromFiles(t *testing.T) {
	t.Parallel()
	const address = "postgres://vitrine:pass@db.example/vitrine"
	env := environment{
		"VITRINE_DATABASE_FILE": file(t, address+"\n"), "VITRINE_S3_ACCESS_KEY_FILE": file(t, "  access\r\n"),
		"VITRINE_S3_SECRET_KEY_FILE": file(t, "secret"),
	}
	want := defaults()
	want.Database, want.S3Key, want.S3Secret = address, "access", "secret"
	if diff := cmp.Diff(want, mustRead(t, env), whole); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	c, err := config.FromEnvironment(t.Context(), env.get)
	if err != nil || c.Check() != nil {
		t.Fatal(err, c.Check())
	}
	if diff := cmp.Diff(want, c, whole); diff != "" {
		t.Errorf("files, of a command (-want +got):\n%s", diff)
	}

	env["VITRINE_S3_SECRET_KEY"] = "plain"
	want.S3Key, want.S3Secret = "flag", "plain"
	if diff := cmp.Diff(want, mustRead(t, env, "--s3-access-key", "flag"), whole); diff != "" {
		t.Errorf("files come last (-want +got):\n%s", diff)
	}

	env = environment{"VITRINE_LISTEN_FILE": file(t, "127.0.0.1:1"), "VITRINE_CURRENCY_FILE": file(t, "EUR")}
	if diff := cmp.Diff(defaults(), mustRead(t, env), whole); diff != "" {
		t.Errorf("what is no secret has no file (-want +got):\n%s", diff)
	}
}

// TestSecretThatCannotBeRead must not start on another database than the one
// that was meant.
func TestSecretThatCannotBeRead(t *testing.T) {
	t.Parallel()
	missing := filepath.Join(t.TempDir(), "missing")
	for _, name := range []string{"VITRINE_DATABASE", "VITRINE_S3_ACCESS_KEY", "VITRINE_S3_SECRET_KEY", "VITRINE_PAYMENT_TEXT"} {
		env := environment{name + "_FILE": missing}
		if _, err := read(t, env); err == nil || !strings.Contains(err.Error(), name+"_FILE") || !strings.Contains(err.Error(), missing) {
			t.Errorf("serve with %s_FILE=%s: %v, want an error that names both", name, missing, err)
		}
		c, err := config.FromEnvironment(t.Context(), env.get)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Check(); err == nil || !strings.Contains(err.Error(), name+"_FILE") {
			t.Errorf("a command with %s_FILE=%s: %v, want an error that names it", name, missing, err)
		}
	}
	if c := mustRead(t, environment{"VITRINE_DATABASE_FILE": missing}, "--database", "/srv/my.db"); c.Database != "/srv/my.db" {
		t.Errorf("the flag does not win: %s", c.Database)
	}
}

func TestBaseAddress(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ listen, base, want string }{
		{"127.0.0.1:8080", "", "http://127.0.0.1:8080"},
		{":8080", "", "http://localhost:8080"},
		{"0.0.0.0:80", "", "http://localhost:80"},
		{"[::]:80", "", "http://localhost:80"},
		{"[::1]:80", "", "http://[::1]:80"},
		{":8080", "https://models.example/", "https://models.example"},
		{":8080", "https://models.example:8443//", "https://models.example:8443"},
	} {
		if got := mustRead(t, nil, "--listen", c.listen, "--base-url", c.base).BaseURL; got != c.want {
			t.Errorf("listening at %s with %q: the base address is %s, want %s", c.listen, c.base, got, c.want)
		}
	}
}

// TestRefusals breaks each rule: the message names the flag.
func TestRefusals(t *testing.T) {
	t.Parallel()
	for flag, values := range map[string][]string{
		"payments": {"", "coins"},
		"listen":   {"", "nowhere", "127.0.0.1", "::1:80:"},
		"base-url": {"models.example", "ftp://models.example", "https://", "https:///x", "https://models.example/shop",
			"https://models.example?x=1", "https://models.example?", "https://models.example#x", "https://user:pass@models.example",
			"https://models example", "javascript:alert(1)", "//models.example"},
		"log-format":       {"", "xml", "JSON"},
		"log-level":        {"", "loud"},
		"currency":         {"usd", "US", "USDT", "U$D", "123", "ÄÖ"},
		"admin-listen":     {"9090", ":9090", "0.0.0.0:9090", "[::]:9090", "10.0.0.1:9090", "localhost:9090", "admin.example:9090", "127.0.0.1"},
		"trusted-proxies":  {"10.0.0.1", "x", "10.0.0.0/33", "10.0.0.0/8,nonsense"},
		"order-lifetime":   {"0", "-1s", "soon"},
		"token-lifetime":   {"-1s", "never"},
		"max-file-bytes":   {"0", "-1", "10GB"},
		"max-image-bytes":  {"0", "-1"},
		"max-image-pixels": {"0", "-1"},
		"max-files":        {"0", "-1", "many"},
		"max-images":       {"0", "-1"},
		"max-uploads":      {"0", "-1"},
		"max-upload-bytes": {"0", "-1"},
		"upload-lifetime":  {"0", "-1s", "soon"},
		"sweep-share":      {"-1", "half"},
		"trash-time":       {"-1s", "7"},
		"deep-check":       {"-1s", "monthly"},
		"slow-statement":   {"-1s", "7"},
		"read-rate":        {"-1"}, "read-burst": {"0", "-1"},
		"write-rate": {"-1"}, "write-burst": {"0", "-1"},
		"upload-rate": {"-1"}, "upload-burst": {"0", "-1"},
		"token-rate": {"-1"}, "token-burst": {"0", "-1"},
		"numeric-prices": {"perhaps"},
		"payment-text":   {strings.Repeat("x", 16<<10+1), "\xff"},
	} {
		for _, value := range values {
			_, err := read(t, nil, "--"+flag+"="+value)
			if err == nil || !strings.Contains(err.Error(), flag) {
				t.Errorf("--%s=%s: %v, want an error that names the flag", flag, value, err)
			}
			if value == "" {
				continue // an empty variable says nothing
			}
			_, err = read(t, environment{"VITRINE_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_")): value})
			if err == nil || !strings.Contains(err.Error(), flag) {
				t.Errorf("--%s is %s in the environment: %v, want an error that names the flag", flag, value, err)
			}
		}
	}
}

// TestAllFaultsAtOnce breaks several rules: each is named once, on a line of its own.
func TestAllFaultsAtOnce(t *testing.T) {
	t.Parallel()
	missing := filepath.Join(t.TempDir(), "missing")
	env := environment{"VITRINE_S3_ACCESS_KEY_FILE": missing, "VITRINE_S3_SECRET_KEY_FILE": missing, "VITRINE_MAX_FILES": "0"}
	_, err := read(t, env, "--listen=nowhere", "--base-url=ftp://x", "--admin-listen=0.0.0.0:1", "--trusted-proxies=x", "--payments=coins",
		"--log-format=xml", "--log-level=loud", "--currency=euro", "--read-burst=0", "--sweep-share=-1")
	want := []string{
		"VITRINE_S3_ACCESS_KEY_FILE: ", "VITRINE_S3_SECRET_KEY_FILE: ", "--listen ", "--base-url ", "--admin-listen ", "--trusted-proxies ",
		"--payments: ", "--log-format ", "--log-level ", "--currency ", "--max-files ", "--sweep-share ", "--read-burst ",
	}
	lines := strings.Split(fmt.Sprint(err), "\n")
	if lines[0] != "13 settings are wrong:" || len(lines) != 1+len(want) {
		t.Fatalf("%d lines, want %d:\n%v", len(lines), 1+len(want), err)
	}
	for i, prefix := range want {
		if !strings.HasPrefix(lines[1+i], prefix) {
			t.Errorf("line %d is %q, want one of %q", 1+i, lines[1+i], prefix)
		}
	}
	if _, err := read(t, nil, "--listen=nowhere"); err == nil || strings.Contains(err.Error(), "\n") {
		t.Errorf("one fault is told as %q, want one line, and none of the base address that follows from it", err)
	}
}

// TestAccepted stands at the edges of the rules.
func TestAccepted(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"--log-format", "json", "--log-level", "debug"}, {"--log-level", "WARN"},
		{"--admin-listen", "127.0.0.1:9090"}, {"--admin-listen", "[::1]:9090"}, {"--admin-listen", "127.9.9.9:0"},
		{"--read-rate=0", "--write-rate=0", "--upload-rate=0", "--token-rate=0"},
		{"--read-burst=1", "--max-files=1", "--max-images=1", "--max-file-bytes=1", "--order-lifetime=1s", "--token-lifetime=0s"},
	} {
		mustRead(t, nil, args...)
	}
}

func TestProxies(t *testing.T) {
	t.Parallel()
	c := mustRead(t, nil, "--trusted-proxies", " 10.0.0.0/8, fd00::/8,,192.168.1.1/32 ")
	got, err := c.Proxies()
	if err != nil {
		t.Fatal(err)
	}
	want := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8"), netip.MustParsePrefix("192.168.1.1/32")}
	if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b netip.Prefix) bool { return a == b })); diff != "" {
		t.Errorf("networks (-want +got):\n%s", diff)
	}
}

func TestRedacted(t *testing.T) {
	t.Parallel()
	for database, want := range map[string]string{
		"/srv/vitrine.db":            "/srv/vitrine.db",
		"odd name 100%.db":           "odd name 100%.db",
		"postgres://db.example/shop": "postgres://db.example/shop",
		"postgres://ada:tops3cret@db.example:5432/shop?sslmode=require": "postgres://ada:xxxxx@db.example:5432/shop?sslmode=require",
		"postgresql://ada:tops3cret@db.example/shop":                    "postgresql://ada:xxxxx@db.example/shop",
		"postgres://db.example/shop?user=ada&password=tops3cret":        "postgres://db.example/shop?password=xxxxx&user=ada",
		"postgres://ada@db.example/shop?sslpassword=tops3cret&sslkey=client.key": "postgres://ada@db.example/shop?" +
			"sslkey=client.key&sslpassword=xxxxx",
		"postgres://ada:tops3cret%zz@db.example/shop":                                "a database",
		"postgres://ada:tops3cret@db.example:port/shop":                              "a database",
		"postgres://ada:tops3cret@db.example/shop?password=tops3cret;sslmode=verify": "a database",
	} {
		c := mustRead(t, nil, "--database", database)
		got := c.Redacted()
		if strings.Contains(got, "tops3cret") {
			t.Errorf("%s is shown as %s", database, got)
		}
		if got != want {
			t.Errorf("%s is shown as %s, want %s", database, got, want)
		}
	}
}
