package stripesim

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"

	"github.com/stripe/stripe-go/v86"
	"github.com/stripe/stripe-go/v86/webhook"
)

// happen changes something and tells of what that caused.
func (s *Sim) happen(change func() error) error {
	s.mu.Lock()
	before := len(s.events)
	err := change()
	told := s.events[before:]
	s.mu.Unlock()
	if s.options.Told != nil {
		for _, e := range told {
			s.options.Told(e)
		}
	}
	return err
}

// tell notes an event. The object is copied as it is now.
func (s *Sim) tell(kind string, object any) {
	encoded, err := json.Marshal(object)
	if err != nil {
		panic(err) // an object of this package
	}
	s.events = append(s.events, &Event{ID: s.id("evt"), Object: "event", APIVersion: stripe.APIVersion, Created: s.seconds(),
		Data: EventData{Object: json.RawMessage(encoded)}, Livemode: s.live(), Type: kind})
}

// Events are all that were told, in their order.
func (s *Sim) Events() []*Event {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]*Event(nil), s.events...)
}

// Message is the body of an event and the header that signs it.
func (s *Sim) Message(e *Event) (http.Header, []byte) {
	body, err := json.Marshal(e)
	if err != nil {
		panic(err) // an object of this package
	}
	now := s.options.Now()
	mac := webhook.ComputeSignature(now, body, s.options.Secret)
	header := http.Header{"Content-Type": {"application/json; charset=utf-8"}}
	header.Set("Stripe-Signature", "t="+strconv.FormatInt(now.Unix(), 10)+",v1="+hex.EncodeToString(mac))
	return header, body
}

// Send sends an event to an address. It is taken when the answer is 2xx.
func (s *Sim) Send(ctx context.Context, to string, e *Event) error {
	header, body := s.Message(e)
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, to, bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header = header
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode/100 != 2 {
		return fmt.Errorf("the event was answered by %s", answer.Status)
	}
	return nil
}

// open returns a session that can still be paid.
func (s *Sim) open(id string) (*session, error) {
	found, ok := s.sessions[id]
	if !ok {
		return nil, fmt.Errorf("no such checkout session: %s", id)
	}
	s.lapse(found)
	if found.Status != "open" {
		return nil, fmt.Errorf("checkout session %s is %s", id, found.Status)
	}
	return found, nil
}

// lapse ends a session whose time is over.
func (s *Sim) lapse(c *session) {
	if c.Status == "open" && c.ExpiresAt <= s.seconds() {
		s.end(c)
	}
}

func (s *Sim) end(c *session) {
	c.Status, c.URL = "expired", nil
	s.tell("checkout.session.expired", c)
}

// Pay pays a session with a card.
func (s *Sim) Pay(id string) error {
	return s.happen(func() error {
		c, err := s.open(id)
		if err != nil {
			return err
		}
		s.complete(c)
		s.take(c)
		s.tell("checkout.session.completed", c)
		return nil
	})
}

// PayLater completes a session by what a bank confirms in some days: by Settle.
func (s *Sim) PayLater(id string) error {
	return s.happen(func() error {
		c, err := s.open(id)
		if err != nil {
			return err
		}
		s.complete(c)
		s.tell("checkout.session.completed", c)
		return nil
	})
}

// Settle has the bank confirm what was paid by PayLater, or refuse it.
func (s *Sim) Settle(id string, confirmed bool) error {
	return s.happen(func() error {
		c, ok := s.sessions[id]
		if !ok || c.Status != "complete" || c.PaymentStatus != "unpaid" {
			return fmt.Errorf("checkout session %s waits for no bank", id)
		}
		if confirmed {
			s.take(c)
			s.tell("checkout.session.async_payment_succeeded", c)
			return nil
		}
		held := s.charges[c.PaymentIntent.(string)]
		held.Status = "failed"
		s.tell("checkout.session.async_payment_failed", c)
		return nil
	})
}

