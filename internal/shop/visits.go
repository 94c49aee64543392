package shop

import (
	"cmp"
	"context"
	"hash/maphash"
	"slices"
	"sync"
	"time"

	"vitrine/internal/store"
)

// Visit is who looks at something, as far as counting asks.
type Visit struct {
	Network string // that they come from
	Agent   string // the name of their program
	UserID  int64  // 0: nobody is signed in
}

type visitKey struct{}

// Visiting has what is looked at and downloaded in a context counted as that of somebody.
// Without it nothing is: what robots and authors do is nobody's interest.
func Visiting(ctx context.Context, v Visit) context.Context {
	return context.WithValue(ctx, visitKey{}, v)
}

// CountView counts that the page of a model was looked at. It writes to the database later.
func (s *Shop) CountView(ctx context.Context, modelID, authorID int64) {
	s.visits.count(ctx, s.now(), looked{model: modelID, author: authorID})
}

// countDownload counts that files of a model were downloaded.
func (s *Shop) countDownload(ctx context.Context, modelID, authorID int64) {
	s.visits.count(ctx, s.now(), looked{modelID, authorID, true})
}

// looked is something that is counted.
type looked struct {
	model, author int64
	downloaded    bool
}

const (
	// rememberedVisits is how many visits are known again as long as the day lasts: at least this many, and at most twice as many.
	rememberedVisits = 100_000
	// waitingDays bounds what waits to be written, in models and days.
	waitingDays = 100_000
	// seenAtOnce is how many models one transaction counts.
	seenAtOnce = 200
)

// visits counts in memory. Who comes again on the same day is known by a hash of network,
// program and model, with a seed of its own for each day and process that is nowhere else:
// no address is kept, and none can be found out afterwards.
type visits struct {
	mu           sync.Mutex
	day          int64
	seed         maphash.Seed
	known, older map[uint64]struct{}
	waiting      map[modelDay]store.Seen
}

type modelDay struct{ model, day int64 }

func (v *visits) count(ctx context.Context, now time.Time, what looked) {
	who, ok := ctx.Value(visitKey{}).(Visit)
	if !ok || who.UserID != 0 && who.UserID == what.author {
		return
	}
	const day = 24 * time.Hour
	v.mu.Lock()
	defer v.mu.Unlock()
	if today := now.Unix() / int64(day.Seconds()); today != v.day || v.known == nil {
		v.day, v.seed, v.known, v.older = today, maphash.MakeSeed(), map[uint64]struct{}{}, nil
	}
	if v.again(who, what) {
		return
	}
	key := modelDay{what.model, v.day}
	if v.waiting == nil {
		v.waiting = map[modelDay]store.Seen{}
	}
	seen, waits := v.waiting[key]
	if !waits && len(v.waiting) >= waitingDays {
		return
	}
	if what.downloaded {
		seen.Downloads++
	} else {
		seen.Views++
	}
	v.waiting[key] = seen
}

// again reports whether somebody did the same before on this day, as far as that is known.
func (v *visits) again(who Visit, what looked) bool {
	hash := maphash.Comparable(v.seed, struct {
		network, agent string
		model          int64
		downloaded     bool
	}{who.Network, who.Agent, what.model, what.downloaded})
	if _, known := v.known[hash]; known {
		return true
	}
	_, known := v.older[hash]
	if !known && len(v.known) >= rememberedVisits {
		v.known, v.older = map[uint64]struct{}{}, v.known
	}
	v.known[hash] = struct{}{}
	return known
}

// take returns what waits to be written, and forgets it.
func (v *visits) take() map[modelDay]store.Seen {
	v.mu.Lock()
	defer v.mu.Unlock()
	waiting := v.waiting
	v.waiting = nil
	return waiting
}

// putBack has what was not written wait on.
func (v *visits) putBack(rest map[modelDay]store.Seen) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.waiting == nil {
		v.waiting = map[modelDay]store.Seen{}
	}
	for key, seen := range rest {
		more := v.waiting[key]
		v.waiting[key] = store.Seen{Views: seen.Views + more.Views, Downloads: seen.Downloads + more.Downloads}
	}
}

// WriteVisits writes what was counted since the last time into the database, where all
// processes add up. What a process that is killed has not written is lost.
func (s *Shop) WriteVisits(ctx context.Context) error {
	waiting := s.visits.take()
	for len(waiting) > 0 {
		var some []store.Seen
		for key, seen := range waiting {
			seen.ModelID, seen.Day = key.model, time.Unix(key.day*86400, 0)
			if some = append(some, seen); len(some) == seenAtOnce {
				break
			}
		}
		// In one order, so that processes that write at once wait for each other and never in a circle.
		slices.SortFunc(some, func(a, b store.Seen) int { return cmp.Or(cmp.Compare(a.ModelID, b.ModelID), a.Day.Compare(b.Day)) })
		err := s.db.Write(ctx, func(tx *store.Tx) error {
			for _, seen := range some {
				if err := tx.AddSeen(ctx, seen); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			s.visits.putBack(waiting)
			return err
		}
		for _, seen := range some {
			delete(waiting, modelDay{seen.ModelID, seen.Day.Unix() / 86400})
		}
	}
	return nil
}
