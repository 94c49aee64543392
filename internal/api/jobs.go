package api

import (
	"context"
	"time"

	"vitrine/internal/store"
)

type listJobsInput struct{ OnwardInput }

type jobsOutput struct {
	Link string `header:"Link"`
	Body struct {
		Kinds []jobKind   `json:"kinds" nullable:"false" doc:"How jobs stand, by their kinds, on every page."`
		Jobs  []failedJob `json:"jobs" nullable:"false" doc:"Those of this page that have failed, newest first."`
	}
}

// jobKind is how jobs of a kind stand.
type jobKind struct {
	Kind    string `json:"kind" example:"read-file" doc:"What the jobs do."`
	Waiting int64  `json:"waiting" doc:"How many are to be done, those included that are being done."`
	Working int64  `json:"working" doc:"How many of these are being done."`
	Retried int64  `json:"retried" doc:"How many of these have failed before."`
	Failed  int64  `json:"failed" doc:"How many were given up."`
	Late    int64  `json:"late" doc:"Seconds that the oldest waits which is due."`
}

// failedJob is a job that has failed.
type failedJob struct {
	ID       int64  `json:"id" example:"7" doc:"Names the job in addresses."`
	Kind     string `json:"kind" example:"read-file" doc:"What it does."`
	Attempts int    `json:"attempts" doc:"How often it was tried."`
	Problem  string `json:"problem" doc:"Why it failed last."`
	GivenUp  bool   `json:"given_up" doc:"It is not tried again by itself."`
}

type jobInput struct {
	ID int64 `path:"id" doc:"The job's id."`
}

func (s *Server) listJobs(ctx context.Context, in *listJobsInput) (*jobsOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}
	const list = "jobs"
	before, err := in.after(list)
	if err != nil {
		return nil, err
	}

	kinds, jobs, err := s.shop.Jobs(ctx, who, before, in.size()+1)
	if err != nil {
		return nil, err
	}

	jobs, next := onward(list, jobs, in.size(), func(j store.TroubledJob) int64 { return j.ID })
	out := &jobsOutput{Link: in.links(s, next)}
	out.Body.Kinds, out.Body.Jobs = encodeAll(kinds, encodeJobKind), encodeAll(jobs, encodeJob)
	return out, nil
}

func encodeJobKind(k *store.JobKind) jobKind {
	return jobKind{k.Kind, k.Waiting, k.Working, k.Retried, k.Failed, int64(k.Late / time.Second)}
}

func encodeJob(j *store.TroubledJob) failedJob {
	return failedJob{j.ID, j.Kind, j.Attempts, j.Problem, j.GivenUp}
}

func (s *Server) retryJob(ctx context.Context, in *jobInput) (*struct{}, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	return nil, s.shop.RetryJob(ctx, who, in.ID)
}

func (s *Server) giveUpJob(ctx context.Context, in *jobInput) (*struct{}, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	return nil, s.shop.GiveUpJob(ctx, who, in.ID)
}
