package shop

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
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

// EvidenceOf is what is known of an order, as an answer to a dispute: what was sold, what the buyer agreed to, and what they
// downloaded. The words are English, which banks read.
func (s *Shop) EvidenceOf(ctx context.Context, d vitrine.Dispute) (e vitrine.DisputeEvidence, err error) {
	o, err := s.db.Order(ctx, d.OrderID)
	if err != nil {
		return e, err
	}
	words, err := s.WaiverOf(ctx, o)
	if err != nil {
		return e, err
	}
	downloads, err := s.db.OrderDownloads(ctx, o.ID)
	if err != nil {
		return e, err
	}
	e.Buyer = o.BuyersEmail
	e.Product = fmt.Sprintf("3D model %q by %s, delivered by download. Order %d (%s) of %s for %s %s, paid on %s.\nFiles:\n%s",
		o.Model.Title, o.Model.AuthorName, o.ID, o.UUID, at(o.CreatedAt), o.Price, o.Currency, at(o.PaidAt), filesText(o.Files))
	e.Terms = fmt.Sprintf("Licence: %s, SHA-256 of its text %s, shown before the payment and kept with the order.", o.License.Type,
		o.License.Hash)
	if words != "" {
		e.Terms += fmt.Sprintf("\nOn %s, before the payment, the buyer agreed to these words: %q", at(o.Waiver.At), words)
	}
	e.Access = downloadsText(downloads)
	e.Text = fmt.Sprintf("The files were open to the buyer from %s on, by the page %s/orders and by the mail with the receipt.",
		at(o.PaidAt), s.baseURL)
	if o.Refunded > 0 {
		e.Text += fmt.Sprintf("\n%s %s of the price went back already.", o.Refunded, o.Currency)
	}
	return e, nil
}

func at(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05 UTC") }

func filesText(files []vitrine.OrderFile) string {
	var lines []string
	for _, f := range files {
		lines = append(lines, fmt.Sprintf("%s, %d bytes, SHA-256 %s", f.Name, f.Size, f.SHA256))
	}
	return strings.Join(lines, "\n")
}

func downloadsText(downloads []store.OrderDownload) string {
	if len(downloads) == 0 {
		return "No download is recorded."
	}
	lines := []string{"Downloads with the order's access, by time; the network is a keyed hash, the address itself is not kept."}
	for _, d := range downloads {
		line := at(d.At) + " " + d.File
		if d.Network != "" {
			line += ", network " + d.Network
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
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
			if one.Status == vitrine.DisputeOpen {
				one.Status = vitrine.DisputeReviewed
			} else if one.Status == vitrine.InquiryOpen {
				one.Status = vitrine.InquiryReview
			}
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
