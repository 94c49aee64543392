package shop

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

// attempts is a budget of attempts of somebody; the zero value is not limited.
type attempts struct {
	what, whose string
	burst       int
	every       time.Duration
}

// joining and the others down to mailing are how often what people do who have not signed
// in yet may be tried. Anybody can use them up, so nothing that a signed-in user needs is
// taken from them.
func joining(network string) attempts { return attempts{"join", network, 20, 3 * time.Minute} }

func signingFrom(network string) attempts {
	return attempts{"sign-in from", network, 30, 20 * time.Second}
}

func signingAs(name string) attempts {
	return attempts{"sign-in as", store.FoldEmail(strings.TrimSpace(name)), 10, time.Minute}
}

// codesFrom is how often codes of coupons may be entered: they are short.
func codesFrom(network string) attempts {
	return attempts{"coupon from", network, 30, 10 * time.Second}
}

func codesOf(user vitrine.User) attempts {
	return attempts{"coupons of", idText(user.ID), 120, time.Second}
}

func askingFrom(network string) attempts { return attempts{"ask from", network, 20, time.Minute} }

func mailing(email string) attempts {
	return attempts{"mail to", store.FoldEmail(strings.TrimSpace(email)), 5, 12 * time.Minute}
}

// proving is how often somebody at a session may try to show that it is them. Who is not at
// the session uses up none of it, whatever they know.
func proving(in SignedIn) attempts {
	return attempts{"proof in session", strconv.FormatInt(in.Session.ID, 10), 10, time.Minute}
}

// mailingFor is how many mails a signed-in user may ask for.
func mailingFor(user vitrine.User) attempts {
	return attempts{"mail for", strconv.FormatInt(user.ID, 10), 5, 12 * time.Minute}
}

// mailingUnread is how many mails signed-in users may have sent to an address that none of
// them has shown to read: who makes many accounts must not flood it either.
func mailingUnread(email string) attempts {
	return attempts{"mail of accounts to", store.FoldEmail(strings.TrimSpace(email)), 5, 12 * time.Minute}
}

// mailsAsked is what a mail to an address is taken from that a browser asks for.
func mailsAsked(email string, from Browser) []attempts {
	if from.In != nil && from.In.reads(email) {
		return []attempts{mailingFor(from.In.User)}
	}
	return []attempts{askingFrom(from.Network), mailing(email)}
}

// spend takes an attempt from each budget, in all processes; RateLimited when one of them
// is spent. What they are of is hashed: no list of addresses comes to be.
func (s *Shop) spend(ctx context.Context, budgets ...attempts) error {
	return s.db.Write(ctx, func(tx *store.Tx) error { return s.spendIn(ctx, tx, budgets...) })
}

// spendIn is spend in a transaction of something else.
func (s *Shop) spendIn(ctx context.Context, tx *store.Tx, budgets ...attempts) error {
	for _, b := range budgets {
		if b.whose == "" {
			continue
		}
		budget := store.Budget{Name: s.budgetName(b), Burst: b.burst, Every: b.every}
		if err := tx.TakeBudget(ctx, budget, s.now()); err != nil {
			return err
		}
	}
	return nil
}

func (s *Shop) budgetName(b attempts) string {
	mac := hmac.New(sha256.New, *s.visitorKey.Load())
	mac.Write([]byte(b.what + "\x00" + b.whose))
	return hex.EncodeToString(mac.Sum(nil)[:16])
}
