// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"iter"
	"net/http"
	"net/url"
)

// JobsQuery is what [Client.ListJobs] can be asked for. What is zero is left out.
type JobsQuery struct {
	// 1 to 100. What is below counts as 1, what is above as 100.
	PerPage int64
	// From the Link header's rel=next; stays fast and stable however deep.
	Cursor string
}

func (q JobsQuery) values() url.Values {
	v := values{}
	v.add("per_page", q.PerPage)
	v.add("cursor", q.Cursor)
	return url.Values(v)
}

// ListJobs: how jobs stand, and those that have failed. How many jobs of each kind wait, are being
// done and were given up, and those that have failed, with the reason. For operators.
//
// GET /v1/jobs, with the scope admin.
func (c *Client) ListJobs(ctx context.Context, query JobsQuery, options ...CallOption) (*JobList, error) {
	return ask[JobList](ctx, c, &request{method: http.MethodGet, path: "/v1/jobs", query: query.values()}, options)
}

// Jobs goes through all pages of [Client.ListJobs], from the one that the query names. It asks for each when
// it is needed, and ends with the first error.
func (c *Client) Jobs(ctx context.Context, query JobsQuery, options ...CallOption) iter.Seq2[FailedJob, error] {
	return each(query.Cursor, options, func(cursor string, options []CallOption) ([]FailedJob, error) {
		query := query
		query.Cursor = cursor
		list, err := c.ListJobs(ctx, query, options...)
		if err != nil {
			return nil, err
		}
		return list.Jobs, nil
	})
}

// GiveUpJob: have a job tried once more, and given up if it fails. Has a job that has failed tried
// once more, and given up if that fails, too.
//
// POST /v1/jobs/{id}/give-up, with the scope admin.
func (c *Client) GiveUpJob(ctx context.Context, id int64, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodPost, path: "/v1/jobs/" + segment(id) + "/give-up", keyed: true}, options)
}

// RetryJob: have a job tried again. Has a job tried again from the beginning that has failed, also
// one that was given up.
//
// POST /v1/jobs/{id}/retry, with the scope admin.
func (c *Client) RetryJob(ctx context.Context, id int64, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodPost, path: "/v1/jobs/" + segment(id) + "/retry", keyed: true}, options)
}

// FailedJob is a job that has failed.
type FailedJob struct {
	// Names the job in addresses.
	ID int64 `json:"id"`
	// What it does.
	Kind string `json:"kind"`
	// How often it was tried.
	Attempts int64 `json:"attempts"`
	// Why it failed last.
	Problem string `json:"problem"`
	// It is not tried again by itself.
	GivenUp bool `json:"given_up"`
}

// JobKind is how jobs of a kind stand.
type JobKind struct {
	// What the jobs do.
	Kind string `json:"kind"`
	// How many are to be done, those included that are being done.
	Waiting int64 `json:"waiting"`
	// How many of these are being done.
	Working int64 `json:"working"`
	// How many of these have failed before.
	Retried int64 `json:"retried"`
	// How many were given up.
	Failed int64 `json:"failed"`
	// Seconds that the oldest waits which is due.
	Late int64 `json:"late"`
}

// JobList is how jobs stand.
type JobList struct {
	// How jobs stand, by their kinds, on every page.
	Kinds []JobKind `json:"kinds"`
	// Those of this page that have failed, newest first.
	Jobs []FailedJob `json:"jobs"`
}
