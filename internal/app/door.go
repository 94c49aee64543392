package app

import (
	"net/http"
	"net/netip"
	"time"

	"vitrine/internal/door"
	"vitrine/internal/web"
)

// door is what the public address's connections come through.
func (app *App) door(observe func(pattern, method string, status int, took time.Duration)) (*door.Door, error) {
	proxies, err := app.config.Proxies()
	if err != nil {
		return nil, err
	}
	c := app.config
	rules := door.Rules{
		Connections: door.Places(int(c.Connections)), PerNetwork: int(c.ConnectionsPerAddress), HeaderBytes: int(c.HeaderBytes),
		HeadTime: c.HeaderTimeout, IdleTime: c.IdleTimeout, StallTime: c.StallTimeout, UploadSpeed: c.UploadSpeed, DownloadSpeed: c.DownloadSpeed,
		Trusted: func(address netip.Addr) bool { return web.Proxies(proxies).Contain(address) },
		// Whoever looks after the server has to see it when nobody else can.
		Always: func(r *http.Request) bool { return r.URL.Path == "/healthz" || r.URL.Path == "/readyz" },
		Refuse: web.Refuse(web.Options{BaseURL: c.BaseURL, Log: app.log, Observe: observe}),
	}
	if rules.Connections < int(c.Connections) {
		app.log.Warn("this process may not have as many files open as --max-connections needs", "connections", rules.Connections)
	}
	return door.New(rules), nil
}
