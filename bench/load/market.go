package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"vitrine"
	"vitrine/bench/catalogue"
	"vitrine/internal/seed"
)

// market is what load knows of the marketplace that it asks.
type market struct {
	*options
	catalogue.Market
	drafts chan int64 // that can be published
}

// newMarket has the categories that every marketplace begins with, by which fill makes models.
func newMarket(o *options) *market {
	m := &market{options: o}
	for _, c := range seed.Categories() {
		category := vitrine.Category{ID: c.ID, ParentID: c.ParentID, Slug: c.Slug}
		for _, kind := range c.ProductTypes {
			category.ProductTypes = append(category.ProductTypes, vitrine.ProductType(kind))
		}
		m.Categories = append(m.Categories, category)
	}
	for k := range catalogue.Authors {
		m.Authors = append(m.Authors, vitrine.User{Username: catalogue.Author(k)})
	}
	m.Arrange()
	return m
}

// read gets a path, and returns that of the next page.
func (m *market) read(path string, into any) (next string, err error) {
	conn, err := m.dial()
	if err != nil {
		return "", err
	}
	defer conn.Close()
	got, err := conn.ask(request{method: "GET", path: path}, true)
	if err != nil {
		return "", err
	}
	if got.status != 200 {
		return "", fmt.Errorf("GET %s answers %d: %s", path, got.status, got.body)
	}
	return got.next, json.Unmarshal(got.body, into)
}

// findDrafts lists the drafts of the token's user, once.
func (m *market) findDrafts() error {
	if m.drafts != nil {
		return nil
	}
	var found []int64
	for path := "/v1/models?mine=true&status=draft&sort=oldest&per_page=100"; path != "" && len(found) < m.most; {
		var listed struct {
			Models []struct {
				ID int64 `json:"id"`
			} `json:"models"`
		}
		var err error
		if path, err = m.read(path, &listed); err != nil {
			return err
		}
		for _, one := range listed.Models {
			found = append(found, one.ID)
		}
	}
	if len(found) == 0 {
		return errors.New("there are no drafts to publish: bench/fill -drafts makes some")
	}
	found = found[:min(len(found), m.most)]
	m.drafts = make(chan int64, len(found))
	for _, id := range found {
		m.drafts <- id
	}
	return nil
}

// anyCategory is one of all categories, or none.
func (m *market) anyCategory(h *hand) string {
	if k := h.choose(len(m.Categories) + 1); k > 0 {
		return fmt.Sprintf("&category_id=%d", m.Categories[k-1].ID)
	}
	return ""
}

// tops are the identifiers of the top categories.
func (m *market) tops() (ids []int64) {
	for _, c := range m.Categories {
		if c.ParentID == 0 {
			ids = append(ids, c.ID)
		}
	}
	return ids
}