// complete ends a session whose customer is done.
func (s *Sim) complete(c *session) {
	name := s.id("pi")
	s.tax(c)
	c.Status, c.URL, c.PaymentIntent = "complete", nil, name
	s.charges[name] = &charge{ID: s.id("ch"), Object: "charge", Amount: c.AmountTotal, Created: s.seconds(), Currency: c.Currency,
		Livemode: s.live(), Metadata: c.intent, PaymentIntent: name, Status: "pending", group: c.group}
	if c.Customer != nil && c.Customer.card != "" {
		s.charges[name].Method = &method{Type: "card", Card: card{Country: c.Customer.card}}
	}
}

// take moves the money of a completed session.
func (s *Sim) take(c *session) {
	held := s.charges[c.PaymentIntent.(string)]
	held.Status, c.PaymentStatus = "succeeded", "paid"
	if !s.late {
		s.balance(held)
	}
}

// balance says what is kept of a charge.
func (s *Sim) balance(held *charge) {
	amount, currency := s.settle(held.Amount, held.Currency)
	fee := feeOf(amount)
	held.Balance = &balance{ID: s.moves("charge", amount, fee, currency, held).ID, Object: "balance_transaction", Amount: amount,
		Currency: currency, Fee: fee, Net: amount - fee, Type: "charge"}
}

// SayFee says what is kept of what was paid by a session, where SetLateFees has left it open.
func (s *Sim) SayFee(id string) error {
	return s.happen(func() error {
		held, err := s.paid(id)
		if err != nil || held.Balance != nil {
			return fmt.Errorf("no fee of checkout session %s is open", id)
		}
		s.balance(held)
		s.tell("charge.updated", held)
		return nil
	})
}

// SayFees says what is kept of all payments where that is open.
func (s *Sim) SayFees() {
	s.mu.Lock()
	s.late = false
	var open []string
	for id, c := range s.sessions {
		if c.PaymentStatus == "paid" && s.charges[c.PaymentIntent.(string)].Balance == nil {
			open = append(open, id)
		}
	}
	s.mu.Unlock()
	slices.Sort(open)
	for _, id := range open {
		_ = s.SayFee(id) // it is open still: nobody else says so
	}
}

// Expire ends a session that nobody paid.
func (s *Sim) Expire(id string) error {
	return s.happen(func() error {
		c, err := s.open(id)
		if err == nil {
			s.end(c)
		}
		return err
	})
}

// paid returns what was taken by a session.
func (s *Sim) paid(id string) (*charge, error) {
	c, ok := s.sessions[id]
	if !ok || c.PaymentStatus != "paid" {
		return nil, fmt.Errorf("nothing was paid by checkout session %s", id)
	}
	return s.charges[c.PaymentIntent.(string)], nil
}

// Refund sends an amount of a session's money back, as its owner does it at Stripe's own desk.
func (s *Sim) Refund(id string, amount int64) error {
	return s.happen(func() error {
		held, err := s.paid(id)
		if err != nil {
			return err
		}
		_, refused := s.refund(held, amount, nil)
		if refused != nil {
			return refused
		}
		return nil
	})
}

func (s *Sim) refund(held *charge, amount int64, metadata map[string]string) (*refund, *refusal) {
	if s.drawn(held) {
		return nil, &refusal{http.StatusBadRequest, stripe.ErrorCodeChargeDisputed, "the charge is disputed"}
	}
	if held.AmountRefunded == held.Amount {
		return nil, &refusal{http.StatusBadRequest, stripe.ErrorCodeChargeAlreadyRefunded, "the charge was refunded already"}
	}
	if amount <= 0 || amount > held.Amount-held.AmountRefunded {
		return nil, &refusal{http.StatusBadRequest, "amount_too_large", "more than is left of the charge"}
	}
	held.AmountRefunded += amount
	held.Refunded = held.AmountRefunded == held.Amount
	back := &refund{ID: s.id("re"), Object: "refund", Amount: amount, Charge: held.ID, Created: s.seconds(), Currency: held.Currency,
		Metadata: metadata, PaymentIntent: held.PaymentIntent, Status: "succeeded"}
	s.refunds = append(s.refunds, back)
	settled, currency := s.settle(amount, back.Currency)
	s.moves("refund", -settled, 0, currency, back)
	s.tell("refund.created", back)
	s.tell("charge.refunded", held)
	return back, nil
}

