package main

import (
	"context"
	"sync"
	"time"
)

// visits are the requests that are answered, by the page's numbers for them.
type visits struct {
	rest func() // until the page's messages that have come are heard
	mu   sync.Mutex
	open map[int]context.CancelFunc
}

// begin registers a request and returns its context, cancelled when the request is left.
func (v *visits) begin(id int) context.Context {
	ctx, leave := context.WithCancel(context.Background())
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.open == nil {
		v.open = map[int]context.CancelFunc{}
	}
	v.open[id] = leave
	return &visit{Context: ctx, rest: v.rest, heard: time.Now()}
}

// left ends a request: it is answered, or nobody waits for its answer.
func (v *visits) left(id int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if leave := v.open[id]; leave != nil {
		leave()
		delete(v.open, id)
	}
}

// hearEvery is how often long work lets the page's messages in.
const hearEvery = 15 * time.Millisecond

// A visit is a request's context. A browser gives a worker its messages only while
// the program does nothing: whoever asks whether the visit is over waits for those
// now and then, so that one of them can end it.
type visit struct {
	context.Context
	rest  func()
	mu    sync.Mutex
	heard time.Time
}

// Err is that of context.Context.
func (v *visit) Err() error {
	v.mu.Lock()
	if time.Since(v.heard) > hearEvery {
		v.rest()
		v.heard = time.Now()
	}
	v.mu.Unlock()
	return v.Context.Err()
}
