package config

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	netmail "net/mail"
	"net/netip"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"vitrine"
	"vitrine/internal/mail"
	"vitrine/internal/openid"
	"vitrine/internal/payment"
	"vitrine/internal/payment/stripe"
	"vitrine/internal/picture"
)

// Check completes the settings and says all that is wrong with them, a line for each
// fault: who sets up a server shall not find them one start at a time.
func (c *Config) Check() error {
	if c.Database == "" {
		c.Database = filepath.Join(c.Data, "vitrine.db")
	}
	if c.Blobs == "" {
		c.Blobs = filepath.Join(c.Data, "blobs")
	}
	faults := append([]error{}, c.unread...)
	faults = append(faults, c.checkAddresses()...)
	faults = append(faults, c.checkReplica())
	faults = append(faults, c.checkTexts()...)
	faults = append(faults, c.checkMail())
	_, provider := c.Provider(nil)
	faults = append(faults, provider)
	faults = append(faults, c.checkNumbers()...)
	faults = slices.DeleteFunc(faults, func(err error) bool { return err == nil })
	if len(faults) < 2 {
		return errors.Join(faults...)
	}
	return fmt.Errorf("%d settings are wrong:\n%w", len(faults), errors.Join(faults...))
}

// checkAddresses completes the public address. Faults that are nil are none.
func (c *Config) checkAddresses() []error {
	_, proxies := c.Proxies()
	host, port, err := net.SplitHostPort(c.Listen)
	if err != nil {
		err = fmt.Errorf("--listen is host:port, not %q", c.Listen)
		if c.BaseURL == "" {
			return []error{err, c.checkAdmin(), proxies}
		}
	}
	if c.BaseURL == "" {
		if host == "" || host == "0.0.0.0" || host == "::" {
			// The address that stands for all of a machine leads nowhere in a browser.
			host = "localhost"
		}
		c.BaseURL = "http://" + net.JoinHostPort(host, port)
	}
	c.BaseURL = strings.TrimRight(c.BaseURL, "/")
	return []error{err, c.checkBase(), c.checkAdmin(), proxies}
}

func (c *Config) checkReplica() error {
	isPostgres := func(address string) bool {
		return strings.HasPrefix(address, "postgres://") || strings.HasPrefix(address, "postgresql://")
	}
	if c.DatabaseReplica != "" && !(isPostgres(c.DatabaseReplica) && isPostgres(c.Database)) {
		// Not what it is: there may be a password in it.
		return errors.New("--database-replica is postgres://…, beside a --database that is postgres://… too")
	}
	return nil
}

// checkMail says what is wrong with how mail is sent.
func (c *Config) checkMail() error {
	if c.MailFrom != "" {
		if _, err := netmail.ParseAddress(c.MailFrom); err != nil {
			return fmt.Errorf("--mail-from is an address such as shop@example.com, not %q", c.MailFrom)
		}
	}
	switch server, err := c.MailServer(); {
	case err != nil:
		return fmt.Errorf("--smtp: %w", err)
	case server != nil && c.MailFrom == "":
		return errors.New("--mail-from is missing: the address that mails are sent from")
	default:
		return nil
	}
}

// MailServer is the server that takes mails; nil when there is none.
func (c *Config) MailServer() (*mail.Server, error) {
	if c.SMTP == "" {
		return nil, nil //nolint:nilnil // none is what was asked for
	}
	return mail.ParseServer(c.SMTP, c.SMTPPassword)
}

// Provider is the outside OpenID provider; nil when there is none. now is the clock that
// its word is held against, nil for time.Now.
func (c *Config) Provider(now func() time.Time) (*openid.Provider, error) {
	if c.OIDCIssuer == "" {
		if c.OIDCClient != "" || c.OIDCSecret != "" {
			return nil, errors.New("--oidc-issuer is missing: the address of the provider that the other settings are for")
		}
		return nil, nil //nolint:nilnil // none is what was asked for
	}
	provider, err := openid.New(openid.Options{
		Issuer: c.OIDCIssuer, Name: c.OIDCName, ClientID: c.OIDCClient, ClientSecret: c.OIDCSecret,
		Return: strings.TrimRight(c.BaseURL, "/") + "/sign-in/provider", Now: now,
	})
	if err != nil {
		return nil, fmt.Errorf("--oidc-issuer: %w", err)
	}
	return provider, nil
}

// PaymentProvider is what customers pay with. now is its clock, nil for time.Now; log is told of
// what an operator should look at, and may be nil.
func (c *Config) PaymentProvider(now func() time.Time, log *slog.Logger) (payment.Provider, error) {
	if c.Payments != stripe.Name {
		provider, err := payment.ByName(c.Payments)
		if err != nil {
			return nil, fmt.Errorf("--payments: %w", err)
		}
		return provider, nil
	}
	options := stripe.Options{Key: c.StripeKey, BaseURL: strings.TrimRight(c.BaseURL, "/"), Statement: c.StripeStatement,
		API: c.StripeAPI, PaysAt: c.StripePages, Now: now, Log: log}
	options.Secrets, options.Methods = listed(c.StripeSecrets), listed(c.StripeMethods)
	provider, err := stripe.New(options)
	if err != nil {
		return nil, fmt.Errorf("--payments=stripe: %w", err)
	}
	return provider, nil
}

