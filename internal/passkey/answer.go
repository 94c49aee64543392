package passkey

import (
	"errors"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"vitrine"
)

// Added is the answer to AskToAdd.
type Added struct {
	parsed *protocol.ParsedCredentialCreationData
}

// Shown is the answer to AskToShow.
type Shown struct {
	parsed *protocol.ParsedCredentialAssertionData
}

// ReadAdded reads an answer, and believes nothing of it.
func ReadAdded(answer []byte) (Added, error) {
	parsed, err := protocol.ParseCredentialCreationResponseBytes(answer)
	if err != nil {
		return Added{}, refused(err)
	}
	return Added{parsed}, nil
}

// ReadShown reads an answer, and believes nothing of it.
func ReadShown(answer []byte) (Shown, error) {
	parsed, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return Shown{}, refused(err)
	}
	return Shown{parsed}, nil
}

// Challenge is what the browser says that it was asked with.
func (a Added) Challenge() string { return a.parsed.Response.CollectedClientData.Challenge }

// Challenge is what the browser says that it was asked with.
func (s Shown) Challenge() string { return s.parsed.Response.CollectedClientData.Challenge }

// CredentialID is what the authenticator knows the passkey by.
func (s Shown) CredentialID() []byte { return s.parsed.RawID }

// Accept checks the answer to a question that was asked of a person, and returns the
// passkey. Invalid when the answer is of another origin, of an authenticator that did not
// verify its user, or not what was asked for.
func (p *Party) Accept(a Added, person Person) (vitrine.Passkey, error) {
	w, err := p.webauthn("Vitrine")
	if err != nil {
		return vitrine.Passkey{}, err
	}
	credential, err := w.CreateCredential(person, webauthn.SessionData{
		Challenge: a.Challenge(), RelyingPartyID: p.id, UserID: person.Handle, UserVerification: protocol.VerificationRequired,
		CredParams: webauthn.CredentialParametersDefault(),
	}, a.parsed)
	if err != nil {
		return vitrine.Passkey{}, refused(err)
	}
	key := vitrine.Passkey{
		CredentialID: credential.ID, UserHandle: person.Handle, PublicKey: credential.PublicKey,
		SignCount: int64(credential.Authenticator.SignCount), BackupEligible: credential.Flags.BackupEligible,
		BackedUp: credential.Flags.BackupState,
	}
	for _, transport := range credential.Transport {
		if known(transport) {
			key.Transports = append(key.Transports, string(transport))
		}
	}
	return key, nil
}

// known reports whether a transport is one of those that there are: browsers pass on
// what authenticators say.
func known(transport protocol.AuthenticatorTransport) bool {
	switch transport {
	case protocol.USB, protocol.NFC, protocol.BLE, protocol.SmartCard, protocol.Hybrid, protocol.Internal:
		return true
	default:
		return false
	}
}

// Check checks that an answer was signed by a passkey, and returns the passkey as it is
// now: what its authenticator has counted to is for the caller to compare. Invalid as for
// Accept.
func (p *Party) Check(s Shown, key vitrine.Passkey) (vitrine.Passkey, error) {
	w, err := p.webauthn("Vitrine")
	if err != nil {
		return key, err
	}
	if len(s.parsed.Response.UserHandle) == 0 {
		// Authenticators may leave it out when they were asked for certain passkeys (WebAuthn 3, section 6.3.3).
		s.parsed.Response.UserHandle = key.UserHandle
	}
	person := Person{Handle: key.UserHandle, Passkeys: []vitrine.Passkey{key}}
	credential, err := w.ValidateDiscoverableLogin(func(_, _ []byte) (webauthn.User, error) { return person, nil }, webauthn.SessionData{
		Challenge: s.Challenge(), RelyingPartyID: p.id, UserVerification: protocol.VerificationRequired,
	}, s.parsed)
	if err != nil {
		return key, refused(err)
	}
	key.SignCount, key.BackedUp = int64(s.parsed.Response.AuthenticatorData.Counter), credential.Flags.BackupState
	return key, nil
}

// refused tells the caller that an answer is none, and the log why.
func refused(err error) error {
	why := err
	if e, ok := errors.AsType[*protocol.Error](err); ok && e.DevInfo != "" {
		why = errors.New(e.Details + ": " + e.DevInfo)
	}
	return &vitrine.Error{
		Code: vitrine.Invalid, Message: "this passkey's answer does not fit: it may be of another site, or was not asked for here", Err: why,
	}
}
