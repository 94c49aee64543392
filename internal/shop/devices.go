package shop

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"time"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/store"
)

// DeviceAsked is what a program without a browser gets that asks for a token: it shows
// UserCode and asks again with Secret.
type DeviceAsked struct {
	vitrine.DeviceRequest
	Secret   string
	UserCode string
}

// AskDevice begins a device's way to a token.
func (s *Shop) AskDevice(ctx context.Context, app *vitrine.Application, scopes []vitrine.Scope, network string) (DeviceAsked, error) {
	if len(scopes) > 0 && len(app.May(scopes)) == 0 {
		return DeviceAsked{}, refuse(InvalidScope, "this application may have the scopes "+vitrine.JoinScopes(app.Scopes))
	}
	if err := s.spend(ctx, attempts{"device of", strconv.FormatInt(app.ID, 10) + " " + network, 30, 10 * time.Second}); err != nil {
		return DeviceAsked{}, err
	}
	asked := DeviceAsked{
		Secret: auth.NewSecret(auth.DevicePrefix), UserCode: auth.NewUserCode(),
		DeviceRequest: vitrine.DeviceRequest{
			ApplicationID: app.ID, Scopes: scopes, Network: network, CreatedAt: s.now(), ExpiresAt: s.now().Add(vitrine.DeviceLife),
			Interval: vitrine.DevicePause,
		},
	}
	err := s.db.Write(ctx, func(tx *store.Tx) error {
		return tx.InsertDeviceRequest(ctx, &asked.DeviceRequest, auth.Hash(asked.Secret), s.userCodeHash(asked.UserCode))
	})
	return asked, err
}

// userCodeHash is what is stored of a code that is typed: as it is short, a hash alone
// would tell it to whoever reads the database.
func (s *Shop) userCodeHash(typed string) string {
	mac := hmac.New(sha256.New, *s.visitorKey.Load())
	mac.Write([]byte("user code " + typed))
	return hex.EncodeToString(mac.Sum(nil))
}

// DeviceOf returns what waits for a code to be typed, and its application. Each attempt
// counts: codes are short. Invalid when nothing waits for it.
func (s *Shop) DeviceOf(ctx context.Context, in SignedIn, typed, network string) (*vitrine.DeviceRequest, *vitrine.Application, error) {
	err := s.spend(ctx, attempts{"device code by", strconv.FormatInt(in.User.ID, 10), 20, 30 * time.Second},
		attempts{"device code from", network, 40, 15 * time.Second})
	if err != nil {
		return nil, nil, err
	}
	device, err := s.db.DeviceRequestByUserCode(ctx, s.userCodeHash(auth.CleanUserCode(typed)))
	if vitrine.CodeOf(err) == vitrine.NotFound || err == nil && (device.Decided() || !s.now().Before(device.ExpiresAt)) {
		return nil, nil, &vitrine.Error{Code: vitrine.Invalid, Message: "nothing waits for this code",
			Fields: []vitrine.Field{{Pointer: "/user_code", Code: "unknown",
				Detail: "nothing waits for this code: it may be mistyped, used or expired"}}}
	}
	if err != nil {
		return nil, nil, err
	}
	app, err := s.db.Application(ctx, device.ApplicationID)
	return device, app, err
}

// DecideDevice says yes or no to a device that a signed-in user has looked at. Conflict when
// a yes would give what they were not shown.
func (s *Shop) DecideDevice(ctx context.Context, in SignedIn, device *vitrine.DeviceRequest, shown Offer, allow bool) error {
	return s.db.Write(ctx, func(tx *store.Tx) error {
		if !allow {
			return tx.DecideDevice(ctx, device.ID, 0, s.now())
		}
		app, err := tx.Application(ctx, device.ApplicationID)
		if err != nil {
			return err
		}
		authorization := &vitrine.Authorization{}
		if err := s.prepareGrant(ctx, tx, in, app, device.Scopes, shown, authorization); err != nil {
			return err
		}
		if err := tx.InsertAuthorization(ctx, authorization, ""); err != nil {
			return err
		}
		return tx.DecideDevice(ctx, device.ID, authorization.ID, s.now())
	})
}

// RedeemDevice gives a device its tokens, once somebody has said yes to it.
func (s *Shop) RedeemDevice(ctx context.Context, app *vitrine.Application, secret string) (Issued, error) {
	return s.exchange(ctx, func(tx *store.Tx) (issued Issued, refused, err error) {
		device, err := tx.DeviceRequest(ctx, auth.Hash(secret))
		switch {
		case vitrine.CodeOf(err) == vitrine.NotFound || err == nil && device.ApplicationID != app.ID:
			return issued, refuse(InvalidGrant, "this device code is not known"), nil
		case err != nil:
			return issued, nil, err
		case !device.UsedAt.IsZero():
			refused = refuse(InvalidGrant, "this device code was used before: what came of it has ended")
			return issued, refused, tx.RevokeAuthorization(ctx, device.AuthorizationID, s.now())
		case !device.DeniedAt.IsZero():
			return issued, refuse(AccessDenied, "the user said no"), nil
		case !s.now().Before(device.ExpiresAt):
			return issued, refuse(ExpiredToken, "this device code has expired: begin again"), nil
		case device.AuthorizationID == 0:
			refused, err = s.waitOn(ctx, tx, device)
			return issued, refused, err
		}
		z, err := tx.Authorization(ctx, device.AuthorizationID)
		if err != nil {
			return issued, nil, err
		}
		if !z.RevokedAt.IsZero() {
			return issued, refuse(InvalidGrant, "what the user allowed was revoked"), nil
		}
		if err := tx.UseDevice(ctx, device.ID, s.now()); err != nil {
			return issued, nil, err
		}
		return s.issueFor(ctx, tx, app, z, nil)
	})
}

// waitOn tells a device to go on asking, and one that asks too often to do so less (RFC
// 8628, section 3.5).
func (s *Shop) waitOn(ctx context.Context, tx *store.Tx, device *vitrine.DeviceRequest) (refused, err error) {
	pause := device.Interval
	refused = refuse(AuthorizationPending, "nobody has typed the code yet")
	// A device's clock and the way here are not exact.
	if s.now().Sub(device.PolledAt) < pause-time.Second {
		pause += vitrine.DevicePause
		refused = refuse(SlowDown, "ask less often")
	}
	return refused, tx.PollDevice(ctx, device.ID, pause, s.now())
}
