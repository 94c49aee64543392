package app

import (
	"net/http"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/web"
)

// maxNotice is how many bytes a provider's message has at most.
const maxNotice = 1 << 20

// takePayments takes what the provider of payments tells. Who it is shows the signature.
func (app *App) takePayments(w http.ResponseWriter, r *http.Request) {
	if r.PathValue("provider") != app.shop.PaymentProvider() {
		web.WriteProblem(w, r, vitrine.Errorf(vitrine.NotFound, "this marketplace takes no payments by %s", r.PathValue("provider")))
		return
	}
	body, err := web.ReadBody(w, r, maxNotice)
	if err == nil {
		err = app.shop.TakeMessage(r.Context(), payment.Message{Header: r.Header, Body: body})
	}
	if err != nil {
		web.WriteProblem(w, r, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
