package app_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"vitrine/internal/app"
	"vitrine/internal/clocktest"
)

// TestDamageIsToldOnce asks again and again for bytes that are missing: the log says so once
// an hour for each reason.
func TestDamageIsToldOnce(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	clock := clocktest.At(time.Date(2026, 5, 6, 7, 8, 9, 0, time.UTC))
	tell := app.TellsOfDamage(slog.New(slog.NewTextHandler(&log, nil)), clock.Now)
	for range 3 {
		for range 100 {
			tell("damaged", "media/a", "they are missing")
			tell("damaged", "media/b", "they are missing")
			tell("damaged", "media/b", "they are cut off")
		}
		clock.Advance(time.Hour)
	}
	if lines := strings.Count(log.String(), "level=ERROR"); lines != 9 {
		t.Errorf("there are %d lines:\n%s", lines, log.String())
	}
}
