package auth_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"vitrine/internal/auth"
)

func TestPasswords(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	passwords := auth.NewPasswords(2, auth.Recommended())

	hash, err := passwords.Hash(ctx, "correct horse")
	if err != nil {
		t.Fatal(err)
	}

	if !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("hash %q is not Argon2id with 19 MiB, 2 passes and 1 lane", hash)
	}
	for _, c := range []struct {
		name, password, hash string
		want                 bool
	}{
		{"the same", "correct horse", hash, true},
		{"another", "correct horses", hash, false},
		{"an ending behind a zero byte", "correct horse\x00", hash, false},
		{"none stored", "correct horse", auth.NoPassword, false},
		{"none stored, none given", "", auth.NoPassword, false},
	} {
		got, err := passwords.Match(ctx, c.password, c.hash)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got != c.want {
			t.Errorf("%s: match is %v, want %v", c.name, got, c.want)
		}
	}
}

// TestPasswordsOfOtherKeyboards types é as one character and as two.
func TestPasswordsOfOtherKeyboards(t *testing.T) {
	t.Parallel()
	passwords := auth.NewPasswords(1, auth.Recommended())
	hash, err := passwords.Hash(t.Context(), "cafe\u0301 noir")
	if err != nil {
		t.Fatal(err)
	}
	for password, want := range map[string]bool{"caf\u00e9 noir": true, "cafe\u0301 noir": true, "cafe noir": false, "CAF\u00c9 NOIR": false} {
		if got, err := passwords.Match(t.Context(), password, hash); err != nil || got != want {
			t.Errorf("%q matches: %v, %v", password, got, err)
		}
	}
}

func TestPasswordsGiveUpWithTheCaller(t *testing.T) {
	t.Parallel()
	passwords := auth.NewPasswords(1, auth.Recommended())
	defer passwords.Occupy()()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()

	_, err := passwords.Hash(ctx, "correct horse")

	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}
