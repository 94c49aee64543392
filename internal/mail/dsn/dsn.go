// Package dsn reads delivery status notifications (RFC 3464): what servers say became of a mail
// that they took.
package dsn

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	netmail "net/mail"
	"net/textproto"
	"regexp"
	"slices"
	"strings"

	"vitrine"
	"vitrine/internal/mail/line"
)

// What a notification may be at most. Servers return headers, or a mail of ours, which is
// some kilobytes long.
const (
	MaxSize   = 1 << 20 // bytes
	maxDepth  = 3       // of parts in parts
	maxParts  = 32      // all parts
	maxBlocks = 64      // of fields: about the message, and about each recipient
)

// What a server says that it did with a mail (RFC 3464, section 2.3.3).
const (
	ActionFailed  = "failed"
	ActionDelayed = "delayed"
)

// Actions are all that a server may say so.
func Actions() []string {
	return []string{ActionFailed, ActionDelayed, "delivered", "relayed", "expanded"}
}

// Notification is what a delivery status notification says.
type Notification struct {
	MessageID string // of the mail that it is about, without its brackets
	Fates     []Fate // of its recipients: one for each
}

// Fate is what became of a mail to a recipient.
type Fate struct {
	Action    string   // failed, delayed, delivered, relayed or expanded
	Status    string   // RFC 3463: 5.1.1
	Reason    string   // the server's words, "" for none
	Addresses []string // of the recipient, as the mail was sent and as it was forwarded
}

// Failed reports whether the mail will never arrive.
func (f Fate) Failed() bool { return f.Action == ActionFailed }

// Problem is what is kept of it: status and reason, one line.
func (f Fate) Problem() string { return line.Short(f.Status + " " + f.Reason) }

// OfAddress reports whether a mail failed for good since its address takes none, and so will
// others: not for what is in it, for who sends it (5.7.x), or for a while.
func (f Fate) OfAddress() bool { return f.Failed() && OfAddress(f.Status) }

// OfAddress reports whether a mail that failed for good with a status did so since its address takes
// none.
func OfAddress(status string) bool {
	switch {
	case slices.Contains([]string{"5.1.7", "5.1.8", "5.2.3"}, status): // of the sender's address, and of a long mail
		return false
	case status == "5.5.0": // Outlook.com says so of mailboxes that are not there
		return true
	default:
		return regexpOfAddress.MatchString(status)
	}
}

// FateOf is what became of the mail to an address, which asked is true of. Where the notification
// names others, to which it was forwarded, it is what is best of these: it failed if it arrived at none.
func (n *Notification) FateOf(asked func(address string) bool) Fate {
	best := n.Fates[0]
	for _, fate := range n.Fates {
		if slices.ContainsFunc(fate.Addresses, asked) {
			return fate
		}
		if better(fate, best) {
			best = fate
		}
	}
	return best
}

func better(a, b Fate) bool {
	rank := func(f Fate) int {
		switch {
		case f.OfAddress():
			return 3
		case f.Failed():
			return 2
		case f.Action == ActionDelayed:
			return 1
		default:
			return 0
		}
	}
	return rank(a) < rank(b)
}

var (
	regexpStatus    = regexp.MustCompile(`^[245]\.[0-9]{1,3}\.[0-9]{1,3}`)
	regexpOfAddress = regexp.MustCompile(`^5\.[0124]\.`)
	regexpMessageID = regexp.MustCompile(`^<([^<>@\s]{1,200})@[^<>@\s]{1,255}>`)
)

// StatusOf is the status that a server's answer begins with, "" for none.
func StatusOf(answer string) string { return regexpStatus.FindString(answer) }

// Read reads a notification, as it came by mail. Malformed when it is none, or one that does not
// say which mail it is about; TooLarge above MaxSize.
func Read(r io.Reader) (*Notification, error) {
	text, err := io.ReadAll(io.LimitReader(r, MaxSize+1))
	if err != nil {
		return nil, err
	}
	if len(text) > MaxSize {
		return nil, vitrine.Errorf(vitrine.TooLarge, "a notification has at most %d bytes", MaxSize)
	}
	if bytes.HasPrefix(text, []byte("From ")) { // what servers begin a mail with that they pipe to a program
		_, text, _ = bytes.Cut(text, []byte("\n"))
	}
	message, err := netmail.ReadMessage(bytes.NewReader(text))
	if err != nil {
		return nil, malformed("its headers can't be read")
	}
	reading := reader{left: maxParts}
	if err := reading.part(textproto.MIMEHeader(message.Header), message.Body, 0); err != nil {
		return nil, err
	}
	switch n := &reading.found; {
	case len(n.Fates) == 0:
		return nil, malformed("it has no part that says what became of a mail (multipart/report with message/delivery-status)")
	case n.MessageID == "":
		return nil, malformed("it returns no headers with the Message-ID of the mail that it is about")
	default:
		return n, nil
	}
}

