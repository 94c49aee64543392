package shop

import (
	"context"
	"slices"

	"vitrine"
	"vitrine/internal/store"
)

// CategoryChange is what the operator wants of a category.
type CategoryChange struct {
	Slug         vitrine.Optional[string]
	Title        vitrine.Optional[string]
	Name         vitrine.Optional[string]
	Description  vitrine.Optional[string]
	Texts        vitrine.Optional[map[string]vitrine.CategoryText] // all of them
	ProductTypes vitrine.Optional[[]vitrine.ProductType]
	Position     vitrine.Optional[int]   // among its siblings
	ParentID     vitrine.Optional[int64] // of a subcategory only
	If           Precondition            // of CategoryVersion
}

// CategoryVersion is the version that a Precondition is asked about: another one for whatever
// else an operator says of a category, but not for models that come and go.
func CategoryVersion(c vitrine.Category) int64 {
	c.ModelsCount = 0
	if len(c.Texts) == 0 {
		c.Texts = nil // as it is read again
	}
	return versionOf(c)
}

// CreateCategory adds a category after its siblings. The name is the title
// and the product types are both when they are not given.
func (s *Shop) CreateCategory(ctx context.Context, c vitrine.Category) (added *vitrine.Category, err error) {
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		added, err = s.createCategory(ctx, tx, c)
		return err
	})
	return added, err
}

// MakeCategory is CreateCategory by an operator.
func (s *Shop) MakeCategory(ctx context.Context, in SignedIn, c vitrine.Category, answer Answer[*vitrine.Category]) (
	made *vitrine.Category, err error,
) {
	err = s.operate(ctx, in, func(tx *store.Tx, _ SignedIn) error {
		if made, err = s.createCategory(ctx, tx, c); err != nil {
			return err
		}
		return answer.save(ctx, tx, made)
	})
	return made, err
}

func (s *Shop) createCategory(ctx context.Context, tx *store.Tx, c vitrine.Category) (*vitrine.Category, error) {
	now := s.now()
	c.ID, c.ModelsCount, c.CreatedAt, c.UpdatedAt = 0, 0, now, now
	if c.Name == "" {
		c.Name = c.Title
	}
	if len(c.ProductTypes) == 0 {
		c.ProductTypes = []vitrine.ProductType{vitrine.CG, vitrine.Printable}
	}
	if err := vitrine.InvalidFields(c.Check()); err != nil {
		return nil, err
	}
	siblings, err := siblingsOf(ctx, tx, c.ParentID)
	if err != nil {
		return nil, err
	}
	for _, sibling := range siblings {
		c.Position = max(c.Position, sibling.Position+1)
	}
	if err := tx.InsertCategory(ctx, &c); err != nil {
		return nil, err
	}
	return &c, s.Note(ctx, tx, Noted{Act: vitrine.ActCategoryMake, ID: idText(c.ID), After: categoryFacts(&c)})
}

// siblingsOf lists the categories below a top category, or with 0 the top
// ones.
func siblingsOf(ctx context.Context, tx *store.Tx, parentID int64) ([]vitrine.Category, error) {
	if parentID != 0 {
		if err := requireTop(ctx, tx, parentID); err != nil {
			return nil, err
		}
	}
	all, err := tx.Categories(ctx)
	return slices.DeleteFunc(all, func(c vitrine.Category) bool { return c.ParentID != parentID }), err
}

func requireTop(ctx context.Context, tx *store.Tx, id int64) error {
	parent, err := tx.Category(ctx, id)
	fault := vitrine.Field{Pointer: "/parent_id", Code: "unknown", Detail: "there is no such category"}
	switch {
	case vitrine.CodeOf(err) == vitrine.NotFound:
		return vitrine.InvalidFields([]vitrine.Field{fault})
	case err != nil || parent.ParentID == 0:
		return err
	}
	fault.Code, fault.Detail = "not_allowed", "this is a subcategory: the tree has two levels"
	return vitrine.InvalidFields([]vitrine.Field{fault})
}

// UpdateCategory changes what is set. A change of slug or parent changes the
// addresses of the models in it.
func (s *Shop) UpdateCategory(ctx context.Context, id int64, change CategoryChange) (c *vitrine.Category, err error) {
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		c, err = s.updateCategory(ctx, tx, id, change)
		return err
	})
	return c, err
}

