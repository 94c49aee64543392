package store

import (
	"context"
	"encoding/json"
	"fmt"

	"vitrine"
)

// houseSetting names the setting with what the operator says about the marketplace.
const houseSetting = "house"

// House reads what the operator said about the marketplace; the shipped values where
// nothing was.
func (r *reads) House(ctx context.Context) (vitrine.House, error) {
	house := vitrine.DefaultHouse()
	text, err := r.setting(ctx, houseSetting)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return house, nil
	}
	if err != nil {
		return house, err
	}
	if err := json.Unmarshal([]byte(text), &house); err != nil {
		return house, fmt.Errorf("read what the operator said of the marketplace: %w", err)
	}
	return house, nil
}

// SetHouse stores what the operator says about the marketplace.
func (tx *Tx) SetHouse(ctx context.Context, house vitrine.House) error {
	text, err := json.Marshal(house)
	if err != nil {
		return fmt.Errorf("store what the operator says of the marketplace: %w", err)
	}
	if err := tx.setSetting(ctx, houseSetting, string(text)); err != nil {
		return err
	}
	return tx.changeCallers(ctx) // every process keeps it
}
