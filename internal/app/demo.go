package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"net"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/urfave/cli/v3"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/config"
	"vitrine/internal/demo"
	"vitrine/internal/inspect"
	"vitrine/internal/picture"
	"vitrine/internal/shop"
	"vitrine/internal/survey"
)

// demo serves a marketplace that is gone when it ends.
func (env Environment) demo() *cli.Command {
	listen := &cli.StringFlag{Name: "listen", Value: "127.0.0.1:8080",
		Usage: "address to listen at; another port is taken when this one is in use"}
	simulated := &cli.BoolFlag{Name: "stripe", Usage: "pay by a simulation of Stripe, on pages and by events like its own"}
	return &cli.Command{
		Name: "demo", Usage: "serve a throw-away marketplace with a generated catalogue and sandbox payments", Flags: []cli.Flag{listen,
			simulated},
		Action: func(ctx context.Context, cmd *cli.Command) (err error) {
			folder, err := os.MkdirTemp("", "vitrine-demo-")
			if err != nil {
				return fmt.Errorf("make a folder for the demo: %w", err)
			}
			defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
			listener, err := listenNear(cmd.String("listen"))
			if err != nil {
				return err
			}
			defer listener.Close()
			c, err := env.demoConfig(ctx, folder, listener.Addr().String())
			if err != nil {
				return err
			}
			if cmd.Bool("stripe") {
				end, err := simulateStripe(ctx, &c)
				if err != nil {
					return err
				}
				defer end()
			}
			start := time.Now()
			options := env.options(c, newLog(c, env.Stderr))
			options.Listener, options.Outbox = listener, true
			filled := &atomic.Bool{}
			options.Read, options.Pictures = quickly(options.Read, filled), &trusting{picture.NewProcessor(0), options.Pictures, filled}
			return Serve(ctx, options, func(ctx context.Context, app *App) error {
				fmt.Fprintf(env.Stdout, "Vitrine answers at %s/ and makes its models now…\n", c.BaseURL)
				guide, more, err := fillDemo(ctx, app)
				if err == nil {
					guide.Base, guide.Took = c.BaseURL, time.Since(start)
					err = guide.print(env)
				}
				if err == nil {
					filled.Store(true)
					_, err = app.reader.Reprocess(ctx, 0)
				}
				if err == nil {
					err = more()
				}
				if err != nil && ctx.Err() == nil {
					return fmt.Errorf("fill the demo: %w", err)
				}
				return nil // done, or stopped while it was filled
			})
		},
	}
}

// quickly only measures the demo's own files until it is filled, in this process:
// nobody shall wait for what pages show in 3D. Then all are read as ever.
func quickly(read survey.Read, filled *atomic.Bool) survey.Read {
	return func(ctx context.Context, file inspect.File, find inspect.Find, want inspect.Want) (inspect.Result, error) {
		if filled.Load() {
			return read(ctx, file, find, want)
		}
		return inspect.InProcess(ctx, file, find, inspect.Want{})
	}
}

// trusting makes the demo's own pictures ready in this process, until it is filled: they
// are the program's, and a child for each would take longer than all of them.
type trusting struct {
	own, others shop.Pictures
	filled      *atomic.Bool
}

// Process makes a part of a picture ready, or all of it.
func (t *trusting) Process(ctx context.Context, file *os.File, part image.Rectangle) (picture.Result, error) {
	if t.filled.Load() {
		return t.others.Process(ctx, file, part)
	}
	return t.own.Process(ctx, file, part)
}

// demoConfig has the defaults of serving, whatever the environment says.
func (env Environment) demoConfig(ctx context.Context, folder, listen string) (config.Config, error) {
	c, err := config.FromEnvironment(ctx, func(string) (string, bool) { return "", false })
	if err != nil {
		return c, err
	}
	c.Data, c.Payments, c.LogLevel, c.Listen, c.SlowStatement = folder, "sandbox", "warn", listen, 0
	return c, c.Check()
}

// listenNear listens at an address or, when its port is in use, at another port
// of the same host.
func listenNear(address string) (net.Listener, error) {
	listener, err := net.Listen("tcp", address)
	if err == nil || !errors.Is(err, syscall.EADDRINUSE) {
		return listener, err
	}
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	return net.Listen("tcp", net.JoinHostPort(host, "0"))
}

// boughtEvery is how many models there are for each that the buyer has
// bought already.
const boughtEvery = 9

// demoGuide is what the demo prints for its visitor.
type demoGuide struct {
	Base    string
	Took    time.Duration
	Models  int
	Authors int
	Token   string // of the buyer
	ModelID int64  // a paid model

	Seller   string // a username, as the two below
	Password string // of all three
}

// Who signs in at the demo, beside a seller.
const demoBuyer, demoOperator = "buyer", "operator"

