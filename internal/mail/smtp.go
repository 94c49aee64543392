package mail

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/textproto"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/wneessen/go-mail/smtp"
	"golang.org/x/net/idna"

	"vitrine/internal/mail/dsn"
)

// Server is an SMTP server that takes mails (RFC 5321), also those for others: a relay.
type Server struct {
	host, port     string
	user, password string
	implicit       bool // TLS from the first byte (RFC 8314), else STARTTLS
	clear          bool // on this machine: no TLS

	// Hello is the name that it is greeted with.
	Hello string
	// Roots are the certificates that are trusted; nil for those of the system.
	Roots *x509.CertPool
	// Dial connects; nil for a net.Dialer.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
	// Times are how long it is waited for.
	Times Times
}

// Times are how long a server may take for each step.
type Times struct {
	Connect time.Duration // to take the connection
	Command time.Duration // to answer, or to agree on TLS
	Data    time.Duration // to take the text of a mail
	End     time.Duration // to say that it took the mail
	Grace   time.Duration // of a mail that is being handed over when this process is stopped
	Rest    time.Duration // longest one of a server that takes no mail at all; 0: it is asked at once again
}

// DefaultTimes are patient where an answer that is missed leaves a mail in doubt
// (RFC 5321, section 4.5.3.2).
func DefaultTimes() Times {
	return Times{Connect: 15 * time.Second, Command: 30 * time.Second, Data: time.Minute, End: 2 * time.Minute, Grace: 10 * time.Second,
		Rest: longRest}
}

// Timeout is how long one mail takes at most.
func (t Times) Timeout() time.Duration { return t.Rest + t.Connect + 8*t.Command + t.Data + t.End }

const setPassword = "set VITRINE_SMTP_PASSWORD, or VITRINE_SMTP_PASSWORD_FILE to a file with it"

// ParseServer reads the address of a server: smtp:// or smtps://, a user where it asks for
// one, host and port. Without a port it is 587, 465 for smtps.
func ParseServer(address, password string) (*Server, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, errors.New("it is smtp://user@host:port or smtps://user@host:port") // what was typed may hold a password
	}
	s := &Server{host: u.Hostname(), port: u.Port(), user: u.User.Username(), password: password, implicit: u.Scheme == "smtps",
		Times: DefaultTimes()}
	_, inAddress := u.User.Password()
	switch {
	case u.Scheme != "smtp" && u.Scheme != "smtps" || s.host == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "":
		return nil, errors.New("it is smtp://user@host:port or smtps://user@host:port")
	case inAddress:
		return nil, errors.New("it holds a password, which others may read there: " + setPassword)
	case s.user == "" && password != "":
		return nil, errors.New("there is a password and no user: smtp://user@host:port")
	case s.user != "" && password == "":
		return nil, errors.New("it names a user without a password: " + setPassword)
	}
	if s.port == "" {
		s.port = map[bool]string{true: "465", false: "587"}[s.implicit]
	}
	ip, err := netip.ParseAddr(s.host)
	s.clear = !s.implicit && (s.host == "localhost" || err == nil && ip.IsLoopback())
	return s, nil
}

// String is the server's address, for the log.
func (s *Server) String() string { return net.JoinHostPort(s.host, s.port) }

// Refusal is why a mail was not taken.
type Refusal struct {
	Step      string // what was done: connect, RCPT, …
	Permanent bool   // the server will never take it
	Unsure    bool   // it may have been taken
	ofAll     bool   // the server takes no mail at all
	Err       error
}

func (r *Refusal) Error() string {
	var reply *textproto.Error
	if errors.As(r.Err, &reply) {
		return fmt.Sprintf("%s: %d %s", r.Step, reply.Code, reply.Msg)
	}
	return r.Step + ": " + r.Err.Error()
}

func (r *Refusal) Unwrap() error { return r.Err }

// ofAddress is the status with which the mailbox was refused for good, as a notification would
// say it; none where something else was.
func (r *Refusal) ofAddress() (status string, ok bool) {
	var reply *textproto.Error
	if !r.Permanent || r.Step != rcpt || !errors.As(r.Err, &reply) {
		return "", false
	}
	if status = dsn.StatusOf(reply.Msg); status == "" {
		return strconv.Itoa(reply.Code), true
	}
	return status, dsn.OfAddress(status)
}

// conversation is a connection to a server that was told who writes to whom.
type conversation struct {
	*smtp.Client
	conn   net.Conn
	server *Server
	ctx    context.Context //nolint:containedctx // of one mail, as the conversation is
	ends   func() bool
}

