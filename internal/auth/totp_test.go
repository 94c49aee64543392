package auth_test

import (
	"encoding/base32"
	"net/url"
	"regexp"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/auth"
)

// TestMatchTOTP takes the codes of RFC 6238, appendix B, with six digits.
func TestMatchTOTP(t *testing.T) {
	t.Parallel()
	secret := base32.StdEncoding.EncodeToString([]byte("12345678901234567890"))
	for at, code := range map[int64]string{
		59: "287082", 1111111109: "081804", 1111111111: "050471", 1234567890: "005924", 2000000000: "279037", 20000000000: "353130",
	} {
		now := time.Unix(at, 0)
		for off, want := range map[time.Duration]bool{0: true, -30 * time.Second: true, 30 * time.Second: true, time.Minute + 2: false} {
			step, ok := auth.MatchTOTP(secret, code, now.Add(off), 0)
			if ok != want || ok && step != at/30 {
				t.Errorf("%s of %d, %s off: step %d, %v", code, at, off, step, ok)
			}
		}
		if _, ok := auth.MatchTOTP(secret, code, now, at/30); ok {
			t.Errorf("%s is taken twice", code)
		}
	}
	for _, code := range []string{"", "28708", "2870820", "287083"} {
		if _, ok := auth.MatchTOTP(secret, code, time.Unix(59, 0), 0); ok {
			t.Errorf("%q is taken", code)
		}
	}
	for _, broken := range []string{"", "!"} {
		if _, ok := auth.MatchTOTP(broken, "287082", time.Unix(59, 0), 0); ok {
			t.Errorf("the secret %q shows codes", broken)
		}
	}
	// What an empty secret would show: RFC 4226 with a key of no bytes, counter 1.
	if _, ok := auth.MatchTOTP("", "812658", time.Unix(59, 0), 0); ok {
		t.Error("no secret shows codes")
	}
}

func TestTOTPAddress(t *testing.T) {
	t.Parallel()
	u, err := url.Parse(auth.TOTPAddress("Lime & Co: shop", "ada", "ABC"))
	if err != nil {
		t.Fatal(err)
	}
	if u.Scheme != "otpauth" || u.Host != "totp" || u.Path != "/Lime & Co  shop:ada" || u.Query().Get("secret") != "ABC" ||
		u.Query().Get("issuer") != "Lime & Co  shop" {
		t.Errorf("the address is %s", u)
	}
}

func TestNewRecoveryCode(t *testing.T) {
	t.Parallel()
	form, seen := regexp.MustCompile(`^([a-z2-9]{4}-){3}[a-z2-9]{4}$`), map[string]bool{}
	for range 100 {
		code := auth.NewRecoveryCode()
		if !form.MatchString(code) || seen[code] {
			t.Errorf("the code is %q", code)
		}
		seen[code] = true
	}
}

func TestLock(t *testing.T) {
	t.Parallel()
	older, newer := auth.NewKey(), auth.NewKey()
	parse := func(text string) *auth.Keys {
		keys, err := auth.ParseKeys(text)
		if err != nil {
			t.Fatal(err)
		}
		return keys
	}
	locked := parse(older).Lock(vitrine.FactorSecret, "user 1", "secret")
	if locked == parse(older).Lock(vitrine.FactorSecret, "user 1", "secret") {
		t.Error("the same secret looks the same twice")
	}
	for _, c := range []struct {
		keys  string
		kind  vitrine.SecretKind
		whose string
		want  string
	}{
		{older, vitrine.FactorSecret, "user 1", "secret"}, {newer + "," + older, vitrine.FactorSecret, "user 1", "secret"},
		{newer, vitrine.FactorSecret, "user 1", ""}, {older, vitrine.CheckoutSecret, "user 1", ""}, {older, vitrine.FactorSecret, "user 2", ""},
	} {
		if got := parse(c.keys).Unlock(c.kind, c.whose, locked); got != c.want {
			t.Errorf("%+v opens %q", c, got)
		}
	}
	for _, broken := range []string{"", "!", "AAAA", locked[:len(locked)-2]} {
		if got := parse(older).Unlock(vitrine.FactorSecret, "user 1", broken); got != "" {
			t.Errorf("%q opens as %q", broken, got)
		}
	}
}