func (g demoGuide) print(env Environment) error {
	_, err := fmt.Fprintf(env.Stdout, `
Vitrine is running with %d models by %d authors, made in %s. Nothing here is kept, and no money moves.

  Open     %s/           the marketplace
           %s/sign-in    as %s who has bought something, %s who sells, or %s who runs it
           %s/docs       the interface
           %s/outbox     the mails that it would have sent

  Password %s    of all three, and of this start alone

  Token    %s    of %s

  Try      export BASE=%s TOKEN=%s
           curl -s -H "Authorization: Bearer $TOKEN" "$BASE/v1/models?keywords=chair&per_page=2"
           curl -s -H "Authorization: Bearer $TOKEN" --json '{"model_id": %d}' $BASE/v1/orders/      # then open its checkout_url
           curl -s -H "Authorization: Bearer $TOKEN" $BASE/v1/orders/

Ctrl-C ends it.
`, g.Models, g.Authors, g.Took.Round(100*time.Millisecond), g.Base, g.Base, demoBuyer, g.Seller, demoOperator, g.Base, g.Base, g.Password,
		g.Token, demoBuyer, g.Base, g.Token, g.ModelID)
	return err
}

// fillDemo does what sellers and customers of the demo's catalogue would do. more
// does the rest, which nobody has to wait for: further pictures.
func fillDemo(ctx context.Context, app *App) (guide demoGuide, more func() error, err error) {
	// Another one at each start: who sees the demo from afar and knows its text is not its operator.
	guide.Password = auth.RandomText(12)
	authors := demo.Authors()
	guide.Seller = authors[0].Username
	sellers := map[string]vitrine.Caller{}
	for _, author := range authors {
		password := ""
		if author.Username == guide.Seller {
			password = guide.Password
		}
		user, access, err := app.shop.CreateUser(ctx, shop.NewUser{
			Email: author.Email, Username: author.Username, Password: password, Vouched: true,
		})
		if err != nil {
			return guide, nil, err
		}
		sellers[author.Username] = vitrine.Caller{User: *user, Scopes: access.Scopes}
	}
	if err := beginDemo(ctx, app.shop, guide.Password); err != nil {
		return guide, nil, err
	}
	buyer, access, err := app.shop.CreateUser(ctx,
		shop.NewUser{Email: demoBuyer + "@example.com", Username: demoBuyer, Password: guide.Password, Vouched: true})
	if err != nil {
		return guide, nil, err
	}
	models, more, err := sellAll(ctx, app.shop, sellers)
	if err != nil {
		return guide, nil, err
	}
	guide.Token, guide.Models, guide.Authors = access.Secret, len(models), len(sellers)
	for i, m := range models {
		if i%boughtEvery != 0 && *m.Price > 0 {
			guide.ModelID = m.ID
		}
	}
	return guide, more, buySome(ctx, app.shop, vitrine.Caller{User: *buyer, Scopes: access.Scopes}, models)
}

// beginDemo makes the operator, and says what the demo is.
func beginDemo(ctx context.Context, s *shop.Shop, password string) error {
	house, address := vitrine.DefaultHouse(), demoOperator+"@example.com"
	house.Contact = address
	_, err := s.SetUpHere(ctx, shop.Beginning{Username: demoOperator, Email: address, Password: password, House: house})
	return err
}

// sellAll publishes the catalogue, on all cores, each model with its first
// picture. more adds the others.
func sellAll(ctx context.Context, s *shop.Shop, sellers map[string]vitrine.Caller) (models []*vitrine.Model, more func() error, err error) {
	items := demo.Catalogue()
	models, made := make([]*vitrine.Model, len(items)), make([]demo.Model, len(items))
	err = onAllCores(ctx, len(items), func(ctx context.Context, i int) (err error) {
		made[i] = items[i].Build()
		models[i], err = sell(ctx, s, sellers[items[i].Author], made[i])
		return err
	})
	return models, func() error {
		return onAllCores(ctx, len(items), func(ctx context.Context, i int) error {
			for _, picture := range made[i].Pictures[1:] {
				if err := addPicture(ctx, s, sellers[items[i].Author], models[i].ID, picture); err != nil {
					return err
				}
			}
			return nil
		})
	}, err
}

// onAllCores works on n items, as many at once as there are cores, until one fails.
func onAllCores(ctx context.Context, n int, work func(ctx context.Context, i int) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var begun atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := int(begun.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(begun.Add(1)) - 1 {
				if err := work(ctx, i); err != nil {
					stop(err)
				}
			}
		})
	}
	workers.Wait()
	return context.Cause(ctx)
}

