package store

import (
	"context"
	"time"

	"vitrine"
)

const connectedColumns = `c.user_id, c.live, c.provider, c.account, c.status, c.reason, c.fault, c.version, c.created_at, c.updated_at`

func scanConnected(row scanner) (c vitrine.ConnectedAccount, err error) {
	return c, row.Scan(&c.UserID, &c.Live, &c.Provider, &c.Account, &c.Status, &c.Reason, &c.Fault, &c.Version, (*stamp)(&c.CreatedAt),
		(*stamp)(&c.UpdatedAt))
}

// ConnectedAccount returns the account of a seller with a provider, for real money or for trials; NotFound when they
// have none.
func (r *reads) ConnectedAccount(ctx context.Context, userID int64, live bool) (vitrine.ConnectedAccount, error) {
	return r.connected(ctx, "c.user_id = $1 AND c.live = $2", userID, live)
}

// ConnectedByName returns the account that a provider knows by a name.
func (r *reads) ConnectedByName(ctx context.Context, provider, account string) (vitrine.ConnectedAccount, error) {
	return r.connected(ctx, "c.provider = $1 AND c.account = $2", provider, account)
}

func (r *reads) connected(ctx context.Context, which string, args ...any) (vitrine.ConnectedAccount, error) {
	found, err := query(ctx, r, scanConnected, "SELECT "+connectedColumns+" FROM connected_accounts c WHERE "+which, args...)
	if err == nil && len(found) == 0 {
		err = vitrine.Errorf(vitrine.NotFound, "there is no account with a provider of payments")
	}
	if err != nil {
		return vitrine.ConnectedAccount{}, err
	}
	return found[0], nil
}

// ConnectedAccounts lists the accounts of a seller with providers.
func (r *reads) ConnectedAccounts(ctx context.Context, userID int64) ([]vitrine.ConnectedAccount, error) {
	return query(ctx, r, scanConnected, "SELECT "+connectedColumns+" FROM connected_accounts c WHERE c.user_id = $1 ORDER BY c.live", userID)
}

// SetConnectedAccount stores an account, and raises its version.
func (tx *Tx) SetConnectedAccount(ctx context.Context, c *vitrine.ConnectedAccount) error {
	c.Version++
	_, err := tx.exec(ctx, "store a connected account", `
		INSERT INTO connected_accounts (user_id, live, provider, account, status, reason, fault, version, created_at, updated_at, looked_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)
		ON CONFLICT (user_id, live) DO UPDATE SET status = excluded.status, reason = excluded.reason, fault = excluded.fault,
			version = excluded.version, updated_at = excluded.updated_at`,
		c.UserID, c.Live, c.Provider, c.Account, c.Status, c.Reason, c.Fault, c.Version, micros(c.CreatedAt), micros(c.UpdatedAt))
	return err
}

// ForgetConnectedAccount forgets an account of a seller; what waits to be moved there waits no more.
func (tx *Tx) ForgetConnectedAccount(ctx context.Context, userID int64, live bool) error {
	if _, err := tx.exec(ctx, "forget a connected account", "DELETE FROM connected_accounts WHERE user_id = $1 AND live = $2", userID,
		live); err != nil {
		return err
	}
	_, err := tx.exec(ctx, "wait no more for a connected account",
		"UPDATE order_transfers SET due_at = NULL WHERE seller_id = $1 AND live = $2 AND planned = 0 AND wanted > there", userID, live)
	return err
}

// ConnectedUnseen lists up to limit accounts with a provider that it was not asked about since a time, or, of those that are not
// active and changed since another one, since a third. Those come first that it was asked about longest ago.
func (r *reads) ConnectedUnseen(ctx context.Context, provider string, live bool, since Unseen) ([]vitrine.ConnectedAccount, error) {
	b := (&builder{}).add("SELECT "+connectedColumns+" FROM connected_accounts c WHERE c.provider = ? AND c.live = ? AND (c.looked_at <= ?",
		provider, live, micros(since.Any))
	b.add(" OR c.status <> 'active' AND c.looked_at <= ? AND c.updated_at > ?)", micros(since.Waiting), micros(since.Changed))
	b.add(" ORDER BY c.looked_at, c.user_id").window(since.Limit, 0)
	return query(ctx, r, scanConnected, b.String(), b.args...)
}

// Unseen says which accounts are to be looked at.
type Unseen struct {
	Any, Waiting, Changed time.Time
	Limit                 int
}

// LookedAtConnected notes that a provider is asked about an account.
func (tx *Tx) LookedAtConnected(ctx context.Context, userID int64, live bool, now time.Time) error {
	_, err := tx.exec(ctx, "note a look at a connected account",
		"UPDATE connected_accounts SET looked_at = $3 WHERE user_id = $1 AND live = $2",
		userID, live, micros(now))
	return err
}

// StoppedAccount is an account of a seller that a provider pays nothing to, or could not pay from.
type StoppedAccount struct {
	vitrine.ConnectedAccount
	Seller string // username
}

// stopped are the connected accounts c that a provider pays nothing to, or could not pay from.
const stopped = "(c.status = 'restricted' OR c.fault <> '')"

// StoppedAccounts lists up to limit of those, the latest first.
func (r *reads) StoppedAccounts(ctx context.Context, limit int) ([]StoppedAccount, error) {
	b := (&builder{}).add("SELECT "+connectedColumns+`, u.username FROM connected_accounts c JOIN users u ON u.id = c.user_id
		WHERE `+stopped+" ORDER BY c.updated_at DESC, c.user_id").window(limit, 0)
	return query(ctx, r, func(row scanner) (s StoppedAccount, err error) {
		return s, row.Scan(&s.UserID, &s.Live, &s.Provider, &s.Account, &s.Status, &s.Reason, &s.Fault, &s.Version, (*stamp)(&s.CreatedAt),
			(*stamp)(&s.UpdatedAt), &s.Seller)
	}, b.String(), b.args...)
}
