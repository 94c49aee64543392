package openid

import "net/http"

// Client is what the provider is asked with.
func (p *Provider) Client() *http.Client { return p.client }
