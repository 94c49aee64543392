package store

import "context"

// Miscount is a tally about an author that is not what there is to count.
type Miscount struct {
	Kind         TallyKind
	AuthorID     int64
	Has, Counted int64
}

// Miscounts returns tallies of what authors store, and of how many models they have, that
// differ from their files and lists.
func (r *reads) Miscounts(ctx context.Context, limit int) ([]Miscount, error) {
	const kinds = "('bytes', 'files', 'own_draft', 'own_published')"
	const stored = "FROM files f JOIN models m ON m.id = f.model_id WHERE f.deleted_at IS NULL AND m.deleted_at IS NULL"
	return query(ctx, r, func(row scanner) (m Miscount, err error) {
		return m, row.Scan(&m.Kind, &m.AuthorID, &m.Has, &m.Counted)
	}, `SELECT kind, about, CAST(SUM(has) AS BIGINT), CAST(SUM(counted) AS BIGINT) FROM (
			SELECT kind, about, n AS has, 0 AS counted FROM tallies WHERE kind IN `+kinds+` AND about > 0
			UNION ALL SELECT kind, about, n, 0 FROM new_tallies WHERE kind IN `+kinds+`
			UNION ALL SELECT 'bytes', m.author_id, 0, f.size `+stored+`
			UNION ALL SELECT 'files', m.author_id, 0, 1 `+stored+`
			UNION ALL SELECT '`+string(ownState)+`' || l.status, l.author_id, 0, 1 FROM own_listings l
		) c GROUP BY kind, about HAVING SUM(has) <> SUM(counted) ORDER BY kind, about LIMIT $1`, limit)
}
