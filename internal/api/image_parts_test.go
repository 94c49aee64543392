package api_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"vitrine/internal/store"
	"vitrine/internal/survey"
)

// TestCropImage shows a part of a picture and all of it again. What was cropped away is told to
// its author alone.
func TestCropImage(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path, _ := s.offer(t, "ada", complete, "chair.stl")
	images := path + "/images"
	added := fmt.Sprint(s.do(t, bare("ada", images, drawing(t, 400, 300, "png"))).at(t, "id"))
	crop := images + "/" + added + "/crop"
	const part = `{"crop":{"x":100,"y":50,"width":200,"height":100}}`
	whole := text(s.do(t, get("ada", images)).at(t, "images.1.url"))
	s.run(t, []scenario{
		{name: "outside", request: create("ada", crop, `{"crop":{"x":350,"y":0,"width":200,"height":100}}`), wantStatus: 422,
			want: refused("/crop/x", "not_allowed")},
		{name: "less than there is to see", request: create("ada", crop, `{"crop":{"x":0,"y":0,"width":63,"height":100}}`), wantStatus: 422,
			want: refused("/crop/width", "not_allowed")},
		{name: "no part", request: create("ada", crop, `{"crop":{"x":0,"y":0}}`), wantStatus: 422},
		{name: "somebody else's", request: create("bob", crop, part), wantStatus: 403},
		{name: "another model's", request: create("ada", strings.Replace(crop, "/"+added+"/", "/999/", 1), part), wantStatus: 404},
		{name: "in the draft version", request: create("ada", crop+"?draft=true", part), wantStatus: 200, want: map[string]any{"width": 200}},
		{name: "the model stays", request: get("ada", images), wantStatus: 200,
			want: map[string]any{"images.1.width": 400, "images.1.crop": nil}},
	})
	cropped := s.do(t, create("ada", crop, part))
	wantStatus(t, cropped, http.StatusOK)
	now := fmt.Sprint(cropped.at(t, "id"))
	s.run(t, []scenario{
		{name: "a part", request: get("ada", images), wantStatus: 200, want: map[string]any{"total": 2, "images.1.id": cropped.at(t, "id"),
			"images.1.width": 200, "images.1.height": 100, "images.1.position": 2, "images.1.crop.x": 100, "images.1.crop.height": 100,
			"images.1.original.width": 400, "images.1.original.url": whole, "images.0.crop": nil}},
		{name: "as others see it", request: get("bob", images), wantStatus: 200,
			want: map[string]any{"images.1.width": 200, "images.1.crop": nil, "images.1.original": nil}},
		{name: "the one before", request: create("ada", crop, part), wantStatus: 404},
		{name: "all of it", request: create("ada", images+"/"+now+"/crop", `{}`), wantStatus: 200,
			want: map[string]any{"width": 400, "height": 300, "url": whole, "crop": nil, "original": nil}},
	})
}

// TestDrawImages has pictures drawn of a model that has something to draw.
func TestDrawImages(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path, _ := s.offer(t, "ada", complete, "chair.stl")
	empty := s.draft(t, "ada", `{"title":"Cup"}`) + "/drawings"
	s.unread = true
	views := path + "/drawings"
	s.run(t, []scenario{
		{name: "of nothing", request: create("ada", empty, `{"views":["front"]}`), wantStatus: 409},
		{name: "from nowhere", request: create("ada", views, `{"views":[]}`), wantStatus: 422, want: refused("/views", "too_few")},
		{name: "from behind", request: create("ada", views, `{"views":["front","behind"]}`), wantStatus: 422,
			want: refused("/views/1", "not_allowed")},
		{name: "somebody else's", request: create("bob", views, `{"views":["front"]}`), wantStatus: 403},
		{name: "two", request: create("ada", views, `{"views":["front","top"]}`), wantStatus: 204},
	})
	s.write(t, func(ctx context.Context, tx *store.Tx) error {
		list, err := tx.ClaimJobs(ctx, survey.JobReadFile, store.Lease{Name: "test", For: time.Minute}, 2)
		if len(list) != 1 || !strings.Contains(list[0].Args, `["front","top"]`) {
			t.Errorf("the jobs are %+v", list)
		}
		return err
	})
}
