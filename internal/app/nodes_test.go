package app_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"vitrine/internal/blob/blobtest"
	"vitrine/internal/config"
	"vitrine/internal/store/storetest"
)

// onS3 keeps a marketplace's bytes in a bucket.
func onS3(c config.Config, gateway *blobtest.Gateway) config.Config {
	c.Blobs, c.S3Key, c.S3Secret = gateway.URL(), gateway.Options.AccessKey, gateway.Options.SecretKey
	return c
}

// ask makes a request as the seller, and returns its status and Retry-After in seconds.
func (m *market) ask(t *testing.T, method, address, body string) (status, wait int) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+m.token)
	answer, err := m.client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	wait, _ = strconv.Atoi(answer.Header.Get("Retry-After"))
	return answer.StatusCode, wait
}

// until repeats something until it reports success, for a while.
func until(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !done(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("it never came: %s", what)
		}
	}
}

// TestS3GoesAndComesBack: while it is away uploads and the readiness probe say so and when
// to come again, soon without asking it; when it is back all is well without a restart.
func TestS3GoesAndComesBack(t *testing.T) {
	t.Parallel()
	gateway := blobtest.StartGateway(t)
	m, _ := emptyMarket(t, onS3(settings(t), gateway))
	files := m.public + m.draft(t, upload{members: map[string]any{"title": "Text"}}) + "/files?name=a"
	number := 0
	send := func() (status, wait int) {
		number++
		return m.ask(t, "POST", files+strconv.Itoa(number)+".txt", "text")
	}
	if status, _ := send(); status != http.StatusCreated {
		t.Fatalf("an upload: status %d", status)
	}

	gateway.Stop()
	until(t, "the server knows that S3 is bad, and for how long it asks nothing", func() bool {
		status, wait := send()
		if status != http.StatusServiceUnavailable || wait < 1 {
			t.Errorf("an upload without S3: status %d, Retry-After %d", status, wait)
		}
		return wait > 1
	})
	until(t, "the server is not ready", func() bool {
		status, wait := m.ask(t, "GET", m.public+"/readyz", "")
		return status == http.StatusServiceUnavailable && wait >= 1
	})
	if status, _ := m.ask(t, "GET", m.public+"/", ""); status != http.StatusOK {
		t.Errorf("the home page without S3: status %d", status)
	}

	gateway.Start(t)
	until(t, "an upload works", func() bool {
		status, _ := send()
		return status == http.StatusCreated
	})
	until(t, "the server is ready", func() bool {
		status, _ := m.ask(t, "GET", m.public+"/readyz", "")
		return status == http.StatusOK
	})
}

// TestPreviewFollowsThePriceOnEveryNode makes a free model cost something on one node, and
// asks the other one for the preview that was free.
func TestPreviewFollowsThePriceOnEveryNode(t *testing.T) {
	t.Parallel()
	c := onS3(settings(t), blobtest.StartGateway(t))
	c.Database = storetest.NewPostgres(t).Address(t)
	m, _ := emptyMarket(t, c)
	other := settings(t)
	other.Database, other.Blobs, other.S3Key, other.S3Secret = c.Database, c.Blobs, c.S3Key, c.S3Secret
	second := start(t, other)

	model := m.draft(t, m.ofDemo(t, "Faceted Planter with Saucer", 0, map[string]any{"price": 0}))
	page := strings.TrimPrefix(m.publish(t, model), m.public)
	shown := ""
	until(t, "the model is shown on the other node", func() bool {
		if found := shownIn.FindStringSubmatch(second.get(t, second.public+page).Body); found != nil {
			shown = found[1]
		}
		return shown != ""
	})
	for _, node := range []*running{m.running, second} {
		if got := node.get(t, node.public+shown); got.Status != http.StatusOK || !strings.HasPrefix(got.Body, "glTF") {
			t.Fatalf("the preview of a free model: status %d, %d bytes", got.Status, len(got.Body))
		}
	}

	m.call(t, "PUT", model, map[string]any{"price": 12})

	for name, node := range map[string]*running{"the node that was told": m.running, "the other node": second} {
		if got := node.get(t, node.public+shown); got.Status != http.StatusNotFound {
			t.Errorf("the full preview of a model that costs something, on %s: status %d", name, got.Status)
		}
	}
}
