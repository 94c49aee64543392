package app_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/app"
)

// TestBrokenWords refuses to start with words of mails that can't be used, and names them.
func TestBrokenWords(t *testing.T) {
	t.Parallel()
	for text, taken := range map[string]bool{
		"Subject: Your files from {{.Shop}}\n\n=> Receipt": true, "Subject: {{.Shopp}}": false, "Subject: {{": false, "Your files": false,
	} {
		folder := t.TempDir()
		if err := os.Mkdir(filepath.Join(folder, "en"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "en", "receipt.txt"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		c := settings(t)
		c.MailTemplates = folder
		started := errors.New("it has started")
		err := app.Serve(t.Context(), app.Options{Config: c, Log: slog.New(slog.DiscardHandler)}, func(context.Context, *app.App) error {
			return started
		})
		if taken != errors.Is(err, started) {
			t.Errorf("%q: taken: %v, %v", text, taken, err)
		}
		if !taken && (!strings.Contains(err.Error(), "--mail-templates") || !strings.Contains(err.Error(), "receipt")) {
			t.Errorf("%q is refused so: %v", text, err)
		}
	}
}
