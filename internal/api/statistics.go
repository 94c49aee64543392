package api

import (
	"context"
	"time"

	"vitrine/internal/store"
)

type statisticsOutput struct {
	Body struct {
		From string `json:"from" format:"date" doc:"The first day."`
		To   string `json:"to" format:"date" doc:"The last day."`
		SeenSum
		Days   []daySeen   `json:"days" nullable:"false" doc:"Days on which something was counted, the oldest first."`
		Models []modelSeen `json:"models" nullable:"false" doc:"Models of which something was counted, at most 100, those first that were looked at most."`
	}
}

// SeenSum adds up what was counted.
type SeenSum struct {
	Views     int64 `json:"views" doc:"How often pages of models were looked at: by the same browser once a day, robots and authors left out."`
	Downloads int64 `json:"downloads" doc:"How often files were downloaded, in the same way."`
}

type daySeen struct {
	Day string `json:"day" format:"date" doc:"In UTC."`
	SeenSum
}

type modelSeen struct {
	ModelID int64  `json:"model_id" doc:"Names the model in addresses."`
	Title   string `json:"title" doc:"As it is now."`
	Deleted bool   `json:"deleted" doc:"The model is deleted."`
	SeenSum
}

func (s *Server) listStatistics(ctx context.Context, in *salesInput) (*statisticsOutput, error) {
	from, to, err := in.days(s.now())
	if err != nil {
		return nil, err
	}
	q := store.SeenQuery{SellerID: caller(ctx).User.ID, From: from, To: to}

	days, err := s.db.SeenByDay(ctx, q)
	if err != nil {
		return nil, err
	}
	models, err := s.seenByModel(ctx, q)
	if err != nil {
		return nil, err
	}

	out := &statisticsOutput{}
	out.Body.From, out.Body.To = from.Format(time.DateOnly), to.AddDate(0, 0, -1).Format(time.DateOnly)
	for _, day := range days {
		out.Body.Views, out.Body.Downloads = out.Body.Views+day.Views, out.Body.Downloads+day.Downloads
	}
	out.Body.Models = models
	out.Body.Days = encodeAll(days, func(seen *store.Seen) daySeen {
		return daySeen{seen.Day.Format(time.DateOnly), SeenSum{seen.Views, seen.Downloads}}
	})
	return out, nil
}

func (s *Server) seenByModel(ctx context.Context, q store.SeenQuery) ([]modelSeen, error) {
	found, err := s.db.SeenByModel(ctx, q)
	if err != nil {
		return nil, err
	}
	found = found[:min(len(found), modelsSold)]
	ids := make([]int64, len(found))
	for i := range found {
		ids[i] = found[i].ModelID
	}
	titles, err := s.db.Titles(ctx, ids)
	return encodeAll(found, func(seen *store.Seen) modelSeen {
		named := titles[seen.ModelID]
		return modelSeen{seen.ModelID, named.Title, named.Gone, SeenSum{seen.Views, seen.Downloads}}
	}), err
}
