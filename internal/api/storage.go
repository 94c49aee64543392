package api

import "context"

type storageOutput struct {
	Body struct {
		Used int64  `json:"used_bytes" doc:"Bytes of all files of the user's models, drafts too."`
		Most *int64 `json:"max_bytes" nullable:"true" doc:"How many they may be; null: as many as there is room for."`
	}
}

// storage says how much the caller's files take, and may.
func (s *Server) storage(ctx context.Context, _ *struct{}) (*storageOutput, error) {
	user := caller(ctx).User
	return s.storageOf(ctx, &user)
}
