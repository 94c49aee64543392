package app

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// tryIsolation has a reader try to get out, and says once how that ended: loudly where
// it got out. Where isolation is required, it is an error that anything is missing.
func (o Options) tryIsolation(ctx context.Context) error {
	if o.Isolation == nil {
		return nil
	}
	var files []string
	if database := o.Config.Database; !strings.Contains(database, "://") {
		files = append(files, database)
	}
	found, err := o.Isolation(ctx, files...)
	problem := found.Gaps()
	if err != nil {
		problem = err.Error()
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case problem != "" && o.Config.RequireIsolation:
		return fmt.Errorf("--require-isolation: %w", errors.New(problem))
	case err != nil || len(found.Open) > 0:
		o.Log.Warn("UPLOADS ARE READ WITHOUT FULL ISOLATION: a file that takes over its reader could get out; see docs/security.md, and "+
			"--require-isolation", "held_by", found.String(), "missing", problem)
	default:
		o.Log.Info("uploads are read in isolation: a reader that tried found no way to a file, the network, a program or another process",
			"held_by", found.String(), "missing", problem)
	}
	return nil
}
