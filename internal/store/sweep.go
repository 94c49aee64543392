package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// sweepLimits names the setting with the limits that a server sweeps by.
const sweepLimits = "sweep_limits"

// SweepLimits are what a server was started with.
type SweepLimits struct {
	Share     int           `json:"share"`         // percent of the stored objects that one sweep may discard
	TrashTime time.Duration `json:"trash_time_ns"` // how long discarded bytes can still be brought back
}

// SetSweepLimits writes down what the server that was started last sweeps by.
func (tx *Tx) SetSweepLimits(ctx context.Context, limits SweepLimits) error {
	text, err := json.Marshal(limits)
	if err != nil {
		return fmt.Errorf("encode the sweep's limits: %w", err)
	}
	return tx.setSetting(ctx, sweepLimits, string(text))
}

// SweepLimits returns what SetSweepLimits wrote; NotFound before.
func (r *reads) SweepLimits(ctx context.Context) (limits SweepLimits, err error) {
	text, err := r.setting(ctx, sweepLimits)
	if err != nil {
		return limits, err
	}
	if err := json.Unmarshal([]byte(text), &limits); err != nil {
		return limits, fmt.Errorf("read the sweep's limits: %w", err)
	}
	return limits, nil
}
