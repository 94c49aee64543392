package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/blob"
	"vitrine/internal/inspect"
	"vitrine/internal/jobs"
	"vitrine/internal/survey"
	"vitrine/internal/survey/surveytest"
)

// draws has a server read, measures and draws files, as a server does.
func draws(o *options) { o.Reader.Read = inspect.InProcess }

// TestProcessing follows a file from its upload until it is ready.
func TestProcessing(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.unread = true
	path := s.draft(t, "ada", complete)
	s.run(t, []scenario{
		{name: "an upload answers at once", request: bare("ada", path+"/files?name=a.stl", content("a.stl")), wantStatus: 201,
			want: map[string]any{"status": "processing", "facts": nil, "progress.stage": "waiting"}},
		{name: "and is not for sale", request: get("ada", path), wantStatus: 200,
			want: map[string]any{"downloadable": false, "availableFileExtensions": []any{}, "files.0.status": "processing"}},
		{name: "nor ready to be published", request: get("ada", path+"/publication"), wantStatus: 200,
			want: map[string]any{"problems.0.code": "file_processing"}},
		{name: "it waits", request: get("ada", path+"/files"), wantStatus: 200,
			want: map[string]any{"processing": 1, "files.0.progress.stage": "waiting"}},
	})
	surveytest.ReadFiles(t, s.db, s.reader)
	s.run(t, []scenario{
		{name: "it is ready", request: get("ada", path+"/files"), wantStatus: 200, want: map[string]any{
			"processing": 0, "files.0.status": "ready", "files.0.progress": nil, "files.0.facts.triangles.value": 1,
			"files.0.facts.triangles.certainty": "verified", "files.0.facts.units.value": nil, "files.0.facts.units.certainty": "unknown",
		}},
		{name: "and so is its model", request: get("ada", path), wantStatus: 200,
			want: map[string]any{"downloadable": true, "facts.triangles.value": 1}},
	})
}

// TestBeingRead looks at a file while it is read.
func TestBeingRead(t *testing.T) {
	t.Parallel()
	var s *server
	var path string
	seen := ""
	s = newServer(t, func(o *options) {
		o.Reader.Read = func(ctx context.Context, f inspect.File, find inspect.Find, want inspect.Want) (inspect.Result, error) {
			seen = text(s.do(t, get("ada", path+"/files")).at(t, "files.0.progress.stage"))
			return inspect.InProcess(ctx, f, find, inspect.Want{})
		}
	})
	path = s.draft(t, "ada", complete)
	wantStatus(t, s.do(t, bare("ada", path+"/files?name=a.stl", content("a.stl"))), http.StatusCreated)
	if seen != "reading" {
		t.Errorf("its stage is %q, want reading", seen)
	}
}

// TestRejectedFile says to its seller what is wrong.
func TestRejectedFile(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path := s.draft(t, "ada", complete)
	torn := strings.Repeat("\x00", 80) + "\x10\x00\x00\x00" + strings.Repeat("\x00", 130)
	wantStatus(t, s.do(t, bare("ada", path+"/files?name=a.stl", torn)), http.StatusCreated)
	s.run(t, []scenario{{name: "it says how far the file goes", request: get("ada", path+"/files"), wantStatus: 200, want: map[string]any{
		"files.0.status": "rejected", "files.0.facts": nil, "files.0.problems.0.code": "truncated",
		"files.0.problems.0.detail": "the file ends after 2 of 16 triangles",
	}}})
}

const triangle = `{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
	"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"buffers":[{"uri":"Triangle.bin","byteLength":36}],
	"bufferViews":[{"buffer":0,"byteLength":36}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}]}`

// TestIncompleteSet uploads a .gltf without its buffer, then the buffer, and
// takes it away again.
func TestIncompleteSet(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path := s.draft(t, "ada", complete)
	buffer := strings.Repeat("\x00\x00\x80\x3f\x00\x00\x00\x00\x00\x00\x00\x00", 1) + "\x00\x00\x00\x00\x00\x00\x80\x3f\x00\x00\x00\x00" +
		strings.Repeat("\x00", 12)
	wantStatus(t, s.do(t, bare("ada", path+"/files?name=a.gltf", triangle)), http.StatusCreated)
	s.run(t, []scenario{{name: "it says what is missing", request: get("ada", path+"/files"), wantStatus: 200,
		want: map[string]any{"files.0.status": "ready", "files.0.missing": []any{"Triangle.bin"}}}})
	added := s.do(t, bare("ada", path+"/files?name=triangle.BIN", buffer))
	wantStatus(t, added, http.StatusCreated)
	s.run(t, []scenario{{name: "it is read again when that comes", request: get("ada", path+"/files"), wantStatus: 200,
		want: map[string]any{"files.0.missing": []any{}, "files.0.facts.triangles.value": 1, "files.0.facts.triangles.certainty": "verified",
			"files.1.facts": nil}}})
	wantStatus(t, s.do(t, remove("ada", fmt.Sprint(path, "/files/", added.at(t, "id")))), http.StatusNoContent)
	s.run(t, []scenario{{name: "and when that goes", request: get("ada", path+"/files"), wantStatus: 200,
		want: map[string]any{"files.0.missing": []any{"Triangle.bin"}}}})
}