// FailRefund has the money of a session's last refund come back: the customer's bank did not take it.
func (s *Sim) FailRefund(id string) error {
	return s.happen(func() error {
		held, err := s.paid(id)
		if err != nil || held.AmountRefunded == 0 {
			return fmt.Errorf("nothing of checkout session %s went back", id)
		}
		for i := len(s.refunds) - 1; i >= 0; i-- {
			if back := s.refunds[i]; back.Charge == held.ID && back.Status == "succeeded" {
				back.Status, back.FailureReason = "failed", "expired_or_canceled_card"
				held.AmountRefunded, held.Refunded = held.AmountRefunded-back.Amount, false
				settled, currency := s.settle(back.Amount, back.Currency)
				back.FailureMoved = s.moves("refund_failure", settled, 0, currency, back).ID
				s.tell("refund.failed", back)
				break
			}
		}
		return nil
	})
}

// DisputeFee is what is kept for each dispute.
const DisputeFee = 1500

// answerTime is how long a dispute takes an answer.
const answerTime = 9 * 24 * 60 * 60

// Dispute has the bank of a session's customer ask for the money back; again once it was won.
func (s *Sim) Dispute(id string) error {
	return s.happen(func() error {
		held, err := s.paid(id)
		if err != nil {
			return err
		}
		if held.Refunded || held.Disputed && s.disputeOf(held).Status != "won" {
			return fmt.Errorf("nothing is left of checkout session %s that a bank could ask for", id)
		}
		s.dispute(held, held.Amount, "needs_response")
		return nil
	})
}

// DisputePart is Dispute of some of the money, also of what went back, and of a charge that is disputed already.
func (s *Sim) DisputePart(id string, amount int64) error {
	return s.happen(func() error {
		held, err := s.paid(id)
		if err == nil {
			s.dispute(held, amount, "needs_response")
		}
		return err
	})
}

// Inquire has the bank of a session's customer ask what was paid for: no money moves.
func (s *Sim) Inquire(id string) error {
	return s.happen(func() error {
		held, err := s.paid(id)
		if err == nil {
			s.dispute(held, held.Amount, "warning_needs_response")
		}
		return err
	})
}

func (s *Sim) dispute(held *charge, amount int64, status string) {
	d := &dispute{ID: s.id("dp"), Object: "dispute", Amount: amount, Charge: held.ID, Created: s.seconds(), Currency: held.Currency,
		Livemode: s.live(), PaymentIntent: held.PaymentIntent, Reason: "fraudulent", Status: status, Balances: []*balance{},
		Details: &details{DueBy: s.seconds() + answerTime}, Evidence: map[string]string{}}
	s.disputes = append(s.disputes, d)
	s.tell("charge.dispute.created", d)
	if status == "needs_response" {
		held.Disputed = true
		s.draw(d, -amount, DisputeFee)
		s.tell("charge.dispute.funds_withdrawn", d)
	}
}

// draw moves money for a dispute.
func (s *Sim) draw(d *dispute, amount, fee int64) {
	settled, currency := s.settle(amount, d.Currency)
	moved := s.moves("adjustment", settled, fee, currency, d)
	d.Balances = append(d.Balances, &balance{ID: moved.ID, Object: moved.Object, Amount: settled, Currency: currency, Fee: fee,
		Net: moved.Net, Type: moved.Type})
}

