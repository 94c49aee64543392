package app

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/urfave/cli/v3"

	"vitrine"
	"vitrine/client"
	"vitrine/internal/webhook"
)

// The pauses and bounds of listening.
const (
	pollPause   = time.Second
	listenWaits = 30 * time.Second
)

// listen has a program that is being developed told of events: it polls a server for them and
// sends them to an address of this machine, signed as webhooks are.
func (env Environment) listen() *cli.Command {
	text := func(name, usage string) cli.Flag { return &cli.StringFlag{Name: name, Usage: usage} }
	return &cli.Command{
		Name:  "listen",
		Usage: "send the events of a server to a program that is being developed: vitrine listen --forward-to http://localhost:3000/hooks",
		Flags: []cli.Flag{
			text("forward-to", "address that events are sent to"),
			text("server", "base address of the server (default: http://127.0.0.1:8080)"),
			text("token-file",
				"file with an access token that has webhooks:write, orders:read and models:read (default: what is in VITRINE_TOKEN)"),
			text("events", "events to ask for, with commas between them (default: all)"),
			&cli.BoolFlag{Name: "marketplace", Usage: "all of the marketplace's, which takes the scope admin"},
		},
		Action: func(ctx context.Context, cmd *cli.Command) error {
			token, err := secretOf(env, cmd.String("token-file"))
			if err != nil {
				return err
			}
			server := cmp.Or(cmd.String("server"), "http://127.0.0.1:8080")
			market, err := client.New(server, client.WithToken(token), client.WithTimeout(listenWaits))
			if err != nil {
				return err
			}
			l := &listener{market: market, to: cmd.String("forward-to"), out: env.Stdout,
				client: &http.Client{Timeout: listenWaits, CheckRedirect: stay}}
			if to, err := url.Parse(l.to); err != nil || to.Host == "" {
				return vitrine.Errorf(vitrine.Invalid, "--forward-to is an address such as http://localhost:3000/hooks")
			}
			events := strings.FieldsFunc(cmd.String("events"), func(r rune) bool { return r == ',' || r == ' ' })
			return l.run(ctx, events, cmd.Bool("marketplace"))
		},
	}
}

// stay follows no redirect: it is the answer.
func stay(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// secretOf is the access token in a file, or in the environment.
func secretOf(env Environment, file string) (string, error) {
	token, _ := env.Getenv("VITRINE_TOKEN")
	if file != "" {
		text, err := os.ReadFile(file)
		if err != nil {
			return "", fmt.Errorf("read the access token: %w", err)
		}
		token = string(text)
	}
	if token = strings.TrimSpace(token); token == "" {
		return "", vitrine.Errorf(vitrine.Invalid, "an access token is needed: in VITRINE_TOKEN, or in a file that --token-file names")
	}
	return token, nil
}

// listener polls an endpoint of a server, and sends what comes to an address.
type listener struct {
	market   *client.Client
	to       string
	endpoint int64
	secret   string
	client   *http.Client // sends events on
	out      io.Writer
}

// run makes an endpoint, and removes it when it is told to end.
func (l *listener) run(ctx context.Context, events []string, whole bool) (err error) {
	asked := client.NewWebhookEndpoint{Description: "vitrine listen"}
	for _, event := range events {
		asked.Events = append(asked.Events, client.WebhookEvent(event))
	}
	if whole {
		asked.Covers = client.WebhookCoverageMarketplace
	}
	made, err := l.market.CreateWebhookEndpoint(ctx, asked)
	if err != nil {
		return err
	}
	l.endpoint, l.secret = made.ID, made.Secret
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), listenWaits)
		defer cancel()
		err = errors.Join(err, l.market.RemoveWebhookEndpoint(ctx, l.endpoint))
	}()
	fmt.Fprintf(l.out, "events go to %s, signed with %s; stop with Ctrl+C\n", l.to, l.secret)
	for done := []int64{}; ; {
		if done, err = l.round(ctx, done); ctx.Err() != nil {
			return nil
		}
		if err != nil {
			fmt.Fprintln(l.out, err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pollPause):
		}
	}
}

// round takes what waits and sends it on. It returns what was answered, and need not be told
// again: done as well where the server did not answer. Nothing is lost when it is asked twice:
// no key has to keep it from that.
func (l *listener) round(ctx context.Context, done []int64) ([]int64, error) {
	taken, err := l.market.TakeWebhooks(ctx, l.endpoint, client.WebhooksDone{Done: done}, client.IdempotencyKey(""))
	if err != nil {
		return done, err
	}
	done = []int64{}
	for _, w := range taken.Deliveries {
		status, err := l.forward(ctx, w)
		if err != nil {
			return done, err
		}
		var event struct {
			Type string `json:"type"`
		}
		if err := json.Unmarshal([]byte(w.Request), &event); err != nil {
			return done, fmt.Errorf("read the event: %w", err)
		}
		fmt.Fprintf(l.out, "%s %s: %s\n", event.Type, w.EventID, status)
		done = append(done, w.ID)
	}
	return done, nil
}

// forward sends an event on, and returns what was answered.
func (l *listener) forward(ctx context.Context, w client.WaitingWebhook) (string, error) {
	body := []byte(w.Request)
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, l.to, bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	r.Header.Set("Content-Type", "application/json")
	if err := webhook.Sign(r.Header, w.EventID, time.Now(), body, l.secret); err != nil {
		return "", err
	}
	answer, err := l.client.Do(r)
	if err != nil {
		return "", fmt.Errorf("send %s: %w", w.EventID, err)
	}
	return answer.Status, answer.Body.Close()
}
