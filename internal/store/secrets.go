package store

import (
	"context"
	"encoding/hex"
	"fmt"
	"strconv"

	"vitrine"
)

// Secrets derives the secrets of orders from their handles, by keys that the database
// does not hold.
type Secrets interface {
	// Derive returns the secret of a kind that belongs to a handle.
	Derive(kind vitrine.SecretKind, handle string) string
	// Derived reports whether a text has the form of a derived secret, or of a handle.
	Derived(secret string) bool
	// Handle returns the handle that a secret was derived from, "" when it wasn't.
	Handle(kind vitrine.SecretKind, secret string) string
	// Seal returns the handle of a secret that was stored in clear.
	Seal(secret string) string
	// Lock returns a secret of a kind as it may be stored, for whom it is.
	Lock(kind vitrine.SecretKind, whose, secret string) string
	// Unlock returns what was locked, "" when no key opens it.
	Unlock(kind vitrine.SecretKind, whose, locked string) string
}

// UseSecrets sets what derives the secrets of orders, and may replace it at any time;
// without it orders have none.
func (db *DB) UseSecrets(s Secrets) { db.cache.secrets.Store(&s) }

// RenewSecrets has renew called before a secret is refused that no key derives: it calls
// UseSecrets if there are newer keys. It is set before any order is read.
func (db *DB) RenewSecrets(renew func(context.Context)) { db.cache.renew = renew }

// derives is what derives the secrets of orders now, nil when orders have none.
func (c *cache) derives() Secrets {
	if s := c.secrets.Load(); s != nil {
		return *s
	}
	return nil
}

// handle returns the handle that a secret was derived from, also by a key that another
// process brought in; "" when it was derived from none.
func (c *cache) handle(ctx context.Context, kind vitrine.SecretKind, secret string) string {
	handle := c.derives().Handle(kind, secret)
	if handle == "" && c.renew != nil {
		c.renew(ctx)
		handle = c.derives().Handle(kind, secret)
	}
	return handle
}

// deriveSecrets sets the secrets of an order. Until they are sealed, those of an earlier
// release are what its row holds: a server of that release may be running.
func (r *reads) deriveSecrets(o *vitrine.Order, storedToken string) {
	s := r.cache.derives()
	switch {
	case s == nil:
	case s.Derived(o.Handle):
		o.CheckoutKey, o.DownloadToken = s.Derive(vitrine.CheckoutSecret, o.Handle), s.Derive(vitrine.DownloadSecret, o.Handle)
	default:
		o.CheckoutKey, o.DownloadToken = o.Handle, storedToken
	}
}

// OrderByCheckoutKey returns the order of a checkout page.
func (r *reads) OrderByCheckoutKey(ctx context.Context, key string) (*vitrine.Order, error) {
	return r.orderBySecret(ctx, vitrine.CheckoutSecret, "o.checkout_key", key)
}

// OrderByDownloadToken returns the order that a download token belongs to.
func (r *reads) OrderByDownloadToken(ctx context.Context, token string) (*vitrine.Order, error) {
	return r.orderBySecret(ctx, vitrine.DownloadSecret, "o.download_token", token)
}

// orderBySecret finds the order of a secret. One that is derived leads to its handle,
// which is the checkout key of the row. One of an earlier release is found by its
// seal or, where that release still runs, in clear.
func (r *reads) orderBySecret(ctx context.Context, kind vitrine.SecretKind, column, secret string) (*vitrine.Order, error) {
	missing, s := "there is no such order", r.cache.derives()
	if s == nil || secret == "" {
		return known(nil, vitrine.Errorf(vitrine.NotFound, "%s", missing))
	}
	if !s.Derived(secret) {
		return known(r.order(ctx, missing, column+" IN ($1, $2)", s.Seal(secret), secret))
	}
	// A guess ends here, without a query for an order.
	handle := r.cache.handle(ctx, kind, secret)
	if handle == "" {
		return known(nil, vitrine.Errorf(vitrine.NotFound, "%s", missing))
	}
	return known(r.order(ctx, missing, "o.checkout_key = $1", handle))
}

// sealedUpTo names the setting with the last order whose secrets are not in clear.
const sealedUpTo = "orders_sealed_up_to"

// sealAgain is how many orders before that one are looked at again: a transaction may
// have been slower than the next.
const sealAgain = 1_000

// clearOrder is an order as an earlier release stored it.
type clearOrder struct {
	id                     int64
	checkout, token, email string
}

