package api

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// CollectionEntry is a collection without its models.
type CollectionEntry struct {
	ID        int64     `json:"id" example:"7" doc:"Names the collection in addresses."`
	Username  string    `json:"username" example:"bob" doc:"Whose it is."`
	Name      string    `json:"name" example:"For the kitchen" doc:"One line."`
	Text      string    `json:"text" doc:"Plain text; may be empty."`
	Shown     string    `json:"shown" enum:"private,link,public" doc:"Who sees it."`
	Total     int64     `json:"total" doc:"How many models it holds, also those that are not in the catalogue."`
	Hidden    bool      `json:"hidden" doc:"A moderator took it off: nobody but its owner sees it, whatever shown says, and it can't be changed."`
	URL       string    `json:"url" format:"uri" doc:"Its page, for those who see it. That of one which is shown by link changes when it becomes private."`
	CreatedAt time.Time `json:"created_at" doc:"When it was made."`
	UpdatedAt time.Time `json:"updated_at" doc:"When it was last changed."`
}

// collectionRecord is a collection with its models.
type collectionRecord struct {
	CollectionEntry
	CoverID *int64           `json:"cover" doc:"The model that was chosen to stand for it; null: the first that all may see."`
	Models  []collectedModel `json:"models" nullable:"false" doc:"In its order."`
}

type createdCollection struct {
	Success bool `json:"success" doc:"Always true."`
	collectionRecord
}

// collectedModel is a model in a collection.
type collectedModel struct {
	ModelID      int64   `json:"model_id" doc:"Names the model in addresses."`
	Title        *string `json:"title" doc:"In the model's own language; null while it is not in the catalogue, which others than the owner are not told of."`
	AdultContent bool    `json:"adult_content" doc:"Whether it has adult content."`
}

// GatheredBody is what somebody says of a collection.
type GatheredBody struct {
	Name  string `json:"name" doc:"One line of at most 80 characters." example:"For the kitchen"`
	Text  string `json:"text,omitempty" doc:"Plain text, at most 2000 characters." example:"What fits on a narrow shelf."`
	Shown string `json:"shown,omitempty" enum:"private,link,public" default:"private" doc:"Who sees it. Others than its owner need one with a confirmed address." example:"link"`
}

func (b GatheredBody) gathered() vitrine.Gathered {
	return vitrine.Gathered{Name: b.Name, Text: b.Text, Shown: vitrine.Audience(b.Shown)}
}

type createCollectionInput struct{ Body GatheredBody }

type updateCollectionInput struct {
	ID      int64   `path:"id" doc:"The collection's id."`
	IfMatch ifMatch `header:"If-Match" doc:"Only when the collection is still the one with this ETag, or with its weak form, W/, that compressed answers have."`
	Body    struct{ GatheredBody }
}

type arrangeCollectionInput struct {
	ID      int64   `path:"id" doc:"The collection's id."`
	IfMatch ifMatch `header:"If-Match" doc:"Only when the collection is still the one with this ETag, or with its weak form, W/, that compressed answers have."`
	Body    struct {
		Models  []int64 `json:"models" nullable:"false" maxItems:"200" uniqueItems:"true" doc:"Models of the collection, those first that are to be first; those that are not named follow as they are." example:"[1]"`
		CoverID *int64  `json:"cover,omitempty" minimum:"1" doc:"The model that stands for it; absent: the first." example:"1"`
	}
}

type removeCollectionInput struct {
	ID      int64   `path:"id" doc:"The collection's id."`
	IfMatch ifMatch `header:"If-Match" doc:"Only when the collection is still the one with this ETag, or with its weak form, W/, that compressed answers have."`
}

type collectionInput struct {
	ID int64 `path:"id" doc:"The collection's id."`
}

type collectInput struct {
	ID      int64 `path:"id" doc:"The collection's id."`
	ModelID int64 `path:"model_id" doc:"The model's id."`
}

type collectionsOutput struct {
	Link string `header:"Link"`
	Body struct {
		Collections []CollectionEntry `json:"collections" nullable:"false" doc:"Those of this page, newest first."`
	}
}

type collectionOutput struct {
	ETag string `header:"ETag"`
	Body collectionRecord
}

type createdCollectionOutput struct {
	Location string `header:"Location"`
	ETag     string `header:"ETag"`
	Body     createdCollection
}

func (s *Server) listCollections(ctx context.Context, in *keptInput) (*collectionsOutput, error) {
	found, err := s.db.CollectionsOf(ctx, caller(ctx).User.ID, in.page())
	return s.encodeCollections(in, found), err
}

func (s *Server) listPublicCollections(ctx context.Context, in *keptInput) (*collectionsOutput, error) {
	found, err := s.db.PublicCollections(ctx, in.page())
	return s.encodeCollections(in, found), err
}

func (s *Server) publicCollection(ctx context.Context, in *collectionInput) (*collectionOutput, error) {
	c, err := s.shop.PublicCollection(ctx, in.ID)
	if err != nil {
		return nil, err
	}

	return s.collectionFor(ctx, c, false)
}

