package shop_test

import (
	"strconv"
	"testing"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// TestTransfersAreTold tells a seller's program what was moved to their own account, what could not be, once, and what went back.
func TestTransfersAreTold(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := hooked(t, db)
		endpoint := m.endpoint(t, m.seller, func(n *shop.NewEndpoint) {
			n.Events = vitrine.Some([]vitrine.EventType{vitrine.EventTransferCreated, vitrine.EventTransferReversed, vitrine.EventTransferFailed})
		})
		s := tillOf(t, m, nil)
		account := s.connects(t)
		first := s.sells(t)
		s.moves(t)
		s.givesBack(t, first)
		s.moves(t)
		second := s.sells(t)
		s.moves(t)
		s.occurs(t, func() error { return s.sim.PayOut(account, "") })
		s.givesBack(t, second)
		s.moves(t)
		s.moves(t)
		heard := m.heard(t, m.seller, endpoint)
		if got := types(heard); got != "transfer.created transfer.reversed transfer.created transfer.failed" {
			t.Fatalf("the seller heard %s", got)
		}
		for i, there := range []string{"12.50", "0.00", "12.50", "12.50"} {
			o, got := []*vitrine.Order{first, second}[i/2], heard[i].Data
			if got["object"] != "transfer" || got["order_id"] != strconv.FormatInt(o.ID, 10) || got["amount"] != "12.50" ||
				got["there"] != there || heard[i].Sequence != int64(i%2+1) {
				t.Errorf("message %d says %+v", i, heard[i])
			}
		}
	})
}
