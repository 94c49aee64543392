package sepa_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"vitrine"
	"vitrine/internal/sepa"
)

func order() *sepa.Order {
	to := vitrine.BankAccount{Holder: "Käthe & Søn <GmbH>", IBAN: "DE89370400440532013000", BIC: "COBADEFF"}
	return &sepa.Order{
		ID: "VITRINE-BATCH-7", At: time.Date(2026, 5, 4, 10, 0, 0, 0, time.UTC), On: time.Date(2026, 5, 5, 0, 0, 0, 0, time.UTC),
		From: vitrine.BankAccount{Holder: "Marché des modèles", IBAN: "FR1420041010050500013M02606"},
		Payments: []sepa.Payment{
			{ID: "VITRINE-1", To: to, Amount: 1999, About: "Auszahlung № 1 „Vitrine“"},
			{ID: "VITRINE-2", To: vitrine.BankAccount{Holder: "日本の椅子", IBAN: "NL91ABNA0417164300"}, Amount: 1, About: "Payout 2"},
		},
	}
}

// rule is what the schema, with the guidelines of the European Payments Council, asks of an element.
type rule struct {
	name   string
	leaf   string // pattern of its text; "" for one that has elements
	parts  []rule // in their order
	absent bool   // it may be
	many   bool
}

func element(name string, parts ...rule) rule { return rule{name: name, parts: parts} }
func leaf(name, pattern string) rule          { return rule{name: name, leaf: "^" + pattern + "$"} }
func maybe(r rule) rule                       { r.absent = true; return r }
func several(r rule) rule                     { r.many = true; return r }

// schema is pain.001.001.09, as far as SEPA Credit Transfer uses it.
func schema() rule {
	const text, iban = `[A-Za-z0-9/\-?:().,'+ ]`, `[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}`
	id := text + `{1,35}`
	name := leaf("Nm", text+`{1,70}`)
	account := element("Id", leaf("IBAN", iban))
	bank := element("FinInstnId", maybe(leaf("BICFI", `[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?`)),
		maybe(element("Othr", leaf("Id", "NOTPROVIDED"))))
	sum, day := `[0-9]{1,15}\.[0-9]{2}`, `[0-9]{4}-[0-9]{2}-[0-9]{2}`
	return element("Document", element("CstmrCdtTrfInitn",
		element("GrpHdr", leaf("MsgId", id), leaf("CreDtTm", day+`T[0-9:]{8}Z`), leaf("NbOfTxs", "[0-9]{1,15}"), leaf("CtrlSum", sum),
			element("InitgPty", name)),
		element("PmtInf", leaf("PmtInfId", id), leaf("PmtMtd", "TRF"), leaf("BtchBookg", "true|false"), leaf("NbOfTxs", "[0-9]{1,15}"),
			leaf("CtrlSum", sum), element("PmtTpInf", element("SvcLvl", leaf("Cd", "SEPA"))), element("ReqdExctnDt", leaf("Dt", day)),
			element("Dbtr", name), element("DbtrAcct", account), element("DbtrAgt", bank), leaf("ChrgBr", "SLEV"),
			several(element("CdtTrfTxInf", element("PmtId", leaf("EndToEndId", id)), element("Amt", leaf("InstdAmt", sum)),
				maybe(element("CdtrAgt", bank)), element("Cdtr", name), element("CdtrAcct", account),
				maybe(element("RmtInf", leaf("Ustrd", text+`{1,140}`)))))),
	))
}

// node is an element that was read.
type node struct {
	XMLName xml.Name
	Attrs   []xml.Attr `xml:",any,attr"`
	Text    string     `xml:",chardata"`
	Parts   []node     `xml:",any"`
}