// TestReadAgain follows a file that was read already while it waits to be read again,
// and while it is: nobody takes what is known of it for the last word.
func TestReadAgain(t *testing.T) {
	t.Parallel()
	var s *server
	var path string
	var seen []string
	s = newServer(t, func(o *options) {
		o.Reader.Read = func(ctx context.Context, f inspect.File, find inspect.Find, _ inspect.Want) (inspect.Result, error) {
			list := s.do(t, get("ada", path+"/files"))
			seen = append(seen, f.Name+" "+text(list.at(t, "files.0.progress.stage"))+" "+fmt.Sprint(list.at(t, "processing")))
			return inspect.InProcess(ctx, f, find, inspect.Want{})
		}
	})
	path = s.draft(t, "ada", complete)
	again := func(name string, others int) {
		s.run(t, []scenario{
			{name: name, request: get("ada", path+"/files"), wantStatus: 200,
				want: map[string]any{"processing": 1 + others, "files.0.status": "ready", "files.0.progress.stage": "waiting"}},
			{name: name + ", in the record too", request: get("ada", path), wantStatus: 200,
				want: map[string]any{"files.0.progress.stage": "waiting"}},
		})
		surveytest.ReadFiles(t, s.db, s.reader)
		s.run(t, []scenario{
			{name: "and then no more", request: get("ada", path+"/files"), wantStatus: 200,
				want: map[string]any{"processing": 0, "files.0.progress": nil}},
			{name: "nor in the record", request: get("ada", path), wantStatus: 200, want: map[string]any{"files.0.progress": nil}},
		})
	}
	wantStatus(t, s.do(t, bare("ada", path+"/files?name=a.gltf", triangle)), http.StatusCreated)
	s.unread = true
	wantStatus(t, s.do(t, bare("ada", path+"/files?name=Triangle.bin", strings.Repeat("\x00", 36))), http.StatusCreated)
	again("something came that it missed", 1)
	if _, err := s.reader.Reprocess(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	again("the operator has it read", 1)
	want := []string{"a.gltf reading 1", "Triangle.bin waiting 2", "a.gltf reading 1", "a.gltf reading 2", "Triangle.bin  1"}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Errorf("what was seen while they were read (-want +got):\n%s", diff)
	}
}