// step gives the server time for a step; unless it is the last, a stop of this process
// ends it at once.
func (c *conversation) step(name string, limit time.Duration, do func() error) error {
	if err := c.ctx.Err(); err != nil {
		return &Refusal{Step: name, Err: err}
	}
	_ = c.conn.SetDeadline(time.Now().Add(limit)) // a connection that has none fails at once below
	err := do()
	if err == nil {
		return nil
	}
	refused := &Refusal{Step: name, Err: err}
	if stopped := c.ctx.Err(); stopped != nil {
		refused.Err = errors.Join(stopped, err)
	}
	return refused
}

// begin connects and goes as far as nothing has been handed over: after it the server is
// ready for the text of a mail.
func (s *Server) begin(ctx context.Context, from, to string) (*conversation, error) {
	from, to, utf8, err := envelope(from, to)
	if err != nil {
		return nil, &Refusal{Step: "address", Permanent: true, Err: err}
	}
	c, err := s.connect(ctx)
	if err != nil {
		return nil, err
	}
	if err := c.introduce(from, to, utf8); err != nil {
		c.close()
		return nil, err
	}
	return c, nil
}

// connect opens the connection, with TLS where it is implicit, and reads the greeting.
func (s *Server) connect(ctx context.Context) (*conversation, error) {
	dialing, cancel := context.WithTimeout(ctx, s.Times.Connect)
	defer cancel()
	dial := s.Dial
	if dial == nil {
		dial = new(net.Dialer).DialContext
	}
	conn, err := dial(dialing, "tcp", s.String())
	if err != nil {
		return nil, &Refusal{Step: "connect", ofAll: true, Err: err}
	}
	c := &conversation{conn: conn, server: s, ctx: ctx}
	// In the past: whatever waits for the server ends when this process is stopped.
	c.ends = context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
	if remote, ok := conn.RemoteAddr().(*net.TCPAddr); s.clear && (!ok || !remote.IP.IsLoopback()) {
		c.close()
		err = fmt.Errorf("%s is not on this machine, and without TLS nothing leaves it", conn.RemoteAddr())
		return nil, &Refusal{Step: "connect", ofAll: true, Err: err}
	}
	talk := conn
	if s.implicit {
		talk = tls.Client(conn, s.tls())
	}
	err = c.step("greeting", s.Times.Command, func() (err error) {
		c.Client, err = smtp.NewClient(talk, s.host)
		return err
	})
	if err != nil {
		c.close()
		return nil, permanentOf(err, false)
	}
	return c, nil
}

func (s *Server) tls() *tls.Config {
	return &tls.Config{ServerName: s.host, RootCAs: s.Roots, MinVersion: tls.VersionTLS12}
}

// rcpt is the step that names the reader's address.
const rcpt = "RCPT"

// introduce says who we are and who writes to whom. A server that refuses us, or our
// address, refuses all mails, until the operator has mended it: only what it says of the
// reader's address can be about this one.
func (c *conversation) introduce(from, to string, utf8 bool) error {
	s := c.server
	steps := []struct {
		name string
		do   func() error
	}{
		{"EHLO", func() error { return c.Hello(s.Hello) }},
		{"STARTTLS", c.startTLS}, {"AUTH", c.authenticate},
		{"MAIL", func() error {
			if has, _ := c.Extension("SMTPUTF8"); utf8 && !has {
				return errNoUTF8
			}
			c.SkipSMTPUTF8(!utf8)
			return c.Mail("<" + from + ">")
		}},
		{rcpt, func() error { return c.Rcpt("<" + to + ">") }},
	}
	for _, step := range steps {
		if err := c.step(step.name, s.Times.Command, step.do); err != nil {
			return permanentOf(err, step.name == rcpt)
		}
	}
	return nil
}

// permanentOf notes in a refusal whether the server will never take the mail, or takes none.
func permanentOf(err error, aboutThis bool) error {
	var refused *Refusal
	var reply *textproto.Error
	if !errors.As(err, &refused) {
		return err
	}
	switch {
	case errors.Is(err, errNoUTF8):
		refused.Permanent = true
	case !aboutThis:
		refused.ofAll = true
	case !errors.As(err, &reply) || reply.Code < 500:
	case refused.Step == rcpt:
		refused.Permanent, refused.ofAll = aboutMailbox(reply), aboutUs(reply)
	default:
		refused.Permanent = true
	}
	return refused
}

