package api

import (
	"context"
	"fmt"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/shop"
)

// Announcement is the line on top of every page.
type Announcement struct {
	Text     string     `json:"text" doc:"Plain text in one line, at most 200 characters. Empty to take it off." example:"We are at the fair in Lyon until Sunday."`
	Link     string     `json:"link,omitempty" doc:"Where it leads: a path of this marketplace, or an address that begins with https://; absent for nowhere." example:"/3d-models"`
	Language string     `json:"language,omitempty" doc:"In which it is, a tag of BCP 47; absent where nobody has said." example:"en"`
	Until    *time.Time `json:"until,omitempty" doc:"When it ends by itself; absent for never."`
}

// Logo is the picture beside the name.
type Logo struct {
	URL    string `json:"url" format:"uri" doc:"Its address."`
	Width  int    `json:"width" doc:"Pixels: it is shown at a quarter of that."`
	Height int    `json:"height" doc:"Pixels."`
}

// HouseRules are what a marketplace is called, looks like and allows, as everybody sees it.
type HouseRules struct {
	Name     string `json:"name" example:"Oak and Ash" doc:"What the marketplace is called."`
	Contact  string `json:"contact" example:"help@oak.example" doc:"Email address that people write to; empty for none."`
	Joining  string `json:"joining" enum:"open,invited,closed" doc:"Who may make an account: everybody, who was invited, or nobody by themselves."`
	Selling  string `json:"selling" enum:"confirmed,operators" doc:"Who may publish models: everybody with a confirmed address, or operators and whom they let."`
	Review   bool   `json:"review" doc:"Whether models are looked at before they are published."`
	FreeOpen bool   `json:"free_open" doc:"Whether free models download at once, with no form."`
	HoldDays int    `json:"hold_days" doc:"For how many days what sellers earn is on hold."`
	Share    string `json:"share" pattern:"^[0-9]{1,3}(\\.[0-9]{1,2})?$" example:"12.5" doc:"Percent of a price that the marketplace keeps, as it tells those who sell."`
}

// LimitsSaid are limits that operators have set; getLimits has those that hold.
type LimitsSaid struct {
	MaxFileBytes  int64 `json:"max_file_bytes" doc:"Bytes of one file; 0: what the server was started with."`
	MaxFiles      int64 `json:"max_files" doc:"Files of one model, likewise."`
	MaxImageBytes int64 `json:"max_image_bytes" doc:"Bytes of one picture, likewise."`
	MaxImages     int64 `json:"max_images" doc:"Pictures of one model, likewise."`
	OrderSeconds  int64 `json:"order_lifetime_seconds" doc:"How long an order can be paid, likewise."`
}

// houseRecord is the marketplace as everybody sees it.
type houseRecord struct {
	HouseRules
	Currency     string                 `json:"currency" example:"USD" doc:"ISO 4217 code of the currency of all prices."`
	Accent       *string                `json:"accent" nullable:"true" example:"#0b6e66" doc:"Colour of buttons and links on light pages; null for that of the program."`
	AccentDark   *string                `json:"accent_dark" nullable:"true" example:"#5fd0c4" doc:"The same on dark pages."`
	Logo         nullable[Logo]         `json:"logo" doc:"The picture beside the name; null for that of the program."`
	Waiver       *string                `json:"waiver" nullable:"true" doc:"What buyers agree to before they pay: to get the files at once and to lose the right to withdraw. null where they are not asked."`
	Announcement nullable[Announcement] `json:"announcement" doc:"The line on top of every page; null for none, also when it has ended."`
}

// deskHouse is the marketplace as its operators have said it.
type deskHouse struct {
	HouseRules
	Accent          string         `json:"accent" example:"#0b6e66" doc:"Colour of buttons and links on light pages; empty for that of the program."`
	AccentDark      string         `json:"accent_dark" doc:"The same on dark pages; empty for one that is made of the other."`
	Logo            nullable[Logo] `json:"logo" doc:"The picture beside the name; null for that of the program."`
	AskWaiver       bool           `json:"ask_waiver" doc:"Whether buyers agree before they pay to get the files at once and to lose the right to withdraw."`
	WaiverText      string         `json:"waiver_text" doc:"The words for that; empty for those of the program."`
	MaxStorage      int64          `json:"max_storage" doc:"Bytes of files that a seller may store who has no limit of their own; 0: as many as there is room for."`
	StrongOperators bool           `json:"strong_operators" doc:"Whether operators act only with a passkey or a second factor. It is changed at a browser, not by a program."`
	DynamicClients  bool           `json:"dynamic_clients" doc:"Whether programs may register themselves as applications."`
	LimitsSaid
	Payouts      PayoutRules  `json:"payouts" doc:"When sellers are paid, and from where."`
	Refunds      RefundRules  `json:"refunds" doc:"When buyers may ask for their money, and who answers until when."`
	Announcement Announcement `json:"announcement" doc:"The line on top of every page, also when it has ended; its text is empty where there is none."`
}

