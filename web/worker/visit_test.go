package main

import (
	"context"
	"errors"
	"testing"
	"time"
)

// Work that asks whether its page was left hears that it was, though the message
// comes only while the work rests.
func TestAPageThatIsLeftStopsItsWork(t *testing.T) {
	open := openRequests{receive: func() { time.Sleep(time.Millisecond) }}
	one, other := open.begin(1), open.begin(2)
	leave := time.AfterFunc(2*receiveInterval, func() { open.end(1) })
	defer leave.Stop()
	for begun := time.Now(); one.Err() == nil; {
		if time.Since(begun) > time.Minute {
			t.Fatal("the work goes on")
		}
	}
	if !errors.Is(one.Err(), context.Canceled) || other.Err() != nil {
		t.Errorf("one page ends with %v, the other with %v", one.Err(), other.Err())
	}
	if open.end(2); other.Err() == nil || len(open.cancels) != 0 {
		t.Error("a request that was answered is kept")
	}
}
