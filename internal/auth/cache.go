package auth

import (
	"container/list"
	"sync"
	"time"

	"vitrine"
)

// Cache keeps the callers of verified tokens, for a short time and up to a
// number of tokens.
type Cache struct {
	size  int
	keep  time.Duration
	mu    sync.Mutex
	found map[string]*list.Element
	order *list.List // of *entry, most recently used first
	epoch uint64     // grows when something is forgotten
}

type entry struct {
	hash   string
	caller vitrine.Caller
	until  time.Time
}

// NewCache makes a Cache of at most size tokens, each kept no longer than keep.
func NewCache(size int, keep time.Duration) *Cache {
	return &Cache{size: size, keep: keep, found: map[string]*list.Element{}, order: list.New()}
}

// Find returns the caller whose token has a hash. If it is not cached, read the
// token after Find and pass the epoch on to Put.
func (c *Cache) Find(hash string, now time.Time) (caller vitrine.Caller, epoch uint64, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	element, ok := c.found[hash]
	if !ok {
		return vitrine.Caller{}, c.epoch, false
	}
	e := element.Value.(*entry)
	if !now.Before(e.until) {
		c.remove(element)
		return vitrine.Caller{}, c.epoch, false
	}
	c.order.MoveToFront(element)
	return e.caller, c.epoch, true
}

// Put caches the caller of a token that was read after the time asked; expires is
// the token's own, zero when it has none. Nothing is cached if any token was
// forgotten since Find gave the epoch: it may be this one.
func (c *Cache) Put(hash string, caller vitrine.Caller, epoch uint64, asked, expires time.Time) {
	until := asked.Add(c.keep)
	if !expires.IsZero() && expires.Before(until) {
		until = expires
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if epoch != c.epoch {
		return
	}
	if element, ok := c.found[hash]; ok {
		c.remove(element)
	}
	c.found[hash] = c.order.PushFront(&entry{hash: hash, caller: caller, until: until})
	if c.order.Len() > c.size {
		c.remove(c.order.Back())
	}
}

// Forget drops the token with an id at once.
func (c *Cache) Forget(tokenID int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.epoch++
	for element := c.order.Front(); element != nil; {
		next := element.Next()
		if element.Value.(*entry).caller.TokenID == tokenID {
			c.remove(element)
		}
		element = next
	}
}

func (c *Cache) remove(element *list.Element) {
	delete(c.found, element.Value.(*entry).hash)
	c.order.Remove(element)
}

// ForgetAll has every caller asked for again.
func (c *Cache) ForgetAll() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.epoch++
	clear(c.found)
	c.order.Init()
}