// listed are the members of a list with commas between.
func listed(text string) (members []string) {
	for member := range strings.SplitSeq(text, ",") {
		if member = strings.TrimSpace(member); member != "" {
			members = append(members, member)
		}
	}
	return members
}

func (c *Config) checkBase() error {
	base, err := url.Parse(c.BaseURL)
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" || c.BaseURL != base.Scheme+"://"+base.Host {
		return fmt.Errorf("--base-url is http:// or https:// and a host, and nothing else, not %q", c.BaseURL)
	}
	return nil
}

func (c *Config) checkAdmin() error {
	if c.AdminListen == "" {
		return nil
	}
	host, _, err := net.SplitHostPort(c.AdminListen)
	if address, parseErr := netip.ParseAddr(host); err != nil || parseErr != nil || !address.IsLoopback() {
		return errors.New("--admin-listen is a loopback address such as 127.0.0.1:9090: it shows metrics and profiles to whoever asks")
	}
	return nil
}

// Proxies are the trusted networks.
func (c *Config) Proxies() ([]netip.Prefix, error) {
	var list []netip.Prefix
	for _, text := range listed(c.TrustedProxies) {
		prefix, err := netip.ParsePrefix(text)
		if err != nil {
			return nil, fmt.Errorf("--trusted-proxies are networks such as 10.0.0.0/8, not %q", text)
		}
		list = append(list, prefix)
	}
	return list, nil
}

// longestPaymentText is a few pages: it is part of every checkout page.
const longestPaymentText = 16 << 10

func (c *Config) checkTexts() (faults []error) {
	if _, err := c.PaymentProvider(nil, nil); err != nil {
		faults = append(faults, err)
	}
	if len(c.PaymentText) > longestPaymentText || !utf8.ValidString(c.PaymentText) {
		faults = append(faults, fmt.Errorf("--payment-text is UTF-8 text of up to %d bytes", longestPaymentText))
	}
	if c.LogFormat != "text" && c.LogFormat != "json" {
		faults = append(faults, fmt.Errorf("--log-format is text or json, not %q", c.LogFormat))
	}
	if err := new(slog.Level).UnmarshalText([]byte(c.LogLevel)); err != nil {
		faults = append(faults, fmt.Errorf("--log-level is debug, info, warn or error, not %q", c.LogLevel))
	}
	if c.Currency != "" && !vitrine.IsCurrency(c.Currency) {
		faults = append(faults, fmt.Errorf("--currency is an ISO 4217 code such as USD, not %q", c.Currency))
	}
	return faults
}

// leastImageMemory has room for a picture of a few megapixels.
const leastImageMemory = picture.Overhead + 64<<20

func (c *Config) checkNumbers() (faults []error) {
	for _, n := range []struct {
		flag         string
		value, least int64
	}{
		{"order-lifetime", int64(c.OrderLifetime), 1}, {"token-lifetime", int64(c.TokenLifetime), 0},
		{"max-file-bytes", c.FileSize, 1}, {"max-image-bytes", c.ImageSize, 1}, {"max-image-pixels", c.ImagePixels, 1},
		{"max-image-memory", c.ImageMemory, leastImageMemory},
		{"max-files", c.Files, 1}, {"max-images", c.Images, 1},
		{"max-uploads", c.Uploads, 1}, {"max-upload-bytes", c.UploadBytes, 1}, {"upload-lifetime", int64(c.UploadLife), 1},
		{"max-all-uploads", c.AllUploads, 1}, {"max-all-upload-bytes", c.AllBytes, 1},
		{"webhook-failures", c.WebhookFailures, 0}, {"sweep-share", c.SweepShare, 0}, {"trash-time", int64(c.TrashTime), 0},
		{"deep-check", int64(c.DeepCheck), 0}, {"slow-statement", int64(c.SlowStatement), 0}, {"search-memory", c.SearchMemory, 1},
		{"read-rate", c.ReadRate, 0}, {"read-burst", c.ReadBurst, 1}, {"write-rate", c.WriteRate, 0}, {"write-burst", c.WriteBurst, 1},
		{"upload-rate", c.UploadRate, 0}, {"upload-burst", c.UploadBurst, 1}, {"token-rate", c.TokenRate, 0}, {"token-burst", c.TokenBurst, 1},
		{"page-rate", c.PageRate, 0}, {"page-burst", c.PageBurst, 1}, {"order-rate", c.OrderRate, 0}, {"order-burst", c.OrderBurst, 1},
		{"guess-rate", c.GuessRate, 0}, {"guess-burst", c.GuessBurst, 1}, {"max-unpaid-orders", c.UnpaidOrders, 1},
		{"max-connections", c.Connections, 1}, {"max-connections-per-address", c.ConnectionsPerAddress, 1},
		{"max-header-bytes", c.HeaderBytes, 1},
		{"header-timeout", int64(c.HeaderTimeout), 1}, {"idle-timeout", int64(c.IdleTimeout), 1}, {"stall-timeout", int64(c.StallTimeout), 1},
		{"min-upload-speed", c.UploadSpeed, 0}, {"min-download-speed", c.DownloadSpeed, 0},
	} {
		switch {
		case n.value >= n.least:
		case n.least > 1:
			faults = append(faults, fmt.Errorf("--%s is %d or more", n.flag, n.least))
		case n.least > 0:
			faults = append(faults, fmt.Errorf("--%s is above 0", n.flag))
		default:
			faults = append(faults, fmt.Errorf("--%s is not below 0", n.flag))
		}
	}
	return faults
}
