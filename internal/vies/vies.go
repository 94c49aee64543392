// Package vies asks the register of VAT IDs of the European Union (VIES) whether it knows one.
//
// It sends the VAT ID and nothing else, and reads whether it is valid and nothing else. It knows no
// stores and no orders: what becomes of a VAT ID that could not be asked about is not its matter.
package vies

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"vitrine/internal/guard"
)

// Address is that of the register.
const Address = "https://ec.europa.eu/taxation_customs/vies/rest-api"

// How long an answer may take, and be: a buyer waits for it.
const (
	timeout   = 5 * time.Second
	maxAnswer = 64 << 10
)

// Register is a client of the register.
type Register struct {
	address string
	client  *http.Client
}

// New makes a client that dials addresses of the public internet alone.
func New() *Register {
	return At(Address, guard.Client(guard.Options{Address: guard.Public, Timeout: timeout, MaxAnswer: maxAnswer}))
}

// At makes a client of a register that is elsewhere.
func At(address string, client *http.Client) *Register { return &Register{address, client} }

// answer is what the register says of a VAT ID.
type answer struct {
	Valid *bool  `json:"isValid"`
	Fault string `json:"userError"`
}

// Known reports whether the register knows a VAT ID. An error says that it could not be asked, also where the
// register of the member state did not answer it.
func (r *Register) Known(ctx context.Context, id string) (bool, error) {
	if len(id) < 3 {
		return false, fmt.Errorf("ask VIES: %q is no VAT ID", id)
	}
	at, err := url.JoinPath(r.address, "ms", id[:2], "vat", id[2:])
	if err != nil {
		return false, fmt.Errorf("ask VIES: %w", err)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return false, fmt.Errorf("ask VIES: %w", err)
	}
	request.Header.Set("Accept", "application/json")
	response, err := r.client.Do(request)
	if err != nil {
		return false, fmt.Errorf("ask VIES: %w", err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return false, fmt.Errorf("ask VIES: it answers %s", response.Status)
	}
	var said answer
	if err := json.NewDecoder(response.Body).Decode(&said); err != nil {
		return false, fmt.Errorf("read what VIES says: %w", err)
	}
	if said.Valid == nil || !*said.Valid && said.Fault != "" && said.Fault != "INVALID" {
		return false, fmt.Errorf("ask VIES: it says %q", said.Fault) // such as MS_UNAVAILABLE
	}
	return *said.Valid, nil
}
