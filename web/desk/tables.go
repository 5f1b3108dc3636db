package desk

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"strconv"
	"sync"
)

// TablePath is the path before the tokens of shared games.
const TablePath = "/table/"

// Tables holds the games that other phones share, each by a secret link. They exist as long as the
// program. A nil Tables has no games.
type Tables struct {
	Base string // the address of the pages for other phones: http://192.168.1.7:8080/

	mu     sync.Mutex
	byList map[string]*shared
}

// shared is the shared game of a list.
type shared struct {
	token    string // "" until a link is requested
	watching map[chan struct{}]bool
	taps     map[string]bool // numbers of the taps received
	closed   int             // number of games of the list that a new game replaced
}

// withGame calls do with the game of a list, which no other goroutine uses meanwhile.
func (t *Tables) withGame(list string, do func(*shared)) {
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

// Link returns the token of a list's game; a new one if needed.
func (t *Tables) Link(list string) (token string) {
	t.withGame(list, func(s *shared) {
		if s.token == "" {
			s.token = rand.Text() // at least 128 bits
		}
		token = s.token
	})
	return token
}

// ListOf returns the list whose game has a token; "" for none.
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
	t.withGame(list, func(s *shared) {
		s.token = ""
		clear(s.taps)
		s.closed++
	})
	t.Changed(list)
}

// NameOfNew returns a name for the game of a list before its first event.
func (t *Tables) NameOfNew(list string) (name string) {
	t.withGame(list, func(s *shared) { name = "game " + strconv.Itoa(s.closed+1) })
	return name
}

// Changed notifies the watchers of a list's game.
func (t *Tables) Changed(list string) {
	t.withGame(list, func(s *shared) {
		for watch := range s.watching {
			select {
			case watch <- struct{}{}:
			default: // it has not looked since the last time
			}
		}
	})
}

// Watch returns a channel that receives a value after each change of a list's game, until stop is
// called.
func (t *Tables) Watch(list string) (changed <-chan struct{}, stop func()) {
	watch := make(chan struct{}, 1)
	t.withGame(list, func(s *shared) { s.watching[watch] = true })
	return watch, func() { t.withGame(list, func(s *shared) { delete(s.watching, watch) }) }
}

// mostTaps limits the numbers of taps that are remembered for a game.
const mostTaps = 5000

// IsRepeated reports whether a tap was received before, by the number from its phone: phones send a
// tap again if there was no answer. done records it as received.
func (t *Tables) IsRepeated(list, tap string, done bool) (came bool) {
	if tap == "" || len(tap) > 40 {
		return false
	}
	t.withGame(list, func(s *shared) {
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

// AsGuest marks requests of a phone with the link of a game.
func AsGuest(ctx context.Context) context.Context { return context.WithValue(ctx, guestKey{}, 1) }

// Phone returns the number of the phone of a request: 0 for the owner of the files, 1 for phones
// with a game's link.
func Phone(ctx context.Context) int {
	n, _ := ctx.Value(guestKey{}).(int)
	return n
}
