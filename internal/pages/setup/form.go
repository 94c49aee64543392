package setup

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
)

// yes is the value of a box that is ticked.
const yes = "yes"

// form is what is shown of what was typed.
type form struct {
	Key      string // of setting up; "" at the desk
	Mailed   bool
	Currency string // that nobody can choose here any more; "" where it can be chosen
	Logo     vitrine.Logo
	IsNew    bool
	Saved    bool
	Most     shop.Settings // what the server was started with
	Version  int64         // of the house that it was filled from

	said    *locale.Language // in which it is shown
	values  url.Values
	problem string
	faults  []vitrine.Field
	stale   bool // somebody changed the house meanwhile
	Differs []pages.Difference
}

func (p *Pages) beginForm(r *http.Request, key string) *form {
	return &form{said: locale.Of(r.Context()), Key: key, Mailed: p.mailed, Currency: p.currency, values: url.Values{}}
}

func (p *Pages) houseForm(r *http.Request, house vitrine.House) *form {
	return &form{
		said: locale.Of(r.Context()), Mailed: p.mailed, Currency: p.shop.Settings().Currency, Logo: house.Logo, values: url.Values{},
		Most: p.shop.Settings(), Version: shop.HouseVersion(house),
	}
}

// fill has the form show what stands.
func (f *form) fill(house vitrine.House) {
	for name, value := range map[string]string{
		"name": house.Name, "contact": house.Contact, "accent": house.Accent, "accent_dark": house.AccentDark,
		"waiver_text": house.WaiverText, "joining": string(house.Joining), "selling": string(house.Selling),
	} {
		f.values.Set(name, value)
	}
	if house.Share > 0 {
		f.values.Set("share", house.Share.String())
	}
	if house.HoldDays > 0 {
		f.values.Set("hold_days", strconv.Itoa(house.HoldDays))
	}
	f.fillPayouts(house.Payouts)
	f.fillRefunds(house.Refunds)
	if house.MaxStorage > 0 {
		f.values.Set("max_storage", pages.InGigabytes(house.MaxStorage))
	}
	f.fillAnnouncement(house.Announcement)
	f.fillLimits(house.Limits)
	for name, set := range map[string]bool{
		"free_open": house.FreeOpen, "strong_operators": house.StrongOperators, "dynamic_clients": house.DynamicClients,
		"ask_waiver": house.AskWaiver, "review": house.Review,
	} {
		if set {
			f.values.Set(name, yes)
		}
	}
}

// houseOf is what a form says; it has nothing of what only the desk asks for.
func houseOf(sent url.Values, house vitrine.House) vitrine.House {
	text := func(name string) string { return strings.TrimSpace(sent.Get(name)) }
	house.Name, house.Contact = text("name"), text("contact")
	house.Accent, house.AccentDark = strings.ToLower(text("accent")), strings.ToLower(text("accent_dark"))
	house.Joining, house.Selling = vitrine.JoinPolicy(text("joining")), vitrine.SellerPolicy(text("selling"))
	house.FreeOpen, house.AskWaiver = text("free_open") == yes, text("ask_waiver") == yes
	house.Review = text("review") == yes
	house.MaxStorage = pages.Gigabytes(text("max_storage"))
	var err error
	if house.Share, err = vitrine.ParseShare(text("share")); err != nil {
		house.Share = -1 // which Check refuses
	}
	house.HoldDays = 0
	if days := text("hold_days"); days != "" {
		if house.HoldDays, err = strconv.Atoi(days); err != nil {
			house.HoldDays = -1 // which Check refuses
		}
	}
	house.WaiverText = text("waiver_text")
	house.StrongOperators, house.DynamicClients = text("strong_operators") == yes, text("dynamic_clients") == yes
	return house
}

// input is a field for a line of text.
type input struct {
	Name, Label, Kind, Value string
	Autocomplete             string
	Hint, Fault              string
	Required                 bool
	Least, Most              int // characters; 0: any number
}

// Input is a field as it stands.
func (f *form) Input(name, label, kind, autocomplete string) *input {
	in := &input{Name: name, Label: label, Kind: kind, Autocomplete: autocomplete, Fault: f.Fault(name)}
	if kind != "password" { // which is typed again
		in.Value = f.values.Get(name)
	}
	return in
}

// Needed says that the field can't be left empty.
func (in *input) Needed() *input {
	in.Required = true
	return in
}

// Of limits the number of characters.
func (in *input) Of(least, most int) *input {
	in.Least, in.Most = least, most
	return in
}

// Hinted adds a line of explanation.
func (in *input) Hinted(hint string) *input {
	in.Hint = hint
	return in
}

// About is the ids of what describes the field, "" for none.
func (in *input) About() string {
	var ids []string
	if in.Hint != "" {
		ids = append(ids, in.Name+"-hint")
	}
	if in.Fault != "" {
		ids = append(ids, in.Name+"-fault")
	}
	return strings.Join(ids, " ")
}

// Fault is what is wrong with a field, a sentence, "" for nothing. Fields of a part, such as
// announcement_link, begin with its name.
func (f *form) Fault(name string) string {
	for _, fault := range f.faults {
		if strings.ReplaceAll(strings.TrimPrefix(fault.Pointer, "/"), "/", "_") == name {
			return f.said.Says(fault.Detail)
		}
	}
	return ""
}

// Problem is what is wrong with the whole, "" for nothing.
func (f *form) Problem() string {
	l := f.said
	switch {
	case f.problem == "":
		return ""
	case f.stale:
		return l.T("This was changed meanwhile, in another window. Look at what is stored now, and save once more.")
	case len(f.faults) == 0:
		return l.Says(f.problem)
	case f.Logo.Key == "" && f.Key != "":
		return l.T("Not yet: look at what is marked below. Type the password again, and choose the logo again if there is one.")
	}
	return l.T("Not yet: look at what is marked below. Choose the logo again if it was to change.")
}

// DefaultWaiver are the words that stand where the marketplace has none of its own.
func (*form) DefaultWaiver() string { return vitrine.DefaultWaiver }

// Text is what stands in a field.
func (f *form) Text(name string) string { return f.values.Get(name) }

// Is reports whether a field has a value.
func (f *form) Is(name, value string) bool { return f.values.Get(name) == value }

// AboutAddress says what becomes of the operator's address.
func (f *form) AboutAddress() string {
	l := f.said
	if f.Mailed {
		return l.T("A mail asks you to confirm it. You sign in with it or with your username.")
	}
	return l.T("You sign in with it or with your username.")
}
