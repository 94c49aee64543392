package receipt

import "crypto/ed25519"

// Private is the private half of a key.
func Private(k *Key) ed25519.PrivateKey { return k.private }