// against returns where an element breaks a rule.
func (n node) against(r rule) error {
	if n.XMLName.Local != r.name || n.XMLName.Space != "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09" {
		return fmt.Errorf("%v stands where %s does", n.XMLName, r.name)
	}
	if r.leaf != "" {
		if !regexp.MustCompile(r.leaf).MatchString(n.Text) || len(n.Parts) > 0 {
			return fmt.Errorf("%s is %q", r.name, n.Text)
		}
		return nil
	}
	rest := n.Parts
	for _, part := range r.parts {
		found := 0
		for ; len(rest) > 0 && rest[0].XMLName.Local == part.name && (found == 0 || part.many); found++ {
			if err := rest[0].against(part); err != nil {
				return fmt.Errorf("%s: %w", r.name, err)
			}
			rest = rest[1:]
		}
		if found == 0 && !part.absent {
			return fmt.Errorf("%s has no %s", r.name, part.name)
		}
	}
	if len(rest) > 0 {
		return fmt.Errorf("%s has %s where it may not be", r.name, rest[0].XMLName.Local)
	}
	return nil
}

// TestWrite holds a message against the schema, and its sums against its payments.
func TestWrite(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := order().Write(&out); err != nil {
		t.Fatal(err)
	}
	var read node
	if err := xml.Unmarshal(out.Bytes(), &read); err != nil {
		t.Fatal(err)
	}
	if err := read.against(schema()); err != nil {
		t.Errorf("%v in\n%s", err, out.String())
	}
	for text, times := range map[string]int{
		"<NbOfTxs>2</NbOfTxs>": 2, "<CtrlSum>20.00</CtrlSum>": 2, `<InstdAmt Ccy="EUR">19.99</InstdAmt>`: 1, `<InstdAmt Ccy="EUR">0.01</InstdAmt>`: 1,
		"<Nm>Kaethe + Son GmbH</Nm>": 1, "<Nm>Marche des modeles</Nm>": 2, "<BICFI>COBADEFF</BICFI>": 1, "NOTPROVIDED": 1,
		"<IBAN>NL91ABNA0417164300</IBAN>": 1, "<EndToEndId>VITRINE-2</EndToEndId>": 1,
	} {
		if n := strings.Count(out.String(), text); n != times {
			t.Errorf("%s is there %d times, want %d, in\n%s", text, n, times, out.String())
		}
	}
}

// TestRefused writes nothing that a bank would send back.
func TestRefused(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(o *sepa.Order){
		"nothing":          func(o *sepa.Order) { o.Payments = nil },
		"no account":       func(o *sepa.Order) { o.From = vitrine.BankAccount{} },
		"a long name":      func(o *sepa.Order) { o.ID = strings.Repeat("x", 36) },
		"slashes":          func(o *sepa.Order) { o.Payments[0].ID = "a//b" },
		"an accent":        func(o *sepa.Order) { o.Payments[0].ID = "é" },
		"a wrong IBAN":     func(o *sepa.Order) { o.Payments[1].To.IBAN = "NL91ABNA0417164301" },
		"no letters":       func(o *sepa.Order) { o.Payments[1].To.Holder = "🪑" },
		"another currency": func(o *sepa.Order) { o.Currency = "USD" },
		"nothing to pay":   func(o *sepa.Order) { o.Payments[1].Amount = 0 },
		"more than it can": func(o *sepa.Order) { o.Payments[1].Amount = sepa.MaxAmount + 1 },
	} {
		o := order()
		spoil(o)
		var out bytes.Buffer
		if err := o.Write(&out); err == nil || out.Len() > 0 {
			t.Errorf("%s: %v, and %d bytes are written", name, err, out.Len())
		}
	}
}

// FuzzText makes text of anything that every bank takes.
func FuzzText(f *testing.F) {
	for _, seed := range []string{"Käthe", "日本の椅子", "a\x00b", "  x  ", "€ 5 & more", strings.Repeat("ß", 80), "محمد", "\xff"} {
		f.Add(seed)
	}
	taken := regexp.MustCompile(`^[A-Za-z0-9/\-?:().,'+ ]*$`)
	f.Fuzz(func(t *testing.T, text string) {
		got := sepa.Text(text, sepa.MaxName)
		if !taken.MatchString(got) || len(got) > sepa.MaxName || strings.TrimSpace(got) != got || !utf8.ValidString(got) {
			t.Errorf("%q becomes %q", text, got)
		}
		if again := sepa.Text(got, sepa.MaxName); again != got {
			t.Errorf("%q becomes %q and then %q", text, got, again)
		}
	})
}