func (s *Server) collection(ctx context.Context, in *collectionInput) (*collectionOutput, error) {
	c, err := s.shop.OwnCollection(ctx, caller(ctx), in.ID)
	if err != nil {
		return nil, err
	}

	return s.collectionFor(ctx, c, true)
}

func (s *Server) createCollection(ctx context.Context, in *createCollectionInput) (*createdCollectionOutput, error) {
	c, err := s.shop.CreateCollection(ctx, caller(ctx), in.Body.gathered(), answering(ctx, s.createdCollection))
	if err != nil {
		return nil, err
	}

	return s.createdCollection(c), nil
}

func (s *Server) createdCollection(c *vitrine.Collection) *createdCollectionOutput {
	return &createdCollectionOutput{
		Location: s.absolute("/v1/collections/" + strconv.FormatInt(c.ID, 10)), ETag: collectionETag(c.ID, c.Version),
		Body: createdCollection{true, collectionRecord{CollectionEntry: s.encodeCollection(c), Models: []collectedModel{}}},
	}
}

func (s *Server) updateCollection(ctx context.Context, in *updateCollectionInput) (*collectionOutput, error) {
	pre := collectionPrecondition(in.IfMatch, in.ID)
	c, err := s.shop.ChangeCollection(ctx, caller(ctx), in.ID, in.Body.gathered(), pre)
	if err != nil {
		return nil, err
	}

	return s.collectionFor(ctx, c, true)
}

func (s *Server) arrangeCollection(ctx context.Context, in *arrangeCollectionInput) (*collectionOutput, error) {
	cover := int64(0)
	if in.Body.CoverID != nil {
		cover = *in.Body.CoverID
	}

	pre := collectionPrecondition(in.IfMatch, in.ID)
	c, err := s.shop.ArrangeCollection(ctx, caller(ctx), in.ID, in.Body.Models, cover, pre)
	if err != nil {
		return nil, err
	}

	return s.collectionFor(ctx, c, true)
}

func (s *Server) removeCollection(ctx context.Context, in *removeCollectionInput) (*struct{}, error) {
	return nil, s.shop.RemoveCollection(ctx, caller(ctx), in.ID, collectionPrecondition(in.IfMatch, in.ID))
}

func (s *Server) collectModel(ctx context.Context, in *collectInput) (*struct{}, error) {
	_, err := s.shop.Collect(ctx, caller(ctx), in.ID, in.ModelID)
	return nil, err
}

func (s *Server) uncollectModel(ctx context.Context, in *collectInput) (*struct{}, error) {
	_, err := s.shop.Uncollect(ctx, caller(ctx), in.ID, in.ModelID)
	return nil, err
}

func collectionETag(id, version int64) string { return fmt.Sprintf(`"c%d-%d"`, id, version) }

func collectionPrecondition(header ifMatch, id int64) shop.Precondition {
	return precondition(header, func(version int64) string { return collectionETag(id, version) })
}

func (s *Server) encodeCollections(in *keptInput, found store.CollectionPage) *collectionsOutput {
	out := &collectionsOutput{Link: in.links(s, found.Next)}
	out.Body.Collections = make([]CollectionEntry, len(found.Collections))
	for i, c := range found.Collections {
		out.Body.Collections[i] = s.encodeCollection(c)
	}
	return out
}

func (s *Server) encodeCollection(c *vitrine.Collection) CollectionEntry {
	return CollectionEntry{ID: c.ID, Username: c.Username, Name: c.Name, Text: c.Text, Shown: string(c.Shown), Total: c.Models,
		Hidden: c.Hidden,
		URL:    s.absolute(shop.CollectionPath(c)), CreatedAt: c.CreatedAt, UpdatedAt: c.UpdatedAt}
}

// collectionFor is a collection with its models; others than its owner see those that are in
// the catalogue.
func (s *Server) collectionFor(ctx context.Context, c *vitrine.Collection, owner bool) (*collectionOutput, error) {
	held, err := s.db.Collected(ctx, c.ID)
	if err != nil {
		return nil, err
	}
	out := &collectionOutput{Body: s.encodeHeld(c, held, owner)}
	if owner { // what others see changes without another version
		out.ETag = collectionETag(c.ID, c.Version)
	}
	return out, nil
}

// encodeHeld encodes a collection with the models in it, or with those that are in the
// catalogue.
func (s *Server) encodeHeld(c *vitrine.Collection, held []store.Collected, all bool) collectionRecord {
	record := collectionRecord{CollectionEntry: s.encodeCollection(c), Models: []collectedModel{}}
	for _, m := range held {
		if all || m.Title != "" {
			record.Models = append(record.Models, collectedModel{m.ModelID, textOrNull(m.Title), m.Adult})
		}
		if m.ModelID == c.CoverID && (all || m.Title != "") {
			record.CoverID = &c.CoverID
		}
	}
	return record
}
