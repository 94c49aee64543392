package operator_test

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// earned has a seller named =ada sell an order whose money is available, and say where to be paid.
func (s *site) earned(t *testing.T) {
	t.Helper()
	o := s.order(t, "one", "buyer@example.com")
	if _, err := s.shop.MarkPaid(t.Context(), o.ID, ""); err != nil {
		t.Fatal(err)
	}
	seller, err := s.db.User(t.Context(), o.Model.AuthorID)
	if err != nil {
		t.Fatal(err)
	}
	in := shop.SignedIn{User: *seller, Session: vitrine.Session{ProvedAt: s.clock.Now(), CreatedAt: s.clock.Now()}}
	bank := vitrine.BankAccount{Holder: "=Ada & Söhne", IBAN: "DE89370400440532013000"}
	if _, err := s.shop.SetPayoutAccount(t.Context(), in, bank, nil); err != nil {
		t.Fatal(err)
	}
	s.clock.Advance(vitrine.DefaultHoldDays * 24 * time.Hour)
	if err := s.shop.ReleaseEarnings(t.Context()); err != nil {
		t.Fatal(err)
	}
}

var hiddenVersion = regexp.MustCompile(`action="([^"]+)"><input type="hidden" name="version" value="(\d+)"`)

// versions are those that the forms of a page carry, by the last part of their address.
func versions(body string) map[string]string {
	found := map[string]string{}
	for _, match := range hiddenVersion.FindAllStringSubmatch(body, -1) {
		found[match[1][strings.LastIndex(match[1], "/")+1:]] = match[2]
	}
	return found
}

// TestPayoutPages makes a batch, downloads it, sends it, and has one bounce, with a second operator who is late.
func TestPayoutPages(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.earned(t)
	op := s.operator(t, "boss")
	page := s.ask(t, "GET", "/desk/payouts", op, nil).Body.String()
	for _, text := range []string{"1 payout of 12.50 USD in all.", "Is paid now", "There was none yet."} {
		if !strings.Contains(page, text) {
			t.Errorf("the page does not say %q", text)
		}
	}
	form := url.Values{"version": {versions(page)["payouts"]}, "currency": {"USD"}}
	made := s.ask(t, "POST", "/desk/payouts", op, form)
	if made.Code != http.StatusSeeOther || made.Header().Get("Location") != "/desk/payouts/1?done=made" {
		t.Fatalf("making a batch: %d, %s\n%s", made.Code, made.Header().Get("Location"), made.Body)
	}
	if again := s.ask(t, "POST", "/desk/payouts", op, form); again.Code != http.StatusPreconditionFailed ||
		!strings.Contains(again.Body.String(), "Somebody has changed this meanwhile") {
		t.Errorf("making it twice: %d", again.Code)
	}

	page = s.ask(t, "GET", "/desk/payouts/1", op, nil).Body.String()
	if strings.Contains(page, "DE89370400440532013000") || !strings.Contains(page, "DE…3000") || strings.Contains(page, `value="xml"`) {
		t.Error("the page shows an account, or offers SEPA for dollars")
	}
	file := s.ask(t, "POST", "/desk/payouts/1/file", op, url.Values{"form": {"csv"}})
	rows, err := csv.NewReader(file.Body).ReadAll()
	if err != nil || len(rows) != 2 || rows[1][2] != "'=Ada & Söhne" || rows[1][3] != "DE89370400440532013000" || rows[1][5] != "12.50" ||
		!strings.HasPrefix(rows[1][8], "BATCH-1-2026") {
		t.Errorf("the table is %q, %v", rows, err)
	}
	if xml := s.ask(t, "POST", "/desk/payouts/1/file", op, url.Values{"form": {"xml"}}); xml.Code != http.StatusConflict {
		t.Errorf("SEPA of dollars: %d", xml.Code)
	}

	stale := versions(page)
	steps := []struct {
		to     string
		form   url.Values
		status int
	}{
		{"send", url.Values{"version": {"99"}}, http.StatusPreconditionFailed},
		{"send", url.Values{"version": {stale["send"]}}, http.StatusSeeOther},
		{"cancel", url.Values{"version": {stale["cancel"]}}, http.StatusPreconditionFailed},
		{"bounce", url.Values{"payout": {"1"}, "version": {"3"}, "reason": {""}}, http.StatusUnprocessableEntity},
		{"bounce", url.Values{"payout": {"1"}, "version": {"3"}, "reason": {"AC04"}}, http.StatusSeeOther},
		{"bounce", url.Values{"payout": {"1"}, "version": {"4"}, "reason": {"AC04"}}, http.StatusConflict},
		{"withdraw", url.Values{"payout": {"x"}, "version": {"4"}}, http.StatusNotFound},
	}
	for _, step := range steps {
		if got := s.ask(t, "POST", "/desk/payouts/1/"+step.to, op, step.form); got.Code != step.status {
			t.Errorf("%s with %v: %d, want %d", step.to, step.form, got.Code, step.status)
		}
	}
	if page = s.ask(t, "GET", "/desk/payouts/1", op, nil).Body.String(); !strings.Contains(page, "AC04") {
		t.Error("the page does not say why it came back")
	}
}