// aboutUs reports whether a server that was told the reader's address refuses whoever
// writes: it wants a password, or relays nothing for us (RFC 4954, section 6; RFC 3463,
// section 3.8).
func aboutUs(reply *textproto.Error) bool {
	return strings.HasPrefix(reply.Msg, "5.7.") || slices.Contains([]int{530, 535, 538}, reply.Code)
}

// aboutMailbox reports whether it refuses the mailbox, by the enhanced code where there is
// one (RFC 3463, sections 3.2 and 3.3). Whatever is neither is tried again, as one mail.
func aboutMailbox(reply *textproto.Error) bool {
	if strings.HasPrefix(reply.Msg, "5.") {
		return strings.HasPrefix(reply.Msg, "5.1.") || strings.HasPrefix(reply.Msg, "5.2.")
	}
	return slices.Contains([]int{550, 551, 553}, reply.Code)
}

var errNoUTF8 = errors.New("the server takes no addresses with such letters (SMTPUTF8)")

func (c *conversation) startTLS() error {
	s := c.server
	if s.implicit || s.clear {
		return nil
	}
	if has, _ := c.Extension("STARTTLS"); !has {
		return errors.New("the server offers no STARTTLS, and without TLS nothing is sent to another machine")
	}
	return c.StartTLS(s.tls())
}

func (c *conversation) authenticate() error {
	s := c.server
	if s.user == "" {
		return nil
	}
	_, offered := c.Extension("AUTH")
	ways := strings.Fields(strings.ToUpper(offered))
	switch {
	case slices.Contains(ways, "PLAIN"):
		return c.Auth(smtp.PlainAuth("", s.user, s.password, s.host, s.clear))
	case slices.Contains(ways, "LOGIN"):
		return c.Auth(smtp.LoginAuth(s.user, s.password, s.host, s.clear))
	default:
		return fmt.Errorf("the server offers no PLAIN and no LOGIN to authenticate, but %q", offered)
	}
}

// handOver hands the text of a mail over. What is not a Refusal that says Unsure has
// surely not been taken.
func (c *conversation) handOver(text []byte) error {
	// From here on a stop of this process leaves some time: a mail that was cut off is in doubt.
	c.ends()
	grace := context.AfterFunc(c.ctx, func() { time.AfterFunc(c.server.Times.Grace, func() { _ = c.conn.Close() }) })
	defer grace()
	c.ctx = context.WithoutCancel(c.ctx)
	err := c.step("DATA", c.server.Times.Command, func() error {
		body, err := c.Data()
		if err != nil {
			return err
		}
		_ = c.conn.SetDeadline(time.Now().Add(c.server.Times.Data))
		if _, err := body.Write(text); err != nil {
			return err // the server waits for the end, and takes nothing without it
		}
		_ = c.conn.SetDeadline(time.Now().Add(c.server.Times.End))
		if err := body.Close(); err != nil {
			return &ending{err}
		}
		return nil
	})
	err = permanentOf(err, true)
	var refused *Refusal
	var last *ending
	var reply *textproto.Error
	if errors.As(err, &last) && errors.As(err, &refused) {
		refused.Step, refused.Unsure = "end of DATA", !errors.As(err, &reply)
	}
	return err
}

// ending is a fault after the whole text was handed over.
type ending struct{ error }

func (e *ending) Unwrap() error { return e.error }

// close says good-bye to a server that listens still.
func (c *conversation) close() {
	c.ends()
	if c.Client != nil && c.ctx.Err() == nil {
		_ = c.conn.SetDeadline(time.Now().Add(time.Second))
		_ = c.Quit()
	}
	_ = c.conn.Close()
}

// envelope returns the addresses as SMTP has them: domains in ASCII (RFC 5891). utf8
// reports whether a server must take other letters before the @.
func envelope(from, to string) (sender, reader string, utf8 bool, err error) {
	if sender, err = toASCII(from); err == nil {
		reader, err = toASCII(to)
	}
	return sender, reader, !isASCII(sender) || !isASCII(reader), err
}

func toASCII(address string) (string, error) {
	at := strings.LastIndexByte(address, '@')
	if at < 1 || strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || unicode.IsControl(r) || r == '<' || r == '>' }) {
		return "", errors.New("this is no address that mail can be sent to")
	}
	domain := address[at+1:]
	if !isASCII(domain) {
		var err error
		if domain, err = idna.Lookup.ToASCII(domain); err != nil {
			return "", fmt.Errorf("the domain of the address: %w", err)
		}
	}
	return address[:at+1] + domain, nil
}

func isASCII(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII })
}