// TestReadAgainInVain gives up a second reading: the file stays as it was.
func TestReadAgainInVain(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path := s.draft(t, "ada", complete)
	wantStatus(t, s.do(t, bare("ada", path+"/files?name=a.stl", content("a.stl"))), http.StatusCreated)
	options := s.parts.Reader
	options.Read = func(context.Context, inspect.File, inspect.Find, inspect.Want) (inspect.Result, error) {
		return inspect.Result{}, errors.New("no child can be started")
	}
	fails := survey.NewReader(options)
	if _, err := fails.Reprocess(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	kind := jobs.Kind{Run: fails.ReadFile, Abandon: fails.AbandonFile, MaxAttempts: 1}
	if err := jobs.New(s.db, map[string]jobs.Kind{survey.JobRereadFile: kind}, nil,
		slog.New(slog.DiscardHandler)).Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.run(t, []scenario{{name: "nothing is under way", request: get("ada", path+"/files"), wantStatus: 200,
		want: map[string]any{"processing": 0, "files.0.status": "ready", "files.0.progress": nil, "files.0.facts.triangles.value": 1}}})
}

// TestSetDrawnInVain gives up drawing the files of a model together, and says so.
func TestSetDrawnInVain(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	s := newServer(t, func(o *options) {
		o.Reader.Log = slog.New(slog.NewTextHandler(&log, nil))
		o.Reader.Read = func(ctx context.Context, f inspect.File, find inspect.Find, want inspect.Want) (inspect.Result, error) {
			if len(want.Pieces) > 0 {
				return inspect.Result{}, errors.New("no child can be started")
			}
			return inspect.InProcess(ctx, f, find, inspect.Want{Shape: want.Shape})
		}
	})
	s.unread = true
	path := s.draft(t, "ada", complete)
	for _, name := range []string{"a.stl", "b.stl"} {
		wantStatus(t, s.do(t, bare("ada", path+"/files?name="+name, content("a.stl"))), http.StatusCreated)
	}
	kind := jobs.Kind{Run: s.reader.ReadFile, Abandon: s.reader.AbandonFile, MaxAttempts: 1}
	if err := jobs.New(s.db, map[string]jobs.Kind{survey.JobReadFile: kind}, nil,
		slog.New(slog.DiscardHandler)).Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	if text := log.String(); !strings.Contains(text, "level=ERROR") || !strings.Contains(text, "model=1 ") ||
		!strings.Contains(text, "no child can be started") {
		t.Errorf("the log does not say that model 1 could not be drawn:\n%s", text)
	}
	s.run(t, []scenario{{name: "its files are fine", request: get("ada", path+"/files"), wantStatus: 200,
		want: map[string]any{"processing": 0, "files.0.status": "ready", "files.1.status": "ready"}}})
}

// TestManySiblings has a file read once for all that come together.
func TestManySiblings(t *testing.T) {
	t.Parallel()
	reads := map[string]int{}
	s := newServer(t, func(o *options) {
		o.Reader.Read = func(ctx context.Context, f inspect.File, find inspect.Find, want inspect.Want) (inspect.Result, error) {
			reads[f.Name]++
			return inspect.InProcess(ctx, f, find, inspect.Want{})
		}
	})
	path := s.draft(t, "ada", complete)
	set := strings.Replace(triangle, `{"uri":"Triangle.bin","byteLength":36}`,
		`{"uri":"Triangle.bin","byteLength":36},{"uri":"b.bin","byteLength":4},{"uri":"c.bin","byteLength":4}`, 1)
	wantStatus(t, s.do(t, bare("ada", path+"/files?name=a.gltf", set)), http.StatusCreated)
	s.unread = true
	for _, name := range []string{"Triangle.bin", "b.bin", "c.bin"} {
		wantStatus(t, s.do(t, bare("ada", path+"/files?name="+name, strings.Repeat("\x00", 36))), http.StatusCreated)
	}
	surveytest.ReadFiles(t, s.db, s.reader)
	if reads["a.gltf"] != 2 || reads["c.bin"] != 1 {
		t.Errorf("how often each was read: %v", reads)
	}
}

// TestSiblingGoneWhileRead takes the buffer of a .gltf away while both are read
// together: what was measured with it does not stay.
func TestSiblingGoneWhileRead(t *testing.T) {
	t.Parallel()
	var s *server
	var path string
	s = newServer(t, func(o *options) {
		o.Reader.Read = func(ctx context.Context, f inspect.File, find inspect.Find, _ inspect.Want) (inspect.Result, error) {
			result, err := inspect.InProcess(ctx, f, find, inspect.Want{})
			if f.Name == "a.gltf" && len(result.Missing) == 0 {
				s.unread = true
				wantStatus(t, s.do(t, remove("ada", path+"/files/1")), http.StatusNoContent)
				s.unread = false
			}
			return result, err
		}
	})
	path = s.draft(t, "ada", complete)
	wantStatus(t, s.do(t, bare("ada", path+"/files?name=Triangle.bin", strings.Repeat("\x00", 36))), http.StatusCreated)
	wantStatus(t, s.do(t, bare("ada", path+"/files?name=a.gltf", triangle)), http.StatusCreated)
	s.run(t, []scenario{{name: "it is read again", request: get("ada", path+"/files"), wantStatus: 200,
		want: map[string]any{"total": 1, "files.0.name": "a.gltf", "files.0.missing": []any{"Triangle.bin"}}}})
}

// TestDrawnOneGoneWhileRead removes the file that a model's picture shows while
// another one is read, of which none was wanted: then it is.
func TestDrawnOneGoneWhileRead(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds, which -short leaves out")
	}
	t.Parallel()
	var s *server
	var path string
	s = newServer(t, func(o *options) {
		o.Reader.Read = func(ctx context.Context, f inspect.File, find inspect.Find, want inspect.Want) (inspect.Result, error) {
			if f.Name == "b.stl" && !want.Picture {
				s.unread = true
				wantStatus(t, s.do(t, remove("ada", path+"/files/1")), http.StatusNoContent)
				s.unread = false
			}
			return inspect.InProcess(ctx, f, find, want)
		}
	})
	path = s.draft(t, "ada", complete)
	wantStatus(t, s.do(t, bare("ada", path+"/files?name=a.obj", content("a.obj"))), http.StatusCreated)
	wantStatus(t, s.do(t, bare("ada", path+"/files?name=b.stl", content("b.stl"))), http.StatusCreated)
	s.run(t, []scenario{{name: "the other one is drawn", request: get("ada", path+"/images"), wantStatus: 200,
		want: map[string]any{"total": 1, "images.0.generated": true}}})
}

