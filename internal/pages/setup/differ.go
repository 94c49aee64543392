package setup

import (
	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
)

// differs has a form list what the house says by now that is not what was typed.
func (f *form) differs(stored *form, house vitrine.House) {
	stored.fill(house)
	f.Differs = pages.Differences(fieldsOf(f.said), f.values, stored.values)
}

// fieldsOf are those of the form at the desk, as it calls them.
func fieldsOf(l *locale.Language) []pages.Field {
	return []pages.Field{
		{Name: "name", Label: l.T("Name of the marketplace")}, {Name: "accent", Label: l.T("Colour of buttons and links")},
		{Name: "accent_dark", Label: l.T("The same on dark pages")}, {Name: "contact", Label: l.T("Address that people write to")},
		{Name: "announcement_text", Label: l.T("Line on top of every page")}, {Name: "announcement_link", Label: l.T("Where it leads")},
		{Name: "announcement_language", Label: l.T("Its language")}, {Name: "announcement_until", Label: l.T("Until, in UTC")},
		{Name: "joining", Label: l.T("Who may make an account"), Says: map[string]string{
			string(vitrine.JoinOpen): l.T("people|Everybody"), string(vitrine.JoinInvited): l.T("Who was invited"),
			string(vitrine.JoinClosed): l.T("Nobody by themselves")}},
		{Name: "selling", Label: l.T("Who may sell"), Says: map[string]string{
			string(vitrine.SellConfirmed): l.T("Everybody with a confirmed address"), string(vitrine.SellOperators): l.T("Operators alone")}},
		pages.Box(l, "review", l.T("Models are looked at before they are published, but for those of operators and of sellers whom you trust")),
		pages.Box(l, "free_open", l.T("They download at once, with no form")),
		pages.Box(l, "ask_waiver", l.T("Before they pay, buyers agree to get the files at once and to lose it")),
		{Name: "waiver_text", Label: l.T("waiver|In these words")},
		pages.Box(l, "strong_operators", l.T("They act only with a passkey or a second factor")),
		{Name: "max_storage", Label: l.T("Storage of each seller, in GB")},
		{Name: "share", Label: l.T("The marketplace’s share of each sale, in percent")},
		{Name: "hold_days", Label: l.T("Days that what sellers earn is on hold")},
		pages.Box(l, "refunds_open", l.T("Buyers may ask for their money at the order")),
		{Name: "refunds_ask_days", Label: l.T("Days after the payment in which they may ask")},
		{Name: "refunds_seller_days", Label: l.T("Days for the seller’s answer, and for the buyer to insist")},
		{Name: "refunds_desk_days", Label: l.T("Days for the marketplace’s decision")},
		pages.Box(l, "refunds_grants", l.T("What the marketplace has not decided by then is granted")),
		pages.Box(l, "dynamic_clients", l.T("They may register themselves as applications")),
		{Name: "max_file_bytes", Label: l.T("Largest file, in GB")}, {Name: "max_files", Label: l.T("Files of a model")},
		{Name: "max_image_bytes", Label: l.T("Largest picture, in MB")}, {Name: "max_images", Label: l.T("Pictures of a model")},
		{Name: "order_lifetime_seconds", Label: l.T("Hours in which an order can be paid")},
	}
}
