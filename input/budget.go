package input

import (
	"runtime"
	"runtime/metrics"
	"time"

	"muster/schema"
)

// Limits for all files of an arrival, and for reading one of them.
const (
	MaxBytes       = 64 << 20 // of all files together, unpacked
	MaxFiles       = 2000
	maxAddedMemory = 200 << 20       // bytes, in addition to the memory in use before
	largeFileTime  = 2 * time.Second // for reading a file larger than smallFileBytes
	// A file of up to smallFileBytes may take smallFileTime, for instance on a slow phone.
	smallFileBytes, smallFileTime = 512 << 10, 30 * time.Second
)

// CodeBudget is the code of the error for an arrival above the limits.
const CodeBudget = "input/budget"

// ErrTooManyFiles is the error for an arrival with more than MaxFiles files.
var ErrTooManyFiles = schema.Errorf(CodeBudget,
	"these are more than %d files; send fewer at once. Nothing was kept", MaxFiles)

// errTooManyBytes is the error for an arrival with more than MaxBytes bytes.
var errTooManyBytes = schema.Errorf(CodeBudget, "unpacked these files are larger than %d MB; send fewer at once, and look whether one of them is no list or book. Nothing was kept", MaxBytes>>20)

// A budget holds what is left of the limits while the files of an arrival are read.
type budget struct {
	bytesLeft, filesLeft int
	startHeap            uint64           // heap in use before the first file, in bytes
	fileStart            time.Time        // when reading the current file began
	allowedTime          time.Duration    // for reading the current file
	now                  func() time.Time // returns the time
}

func newBudget(now func() time.Time) *budget {
	return &budget{bytesLeft: MaxBytes, filesLeft: MaxFiles, startHeap: heapInUse(), now: now}
}

// take subtracts a file of a size in bytes from the budget, and starts its clock.
func (b *budget) take(bytes int) error {
	b.startClock(bytes)
	b.filesLeft--
	b.bytesLeft -= bytes
	switch {
	case b.filesLeft < 0:
		return ErrTooManyFiles
	case b.bytesLeft < 0:
		return errTooManyBytes
	}
	return nil
}

// startClock starts the clock for a file of a size in bytes.
func (b *budget) startClock(bytes int) {
	b.fileStart, b.allowedTime = b.now(), largeFileTime
	if bytes <= smallFileBytes {
		b.allowedTime = smallFileTime
	}
}

// checkLimits returns an error if reading the current file took too long or too much memory.
func (b *budget) checkLimits(name string) error {
	if b.now().Sub(b.fileStart) > b.allowedTime {
		return schema.Errorf(CodeBudget, "%s takes longer than %d seconds to read, which no list or book does; send the others without it. Nothing was kept", name, b.allowedTime/time.Second)
	}
	if heapInUse() > b.startHeap+maxAddedMemory {
		if runtime.GC(); heapInUse() > b.startHeap+maxAddedMemory {
			return schema.Errorf(CodeBudget, "with %s these files take more than %d MB of memory; send fewer at once. Nothing was kept", name, maxAddedMemory>>20)
		}
	}
	return nil
}

// heapInUse returns the size of the objects on the heap in bytes, including garbage that has not
// been collected.
func heapInUse() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