// TestRereadKeepsPreviews reads two files of one format again, both at once: a
// preview is shown before and after.
func TestRereadKeepsPreviews(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds, which -short leaves out")
	}
	t.Parallel()
	s := newServer(t, draws)
	path := s.draft(t, "ada", complete)
	for _, name := range []string{"a.stl", "b.stl"} {
		wantStatus(t, s.do(t, bare("ada", path+"/files?name="+name, content(name))), http.StatusCreated)
	}
	for range 2 {
		if _, err := s.reader.Reprocess(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
		surveytest.ReadFiles(t, s.db, s.reader)
		m, err := s.db.Model(t.Context(), 1)
		if err != nil || len(survey.ShownOf(m)) == 0 {
			t.Fatalf("nothing is shown: %+v, %v", m, err)
		}
	}
}

// TestEditWhileRead changes a published model while a further file of it is read.
func TestEditWhileRead(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path, _ := s.offer(t, "ada", complete, "a.stl")
	s.unread = true
	wantStatus(t, s.do(t, bare("ada", path+"/files?name=b.stl", content("b.stl"))), http.StatusCreated)
	s.run(t, []scenario{
		{name: "another price", request: put("ada", path, `{"price":5}`), wantStatus: 200},
		{name: "the only file that is ready", request: remove("ada", path+"/files/1"), wantStatus: 409},
		{name: "taken back", request: put("ada", path, `{"status":"draft"}`), wantStatus: 200},
		{name: "and published again", request: put("ada", path, `{"status":"published"}`), wantStatus: 409,
			want: map[string]any{"errors.0.code": "file_processing"}},
	})
}

// TestGeneratedImage publishes a model without an image of its author's.
func TestGeneratedImage(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds, which -short leaves out")
	}
	t.Parallel()
	s := newServer(t, draws)
	path := s.draft(t, "ada", complete)
	wantStatus(t, s.do(t, bare("ada", path+"/files?name=a.stl", content("a.stl"))), http.StatusCreated)
	drawn := s.do(t, get("ada", path+"/images"))
	if drawn.at(t, "total") != json.Number("1") || drawn.at(t, "images.0.generated") != true ||
		drawn.at(t, "images.0.width") != json.Number("800") {
		t.Fatalf("images: %s", drawn.Body)
	}
	s.run(t, []scenario{
		{name: "it counts for publishing", request: put("ada", path, `{"status":"published"}`), wantStatus: 200},
		{name: "a poorer format leaves it", request: bare("ada", path+"/files?name=b.obj", content("b.obj")), wantStatus: 201},
	})
	if richer := s.do(t, get("ada", path+"/images")); richer.at(t, "images.0.id") == drawn.at(t, "images.0.id") {
		t.Errorf("an OBJ holds more than an STL, and the picture is still of the STL: %s", richer.Body)
	}
	wantStatus(t, s.upload(t, "ada", path+"/images", "../../docs/tour/cube.png", "cube.png"), http.StatusCreated)
	s.run(t, []scenario{{name: "the author's takes its place", request: get("ada", path+"/images"), wantStatus: 200,
		want: map[string]any{"total": 1, "images.0.generated": false}}})
}

// TestCardOfNativeFile gives a card to a model of which no file can be looked into,
// and none to what only comes with a model.
func TestCardOfNativeFile(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds, which -short leaves out")
	}
	t.Parallel()
	s := newServer(t, draws)
	path := s.draft(t, "ada", complete)
	images := func(name string, total int, file any) scenario {
		return scenario{name: name, request: get("ada", path+"/images"), wantStatus: 200,
			want: map[string]any{"total": total, "images.0.generated": file}}
	}
	for _, name := range []string{"licence.txt", "wood.mtlx", "buffer.bin", "unheard.of"} {
		wantStatus(t, s.do(t, bare("ada", path+"/files?name="+name, "some bytes")), http.StatusCreated)
	}
	s.run(t, []scenario{images("nothing to be seen", 0, nil)})
	wantStatus(t, s.do(t, bare("ada", path+"/files?name=chair.c4d", "QC4DC4D6\x00\x01")), http.StatusCreated)
	s.run(t, []scenario{images("a card", 1, true)})
	own := s.upload(t, "ada", path+"/images", "../../docs/tour/cube.png", "cube.png")
	wantStatus(t, s.do(t, remove("ada", fmt.Sprint(path, "/images/", own.at(t, "id")))), http.StatusNoContent)
	s.run(t, []scenario{
		images("again, when the author's image goes", 1, true),
		{name: "it counts for publishing", request: put("ada", path, `{"status":"published"}`), wantStatus: 200},
	})
	card := s.do(t, get("ada", path+"/images")).at(t, "images.0.id")
	wantStatus(t, s.do(t, bare("ada", path+"/files?name=a.stl", content("a.stl"))), http.StatusCreated)
	if drawn := s.do(t, get("ada", path+"/images")).at(t, "images.0.id"); drawn == card {
		t.Error("an STL can be drawn, and the card stays")
	}
}

