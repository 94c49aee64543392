package shop

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/store"
)

type actorKey struct{}

// By returns a context in which somebody acts: what is done with it is noted as theirs.
// Pages, the interface and commands say so once for all that they do.
func By(ctx context.Context, who vitrine.Actor) context.Context {
	return context.WithValue(ctx, actorKey{}, who)
}

// actorOf returns who acts; the server by itself where nobody said so.
func actorOf(ctx context.Context) vitrine.Actor {
	if who, ok := ctx.Value(actorKey{}).(vitrine.Actor); ok {
		return who
	}
	return vitrine.Actor{Name: vitrine.ByServer}
}

// ActorOf is a caller from a network, as the audit log names them.
func ActorOf(caller vitrine.Caller, network string) vitrine.Actor {
	who := vitrine.Actor{UserID: caller.User.ID, Name: caller.User.Username, Network: network}
	if caller.Application != nil {
		who.Application = caller.Application.Name
	}
	return who
}

// Noted is what somebody did, as the audit log tells of it.
type Noted struct {
	Act vitrine.Act
	ID  string // of what it was done to, among things of the act's kind
	// Before and After are encoded as JSON objects, of which what is equal is left out; nil
	// for nothing. Whoever reads the log reads them: no secret, no hash of one, no address of
	// a person.
	Before, After any
	Text          string
}

// facts are some things that the audit log says of something.
type facts map[string]any

// idText is an id as the audit log has it.
func idText(id int64) string { return strconv.FormatInt(id, 10) }

// Note adds an act to the audit log, in the transaction of the act: there is none without
// the other. By names who did it.
func (s *Shop) Note(ctx context.Context, tx *store.Tx, n Noted) error {
	before, after, err := changedOf(n.Before, n.After)
	if err != nil {
		return fmt.Errorf("note %s %s: %w", n.Act, n.ID, err)
	}
	return tx.AddEntry(ctx, &vitrine.Entry{
		At: s.now(), By: actorOf(ctx), Act: n.Act, SubjectID: n.ID, Before: before, After: after, Note: n.Text,
	})
}

// noteChange is Note of an act that may have changed nothing, which is not noted.
func (s *Shop) noteChange(ctx context.Context, tx *store.Tx, n Noted) error {
	before, after, err := changedOf(n.Before, n.After)
	if err != nil || before == nil && after == nil {
		return err
	}
	return s.Note(ctx, tx, n)
}

// changedOf encodes two objects without what is the same in both.
func changedOf(before, after any) (json.RawMessage, json.RawMessage, error) {
	old, err := membersOf(before)
	if err != nil {
		return nil, nil, err
	}
	now, err := membersOf(after)
	if err != nil {
		return nil, nil, err
	}
	for name, value := range old {
		if same, ok := now[name]; ok && bytes.Equal(value, same) {
			delete(old, name)
			delete(now, name)
		}
	}
	was, err := objectOf(old)
	if err != nil {
		return nil, nil, err
	}
	is, err := objectOf(now)
	return was, is, err
}

func membersOf(v any) (members map[string]json.RawMessage, err error) {
	if v == nil {
		return nil, nil
	}
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return members, json.Unmarshal(text, &members)
}

func objectOf(members map[string]json.RawMessage) (json.RawMessage, error) {
	if len(members) == 0 {
		return nil, nil
	}
	return json.Marshal(members)
}

// What the audit log says of things: nothing that lets anybody in, and no address of a
// person, since nothing can be taken out of it.

func orderFacts(o *vitrine.Order) facts {
	return facts{"status": o.Status, "price": o.Price.String(), "currency": o.Currency, "downloads_kept": o.DownloadsKept}
}

func userFacts(u *vitrine.User) facts {
	return facts{"username": u.Username, "operator": u.IsAdmin, "roles": u.Roles, "suspended": !u.SuspendedAt.IsZero()}
}

func modelFacts(m *vitrine.Model) facts {
	return facts{"title": m.Title, "status": m.Status, "hidden": m.HiddenFrom != "", "waiting": !m.WaitingSince.IsZero()}
}

func categoryFacts(c *vitrine.Category) facts {
	return facts{"slug": c.Slug, "title": c.Title, "name": c.Name, "description": c.Description, "product_types": c.ProductTypes,
		"position": c.Position, "parent": c.ParentID, "merged_into": c.MergedInto, "texts": c.Texts}
}

func applicationFacts(a *vitrine.Application) facts {
	return facts{"name": a.Name, "owner": a.OwnerID, "public": a.Public, "scopes": vitrine.JoinScopes(a.Scopes), "logo": a.Logo,
		"redirect_uris": a.RedirectURIs, "return_urls": a.ReturnURLs, "removed": !a.RemovedAt.IsZero()}
}

func tokenFacts(t vitrine.Token) facts {
	said := facts{"user": t.UserID, "scopes": vitrine.JoinScopes(t.Scopes)}
	if t.ApplicationID != 0 {
		said["application"] = t.ApplicationID
	}
	if !t.ExpiresAt.IsZero() {
		said["expires_at"] = t.ExpiresAt
	}
	return said
}

func licenseFacts(l *vitrine.LicenseText) facts {
	said := textFacts(l.Text)
	said["name"], said["summary"], said["terms"], said["version"] = l.Name, l.Description, l.LicenseTerms, l.Version
	return said
}

// textFacts name a long text, which orders keep where it was bought with.
func textFacts(text string) facts {
	return facts{"bytes": len(text), "sha256": auth.Hash(text)}
}

// shortened is an address that its owner and the operator know again, and nobody else.
func shortened(email string) string {
	name, host, _ := strings.Cut(email, "@")
	_, size := utf8.DecodeRuneInString(name)
	return name[:size] + "…@" + host
}

// Audit lists entries of the audit log to operators. A token that is for that alone lists
// them, too.
func (s *Shop) Audit(ctx context.Context, in SignedIn, q vitrine.EntryQuery) (store.EntryPage, error) {
	if reader := in.token != nil && in.User.IsAdmin && in.token.Has(vitrine.ScopeAuditRead); !reader {
		if err := in.MustOperate(); err != nil {
			return store.EntryPage{}, err
		}
	}
	return s.db.Entries(ctx, q)
}
