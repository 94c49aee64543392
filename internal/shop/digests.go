package shop

import (
	"context"
	"fmt"
	"time"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/mail"
	"vitrine/internal/store"
)

const (
	// digestEvery is how often somebody gets such a mail at most.
	digestEvery = 24 * time.Hour
	// digestSettles is how long after it was published a model is told of: one whose transaction takes that long is not passed over.
	digestSettles = time.Minute
	// digestNames is how many models of a kind a mail names; it counts the others.
	digestNames = 5
	// digestsAtOnce is how many users are looked up at once.
	digestsAtOnce = 100
)

// Digest returns for which mails about what they keep somebody asked.
func (s *Shop) Digest(ctx context.Context, caller vitrine.Caller) (store.Digest, error) {
	return s.db.Digest(ctx, caller.User.ID)
}

// AskForDigest stores whether somebody wants mails about new models of those whom they follow,
// and about prices of what they like. They tell of what happens from now on.
func (s *Shop) AskForDigest(ctx context.Context, caller vitrine.Caller, models, prices bool) error {
	return s.db.Write(ctx, func(tx *store.Tx) error {
		user, err := tx.User(ctx, caller.User.ID)
		if err != nil {
			return err
		}
		if (models || prices) && user.EmailConfirmedAt.IsZero() {
			return vitrine.Errorf(vitrine.Forbidden, "confirm your email address first: these mails go there")
		}
		before, err := tx.Digest(ctx, user.ID)
		if err != nil || before.Models == models && before.Prices == prices && before.StoppedAt.IsZero() {
			return err
		}
		d := store.Digest{UserID: user.ID, Models: models, Prices: prices, Secret: auth.RandomText(secretLength), Since: before.Since}
		stopped := !before.StoppedAt.IsZero()
		if stopped || !before.Models {
			d.Since = s.now()
		}
		if prices && (stopped || !before.Prices) {
			if err := tx.TellPrices(ctx, user.ID); err != nil {
				return err
			}
		}
		return tx.SetDigest(ctx, d, s.now())
	})
}

// DigestsDue reports whether somebody is to be told what is new.
func (s *Shop) DigestsDue(ctx context.Context) (bool, error) {
	ids, err := s.db.DigestsDue(ctx, s.now(), 1)
	return len(ids) > 0, err
}

// SendDigests writes the mails about what people keep that are due.
func (s *Shop) SendDigests(ctx context.Context) error {
	for {
		ids, err := s.db.DigestsDue(ctx, s.now(), digestsAtOnce)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if err := s.db.Write(ctx, func(tx *store.Tx) error { return s.sendDigest(ctx, tx, id) }); err != nil {
				return err
			}
		}
		if len(ids) < digestsAtOnce {
			return nil
		}
	}
}

// sendDigest writes the mail to somebody, where there is anything to tell. It asks once more
// whether it is due: another process may have been faster.
func (s *Shop) sendDigest(ctx context.Context, tx *store.Tx, id int64) error {
	due, err := tx.DigestDue(ctx, id, s.now())
	if err != nil || !due {
		return err
	}
	d, err := tx.Digest(ctx, id)
	if err != nil {
		return err
	}
	user, err := tx.User(ctx, id)
	if err != nil {
		return err
	}
	until := s.now().Add(-digestSettles)
	if user.SuspendedAt.IsZero() && user.EmailStands() {
		if err := s.postDigest(ctx, tx, user, d, until); err != nil {
			return err
		}
	}
	if until.Before(d.Since) {
		until = d.Since
	}
	return tx.Digested(ctx, id, until, s.now().Add(digestEvery))
}

func (s *Shop) postDigest(ctx context.Context, tx *store.Tx, user *vitrine.User, d store.Digest, until time.Time) error {
	values := map[string]string{mail.Asked: "yes"}
	link := LikesPath
	if d.Models {
		news, all, err := tx.NewOf(ctx, user.ID, d.Since, until, digestNames)
		if err != nil {
			return err
		}
		if all > 0 {
			link = FollowingPath
		}
		s.tellNews(values, "new", news, all)
	}
	if d.Prices {
		news, all, err := tx.OtherPrices(ctx, user.ID, digestNames)
		if err != nil {
			return err
		}
		s.tellNews(values, "price", news, all)
		if err := tx.TellPrices(ctx, user.ID); err != nil {
			return err
		}
	}
	if len(values) == 1 {
		return nil
	}
	return s.post(ctx, tx, user, mail.Digest, mail.Args{Link: link, Stop: mail.StopPath + d.Secret, Values: values})
}

// tellNews adds models to the values of a mail: a line for each, which says the same in all
// languages, and how many more there are.
func (s *Shop) tellNews(values map[string]string, kind string, news []store.News, all int64) {
	currency := s.Settings().Currency
	for i, n := range news {
		line := fmt.Sprintf("%s (%s): ", n.Title, n.Author)
		if kind == "price" {
			line += n.Before.String() + " → "
		}
		values[fmt.Sprint(kind, i+1)] = line + n.Price.String() + " " + currency
	}
	if more := all - int64(len(news)); more > 0 {
		values[kind+"more"] = fmt.Sprint(more)
	}
}
