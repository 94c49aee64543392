package shop

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"vitrine"
	"vitrine/internal/store"
)

// JobMergeCategory is the kind of the job that moves the models of a category into the one
// that it is merged into.
const JobMergeCategory = "categories.merge"

// mergeAtOnce bounds how many models one transaction moves.
const mergeAtOnce = 20

// MergeCategory has an operator merge a category into another one. From then on the one stands
// for the other: in addresses, and where models are put into it. Its subcategories go along at
// once, its models by a job, after which it is removed. Conflict where the tree would not have
// two levels, or while another merge is under way there.
func (s *Shop) MergeCategory(ctx context.Context, in SignedIn, id, into int64) error {
	return s.operate(ctx, in, func(tx *store.Tx, _ SignedIn) error {
		c, err := tx.Category(ctx, id)
		if err != nil {
			return err
		}
		target, err := tx.Category(ctx, into)
		if vitrine.CodeOf(err) == vitrine.NotFound {
			return vitrine.InvalidFields([]vitrine.Field{{Pointer: "/into", Code: "unknown", Detail: "there is no such category"}})
		}
		if err != nil {
			return err
		}
		return s.beginMerge(ctx, tx, c, target)
	})
}

func (s *Shop) beginMerge(ctx context.Context, tx *store.Tx, c, into *vitrine.Category) error {
	below, err := siblingsOf(ctx, tx, c.ID)
	if c.ParentID != 0 {
		below, err = nil, nil
	}
	if err != nil {
		return err
	}
	if err := mayMerge(ctx, tx, c, into, len(below) > 0); err != nil {
		return err
	}
	if err := s.mergeShare(ctx, tx, c, into); err != nil {
		return err
	}
	for _, sub := range below {
		if _, err := s.updateCategory(ctx, tx, sub.ID, CategoryChange{ParentID: vitrine.Some(into.ID)}); err != nil {
			return err
		}
	}
	if err := s.widen(ctx, tx, into, c.ProductTypes); err != nil {
		return err
	}
	if err := tx.BeginMerge(ctx, c.ID, into.ID, s.now()); err != nil {
		return err
	}
	merged := *c
	merged.MergedInto = into.ID
	n := Noted{Act: vitrine.ActCategoryMerge, ID: idText(c.ID), Before: categoryFacts(c), After: categoryFacts(&merged)}
	if err := s.noteChange(ctx, tx, n); err != nil {
		return err
	}
	return tx.Enqueue(ctx, JobMergeCategory, c.ID, 0, JobMergeCategory+"."+idText(c.ID))
}

// widen has a category take models of some types too.
func (s *Shop) widen(ctx context.Context, tx *store.Tx, c *vitrine.Category, types []vitrine.ProductType) error {
	all := slices.Clone(c.ProductTypes)
	for _, t := range types {
		if !slices.Contains(all, t) {
			all = append(all, t)
		}
	}
	if len(all) == len(c.ProductTypes) {
		return nil
	}
	_, err := s.updateCategory(ctx, tx, c.ID, CategoryChange{ProductTypes: vitrine.Some(all)})
	return err
}

func mayMerge(ctx context.Context, tx *store.Tx, c, into *vitrine.Category, hasBelow bool) error {
	if c.ID == into.ID || into.ParentID == c.ID {
		return vitrine.Errorf(vitrine.Conflict, "a category is merged into one that is neither itself nor below it")
	}
	if hasBelow && into.ParentID != 0 {
		return vitrine.Errorf(vitrine.Conflict, "%q has subcategories: it can be merged into a top category alone", c.Slug)
	}
	for _, one := range []*vitrine.Category{c, into} {
		if err := notMerging(one); err != nil {
			return err
		}
	}
	return mergesNothing(ctx, tx, c)
}

// notMerging refuses what would change a category whose models are moving away.
func notMerging(c *vitrine.Category) error {
	if c.MergedInto == 0 {
		return nil
	}
	return vitrine.Errorf(vitrine.Conflict, "the category %q is being merged into another one: it is gone when its models have moved", c.Slug)
}

