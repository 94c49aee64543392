package auth

import (
	"container/list"
	"sync"
	"time"

	"vitrine"
)

// Cache remembers who the verified tokens stand for, a short while and not
// too many of them.
type Cache struct {
	size  int
	keep  time.Duration
	mu    sync.Mutex
	found map[string]*list.Element
	order *list.List // of *entry, the last used in front
	epoch uint64     // grows when something is forgotten
}

type entry struct {
	hash   string
	caller vitrine.Caller
	until  time.Time
}

// NewCache makes a Cache of so many tokens, each kept so long at most.
func NewCache(size int, keep time.Duration) *Cache {
	return &Cache{size: size, keep: keep, found: map[string]*list.Element{}, order: list.New()}
}

// Find gives who the token with a hash stands for. When that is not known the
// epoch must be handed to Put, with what was read after it.
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

// Put remembers a token that was read from asked on; expires is the token's
// own end, zero when it has none. Nothing is kept when a token was forgotten
// meanwhile: it may be this one.
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
