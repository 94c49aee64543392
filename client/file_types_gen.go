// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"net/http"
	"time"
)

// ListFileTypes: all file types with their renderer apps. Every format of the trade that files can
// be sold in, with the programs that render it.
//
// GET /v1/file_types.
func (c *Client) ListFileTypes(ctx context.Context, options ...CallOption) (*FileTypeList, error) {
	return ask[FileTypeList](ctx, c, &request{method: http.MethodGet, path: "/v1/file_types"}, options)
}

// FileType: one file type with its renderer apps. One format of the trade.
//
// GET /v1/file_types/{id}.
func (c *Client) FileType(ctx context.Context, id int64, options ...CallOption) (*FileType, error) {
	return ask[FileType](ctx, c, &request{method: http.MethodGet, path: "/v1/file_types/" + segment(id)}, options)
}

// FileType is a format of the trade.
type FileType struct {
	// What file_type_id takes.
	ID int64 `json:"id"`
	// Name for people.
	Name string `json:"name"`
	// The usual one.
	Extension string `json:"extension"`
	// All of them.
	Extensions []string `json:"extensions"`
	// Only one program uses it.
	Native bool `json:"native"`
	// cg, printable or both.
	ProductTypes []string `json:"product_types"`
	// The most usual program that renders it; null without one.
	RendererApp *RendererApp `json:"renderer_app"`
	// All of them, the most usual first.
	RendererApps []RendererApp `json:"renderer_apps"`
	// When the file types of this release were last changed, and so updated_at.
	CreatedAt time.Time `json:"created_at"`
	// The same as created_at.
	UpdatedAt time.Time `json:"updated_at"`
}

// FileTypeList is the formats of the trade.
type FileTypeList struct {
	// All of them, in the order of the trade.
	FileTypes []FileType `json:"file_types"`
}

// RendererApp is a program that renders a format.
type RendererApp struct {
	// The program's id.
	ID int64 `json:"id"`
	// Name of the program.
	Name string `json:"name"`
	// Who makes it.
	Vendor string `json:"vendor"`
	// Oldest first.
	Versions []string `json:"versions"`
}
