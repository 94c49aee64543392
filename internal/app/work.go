package app

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"time"

	"vitrine/internal/jobs"
	"vitrine/internal/mail"
	"vitrine/internal/shop"
	"vitrine/internal/survey"
	"vitrine/internal/webhook"
)

// readTime is what one attempt at reading a file has: a child has half a minute,
// and a file of ten gigabytes comes from S3 before.
const readTime = 30 * time.Minute

// verifyTimeout is what one turn at comparing files with their digests has: the
// largest is read in an hour.
const verifyTimeout = 3 * time.Hour

// mergeTime is what one attempt at moving the models of a category has; the next one goes on.
const mergeTime = time.Hour

// mailsAtOnce is how many mails are handed over at once: one that a server hangs on does
// not hold up the others.
const mailsAtOnce = 4

// readers is how many files are read at once: a core is left to those who ask.
func readers() int { return max(1, runtime.NumCPU()-1) }

// readKind reads files. Uploads and files that are read again share the readers.
func (app *App) readKind() jobs.Kind {
	return jobs.Kind{
		Run: app.reader.ReadFile, Abandon: app.reader.AbandonFile, MaxLostLeases: survey.MaxLostLeases, Concurrency: readers(), Timeout: readTime,
	}
}

// readFiles does nothing but read files.
func (app *App) readFiles() *jobs.Worker {
	return jobs.New(app.db, map[string]jobs.Kind{survey.JobReadFile: app.readKind(), survey.JobRereadFile: app.readKind()}, nil, app.log)
}

// paymentJob reads the argument of a job that asks the provider of payments.
func paymentJob(run func(context.Context, shop.PaymentJob) error) func(context.Context, string) error {
	return func(ctx context.Context, args string) error {
		var job shop.PaymentJob
		if err := json.Unmarshal([]byte(args), &job); err != nil {
			return fmt.Errorf("ask about a payment: %w", err)
		}
		return run(ctx, job)
	}
}

// noticesAtOnce is how many payments the provider is asked about at once.
const noticesAtOnce = 4

func (app *App) takeNotice(ctx context.Context, args string) error {
	var job shop.NoticeJob
	if err := json.Unmarshal([]byte(args), &job); err != nil {
		return fmt.Errorf("take a notice: %w", err)
	}
	return app.shop.TakeNotice(ctx, job)
}

// moneyAttempts is how often jobs of money are tried, which is each hour in the end: for a week. The first page
// of the desk tells an operator of them long before.
const moneyAttempts = 180

// worker does what follows from changes, and what comes again and again.
func (app *App) worker() *jobs.Worker {
	mails := jobs.Kind{
		Run: app.mails.Send, Abandon: app.mails.Abandon, MaxAttempts: mail.Attempts, Timeout: app.mails.Timeout(), Concurrency: mailsAtOnce,
	}
	kinds := map[string]jobs.Kind{
		shop.JobConfirmPayment: {Run: paymentJob(app.shop.ConfirmPayment), MaxAttempts: moneyAttempts},
		shop.JobTakeNotice:     {Run: app.takeNotice, Concurrency: noticesAtOnce, MaxAttempts: moneyAttempts},
		shop.JobRefundPayment:  {Run: paymentJob(app.shop.RefundPayment), Abandon: app.shop.AbandonRefund, MaxAttempts: moneyAttempts},
		shop.JobCancelOrders:   {Run: app.shop.CancelOrders},
		survey.JobReadFile:     app.readKind(),
		survey.JobRereadFile:   app.readKind(),
		shop.JobVerifyBytes:    {Run: app.shop.VerifyBytes, Timeout: verifyTimeout},
		shop.JobTell:           {Run: app.shop.Tell},
		shop.JobMergeCategory:  {Run: app.shop.MergeModels, Timeout: mergeTime},
		mail.JobKind:           mails,
		mail.JobKindSoon:       mails,
		webhook.JobKind:        {Run: app.hooks.Send, Concurrency: webhook.AtOnce, Timeout: webhook.Timeout},
	}
	return jobs.New(app.db, kinds, app.periodic(), app.log)
}

