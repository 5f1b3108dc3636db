package desk

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"strconv"
	"sync"
)

// TablePath is where the links of games lead, before their tokens.
const TablePath = "/table/"

// Tables are the games that other phones may share, each by a link that is good for this game
// alone. They live as long as the program.
type Tables struct {
	Base string // the address of the pages for other phones: http://192.168.1.7:8080/

	mu       sync.Mutex
	tokens   map[string]string                 // by list
	watching map[string]map[chan struct{}]bool // by list
	taps     map[string]map[string]bool        // by list: the numbers of the taps that came
	closed   map[string]int                    // by list: how many games gave way to a new one
}

// Link returns the token of a list's game, a new one if it has none.
func (t *Tables) Link(list string) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.tokens == nil {
		t.tokens = map[string]string{}
	}
	if t.tokens[list] == "" {
		t.tokens[list] = rand.Text() // at least 128 bits
	}
	return t.tokens[list]
}

// ListOf returns the list with the game of a token; "" for none.
func (t *Tables) ListOf(token string) (found string) {
	if t == nil {
		return ""
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for list, own := range t.tokens {
		if subtle.ConstantTimeCompare([]byte(own), []byte(token)) == 1 {
			found = list
		}
	}
	return found
}

// Close ends the link of a list's game.
func (t *Tables) Close(list string) {
	if t == nil {
		return
	}
	t.mu.Lock()
	delete(t.tokens, list)
	delete(t.taps, list)
	if t.closed == nil {
		t.closed = map[string]int{}
	}
	t.closed[list]++
	t.mu.Unlock()
	t.Changed(list)
}

// Unbegun names the game of a list in which nothing happened yet.
func (t *Tables) Unbegun(list string) string {
	if t == nil {
		return ""
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return "game " + strconv.Itoa(t.closed[list]+1)
}

// Changed tells the watchers of a list's game that something happened.
func (t *Tables) Changed(list string) {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for watch := range t.watching[list] {
		select {
		case watch <- struct{}{}:
		default: // it has not looked since the last time
		}
	}
}

// Watch returns a channel that has something whenever the game of a list has changed, until stop
// is called.
func (t *Tables) Watch(list string) (changed <-chan struct{}, stop func()) {
	watch := make(chan struct{}, 1)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.watching == nil {
		t.watching = map[string]map[chan struct{}]bool{}
	}
	if t.watching[list] == nil {
		t.watching[list] = map[chan struct{}]bool{}
	}
	t.watching[list][watch] = true
	return watch, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		delete(t.watching[list], watch)
	}
}

// mostTaps bounds the taps of a game that are known by their numbers.
const mostTaps = 5000

// Came reports whether a tap came before, by the number that its phone gave it: a phone sends a
// tap again if it had no answer. done notes that it has come now.
func (t *Tables) Came(list, tap string, done bool) bool {
	if t == nil || tap == "" || len(tap) > 40 {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if !done {
		return t.taps[list][tap]
	}
	if t.taps == nil {
		t.taps = map[string]map[string]bool{}
	}
	if t.taps[list] == nil || len(t.taps[list]) > mostTaps {
		t.taps[list] = map[string]bool{}
	}
	t.taps[list][tap] = true
	return true
}

type guestKey struct{}

// AsGuest marks the requests of a phone that has the link of one game.
func AsGuest(ctx context.Context) context.Context { return context.WithValue(ctx, guestKey{}, 1) }

// Phone returns the number of the phone that a request comes from: 0 for the person whose files
// these are, 1 for one that has the link of a game.
func Phone(ctx context.Context) int {
	n, _ := ctx.Value(guestKey{}).(int)
	return n
}
