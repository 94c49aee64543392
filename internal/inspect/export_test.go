package inspect

import "os"

// Openly has children run as on a machine that forbids user namespaces.
func (r *Runner) Openly() *Runner {
	r.open.Store(true)
	return r
}

// OnEnd is told of each child that ended.
func (p *Photos) OnEnd(tell func(*os.ProcessState)) { p.runner.ended = tell }

// OnEnd is told of each child that ended.
func (r *Runner) OnEnd(tell func(*os.ProcessState)) { r.ended = tell }