// TestOwnImagesStay draws nothing for a model whose author gave an image.
func TestOwnImagesStay(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds, which -short leaves out")
	}
	t.Parallel()
	s := newServer(t, draws)
	path := s.draft(t, "ada", complete)
	own := s.upload(t, "ada", path+"/images", "../../docs/tour/cube.png", "cube.png")
	wantStatus(t, own, http.StatusCreated)
	wantStatus(t, s.do(t, bare("ada", path+"/files?name=a.stl", content("a.stl"))), http.StatusCreated)
	s.run(t, []scenario{{name: "the author's alone", request: get("ada", path+"/images"), wantStatus: 200,
		want: map[string]any{"total": 1, "images.0.generated": false}}})
	wantStatus(t, s.do(t, remove("ada", fmt.Sprint(path, "/images/", own.at(t, "id")))), http.StatusNoContent)
	s.run(t, []scenario{{name: "one is drawn when it goes", request: get("ada", path+"/images"), wantStatus: 200,
		want: map[string]any{"total": 1, "images.0.generated": true}}})
}

// TestRefusedPicture removes the picture that was drawn: whatever is read again,
// it stays away until there is a new file to draw.
func TestRefusedPicture(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds, which -short leaves out")
	}
	t.Parallel()
	s := newServer(t, draws)
	path := s.draft(t, "ada", complete)
	images := func(name string, total int) scenario {
		return scenario{name: name, request: get("ada", path+"/images"), wantStatus: 200, want: map[string]any{"total": total}}
	}
	reprocess := func() {
		t.Helper()
		if _, err := s.reader.Reprocess(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
		surveytest.ReadFiles(t, s.db, s.reader)
	}
	for _, name := range []string{"a.obj", "b.stl"} {
		wantStatus(t, s.do(t, bare("ada", path+"/files?name="+name, content(name))), http.StatusCreated)
	}
	s.clock.Advance(time.Minute)
	drawn := s.do(t, get("ada", path+"/images")).at(t, "images.0.id")
	wantStatus(t, s.do(t, remove("ada", fmt.Sprint(path, "/images/", drawn))), http.StatusNoContent)
	reprocess()
	s.run(t, []scenario{
		images("it does not come back", 0),
		{name: "a file of the set goes", request: remove("ada", path+"/files/1"), wantStatus: 204},
		images("nor of another file", 0),
		{name: "it is what is missing", request: put("ada", path, `{"status":"published"}`), wantStatus: 409,
			want: map[string]any{"errors.0.code": "missing_image", "errors.1": nil}},
	})
	s.clock.Advance(time.Minute)
	wantStatus(t, s.do(t, bare("ada", path+"/files?name=c.stl", content("c.stl"))), http.StatusCreated)
	s.run(t, []scenario{images("a new file is drawn", 1)})
	own := s.upload(t, "ada", path+"/images", "../../docs/tour/cube.png", "cube.png")
	reprocess()
	s.run(t, []scenario{
		{name: "the author's own stands alone", request: get("ada", path+"/images"), wantStatus: 200,
			want: map[string]any{"total": 1, "images.0.generated": false}},
		{name: "until it goes", request: remove("ada", fmt.Sprint(path, "/images/", own.at(t, "id"))), wantStatus: 204},
		images("then one is drawn", 1),
	})
}

// TestClaims holds what the author says against what the files tell.
func TestClaims(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	body := strings.Replace(complete, `"title"`,
		`"rigged":true,"info":{"polygons":1,"vertices":5000,"textures":null,"geometry_type":"subdivision_ready","mine":"kept"},"title"`, 1)
	path := s.draft(t, "ada", body)
	s.run(t, []scenario{{name: "nothing is known before", request: get("ada", path), wantStatus: 200,
		want: map[string]any{"claims": []any{}, "facts": nil, "info_measured": []any{}}}})
	wantStatus(t, s.do(t, bare("ada", path+"/files?name=a.obj", content("a.obj"))), http.StatusCreated)
	s.run(t, []scenario{{name: "claims", request: get("ada", path), wantStatus: 200, want: map[string]any{
		"claims.0":      map[string]any{"field": "polygons", "claimed": json.Number("1"), "measured": json.Number("1"), "agrees": true},
		"claims.1":      map[string]any{"field": "vertices", "claimed": json.Number("5000"), "measured": json.Number("3"), "agrees": false},
		"claims.2":      map[string]any{"field": "rigged", "claimed": true, "measured": false, "agrees": false},
		"claims.3":      nil,
		"info.polygons": 1, "info.mine": "kept", "info.textures": false, "info.geometry_type": "subdivision_ready",
		"info_measured": []any{"materials", "textures", "unwrapped_uvs", "uvw_mapping"},
	}}})
}

