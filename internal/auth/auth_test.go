package auth_test

import (
	"hash/crc32"
	"regexp"
	"strings"
	"testing"

	"vitrine/internal/auth"
)

func TestNewSecret(t *testing.T) {
	t.Parallel()
	form := regexp.MustCompile(`^vtr_[0-9A-Za-z]{36}$`)
	seen := map[string]bool{}
	for range 1000 {
		secret := auth.NewSecret(auth.TokenPrefix)
		if !form.MatchString(secret) {
			t.Fatalf("secret %q does not look like %s", secret, form)
		}
		if !auth.ValidSecret(auth.TokenPrefix, secret) {
			t.Fatalf("a new secret %q is not valid", secret)
		}
		if seen[secret] {
			t.Fatalf("the secret %q came twice", secret)
		}
		seen[secret] = true
	}
}

func TestValidSecret(t *testing.T) {
	t.Parallel()
	secret := auth.NewSecret(auth.TokenPrefix)
	other := byte('a')
	if secret[10] == other {
		other = 'b'
	}
	for name, text := range map[string]string{
		"empty":            "",
		"prefix alone":     "vtr_",
		"other prefix":     strings.Replace(secret, "vtr_", "vtc_", 1),
		"no prefix":        secret[4:],
		"one letter wrong": secret[:10] + string(other) + secret[11:],
		"too short":        secret[:len(secret)-1],
		"too long":         secret + "0",
		"upper case":       strings.ToUpper(secret),
	} {
		if auth.ValidSecret(auth.TokenPrefix, text) {
			t.Errorf("%s: %q is taken for valid", name, text)
		}
	}
}

// The checksum is what scanners of other makers compute too: CRC-32 of the
// random part in base 62, most significant digit first, filled up with zeros.
func TestChecksumIsBase62OfCRC32(t *testing.T) {
	t.Parallel()
	const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	for range 100 {
		body := strings.TrimPrefix(auth.NewSecret(auth.TokenPrefix), "vtr_")
		var got uint64
		for _, c := range []byte(body[30:]) {
			got = got*62 + uint64(strings.IndexByte(digits, c))
		}
		if want := uint64(crc32.ChecksumIEEE([]byte(body[:30]))); got != want {
			t.Fatalf("checksum of %q is %d, want %d", body, got, want)
		}
	}
}

func TestHash(t *testing.T) {
	t.Parallel()
	const want = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" // FIPS 180-4, "abc"
	if got := auth.Hash("abc"); got != want {
		t.Errorf("Hash(abc) = %s, want %s", got, want)
	}
}
