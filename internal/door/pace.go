package door

import (
	"math"
	"time"
)

// pace is how long one direction of a connection may still stand still. Waiting
// uses it up; bytes that move give it back, as many seconds as they need at the
// least speed, up to the whole.
type pace struct {
	whole, left time.Duration
	speed       float64 // bytes a second; 0: any byte gives all of it back
}

func newPace(whole time.Duration, speed int64) pace { return pace{whole, whole, float64(speed)} }

// moved counts bytes that took a while, and reports whether there is time left.
func (p *pace) moved(took time.Duration, bytes int64) bool {
	back := 0.0
	switch {
	case bytes > 0 && p.speed > 0:
		back = float64(bytes) / p.speed * float64(time.Second)
	case bytes > 0:
		back = math.MaxInt64 / 2
	}
	p.left = time.Duration(min(float64(p.left-took)+back, float64(p.whole)))
	return p.left > 0
}

// deadline is the time at which a direction has stood still for too long. A
// deadline that is set already and near enough stays: setting one costs as much
// as a small answer.
func (p *pace) deadline(now, set time.Time) (deadline time.Time, anew bool) {
	deadline = now.Add(p.left)
	if early := deadline.Sub(set); early >= 0 && early <= p.whole/16 {
		return set, false
	}
	return deadline, true
}