// TestInfoSentBack has a client send back the info that it was given, as one does
// that changes one member: what was measured does not become the author's word.
func TestInfoSentBack(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	body := strings.Replace(complete, `"title"`, `"info":{"vertices":5000,"mine":{"big":[12345678901234567890]}},"title"`, 1)
	path := s.draft(t, "ada", body)
	wantStatus(t, s.do(t, bare("ada", path+"/files?name=a.obj", content("a.obj"))), http.StatusCreated)
	shown := s.do(t, get("ada", path))
	same := map[string]any{"info": shown.at(t, "info"), "info_measured": shown.at(t, "info_measured"), "claims": shown.at(t, "claims")}
	sent, err := json.Marshal(shown.at(t, "info"))
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(sent), `"polygons":1,`, `"polygons":2,`, 1)
	s.run(t, []scenario{
		{name: "as it came", request: put("ada", path, `{"info":`+string(sent)+`}`), wantStatus: 200, want: same},
		{name: "with another count", request: put("ada", path, `{"info":`+changed+`}`), wantStatus: 200, want: map[string]any{
			"claims.0.field": "polygons", "claims.0.claimed": 2, "claims.1.field": "vertices", "claims.2": nil,
			"info_measured": []any{"geometry_type", "materials", "textures", "unwrapped_uvs", "uvw_mapping"},
		}},
		{name: "with what was said before", request: put("ada", path, `{"info":`+strings.Replace(changed, "5000", "3", 1)+`}`), wantStatus: 200,
			want: map[string]any{"claims.1.field": "vertices", "claims.1.agrees": true, "claims.2": nil}},
	})
}

// TestRejectedFileOfFreeModel does not send a stranger to buy what nobody can have.
func TestRejectedFileOfFreeModel(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path, _ := s.offer(t, "ada", strings.Replace(complete, "12.50", "0", 1), "a.stl")
	torn := strings.Repeat("\x00", 80) + "\x10\x00\x00\x00" + strings.Repeat("\x00", 130)
	wantStatus(t, s.do(t, bare("ada", path+"/files?name=b.stl", torn)), http.StatusCreated)
	s.run(t, []scenario{
		{name: "a stranger", request: get("bob", path+"/files/2"), wantStatus: 403,
			want: map[string]any{"detail": "this file is rejected: only its author can download it"}},
		{name: "its author", request: get("ada", path+"/files/2"), wantStatus: 302},
	})
}

// TestCountlessFilters has splats, which have no polygons, and something to print,
// which is not asked about with the traits of CG models.
func TestCountlessFilters(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path := s.draft(t, "ada", complete)
	splat := strings.Repeat("\x00\x00\x80\x3f", 6) + "\xff\xff\xff\xff\xff\x80\x80\x80"
	wantStatus(t, s.do(t, bare("ada", path+"/files?name=a.splat", strings.Repeat(splat, 3))), http.StatusCreated)
	wantStatus(t, s.upload(t, "ada", path+"/images", "../../docs/tour/cube.png", "cube.png"), http.StatusCreated)
	s.run(t, []scenario{
		{name: "splats", request: put("ada", path, `{"status":"published"}`), wantStatus: 200,
			want: map[string]any{"facts.splats.value": 3, "facts.polygons.value": 0}},
		{name: "are not few polygons", request: get("bob", "/v1/models?polygons=lt_5k"), wantStatus: 200, want: map[string]any{"total": 0}},
		{name: "nor low poly", request: get("bob", "/v1/models?low_poly=true"), wantStatus: 200, want: map[string]any{"total": 0}},
	})
	s.offer(t, "ada", strings.Replace(complete, `"title"`, `"product_type":"printable","title"`, 1), "a.obj")
	s.run(t, []scenario{
		{name: "what is printed has polygons", request: get("bob", "/v1/models?polygons=lt_5k"), wantStatus: 200,
			want: map[string]any{"total": 1}},
		{name: "and no traits", request: get("bob", "/v1/models?low_poly=true"), wantStatus: 200, want: map[string]any{"total": 0}},
	})
}

// TestMeasuredFilters asks the catalogue for polygons: a model that claims to be
// small and is not is found as what it is.
func TestMeasuredFilters(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.offer(t, "ada", strings.Replace(complete, `"title"`, `"info":{"polygons":400000},"title"`, 1), "a.obj")
	s.run(t, []scenario{
		{name: "as claimed", request: get("bob", "/v1/models?polygons=gt_250k"), wantStatus: 200, want: map[string]any{"total": 0}},
		{name: "as measured", request: get("bob", "/v1/models?polygons=lt_5k&low_poly=true"), wantStatus: 200, want: map[string]any{"total": 1}},
	})
}

