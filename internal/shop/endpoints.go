package shop

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/guard"
	"vitrine/internal/mail"
	"vitrine/internal/store"
	"vitrine/internal/webhook"
)

const eventKeyLength = 24

func newEventKey() string { return "evt_" + auth.RandomText(eventKeyLength) }

// FileRead has programs told that a file was read, which was in another state before.
func (s *Shop) FileRead(ctx context.Context, tx *store.Tx, f *vitrine.File, before vitrine.FileStatus) error {
	if f.Status == before || f.Status == vitrine.FileProcessing {
		return nil
	}
	told, err := tx.Watched(ctx)
	if err != nil || !told {
		return err
	}
	read := *f
	tx.Happens(store.Happened{Type: vitrine.EventType("file." + string(f.Status)), ModelID: f.ModelID, File: &read})
	return nil
}

// EndpointChange is what somebody wants of an endpoint.
type EndpointChange struct {
	URL         vitrine.Optional[string]
	Description vitrine.Optional[string]
	Events      vitrine.Optional[[]vitrine.EventType] // null, or none: all that it may be told of
	Thin        vitrine.Optional[bool]
	Disabled    vitrine.Optional[bool]
}

// NewEndpoint is an endpoint to be.
type NewEndpoint struct {
	EndpointChange
	Whole  bool // it is told of the whole marketplace
	Answer Answer[*vitrine.Endpoint]
}

// endpointOwner is whose endpoints a caller looks after.
func endpointOwner(caller vitrine.Caller) store.EndpointOwner {
	return store.EndpointOwner{UserID: caller.User.ID, ApplicationID: applicationOf(caller), GrantID: caller.GrantID}
}

// Endpoints lists the caller's endpoints; those of the whole marketplace to operators alone.
func (s *Shop) Endpoints(ctx context.Context, caller vitrine.Caller) ([]*vitrine.Endpoint, error) {
	list, err := s.db.Endpoints(ctx, endpointOwner(caller))
	return slices.DeleteFunc(list, func(e *vitrine.Endpoint) bool { return e.Whole && !caller.Admin() }), err
}

// endpointReader reads endpoints, in a transaction or not.
type endpointReader interface {
	OwnEndpoint(ctx context.Context, o store.EndpointOwner, id int64) (*vitrine.Endpoint, error)
}

// ownEndpoint is an endpoint of the caller; NotFound for those of others, and for one of the
// whole marketplace to who does not act as operator.
func ownEndpoint(ctx context.Context, db endpointReader, caller vitrine.Caller, id int64) (*vitrine.Endpoint, error) {
	e, err := db.OwnEndpoint(ctx, endpointOwner(caller), id)
	if err == nil && e.Whole && !caller.Admin() {
		err = vitrine.Errorf(vitrine.NotFound, "there is no webhook endpoint %d", id)
	}
	return e, err
}

// Endpoint returns an endpoint of the caller; NotFound for those of others.
func (s *Shop) Endpoint(ctx context.Context, caller vitrine.Caller, id int64) (*vitrine.Endpoint, error) {
	return ownEndpoint(ctx, s.db, caller, id)
}

// CreateEndpoint makes an endpoint. Its secret is shown with it and never again.
func (s *Shop) CreateEndpoint(ctx context.Context, caller vitrine.Caller, n NewEndpoint) (*vitrine.Endpoint, error) {
	if n.Whole && !caller.Admin() {
		return nil, &vitrine.Error{Code: vitrine.Forbidden, Scope: string(vitrine.ScopeAdmin),
			Message: "events of the whole marketplace are for admins: the access token lacks the scope " + string(vitrine.ScopeAdmin)}
	}
	e := &vitrine.Endpoint{UserID: caller.User.ID, ApplicationID: applicationOf(caller), GrantID: caller.GrantID, Whole: n.Whole,
		Secret: newEndpointSecret(), CreatedAt: s.now()}
	if err := s.changeEndpoint(caller, e, n.EndpointChange); err != nil {
		return nil, err
	}
	err := s.db.Write(ctx, func(tx *store.Tx) error {
		others, err := tx.Endpoints(ctx, endpointOwner(caller))
		if err != nil {
			return err
		}
		if len(others) >= vitrine.MaxEndpoints {
			return vitrine.Errorf(vitrine.Conflict, "you have %d webhook endpoints, as many as one may: remove one first", len(others))
		}
		if err := tx.InsertEndpoint(ctx, e); err != nil {
			return err
		}
		if err := s.Note(ctx, tx, Noted{Act: vitrine.ActWebhookMake, ID: idText(e.ID), After: endpointFacts(e)}); err != nil {
			return err
		}
		return n.Answer.save(ctx, tx, e)
	})
	if err != nil {
		return nil, err
	}
	return e, nil
}

