package main

import (
	"context"
	"sync"
	"time"
)

// visits holds the requests being answered, by the page's number of each.
type visits struct {
	receive func() // receives the messages that the page has sent
	mu      sync.Mutex
	open    map[int]context.CancelFunc
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
	return &visit{Context: ctx, receive: v.receive, heard: time.Now()}
}

// left ends a request: it has been answered, or nobody waits for the answer.
func (v *visits) left(id int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if leave := v.open[id]; leave != nil {
		leave()
		delete(v.open, id)
	}
}

// hearEvery is how often long work pauses to receive the page's messages.
const hearEvery = 15 * time.Millisecond

// A visit is a request's context. Browsers deliver messages to a worker only while the program is
// idle, so Err pauses now and then to receive a message that cancels the visit.
type visit struct {
	context.Context
	receive func()
	mu      sync.Mutex
	heard   time.Time
}

// Err implements context.Context.
func (v *visit) Err() error {
	v.mu.Lock()
	if time.Since(v.heard) > hearEvery {
		v.receive()
		v.heard = time.Now()
	}
	v.mu.Unlock()
	return v.Context.Err()
}
