package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"vitrine"
)

const endpointColumns = `e.id, e.user_id, e.application_id, e.grant_id, e.whole, e.url, e.description, e.events, e.thin, e.secret,
	e.old_secret, e.old_until, e.version, e.created_at, e.updated_at, e.disabled_at, e.disabled_because`

// endpointRow is an endpoint as its row has it.
type endpointRow struct {
	vitrine.Endpoint
	application, grant  sql.NullInt64
	events, secret, old string
}

func (e *endpointRow) fields() []any {
	return []any{&e.ID, &e.UserID, &e.application, &e.grant, &e.Whole, &e.URL, &e.Description, &e.events, &e.Thin, &e.secret,
		&e.old, (*stamp)(&e.OldUntil), &e.Version, (*stamp)(&e.CreatedAt), (*stamp)(&e.UpdatedAt), (*stamp)(&e.DisabledAt), &e.DisabledBecause}
}

// endpoint is the row with its secrets opened.
func (r *reads) endpoint(e *endpointRow) *vitrine.Endpoint {
	e.ApplicationID, e.GrantID = e.application.Int64, e.grant.Int64
	for word := range strings.FieldsSeq(e.events) {
		e.Events = append(e.Events, vitrine.EventType(word))
	}
	if s := r.cache.derives(); s != nil {
		e.Secret, e.OldSecret = s.Unlock(vitrine.WebhookSecret, endpointOf(e.UserID), e.secret), ""
		if e.old != "" {
			e.OldSecret = s.Unlock(vitrine.WebhookSecret, endpointOf(e.UserID), e.old)
		}
	}
	return &e.Endpoint
}

// endpointOf is what a secret is sealed for: in the row of another user it is worth nothing.
func endpointOf(userID int64) string { return "endpoint of user " + strconv.FormatInt(userID, 10) }

// eventsText is the column of some events.
func eventsText(events []vitrine.EventType) string {
	if len(events) == 0 {
		return ""
	}
	words := make([]string, len(events))
	for i, t := range events {
		words[i] = string(t)
	}
	slices.Sort(words)
	return " " + strings.Join(slices.Compact(words), " ") + " "
}

// EndpointOwner is who looks after endpoints.
type EndpointOwner struct {
	UserID, ApplicationID, GrantID int64 // the last two are 0 for the user's own
}

// endpointsOf appends the condition of an owner's endpoints.
func (b *builder) endpointsOf(o EndpointOwner) *builder {
	b.add(" e.user_id = ?", o.UserID)
	if o.ApplicationID == 0 {
		return b.add(" AND e.application_id IS NULL")
	}
	b.add(" AND e.application_id = ?", o.ApplicationID)
	if o.GrantID == 0 {
		return b.add(" AND e.grant_id IS NULL")
	}
	return b.add(" AND e.grant_id = ?", o.GrantID)
}

// Endpoints lists the endpoints of an owner, the oldest first; of a user without an
// application all of theirs that are not an application's.
func (r *reads) Endpoints(ctx context.Context, o EndpointOwner) ([]*vitrine.Endpoint, error) {
	b := (&builder{}).add("SELECT " + endpointColumns + " FROM webhook_endpoints e WHERE").endpointsOf(o).add(" ORDER BY e.id")
	return query(ctx, r, r.scanEndpoint, b.String(), b.args...)
}

// EndpointsOfUser lists all endpoints of a user, those of their applications too.
func (r *reads) EndpointsOfUser(ctx context.Context, userID int64) ([]*vitrine.Endpoint, error) {
	return query(ctx, r, r.scanEndpoint, "SELECT "+endpointColumns+" FROM webhook_endpoints e WHERE e.user_id = $1 ORDER BY e.id", userID)
}

func (r *reads) scanEndpoint(row scanner) (*vitrine.Endpoint, error) {
	var e endpointRow
	err := row.Scan(e.fields()...)
	return r.endpoint(&e), err
}

// Endpoint returns an endpoint, whoever's it is.
func (r *reads) Endpoint(ctx context.Context, id int64) (*vitrine.Endpoint, error) {
	var e endpointRow
	err := r.row(ctx, fmt.Sprintf("there is no webhook endpoint %d", id), "SELECT "+endpointColumns+" FROM webhook_endpoints e WHERE "+
		"e.id = $1",
		[]any{id}, e.fields()...)
	if err != nil {
		return nil, err
	}
	return r.endpoint(&e), nil
}

// OwnEndpoint returns an endpoint of an owner; NotFound when it is none of theirs.
func (r *reads) OwnEndpoint(ctx context.Context, o EndpointOwner, id int64) (*vitrine.Endpoint, error) {
	b := (&builder{}).add("SELECT "+endpointColumns+" FROM webhook_endpoints e WHERE e.id = ? AND", id).endpointsOf(o)
	var e endpointRow
	if err := r.row(ctx, fmt.Sprintf("there is no webhook endpoint %d", id), b.String(), b.args, e.fields()...); err != nil {
		return nil, err
	}
	return r.endpoint(&e), nil
}