// SealOrders replaces up to limit secrets of orders that an earlier release stored in
// clear, and reports whether there may be more. It also writes what that release doesn't
// know of: who sold, and the address by which the order is found.
func (tx *Tx) SealOrders(ctx context.Context, limit int) (more bool, err error) {
	from, err := tx.sealedUpTo(ctx)
	if err != nil {
		return false, err
	}
	// Handles have a dash, and no secret of an earlier release has one.
	found, err := query(ctx, &tx.reads, func(row scanner) (o clearOrder, err error) {
		return o, row.Scan(&o.id, &o.checkout, &o.token, &o.email)
	},
		`SELECT id, checkout_key, download_token, buyers_email FROM orders WHERE id > $1 AND checkout_key NOT LIKE '%-%' ORDER BY id LIMIT $2`,
		from-sealAgain, limit)
	if err != nil {
		return false, err
	}
	for _, o := range found {
		if err := tx.seal(ctx, o); err != nil {
			return false, err
		}
		from = max(from, o.id)
	}
	// What is replaced stays in freed parts of the file, which has to be written anew once more.
	if len(found) > 0 {
		if err := tx.dropSetting(ctx, fileRewritten); err != nil {
			return false, err
		}
	}
	// Nothing is in clear any more: the next look begins behind the last order, not behind the last sealed one.
	if len(found) < limit {
		if err := tx.row(ctx, "", "SELECT COALESCE(max(id), 0) FROM orders", nil, &from); err != nil {
			return false, err
		}
	}
	return len(found) == limit, tx.setSetting(ctx, sealedUpTo, strconv.FormatInt(from, 10))
}

func (tx *Tx) seal(ctx context.Context, o clearOrder) error {
	seal := tx.cache.derives().Seal
	_, err := tx.exec(ctx, "seal an order's secrets", `UPDATE orders SET checkout_key = $1, download_token = $2, email_folded = $3,
			seller_id = COALESCE(seller_id, (SELECT m.author_id FROM models m WHERE m.id = orders.model_id))
		WHERE id = $4`,
		seal(o.checkout), seal(o.token), FoldEmail(o.email), o.id)
	return err
}

// OrdersToSeal reports whether there are orders that SealOrders has not looked at.
func (r *reads) OrdersToSeal(ctx context.Context) (bool, error) {
	from, err := r.sealedUpTo(ctx)
	if err != nil {
		return false, err
	}
	var n int64
	err = r.row(ctx, "", "SELECT count(*) FROM (SELECT id FROM orders WHERE id > $1 AND checkout_key NOT LIKE '%-%' LIMIT 1) AS found",
		[]any{from - sealAgain}, &n)
	return n > 0, err
}

func (r *reads) sealedUpTo(ctx context.Context) (int64, error) {
	text, err := r.setting(ctx, sealedUpTo)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(text, 10, 64)
}

// keyFingerprint names the setting with the name of the key that secrets are derived
// from.
const keyFingerprint = "key_fingerprint"

// KeyFingerprint names the key that the marketplace's secrets are derived from, "" when
// it never had one.
func (r *reads) KeyFingerprint(ctx context.Context) (string, error) {
	name, err := r.setting(ctx, keyFingerprint)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return "", nil
	}
	return name, err
}

// SetKeyFingerprint stores the name of the key.
func (tx *Tx) SetKeyFingerprint(ctx context.Context, name string) error {
	return tx.setSetting(ctx, keyFingerprint, name)
}

// NameKeyOnce stores the name of the key unless there is one.
func (tx *Tx) NameKeyOnce(ctx context.Context, name string) error {
	_, err := tx.SetSettingOnce(ctx, keyFingerprint, name)
	return err
}

// signingSecret names the setting in which earlier releases kept what signs download
// addresses.
const signingSecret = "signing_secret"

// OldSigningSecret returns what earlier releases signed download addresses with, nil
// when there is none any more.
func (r *reads) OldSigningSecret(ctx context.Context) ([]byte, error) {
	text, err := r.setting(ctx, signingSecret)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	secret, err := hex.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("the stored signing secret is damaged: %w", err)
	}
	return secret, nil
}

// DropOldSigningSecret removes it: its addresses lived for minutes.
func (tx *Tx) DropOldSigningSecret(ctx context.Context) error {
	return tx.dropSetting(ctx, signingSecret)
}
