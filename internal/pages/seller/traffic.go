package seller

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"vitrine/internal/locale"
	"vitrine/internal/store"
)

// traffic is what became of a model, or of all, on a day or on all of them.
type traffic struct {
	store.Sold
	Views, Downloads int64
}

// conversion is how many of a hundred views became an order, "" where that can't be said.
func (t traffic) conversion() string {
	if t.Views == 0 || t.Orders > t.Views {
		return ""
	}
	return strconv.FormatFloat(float64(t.Orders)/float64(t.Views)*100, 'f', 1, 64)
}

// placed is where a row of traffic belongs: a day, a model or both.
type placed struct{ day, model int64 }

// joined puts what was looked at beside what was sold. What was sold keeps its order, and
// comes first.
func joined(sold []store.Sold, seen []store.Seen) []traffic {
	list, at := make([]traffic, 0, len(sold)), map[placed]int{}
	for _, s := range sold {
		at[placed{s.Day.Unix(), s.ModelID}] = len(list)
		list = append(list, traffic{Sold: s})
	}
	for _, s := range seen {
		i, known := at[placed{s.Day.Unix(), s.ModelID}]
		if !known {
			i = len(list)
			list = append(list, traffic{Sold: store.Sold{Day: s.Day, ModelID: s.ModelID}})
		}
		list[i].Views, list[i].Downloads = s.Views, s.Downloads
	}
	return list
}

func byDay(a, b traffic) int { return cmp.Or(a.Day.Compare(b.Day), cmp.Compare(a.ModelID, b.ModelID)) }

func seenIn(q store.SoldQuery) store.SeenQuery {
	return store.SeenQuery{SellerID: q.SellerID, From: q.From, To: q.To}
}

// gather reads what the page shows.
func (p *Pages) gather(ctx context.Context, s *sales, q store.SoldQuery) error {
	sold, err := p.db.SoldByDay(ctx, q)
	if err != nil {
		return err
	}
	seen, err := p.db.SeenByDay(ctx, seenIn(q))
	if err != nil {
		return err
	}
	s.Days = joined(sold, seen)
	slices.SortFunc(s.Days, byDay)
	for _, day := range s.Days {
		s.All.Orders, s.All.Back, s.All.Amount = s.All.Orders+day.Orders, s.All.Back+day.Back, s.All.Amount+day.Amount
		s.All.Earned += day.Earned
		s.All.Views, s.All.Downloads = s.All.Views+day.Views, s.All.Downloads+day.Downloads
	}
	if sold, err = p.db.SoldByModel(ctx, q, modelsShown+1); err != nil {
		return err
	}
	if seen, err = p.db.SeenByModel(ctx, seenIn(q)); err != nil {
		return err
	}
	s.Models = joined(sold, seen)
	if s.More = len(s.Models) > modelsShown; s.More {
		s.Models = s.Models[:modelsShown]
	}
	if err := p.entitle(ctx, s.Models); err != nil {
		return err
	}
	return p.places(ctx, s, q)
}

// eachTraffic calls a function with what became of each model on each day, oldest first. It
// reads a day at a time: of years with many models all would be too much at once.
func (p *Pages) eachTraffic(ctx context.Context, q store.SoldQuery, each func(traffic) error) error {
	for last := q.To; q.From.Before(last); q.From = q.To {
		q.To = q.From.AddDate(0, 0, 1)
		list, err := p.trafficOfDay(ctx, q)
		if err != nil {
			return err
		}
		for _, t := range list {
			if err := each(t); err != nil {
				return err
			}
		}
	}
	return nil
}

// trafficOfDay is what became of each model on the day of a query.
func (p *Pages) trafficOfDay(ctx context.Context, q store.SoldQuery) ([]traffic, error) {
	sold, err := p.db.SoldByDayAndModel(ctx, q)
	if err != nil {
		return nil, err
	}
	seen, err := p.db.SeenByDayAndModel(ctx, seenIn(q))
	if err != nil {
		return nil, err
	}
	list := joined(sold, seen)
	slices.SortFunc(list, byDay)
	return list, p.entitle(ctx, list)
}

// entitle gives models their titles of now.
func (p *Pages) entitle(ctx context.Context, list []traffic) error {
	ids := make([]int64, len(list))
	for i, t := range list {
		ids[i] = t.ModelID
	}
	titles, err := p.db.Titles(ctx, ids)
	for i := range list {
		list[i].Title, list[i].Gone = titles[list[i].ModelID].Title, titles[list[i].ModelID].Gone
	}
	return err
}

// chart shows something of each day as a bar.
type chart struct {
	ID, Says string
	Bars     []bar
	Shape    string // of more days than have bars of their own: all of them, as a path
}

// mostBars is of how many days bars say their values when they are pointed at. Those of a year would be
// half of what its page weighs.
const mostBars = 92

// bar is a day in a chart, in units of its 1000 × 200.
type bar struct {
	X, Y, Width, Height string
	Title               string
}

// A chart has this size, in units of its own.
const (
	chartWidth  = 1000
	chartHeight = 200
)

// draw makes the charts of what each day brought, and of how many looked.
func (s *sales) draw(from, to time.Time) {
	days := to.Sub(from).Hours() / 24
	s.chart("chart", locale.Text("What each day brought; the highest bar is {amount}. The table has the numbers."), from, days,
		func(t traffic) (float64, string) { return float64(t.Amount), s.Price(t.Amount) })
	s.chart("views", locale.Text("How many views each day had; the highest bar is {number}. The table has the numbers."), from, days,
		func(t traffic) (float64, string) { return float64(t.Views), s.language.Number(t.Views) })
}

// chart adds a chart of some value, unless that is nothing on all days. Its caption names
// the highest value.
func (s *sales) chart(id string, caption locale.Phrase, from time.Time, days float64, value func(traffic) (float64, string)) {
	c, highest := chart{ID: id}, 0.0
	for _, day := range s.Days {
		if v, text := value(day); v > highest {
			highest, c.Says = v, s.language.Say(caption, text)
		}
	}
	if highest == 0 {
		return
	}
	width := chartWidth / days
	if len(s.Days) > mostBars {
		c.Shape = s.shape(from, width, func(t traffic) float64 { v, _ := value(t); return v / highest * chartHeight })
		s.Charts = append(s.Charts, c)
		return
	}
	for _, day := range s.Days {
		v, text := value(day)
		height := v / highest * chartHeight
		c.Bars = append(c.Bars, bar{
			X: short(day.Day.Sub(from).Hours() / 24 * width), Width: short(width * 0.8), Y: short(chartHeight - height), Height: short(height),
			Title: s.language.Day(day.Day) + ": " + text,
		})
	}
	s.Charts = append(s.Charts, c)
}

// shape draws the bars of all days as one path, in tenths.
func (s *sales) shape(from time.Time, width float64, height func(traffic) float64) string {
	var path strings.Builder
	for _, day := range s.Days {
		if h := height(day); h > 0 {
			fmt.Fprintf(&path, "M%.1f %dv-%.1fh%.1fV%d", day.Day.Sub(from).Hours()/24*width, chartHeight, h, width*0.8, chartHeight)
		}
	}
	return path.String()
}
