// Package config holds the settings of a server: what each is called as a
// flag and in the environment, its default, and whether the whole makes sense.
// The numbers' defaults are those of shop, web and door.
//
// Flags win over the environment, which wins over the defaults. A secret and a
// text of many lines may also be in a file that VITRINE_…_FILE names. The package opens nothing else.
package config

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"vitrine/internal/picture"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// Config is what a server or a command works with.
type Config struct {
	Data     string
	Database string
	Blobs    string
	S3Key    string
	S3Secret string
	Keys     string

	Listen        string
	BaseURL       string
	SMTP          string
	SMTPPassword  string
	MailFrom      string
	MailTemplates string

	OIDCIssuer string
	OIDCName   string
	OIDCClient string
	OIDCSecret string

	AnyWebhooks     bool
	WebhookFailures int64 // percent

	Payments    string
	PaymentText string // Markdown

	StripeKey       string
	StripeSecrets   string // with commas between
	StripeStatement string
	StripeMethods   string // with commas between; "": those that the account has switched on
	StripeAPI       string // address of the service; "" for Stripe's own
	StripePages     string // origin of its pages; "" for Stripe's own

	AdminListen    string
	LogFormat      string
	LogLevel       string
	TrustedProxies string
	NumericPrices  bool

	DatabaseReplica string

	RequireIsolation bool
	SlowStatement    time.Duration
	SearchMemory     int64

	Currency      string
	OrderLifetime time.Duration
	TokenLifetime time.Duration
	FileSize      int64
	ImageSize     int64
	ImagePixels   int64
	ImageMemory   int64
	Files         int64
	Images        int64
	Uploads       int64
	UploadBytes   int64
	AllUploads    int64
	AllBytes      int64
	UploadLife    time.Duration
	SweepShare    int64
	TrashTime     time.Duration
	DeepCheck     time.Duration

	ReadRate, ReadBurst     int64 // requests a minute, and at once
	WriteRate, WriteBurst   int64
	UploadRate, UploadBurst int64
	TokenRate, TokenBurst   int64
	PageRate, PageBurst     int64
	OrderRate, OrderBurst   int64
	GuessRate, GuessBurst   int64
	UnpaidOrders            int64 // of visitors of one address

	Connections, ConnectionsPerAddress       int64 // at once
	HeaderTimeout, IdleTimeout, StallTimeout time.Duration
	HeaderBytes                              int64
	UploadSpeed, DownloadSpeed               int64 // bytes a second

	unread []error // why files that hold settings could not be read
}

// Getenv reads a variable of the environment.
type Getenv func(name string) (string, bool)

// source is an environment variable, or the file that NAME_FILE names.
type source struct {
	name   string
	getenv Getenv
	unread *[]error // of what a file may hold: where its fault is kept for Check; else nil
}

// Lookup reads the value.
func (s source) Lookup() (string, bool) {
	if value, ok := s.getenv(s.name); ok && value != "" {
		return value, true
	}
	if s.unread == nil {
		return "", false
	}
	file, ok := s.getenv(s.name + "_FILE")
	if !ok || file == "" {
		return "", false
	}
	text, err := os.ReadFile(file)
	if err != nil {
		*s.unread = append(*s.unread, fmt.Errorf("%s_FILE: %w", s.name, err))
		return "", false
	}
	return strings.TrimSpace(string(text)), true
}

func (s source) String() string   { return "environment variable " + s.name }
func (s source) GoString() string { return s.name }

// IsFromEnv and Key are for the help text.
func (s source) IsFromEnv() bool { return true }

// Key is the variable's name.
func (s source) Key() string { return s.name }

func from(getenv Getenv, flag string, unread *[]error) cli.ValueSourceChain {
	name := "VITRINE_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
	return cli.NewValueSourceChain(source{name, getenv, unread})
}

