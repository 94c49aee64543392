package app

import (
	"context"
	"net"
	"net/http"
	"time"

	"vitrine/internal/auth"
	"vitrine/internal/config"
	"vitrine/internal/payment/stripe"
	"vitrine/internal/payment/stripesim"
)

// tellTries is how often an event of the simulation is sent that nobody takes.
const tellTries = 5

// simulateStripe serves a simulation of Stripe beside a marketplace, and has the marketplace
// use it. end ends it.
func simulateStripe(ctx context.Context, c *config.Config) (end func(), err error) {
	host, _, err := net.SplitHostPort(c.Listen)
	if err != nil {
		return nil, err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", net.JoinHostPort(host, "0"))
	if err != nil {
		return nil, err
	}
	address := "http://" + listener.Addr().String()
	key, secret := "sk_test_"+auth.RandomText(20), "whsec_"+auth.RandomText(32)
	var sim *stripesim.Sim
	tell := func(e *stripesim.Event) {
		for i := range tellTries {
			if sim.Send(ctx, c.BaseURL+"/payments/stripe/events", e) == nil || ctx.Err() != nil {
				return
			}
			time.Sleep(time.Second << i)
		}
	}
	sim = stripesim.New(stripesim.Options{Key: key, Secret: secret, Address: address, Told: func(e *stripesim.Event) { go tell(e) }})
	server := &http.Server{Handler: sim, ReadHeaderTimeout: 10 * time.Second}
	go func() { _ = server.Serve(listener) }() // until it is closed
	c.Payments, c.StripeKey, c.StripeSecrets, c.StripeAPI = stripe.Name, key, secret, address
	return func() { _ = server.Close() }, c.Check()
}
