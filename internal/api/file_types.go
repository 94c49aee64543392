package api

import (
	"context"
	"time"

	"vitrine"
	"vitrine/internal/seed"
)

type fileTypeInput struct {
	ID int64 `path:"id" doc:"The file type's id." example:"1"`
}

type fileTypesOutput struct {
	Body fileTypes
}

type fileTypes struct {
	FileTypes []fileType `json:"file_types" nullable:"false" doc:"All of them, in the order of the trade."`
}

type fileTypeOutput struct {
	Body fileType
}

type fileType struct {
	ID           int64                 `json:"id" example:"2" doc:"What file_type_id takes."`
	Name         string                `json:"name" example:"glTF binary" doc:"Name for people."`
	Extension    string                `json:"extension" doc:"The usual one." example:"glb"`
	Extensions   []string              `json:"extensions" nullable:"false" doc:"All of them."`
	Native       bool                  `json:"native" doc:"Only one program uses it."`
	ProductTypes []string              `json:"product_types" nullable:"false" doc:"cg, printable or both."`
	RendererApp  nullable[rendererApp] `json:"renderer_app" doc:"The most usual program that renders it; null without one."`
	RendererApps []rendererApp         `json:"renderer_apps" nullable:"false" doc:"All of them, the most usual first."`
	CreatedAt    time.Time             `json:"created_at" doc:"When the file types of this release were last changed, and so updated_at."`
	UpdatedAt    time.Time             `json:"updated_at" doc:"The same as created_at."`
}

type rendererApp struct {
	ID       int64    `json:"id" doc:"The program's id."`
	Name     string   `json:"name" example:"Cycles" doc:"Name of the program."`
	Vendor   string   `json:"vendor" example:"Blender Foundation" doc:"Who makes it."`
	Versions []string `json:"versions" nullable:"false" doc:"Oldest first."`
}

// shippedFileTypes are the file types as they are answered.
func shippedFileTypes() fileTypes {
	apps := map[int64]rendererApp{}
	for _, app := range seed.RendererApps() {
		apps[app.ID] = rendererApp{app.ID, app.Name, app.Vendor, app.Versions}
	}
	var all fileTypes
	for _, t := range seed.FileTypes() {
		encoded := fileType{
			ID: t.ID, Name: t.Name, Extension: t.Extension, Extensions: t.Extensions, Native: t.Native,
			ProductTypes: t.ProductTypes, RendererApps: []rendererApp{}, CreatedAt: seed.FileTypesChanged(), UpdatedAt: seed.FileTypesChanged(),
		}
		for _, id := range t.RendererApps {
			encoded.RendererApps = append(encoded.RendererApps, apps[id])
		}
		if len(encoded.RendererApps) > 0 {
			encoded.RendererApp.value = &encoded.RendererApps[0]
		}
		all.FileTypes = append(all.FileTypes, encoded)
	}
	return all
}

func (s *Server) listFileTypes(context.Context, *struct{}) (*fileTypesOutput, error) {
	return &fileTypesOutput{s.fileTypes}, nil
}

func (s *Server) fileType(_ context.Context, in *fileTypeInput) (*fileTypeOutput, error) {
	for _, t := range s.fileTypes.FileTypes {
		if t.ID == in.ID {
			return &fileTypeOutput{t}, nil
		}
	}
	return nil, vitrine.Errorf(vitrine.NotFound, "there is no file type %d", in.ID)
}
