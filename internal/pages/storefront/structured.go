package storefront

import (
	"vitrine"
	"vitrine/internal/pages"
)

// structured describes a model to search engines, in the words of schema.org:
// a product with its offer, and the 3D model that it is.
func (p *Pages) structured(page *modelPage) any {
	address := p.Address(pathOf(page.Model))
	var pictures []string
	for _, picture := range page.Pictures {
		pictures = append(pictures, p.Address(picture.Src))
	}
	seller := map[string]any{"@type": "Person", "name": page.AuthorName, "url": p.Address(page.SellerPath)}
	product := map[string]any{
		"@type": "Product", "@id": address, "url": address, "name": page.Written.Title, "description": summary(page.Written.RawDescription),
		"image": pictures, "sku": page.Slug, "category": page.AlikeName,
		"offers": map[string]any{
			"@type": "Offer", "url": address, "price": page.Price.String(), "priceCurrency": p.shop.Settings().Currency,
			"availability": availability(page.Model), "seller": seller,
		},
		"subjectOf": p.threeDModel(page, seller),
	}
	page.Said.rating(product)
	return map[string]any{"@context": "https://schema.org", "@graph": []any{product, p.breadcrumbs(page.Crumbs)}}
}

// rating describes to search engines what people say of a model. Nothing is said where nobody
// does.
func (s *said) rating(product map[string]any) {
	if s.Opinions.Reviews == 0 {
		return
	}
	product["aggregateRating"] = map[string]any{
		"@type": "AggregateRating", "ratingValue": s.Rating(), "reviewCount": s.Opinions.Reviews, "bestRating": vitrine.MaxStars,
		"worstRating": vitrine.MinStars,
	}
	reviews := make([]any, len(s.newest))
	for i, v := range s.newest {
		review := map[string]any{
			"@type": "Review", "author": map[string]any{"@type": "Person", "name": v.Username},
			"datePublished": v.CreatedAt.UTC().Format("2006-01-02"),
			"reviewRating": map[string]any{"@type": "Rating", "ratingValue": v.Words.Described, "bestRating": vitrine.MaxStars,
				"worstRating": vitrine.MinStars},
		}
		if v.Text != "" {
			review["reviewBody"] = v.Text
		}
		reviews[i] = review
	}
	product["review"] = reviews
}

func availability(m *vitrine.Model) string {
	if m.Downloadable() {
		return "https://schema.org/InStock"
	}
	return "https://schema.org/OutOfStock"
}

// threeDModel names the formats that are sold, and the preview of a free model that
// has one.
func (p *Pages) threeDModel(page *modelPage, seller any) any {
	var encodings []any
	for _, file := range page.ReadyFiles() {
		if kind, known := mediaTypes()[file.Extension]; known {
			encodings = append(encodings, map[string]any{"@type": "MediaObject", "encodingFormat": kind, "contentSize": pages.ByteSize(file.Size)})
		}
	}
	if page.Preview != nil && page.Preview.Kind == "glb" && page.Free() {
		encodings = append(encodings, map[string]any{
			"@type": "MediaObject", "encodingFormat": "model/gltf-binary", "contentUrl": p.Address(page.Preview.URL),
		})
	}
	described := map[string]any{"@type": "3DModel", "name": page.Written.Title, "inLanguage": page.Written.Language, "creator": seller,
		"encoding": encodings}
	if page.AIGenerated {
		described["digitalSourceType"] = "https://schema.org/TrainedAlgorithmicMediaDigitalSource"
	}
	return described
}

// mediaTypes are the registered types of 3D formats, by extension.
func mediaTypes() map[string]string {
	return map[string]string{
		"glb": "model/gltf-binary", "gltf": "model/gltf+json", "obj": "model/obj", "mtl": "model/mtl", "stl": "model/stl", "3mf": "model/3mf",
		"usdz": "model/vnd.usdz+zip", "usda": "model/vnd.usda", "dae": "model/vnd.collada+xml", "step": "model/step", "stp": "model/step",
		"iges": "model/iges",
	}
}

func (p *Pages) breadcrumbs(trail []pages.Link) any {
	items := make([]any, len(trail))
	for i, step := range trail {
		items[i] = map[string]any{"@type": "ListItem", "position": i + 1, "name": step.Text, "item": p.Address(step.Path)}
	}
	return map[string]any{"@context": "https://schema.org", "@type": "BreadcrumbList", "itemListElement": items}
}