type houseOutput struct{ Body houseRecord }

type deskHouseOutput struct {
	ETag string `header:"ETag"`
	Body deskHouse
}

type updateHouseInput struct {
	IfMatch ifMatch `header:"If-Match" doc:"Only when it is still the one with this ETag, or with its weak form, W/, that compressed answers have."`
	Body    struct {
		Name           *string       `json:"name,omitempty" doc:"What the marketplace is called: 1 to 60 characters in one line." example:"Oak and Ash"`
		Contact        *string       `json:"contact,omitempty" doc:"Email address that people write to; empty for none." example:"help@oak.example"`
		Accent         *string       `json:"accent,omitempty" doc:"Colour of buttons and links on light pages, # and six digits, that can be read there; empty for that of the program." example:"#0b6e66"`
		AccentDark     *string       `json:"accent_dark,omitempty" doc:"The same on dark pages; empty for one that is made of the other."`
		Joining        *string       `json:"joining,omitempty" enum:"open,invited,closed" doc:"Who may make an account."`
		Selling        *string       `json:"selling,omitempty" enum:"confirmed,operators" doc:"Who may publish models."`
		Review         *bool         `json:"review,omitempty" doc:"Whether models are looked at before they are published."`
		FreeOpen       *bool         `json:"free_open,omitempty" doc:"Whether free models download at once, with no form."`
		Share          *string       `json:"share,omitempty" doc:"Percent of a price that the marketplace keeps, from 0 to 100 with at most two decimals." example:"12.5"`
		HoldDays       *int          `json:"hold_days,omitempty" doc:"For how many days what sellers earn is on hold, 1 to 180; 0: 14." example:"30"`
		AskWaiver      *bool         `json:"ask_waiver,omitempty" doc:"Whether buyers agree before they pay to get the files at once and to lose the right to withdraw."`
		WaiverText     *string       `json:"waiver_text,omitempty" doc:"The words for that, at most 1000 characters; empty for those of the program."`
		MaxStorage     *int64        `json:"max_storage,omitempty" doc:"Bytes of files that a seller may store who has no limit of their own; 0: as many as there is room for."`
		DynamicClients *bool         `json:"dynamic_clients,omitempty" doc:"Whether programs may register themselves as applications."`
		MaxFileBytes   *int64        `json:"max_file_bytes,omitempty" minimum:"0" doc:"Bytes of one file, not above what the server was started with; 0: that."`
		MaxFiles       *int64        `json:"max_files,omitempty" minimum:"0" doc:"Files of one model, likewise." example:"100"`
		MaxImageBytes  *int64        `json:"max_image_bytes,omitempty" minimum:"0" doc:"Bytes of one picture, likewise."`
		MaxImages      *int64        `json:"max_images,omitempty" minimum:"0" doc:"Pictures of one model, likewise."`
		OrderSeconds   *int64        `json:"order_lifetime_seconds,omitempty" minimum:"0" doc:"How long an order can be paid that is made from now on, a minute to 366 days; 0: what the server was started with."`
		Payouts        *PayoutRules  `json:"payouts,omitempty" doc:"When sellers are paid, and from where: all of it."`
		Refunds        *RefundRules  `json:"refunds,omitempty" doc:"When buyers may ask for their money, and who answers until when: all of it."`
		Announcement   *Announcement `json:"announcement,omitempty" doc:"The line on top of every page: all of it."`
	}
}

func (s *Server) house(ctx context.Context, _ *struct{}) (*houseOutput, error) {
	house, err := s.shop.HouseNow(ctx)
	if err != nil {
		return nil, err
	}

	out := houseRecord{HouseRules: rulesOf(house), Currency: s.shop.Settings().Currency, Logo: s.logoOf(house)}
	if light, dark, own := house.Accents(); own {
		out.Accent, out.AccentDark = &light.Colour, &dark.Colour
	}
	if house.AskWaiver {
		out.Waiver = textOrNull(house.WaiverWords())
	}
	if house.Announcement.Text != "" {
		out.Announcement.value = encodeAnnouncement(house.Announcement)
	}
	return &houseOutput{out}, nil
}

func (s *Server) deskHouse(ctx context.Context, _ *struct{}) (*deskHouseOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	house, err := s.shop.HouseAtDesk(ctx, who)
	if err != nil {
		return nil, err
	}

	return s.encodeHouse(house), nil
}

