package config

import (
	"time"

	"github.com/urfave/cli/v3"

	"vitrine/internal/door"
)

// doorFlags say what connections are held to.
func (c *Config) doorFlags(getenv Getenv) []cli.Flag {
	number := func(name string, value int64, usage string, to *int64) cli.Flag {
		return &cli.Int64Flag{Name: name, Value: value, Usage: usage, Destination: to, Sources: from(getenv, name, nil)}
	}
	span := func(name string, value time.Duration, usage string, to *time.Duration) cli.Flag {
		return &cli.DurationFlag{Name: name, Value: value, Usage: usage, Destination: to, Sources: from(getenv, name, nil)}
	}
	shipped := door.DefaultRules()
	return []cli.Flag{
		number("max-connections", int64(shipped.Connections),
			"connections at once; never more than half of the file descriptors that the process may have", &c.Connections),
		number("max-connections-per-address", int64(shipped.PerNetwork),
			"of one IPv4 address or one /64 of IPv6; behind trusted proxies, requests of a client at once", &c.ConnectionsPerAddress),
		number("max-header-bytes", int64(shipped.HeaderBytes), "a request's line and headers, about", &c.HeaderBytes),
		span("header-timeout", shipped.HeadTime, "for a request's line and headers", &c.HeaderTimeout),
		span("idle-timeout", shipped.IdleTime, "for the next request of a connection", &c.IdleTimeout),
		span("stall-timeout", shipped.StallTime, "how long a body or an answer may stand still", &c.StallTimeout),
		number("min-upload-speed", shipped.UploadSpeed, "bytes a second that a body arrives with on average; 0: it only must not stand still",
			&c.UploadSpeed),
		number("min-download-speed", shipped.DownloadSpeed,
			"bytes a second that an answer is read with on average; 0: it only must not stand still", &c.DownloadSpeed),
	}
}