// ChangeCategory is UpdateCategory by an operator.
func (s *Shop) ChangeCategory(ctx context.Context, in SignedIn, id int64, change CategoryChange) (c *vitrine.Category, err error) {
	err = s.operate(ctx, in, func(tx *store.Tx, _ SignedIn) error {
		c, err = s.updateCategory(ctx, tx, id, change)
		return err
	})
	return c, err
}

func (s *Shop) updateCategory(ctx context.Context, tx *store.Tx, id int64, change CategoryChange) (*vitrine.Category, error) {
	c, err := tx.Category(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := change.If.check(CategoryVersion(*c)); err != nil {
		return nil, err
	}
	if err := notMerging(c); err != nil {
		return nil, err
	}
	old := *c
	change.apply(c)
	c.UpdatedAt = s.now()
	if err := vitrine.InvalidFields(c.Check()); err != nil {
		return nil, err
	}
	if err := tx.UpdateCategory(ctx, c); err != nil {
		return nil, err
	}
	if err := s.moveCategory(ctx, tx, old, *c); err != nil {
		return nil, err
	}
	n := Noted{Act: vitrine.ActCategoryChange, ID: idText(id), Before: categoryFacts(&old), After: categoryFacts(c)}
	if err := s.noteChange(ctx, tx, n); err != nil {
		return nil, err
	}
	if c.Slug == old.Slug && c.ParentID == old.ParentID {
		return c, nil
	}
	return c, tx.ForgetRecordsOfCategory(ctx, id)
}

func (c CategoryChange) apply(to *vitrine.Category) {
	set(&to.Slug, c.Slug)
	set(&to.Title, c.Title)
	set(&to.Name, c.Name)
	set(&to.Description, c.Description)
	set(&to.Texts, c.Texts)
	set(&to.ProductTypes, c.ProductTypes)
	set(&to.Position, c.Position)
	set(&to.ParentID, c.ParentID)
}

func set[T any](dst *T, v vitrine.Optional[T]) {
	if v.Set {
		*dst = v.Value
	}
}

func (s *Shop) moveCategory(ctx context.Context, tx *store.Tx, old, c vitrine.Category) error {
	switch {
	case c.ParentID == old.ParentID:
		return nil
	case c.ParentID == 0 || old.ParentID == 0:
		return vitrine.Errorf(vitrine.Conflict, "a category keeps its level: add a new one there and move the models")
	}
	if err := requireTop(ctx, tx, c.ParentID); err != nil {
		return err
	}
	return tx.MoveCategory(ctx, c.ID, c.ParentID, c.UpdatedAt)
}

// DeleteCategory removes a category that has no subcategories and no models;
// Conflict else.
func (s *Shop) DeleteCategory(ctx context.Context, id int64) error {
	return s.db.Write(ctx, func(tx *store.Tx) error { return s.deleteCategory(ctx, tx, id, nil) })
}

// RemoveCategory is DeleteCategory by an operator.
func (s *Shop) RemoveCategory(ctx context.Context, in SignedIn, id int64, pre Precondition) error {
	return s.operate(ctx, in, func(tx *store.Tx, _ SignedIn) error { return s.deleteCategory(ctx, tx, id, pre) })
}

func (s *Shop) deleteCategory(ctx context.Context, tx *store.Tx, id int64, pre Precondition) error {
	c, err := tx.Category(ctx, id)
	if err != nil {
		return err
	}
	if err := pre.check(CategoryVersion(*c)); err != nil {
		return err
	}
	if err := mergesNothing(ctx, tx, c); err != nil {
		return err
	}
	subcategories, models, err := tx.CategoryInUse(ctx, id)
	if err != nil {
		return err
	}
	if subcategories > 0 || models > 0 {
		return vitrine.Errorf(vitrine.Conflict,
			"the category %q is in use: %d subcategories and %d models are in it", c.Slug, subcategories, models)
	}
	if err := s.endShare(ctx, tx, shareOfCategory(id)); err != nil {
		return err
	}
	if err := tx.DeleteCategory(ctx, id); err != nil {
		return err
	}
	return s.Note(ctx, tx, Noted{Act: vitrine.ActCategoryRemove, ID: idText(id), Before: categoryFacts(c)})
}