// mergesNothing refuses to remove a category that models of another one are moving to.
func mergesNothing(ctx context.Context, tx *store.Tx, c *vitrine.Category) error {
	all, err := tx.Categories(ctx)
	if err != nil {
		return err
	}
	for _, other := range all {
		if other.MergedInto == c.ID {
			return vitrine.Errorf(vitrine.Conflict, "the category %q is being merged into %q: wait until it has moved", other.Slug, c.Slug)
		}
	}
	return nil
}

// MergeModels carries a JobMergeCategory out, some models in each transaction: one that is
// begun again goes on with those that are left.
func (s *Shop) MergeModels(ctx context.Context, args string) error {
	id, err := strconv.ParseInt(args, 10, 64)
	if err != nil {
		return fmt.Errorf("merge a category: %w", err)
	}
	var done bool
	for after := int64(0); !done; {
		var last int64
		err := s.db.Write(ctx, func(tx *store.Tx) (err error) {
			last, done, err = s.mergeSome(ctx, tx, id, after)
			return err
		})
		if err != nil {
			return fmt.Errorf("merge category %d: %w", id, err)
		}
		after = last
	}
	return nil
}

// mergeSome moves the next models of a category and returns the last one of them, or removes
// the category where none is left.
func (s *Shop) mergeSome(ctx context.Context, tx *store.Tx, id, after int64) (last int64, done bool, err error) {
	c, err := tx.Category(ctx, id)
	if vitrine.CodeOf(err) == vitrine.NotFound || err == nil && c.MergedInto == 0 {
		return 0, true, nil
	}
	if err != nil {
		return 0, false, err
	}
	models, err := tx.ModelsIn(ctx, id, after, mergeAtOnce)
	if err != nil {
		return 0, false, err
	}
	if len(models) == 0 {
		// What was put into it meanwhile, by a transaction that began before, is behind.
		if after > 0 {
			return 0, false, nil
		}
		if err := s.endShare(ctx, tx, shareOfCategory(id)); err != nil {
			return 0, false, err
		}
		return 0, true, tx.EndMerge(ctx, c)
	}
	into, err := tx.Category(ctx, c.MergedInto)
	if err != nil {
		return 0, false, err
	}
	top, sub := levels(into)
	for _, model := range models {
		if err := tx.PlaceModel(ctx, model, top, sub); err != nil {
			return 0, false, err
		}
		if _, err := s.refresh(ctx, tx, model); err != nil {
			return 0, false, err
		}
	}
	return models[len(models)-1], false, nil
}

// levels are the category and the subcategory, 0 for none, of models that are in a category.
func levels(c *vitrine.Category) (top, sub int64) {
	if c.ParentID == 0 {
		return c.ID, 0
	}
	return c.ParentID, c.ID
}

// standing reads the category that a slug names, or that stands for the one which had it.
func standing(ctx context.Context, tx *store.Tx, slug string) (*vitrine.Category, error) {
	c, err := tx.CategoryBySlug(ctx, slug)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		c, err = tx.CategoryOnceNamed(ctx, slug)
	}
	if err == nil && c.MergedInto != 0 {
		return tx.Category(ctx, c.MergedInto)
	}
	return c, err
}

// settle puts a request where the categories that it names are now: those that were merged may
// stand on another level, or below another category.
func (r *ModelRequest) settle(ctx context.Context, tx *store.Tx) error {
	moved := r.CategorySlug.Set && r.Category.Value.ParentID != 0 && r.Category.Value.Slug != r.CategorySlug.Value
	found := r.Category.Value
	if r.SubcategorySlug.Set && r.Subcategory.Value.ID != 0 && r.Subcategory.Value.Slug != r.SubcategorySlug.Value {
		moved, found = true, r.Subcategory.Value
	}
	if !moved {
		return nil
	}
	top, sub := levels(&found)
	category, err := tx.Category(ctx, top)
	if err != nil {
		return err
	}
	r.Category, r.Subcategory = vitrine.Some(*category), vitrine.Optional[vitrine.Category]{Set: true, Null: true}
	if sub != 0 {
		r.Subcategory = vitrine.Some(found)
	}
	return nil
}
