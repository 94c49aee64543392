package browser

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/webauthn"
	"github.com/chromedp/chromedp"
)

// Authenticator is a device with passkeys, whose user is there and shows a finger.
type Authenticator struct {
	page *Page
	id   webauthn.AuthenticatorID
}

// Authenticator connects a device to the browser. Its passkeys need no name to be found.
func (p *Page) Authenticator() *Authenticator {
	p.t.Helper()
	call(p.ctx, p.t, webauthn.Enable, webauthn.EnableParams{})
	added := call(p.ctx, p.t, webauthn.AddVirtualAuthenticator, webauthn.AddVirtualAuthenticatorParams{
		Options: &webauthn.VirtualAuthenticatorOptions{
			Protocol: webauthn.AuthenticatorProtocolCtap2, Ctap2version: webauthn.Ctap2versionCtap21,
			Transport:      webauthn.AuthenticatorTransportInternal,
			HasResidentKey: true, HasUserVerification: true, IsUserVerified: true, AutomaticPresenceSimulation: true,
		},
	})
	return &Authenticator{p, added.AuthenticatorID}
}

// Leave takes the user away, or brings them back: nobody touches the device.
func (a *Authenticator) Leave(away bool) {
	a.page.t.Helper()
	call(a.page.ctx, a.page.t, webauthn.SetAutomaticPresenceSimulation, webauthn.SetAutomaticPresenceSimulationParams{
		AuthenticatorID: a.id, Enabled: !away,
	})
}

// Count is how many passkeys the device has.
func (a *Authenticator) Count() int {
	a.page.t.Helper()
	found := call(a.page.ctx, a.page.t, webauthn.GetCredentials, webauthn.GetCredentialsParams{AuthenticatorID: a.id})
	return len(found.Credentials)
}

// SetCount sets what all passkeys of the device have counted to.
func (a *Authenticator) SetCount(count float64) {
	a.page.t.Helper()
	found := call(a.page.ctx, a.page.t, webauthn.GetCredentials, webauthn.GetCredentialsParams{AuthenticatorID: a.id})
	for _, key := range found.Credentials {
		call(a.page.ctx, a.page.t, webauthn.SetCredentialProperties, webauthn.SetCredentialPropertiesParams{
			AuthenticatorID: a.id, CredentialID: key.CredentialID, SignCount: &count,
		})
	}
}

func call[P, R any](ctx context.Context, t testing.TB, command cdp.Command[P, R], params P) R {
	t.Helper()
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	result, err := chromedp.Call(ctx, command, params)
	if err != nil {
		t.Fatalf("%s: %v", command.Method, err)
	}
	return result
}
