package app

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v3"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

func (env Environment) keys() *cli.Command {
	return &cli.Command{Name: "keys", Usage: "look after the keys that secrets are derived from", Commands: []*cli.Command{
		{Name: "new", Usage: "print a new key, for VITRINE_KEYS_FILE", Action: func(context.Context, *cli.Command) error {
			_, err := fmt.Fprintln(env.Stdout, auth.NewKey())
			return err
		}},
		env.command("rotate", "derive from a new key, and keep the old ones valid", nil, rotateKeys),
		env.command("forget", "keep the newest key alone: what was derived from others ends", nil, forgetKeys),
		env.commandOn("accept", "go on with the keys given here, or new ones, because the right ones are lost", nil, openUnpaired, acceptKeys),
	}}
}

// keyState is what the commands print: nothing of a key itself.
type keyState struct {
	Fingerprint string `json:"fingerprint"` // of the newest
	Keys        int    `json:"keys"`
	File        string `json:"file,omitempty"`
	Next        string `json:"next"`
}

const (
	restartServers = "restart all servers; each needs the same keys"
	copyKeys       = "servers take the new key by themselves; one whose data folder has its own copy of the file needs the new file"
)

var errKeysAreGiven = errors.New("the keys are given by a setting (--keys, VITRINE_KEYS or VITRINE_KEYS_FILE): change them there. " +
	"On every machine first add a key of `vitrine keys new` behind the others, then move it to the front; take old ones out when nothing of " +
	"theirs is to be valid any more")

func rotateKeys(ctx context.Context, app *App, _ *cli.Command) (any, error) {
	if app.config.Keys != "" {
		return nil, errKeysAreGiven
	}
	keys, err := auth.ParseKeys(auth.NewKey() + "\n" + app.keys.Text())
	if err != nil {
		return nil, err
	}
	return app.changeKeys(ctx, keys, vitrine.ActKeysRotate, copyKeys)
}

func forgetKeys(ctx context.Context, app *App, _ *cli.Command) (any, error) {
	if app.config.Keys != "" {
		return nil, errKeysAreGiven
	}
	return app.changeKeys(ctx, app.keys.Newest(), vitrine.ActKeysForget, restartServers)
}

// changeKeys writes the file first: until the database names the new key, both are fine.
func (app *App) changeKeys(ctx context.Context, keys *auth.Keys, act vitrine.Act, next string) (any, error) {
	if err := app.replace(ctx, keys); err != nil {
		return nil, err
	}
	if err := app.noteKeys(ctx, keys, act); err != nil {
		return nil, err
	}
	return keyState{keys.Fingerprint(), keys.Len(), app.keyPlace(), next}, nil
}

func acceptKeys(ctx context.Context, app *App, _ *cli.Command) (any, error) {
	keys, err := readKeys(app.config)
	if err != nil {
		return nil, err
	}
	if keys == nil {
		if keys, err = app.newKeys(ctx); err != nil {
			return nil, err
		}
	}
	if err := app.noteKeys(ctx, keys, vitrine.ActKeysAccept); err != nil {
		return nil, err
	}
	state := keyState{Fingerprint: keys.Fingerprint(), Keys: keys.Len(), Next: restartServers}
	if app.config.Keys == "" {
		state.File = app.keyPlace()
	}
	return state, nil
}

// noteKeys is nameKeys by an operator, whose act is noted with the names of the keys.
func (app *App) noteKeys(ctx context.Context, keys *auth.Keys, act vitrine.Act) error {
	return app.db.Write(ctx, func(tx *store.Tx) error {
		before, err := tx.KeyFingerprint(ctx)
		if err != nil {
			return err
		}
		if err := tx.SetKeyFingerprint(ctx, keys.Fingerprint()); err != nil {
			return err
		}
		return app.shop.Note(ctx, tx, shop.Noted{Act: act, Before: map[string]any{"newest": before},
			After: map[string]any{"newest": keys.Fingerprint(), "keys": keys.Len()}})
	})
}

// replace stores keys in place of those that the marketplace has.
func (app *App) replace(ctx context.Context, keys *auth.Keys) error {
	if inFile, err := readKeys(app.config); err != nil || inFile != nil || app.bucket == nil {
		return errors.Join(err, replaceKeys(app.config, keys))
	}
	_, err := app.keep(ctx, keys)
	return err
}

// keyPlace returns where the keys are stored.
func (app *App) keyPlace() string {
	if inFile, err := readKeys(app.config); err == nil && inFile == nil && app.bucket != nil {
		return app.config.Blobs
	}
	return keyFile(app.config)
}
