// Package surveytest reads uploaded files for tests that need them read.
package surveytest

import (
	"context"
	"log/slog"
	"testing"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/detect"
	"vitrine/internal/inspect"
	"vitrine/internal/jobs"
	"vitrine/internal/store"
	"vitrine/internal/survey"
)

// ReadOnly reads files in the test's own process and draws nothing.
func ReadOnly(ctx context.Context, file inspect.File, find inspect.Find, _ inspect.Want) (inspect.Result, error) {
	return inspect.InProcess(ctx, file, find, inspect.Want{})
}

// Nothing finds every file to be fine, and nothing out about it.
func Nothing(context.Context, inspect.File, inspect.Find, inspect.Want) (inspect.Result, error) {
	return inspect.Result{Report: detect.Report{Format: geometry.Unknown}}, nil
}

// ReadFiles reads the uploaded files that wait for it.
func ReadFiles(t testing.TB, db *store.DB, r *survey.Reader) {
	t.Helper()
	kind := jobs.Kind{Run: r.ReadFile, Abandon: r.AbandonFile, MaxLostLeases: survey.MaxLostLeases}
	kinds := map[string]jobs.Kind{survey.JobReadFile: kind, survey.JobRereadFile: kind}
	if err := jobs.New(db, kinds, nil, slog.New(slog.DiscardHandler)).Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
}