// EndDispute closes the last dispute about a session, won by the marketplace or lost.
func (s *Sim) EndDispute(id string, won bool) error {
	return s.happen(func() error {
		held, err := s.paid(id)
		if err != nil || s.disputeOf(held) == nil || s.disputeOf(held).over() {
			return fmt.Errorf("checkout session %s is not disputed", id)
		}
		s.close(s.disputeOf(held), won)
		return nil
	})
}

// EndAllDisputes closes all disputes about a session that are open.
func (s *Sim) EndAllDisputes(id string, won bool) error {
	return s.happen(func() error {
		held, err := s.paid(id)
		if err != nil {
			return err
		}
		for _, d := range s.disputes {
			if d.Charge == held.ID && !d.over() {
				s.close(d, won)
			}
		}
		return nil
	})
}

// over reports whether a dispute is closed, for good.
func (d *dispute) over() bool {
	return d.Status == "won" || d.Status == "lost" || d.Status == "warning_closed"
}

func (s *Sim) close(d *dispute, won bool) {
	switch inquiry := len(d.Balances) == 0; {
	case inquiry:
		d.Status = "warning_closed"
	case won:
		d.Status = "won"
		s.draw(d, d.Amount, 0)
		s.tell("charge.dispute.funds_reinstated", d)
	default:
		d.Status = "lost"
	}
	s.tell("charge.dispute.closed", d)
}

// Evidence is what a marketplace answered to the last dispute about a session; nil for nothing.
func (s *Sim) Evidence(id string) map[string]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	held, err := s.paid(id)
	if err != nil || s.disputeOf(held) == nil || s.disputeOf(held).Details.Submissions == 0 {
		return nil
	}
	return s.disputeOf(held).Evidence
}

// drawn reports whether a bank has money of a charge.
func (s *Sim) drawn(held *charge) bool {
	return slices.ContainsFunc(s.disputes, func(d *dispute) bool {
		return d.Charge == held.ID && len(d.Balances) > 0 && d.Status != "won"
	})
}

// disputeOf is the last one about a charge that is disputed.
func (s *Sim) disputeOf(held *charge) (last *dispute) {
	for _, d := range s.disputes {
		if d.Charge == held.ID {
			last = d
		}
	}
	return last
}

// SettleAll has banks confirm all that was paid by PayLater.
func (s *Sim) SettleAll() {
	s.mu.Lock()
	var waiting []string
	for id, c := range s.sessions {
		if c.Status == "complete" && c.PaymentStatus == "unpaid" && s.charges[c.PaymentIntent.(string)].Status == "pending" {
			waiting = append(waiting, id)
		}
	}
	s.mu.Unlock()
	slices.Sort(waiting)
	for _, id := range waiting {
		_ = s.Settle(id, true) // it waits still: nobody else settles
	}
}

// PayAny pays one of the sessions with a reference that are open, if there is one.
func (s *Sim) PayAny(random *rand.Rand, reference string) {
	s.mu.Lock()
	var open []string
	for id, c := range s.sessions {
		if s.lapse(c); c.Status == "open" && c.Metadata["vitrine_reference"] == reference {
			open = append(open, id)
		}
	}
	s.mu.Unlock()
	slices.Sort(open)
	if len(open) > 0 {
		_ = s.Pay(open[random.IntN(len(open))]) // paid by nobody else meanwhile
	}
}

// Kept is what was paid and has not gone back: by the sessions with a reference, or, for "", by all.
func (s *Sim) Kept(reference string) (sum int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.sessions {
		if c.PaymentStatus != "paid" || reference != "" && c.Metadata["vitrine_reference"] != reference {
			continue
		}
		held := s.charges[c.PaymentIntent.(string)]
		sum += held.Amount - held.AmountRefunded
		for _, d := range s.disputes {
			if d.Charge == held.ID && d.Status == "lost" {
				sum -= d.Amount
			}
		}
	}
	return sum
}

// ChangeMetadata changes what a session is known by, as somebody with its key may.
func (s *Sim) ChangeMetadata(id string, change func(map[string]string)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(s.sessions[id].Metadata)
}