// StorageFlags say where the data is. Every command takes them.
func (c *Config) StorageFlags(getenv Getenv) []cli.Flag {
	text := func(name, value, usage string, unread *[]error, to *string) cli.Flag {
		return &cli.StringFlag{Name: name, Value: value, Usage: usage, Destination: to, Sources: from(getenv, name, unread)}
	}
	return []cli.Flag{
		text("data", "./vitrine-data", "folder of the database and the stored bytes", nil, &c.Data),
		text("database", "", "postgres://…, or the path of an SQLite file (default: in the data folder)", &c.unread, &c.Database),
		text("blobs", "", "s3://bucket?endpoint=…&region=…, or a folder (default: in the data folder)", nil, &c.Blobs),
		text("s3-access-key", "", "access key of the bucket", &c.unread, &c.S3Key),
		text("s3-secret-key", "", "secret key of the bucket", &c.unread, &c.S3Secret),
		text("keys", "", "keys that secrets are derived from, the newest first (default: the file keys in the data folder)", &c.unread, &c.Keys),
	}
}

// ServeFlags say how to serve.
func (c *Config) ServeFlags(getenv Getenv) []cli.Flag {
	text := func(name, value, usage string, to *string) cli.Flag {
		return &cli.StringFlag{Name: name, Value: value, Usage: usage, Destination: to, Sources: from(getenv, name, nil)}
	}
	number := func(name string, value int64, usage string, to *int64) cli.Flag {
		return &cli.Int64Flag{Name: name, Value: value, Usage: usage, Destination: to, Sources: from(getenv, name, nil)}
	}
	span := func(name string, value time.Duration, usage string, to *time.Duration) cli.Flag {
		return &cli.DurationFlag{Name: name, Value: value, Usage: usage, Destination: to, Sources: from(getenv, name, nil)}
	}
	shipped := shop.DefaultSettings()
	flags := []cli.Flag{
		text("listen", "127.0.0.1:8080", "address to listen at", &c.Listen),
		text("base-url", "", "public base address (default: http:// and the listening address)", &c.BaseURL),
		text("payments", "manual", "how orders are paid: manual, sandbox or stripe", &c.Payments),
		&cli.StringFlag{Name: "payment-text",
			Usage: "how customers pay with manual payments, as Markdown: a bank account, who to write to; their order's number and amount are " +
				"shown beside it", Destination: &c.PaymentText, Sources: from(getenv, "payment-text", &c.unread)},
		&cli.StringFlag{Name: "database-replica",
			Usage: "postgres://… of a streaming replica that takes reads of the catalogue while it has all changes that this process knows of; " +
				"the address may hold a password", Destination: &c.DatabaseReplica, Sources: from(getenv, "database-replica", &c.unread)},
	}
	flags = append(append(append(flags, c.MailFlags(getenv)...), c.OIDCFlags(getenv)...), c.stripeFlags(getenv)...)
	flags = append(flags, c.webhookFlags(getenv)...)
	flags = append(flags,
		text("admin-listen", "", "loopback address for metrics and profiles; none when empty", &c.AdminListen),
		text("log-format", "text", "text or json", &c.LogFormat),
		text("log-level", "info", "debug, info, warn or error; requests are logged at info", &c.LogLevel),
		span("slow-statement", 500*time.Millisecond,
			"from which on a statement to the database is logged, with its text and without what it was given; 0: never", &c.SlowStatement),
		number("search-memory", 256<<20,
			"bytes of the search index that are remembered, at most; they fill as lists and searches need them", &c.SearchMemory),
		text("trusted-proxies", "", "networks whose X-Forwarded-For is believed, separated by commas", &c.TrustedProxies),
		&cli.BoolFlag{Name: "numeric-prices", Usage: "prices.download is a JSON number on answers to GET", Destination: &c.NumericPrices,
			Sources: from(getenv, "numeric-prices", nil)},
		&cli.BoolFlag{Name: "require-isolation",
			Usage: "read no upload where the kernel can't hold a reader: without no-new-privileges, Landlock or seccomp the server " +
				"does not start",
			Destination: &c.RequireIsolation, Sources: from(getenv, "require-isolation", nil)},
		text("currency", "", "currency of all prices, ISO 4217, from the first start on (default: "+shipped.Currency+
			"); another one than the marketplace has is refused", &c.Currency),
		span("order-lifetime", shipped.OrderLifetime, "how long an order can be paid", &c.OrderLifetime),
		span("token-lifetime", shipped.TokenLifetime, "of a new user's access token; 0: it does not expire", &c.TokenLifetime),
		number("max-unpaid-orders", int64(shipped.UnpaidOrders), "of visitors of one address (IPv4, or a /64 of IPv6) at once", &c.UnpaidOrders),
		number("max-file-bytes", shipped.FileSize, "largest file", &c.FileSize),
		number("max-image-bytes", shipped.ImageSize, "largest image", &c.ImageSize),
		number("max-image-pixels", int64(shipped.ImagePixels), "pixels of an image, at most", &c.ImagePixels),
		number("max-image-memory", picture.DefaultMemory,
			"bytes of memory of the child process that makes an image ready; the kernel ends it at a quarter more", &c.ImageMemory),
		number("max-files", int64(shipped.Files), "files of a model, at most", &c.Files),
		number("max-images", int64(shipped.Images), "images of a model, at most", &c.Images),
		number("max-uploads", int64(shipped.Uploads), "files that one user sends in parts at once", &c.Uploads),
		number("max-upload-bytes", shipped.UploadBytes, "bytes that these files announce together", &c.UploadBytes),
		number("max-all-uploads", int64(shipped.AllUploads), "files that all users send in parts at once", &c.AllUploads),
		number("max-all-upload-bytes", shipped.AllBytes, "bytes that all these files announce together", &c.AllBytes),
		span("upload-lifetime", shipped.UploadLife, "how long an upload in parts waits for its next part; then its bytes are removed",
			&c.UploadLife),
		number("sweep-share", int64(shipped.SweepShare),
			"percent of the stored objects, and 200 at least, that one sweep may discard; more stops it", &c.SweepShare),
		span("trash-time", shipped.TrashTime, "how long discarded bytes stay in the trash, from where they can be brought back", &c.TrashTime),
		span("deep-check", shipped.DeepCheck, "in which all stored files are compared with their SHA-256 once; 0: never", &c.DeepCheck),
	)
	return append(append(flags, c.rateFlags(getenv)...), c.doorFlags(getenv)...)
}

