package api

import (
	"context"
	"strconv"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// CategoryWords are what a category is called in a language.
type CategoryWords struct {
	Name        string `json:"name" doc:"Short name, at most 200 characters." example:"Lampen"`
	Title       string `json:"title,omitempty" doc:"Heading of its page, at most 200 characters; the name when absent." example:"Lampen und Leuchten"`
	Description string `json:"description,omitempty" doc:"What belongs into it."`
}

type createCategoryInput struct {
	Body struct {
		Slug         string                   `json:"slug" doc:"Names it in addresses and for models: 1 to 80 characters of a–z and 0–9, with single dashes between." example:"lamps"`
		Title        string                   `json:"title" doc:"Heading of its page, at most 200 characters." example:"Lamps and lights"`
		Name         string                   `json:"name,omitempty" doc:"Short name, at most 200 characters; the title when absent." example:"Lamps"`
		Description  string                   `json:"description,omitempty" doc:"What belongs into it." example:"What gives light."`
		ParentID     int64                    `json:"parent_id,omitempty" minimum:"1" doc:"The top category that it is below; absent: it is a top category." example:"1"`
		ProductTypes []string                 `json:"product_types,omitempty" enum:"cg,printable" nullable:"false" doc:"What models in it are for; both when absent." example:"[\"cg\"]"`
		Translations map[string]CategoryWords `json:"translations,omitempty" nullable:"false" doc:"What it is called in further languages, by their tags of BCP 47."`
	}
}

type updateCategoryInput struct {
	ID      int64   `path:"id" doc:"The category's id." example:"3"`
	IfMatch ifMatch `header:"If-Match" doc:"Only when it is still the one with this ETag, or with its weak form, W/, that compressed answers have."`
	Body    struct {
		Slug         optional[string]                   `json:"slug,omitempty" doc:"Another one changes the addresses of the category and of its models; the old ones lead there." example:"lamps"`
		Title        optional[string]                   `json:"title,omitempty" doc:"Heading of its page, at most 200 characters." example:"Lamps and lights"`
		Name         optional[string]                   `json:"name,omitempty" doc:"Short name, at most 200 characters." example:"Lamps"`
		Description  optional[string]                   `json:"description,omitempty" doc:"What belongs into it." example:"What gives light."`
		ParentID     optional[int64]                    `json:"parent_id,omitempty" doc:"Of a subcategory: another top category, where it and its models move." example:"1"`
		Position     optional[int]                      `json:"position,omitempty" doc:"Where it stands beside its siblings: the lower ones come first." example:"2"`
		ProductTypes optional[[]string]                 `json:"product_types,omitempty" doc:"What models in it are for: cg, printable or both." example:"[\"cg\"]"`
		Translations optional[map[string]CategoryWords] `json:"translations,omitempty" doc:"What it is called in further languages, by their tags of BCP 47: all of them."`
	}
}

type removeCategoryInput struct {
	ID      int64   `path:"id" doc:"The category's id." example:"3"`
	IfMatch ifMatch `header:"If-Match" doc:"Only when it is still the one with this ETag, or with its weak form, W/, that compressed answers have."`
}

type mergeCategoryInput struct {
	ID   int64 `path:"id" doc:"The category that goes away." example:"3"`
	Body struct {
		Into int64 `json:"into" minimum:"1" doc:"The category that gets its models, its subcategories and its addresses." example:"4"`
	}
}

type createdCategoryOutput struct {
	ETag     string `header:"ETag"`
	Location string `header:"Location"`
	Body     createdCategory
}

type createdCategory struct {
	Success bool `json:"success" doc:"Always true."`
	Category
}

func (s *Server) createCategory(ctx context.Context, in *createCategoryInput) (*createdCategoryOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	made, err := s.shop.MakeCategory(ctx, who, vitrine.Category{
		Slug: in.Body.Slug, Title: in.Body.Title, Name: in.Body.Name, Description: in.Body.Description, ParentID: in.Body.ParentID,
		ProductTypes: decodeTypes(in.Body.ProductTypes), Texts: decodeWords(in.Body.Translations),
	}, answering(ctx, s.createdCategory))
	if err != nil {
		return nil, err
	}

	return s.createdCategory(made), nil
}

func (s *Server) createdCategory(c *vitrine.Category) *createdCategoryOutput {
	return &createdCategoryOutput{
		ETag: categoryETag(*c), Location: s.absolute("/v1/categories/" + strconv.FormatInt(c.ID, 10)), Body: createdCategory{true,
			encodeCategory(*c)},
	}
}

func (s *Server) updateCategory(ctx context.Context, in *updateCategoryInput) (*categoryOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	c, err := s.shop.ChangeCategory(ctx, who, in.ID, shop.CategoryChange{
		Slug: in.Body.Slug.Optional, Title: in.Body.Title.Optional, Name: in.Body.Name.Optional, Description: in.Body.Description.Optional,
		Texts: convert(in.Body.Translations, decodeWords), ProductTypes: convert(in.Body.ProductTypes, decodeTypes),
		Position: in.Body.Position.Optional, ParentID: in.Body.ParentID.Optional, If: ofCategory(in.ID, in.IfMatch),
	})
	if err != nil {
		return nil, err
	}

	return answerCategory(c), nil
}

func (s *Server) removeCategory(ctx context.Context, in *removeCategoryInput) (*struct{}, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	return nil, s.shop.RemoveCategory(ctx, who, in.ID, ofCategory(in.ID, in.IfMatch))
}

func (s *Server) mergeCategory(ctx context.Context, in *mergeCategoryInput) (*categoryOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	if err := s.shop.MergeCategory(ctx, who, in.ID, in.Body.Into); err != nil {
		return nil, err
	}
	c, err := s.db.Category(ctx, in.Body.Into)
	if err != nil {
		return nil, err
	}

	return answerCategory(c), nil
}

func decodeTypes(names []string) (types []vitrine.ProductType) {
	for _, name := range names {
		types = append(types, vitrine.ProductType(name))
	}
	return types
}

func decodeWords(sent map[string]CategoryWords) map[string]vitrine.CategoryText {
	texts := map[string]vitrine.CategoryText{}
	for language, text := range sent {
		if tag, err := web.ContentLanguage(language); err == nil {
			_, twice := sent[tag]
			if _, said := texts[tag]; !twice && !said {
				language = tag // by which readers' languages find it
			}
		}
		texts[language] = vitrine.CategoryText{Name: text.Name, Title: text.Title, Description: text.Description}
	}
	return texts
}
