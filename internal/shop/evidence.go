package shop

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/store"
)

// keepDownload keeps that a file of an order that costs something was downloaded: it is what proves to a bank that it was
// delivered. Whoever downloads gets the file also where that fails.
func (s *Shop) keepDownload(ctx context.Context, o *vitrine.Order, file string) {
	if o.Price == 0 {
		return
	}
	d := store.OrderDownload{OrderID: o.ID, File: file, At: s.now()}
	if v, ok := ctx.Value(visitKey{}).(Visit); ok && v.Network != "" {
		d.Network = s.networkHash(v.Network)
	}
	err := s.db.Write(ctx, func(tx *store.Tx) error { return tx.AddOrderDownload(ctx, d) })
	if err != nil && ctx.Err() == nil {
		s.log.Warn("a download of an order is not kept", "order", o.ID, "error", err)
	}
}

// networkHash names a network so that it is known again, and never found out.
func (s *Shop) networkHash(network string) string {
	mac := hmac.New(sha256.New, *s.visitorKey.Load())
	mac.Write([]byte("download from " + network))
	return hex.EncodeToString(mac.Sum(nil)[:8])
}

// maxEvidenceText is how long each part of an answer to a dispute is, in characters.
const maxEvidenceText = 20_000

// EvidenceOf is what is known of the orders that the disputed payment paid, as an answer to the dispute: what was sold, what the
// buyer agreed to, and what they downloaded. The words are English, which banks read. Each part is as long as one may be.
func (s *Shop) EvidenceOf(ctx context.Context, d vitrine.Dispute) (e vitrine.DisputeEvidence, err error) {
	orders, err := s.ordersDisputed(ctx, d)
	if err != nil {
		return e, err
	}
	var parts proofs
	for _, o := range orders {
		if err := s.proofsOf(ctx, o, &parts); err != nil {
			return e, err
		}
		e.Buyer = cmp.Or(e.Buyer, o.BuyersEmail)
	}
	lead := ""
	if len(orders) > 1 {
		lead = fmt.Sprintf("One payment paid for %d orders, and the dispute is about that payment.", len(orders))
	}
	e.Product, e.Terms, e.Access = fitted(lead, parts.product), fitted("", parts.terms), fitted("", parts.access)
	e.Text = fitted("", parts.text)
	return e, nil
}

