package shop

import (
	"context"
	"strconv"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

// ReviewsPath begins the path of the reviews of a model, whose id follows; that of a review
// follows where the path is of one.
const ReviewsPath = "/reviews/"

// ReviewPath is the path of a review.
func ReviewPath(v *vitrine.Review) string {
	return ReviewsPath + strconv.FormatInt(v.ModelID, 10) + "/" + strconv.FormatInt(v.ID, 10)
}

// reviewing is how often somebody may write or change reviews, and answering the same of the
// answers of an author.
func reviewing(user vitrine.User) attempts {
	return attempts{"review by", strconv.FormatInt(user.ID, 10), 20, 3 * time.Minute}
}

func answering(user vitrine.User) attempts {
	return attempts{"answer by", strconv.FormatInt(user.ID, 10), 60, time.Minute}
}

// buyersReader reads who bought what, in a transaction or not.
type buyersReader interface {
	ModelRow(ctx context.Context, id int64) (*vitrine.Model, error)
	User(ctx context.Context, id int64) (*vitrine.User, error)
	Bought(ctx context.Context, buyerID, modelID int64) (store.Bought, error)
	ReviewBy(ctx context.Context, modelID, userID int64) (*vitrine.Review, error)
}

// onShelf is a model that everybody sees; NotFound for others, whoever asks.
func onShelf(ctx context.Context, db buyersReader, id int64) (*vitrine.Model, error) {
	m, err := db.ModelRow(ctx, id)
	if err == nil && m.Status != vitrine.Published {
		err = vitrine.Errorf(vitrine.NotFound, "there is no model %d", id)
	}
	if err != nil {
		return nil, err
	}
	return m, nil
}

// mayReview says why somebody can't review a model: those can who bought it. What cost them
// nothing they review under an address that they read, as anybody can make accounts.
func mayReview(ctx context.Context, db buyersReader, userID int64, m *vitrine.Model) error {
	user, err := db.User(ctx, userID)
	if err != nil {
		return err
	}
	if !user.SuspendedAt.IsZero() {
		return notSignedIn()
	}
	if m.AuthorID == userID {
		return vitrine.Errorf(vitrine.Forbidden, "this is your own model: its buyers review it")
	}
	bought, err := db.Bought(ctx, userID, m.ID)
	switch unread := user.EmailConfirmedAt.IsZero(); {
	case err != nil:
		return err
	case unread && bought.Most == 0:
		return vitrine.Errorf(vitrine.Forbidden, "those review a model who bought it: confirm your email address first, if you did")
	case bought.Orders == 0:
		return vitrine.Errorf(vitrine.Forbidden, "those review a model who bought it: no order of it is yours, paid and not refunded")
	}
	return nil
}

// Reviewing is a model as somebody sees it who reviews it, or wants to.
type Reviewing struct {
	Model   *vitrine.Model
	Review  *vitrine.Review // theirs; nil: none yet
	Refusal error           // why they can't write it, or change it; nil: they can
}

// Reviewing returns what somebody says of a model, and whether they may. NotFound where the
// model is not in the catalogue and they say nothing.
func (s *Shop) Reviewing(ctx context.Context, caller vitrine.Caller, modelID int64) (r Reviewing, err error) {
	if err := s.claimOwn(ctx, caller.User.ID); err != nil {
		return r, err
	}
	r.Review, err = s.db.ReviewBy(ctx, modelID, caller.User.ID)
	if err != nil && vitrine.CodeOf(err) != vitrine.NotFound {
		return r, err
	}
	if r.Model, err = onShelf(ctx, s.db, modelID); err != nil {
		return r, err
	}
	r.Refusal = mayReview(ctx, s.db, caller.User.ID, r.Model)
	if r.Refusal == nil && r.Review != nil && r.Review.Hidden {
		r.Refusal = reviewHidden()
	}
	if r.Refusal != nil && vitrine.CodeOf(r.Refusal) == "" {
		return r, r.Refusal
	}
	return r, nil
}

func reviewHidden() error {
	return vitrine.Errorf(vitrine.Conflict, "a moderator took your review off: you have the reasons by mail, and can object there")
}

// SaveReview stores what somebody says of a model that they bought: their one review of it.
// pre is asked about its version, 0 for none yet. The same words once more change nothing.
func (s *Shop) SaveReview(ctx context.Context, caller vitrine.Caller, modelID int64, words vitrine.Words, pre Precondition) (
	v *vitrine.Review, err error,
) {
	words.Clean()
	if err := vitrine.InvalidFields(words.Check()); err != nil {
		return nil, err
	}
	if err := s.claimOwn(ctx, caller.User.ID); err != nil {
		return nil, err
	}
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		m, err := onShelf(ctx, tx, modelID)
		if err != nil {
			return err
		}
		if err := mayReview(ctx, tx, caller.User.ID, m); err != nil {
			return err
		}
		v, err = tx.ReviewBy(ctx, modelID, caller.User.ID)
		if vitrine.CodeOf(err) == vitrine.NotFound {
			v, err = s.addReview(ctx, tx, caller, modelID, words, pre)
			return err
		}
		if err != nil || v.Words == words && !v.Hidden {
			return err
		}
		return s.changeReview(ctx, tx, caller, v, words, pre)
	})
	if err != nil {
		return nil, err
	}
	return v, nil
}

