package main

import (
	"context"
	"sync"
	"time"
)

// openRequests holds the requests being answered, by the number that the page gave each.
type openRequests struct {
	receive func() // receives the messages that the page has sent
	mu      sync.Mutex
	cancels map[int]context.CancelFunc
}

// begin registers a request and returns its context, cancelled when the request is left.
func (v *openRequests) begin(id int) context.Context {
	ctx, leave := context.WithCancel(context.Background())
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.cancels == nil {
		v.cancels = map[int]context.CancelFunc{}
	}
	v.cancels[id] = leave
	return &requestContext{Context: ctx, receive: v.receive, lastReceived: time.Now()}
}

// end forgets a request that has been answered or given up.
func (v *openRequests) end(id int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if leave := v.cancels[id]; leave != nil {
		leave()
		delete(v.cancels, id)
	}
}

// receiveInterval is how often long work pauses to receive the page's messages.
const receiveInterval = 15 * time.Millisecond

// A requestContext is the context of a page's request. Browsers deliver messages to a worker only
// while the program is idle, so Err pauses now and then to receive a message that cancels the
// request.
type requestContext struct {
	context.Context
	receive      func()
	mu           sync.Mutex
	lastReceived time.Time
}

// Err implements context.Context.
func (v *requestContext) Err() error {
	v.mu.Lock()
	if time.Since(v.lastReceived) > receiveInterval {
		v.receive()
		v.lastReceived = time.Now()
	}
	v.mu.Unlock()
	return v.Context.Err()
}
