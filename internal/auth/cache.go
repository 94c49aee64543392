package auth

import (
	"container/list"
	"sync"
	"time"
)

// Cache keeps who verified secrets stand for, such as the callers of access tokens,
// for a short time and up to a number of secrets.
type Cache[T any] struct {
	size  int
	keep  time.Duration
	mu    sync.Mutex
	found map[string]*list.Element
	order *list.List // of *entry[T], most recently used first
	epoch uint64     // grows when something is forgotten
}

type entry[T any] struct {
	hash  string
	value T
	until time.Time
}

// NewCache makes a Cache of at most size secrets, each kept no longer than keep.
func NewCache[T any](size int, keep time.Duration) *Cache[T] {
	return &Cache[T]{size: size, keep: keep, found: map[string]*list.Element{}, order: list.New()}
}

// Find returns who the secret with a hash stands for. If it is not cached, read that
// after Find and pass the epoch on to Put.
func (c *Cache[T]) Find(hash string, now time.Time) (value T, epoch uint64, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	element, ok := c.found[hash]
	if !ok {
		return value, c.epoch, false
	}
	e := element.Value.(*entry[T])
	if !now.Before(e.until) {
		c.remove(element)
		return value, c.epoch, false
	}
	c.order.MoveToFront(element)
	return e.value, c.epoch, true
}

// Put caches what was read after the time asked; expires is the secret's own, zero when it
// has none. Nothing is cached if anything was forgotten since Find gave the epoch: it may
// be this one.
func (c *Cache[T]) Put(hash string, value T, epoch uint64, asked, expires time.Time) {
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
	c.found[hash] = c.order.PushFront(&entry[T]{hash: hash, value: value, until: until})
	if c.order.Len() > c.size {
		c.remove(c.order.Back())
	}
}

// Forget drops those that are meant at once.
func (c *Cache[T]) Forget(meant func(T) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.epoch++
	for element := c.order.Front(); element != nil; {
		next := element.Next()
		if meant(element.Value.(*entry[T]).value) {
			c.remove(element)
		}
		element = next
	}
}

func (c *Cache[T]) remove(element *list.Element) {
	delete(c.found, element.Value.(*entry[T]).hash)
	c.order.Remove(element)
}

// ForgetAll has everyone asked for again.
func (c *Cache[T]) ForgetAll() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.epoch++
	clear(c.found)
	c.order.Init()
}
