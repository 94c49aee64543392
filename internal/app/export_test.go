package app

import "context"

// CloseDatabase takes the database away from a running server.
func (app *App) CloseDatabase() error { return app.db.Close() }

// Ping asks the database whether it answers.
func (app *App) Ping(ctx context.Context) error { return app.db.Ping(ctx) }