func newEndpointSecret() string {
	return webhook.NewSecret(func(key []byte) { _, _ = rand.Read(key) }) // it never fails
}

// endpointFacts tell of an endpoint without what may be a secret: its address may hold one.
func endpointFacts(e *vitrine.Endpoint) facts {
	said := facts{"user": e.UserID, "events": e.Events, "thin": e.Thin, "whole": e.Whole, "disabled": e.DisabledBecause}
	if at, err := url.Parse(e.URL); err == nil {
		said["host"] = at.Host
	}
	if e.ApplicationID != 0 {
		said["application"] = e.ApplicationID
	}
	return said
}

// changeEndpoint makes the change in e, or reports every fault.
func (s *Shop) changeEndpoint(caller vitrine.Caller, e *vitrine.Endpoint, change EndpointChange) error {
	for _, text := range []struct {
		wanted vitrine.Optional[string]
		to     *string
	}{{change.URL, &e.URL}, {change.Description, &e.Description}} {
		if text.wanted.Set {
			*text.to = strings.TrimSpace(text.wanted.Value)
		}
	}
	if change.Events.Set {
		e.Events = slices.Clone(change.Events.Value)
	}
	if change.Thin.Set {
		e.Thin = change.Thin.Value
	}
	switch {
	case !change.Disabled.Set:
	case !change.Disabled.Value:
		e.DisabledAt, e.DisabledBecause = noTime, ""
	case e.DisabledAt.IsZero():
		e.DisabledAt, e.DisabledBecause = s.now(), vitrine.DisabledByOwner
	}
	e.UpdatedAt = s.now()
	if err := vitrine.InvalidFields(append(e.Check(s.settings.AnyWebhooks), s.checkHost(e)...)); err != nil {
		return err
	}
	return mayHear(caller, e)
}

// checkHost refuses an address that is a number of a network that nothing is sent to. What a
// name leads to is asked each time that something is sent.
func (s *Shop) checkHost(e *vitrine.Endpoint) []vitrine.Field {
	at, err := url.Parse(e.URL)
	if err != nil || s.settings.AnyWebhooks {
		return nil
	}
	address, err := netip.ParseAddr(at.Hostname())
	if err != nil || guard.Public(address) == nil {
		return nil
	}
	return []vitrine.Field{{Pointer: "/url", Code: "not_public",
		Detail: "this is not an address of the public internet, and the operator of this server allows no others"}}
}

// mayHear refuses events that the caller's token may not read.
func mayHear(caller vitrine.Caller, e *vitrine.Endpoint) error {
	events := e.Events
	if len(events) == 0 {
		events = e.May()
	}
	for _, t := range events {
		scope := vitrine.ScopeModelsRead
		if t.Object() == "order" {
			scope = vitrine.ScopeOrdersRead
		}
		if err := caller.Require(scope); err != nil {
			return err
		}
	}
	return nil
}

// changingEndpoint changes an endpoint of the caller.
func (s *Shop) changingEndpoint(
	ctx context.Context, caller vitrine.Caller, id int64, pre Precondition, act vitrine.Act,
	change func(tx *store.Tx, e *vitrine.Endpoint) error,
) (e *vitrine.Endpoint, err error) {
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		if e, err = ownEndpoint(ctx, tx, caller, id); err != nil {
			return err
		}
		if err := pre.check(e.Version); err != nil {
			return err
		}
		before := endpointFacts(e)
		if err := change(tx, e); err != nil {
			return err
		}
		if err := tx.UpdateEndpoint(ctx, e); err != nil {
			return err
		}
		return s.Note(ctx, tx, Noted{Act: act, ID: idText(id), Before: before, After: endpointFacts(e)})
	})
	if err != nil {
		return nil, err
	}
	return e, nil
}