func (s *Server) updateHouse(ctx context.Context, in *updateHouseInput) (*deskHouseOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	house, err := s.shop.ChangeHouseAs(ctx, who, shop.HouseChange{Say: in.say, If: precondition(in.IfMatch, houseETag)})
	if err != nil {
		return nil, err
	}

	return s.encodeHouse(house), nil
}

// say changes what was sent.
func (in *updateHouseInput) say(h *vitrine.House) {
	set(&h.Name, trimmed(in.Body.Name))
	set(&h.Contact, trimmed(in.Body.Contact))
	set(&h.Accent, lower(in.Body.Accent))
	set(&h.AccentDark, lower(in.Body.AccentDark))
	set((*string)(&h.Joining), in.Body.Joining)
	set((*string)(&h.Selling), in.Body.Selling)
	set(&h.Review, in.Body.Review)
	set(&h.FreeOpen, in.Body.FreeOpen)
	set(&h.HoldDays, in.Body.HoldDays)
	set(&h.AskWaiver, in.Body.AskWaiver)
	set(&h.WaiverText, in.Body.WaiverText)
	set(&h.MaxStorage, in.Body.MaxStorage)
	set(&h.DynamicClients, in.Body.DynamicClients)
	set(&h.Limits.FileBytes, in.Body.MaxFileBytes)
	set(&h.Limits.Files, in.Body.MaxFiles)
	set(&h.Limits.ImageBytes, in.Body.MaxImageBytes)
	set(&h.Limits.Images, in.Body.MaxImages)
	set(&h.Limits.OrderSeconds, in.Body.OrderSeconds)
	if in.Body.Share != nil {
		share, err := vitrine.ParseShare(*in.Body.Share)
		if err != nil {
			share = -1 // which Check refuses
		}
		h.Share = share
	}
	if in.Body.Payouts != nil {
		h.Payouts = in.Body.Payouts.rules()
	}
	if in.Body.Refunds != nil {
		h.Refunds = in.Body.Refunds.rules()
	}
	if a := in.Body.Announcement; a != nil {
		h.Announcement = vitrine.Announcement{Text: strings.TrimSpace(a.Text), Link: strings.TrimSpace(a.Link), Language: a.Language}
		set(&h.Announcement.Until, a.Until)
	}
}

func trimmed(text *string) *string { return edited(text, strings.TrimSpace) }

func lower(text *string) *string { return edited(text, strings.ToLower) }

// edited is a text that was sent as it is stored, nil for none.
func edited(text *string, how func(string) string) *string {
	if text == nil {
		return nil
	}
	stored := how(*text)
	return &stored
}

func houseETag(version int64) string { return fmt.Sprintf(`"h%d"`, version) }

func (s *Server) encodeHouse(house vitrine.House) *deskHouseOutput {
	return &deskHouseOutput{ETag: houseETag(shop.HouseVersion(house)), Body: deskHouse{
		HouseRules: rulesOf(house), Accent: house.Accent, AccentDark: house.AccentDark, Logo: s.logoOf(house),
		AskWaiver: house.AskWaiver, WaiverText: house.WaiverText, MaxStorage: house.MaxStorage,
		StrongOperators: house.StrongOperators, DynamicClients: house.DynamicClients,
		LimitsSaid: LimitsSaid{
			MaxFileBytes: house.Limits.FileBytes, MaxFiles: house.Limits.Files, MaxImageBytes: house.Limits.ImageBytes,
			MaxImages: house.Limits.Images, OrderSeconds: house.Limits.OrderSeconds,
		},
		Payouts: encodePayoutRules(&house.Payouts), Refunds: encodeRefundRules(house.Refunds),
		Announcement: *encodeAnnouncement(house.Announcement),
	}}
}

func rulesOf(house vitrine.House) HouseRules {
	return HouseRules{
		Name: house.Name, Contact: house.Contact, Joining: string(house.Joining), Selling: string(house.Selling),
		Review: house.Review, FreeOpen: house.FreeOpen, HoldDays: house.DaysOnHold(), Share: house.Share.String(),
	}
}

func (s *Server) logoOf(house vitrine.House) nullable[Logo] {
	if house.Logo.Key == "" {
		return nullable[Logo]{}
	}
	return nullable[Logo]{&Logo{s.absolute("/" + house.Logo.Key), house.Logo.Width, house.Logo.Height}}
}

func encodeAnnouncement(a vitrine.Announcement) *Announcement {
	return &Announcement{Text: a.Text, Link: a.Link, Language: a.Language, Until: timeOrNull(a.Until)}
}
