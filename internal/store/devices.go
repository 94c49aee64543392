package store

import (
	"context"
	"database/sql"
	"time"

	"vitrine"
)

// DeviceRequest reads the request whose secret has a hash; NotFound when there is none.
func (r *reads) DeviceRequest(ctx context.Context, hash string) (*vitrine.DeviceRequest, error) {
	return r.deviceRequest(ctx, "hash", hash)
}

// DeviceRequestByUserCode reads the request whose typed code has a hash; NotFound when
// there is none.
func (r *reads) DeviceRequestByUserCode(ctx context.Context, hash string) (*vitrine.DeviceRequest, error) {
	return r.deviceRequest(ctx, "user_code", hash)
}

func (r *reads) deviceRequest(ctx context.Context, column, hash string) (*vitrine.DeviceRequest, error) {
	var d vitrine.DeviceRequest
	var scopes string
	var pause int64
	var authorization sql.NullInt64
	err := r.row(ctx, "there is no such device", `
		SELECT id, application_id, scopes, network, created_at, expires_at, polled_at, pause, denied_at, authorization_id, used_at
		FROM device_requests WHERE `+column+" = $1", []any{hash},
		&d.ID, &d.ApplicationID, &scopes, &d.Network, (*stamp)(&d.CreatedAt), (*stamp)(&d.ExpiresAt), (*stamp)(&d.PolledAt), &pause,
		(*stamp)(&d.DeniedAt), &authorization, (*stamp)(&d.UsedAt))
	d.Scopes, d.Interval, d.AuthorizationID = splitScopes(scopes), time.Duration(pause)*time.Microsecond, authorization.Int64
	return &d, err
}

// InsertDeviceRequest adds a request, known by the hashes of its secret and of the code that
// is typed, and sets its id. Conflict when that code is another one's.
func (tx *Tx) InsertDeviceRequest(ctx context.Context, d *vitrine.DeviceRequest, hash, userCode string) (err error) {
	d.ID, err = tx.insert(ctx, "insert device request", `
		INSERT INTO device_requests (hash, user_code, application_id, scopes, network, created_at, expires_at, pause)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
		hash, userCode, d.ApplicationID, vitrine.JoinScopes(d.Scopes), d.Network, micros(d.CreatedAt), micros(d.ExpiresAt),
		d.Interval.Microseconds())
	return err
}

// PollDevice notes that a device asked, and how long it has to wait from now on.
func (tx *Tx) PollDevice(ctx context.Context, id int64, pause time.Duration, now time.Time) error {
	_, err := tx.exec(ctx, "poll a device request", "UPDATE device_requests SET polled_at = $2, pause = $3 WHERE id = $1",
		id, micros(now), pause.Microseconds())
	return err
}

// DecideDevice notes what somebody said to a device: the id of their authorization, or 0
// for no. Conflict when something was said before.
func (tx *Tx) DecideDevice(ctx context.Context, id, authorizationID int64, now time.Time) error {
	var denied time.Time
	if authorizationID == 0 {
		denied = now
	}
	n, err := tx.exec(ctx, "decide a device request",
		"UPDATE device_requests SET authorization_id = $2, denied_at = $3 WHERE id = $1 AND authorization_id IS NULL AND denied_at IS NULL",
		id, orNull(authorizationID), micros(denied))
	if err == nil && n == 0 {
		return vitrine.Errorf(vitrine.Conflict, "this code was used before: ask for a new one where you read it")
	}
	return err
}

// UseDevice notes that a device has got its token; Conflict when it had before.
func (tx *Tx) UseDevice(ctx context.Context, id int64, now time.Time) error {
	n, err := tx.exec(ctx, "use a device request",
		"UPDATE device_requests SET used_at = $2 WHERE id = $1 AND used_at IS NULL", id, micros(now))
	if err == nil && n == 0 {
		return vitrine.Errorf(vitrine.Conflict, "this device has its token already")
	}
	return err
}