// TestPageOfASuspendedSeller shows whom a batch leaves out, and asks by name what the bank has of a batch.
func TestPageOfASuspendedSeller(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.earned(t)
	op := s.operator(t, "boss")
	made := s.ask(t, "POST", "/desk/payouts", op, url.Values{
		"version": {versions(s.ask(t, "GET", "/desk/payouts", op, nil).Body.String())["payouts"]}, "currency": {"USD"}})
	if made.Code != http.StatusSeeOther {
		t.Fatalf("making a batch: %d", made.Code)
	}
	payout, err := s.db.Payout(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.shop.Suspend(t.Context(), payout.Seller); err != nil {
		t.Fatal(err)
	}
	page := s.ask(t, "GET", "/desk/payouts/1", op, nil).Body.String()
	box := "My bank has payout 1 to " + payout.Seller + ", who is suspended, already"
	if !strings.Contains(page, box) {
		t.Error("the page does not ask what the bank has")
	}
	for _, form := range []string{"csv", "xml"} {
		if file := s.ask(t, "POST", "/desk/payouts/1/file", op, url.Values{"form": {form}}); file.Code != http.StatusConflict {
			t.Errorf("the file as %s: %d", form, file.Code)
		}
	}
	form := url.Values{"version": {versions(page)["send"]}}
	refused := s.ask(t, "POST", "/desk/payouts/1/send", op, form)
	if refused.Code != http.StatusConflict || !strings.Contains(refused.Body.String(), "1 ("+payout.Seller+")") {
		t.Errorf("sending it: %d", refused.Code)
	}
	form.Set("had", "1")
	if sent := s.ask(t, "POST", "/desk/payouts/1/send", op, form); sent.Code != http.StatusSeeOther {
		t.Errorf("sending what the bank has: %d", sent.Code)
	}
	if page = s.ask(t, "GET", "/desk/payouts/1", op, nil).Body.String(); strings.Contains(page, box) {
		t.Error("the page goes on asking")
	}
}

// euroBatch makes a batch with so many payouts of 9.90 EUR.
func (s *site) euroBatch(t *testing.T, payouts int) {
	t.Helper()
	user, err := s.db.UserByUsername(t.Context(), "boss")
	if err != nil {
		t.Fatal(err)
	}
	to := vitrine.BankAccount{Holder: "Ada & Söhne", IBAN: "DE89370400440532013000"}
	write(t, s.db, func(tx *store.Tx) error {
		batch := vitrine.PayoutBatch{Currency: "EUR", Status: vitrine.BatchOpen, MadeBy: user.ID, CreatedAt: s.clock.Now()}
		if err := tx.InsertBatch(t.Context(), &batch); err != nil {
			return err
		}
		for i := range payouts {
			_, err := tx.InsertPayout(t.Context(), &vitrine.Payout{SellerID: user.ID, BatchID: batch.ID, Run: fmt.Sprint(batch.ID, i),
				Currency: "EUR", Live: true, Amount: 990, Status: vitrine.PayoutInBatch, To: to, Masked: to.Masked(),
				CreatedAt: s.clock.Now(), UpdatedAt: s.clock.Now()})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

var message = regexp.MustCompile(`<(?:MsgId|PmtInfId|EndToEndId|NbOfTxs)>[^<]*<`)

// TestPayoutXMLAgain downloads a batch again, later, with a payout less, and once it was sent and one came back: a bank
// tells by its number that it has had it.
func TestPayoutXMLAgain(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	op := s.operator(t, "boss")
	s.euroBatch(t, 3)
	house := vitrine.DefaultHouse()
	house.Payouts.From = vitrine.BankAccount{Holder: "Shop", IBAN: "FR1420041010050500013M02606"}
	if err := s.shop.SetHouse(t.Context(), house); err != nil {
		t.Fatal(err)
	}
	download := func(batch string) []string {
		got := s.ask(t, "POST", "/desk/payouts/"+batch+"/file", op, url.Values{"form": {"xml"}})
		if got.Code != http.StatusOK {
			t.Fatalf("downloading batch %s: %d\n%s", batch, got.Code, got.Body)
		}
		return message.FindAllString(got.Body.String(), -1)
	}
	act := func(what string, form url.Values) {
		if got := s.ask(t, "POST", "/desk/payouts/1/"+what, op, form); got.Code != http.StatusSeeOther {
			t.Fatalf("%s: %d\n%s", what, got.Code, got.Body)
		}
	}
	page := func() string { return s.ask(t, "GET", "/desk/payouts/1", op, nil).Body.String() }
	const forBooks = "The file is for your books alone"

	first := download("1")
	s.clock.Advance(time.Minute)
	if diff := cmp.Diff(first, download("1")); diff != "" || len(first) != 7 {
		t.Errorf("a minute later (-first +again):\n%s", diff)
	}
	act("withdraw", url.Values{"payout": {"2"}, "version": {"1"}})
	less := download("1")
	if less[0] != first[0] || len(less) != 6 {
		t.Errorf("with a payout less the message is %q, and was %q", less, first)
	}
	before := page()
	act("send", url.Values{"version": {versions(before)["send"]}})
	act("bounce", url.Values{"payout": {"1"}, "version": {"2"}, "reason": {"AC04"}})
	s.clock.Advance(time.Minute)
	if diff := cmp.Diff(less, download("1")); diff != "" {
		t.Errorf("after it was sent (-before +after):\n%s", diff)
	}
	if strings.Contains(before, forBooks) || !strings.Contains(page(), forBooks) {
		t.Error("the page says at the wrong time that the bank has it")
	}
	s.euroBatch(t, 1)
	if other := download("2"); other[0] == first[0] {
		t.Errorf("another batch is %s, too", other[0])
	}
}

// TestPayoutXML downloads a batch of euros from an account of the marketplace.
func TestPayoutXML(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	op := s.operator(t, "boss")
	house := vitrine.DefaultHouse()
	s.euroBatch(t, 1)
	ask := func() (int, string) {
		got := s.ask(t, "POST", "/desk/payouts/1/file", op, url.Values{"form": {"xml"}})
		return got.Code, got.Body.String()
	}
	if code, body := ask(); code != http.StatusConflict || !strings.Contains(body, "Say first which account of the marketplace is paid from") {
		t.Errorf("without an account of the marketplace: %d", code)
	}
	house.Payouts.From = vitrine.BankAccount{Holder: "Shop", IBAN: "FR1420041010050500013M02606"}
	if err := s.shop.SetHouse(t.Context(), house); err != nil {
		t.Fatal(err)
	}
	code, body := ask()
	for _, text := range []string{"<EndToEndId>PAYOUT-1</EndToEndId>", `Ccy="EUR">9.90<`, "<Nm>Ada + Soehne</Nm>", "<CtrlSum>9.90</CtrlSum>"} {
		if code != http.StatusOK || !strings.Contains(body, text) {
			t.Errorf("%d, without %s:\n%s", code, text, body)
		}
	}
}

// TestUntransferred names what could not be moved to sellers' accounts, and those that nothing is moved to.
func TestUntransferred(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.earned(t)
	op := s.operator(t, "boss")
	if page := s.ask(t, "GET", "/desk/payouts", op, nil).Body.String(); strings.Contains(page, "Not moved at Stripe") {
		t.Error("it names what is not there")
	}
	err := s.db.Write(t.Context(), func(tx *store.Tx) error {
		o, err := tx.Order(t.Context(), 1)
		if err != nil {
			return err
		}
		err = tx.SetOrderTransfer(t.Context(), &vitrine.OrderTransfer{OrderID: o.ID, SellerID: o.Model.AuthorID,
			Currency: o.Currency, Wanted: o.Price,
			Fault: "no such destination", DueAt: s.clock.Now(), CreatedAt: s.clock.Now(), UpdatedAt: s.clock.Now()})
		if err != nil {
			return err
		}
		return tx.SetConnectedAccount(t.Context(), &vitrine.ConnectedAccount{UserID: o.Model.AuthorID, Provider: "stripe", Account: "acct_1",
			Status: vitrine.ConnectRestricted, Reason: "rejected.other", CreatedAt: s.clock.Now(), UpdatedAt: s.clock.Now()})
	})
	if err != nil {
		t.Fatal(err)
	}
	page := s.ask(t, "GET", "/desk/payouts", op, nil).Body.String()
	for _, text := range []string{"Not moved at Stripe", `<a href="/desk/orders/1">`, "no such destination", "Sellers whom Stripe does not pay", "rejected.other"} {
		if !strings.Contains(page, text) {
			t.Errorf("the page does not say %q", text)
		}
	}
}
