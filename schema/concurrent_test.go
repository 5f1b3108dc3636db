package schema

import (
	"sync"
	"testing"
)

// A format's shape and its validator can be made at one time, by documents that are read side by
// side: what the library writes while it compiles is nobody else's. The race detector would see it.
func TestFormatsAreMadeAtOneTime(t *testing.T) {
	for _, known := range formats() {
		var makers sync.WaitGroup
		f := newFormat(known.file)
		makers.Go(func() {
			if _, err := f.shape(); err != nil {
				t.Error(err)
			}
		})
		makers.Go(func() {
			if _, err := f.compile(); err != nil {
				t.Error(err)
			}
		})
		makers.Wait()
	}
}