func malformed(why string) error {
	return &vitrine.Error{Code: vitrine.Malformed, Message: "this is no delivery status notification (RFC 3464): " + why,
		Fields: []vitrine.Field{{Pointer: "", Code: "no_notification", Detail: why}}}
}

// reader collects what a notification says from its parts.
type reader struct {
	found Notification
	left  int // how many parts may follow
}

func (r *reader) done() bool { return len(r.found.Fates) > 0 && r.found.MessageID != "" }

// part reads a part, and those in it. A report may be in a message that a list or gateway wrapped
// around it.
func (r *reader) part(header textproto.MIMEHeader, body io.Reader, depth int) error {
	kind, parameters, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil {
		return nil //nolint:nilerror // it is plain text then (RFC 2045, section 5.2)
	}
	body = decoded(header, body)
	report := kind == "multipart/report" && strings.EqualFold(parameters["report-type"], "delivery-status")
	switch {
	case kind == "multipart/report" && !report:
		return malformed("it is a report of another kind")
	case strings.HasPrefix(kind, "multipart/"):
		return r.parts(multipart.NewReader(body, parameters["boundary"]), report, depth+1)
	default:
		return nil
	}
}

// decoded is the body of a part as it was before it was encoded. Quoted-printable is left to the reader of multiparts.
func decoded(header textproto.MIMEHeader, body io.Reader) io.Reader {
	if strings.EqualFold(header.Get("Content-Transfer-Encoding"), "base64") {
		return base64.NewDecoder(base64.StdEncoding, body)
	}
	return body
}

func (r *reader) parts(parts *multipart.Reader, report bool, depth int) error {
	if depth > maxDepth {
		return malformed("it has parts in parts in parts in parts")
	}
	for !r.done() {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return malformed("its parts can't be told apart")
		}
		if r.left--; r.left < 0 {
			return malformed("it has too many parts")
		}
		if report {
			err = r.ofReport(part)
		} else {
			err = r.part(part.Header, part, depth)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// ofReport reads a part of a report: its words are for people, the two others for programs.
func (r *reader) ofReport(part *multipart.Part) error {
	kind, _, _ := mime.ParseMediaType(part.Header.Get("Content-Type"))
	lines := textproto.NewReader(bufio.NewReader(decoded(part.Header, part)))
	switch kind {
	case "message/delivery-status", "message/global-delivery-status": // RFC 6533: in UTF-8
		return r.readFates(lines)
	case "text/rfc822-headers", "message/rfc822", "message/global-headers", "message/global":
		header, err := lines.ReadMIMEHeader()
		if err != nil && !errors.Is(err, io.EOF) {
			return malformed("the headers of the mail that it returns can't be read")
		}
		if id := regexpMessageID.FindStringSubmatch(strings.TrimSpace(header.Get("Message-Id"))); id != nil {
			r.found.MessageID = id[1]
		}
	}
	return nil
}

// readFates reads the fields about the message, which say nothing that is needed, and those
// about each recipient.
func (r *reader) readFates(lines *textproto.Reader) error {
	for range maxBlocks {
		fields, err := lines.ReadMIMEHeader()
		last := errors.Is(err, io.EOF)
		if err != nil && !last {
			return malformed("its fields can't be read")
		}
		if fields.Get("Action") != "" || fields.Get("Final-Recipient") != "" {
			fate, err := readFate(fields)
			if err != nil {
				return err
			}
			r.found.Fates = append(r.found.Fates, fate)
		}
		if last {
			return nil
		}
	}
	return malformed("it is about too many recipients")
}

func readFate(fields textproto.MIMEHeader) (f Fate, err error) {
	f.Action = strings.ToLower(strings.TrimSpace(withoutComment(fields.Get("Action"))))
	if !slices.Contains(Actions(), f.Action) {
		return f, malformed("it says of a recipient neither failed, delayed, delivered, relayed nor expanded")
	}
	if f.Status = StatusOf(strings.TrimSpace(fields.Get("Status"))); f.Status == "" {
		return f, malformed("it says of a recipient no status such as 5.1.1")
	}
	f.Reason = line.Short(ofType(fields.Get("Diagnostic-Code")))
	for _, name := range []string{"Original-Recipient", "Final-Recipient"} {
		if address := strings.Trim(ofType(fields.Get(name)), "<> "); address != "" {
			f.Addresses = append(f.Addresses, address)
		}
	}
	return f, nil
}

// ofType is the value of a field that begins with its type: "smtp; 550 no such user".
func ofType(value string) string {
	_, value, _ = strings.Cut(value, ";")
	return strings.TrimSpace(value)
}

func withoutComment(value string) string {
	value, _, _ = strings.Cut(value, "(")
	return value
}
