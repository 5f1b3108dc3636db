package desk

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"strconv"
	"sync"
)

// SharedGamePath is the path before the tokens of shared games.
const SharedGamePath = "/table/"

// SharedGames holds the games that other phones share, each by a secret link. They exist as long as
// the program. A nil SharedGames has no games.
type SharedGames struct {
	BaseAddress string // the address of the pages for other phones: http://192.168.1.7:8080/

	mu     sync.Mutex
	byList map[string]*sharedGame
}

// sharedGame is a list's game that other phones may share by a link.
type sharedGame struct {
	linkToken string // "" until a link is requested
	watchers  map[chan struct{}]bool
	// numbers that phones gave to the taps (presses of a button) received from them
	receivedTaps      map[string]bool
	replacedGameCount int // number of games of the list that a new game replaced
}

// withGame calls do with the game of a list, which no other goroutine uses meanwhile.
func (t *SharedGames) withGame(list string, do func(*sharedGame)) {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.byList == nil {
		t.byList = map[string]*sharedGame{}
	}
	if t.byList[list] == nil {
		t.byList[list] = &sharedGame{watchers: map[chan struct{}]bool{}, receivedTaps: map[string]bool{}}
	}
	do(t.byList[list])
}

// LinkTokenOf returns the token of a list's shared game, a new one if it has none.
func (t *SharedGames) LinkTokenOf(list string) (token string) {
	t.withGame(list, func(s *sharedGame) {
		if s.linkToken == "" {
			s.linkToken = rand.Text() // at least 128 bits
		}
		token = s.linkToken
	})
	return token
}

// ListOf returns the list whose game has a token; "" for none.
func (t *SharedGames) ListOf(token string) (found string) {
	if t == nil {
		return ""
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for list, s := range t.byList {
		if s.linkToken != "" && subtle.ConstantTimeCompare([]byte(s.linkToken), []byte(token)) == 1 {
			found = list
		}
	}
	return found
}

// CloseLink ends the link of a list's game.
func (t *SharedGames) CloseLink(list string) {
	t.withGame(list, func(s *sharedGame) {
		s.linkToken = ""
		clear(s.receivedTaps)
		s.replacedGameCount++
	})
	t.Notify(list)
}

// NewGameName returns a name for the game of a list before its first event.
func (t *SharedGames) NewGameName(list string) (name string) {
	t.withGame(list, func(s *sharedGame) { name = "game " + strconv.Itoa(s.replacedGameCount+1) })
	return name
}

// Notify notifies the watchers of a list's game that it has changed.
func (t *SharedGames) Notify(list string) {
	t.withGame(list, func(s *sharedGame) {
		for watch := range s.watchers {
			select {
			case watch <- struct{}{}:
			default: // it has not looked since the last time
			}
		}
	})
}

// Watch returns a channel that receives a value after each change of a list's game, until stop is
// called.
func (t *SharedGames) Watch(list string) (changed <-chan struct{}, stop func()) {
	watch := make(chan struct{}, 1)
	t.withGame(list, func(s *sharedGame) { s.watchers[watch] = true })
	return watch, func() { t.withGame(list, func(s *sharedGame) { delete(s.watchers, watch) }) }
}

// maxRememberedTaps is the maximum number of taps remembered for a game.
const maxRememberedTaps = 5000

// IsRepeatedTap reports whether a tap (the press of a button) was received before, by the number
// that its phone gave it: phones send a tap again if there was no answer. If done is set, the tap
// is recorded as received.
func (t *SharedGames) IsRepeatedTap(list, tap string, done bool) (came bool) {
	if tap == "" || len(tap) > 40 {
		return false
	}
	t.withGame(list, func(s *sharedGame) {
		if came = done || s.receivedTaps[tap]; done {
			if len(s.receivedTaps) > maxRememberedTaps {
				clear(s.receivedTaps)
			}
			s.receivedTaps[tap] = true
		}
	})
	return came
}

type guestKey struct{}

// AsGuest marks the context of a request as from a phone that has only the link of a game.
func AsGuest(ctx context.Context) context.Context { return context.WithValue(ctx, guestKey{}, 1) }

// PhoneIndex returns the number of the phone of a request: 0 for the owner of the files, 1 for
// phones with a game's link.
func PhoneIndex(ctx context.Context) int {
	n, _ := ctx.Value(guestKey{}).(int)
	return n
}
