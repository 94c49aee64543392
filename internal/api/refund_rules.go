package api

import "vitrine"

// RefundRules say when buyers may ask for their money, and who answers until when.
type RefundRules struct {
	Requests   bool `json:"requests" doc:"Whether buyers may ask at their order."`
	AskDays    int  `json:"ask_days,omitempty" minimum:"0" maximum:"365" doc:"Days after the payment in which they may, 1 to 365; absent: 30."`
	SellerDays int  `json:"seller_days,omitempty" minimum:"0" maximum:"365" doc:"Days for the seller's answer, and for the buyer to insist, 1 to 365; absent: 5."`
	DeskDays   int  `json:"desk_days,omitempty" minimum:"0" maximum:"365" doc:"Days for the marketplace's decision, 1 to 365; absent: 7."`
	Grants     bool `json:"grants,omitempty" doc:"Whether what the marketplace has not decided by then is granted; else it goes on waiting."`
}

func (r *RefundRules) rules() vitrine.RefundRules {
	return vitrine.RefundRules{Closed: !r.Requests, AskDays: r.AskDays, SellerDays: r.SellerDays, DeskDays: r.DeskDays, Grants: r.Grants}
}

func encodeRefundRules(r vitrine.RefundRules) RefundRules {
	return RefundRules{Requests: !r.Closed, AskDays: r.AskDays, SellerDays: r.SellerDays, DeskDays: r.DeskDays, Grants: r.Grants}
}
