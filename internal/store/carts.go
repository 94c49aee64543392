package store

import (
	"context"
	"time"

	"vitrine"
)

// CartOf lists what a user means to buy, what they put in last first.
func (r *reads) CartOf(ctx context.Context, userID int64) ([]vitrine.CartItem, error) {
	return query(ctx, r, func(row scanner) (item vitrine.CartItem, err error) {
		return item, row.Scan(&item.ModelID, &item.Price)
	},
		"SELECT k.model_id, k.price FROM cart_items k WHERE k.user_id = $1 ORDER BY k.created_at DESC, k.model_id", userID)
}

// CartSize is how many models a user means to buy.
func (r *reads) CartSize(ctx context.Context, userID int64) (n int, err error) {
	return n, r.row(ctx, "", "SELECT count(*) FROM cart_items WHERE user_id = $1", []any{userID}, &n)
}

// PutIntoCart notes that a user means to buy a model. What is there stays as it is.
func (tx *Tx) PutIntoCart(ctx context.Context, userID int64, item vitrine.CartItem, now time.Time) error {
	_, err := tx.exec(ctx, "put into a cart", `INSERT INTO cart_items (user_id, model_id, price, created_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (user_id, model_id) DO NOTHING`, userID, item.ModelID, int64(item.Price), micros(now))
	return err
}

// TakeOutOfCart takes a model out of a user's cart. It is fine when it is in none.
func (tx *Tx) TakeOutOfCart(ctx context.Context, userID, modelID int64) error {
	_, err := tx.exec(ctx, "take out of a cart", "DELETE FROM cart_items WHERE user_id = $1 AND model_id = $2", userID, modelID)
	return err
}

// EmptyCart takes all out of a user's cart.
func (tx *Tx) EmptyCart(ctx context.Context, userID int64) error {
	_, err := tx.exec(ctx, "empty a cart", "DELETE FROM cart_items WHERE user_id = $1", userID)
	return err
}
