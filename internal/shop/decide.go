package shop

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"vitrine"
	"vitrine/internal/mail"
	"vitrine/internal/store"
)

// mayDecide refuses a decision of an order, in the transaction that it is made in.
type mayDecide func(tx *store.Tx, o *vitrine.Order) error

// anybody is for those who have the marketplace's data at hand.
func anybody(*store.Tx, *vitrine.Order) error { return nil }

// ConfirmOrder is MarkPaid by an operator at a browser, who saw the order in a version, and may say when its money came.
// Of two who decide of one version, the second is told with Stale.
func (s *Shop) ConfirmOrder(ctx context.Context, in SignedIn, id int64, came Came, pre Precondition) (*vitrine.Order, error) {
	if err := s.sureAtDesk(ctx, in, vitrine.RoleOperator); err != nil {
		return nil, err
	}
	return s.markPaid(ctx, id, came, s.decides(ctx, in, pre))
}

// CancelAnyOrder cancels an unpaid order by the word of an operator at a browser, as
// ConfirmOrder does.
func (s *Shop) CancelAnyOrder(ctx context.Context, in SignedIn, id int64, pre Precondition) (*vitrine.Order, error) {
	if err := s.sureAtDesk(ctx, in, vitrine.RoleOperator); err != nil {
		return nil, err
	}
	may := s.decides(ctx, in, pre)
	return s.withOrder(ctx, id, func(tx *store.Tx, o *vitrine.Order) error {
		if err := may(tx, o); err != nil {
			return err
		}
		return s.cancel(ctx, tx, o)
	})
}

// RefundOrder is Refund by an operator at a browser, as ConfirmOrder.
func (s *Shop) RefundOrder(ctx context.Context, in SignedIn, id int64, keepDownloads bool, pre Precondition) (*vitrine.Order, error) {
	return s.RefundOrderPart(ctx, in, id, NewRefund{KeepDownloads: keepDownloads}, pre)
}

// RefundOrderPart is RefundPart by an operator, as ConfirmOrder.
func (s *Shop) RefundOrderPart(ctx context.Context, in SignedIn, id int64, n NewRefund, pre Precondition) (*vitrine.Order, error) {
	if err := s.sureAtDesk(ctx, in, vitrine.RoleOperator); err != nil {
		return nil, err
	}
	may := s.decides(ctx, in, pre)
	return s.giveBack(ctx, id, n, func(tx *store.Tx, o *vitrine.Order) error {
		if err := may(tx, o); err != nil {
			return err
		}
		// The provider is asked after this transaction, and by one of two alone.
		return tx.DecideOrder(ctx, o, s.now())
	})
}

func (s *Shop) decides(ctx context.Context, in SignedIn, pre Precondition) mayDecide {
	return func(tx *store.Tx, o *vitrine.Order) error {
		if _, err := s.stillActs(ctx, tx, in, vitrine.RoleOperator); err != nil {
			return err
		}
		if pre == nil || pre(o.Version) {
			return nil
		}
		return vitrine.Errorf(vitrine.Stale, "somebody has decided of order %d while you looked at it: it is %s now", o.ID, s.statusNow(o))
	}
}

// receiptEvery is how long an operator's second press of a button sends no second receipt.
const receiptEvery = time.Minute

// SendReceipt has the receipt of a paid order sent once more.
func (s *Shop) SendReceipt(ctx context.Context, in SignedIn, id int64) error {
	if err := in.MustOperate(); err != nil {
		return err
	}
	_, err := s.withOrder(ctx, id, func(tx *store.Tx, o *vitrine.Order) error {
		if _, err := s.stillActs(ctx, tx, in, vitrine.RoleOperator); err != nil {
			return err
		}
		if !o.Downloads() {
			return vitrine.Errorf(vitrine.Conflict, "the order is %s: there is no receipt of what opens nothing", s.statusNow(o))
		}
		if o.BuyersEmail == "" {
			return vitrine.Errorf(vitrine.Conflict, "the order has no address that a receipt could go to")
		}
		about := fmt.Sprintf("receipt of order %d again %d", id, s.now().Truncate(receiptEvery).Unix())
		if err := s.postReceiptAs(ctx, tx, o, receiptLetter{mail.Receipt, about, orderValues(o), o.Price == 0}); err != nil {
			return err
		}
		return s.Note(ctx, tx, Noted{Act: vitrine.ActOrderReceipt, ID: idText(id)})
	})
	return err
}

// maxNote is how long a note may be, in characters.
const maxNote = 2000

// NoteOrder keeps a note with an order, in the audit log: it stays as it was written.
func (s *Shop) NoteOrder(ctx context.Context, in SignedIn, id int64, text string) error {
	if err := in.MustOperate(); err != nil {
		return err
	}
	text = strings.TrimSpace(text)
	if text == "" || utf8.RuneCountInString(text) > maxNote || !utf8.ValidString(text) {
		return vitrine.InvalidFields([]vitrine.Field{{Pointer: "/note", Code: "bad_length", Detail: "a note has 1 to 2000 characters"}})
	}
	_, err := s.withOrder(ctx, id, func(tx *store.Tx, _ *vitrine.Order) error {
		if _, err := s.stillActs(ctx, tx, in, vitrine.RoleOperator); err != nil {
			return err
		}
		return s.Note(ctx, tx, Noted{Act: vitrine.ActOrderNote, ID: idText(id), Text: text})
	})
	return err
}