func sell(ctx context.Context, s *shop.Shop, seller vitrine.Caller, made demo.Model) (*vitrine.Model, error) {
	request, err := draft(made)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", made.Title, err)
	}
	m, err := s.CreateModel(ctx, seller, request)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", made.Title, err)
	}
	for _, file := range made.Files {
		upload, err := uploadOf(file)
		if err != nil {
			return nil, err
		}
		if _, err := s.AddFile(ctx, seller, m.ID, upload); err != nil {
			return nil, fmt.Errorf("%s: %w", file.Name, err)
		}
	}
	if err := addPicture(ctx, s, seller, m.ID, made.Pictures[0]); err != nil {
		return nil, err
	}
	if err := read(ctx, s, seller, m.ID); err != nil {
		return nil, fmt.Errorf("%s: %w", made.Title, err)
	}
	publish := shop.ModelRequest{ModelChange: vitrine.ModelChange{Status: vitrine.Some(vitrine.Published)}}
	return s.UpdateModel(ctx, seller, m.ID, publish, nil)
}

// read waits until the files of a model were read.
func read(ctx context.Context, s *shop.Shop, seller vitrine.Caller, modelID int64) error {
	ticker := time.NewTicker(20 * time.Millisecond)
	defer ticker.Stop()
	for {
		files, err := s.Files(ctx, seller, modelID)
		if err != nil || !slices.ContainsFunc(files, func(f vitrine.File) bool { return f.Status == vitrine.FileProcessing }) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ticker.C:
		}
	}
}

func addPicture(ctx context.Context, s *shop.Shop, seller vitrine.Caller, modelID int64, file demo.File) error {
	upload, err := uploadOf(file)
	if err != nil {
		return err
	}
	if _, err := s.AddImage(ctx, seller, modelID, upload); err != nil {
		return fmt.Errorf("%s: %w", file.Name, err)
	}
	return nil
}

func uploadOf(file demo.File) (shop.Upload, error) {
	var data bytes.Buffer
	if err := file.Write(&data); err != nil {
		return shop.Upload{}, fmt.Errorf("%s: %w", file.Name, err)
	}
	return shop.Upload{Name: file.Name, Body: &data, Size: int64(data.Len())}, nil
}

// draft says of a model what its seller would.
func draft(made demo.Model) (shop.ModelRequest, error) {
	price, err := vitrine.ParsePrice(made.Price)
	if err != nil {
		return shop.ModelRequest{}, err
	}
	change := vitrine.ModelChange{
		Title: vitrine.Some(made.Title), Description: vitrine.Some(made.DescriptionHTML), Tags: vitrine.Some(made.Tags),
		Price: vitrine.Some(price), License: vitrine.Some(vitrine.License(made.License)),
		ProductType: vitrine.Some(vitrine.ProductType(made.ProductType)),
	}
	if made.CustomLicense != "" {
		change.CustomLicense = vitrine.Some(made.CustomLicense)
	}
	if made.OriginalPrice != "" {
		original, err := vitrine.ParsePrice(made.OriginalPrice)
		if err != nil {
			return shop.ModelRequest{}, err
		}
		change.OriginalPrice = vitrine.Some(original)
	}
	if made.ProductType == string(vitrine.CG) {
		err = traitsOfCG(&change, made)
	} else {
		change.Units, change.PreSupported = vitrine.Some(made.Units), vitrine.Some(made.PreSupported)
		change.SplitIntoParts, change.PartsDetails = vitrine.Some(made.SplitIntoParts), vitrine.Some(made.MultiplePartsDetails)
	}
	return shop.ModelRequest{ModelChange: change, CategorySlug: vitrine.Some(made.Category), SubcategorySlug: vitrine.Some(made.Subcategory)},
		err
}

func traitsOfCG(change *vitrine.ModelChange, made demo.Model) error {
	change.GameReady, change.Animated = vitrine.Some(made.GameReady), vitrine.Some(made.Animated)
	change.Rigged, change.PBR = vitrine.Some(made.Rigged), vitrine.Some(made.PBR)
	raw, err := json.Marshal(made.Info)
	if err != nil {
		return fmt.Errorf("encode info: %w", err)
	}
	info, faults := vitrine.ParseInfo(raw)
	change.Info = vitrine.Some(info)
	return vitrine.InvalidFields(faults)
}

// buySome lets the buyer own a few models already, so that there are
// receipts, downloads and sales to be seen.
func buySome(ctx context.Context, s *shop.Shop, buyer vitrine.Caller, models []*vitrine.Model) error {
	for i := 0; i < len(models); i += boughtEvery {
		o, err := s.CreateOrder(ctx, buyer, shop.NewOrder{ModelID: models[i].ID})
		if err != nil {
			return err
		}
		if o.Price == 0 {
			_, err = s.ConfirmFree(ctx, o.CheckoutKey)
		} else {
			_, err = s.MarkPaid(ctx, o.ID, "")
		}
		if err != nil {
			return err
		}
	}
	return nil
}
