package mail

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	netmail "net/mail"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/mail/line"
	"vitrine/internal/store"
)

// Letter is a mail as it is sent.
type Letter struct {
	written
	From  netmail.Address
	To    string // address
	Reply string // address; "" for the sender's
	Link  string // address of the page that it leads to; "" for none
	Code  string // to be typed; "" for none
	Stop  string // address by which such mails are stopped; "" where they can't be
	ID    string // Message-ID without its brackets: the same however often it is sent
	Date  time.Time
}

// errUnwanted says that nobody needs a mail any more.
var errUnwanted = vitrine.Errorf(vitrine.Conflict, "its reader does not want such mails, or what it tells is over")

// Letter renders a mail that has not been sent. Conflict when its text is removed already.
func (o *Office) Letter(ctx context.Context, m store.Mail) (*Letter, error) {
	if m.Args == "" {
		return nil, vitrine.Errorf(vitrine.Conflict, "what mail %d was made with was removed: it is %s", m.ID, m.Status)
	}
	house, err := o.db.House(ctx)
	if err != nil {
		return nil, err
	}
	c := content{Shop: line.Of(house.Name, vitrine.MaxHouseName), Contact: house.Contact, Base: o.base}
	if err := json.Unmarshal([]byte(m.Args), &c.Args); err != nil {
		return nil, fmt.Errorf("read the mail %d: %w", m.ID, err)
	}
	if err := o.look(ctx, Kind(m.Kind), &c.Args); err != nil {
		return nil, err
	}
	l := locale.Near(o.words.languageOf(Kind(m.Kind), m.Language))
	c.tell(l)
	c.tidy(o.base)
	c.say(l)
	w, err := o.compose(ctx, Kind(m.Kind), m.Language, c)
	if err != nil {
		return nil, fmt.Errorf("write the mail %d: %w", m.ID, err)
	}
	from, err := o.sender(c.Shop)
	if err != nil {
		return nil, err
	}
	return &Letter{
		written: w, From: from, To: m.Email, Reply: house.Contact, Link: c.Link, Code: c.Code, Stop: c.Stop, ID: o.messageID(m), Date: o.now(),
	}, nil
}

// look adds what is read when a mail is written: the secrets of orders are in no table.
func (o *Office) look(ctx context.Context, kind Kind, a *Args) error {
	if secret, ok := strings.CutPrefix(a.Stop, StopPath); ok {
		refused, err := o.db.MailsRefused(ctx, secret)
		if err == nil && refused {
			err = errUnwanted
		}
		if err != nil {
			return err
		}
	}
	if kind == Checkout {
		return o.lookAtCheckout(ctx, a)
	}
	if _, ok := requestStates[kind]; ok {
		return o.lookAtRequest(ctx, kind, a)
	}
	id, err := strconv.ParseInt(a.Values[OrderID], 10, 64)
	if err != nil {
		return nil //nolint:nilerror // it is about no order
	}
	order, err := o.db.Order(ctx, id)
	if vitrine.CodeOf(err) == vitrine.NotFound || err == nil && !order.Downloads() {
		return errUnwanted
	}
	if err != nil {
		return err
	}
	a.Values = maps.Clone(a.Values)
	a.Values[Title], a.Values["author"], a.Values["license"] = order.Model.Title, order.Model.AuthorName, string(order.License.Type)
	if !order.License.Type.Builtin() {
		a.Values["license"] = cmp.Or(order.License.Name, a.Values["license"])
	}
	a.Values["price"], a.Values["date"] = order.Price.String()+" "+order.Currency, order.PaidAt.UTC().Format(time.DateOnly)
	if order.Price == 0 {
		a.Values["price"] = ""
	} else if !order.Live {
		a.Values["sandbox"] = "yes" // the words say that no money moved
	}
	addTax(a, taxIn(order), order)
	if err := o.addWaiver(ctx, a, order); err != nil {
		return err
	}
	if kind == Receipt || kind == Confirmed {
		a.Link = "/receipt/" + order.CheckoutKey
	}
	return nil
}

// taxIn is the tax that the price of an order has in it.
func taxIn(o *vitrine.Order) vitrine.Amount {
	if o.Price > 0 && (o.Tax.Treatment == vitrine.Taxed || o.Tax.Treatment == vitrine.TaxedAtHome) {
		return o.Tax.Amount
	}
	return 0
}

// addTax adds the tax that the prices of orders have in them: as VAT where all of it is that.
func addTax(a *Args, tax vitrine.Amount, orders ...*vitrine.Order) {
	name := "tax"
	for _, o := range orders {
		if !vitrine.IsVAT(o.Tax.Parts) {
			name = "othertax"
		}
	}
	if tax > 0 {
		a.Values[name] = tax.String() + " " + orders[0].Currency
	}
}

// addWaiver adds what the buyer agreed to.
func (o *Office) addWaiver(ctx context.Context, a *Args, order *vitrine.Order) (err error) {
	if order.Waiver.Hash == "" {
		return nil
	}
	a.Values["waived"] = order.Waiver.At.UTC().Format(time.DateOnly)
	a.Values["waiver"], err = o.db.WaiverWords(ctx, order.Waiver.Hash)
	return err
}

