package auth_test

import (
	"fmt"
	"strings"

	"vitrine/internal/auth"
)

// A secret tells by itself whether it was mistyped, so that most wrong ones are refused
// without asking the database, which holds hashes alone.
func ExampleNewSecret() {
	token := auth.NewSecret(auth.TokenPrefix)
	fmt.Println(strings.HasPrefix(token, "vtr_"), auth.ValidSecret(auth.TokenPrefix, token))

	mistyped := []byte(token)
	mistyped[10] ^= 1
	fmt.Println(auth.ValidSecret(auth.TokenPrefix, string(mistyped)), auth.ValidSecret(auth.ClientPrefix, token))
	fmt.Println(len(auth.Hash(token)), strings.Contains(auth.Hash(token), token))
	// Output:
	// true true
	// false false
	// 64 false
}