// TestUnreadableFile has a reader that never comes to an end of a file.
func TestUnreadableFile(t *testing.T) {
	t.Parallel()
	tries := 0
	s := newServer(t, func(o *options) {
		o.Reader.Read = func(context.Context, inspect.File, inspect.Find, inspect.Want) (inspect.Result, error) {
			tries++
			return inspect.Result{}, errors.New("no child can be started")
		}
	})
	s.unread = true
	path := s.draft(t, "ada", complete)
	wantStatus(t, s.do(t, bare("ada", path+"/files?name=a.stl", content("a.stl"))), http.StatusCreated)
	kind := jobs.Kind{Run: s.reader.ReadFile, Abandon: s.reader.AbandonFile, MaxAttempts: 1}
	if err := jobs.New(s.db, map[string]jobs.Kind{survey.JobReadFile: kind}, nil,
		slog.New(slog.DiscardHandler)).Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
	if tries != 1 {
		t.Errorf("it was read %d times", tries)
	}
	s.run(t, []scenario{{name: "it is rejected", request: get("ada", path+"/files"), wantStatus: 200,
		want: map[string]any{"files.0.status": "rejected", "files.0.problems.0.code": "internal", "files.0.progress": nil}}})
	again := s.parts.Reader
	again.Read = surveytest.ReadOnly
	reread := survey.NewReader(again)
	if n, err := reread.Reprocess(t.Context(), 0); err != nil || n != 1 {
		t.Fatalf("%d files, %v", n, err)
	}
	surveytest.ReadFiles(t, s.db, reread)
	s.run(t, []scenario{{name: "until it is read again", request: get("ada", path+"/files"), wantStatus: 200,
		want: map[string]any{"files.0.status": "ready", "files.0.problems": []any{}}}})
}