// lookAtCheckout is look for what was bought by one payment.
func (o *Office) lookAtCheckout(ctx context.Context, a *Args) error {
	id, err := strconv.ParseInt(a.Values[CheckoutID], 10, 64)
	if err != nil {
		return nil //nolint:nilerror // it is about no checkout
	}
	c, err := o.db.Checkout(ctx, id)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return errUnwanted
	}
	if err != nil {
		return err
	}
	var got, back []string
	var sum, tax vitrine.Amount
	a.Values = maps.Clone(a.Values)
	for _, order := range c.Orders {
		if !order.Downloads() {
			back = append(back, order.Model.Title)
			continue
		}
		got, sum, tax = append(got, order.Model.Title), sum+order.Price, tax+taxIn(order)
		if err := o.addWaiver(ctx, a, order); err != nil {
			return err
		}
	}
	if len(got) == 0 {
		return errUnwanted
	}
	a.Values[Title], a.Values["titles"], a.Values["back"] = got[0], strings.Join(got, ", "), strings.Join(back, ", ")
	if len(got) > 1 {
		a.Values[Title] += ", …"
	}
	a.Values["date"], a.Link = c.PaidAt.UTC().Format(time.DateOnly), "/checkouts/"+c.Key+"/receipt"
	addTax(a, tax, c.Orders...)
	if sum > 0 {
		a.Values["price"] = sum.String() + " " + c.Currency
		if !c.Live {
			a.Values["sandbox"] = "yes" // the words say that no money moved
		}
	}
	return nil
}

// tidy cleans what others wrote, and makes addresses of paths.
func (c *content) tidy(base string) {
	c.Name, c.Code = line.Of(c.Name, maxValue), line.Of(c.Code, maxValue)
	values := map[string]string{}
	for name, value := range c.Values {
		values[name] = line.Of(value, maxValue)
	}
	c.Values = values
	for _, path := range []*string{&c.Link, &c.Stop} {
		if *path != "" {
			*path = base + *path
		}
	}
}

// sender is who writes: the marketplace, unless the operator says otherwise.
func (o *Office) sender(shop string) (netmail.Address, error) {
	if o.from == "" {
		return netmail.Address{Name: shop, Address: "nobody@" + strings.Trim(helloName(o.base), "[]")}, nil // where mails are shown and not sent
	}
	from, err := netmail.ParseAddress(o.from)
	if err != nil {
		return netmail.Address{}, fmt.Errorf("--mail-from: %w", err)
	}
	if from.Name == "" {
		from.Name = shop
	}
	return netmail.Address{Name: line.Of(from.Name, vitrine.MaxHouseName), Address: from.Address}, nil
}

// messageID names a mail, on the marketplace's public name and not on that of a machine
// (RFC 5322, section 3.6.4).
func (o *Office) messageID(m store.Mail) string {
	if m.MessageID != "" {
		return m.MessageID + "@" + helloName(o.base)
	}
	// One that an earlier release wrote, or that is only shown.
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %d %s %s", m.ID, m.CreatedAt.UnixMicro(), m.Kind, m.Email))
	return hex.EncodeToString(sum[:16]) + "@" + helloName(o.base)
}

// helloName is the host of the public address as mail writes it: an IP address in brackets
// (RFC 5321, section 4.1.3).
func helloName(base string) string {
	u, err := url.Parse(base)
	if err != nil || u.Hostname() == "" {
		return "localhost"
	}
	ip, err := netip.ParseAddr(u.Hostname())
	switch {
	case err != nil:
		if name, err := toASCII("x@" + u.Hostname()); err == nil {
			return strings.TrimPrefix(name, "x@")
		}
		return "localhost"
	case ip.Is6():
		return "[IPv6:" + ip.String() + "]"
	default:
		return "[" + ip.String() + "]"
	}
}

// Bytes is the mail as it goes over the wire (RFC 5322).
func (l *Letter) Bytes() ([]byte, error) {
	m := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	m.FromMailAddress(&l.From)
	to, err := asciiAddress(l.To)
	if err == nil {
		err = m.To(to)
	}
	if err != nil {
		return nil, fmt.Errorf("this is no address that mail can be sent to: %w", err)
	}
	if reply, err := asciiAddress(l.Reply); err == nil && isASCII(reply) {
		if err := m.ReplyTo(reply); err != nil {
			return nil, fmt.Errorf("the marketplace's contact: %w", err)
		}
	}
	m.Subject(l.Subject)
	m.SetDateWithValue(l.Date)
	m.SetMessageIDWithValue(l.ID)
	// No answer of a machine comes back (RFC 3834, section 5).
	m.SetGenHeader("Auto-Submitted", "auto-generated")
	m.SetGenHeader("Content-Language", l.Language)
	if l.Stop != "" {
		m.SetGenHeaderPreformatted(gomail.HeaderListUnsubscribe, "<"+l.Stop+">")
		m.SetGenHeaderPreformatted(gomail.HeaderListUnsubscribePost, "List-Unsubscribe=One-Click") // RFC 8058, section 3.1
	}
	m.SetBodyString(gomail.TypeTextPlain, l.Text)
	m.AddAlternativeString(gomail.TypeTextHTML, l.HTML)
	var out bytes.Buffer
	if _, err := m.WriteTo(&out); err != nil {
		return nil, fmt.Errorf("write the mail: %w", err)
	}
	return out.Bytes(), nil
}

// asciiAddress writes an address as others read it: its domain in ASCII.
func asciiAddress(address string) (string, error) {
	parsed, err := netmail.ParseAddress(address)
	if err != nil {
		return "", err
	}
	if parsed.Address != address {
		return "", errors.New("there is more than an address")
	}
	return toASCII(address)
}
