package input

import (
	"runtime"
	"runtime/metrics"
	"time"

	"muster/schema"
)

// The limits for everything that arrives at once, on any way in.
const (
	MostBytes  = 64 << 20 // of all files together, unpacked
	MostFiles  = 2000
	mostMemory = 200 << 20       // more than was in use before
	mostTime   = 2 * time.Second // for one file
	// A file no larger than the largest army books may take longer, on a slow phone or
	// beside other work: it is read in time that grows with its size.
	bookSize, bookTime = 512 << 10, 30 * time.Second
)

// CodeBudget is the code of the error for more than may come in at once.
const CodeBudget = "input/budget"

// ErrManyFiles is the error for more files than may come in at once.
var ErrManyFiles = schema.Errorf(CodeBudget,
	"these are more than %d files; send fewer at once. Nothing was kept", MostFiles)

var errManyBytes = schema.Errorf(CodeBudget, "unpacked these files are larger than %d MB; send fewer at once, and look whether one of them is no list or book. Nothing was kept", MostBytes>>20)

// A budget holds what is left of the limits while files are read one after another.
type budget struct {
	bytes, files int
	heap         uint64 // in use when the first file came
	began        time.Time
	allowed      time.Duration // for the present file
	now          func() time.Time
}

func newBudget(now func() time.Time) *budget {
	return &budget{bytes: MostBytes, files: MostFiles, heap: heapInUse(), now: now}
}

// begin takes a file of a size in bytes off the budget.
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

// heapInUse returns the bytes of the objects on the heap, with those that are
// garbage and not collected yet.
func heapInUse() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