// TestGoneWhileRead removes a file while it is read: its results go nowhere.
func TestGoneWhileRead(t *testing.T) {
	t.Parallel()
	var s *server
	var path string
	s = newServer(t, func(o *options) {
		o.Reader.Read = func(ctx context.Context, f inspect.File, find inspect.Find, want inspect.Want) (inspect.Result, error) {
			s.unread = true
			wantStatus(t, s.do(t, remove("ada", path+"/files/1")), http.StatusNoContent)
			return inspect.InProcess(ctx, f, find, want)
		}
	})
	path = s.draft(t, "ada", complete)
	wantStatus(t, s.do(t, bare("ada", path+"/files?name=a.stl", content("a.stl"))), http.StatusCreated)
	s.run(t, []scenario{{name: "nothing is left", request: get("ada", path+"/images"), wantStatus: 200, want: map[string]any{"total": 0}}})
	for _, prefix := range []string{"media", "previews"} {
		err := s.blobs.List(t.Context(), prefix, func(info blob.Info) error {
			t.Errorf("%s was kept", info.Key)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestReadingChangesOnce follows the ETag of a model while a file of it is read: what
// is found out changes it once, being read changes nothing, nor does being read again
// with the same outcome. Who read the model before it was read again may still write.
func TestReadingChangesOnce(t *testing.T) {
	t.Parallel()
	var s *server
	var path string
	var meanwhile []answer
	s = newServer(t, func(o *options) {
		o.Reader.Read = func(ctx context.Context, f inspect.File, find inspect.Find, _ inspect.Want) (inspect.Result, error) {
			meanwhile = append(meanwhile, s.do(t, get("ada", path)))
			return inspect.InProcess(ctx, f, find, inspect.Want{})
		}
	})
	path = s.draft(t, "ada", complete)
	s.unread = true
	wantStatus(t, s.do(t, bare("ada", path+"/files?name=a.stl", content("a.stl"))), http.StatusCreated)
	uploaded := s.do(t, get("ada", path))
	s.clock.Advance(time.Second)
	surveytest.ReadFiles(t, s.db, s.reader)
	known := s.do(t, get("ada", path))
	s.clock.Advance(time.Second)
	if n, err := s.reader.Reprocess(t.Context(), 0); n != 1 || err != nil {
		t.Fatalf("%d files, %v", n, err)
	}
	queued := s.do(t, get("ada", path))
	surveytest.ReadFiles(t, s.db, s.reader)
	again := s.do(t, get("ada", path))

	for _, step := range []struct {
		name    string
		answer  answer
		version int
		stage   any
		facts   bool
	}{
		{"uploaded", uploaded, 2, "waiting", false},
		{"while it is read", meanwhile[0], 2, "reading", false},
		{"when it was read", known, 3, nil, true},
		{"while it waits again", queued, 3, "waiting", true},
		{"while it is read again", meanwhile[1], 3, "reading", true},
		{"after that", again, 3, nil, true},
	} {
		if got, want := step.answer.Header.Get("ETag"), fmt.Sprintf(`"m1-%d-en-US"`, step.version); got != want {
			t.Errorf("%s: the ETag is %s, want %s", step.name, got, want)
		}
		var stage any
		if progress, ok := step.answer.at(t, "files.0.progress").(map[string]any); ok {
			stage = progress["stage"]
		}
		if stage != step.stage || (step.answer.at(t, "facts") != nil) != step.facts {
			t.Errorf("%s: progress %v, facts %v", step.name, stage, step.answer.at(t, "facts"))
		}
	}
	if known.at(t, "updated_at") != again.at(t, "updated_at") {
		t.Error("being read again changes when the model was updated")
	}
	wantStatus(t, s.do(t, put("ada", path, `{"title":"Oak table"}`).with("If-Match", known.Header.Get("ETag"))), http.StatusOK)
}

// TestWaitsForItsTurn has two files and one reader: the second one is not said to be
// read before it is.
func TestWaitsForItsTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		goOn := make(chan struct{})
		s := newServer(t, func(o *options) {
			o.Reader.AtOnce = 1
			o.Reader.Read = func(ctx context.Context, f inspect.File, find inspect.Find, _ inspect.Want) (inspect.Result, error) {
				<-goOn
				return inspect.InProcess(ctx, f, find, inspect.Want{})
			}
		})
		s.unread = true
		path := s.draft(t, "ada", complete)
		for _, name := range []string{"a.stl", "b.stl"} {
			wantStatus(t, s.do(t, bare("ada", path+"/files?name="+name, content(name))), http.StatusCreated)
		}
		kind := jobs.Kind{Run: s.reader.ReadFile, Abandon: s.reader.AbandonFile, Concurrency: 2}
		worker := jobs.New(s.db, map[string]jobs.Kind{survey.JobReadFile: kind}, nil, slog.New(slog.DiscardHandler))
		worker.Start(t.Context())
		defer worker.Stop()
		synctest.Wait()
		list := s.do(t, get("ada", path+"/files"))
		stages := []any{list.at(t, "files.0.progress.stage"), list.at(t, "files.1.progress.stage")}
		slices.SortFunc(stages, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		if diff := cmp.Diff([]any{"reading", "waiting"}, stages); diff != "" {
			t.Errorf("with one reader (-want +got):\n%s", diff)
		}
		close(goOn)
		synctest.Wait()
	})
}

// TestDrawnViews has a model drawn from some sides: the pictures are its author's own, in the
// place of the one that was drawn unasked, and as many as there is room for.
func TestDrawnViews(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds, which -short leaves out")
	}
	t.Parallel()
	s := newServer(t, draws)
	path := s.draft(t, "ada", complete)
	caller := vitrine.Caller{User: s.user(t, "ada").User}
	want := func(views ...vitrine.PictureView) error {
		err := s.shop.DrawViews(t.Context(), caller, 1, views)
		surveytest.ReadFiles(t, s.db, s.reader)
		return err
	}
	if err := want(vitrine.ViewTop); vitrine.CodeOf(err) != vitrine.Conflict {
		t.Errorf("of a model without files: %v", err)
	}
	wantStatus(t, s.do(t, bare("ada", path+"/files?name=b.stl", content("b.stl"))), http.StatusCreated)
	for _, wrong := range [][]vitrine.PictureView{nil, {"behind"}} {
		if err := want(wrong...); vitrine.CodeOf(err) != vitrine.Invalid {
			t.Errorf("%v: %v", wrong, err)
		}
	}
	if err := want(vitrine.ViewTop, vitrine.ViewFront, vitrine.ViewTop); err != nil {
		t.Fatal(err)
	}
	s.run(t, []scenario{{name: "two sides", request: get("ada", path+"/images"), wantStatus: 200,
		want: map[string]any{"total": 2, "images.0.generated": false, "images.1.generated": false, "images.1.width": 800}}})
	if err := want(vitrine.ViewSide); err != nil {
		t.Fatal(err)
	}
	images, err := s.db.Images(t.Context(), 1)
	if err != nil || len(images) != 3 || images[2].Position != 3 || images[0].BlobKey == images[2].BlobKey {
		t.Errorf("behind them: %+v, %v", images, err)
	}
	eve := vitrine.Caller{User: s.user(t, "eve").User}
	if err := s.shop.DrawViews(t.Context(), eve, 1, []vitrine.PictureView{vitrine.ViewTop}); vitrine.CodeOf(err) != vitrine.NotFound {
		t.Errorf("somebody else's: %v", err)
	}
}