// ChangeEndpoint changes an endpoint of the caller. One that was disabled and is not any more is
// sent what waits, and counted anew.
func (s *Shop) ChangeEndpoint(ctx context.Context, caller vitrine.Caller, id int64, change EndpointChange, pre Precondition) (
	*vitrine.Endpoint, error,
) {
	return s.changingEndpoint(ctx, caller, id, pre, vitrine.ActWebhookChange, func(tx *store.Tx, e *vitrine.Endpoint) error {
		before := *e
		if err := s.changeEndpoint(caller, e, change); err != nil {
			return err
		}
		if (before.URL == "") != (e.URL == "") {
			return vitrine.InvalidFields([]vitrine.Field{{Pointer: "/url", Code: "not_allowed",
				Detail: "an endpoint that is polled has no address, and one that is sent to keeps one: make another endpoint"}})
		}
		if before.URL == e.URL && before.DisabledAt.IsZero() == e.DisabledAt.IsZero() {
			return nil
		}
		return tx.RestartEndpoint(ctx, id, s.now())
	})
}

// RotateEndpoint gives an endpoint of the caller another secret, which is shown with it and
// never again. The one of before signs beside it for a day.
func (s *Shop) RotateEndpoint(ctx context.Context, caller vitrine.Caller, id int64) (*vitrine.Endpoint, error) {
	secret := newEndpointSecret()
	return s.changingEndpoint(ctx, caller, id, nil, vitrine.ActWebhookSecret, func(_ *store.Tx, e *vitrine.Endpoint) error {
		e.OldSecret, e.OldUntil, e.Secret, e.UpdatedAt = e.Secret, s.now().Add(webhook.Rotation), secret, s.now()
		return nil
	})
}

// RemoveEndpoint removes an endpoint of the caller, with what it was sent and what waits.
func (s *Shop) RemoveEndpoint(ctx context.Context, caller vitrine.Caller, id int64, pre Precondition) error {
	return s.db.Write(ctx, func(tx *store.Tx) error {
		e, err := ownEndpoint(ctx, tx, caller, id)
		if err != nil {
			return err
		}
		if err := pre.check(e.Version); err != nil {
			return err
		}
		if err := tx.RemoveEndpoint(ctx, id); err != nil {
			return err
		}
		return s.Note(ctx, tx, Noted{Act: vitrine.ActWebhookRemove, ID: idText(id), Before: endpointFacts(e)})
	})
}

// DisableEndpoint disables an endpoint that is gone, or took too little, and tells its owner.
func (s *Shop) DisableEndpoint(ctx context.Context, tx *store.Tx, id int64, because string) error {
	e, err := tx.Endpoint(ctx, id)
	if err != nil || !e.DisabledAt.IsZero() {
		return err
	}
	before := endpointFacts(e)
	e.DisabledAt, e.DisabledBecause, e.UpdatedAt = s.now(), because, s.now()
	if err := tx.UpdateEndpoint(ctx, e); err != nil {
		return err
	}
	if err := s.Note(ctx, tx, Noted{Act: vitrine.ActWebhookDisable, ID: idText(id), Before: before, After: endpointFacts(e)}); err != nil {
		return err
	}
	owner, err := tx.User(ctx, e.UserID)
	if err != nil {
		return err
	}
	return s.post(ctx, tx, owner, mail.WebhookOff, mail.Args{Values: map[string]string{mail.Host: hostOf(e), mail.Reason: because}})
}

// hostOf is where an endpoint is, for people.
func hostOf(e *vitrine.Endpoint) string {
	at, err := url.Parse(e.URL)
	if err != nil {
		return fmt.Sprint(e.ID)
	}
	return at.Host
}
