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
// alone. They live as long as the program. Of nil, where no game is shared, nothing is known.
type Tables struct {
	Base string // the address of the pages for other phones: http://192.168.1.7:8080/

	mu     sync.Mutex
	byList map[string]*shared
}

// A shared game is that of a list.
type shared struct {
	token    string // "" until a link was asked for
	watching map[chan struct{}]bool
	taps     map[string]bool // the numbers of the taps that came
	closed   int             // how many games of the list gave way to a new one
}

// of does something with the game of a list that nobody else changes meanwhile.
func (t *Tables) of(list string, do func(*shared)) {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.byList == nil {
		t.byList = map[string]*shared{}
	}
	if t.byList[list] == nil {
		t.byList[list] = &shared{watching: map[chan struct{}]bool{}, taps: map[string]bool{}}
	}
	do(t.byList[list])
}

// Link returns the token of a list's game, a new one if it has none.
func (t *Tables) Link(list string) (token string) {
	t.of(list, func(s *shared) {
		if s.token == "" {
			s.token = rand.Text() // at least 128 bits
		}
		token = s.token
	})
	return token
}

// ListOf returns the list with the game of a token; "" for none.
func (t *Tables) ListOf(token string) (found string) {
	if t == nil {
		return ""
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for list, s := range t.byList {
		if s.token != "" && subtle.ConstantTimeCompare([]byte(s.token), []byte(token)) == 1 {
			found = list
		}
	}
	return found
}

// Close ends the link of a list's game.
func (t *Tables) Close(list string) {
	t.of(list, func(s *shared) {
		s.token = ""
		clear(s.taps)
		s.closed++
	})
	t.Changed(list)
}

// Unbegun names the game of a list in which nothing happened yet.
func (t *Tables) Unbegun(list string) (name string) {
	t.of(list, func(s *shared) { name = "game " + strconv.Itoa(s.closed+1) })
	return name
}

// Changed tells the watchers of a list's game that something happened.
func (t *Tables) Changed(list string) {
	t.of(list, func(s *shared) {
		for watch := range s.watching {
			select {
			case watch <- struct{}{}:
			default: // it has not looked since the last time
			}
		}
	})
}

// Watch returns a channel that has something whenever the game of a list has changed, until stop
// is called.
func (t *Tables) Watch(list string) (changed <-chan struct{}, stop func()) {
	watch := make(chan struct{}, 1)
	t.of(list, func(s *shared) { s.watching[watch] = true })
	return watch, func() { t.of(list, func(s *shared) { delete(s.watching, watch) }) }
}

// mostTaps bounds the taps of a game that are known by their numbers.
const mostTaps = 5000

// Came reports whether a tap came before, by the number that its phone gave it: a phone sends a
// tap again if it had no answer. done notes that it has come now.
func (t *Tables) Came(list, tap string, done bool) (came bool) {
	if tap == "" || len(tap) > 40 {
		return false
	}
	t.of(list, func(s *shared) {
		if came = done || s.taps[tap]; done {
			if len(s.taps) > mostTaps {
				clear(s.taps)
			}
			s.taps[tap] = true
		}
	})
	return came
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
