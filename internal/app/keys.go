package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/config"
	"vitrine/internal/store"
)

// keyFile is where a marketplace keeps its keys that were not given as a setting.
func keyFile(c config.Config) string { return filepath.Join(c.Data, "keys") }

// keysOf returns the keys that the marketplace calls by a name: those of the setting,
// of the file, or of the bucket, in this order. nil: there are none.
func (app *App) keysOf(ctx context.Context, name string) (*auth.Keys, error) {
	keys, err := readKeys(app.config)
	if err != nil || keys != nil || app.bucket == nil || name == "" {
		return keys, err
	}
	text, err := app.bucket.Keys(ctx, name)
	if err != nil || text == "" {
		return nil, err
	}
	return auth.ParseKeys(text)
}

// keep stores keys where all processes of the marketplace find them: in the bucket when
// this machine keeps nothing of it, under their name, so that several processes that
// begin at once overwrite nothing, otherwise in the file.
func (app *App) keep(ctx context.Context, keys *auth.Keys) (*auth.Keys, error) {
	if app.bucket == nil {
		return makeKeys(app.config, keys)
	}
	return keys, app.bucket.PutKeys(ctx, keys.Fingerprint(), keysAbove+keys.Text())
}

// readKeys returns the keys of the setting or of the file, nil when there are neither.
func readKeys(c config.Config) (*auth.Keys, error) {
	if c.Keys != "" {
		keys, err := auth.ParseKeys(c.Keys)
		if err != nil {
			return nil, fmt.Errorf("--keys: %w", err)
		}
		return keys, nil
	}
	path := keyFile(c)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the keys: %w", err)
	}
	keys, err := auth.ParseKeys(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return keys, nil
}

// keysAbove explains the file to whoever opens it.
const keysAbove = "# The keys of a marketplace, the newest first: checkout addresses, download tokens and download addresses are derived " +
	"from them.\n" +
	"# Keep them secret and apart from the backups. `vitrine keys --help` says how to change them.\n"

// makeKeys writes keys into the file, which must not be there, and returns what is in
// it then: of several processes that begin at once, one makes it.
func makeKeys(c config.Config, keys *auth.Keys) (*auth.Keys, error) {
	temp, err := writeKeys(c, keys)
	if err != nil {
		return nil, err
	}
	defer os.Remove(temp)
	// A link replaces nothing: keys that another process has just made stay.
	if err := os.Link(temp, keyFile(c)); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("write the keys: %w", err)
	}
	if err := syncFolder(c.Data); err != nil {
		return nil, err
	}
	return readKeys(c)
}

// replaceKeys writes keys over those in the file.
func replaceKeys(c config.Config, keys *auth.Keys) error {
	temp, err := writeKeys(c, keys)
	if err != nil {
		return err
	}
	defer os.Remove(temp) // gone already when all went well
	if err := os.Rename(temp, keyFile(c)); err != nil {
		return fmt.Errorf("write the keys: %w", err)
	}
	return syncFolder(c.Data)
}

// writeKeys writes a file that only its owner can read, and returns its name.
func writeKeys(c config.Config, keys *auth.Keys) (string, error) {
	if err := os.MkdirAll(c.Data, 0o700); err != nil {
		return "", fmt.Errorf("make the data folder: %w", err)
	}
	file, err := os.CreateTemp(c.Data, "keys.*.part") // with the mode 0600
	if err != nil {
		return "", fmt.Errorf("write the keys: %w", err)
	}
	_, err = file.WriteString(keysAbove + keys.Text())
	// On disk before anything is derived from them: keys that a crash lost would end every address.
	if err = errors.Join(err, file.Sync(), file.Close()); err != nil {
		return file.Name(), errors.Join(fmt.Errorf("write the keys: %w", err), os.Remove(file.Name()))
	}
	return file.Name(), nil
}

// closeKeys takes the key file from everybody but its owner.
func (app *App) closeKeys() error {
	path := keyFile(app.config)
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm()&0o077 == 0 || os.PathSeparator == '\\' {
		return nil // there is none, or no such mode
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return fmt.Errorf("others may read %s, and its mode can't be changed: %w", path, err)
	}
	app.log.Warn("others on this machine could read the keys until now: if any were there, change them with `vitrine keys rotate`", "file",
		path)
	return nil
}

// fitKeys returns the keys of the marketplace: those that are given, if its newest is
// among them, and new ones where it never had any. Every process needs the same ones.
func (app *App) fitKeys(ctx context.Context) (*auth.Keys, error) {
	c := app.config
	name, err := app.db.KeyFingerprint(ctx)
	if err != nil {
		return nil, err
	}
	keys, err := app.keysOf(ctx, name)
	switch {
	case err != nil:
		return nil, err
	case keys == nil && name != "":
		return nil,
			vitrine.Errorf(vitrine.Conflict,
				"the marketplace has keys (%s), and they are not here: put them into %s (from the old place, another machine or a backup made with "+
					"--with-keys), or set VITRINE_KEYS_FILE. "+
					"If they are lost, `vitrine keys accept` makes new ones: open checkout addresses and download tokens end, and orders show new ones",
				name, keyFile(c))
	case keys != nil && name != "" && !keys.Has(name):
		return nil,
			vitrine.Errorf(vitrine.Conflict,
				"the keys given here are not the marketplace's (%s): every process needs the same. Put the right ones into VITRINE_KEYS_FILE or %s; "+
					"after `vitrine keys rotate` elsewhere, copy the file from there. "+
					"If the right ones are lost, `vitrine keys accept` goes on with these: open checkout addresses and download tokens end, and orders "+
					"show new ones", name, keyFile(c))
	case keys == nil:
		if keys, err = app.newKeys(ctx); err != nil {
			return nil, err
		}
	}
	switch name {
	case keys.Fingerprint():
		return keys, nil
	case "": // another machine may be naming its own
		err := app.db.Write(ctx, func(tx *store.Tx) error { return tx.NameKeyOnce(ctx, keys.Fingerprint()) })
		if err != nil {
			return nil, err
		}
		return app.fitKeys(ctx)
	}
	// The name is that of an older key: the newest derives from now on, and by its name other processes look for it.
	return keys, app.nameKeys(ctx, keys)
}