func (s *Shop) addReview(ctx context.Context, tx *store.Tx, caller vitrine.Caller, modelID int64, words vitrine.Words, pre Precondition) (
	*vitrine.Review, error,
) {
	if err := pre.check(0); err != nil {
		return nil, err
	}
	if err := s.spendIn(ctx, tx, reviewing(caller.User)); err != nil {
		return nil, err
	}
	v := &vitrine.Review{ModelID: modelID, UserID: caller.User.ID, Username: caller.User.Username, Words: words, CreatedAt: s.now(),
		UpdatedAt: s.now()}
	added, err := tx.InsertReview(ctx, v)
	if err == nil && !added {
		err = vitrine.Errorf(vitrine.Conflict, "you have reviewed this model in this moment: look at what is there now")
	}
	return v, err
}

// changeReview changes a review and what is known of it.
func (s *Shop) changeReview(
	ctx context.Context, tx *store.Tx, caller vitrine.Caller, v *vitrine.Review, words vitrine.Words, pre Precondition,
) error {
	if v.Hidden {
		return reviewHidden()
	}
	if err := pre.check(v.Version); err != nil {
		return err
	}
	if err := s.spendIn(ctx, tx, reviewing(caller.User)); err != nil {
		return err
	}
	// Each change is later than what it follows, so that an answer can be held against it.
	now := s.now()
	if !now.After(v.UpdatedAt) {
		now = v.UpdatedAt.Add(time.Microsecond)
	}
	if err := tx.UpdateReview(ctx, v, words, now); err != nil {
		return err
	}
	v.Words, v.Refunded, v.UpdatedAt = words, false, now
	v.Version++
	return nil
}

// ownReview is what somebody says of a model, for them to change anything but its words.
func (s *Shop) ownReview(ctx context.Context, tx *store.Tx, caller vitrine.Caller, modelID int64) (*vitrine.Review, error) {
	user, err := tx.User(ctx, caller.User.ID)
	if err == nil && !user.SuspendedAt.IsZero() {
		err = notSignedIn()
	}
	if err != nil {
		return nil, err
	}
	v, err := tx.ReviewBy(ctx, modelID, caller.User.ID)
	if err == nil && v.Hidden {
		// Who could take it back could write it anew, as if nobody had decided.
		err = reviewHidden()
	}
	return v, err
}

// WithdrawReview removes what somebody says of a model, with its pictures.
func (s *Shop) WithdrawReview(ctx context.Context, caller vitrine.Caller, modelID int64, pre Precondition) error {
	return s.db.Write(ctx, func(tx *store.Tx) error {
		v, err := s.ownReview(ctx, tx, caller, modelID)
		if err != nil {
			return err
		}
		if err := pre.check(v.Version); err != nil {
			return err
		}
		return tx.RemoveReview(ctx, v)
	})
}

// AnswerReview stores what the author of a model answers to a review. They may change it for a
// day, and once more when the review was changed.
func (s *Shop) AnswerReview(ctx context.Context, caller vitrine.Caller, id int64, text string) (*vitrine.Review, error) {
	words := vitrine.Words{Text: text}
	words.Clean()
	if err := vitrine.InvalidFields(vitrine.CheckAnswer(words.Text)); err != nil {
		return nil, err
	}
	var v *vitrine.Review
	err := s.db.Write(ctx, func(tx *store.Tx) (err error) {
		if v, err = s.answerable(ctx, tx, caller, id); err != nil || v.Answer == words.Text {
			return err
		}
		if !v.Answerable(s.now()) {
			return vitrine.Errorf(vitrine.Conflict, "your answer stands: it could be changed for a day, and can be again once the review is changed")
		}
		if err := s.spendIn(ctx, tx, answering(caller.User)); err != nil {
			return err
		}
		if err := tx.AnswerReview(ctx, v, words.Text, s.now()); err != nil {
			return err
		}
		v.Answer, v.AnsweredAt = words.Text, s.now()
		v.Version++
		return nil
	})
	if err != nil {
		return nil, err
	}
	return v, nil
}

// answerable is a review of a model of the caller; NotFound for those of others.
func (s *Shop) answerable(ctx context.Context, tx *store.Tx, caller vitrine.Caller, id int64) (*vitrine.Review, error) {
	v, err := tx.Review(ctx, id)
	if err != nil {
		return nil, err
	}
	m, err := onShelf(ctx, tx, v.ModelID)
	if err == nil && (v.Hidden || m.AuthorID != caller.User.ID) {
		err = vitrine.Errorf(vitrine.NotFound, "there is no review %d", id)
	}
	if err != nil {
		return nil, err
	}
	author, err := tx.User(ctx, caller.User.ID)
	if err == nil && !author.SuspendedAt.IsZero() {
		err = notSignedIn()
	}
	return v, err
}
