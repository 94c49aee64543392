// Package passkey speaks WebAuthn with browsers: it makes what they are asked with, and
// checks what authenticators answer. A passkey is good for one marketplace at one origin,
// is found by its authenticator without a name, and is used only after the authenticator
// has verified its user by a PIN, a finger or a face.
//
// The package knows nothing of HTTP, accounts or the database: who asked for what, and
// that it is answered once, is for its caller to know.
package passkey

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/url"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"vitrine"
)

// Party is a marketplace as authenticators know it (a relying party).
type Party struct{ id, origin string }

// New makes the party of a marketplace with a public base address. There is none at an IP
// address, and none without HTTPS but on this machine: browsers allow no passkeys there.
func New(baseURL string) (*Party, error) {
	u, err := url.Parse(baseURL)
	if err != nil {
		return nil, fmt.Errorf("passkeys: %w", err)
	}
	host := u.Hostname()
	if host == "" || net.ParseIP(host) != nil {
		return nil, errors.New("passkeys need a base address with a name, not with the number of a machine")
	}
	if u.Scheme != "https" && host != "localhost" {
		return nil, errors.New("passkeys need a base address that begins with https")
	}
	p := &Party{id: host, origin: u.Scheme + "://" + u.Host}
	_, err = p.webauthn("Vitrine")
	return p, err
}

// webauthn is the party under the name that the marketplace has now.
func (p *Party) webauthn(name string) (*webauthn.WebAuthn, error) {
	resident := true
	w, err := webauthn.New(&webauthn.Config{
		RPID: p.id, RPOrigins: []string{p.origin}, RPDisplayName: name,
		AttestationPreference: protocol.PreferNoAttestation, // whose make an authenticator is decides nothing here
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			RequireResidentKey: &resident, ResidentKey: protocol.ResidentKeyRequirementRequired, UserVerification: protocol.VerificationRequired,
		},
		// Programs that keep passwords answer more than they were asked.
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore,
	})
	if err != nil {
		return nil, fmt.Errorf("passkeys: %w", err)
	}
	return w, nil
}

// Person is somebody as authenticators know them.
type Person struct {
	Handle   []byte // at most 64 bytes that tell nothing of them
	Name     string
	Passkeys []vitrine.Passkey
}

// The methods by which the library knows a person.

// WebAuthnID is what authenticators know the person by.
func (p Person) WebAuthnID() []byte { return p.Handle }

// WebAuthnName is shown by authenticators.
func (p Person) WebAuthnName() string { return p.Name }

// WebAuthnDisplayName is shown by authenticators.
func (p Person) WebAuthnDisplayName() string { return p.Name }

// WebAuthnCredentials are the person's passkeys.
func (p Person) WebAuthnCredentials() (list []webauthn.Credential) {
	for _, key := range p.Passkeys {
		c := webauthn.Credential{ID: key.CredentialID, PublicKey: key.PublicKey}
		c.Flags.UserPresent, c.Flags.UserVerified = true, true
		c.Flags.BackupEligible, c.Flags.BackupState = key.BackupEligible, key.BackedUp
		c.Authenticator.SignCount = uint32(key.SignCount)
		for _, transport := range key.Transports {
			c.Transport = append(c.Transport, protocol.AuthenticatorTransport(transport))
		}
		list = append(list, c)
	}
	return list
}

// Question is what a browser is asked with.
type Question struct {
	Options   json.RawMessage // PublicKeyCredentialCreationOptionsJSON or PublicKeyCredentialRequestOptionsJSON
	Challenge string          // that the answer holds
}

// AskToAdd asks for a new passkey of a person in a marketplace of a name. Authenticators
// with one of the person's passkeys make no other.
func (p *Party) AskToAdd(place string, person Person) (Question, error) {
	w, err := p.webauthn(place)
	if err != nil {
		return Question{}, err
	}
	creation, session, err := w.BeginRegistration(person,
		webauthn.WithExclusions(webauthn.Credentials(person.WebAuthnCredentials()).CredentialDescriptors()))
	if err != nil {
		return Question{}, fmt.Errorf("ask for a passkey: %w", err)
	}
	return question(creation.Response, session.Challenge)
}

// AskToShow asks for one of some passkeys; for any, when there are none.
func (p *Party) AskToShow(any []vitrine.Passkey) (Question, error) {
	w, err := p.webauthn("Vitrine")
	if err != nil {
		return Question{}, err
	}
	var options []webauthn.LoginOption
	if len(any) > 0 {
		owned := Person{Passkeys: any}.WebAuthnCredentials()
		options = append(options, webauthn.WithAllowedCredentials(webauthn.Credentials(owned).CredentialDescriptors()))
	}
	assertion, session, err := w.BeginDiscoverableLogin(options...)
	if err != nil {
		return Question{}, fmt.Errorf("ask for a passkey: %w", err)
	}
	return question(assertion.Response, session.Challenge)
}

func question(options any, challenge string) (Question, error) {
	text, err := json.Marshal(options)
	if err != nil {
		return Question{}, fmt.Errorf("ask for a passkey: %w", err)
	}
	return Question{Options: text, Challenge: challenge}, nil
}
