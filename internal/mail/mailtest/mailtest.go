// Package mailtest is an SMTP server for tests: it keeps what it is sent, counts it, and can
// be told to refuse, hang or go away at each step.
package mailtest

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"math/big"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// The steps that a server can be told something about, in their order. At End the whole
// text of a mail has come.
const (
	Greeting = "greeting"
	Hello    = "EHLO"
	StartTLS = "STARTTLS"
	Auth     = "AUTH"
	From     = "MAIL"
	To       = "RCPT"
	Data     = "DATA"
	End      = "END"
)

// Steps are all steps.
func Steps() []string { return []string{Greeting, Hello, StartTLS, Auth, From, To, Data, End} }

// Answer is what a server does at a step, other than go on.
type Answer struct {
	Reply string // in place of its own, such as "450 later"
	Hang  bool   // no word any more
	Drop  bool   // the connection is closed; a mail whose text has come is kept first
}

// Options say what a server is like.
type Options struct {
	Name       string // of its certificate; "" for no TLS at all
	Implicit   bool   // TLS from the first byte
	Extensions []string
	Password   string // of the user "user", which has to be shown; "" for none
}

// Server is a running server.
type Server struct {
	Address string // host:port
	Roots   *x509.CertPool

	options  Options
	tls      *tls.Config
	listener net.Listener
	done     chan struct{}
	hung     chan string

	mu      sync.Mutex
	answers map[string][]Answer
	asked   []string
	mails   []Mail
}

// Mail is what a server was sent.
type Mail struct {
	From, To string
	Text     string
	TLS      bool
}

// Serve starts a server, which ends with the test.
func Serve(t testing.TB, o Options) *Server {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{Address: listener.Addr().String(), options: o, listener: listener, done: make(chan struct{}),
		hung: make(chan string, 16), answers: map[string][]Answer{}}
	if o.Name != "" {
		s.tls, s.Roots = certificate(t, o.Name)
	}
	if o.Implicit {
		s.listener = tls.NewListener(listener, s.tls)
	}
	var conversations sync.WaitGroup
	conversations.Go(func() {
		for {
			conn, err := s.listener.Accept()
			if err != nil {
				return
			}
			conversations.Go(func() { s.talk(conn) })
		}
	})
	t.Cleanup(func() {
		close(s.done)
		_ = s.listener.Close()
		conversations.Wait()
	})
	return s
}

// Tell has the server answer so when a step comes next; told again, the time after that.
func (s *Server) Tell(step string, answers ...Answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answers[step] = append(s.answers[step], answers...)
}

// Hung receives each step at which the server fell silent.
func (s *Server) Hung() <-chan string { return s.hung }

// Mails are those that the server took, or kept before it went away.
func (s *Server) Mails() []Mail {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.mails)
}

// Asked are the commands that the server was sent.
func (s *Server) Asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked)
}

// visit is one connection.
type visit struct {
	*Server
	conn   net.Conn
	reader *bufio.Reader
	mail   Mail
}

// talk answers a connection.
func (s *Server) talk(conn net.Conn) {
	ended := make(chan struct{})
	defer close(ended)
	go func() {
		select {
		case <-s.done:
		case <-ended:
		}
		_ = conn.Close()
	}()
	v := &visit{Server: s, conn: conn, reader: bufio.NewReader(conn), mail: Mail{TLS: s.options.Implicit}}
	if !v.answer(Greeting, "220 test") {
		return
	}
	for {
		line, err := v.reader.ReadString('\n')
		if err != nil {
			return
		}
		line = strings.TrimRight(line, "\r\n")
		s.mu.Lock()
		s.asked = append(s.asked, line)
		s.mu.Unlock()
		if !v.command(line) {
			return
		}
	}
}

// command answers one command; false ends the connection.
func (v *visit) command(line string) bool {
	verb, rest, _ := strings.Cut(line, " ")
	switch verb = strings.ToUpper(verb); verb {
	case Hello:
		return v.answer(Hello, "250-test\r\n"+v.extensions())
	case StartTLS:
		if !v.answer(StartTLS, "220 go ahead") {
			return false
		}
		secured := tls.Server(v.conn, v.tls)
		v.conn, v.reader, v.mail.TLS = secured, bufio.NewReader(secured), true
		return true
	case Auth:
		wanted := "PLAIN " + base64.StdEncoding.EncodeToString([]byte("\x00user\x00"+v.options.Password))
		return v.answer(Auth, map[bool]string{true: "235 welcome", false: "535 who are you"}[rest == wanted])
	case From:
		v.mail.From = rest
		return v.answer(From, "250 ok")
	case To:
		v.mail.To = rest
		return v.answer(To, "250 ok")
	case Data:
		return v.answer(Data, "354 go on") && v.text()
	case "QUIT":
		v.reply("221 bye")
		return false
	default:
		return v.reply("502 what")
	}
}

func (v *visit) extensions() string {
	lines := slices.Clone(v.options.Extensions)
	if v.tls != nil && !v.mail.TLS {
		lines = append(lines, StartTLS)
	}
	if v.options.Password != "" {
		lines = append(lines, "AUTH PLAIN")
	}
	var text strings.Builder
	for _, line := range lines {
		text.WriteString("250-" + line + "\r\n")
	}
	return text.String() + "250 SIZE"
}

// text reads the text of a mail.
func (v *visit) text() bool {
	var text strings.Builder
	for {
		line, err := v.reader.ReadString('\n')
		if err != nil {
			return false
		}
		if line == ".\r\n" {
			break
		}
		text.WriteString(strings.TrimPrefix(line, "."))
	}
	v.mail.Text = text.String()
	return v.answer(End, "250 taken")
}

// answer answers at a step as the server was told to; false ends the connection.
func (v *visit) answer(step, usual string) bool {
	v.mu.Lock()
	var told Answer
	if list := v.answers[step]; len(list) > 0 {
		told, v.answers[step] = list[0], list[1:]
	}
	if step == End && (told.Reply == "" || told.Drop) {
		v.mails = append(v.mails, v.mail)
	}
	v.mu.Unlock()
	switch {
	case told.Hang:
		v.hung <- step
		<-v.done
		return false
	case told.Drop:
		return false
	case told.Reply != "":
		return v.reply(told.Reply)
	default:
		return v.reply(usual)
	}
}

func (v *visit) reply(text string) bool {
	_, err := v.conn.Write([]byte(text + "\r\n"))
	return err == nil
}

// certificate makes a certificate for a name, which signs itself.
func certificate(t testing.TB, name string) (*tls.Config, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, DNSNames: []string{name},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(parsed)
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}, roots
}
