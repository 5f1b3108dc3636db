package input

import (
	"runtime"
	"runtime/metrics"
	"time"

	"muster/schema"
)

// Limits for all files of an arrival.
const (
	MostBytes  = 64 << 20 // of all files together, unpacked
	MostFiles  = 2000
	mostMemory = 200 << 20       // in addition to the memory in use before
	mostTime   = 2 * time.Second // for one file
	// A file up to bookSize may take bookTime, on a slow phone or under load; smaller files in
	// proportion.
	bookSize, bookTime = 512 << 10, 30 * time.Second
)

// CodeBudget is the code of the error for an arrival above the limits.
const CodeBudget = "input/budget"

// ErrManyFiles is the error for too many files in an arrival.
var ErrManyFiles = schema.Errorf(CodeBudget,
	"these are more than %d files; send fewer at once. Nothing was kept", MostFiles)

var errManyBytes = schema.Errorf(CodeBudget, "unpacked these files are larger than %d MB; send fewer at once, and look whether one of them is no list or book. Nothing was kept", MostBytes>>20)

// A budget holds the rest of the limits while the files of an arrival are read.
type budget struct {
	bytes, files int
	heap         uint64 // heap in use before the first file
	began        time.Time
	allowed      time.Duration // for the current file
	now          func() time.Time
}

func newBudget(now func() time.Time) *budget {
	return &budget{bytes: MostBytes, files: MostFiles, heap: heapInUse(), now: now}
}

// begin subtracts a file of a size in bytes from the budget.
func (b *budget) begin(bytes int) error {
	b.start(bytes)
	b.files--
	b.bytes -= bytes
	switch {
	case b.files < 0:
		return ErrManyFiles
	case b.bytes < 0:
		return errManyBytes
	}
	return nil
}

// start starts the clock for a file of a size in bytes.
func (b *budget) start(bytes int) {
	b.began, b.allowed = b.now(), mostTime
	if bytes <= bookSize {
		b.allowed = bookTime
	}
}

// end returns the error for a file that took too long or too much memory.
func (b *budget) end(name string) error {
	if b.now().Sub(b.began) > b.allowed {
		return schema.Errorf(CodeBudget, "%s takes longer than %d seconds to read, which no list or book does; send the others without it. Nothing was kept", name, b.allowed/time.Second)
	}
	if heapInUse() > b.heap+mostMemory {
		if runtime.GC(); heapInUse() > b.heap+mostMemory {
			return schema.Errorf(CodeBudget, "with %s these files take more than %d MB of memory; send fewer at once. Nothing was kept", name, mostMemory>>20)
		}
	}
	return nil
}

// heapInUse returns the size of the objects on the heap, including garbage that has not been
// collected.
func heapInUse() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
