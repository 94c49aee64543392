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
	passwords := auth.NewPasswords(2)

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

func TestPasswordsGiveUpWithTheCaller(t *testing.T) {
	t.Parallel()
	passwords := auth.NewPasswords(1)
	defer passwords.Occupy()()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()

	_, err := passwords.Hash(ctx, "correct horse")

	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}