// ordersDisputed are the orders that the payment of a dispute paid: also those of which it takes nothing, since their money went
// back before.
func (s *Shop) ordersDisputed(ctx context.Context, d vitrine.Dispute) ([]*vitrine.Order, error) {
	list, err := s.db.DisputesByObject(ctx, d.Provider, d.Object)
	if err != nil {
		return nil, err
	}
	ids := []int64{d.OrderID}
	for _, one := range list {
		ids = append(ids, one.OrderID)
	}
	c, err := s.db.LastCheckoutOf(ctx, d.OrderID)
	if err != nil && vitrine.CodeOf(err) != vitrine.NotFound {
		return nil, err
	}
	if err == nil {
		for _, o := range c.Orders {
			if o.Price > 0 && o.Status.Taken() && o.PaymentID == d.Payment {
				ids = append(ids, o.ID)
			}
		}
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	orders := make([]*vitrine.Order, len(ids))
	for i, id := range ids {
		if orders[i], err = s.db.Order(ctx, id); err != nil {
			return nil, err
		}
	}
	return orders, nil
}

// proofs are what the parts of an answer say of each order, line by line.
type proofs struct{ product, terms, access, text [][]string }

// proofsOf adds what is known of an order.
func (s *Shop) proofsOf(ctx context.Context, o *vitrine.Order, to *proofs) error {
	words, err := s.WaiverOf(ctx, o)
	if err != nil {
		return err
	}
	downloads, err := s.db.OrderDownloads(ctx, o.ID)
	if err != nil {
		return err
	}
	order := fmt.Sprintf("Order %d", o.ID)
	product := []string{fmt.Sprintf("3D model %q by %s, delivered by download. %s (%s) of %s for %s %s, paid on %s.",
		o.Model.Title, o.Model.AuthorName, order, o.UUID, at(o.CreatedAt), o.Price, o.Currency, at(o.PaidAt)), "Files:"}
	for _, f := range o.Files {
		product = append(product, fmt.Sprintf("%s, %d bytes, SHA-256 %s", f.Name, f.Size, f.SHA256))
	}
	terms := []string{fmt.Sprintf("%s: licence %s, SHA-256 of its text %s, shown before the payment and kept with the order.", order,
		o.License.Type, o.License.Hash)}
	if words != "" {
		terms = append(terms, fmt.Sprintf("On %s, before the payment, the buyer agreed to these words: %q", at(o.Waiver.At), words))
	}
	text := []string{fmt.Sprintf("%s: the files were open to the buyer from %s on, by the page %s/orders and by the mail with the receipt.",
		order, at(o.PaidAt), s.baseURL)}
	if o.Refunded > 0 {
		text = append(text, fmt.Sprintf("%s %s of the price went back already.", o.Refunded, o.Currency))
	}
	to.product, to.terms, to.text = append(to.product, product), append(to.terms, terms), append(to.text, text)
	to.access = append(to.access, downloadLines(order, downloads))
	return nil
}

// fitted joins what is said of each order. Where that is too much for a part of an answer, each order has its share of it, and
// what was left out is counted.
func fitted(lead string, orders [][]string) string {
	var texts []string
	if lead != "" {
		texts = append(texts, lead)
	}
	for _, lines := range orders {
		texts = append(texts, strings.Join(lines, "\n"))
	}
	whole := strings.Join(texts, "\n\n")
	if utf8.RuneCountInString(whole) <= maxEvidenceText {
		return whole
	}
	share := (maxEvidenceText - utf8.RuneCountInString(lead)) / len(orders)
	for i, lines := range orders {
		texts[len(texts)-len(orders)+i] = linesWithin(lines, share)
	}
	return strings.Join(texts, "\n\n")
}

// linesWithin is as many lines as fit into some characters, and how many more there are.
func linesWithin(lines []string, most int) string {
	most -= utf8.RuneCountInString("\nand 1000000 more.\n\n")
	kept := []string{}
	for i, line := range lines {
		if size := utf8.RuneCountInString(line); i > 0 && size >= most {
			return strings.Join(append(kept, fmt.Sprintf("and %d more.", len(lines)-i)), "\n")
		}
		runes := []rune(line)
		kept = append(kept, string(runes[:min(len(runes), max(0, most))]))
		most -= len(runes) + 1
	}
	return strings.Join(kept, "\n")
}

func at(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05 UTC") }

// downloadLines tell when the files of an order were downloaded.
func downloadLines(order string, downloads []store.OrderDownload) []string {
	if len(downloads) == 0 {
		return []string{order + ": no download is recorded."}
	}
	lines := []string{order + ": downloads with the order's access, by time; the network is a keyed hash, the address itself is not kept."}
	for _, d := range downloads {
		line := at(d.At) + " " + d.File
		if d.Network != "" {
			line += ", network " + d.Network
		}
		lines = append(lines, line)
	}
	return lines
}

// AnswerDispute sends evidence to the bank of a dispute, by the word of an operator who saw the dispute in a version. What
// was sent stays with it. Empty evidence is what EvidenceOf says.
func (s *Shop) AnswerDispute(ctx context.Context, in SignedIn, id int64, e vitrine.DisputeEvidence, pre Precondition,
) (vitrine.Dispute, error) {
	if err := s.sureAtDesk(ctx, in, vitrine.RoleOperator); err != nil {
		return vitrine.Dispute{}, err
	}
	d, err := s.db.Dispute(ctx, id)
	if err != nil {
		return d, err
	}
	if e.Empty() {
		if e, err = s.EvidenceOf(ctx, d); err != nil {
			return d, err
		}
	}
	answerer, ok := s.payments.(payment.Answerer)
	switch {
	case pre.check(d.Version) != nil:
		return d, pre.check(d.Version)
	case !d.Status.Answerable():
		return d, vitrine.Errorf(vitrine.Conflict, "the dispute is %s: it takes no answer", d.Status)
	case !d.SentAt.IsZero():
		return d, vitrine.Errorf(vitrine.Conflict, "the dispute was answered on %s", at(d.SentAt))
	case !ok || d.Provider != s.payments.Name():
		return d, vitrine.Errorf(vitrine.Conflict, "the dispute is one of %s: answer it there", d.Provider)
	}
	if err := checkEvidence(e); err != nil {
		return d, err
	}
	if err := answerer.Answer(ctx, d.Object, e); err != nil {
		return d, err
	}
	return s.noteAnswer(context.WithoutCancel(ctx), d, e)
}

// noteAnswer keeps what was sent, with each order that the dispute is of.
func (s *Shop) noteAnswer(ctx context.Context, d vitrine.Dispute, e vitrine.DisputeEvidence) (vitrine.Dispute, error) {
	err := s.db.Write(ctx, func(tx *store.Tx) error {
		list, err := tx.DisputesByObject(ctx, d.Provider, d.Object)
		if err != nil {
			return err
		}
		for _, one := range list {
			one.Evidence, one.SentAt, one.SentBy, one.TellDue = e, s.now(), actorOf(ctx).Name, false
			one.Status = one.Status.Answered()
			if err := tx.UpdateDispute(ctx, &one, s.now()); err != nil {
				return err
			}
			if one.ID == d.ID {
				d = one
			}
		}
		return s.Note(ctx, tx, Noted{Act: vitrine.ActOrderAnswer, ID: idText(d.OrderID), After: facts{"dispute": d.ID}})
	})
	return d, err
}

func checkEvidence(e vitrine.DisputeEvidence) error {
	var faults []vitrine.Field
	for pointer, text := range map[string]string{"/product": e.Product, "/buyer": e.Buyer, "/terms": e.Terms, "/access": e.Access,
		"/text": e.Text} {
		if utf8.RuneCountInString(text) > maxEvidenceText {
			faults = append(faults, vitrine.Field{Pointer: pointer, Code: "too_long",
				Detail: "each part of the evidence has at most 20000 characters"})
		}
	}
	return vitrine.InvalidFields(faults)
}