// periodic is what comes again and again.
func (app *App) periodic() []jobs.Periodic {
	return []jobs.Periodic{
		{Name: "expire orders", Every: 30 * time.Second, Run: app.shop.ExpireOrders},
		{Name: "begin and end promotions", Every: time.Second, Due: app.shop.PromotionsDue, Run: app.shop.CarryPromotions},
		{Name: "give up lapsed payments", Every: 30 * time.Second, Run: app.shop.EndLapsedPayments},
		{Name: "ask for notices of payments that were lost", Every: time.Hour, Run: app.shop.FindLostNotices},
		{Name: "make previews anew", Every: 10 * time.Second, Due: app.reader.PreviewsToRenew, Run: app.reader.RenewPreviews},
		{Name: "make records anew", Every: 5 * time.Second, Due: app.shop.RecordsToMake, Run: app.shop.MakeRecords},
		{Name: "add up the models of categories", Every: 5 * time.Second, Due: app.db.CountsToAdd, Run: app.db.AddCounts},
		{Name: "count new sales", Every: 5 * time.Second, Due: app.db.SalesToCount, Run: app.db.CountSales},
		{Name: "release what sellers earned", Every: time.Minute, Run: app.shop.ReleaseEarnings},
		{Name: "make payouts that are due", Every: 10 * time.Minute, Run: app.shop.MakePayouts},
		{Name: "answer refund requests that nobody did", Every: 10 * time.Minute, Run: app.shop.EndRefundRequests},
		{Name: "end payouts that have arrived", Every: 10 * time.Minute, Run: app.shop.EndPayouts},
		{Name: "forget what was kept for tax offices", Every: time.Hour, Run: app.shop.ForgetSellerFacts},
		{Name: "move what sellers earned to their accounts", Every: 10 * time.Second, Due: app.shop.TransfersToMove,
			Run: app.shop.MoveTransfers},
		{Name: "compare the ledger with what the provider reports", Every: 10 * time.Minute, Run: app.shop.Reconcile},
		{Name: "look at accounts of sellers that wait", Every: 10 * time.Minute, Run: app.shop.LookAtAccounts},
		{Name: "add up likes, followers and balances", Every: 5 * time.Second, Due: app.db.TalliesToAdd, Run: app.db.AddTallies},
		{Name: "count visits", Every: 5 * time.Second, Run: app.shop.WriteVisits, EachProcess: true},
		{Name: "merge documents into the search index", Every: time.Second, Due: app.db.SearchToMerge, Run: app.db.MergeSearch},
		{Name: "build the search index", Every: 10 * time.Second, Due: app.db.SearchToRebuild, Run: app.rebuildSearch},
		{Name: "get completions ready", Every: 10 * time.Second, Run: app.db.ReadyCompletions, EachProcess: true},
		{Name: "send mails that waited for a server", Every: 10 * time.Second, Due: app.mails.Parked, Run: app.mails.Unpark},
		{Name: "tell programs of events", Every: time.Second, Due: app.hooks.Due, Run: app.hooks.Queue},
		{Name: "forget what programs were told", Every: 10 * time.Minute, Run: app.hooks.Forget},
		{Name: "make files of uploads that are whole", Every: 10 * time.Second, Due: app.shop.UploadsToFinish, Run: app.shop.FinishUploads},
		{Name: "remove uploads that wait too long", Every: 10 * time.Minute, Run: app.shop.ExpireUploads},
		{Name: "tell what is new of what people keep", Every: time.Minute, Due: app.shop.DigestsDue, Run: app.shop.SendDigests},
		{Name: "erase accounts", Every: time.Minute, Run: app.shop.EraseDue},
		{Name: "forget old answers and changes", Every: 10 * time.Minute, Run: app.shop.Forget},
		{Name: "compare stored bytes with their digests", Every: time.Minute, Run: app.shop.QueueVerification},
		{Name: "take newer keys", Every: 10 * time.Second, Run: app.takeNewerKeys, EachProcess: true},
		{Name: "seal secrets of an earlier release", Every: time.Hour, Run: app.sealLate},
		{Name: "sweep stored bytes", Every: time.Hour, Run: func(ctx context.Context) error {
			_, err := app.shop.SweepBytes(ctx)
			return err
		}},
	}
}
