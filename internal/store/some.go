package store

import (
	"context"
	"encoding/json"

	"vitrine"
)

// Models returns some models with all that Model returns of one, in the order of ids;
// deleted ones are left out.
func (r *reads) Models(ctx context.Context, ids []int64) ([]*vitrine.Model, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	b := (&builder{}).add("SELECT "+modelColumns+modelTables+" WHERE m.deleted_at IS NULL AND m.id ").among(r.dialect, ids)
	found, err := query(ctx, r, scanModel, b.String(), b.args...)
	if err != nil {
		return nil, err
	}
	byID := make(map[int64]*vitrine.Model, len(found))
	for _, m := range found {
		byID[m.ID] = m
	}
	if err := r.addParts(ctx, byID, ids); err != nil {
		return nil, err
	}
	models := make([]*vitrine.Model, 0, len(found))
	for _, id := range ids {
		if m := byID[id]; m != nil {
			models = append(models, m)
		}
	}
	return models, nil
}

// addParts reads translations, files and images of models, a statement for each kind.
func (r *reads) addParts(ctx context.Context, models map[int64]*vitrine.Model, ids []int64) error {
	b := (&builder{}).add("SELECT model_id, language, title, description, raw_description, tags FROM model_texts WHERE model_id ")
	b.among(r.dialect, ids).add(" ORDER BY model_id, language")
	err := each(ctx, r, func(row scanner) error {
		var text vitrine.Text
		var id int64
		var tags string
		if err := row.Scan(&id, &text.Language, &text.Title, &text.Description, &text.RawDescription, &tags); err != nil {
			return err
		}
		if m := models[id]; m != nil {
			m.Translations = append(m.Translations, text)
			return json.Unmarshal([]byte(tags), &m.Translations[len(m.Translations)-1].Tags)
		}
		return nil
	}, b.String(), b.args...)
	if err != nil {
		return err
	}
	b = (&builder{}).add("SELECT "+fileColumns+" FROM files WHERE model_id ").among(r.dialect, ids)
	files, err := query(ctx, r, scanFile, b.add(" AND deleted_at IS NULL ORDER BY id").String(), b.args...)
	if err != nil {
		return err
	}
	for _, f := range files {
		if m := models[f.ModelID]; m != nil {
			m.Files = append(m.Files, f)
		}
	}
	b = (&builder{}).add("SELECT "+imageColumns+" FROM images WHERE model_id ").among(r.dialect, ids)
	images, err := query(ctx, r, scanImage, b.add(" AND deleted_at IS NULL ORDER BY position, id").String(), b.args...)
	if err != nil {
		return err
	}
	for _, image := range images {
		if m := models[image.ModelID]; m != nil {
			m.Images = append(m.Images, image)
		}
	}
	return nil
}