// MailFlags say how mail is sent.
func (c *Config) MailFlags(getenv Getenv) []cli.Flag {
	text := func(name, usage string, unread *[]error, to *string) cli.Flag {
		return &cli.StringFlag{Name: name, Usage: usage, Destination: to, Sources: from(getenv, name, unread)}
	}
	return []cli.Flag{
		text("smtp", "smtp://user@host:port of the server that takes mails, or smtps:// for TLS from the first byte; none are sent when empty",
			nil, &c.SMTP),
		text("smtp-password", "password of its user", &c.unread, &c.SMTPPassword),
		text("mail-from", "address that mails are sent from, with or without a name: Shop <shop@example.com>", nil, &c.MailFrom),
		text("mail-templates", "folder with the operator's own words for mails, in place of the shipped ones", nil, &c.MailTemplates),
	}
}

// OIDCFlags say with which outside OpenID provider people may sign in.
func (c *Config) OIDCFlags(getenv Getenv) []cli.Flag {
	text := func(name, usage string, unread *[]error, to *string) cli.Flag {
		return &cli.StringFlag{Name: name, Usage: usage, Destination: to, Sources: from(getenv, name, unread)}
	}
	return []cli.Flag{
		text("oidc-issuer",
			"https://… of an OpenID provider that people may sign in with; none when empty. It sends them back to /sign-in/provider",
			nil, &c.OIDCIssuer),
		text("oidc-name", "what people call the provider (default: the host of its address)", nil, &c.OIDCName),
		text("oidc-client-id", "what the provider knows this marketplace by", nil, &c.OIDCClient),
		text("oidc-client-secret", "secret that the provider gave this marketplace", &c.unread, &c.OIDCSecret),
	}
}

