package shop

import (
	"archive/zip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

// exportPage is how many records an export reads at once.
const exportPage = vitrine.MaxPageSize

// eachPage reads all pages of a list. read returns the cursor of the next one, "" at the end.
func eachPage(read func(page vitrine.Page) (next string, err error)) error {
	page := vitrine.Page{Number: 1, Size: exportPage}
	for {
		next, err := read(page)
		if err != nil || next == "" {
			return err
		}
		page.Cursor = next
	}
}

// Export writes a ZIP with everything that is kept about a user, as JSON: profile, models, orders and checkouts made, orders bought and
// sold with their invoices, refund requests, payouts, reviews, answers, likes, whom they follow, collections, how often models were looked
// at, promotions, coupons, bundles, ways to sign in and tokens without their secrets, sessions, grants, agreements, applications,
// webhook endpoints and mails. It is read while it is written: what changes meanwhile may be in it or not.
func (s *Shop) Export(ctx context.Context, user vitrine.User, to io.Writer) error {
	out := zip.NewWriter(to)
	for _, part := range []struct {
		name string
		all  func(ctx context.Context, user vitrine.User, add func(any) error) error
	}{
		{"profile.json", s.exportProfile}, {"models.json", s.exportModels}, {"bought.json", s.exportBought},
		{"payouts.json", s.exportPayouts}, {"tax.json", s.exportTax}, {"refund_requests.json", s.exportRequests},
		{"orders.json", s.exportOrders(vitrine.OrdersMade)}, {"checkouts.json", s.exportCheckouts},
		{"sold.json", s.exportOrders(vitrine.OrdersSold)},
		{"invoices.json", s.exportInvoices(vitrine.InvoiceQuery{BuyerID: user.ID})},
		{"invoices_sold.json", s.exportInvoices(vitrine.InvoiceQuery{SellerID: user.ID})},
		{"ways_in.json", s.exportWaysIn}, {"tokens.json", s.exportTokens}, {"sessions.json", s.exportSessions}, {"grants.json", s.exportGrants},
		{"agreements.json", s.exportAgreements}, {"applications.json", s.exportApplications}, {"webhooks.json", s.exportEndpoints},
		{"mails.json", s.exportMails},
		{"reviews.json", s.exportReviews}, {"likes.json", s.exportLikes}, {"cart.json", s.exportCart}, {"following.json", s.exportFollows},
		{"collections.json", s.exportCollections}, {"mails_asked.json", s.exportDigest},
		{"answers.json", s.exportAnswers}, {"statistics.json", s.exportStatistics},
		{"promotions.json", s.exportPromotions}, {"coupons.json", s.exportCoupons}, {"bundles.json", s.exportBundles},
	} {
		file, err := out.CreateHeader(&zip.FileHeader{Name: part.name, Method: zip.Deflate, Modified: s.now()})
		if err != nil {
			return fmt.Errorf("export %s: %w", part.name, err)
		}
		list := &jsonList{to: file}
		if err := part.all(ctx, user, list.add); err != nil {
			return fmt.Errorf("export %s: %w", part.name, err)
		}
		if err := list.close(); err != nil {
			return fmt.Errorf("export %s: %w", part.name, err)
		}
	}
	return out.Close()
}

// jsonList writes an array of JSON, a record on each line.
type jsonList struct {
	to io.Writer
	n  int
}

func (l *jsonList) add(record any) error {
	text, err := json.Marshal(record)
	if err != nil {
		return err
	}
	before := ",\n"
	if l.n == 0 {
		before = "[\n"
	}
	l.n++
	_, err = fmt.Fprintf(l.to, "%s%s", before, text)
	return err
}

func (l *jsonList) close() error {
	end := "\n]\n"
	if l.n == 0 {
		end = "[]\n"
	}
	_, err := io.WriteString(l.to, end)
	return err
}

// object is a record of an export.
type object map[string]any

// when is a time of an export, null for none.
func when(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UTC()
}

func (s *Shop) exportProfile(ctx context.Context, user vitrine.User, add func(any) error) error {
	p, err := s.db.Profile(ctx, user.ID)
	if err != nil {
		return err
	}
	share, err := s.ShareOf(ctx, &vitrine.Model{AuthorID: user.ID})
	if err != nil {
		return err
	}
	invoiced, err := s.db.TaxProfile(ctx, user.ID)
	if err != nil && vitrine.CodeOf(err) != vitrine.NotFound {
		return err
	}
	return add(object{
		"on_invoices": object{"name": invoiced.Name, "address": invoiced.Address, "country": invoiced.Country, "vat_id": invoiced.VATID,
			"tax_id": invoiced.TaxID, "exempt": invoiced.Exempt, "note": invoiced.Note},
		"id": user.ID, "username": user.Username, "email": user.Email, "email_confirmed_at": when(user.EmailConfirmedAt),
		"email_bounced_at": when(user.EmailBouncedAt), "email_bounce": user.EmailBounce,
		"language": user.Language, "is_admin": user.IsAdmin, "name": p.Name, "about": p.About, "description": p.Description, "links": p.Links,
		"avatar": p.Avatar, "cover": p.Cover, "away_until": when(p.AwayUntil), "away_note": p.AwayNote, "no_ai_training": p.NoAITraining,
		"share": share.String(), "created_at": when(user.CreatedAt), "updated_at": when(user.UpdatedAt),
	})
}

func (s *Shop) exportModels(ctx context.Context, user vitrine.User, add func(any) error) error {
	return eachPage(func(page vitrine.Page) (string, error) {
		found, err := s.db.OwnModels(ctx, vitrine.OwnQuery{AuthorID: user.ID, Filter: vitrine.CatalogueQuery{Sort: vitrine.Oldest, Page: page,
			AdultContent: true}})
		if err != nil {
			return "", err
		}
		for _, record := range found.Records {
			m, err := s.db.Model(ctx, record.ID)
			if vitrine.CodeOf(err) == vitrine.NotFound {
				continue // it was deleted since
			}
			if err != nil {
				return "", err
			}
			exported := exportedModel(m)
			if err := s.addDraft(ctx, m, exported); err != nil {
				return "", err
			}
			if err := add(exported); err != nil {
				return "", err
			}
		}
		return found.Next, nil
	})
}

func exportedModel(m *vitrine.Model) object {
	var texts, files []object
	for _, language := range m.Languages() {
		text := m.TextIn(language)
		texts = append(texts, object{"language": text.Language, "title": text.Title, "description": text.Description, "tags": text.Tags})
	}
	for _, f := range m.Files {
		files = append(files, object{"id": f.ID, "name": f.Name, "size": f.Size, "sha256": f.SHA256})
	}
	return object{
		"id": m.ID, "status": m.Status, "slug": m.Slug, "texts": texts, "category": m.Category.Slug, "subcategory": m.Subcategory.Slug,
		"product_type": m.ProductType, "license": m.License, "custom_license": m.CustomLicense, "price": amountOrNull(m.Price),
		"sales": m.Sales, "files": files, "pictures": len(m.Images), "created_at": when(m.CreatedAt), "updated_at": when(m.UpdatedAt),
		"published_at": when(m.PublishedAt),
	}
}

func amountOrNull(a *vitrine.Amount) any {
	if a == nil {
		return nil
	}
	return a.String()
}

func (s *Shop) exportBought(ctx context.Context, user vitrine.User, add func(any) error) error {
	if err := s.claimOwn(ctx, user.ID); err != nil {
		return err
	}
	read := func(page vitrine.Page) (store.OrderPage, error) { return s.db.OrdersOfLibrary(ctx, user.ID, page) }
	return s.exportPages(ctx, add, read, "return_url", "transfers") // the program's that ordered, and the seller's
}

// exportOrders exports the orders that a user made, or those of their models, without what
// is the buyers'.
func (s *Shop) exportOrders(scope vitrine.OrderScope) func(context.Context, vitrine.User, func(any) error) error {
	return func(ctx context.Context, user vitrine.User, add func(any) error) error {
		read := func(page vitrine.Page) (store.OrderPage, error) {
			return s.db.Orders(ctx, vitrine.OrderQuery{Scope: scope, UserID: user.ID, Page: page}, s.now())
		}
		if scope == vitrine.OrdersSold {
			return s.exportPages(ctx, add, read, "buyers_email", "return_url", "language", "waiver_sha256", "waived_at", "billing", "tax_evidence",
				"downloads")
		}
		return s.exportPages(ctx, add, read, "transfers")
	}
}

// exportPages exports orders without the members that are somebody else's.
func (s *Shop) exportPages(ctx context.Context, add func(any) error, read func(vitrine.Page) (store.OrderPage, error),
	without ...string) error {
	of := map[string]func(context.Context, *vitrine.Order) ([]object, error){
		"downloads": s.exportedDownloads, "transfers": s.exportedTransfers}
	return eachPage(func(page vitrine.Page) (string, error) {
		found, err := read(page)
		if err != nil {
			return "", err
		}
		for _, o := range found.Orders {
			record := s.exportedOrder(o)
			for member, read := range of {
				if slices.Contains(without, member) {
					continue
				}
				if record[member], err = read(ctx, o); err != nil {
					return "", err
				}
			}
			for _, member := range without {
				delete(record, member)
			}
			if err := add(record); err != nil {
				return "", err
			}
		}
		return found.Next, nil
	})
}

func (s *Shop) exportedOrder(o *vitrine.Order) object {
	var files []object
	for _, f := range o.Files {
		files = append(files, object{"id": f.FileID, "name": f.Name, "size": f.Size, "sha256": f.SHA256})
	}
	return object{
		"id": o.ID, "uuid": o.UUID, "status": o.StatusAt(s.now()), "model_id": o.ModelID, "title": o.Model.Title, "author": o.Model.AuthorName,
		"price": o.Price.String(), "currency": o.Currency, "license": o.License.Type, "license_sha256": o.License.Hash, "files": files,
		"livemode": o.Live, "created_at": when(o.CreatedAt), "paid_at": when(o.PaidAt), "refunded_at": when(o.RefundedAt),
		"refunded_amount": o.Refunded.String(),
		"waiver_sha256":   o.Waiver.Hash, "waived_at": when(o.Waiver.At), "buyers_email": o.BuyersEmail,
		"return_url": o.ReturnURL, "language": o.Language, "billing": o.Billing,
		"tax": object{"amount": o.Tax.Amount.String(), "rate": o.Tax.Rate.String(), "country": o.Tax.Country,
			"treatment": o.Tax.Treatment},
		"tax_evidence": o.Tax.Evidence,
	}
}

// exportedDownloads are the downloads by an order that are kept to prove to a bank that it was delivered.
func (s *Shop) exportedDownloads(ctx context.Context, o *vitrine.Order) (list []object, err error) {
	downloads, err := s.db.OrderDownloads(ctx, o.ID)
	for _, d := range downloads {
		list = append(list, object{"file": d.File, "at": when(d.At), "network_hash": d.Network})
	}
	return list, err
}

func (s *Shop) exportAgreements(ctx context.Context, user vitrine.User, add func(any) error) error {
	list, err := s.db.Agreements(ctx, user.ID)
	if err != nil {
		return err
	}
	for _, a := range list {
		if err := add(object{"page": a.Kind, "version": a.Version, "agreed_at": when(a.At)}); err != nil {
			return err
		}
	}
	return nil
}

func (s *Shop) exportWaysIn(ctx context.Context, user vitrine.User, add func(any) error) error {
	var list []object
	passkeys, err := s.db.Passkeys(ctx, user.ID)
	for _, p := range passkeys {
		list = append(list, object{"kind": "passkey", "name": p.Name, "credential_id": p.CredentialID, "transports": p.Transports,
			"created_at": when(p.CreatedAt), "used_at": when(p.UsedAt)})
	}
	if err != nil {
		return err
	}
	factors, err := s.db.Factors(ctx, user.ID)
	for _, f := range factors {
		list = append(list, object{"kind": "app", "name": f.Name, "created_at": when(f.CreatedAt), "confirmed_at": when(f.ConfirmedAt)})
	}
	if err != nil {
		return err
	}
	identities, err := s.db.Identities(ctx, user.ID)
	for _, i := range identities {
		list = append(list, object{"kind": "account elsewhere", "issuer": i.Issuer, "subject": i.Subject, "email": i.Email,
			"created_at": when(i.CreatedAt), "used_at": when(i.UsedAt)})
	}
	if err != nil {
		return err
	}
	for _, record := range list {
		if err := add(record); err != nil {
			return err
		}
	}
	return nil
}

func (s *Shop) exportApplications(ctx context.Context, user vitrine.User, add func(any) error) error {
	applications, err := s.db.ApplicationsOf(ctx, user.ID)
	for _, a := range applications {
		record := object{"id": a.ID, "client_id": a.ClientID, "name": a.Name, "public": a.Public, "scopes": a.Scopes,
			"redirect_uris": a.RedirectURIs, "return_urls": a.ReturnURLs, "created_at": when(a.CreatedAt), "updated_at": when(a.UpdatedAt)}
		if err := add(record); err != nil {
			return err
		}
	}
	return err
}

func (s *Shop) exportEndpoints(ctx context.Context, user vitrine.User, add func(any) error) error {
	endpoints, err := s.db.EndpointsOfUser(ctx, user.ID)
	for _, e := range endpoints {
		record := object{"id": e.ID, "url": e.URL, "description": e.Description, "events": e.Events, "thin": e.Thin, "marketplace": e.Whole,
			"application_id": e.ApplicationID, "created_at": when(e.CreatedAt), "updated_at": when(e.UpdatedAt),
			"disabled_at": when(e.DisabledAt), "disabled_because": e.DisabledBecause}
		if err := add(record); err != nil {
			return err
		}
	}
	return err
}

func (s *Shop) exportTokens(ctx context.Context, user vitrine.User, add func(any) error) error {
	tokens, err := s.db.OwnTokens(ctx, user.ID)
	for _, t := range tokens {
		if err := add(object{"id": t.ID, "scopes": t.Scopes, "created_at": when(t.CreatedAt), "expires_at": when(t.ExpiresAt)}); err != nil {
			return err
		}
	}
	return err
}

func (s *Shop) exportSessions(ctx context.Context, user vitrine.User, add func(any) error) error {
	sessions, err := s.SessionsOf(ctx, user.ID)
	for _, v := range sessions {
		record := object{"id": v.ID, "agent": v.Agent, "method": v.Method, "strong": v.Strong, "created_at": when(v.CreatedAt),
			"seen_at": when(v.SeenAt)}
		if err := add(record); err != nil {
			return err
		}
	}
	return err
}

func (s *Shop) exportGrants(ctx context.Context, user vitrine.User, add func(any) error) error {
	grants, err := s.db.Grants(ctx, user.ID)
	for _, g := range grants {
		record := object{"id": g.ID, "application": g.Application.Name, "client_id": g.Application.ClientID, "scopes": g.Scopes,
			"created_at": when(g.CreatedAt), "used_at": when(g.UsedAt)}
		if err := add(record); err != nil {
			return err
		}
	}
	return err
}

// exportMails leaves out what mails said: it held links that let their readers in.
func (s *Shop) exportMails(ctx context.Context, user vitrine.User, add func(any) error) error {
	before := int64(0)
	for {
		mails, err := s.db.MailsTo(ctx, user.ID, before, exportPage)
		if err != nil || len(mails) == 0 {
			return err
		}
		for _, m := range mails {
			record := object{"id": m.ID, "kind": m.Kind, "email": m.Email, "language": m.Language, "status": m.Status,
				"created_at": when(m.CreatedAt), "sent_at": when(m.SentAt), "bounced_at": when(m.BouncedAt)}
			if err := add(record); err != nil {
				return err
			}
		}
		before = mails[len(mails)-1].ID
	}
}
