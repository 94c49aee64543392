package api

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"vitrine"
	"vitrine/internal/shop"
)

type categoryInput struct {
	ID int64 `path:"id" doc:"The category's id." example:"3"`
}

type categoriesOutput struct {
	Body struct {
		Categories []Category `json:"categories" nullable:"false" doc:"The whole tree, parents before children."`
	}
}

type categoryOutput struct {
	ETag string `header:"ETag"`
	Body Category
}

// Category is a branch of the tree.
type Category struct {
	ID          int64     `json:"id" example:"101" doc:"What category_id asks for."`
	Title       string    `json:"title" doc:"Heading of its page."`
	Name        string    `json:"name" doc:"Short name."`
	Slug        string    `json:"slug" doc:"What models name their category by."`
	ParentID    *int64    `json:"parent_id" nullable:"true" doc:"null for a top category." example:"1"`
	Description string    `json:"description" doc:"What belongs into it."`
	ModelsCount int64     `json:"models_count" doc:"Published models in it, its subcategories' included."`
	CreatedAt   time.Time `json:"created_at" doc:"When it was made."`
	UpdatedAt   time.Time `json:"updated_at" doc:"When it was last changed."`

	Position     int                      `json:"position" doc:"Where it stands beside its siblings: the lower ones come first."`
	ProductTypes []string                 `json:"product_types" nullable:"false" doc:"What models in it are for: cg, printable or both."`
	Translations map[string]CategoryWords `json:"translations" nullable:"false" doc:"What it is called in further languages, by their tags of BCP 47."`
	MergingInto  *int64                   `json:"merging_into" nullable:"true" doc:"The category that its models are moving to: it is gone when they have; null for none."`
}

func (s *Server) listCategories(ctx context.Context, _ *struct{}) (*categoriesOutput, error) {
	all, err := s.db.Categories(ctx)
	if err != nil {
		return nil, err
	}

	out := &categoriesOutput{}
	out.Body.Categories = make([]Category, len(all))
	for i, c := range all {
		out.Body.Categories[i] = encodeCategory(c)
	}
	return out, nil
}

func (s *Server) category(ctx context.Context, in *categoryInput) (*categoryOutput, error) {
	c, err := s.db.Category(ctx, in.ID)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		c, err = s.db.CategoryOnceNumbered(ctx, in.ID)
	}
	if err != nil {
		return nil, err
	}

	return answerCategory(c), nil
}

// standsFor has a query that found nothing ask for what stands in the place of its category, where
// that was merged away; it reports whether to ask again.
func (s *Server) standsFor(ctx context.Context, q *vitrine.CatalogueQuery) (again bool, err error) {
	if q.CategoryID <= 0 {
		return false, nil
	}
	c, err := s.db.CategoryOnceNumbered(ctx, q.CategoryID)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	q.CategoryID = c.ID
	return true, nil
}

func answerCategory(c *vitrine.Category) *categoryOutput {
	return &categoryOutput{categoryETag(*c), encodeCategory(*c)}
}

// categoryETag names one version of a category with one number of models.
func categoryETag(c vitrine.Category) string {
	return categoryVersion(c.ID, shop.CategoryVersion(c)) + strconv.FormatInt(c.ModelsCount, 10) + `"`
}

func categoryVersion(id, version int64) string { return fmt.Sprintf(`"k%d-%d-`, id, version) }

func ofCategory(id int64, header ifMatch) shop.Precondition {
	return precondition(header, func(version int64) string { return categoryVersion(id, version) })
}

func encodeCategory(c vitrine.Category) Category {
	encoded := Category{
		ID: c.ID, Title: c.Title, Name: c.Name, Slug: c.Slug, Description: c.Description, ModelsCount: c.ModelsCount,
		CreatedAt: c.CreatedAt, UpdatedAt: c.UpdatedAt,
		Position: c.Position, ProductTypes: []string{}, Translations: map[string]CategoryWords{},
	}
	if c.ParentID != 0 {
		encoded.ParentID = &c.ParentID
	}
	if c.MergedInto != 0 {
		encoded.MergingInto = &c.MergedInto
	}
	for _, t := range c.ProductTypes {
		encoded.ProductTypes = append(encoded.ProductTypes, string(t))
	}
	for language, text := range c.Texts {
		encoded.Translations[language] = CategoryWords{Name: text.Name, Title: text.Title, Description: text.Description}
	}
	return encoded
}
