package app

import (
	"bytes"
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
	"vitrine/internal/webhook"
)

// The pauses and bounds of listening.
const (
	pollPause   = time.Second
	listenWaits = 30 * time.Second
	listenReads = 1 << 20
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
			l := &listener{server: strings.TrimRight(cmd.String("server"), "/"), token: token, to: cmd.String("forward-to"), out: env.Stdout,
				client: &http.Client{Timeout: listenWaits, CheckRedirect: stay}}
			if l.server == "" {
				l.server = "http://127.0.0.1:8080"
			}
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
	server, token, to string
	endpoint          int64
	secret            string
	client            *http.Client
	out               io.Writer
}

// waiting is an event that the server has for a listener.
type waiting struct {
	ID      int64  `json:"id"`
	EventID string `json:"event_id"`
	Request string `json:"request"`
}

// run makes an endpoint, and removes it when it is told to end.
func (l *listener) run(ctx context.Context, events []string, whole bool) (err error) {
	asked := map[string]any{"description": "vitrine listen"}
	if len(events) > 0 {
		asked["events"] = events
	}
	if whole {
		asked["covers"] = "marketplace"
	}
	var made struct {
		ID     int64  `json:"id"`
		Secret string `json:"secret"`
	}
	if err := l.ask(ctx, http.MethodPost, "", asked, &made); err != nil {
		return err
	}
	l.endpoint, l.secret = made.ID, made.Secret
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), listenWaits)
		defer cancel()
		err = errors.Join(err, l.ask(ctx, http.MethodDelete, fmt.Sprintf("/%d", l.endpoint), nil, nil))
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
// again: done as well where the server did not answer.
func (l *listener) round(ctx context.Context, done []int64) ([]int64, error) {
	var taken struct {
		Deliveries []waiting `json:"deliveries"`
	}
	err := l.ask(ctx, http.MethodPost, fmt.Sprintf("/%d/take", l.endpoint), map[string]any{"done": done}, &taken)
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
func (l *listener) forward(ctx context.Context, w waiting) (string, error) {
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

// ask asks the server about the caller's endpoints.
func (l *listener) ask(ctx context.Context, method, path string, body, into any) error {
	var text io.Reader
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return err
		}
		text = bytes.NewReader(encoded)
	}
	r, err := http.NewRequestWithContext(ctx, method, l.server+"/v1/webhook_endpoints"+path, text)
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer "+l.token)
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	answer, err := l.client.Do(r)
	if err != nil {
		return fmt.Errorf("ask the server: %w", err)
	}
	defer answer.Body.Close()
	read, err := io.ReadAll(io.LimitReader(answer.Body, listenReads))
	if err != nil {
		return fmt.Errorf("ask the server: %w", err)
	}
	if answer.StatusCode >= http.StatusMultipleChoices {
		var problem struct {
			Detail string `json:"detail"`
		}
		_ = json.Unmarshal(read, &problem) // without words the status has to do
		return fmt.Errorf("the server answered %s: %s", answer.Status, problem.Detail)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(read, into)
}
