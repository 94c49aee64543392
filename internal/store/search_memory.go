package store

import (
	"sync"

	"vitrine/internal/posting"
)

// memoryKey names a group of blocks.
type memoryKey struct {
	term  posting.Term
	group int64
}

// sized is a group of blocks; a nil one too.
type sized interface{ Size() int }

// rememberedGroup is a group of blocks that was read when a merge was the last one.
type rememberedGroup struct {
	group sized
	merge int64
}

// blockMemory remembers groups of blocks in two halves: what was used since the halves
// were last changed over, and what was not. When the first is full it becomes the
// second, whose rest is forgotten.
type blockMemory struct {
	mu      sync.Mutex
	most    int64
	size    int64 // of used
	rested  int64 // of resting
	asked   asked
	used    map[memoryKey]rememberedGroup
	resting map[memoryKey]rememberedGroup
}

func newBlockMemory(most int64) *blockMemory { return &blockMemory{most: most} }

// find returns what was kept under a key if it has a group as a state of the index does.
func (m *blockMemory) find(key memoryKey, group int64, state *searchState) (sized, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	found, ok := m.look(key, group, state)
	m.asked.note(ok)
	return found, ok
}

func (m *blockMemory) look(key memoryKey, group int64, state *searchState) (sized, bool) {
	kept, ok := m.used[key]
	if !ok {
		if kept, ok = m.resting[key]; !ok {
			return nil, false
		}
		delete(m.resting, key)
		m.rested -= sizeOf(kept.group)
		m.put(key, kept)
	}
	for block := group * posting.GroupBlocks; block < (group+1)*posting.GroupBlocks; block++ {
		if state.version(block) > kept.merge {
			return nil, false
		}
	}
	return kept.group, true
}

// keep remembers a group that was read for a state whose last merge is given.
func (m *blockMemory) keep(key memoryKey, group sized, merge int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.put(key, rememberedGroup{group, merge})
}

// entryBytes is about what a remembered group takes beside its blocks.
const entryBytes = 100

func sizeOf(group sized) int64 { return int64(group.Size() + entryBytes) }

func (m *blockMemory) put(key memoryKey, r rememberedGroup) {
	if old, ok := m.used[key]; ok {
		m.size -= sizeOf(old.group)
	}
	if m.used == nil || m.size > m.most/2 {
		m.resting, m.rested, m.used, m.size = m.used, m.size, map[memoryKey]rememberedGroup{}, 0
	}
	m.used[key] = r
	m.size += sizeOf(r.group)
}