// InsertEndpoint adds an endpoint and sets its id.
func (tx *Tx) InsertEndpoint(ctx context.Context, e *vitrine.Endpoint) (err error) {
	secret, _, err := tx.sealEndpoint(e)
	if err != nil {
		return err
	}
	e.Version = 1
	e.ID, err = tx.insert(ctx, "insert the endpoint", `
		INSERT INTO webhook_endpoints (user_id, application_id, grant_id, whole, url, description, events, thin, secret, old_secret, version,
			created_at, updated_at, disabled_at, disabled_because)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, '', $10, $11, $12, $13, $14) RETURNING id`,
		e.UserID, orNull(e.ApplicationID), orNull(e.GrantID), e.Whole, e.URL, e.Description, eventsText(e.Events), e.Thin, secret, e.Version,
		micros(e.CreatedAt), micros(e.UpdatedAt), micros(e.DisabledAt), e.DisabledBecause)
	if err != nil {
		return err
	}
	_, err = tx.exec(ctx, "insert the endpoint's state", `
		INSERT INTO webhook_states (endpoint_id, lease, lease_until, failures, paused_until, counted_since, sent, failed, polled_at)
		VALUES ($1, '', 0, 0, 0, $2, 0, 0, $2)`, e.ID, micros(e.CreatedAt))
	return err
}

// sealEndpoint returns the secrets of an endpoint as they are stored.
func (tx *Tx) sealEndpoint(e *vitrine.Endpoint) (secret, old string, err error) {
	s := tx.cache.derives()
	if s == nil {
		return "", "", vitrine.Errorf(vitrine.Unavailable, "there is no key here that secrets are sealed with")
	}
	if e.OldSecret != "" {
		old = s.Lock(vitrine.WebhookSecret, endpointOf(e.UserID), e.OldSecret)
	}
	return s.Lock(vitrine.WebhookSecret, endpointOf(e.UserID), e.Secret), old, nil
}

// UpdateEndpoint stores an endpoint that was read in this transaction, and raises its version.
func (tx *Tx) UpdateEndpoint(ctx context.Context, e *vitrine.Endpoint) error {
	secret, old, err := tx.sealEndpoint(e)
	if err != nil {
		return err
	}
	e.Version++
	return tx.oneOf(ctx, `UPDATE webhook_endpoints SET url = $2, description = $3, events = $4, thin = $5, secret = $6, old_secret = $7,
			old_until = $8, version = $9, updated_at = $10, disabled_at = $11, disabled_because = $12 WHERE id = $1`, "webhook endpoint",
		e.ID, e.URL, e.Description, eventsText(e.Events), e.Thin, secret, old, micros(e.OldUntil), e.Version, micros(e.UpdatedAt),
		micros(e.DisabledAt), e.DisabledBecause)
}

// RestartEndpoint has an endpoint counted anew, and tried at once.
func (tx *Tx) RestartEndpoint(ctx context.Context, id int64, now time.Time) error {
	_, err := tx.exec(ctx, "restart an endpoint", `UPDATE webhook_states SET failures = 0, paused_until = 0, counted_since = $2, sent = 0,
		failed = 0 WHERE endpoint_id = $1`, id, micros(now))
	return err
}

// RemoveEndpoint removes an endpoint with what it was sent.
func (tx *Tx) RemoveEndpoint(ctx context.Context, id int64) error {
	return tx.removeEndpoints(ctx, "id = $1", id)
}

// RemoveEndpointsOf removes all endpoints of a user, those of their applications too.
func (tx *Tx) RemoveEndpointsOf(ctx context.Context, userID int64) error {
	return tx.removeEndpoints(ctx, "user_id = $1", userID)
}

// RemoveEndpointsOfApplication removes all endpoints of an application.
func (tx *Tx) RemoveEndpointsOfApplication(ctx context.Context, id int64) error {
	return tx.removeEndpoints(ctx, "application_id = $1", id)
}

// RemoveEndpointsOfGrant removes those that an application has by what a user allows it.
func (tx *Tx) RemoveEndpointsOfGrant(ctx context.Context, id int64) error {
	return tx.removeEndpoints(ctx, "grant_id = $1", id)
}

// RemoveUnpolled removes endpoints that are polled, and were not since a time.
func (tx *Tx) RemoveUnpolled(ctx context.Context, since time.Time) error {
	return tx.removeEndpoints(ctx, `url = '' AND EXISTS (SELECT 1 FROM webhook_states s
		WHERE s.endpoint_id = webhook_endpoints.id AND s.polled_at < $1)`, micros(since))
}

func (tx *Tx) removeEndpoints(ctx context.Context, which string, arg any) error {
	ids, err := query(ctx, &tx.reads, func(row scanner) (id int64, err error) { return id, row.Scan(&id) },
		"SELECT id FROM webhook_endpoints WHERE "+which, arg)
	if err != nil {
		return err
	}
	for _, id := range ids {
		err := tx.each(ctx, "remove an endpoint", []string{"DELETE FROM webhook_deliveries WHERE endpoint_id = $1",
			"DELETE FROM webhook_states WHERE endpoint_id = $1", "DELETE FROM webhook_endpoints WHERE id = $1"}, id)
		if err != nil {
			return err
		}
	}
	return nil
}
