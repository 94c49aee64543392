package inspect

import (
	"os"
	"time"
)

// Openly has children run as on a machine that forbids user namespaces.
func (r *Runner) Openly() *Runner {
	r.open.Store(true)
	return r
}

// OnEnd is told of each child that ended.
func (p *Photos) OnEnd(tell func(*os.ProcessState)) { p.runner.ended = tell }

// Hurry leaves a picture so much time to have its turn, and then its child.
func (p *Photos) Hurry(turn, child time.Duration) { p.patience, p.runner.Wall = turn, child }

// OnEnd is told of each child that ended.
func (r *Runner) OnEnd(tell func(*os.ProcessState)) { r.ended = tell }
