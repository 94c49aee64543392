package store

import (
	"context"
	"time"
)

// OrderDownload is one download by a paid order.
type OrderDownload struct {
	OrderID int64
	File    string // its name
	Network string // a keyed hash; "" where it is not known
	At      time.Time
}

// maxOrderDownloads is how many downloads of an order are kept: a program may download all day.
const maxOrderDownloads = 200

// AddOrderDownload keeps a download, unless enough of the order are kept.
func (tx *Tx) AddOrderDownload(ctx context.Context, d OrderDownload) error {
	_, err := tx.exec(ctx, "keep the download", `INSERT INTO order_downloads (order_id, file, network, created_at)
		SELECT $1, $2, $3, $4 WHERE (SELECT count(*) FROM order_downloads WHERE order_id = $1) < $5`,
		d.OrderID, d.File, d.Network, micros(d.At), maxOrderDownloads)
	return err
}

// OrderDownloads lists the downloads of an order that are kept, the oldest first.
func (r *reads) OrderDownloads(ctx context.Context, orderID int64) ([]OrderDownload, error) {
	return query(ctx, r, func(row scanner) (d OrderDownload, err error) {
		return d, row.Scan(&d.OrderID, &d.File, &d.Network, (*stamp)(&d.At))
	}, "SELECT order_id, file, network, created_at FROM order_downloads WHERE order_id = $1 ORDER BY id", orderID)
}