func (app *App) newKeys(ctx context.Context) (*auth.Keys, error) {
	keys, err := auth.ParseKeys(auth.NewKey())
	if err != nil {
		return nil, err
	}
	return app.keep(ctx, keys)
}

func (app *App) nameKeys(ctx context.Context, keys *auth.Keys) error {
	return app.db.Write(ctx, func(tx *store.Tx) error { return tx.SetKeyFingerprint(ctx, keys.Fingerprint()) })
}

// useKeys derives all secrets from keys. What an earlier release signed stays valid
// for its minutes.
func (app *App) useKeys(ctx context.Context, keys *auth.Keys) error {
	if err := app.closeKeys(); err != nil {
		return err
	}
	app.keys = keys
	app.db.UseSecrets(keys)
	app.shop.HashVisitorsWith(keys.Visitors())
	if app.disk == nil {
		return nil
	}
	old, err := app.db.OldSigningSecret(ctx)
	if err != nil {
		return err
	}
	app.disk.SignWith(append(keys.Signing(), old)...)
	return nil
}

// renewEvery is how often guesses have a process look for newer keys, at most, and
// renewTimeout how long those who guess at the same time wait for it.
const (
	renewEvery   = time.Second
	renewTimeout = 5 * time.Second
)

// renewKeys looks for newer keys before a secret is refused: another process may have
// derived it from one that is new since.
func (app *App) renewKeys(ctx context.Context) {
	app.renewing.Lock()
	defer app.renewing.Unlock()
	if app.keys == nil || app.now().Sub(app.renewed) < renewEvery {
		return
	}
	// Also when the look fails: guesses must not become as many queries.
	app.renewed = app.now()
	ctx, cancel := context.WithTimeout(ctx, renewTimeout)
	defer cancel()
	if err := app.readNewerKeys(ctx); err != nil && ctx.Err() == nil {
		app.log.Error("look for newer keys", "error", err)
	}
}

// takeNewerKeys has this process derive from the newest key soon, so that the older ones
// can be forgotten.
func (app *App) takeNewerKeys(ctx context.Context) error {
	app.renewing.Lock()
	defer app.renewing.Unlock()
	return app.readNewerKeys(ctx)
}

// readNewerKeys reads the keys again when the marketplace's newest is none of those here.
func (app *App) readNewerKeys(ctx context.Context) error {
	name, err := app.db.KeyFingerprint(ctx)
	if err != nil || app.keys.Has(name) {
		return err
	}
	keys, err := app.keysOf(ctx, name)
	if err != nil {
		return err
	}
	if keys == nil || !keys.Has(name) {
		return vitrine.Errorf(vitrine.Conflict,
			"the marketplace has a newer key (%s), and it is not here: this server refuses what is derived from it. "+
				"Copy %s from where it was made; keys of a setting are read at the start alone, so start again with the new ones", name,
			keyFile(app.config))
	}
	return app.useKeys(ctx, keys)
}

// restoreKeys writes the keys of a backup into the file. Others are not overwritten.
func (app *App) restoreKeys(ctx context.Context, text string) error {
	want, err := auth.ParseKeys(text)
	if err != nil {
		return fmt.Errorf("the keys of the backup: %w", err)
	}
	have, err := app.keysOf(ctx, want.Fingerprint())
	if err == nil && have == nil {
		have, err = app.keep(ctx, want)
	}
	if err == nil && !have.Has(want.Fingerprint()) {
		err = vitrine.Errorf(vitrine.Conflict, "the backup holds keys, and others are here already (--keys or %s): take these away, or restore "+
			"a backup without keys", keyFile(app.config))
	}
	return err
}

// lostKeys returns what is lost when the keys of a marketplace that was restored are not
// here, "" when they are.
func (app *App) lostKeys(ctx context.Context) (string, error) {
	name, err := app.db.KeyFingerprint(ctx)
	if err != nil || name == "" {
		return "", err
	}
	keys, err := app.keysOf(ctx, name)
	if err != nil || keys != nil && keys.Has(name) {
		return "", err
	}
	return fmt.Sprintf("THE KEYS OF THIS MARKETPLACE (%s) ARE NOT HERE, and the backup does not hold them. Until they are, nothing starts: "+
		"put the file %s of the old place into %s, or set VITRINE_KEYS_FILE. "+
		"If they are lost, run `vitrine keys accept`: then all checkout addresses and download tokens that were handed out end; orders show new "+
		"ones, which applications read from the order, "+
		"and customers find what they bought under new addresses that you send them. Everything else is restored.", name,
		filepath.Base(keyFile(app.config)), keyFile(app.config)), nil
}