// stripeFlags say by which account of Stripe customers pay.
func (c *Config) stripeFlags(getenv Getenv) []cli.Flag {
	text := func(name, usage string, unread *[]error, to *string) cli.Flag {
		return &cli.StringFlag{Name: name, Usage: usage, Destination: to, Sources: from(getenv, name, unread)}
	}
	return []cli.Flag{
		text("stripe-key", "secret or restricted key: sk_live_… or rk_live_…, and sk_test_… or rk_test_… for tests in which no money moves",
			&c.unread, &c.StripeKey),
		text("stripe-webhook-secret", "signing secret (whsec_…) of the endpoint /payments/stripe/events; behind a comma that of the one for "+
			"sellers' accounts, and two of each while one replaces the other", &c.unread, &c.StripeSecrets),
		text("stripe-statement", "what customers read on their statements beside the name of the account, up to 20 characters", nil,
			&c.StripeStatement),
		text("stripe-methods", "what customers can pay by at Stripe, with commas between, such as card,link,sepa_debit (default: what the "+
			"account has switched on)", nil, &c.StripeMethods),
		text("stripe-pages", "origin of Stripe's pages, where the account has a domain of its own for them (default: "+
			"https://checkout.stripe.com)", nil,
			&c.StripePages),
		text("stripe-api", "address of Stripe's interface, for tests against a simulation of it (default: https://api.stripe.com)", nil,
			&c.StripeAPI),
	}
}

// webhookFlags say where programs are told of events.
func (c *Config) webhookFlags(getenv Getenv) []cli.Flag {
	const private, failures = "webhooks-anywhere", "webhook-failures"
	return []cli.Flag{
		&cli.BoolFlag{Name: private, Usage: "send webhooks without TLS and to addresses of this machine and of private networks, too: only " +
			"where " +
			"all who have an account may reach what this server reaches", Destination: &c.AnyWebhooks, Sources: from(getenv, private, nil)},
		&cli.Int64Flag{Name: failures, Value: 95, Usage: "percent of attempts that fail within three days by which a webhook endpoint is " +
			"disabled; 0: never", Destination: &c.WebhookFailures, Sources: from(getenv, failures, nil)},
	}
}

// rateFlags say how many requests callers may make.
func (c *Config) rateFlags(getenv Getenv) []cli.Flag {
	var flags []cli.Flag
	shipped := web.DefaultRates()
	for _, b := range []struct {
		budget      web.Budget
		usage       string
		rate, burst *int64
	}{
		{web.Reads, "reads", &c.ReadRate, &c.ReadBurst},
		{web.Writes, "writes", &c.WriteRate, &c.WriteBurst},
		{web.Uploads, "uploads", &c.UploadRate, &c.UploadBurst},
		{web.Tokens, "token requests", &c.TokenRate, &c.TokenBurst},
		{web.PageViews, "pages", &c.PageRate, &c.PageBurst},
		{web.VisitorOrders, "orders of visitors", &c.OrderRate, &c.OrderBurst},
		{web.GuessedSecrets, "wrong checkout keys, download tokens, signatures and access tokens", &c.GuessRate, &c.GuessBurst},
	} {
		rate, burst, value := string(b.budget)+"-rate", string(b.budget)+"-burst", shipped[b.budget]
		flags = append(flags,
			&cli.Int64Flag{Name: rate, Value: int64(value.PerMinute), Usage: b.usage + " a minute and caller; 0: not limited", Destination: b.rate,
				Sources: from(getenv, rate, nil)},
			&cli.Int64Flag{Name: burst, Value: int64(value.Burst), Usage: b.usage + " at once", Destination: b.burst,
				Sources: from(getenv, burst, nil)})
	}
	return flags
}

// FromEnvironment returns the settings as they are without any flag.
func FromEnvironment(ctx context.Context, getenv Getenv) (Config, error) {
	c := Config{}
	command := &cli.Command{
		Flags:  append(c.StorageFlags(getenv), c.ServeFlags(getenv)...),
		Action: func(context.Context, *cli.Command) error { return nil },
	}
	err := command.Run(ctx, []string{"vitrine"})
	return c, err
}

// Redacted is the database's address without its passwords, for the log.
func (c *Config) Redacted() string { return redacted(c.Database) }

// RedactedReplica is that of its replica.
func (c *Config) RedactedReplica() string { return redacted(c.DatabaseReplica) }

func redacted(database string) string {
	if !strings.Contains(database, "://") {
		return database // a path
	}
	address, err := url.Parse(database)
	if err != nil {
		return "a database"
	}
	query, err := url.ParseQuery(address.RawQuery)
	if err != nil {
		return "a database"
	}
	for name := range query {
		if strings.Contains(strings.ToLower(name), "password") {
			query.Set(name, "xxxxx")
			address.RawQuery = query.Encode()
		}
	}
	return address.Redacted()
}
