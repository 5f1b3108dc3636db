package input

import (
	"runtime"
	"runtime/metrics"
	"time"

	"muster/schema"
)

// Limits for all files of an arrival, and for reading one of them.
const (
	MaxArrivalBytes  = 64 << 20 // the size limit for all files of one arrival together, unpacked
	MaxArrivalFiles  = 2000
	maxHeapGrowth    = 200 << 20       // bytes by which the heap may grow while an arrival is read
	maxLargeFileTime = 2 * time.Second // time limit for reading one file larger than smallFileBytes
	// maxSmallFileTime is the time limit for reading one file of up to smallFileBytes. It is long,
	// since slow phones read files too.
	smallFileBytes, maxSmallFileTime = 512 << 10, 30 * time.Second
)

// CodeOverLimits is the code of the error for files, sent together, that exceed the limits.
const CodeOverLimits = "input/budget"

// ErrTooManyFiles is the error for more than MaxArrivalFiles files sent together.
var ErrTooManyFiles = schema.Errorf(CodeOverLimits,
	"these are more than %d files; send fewer at once. Nothing was kept", MaxArrivalFiles)

// errTooManyBytes is the error for files, sent together, of more than MaxArrivalBytes bytes.
var errTooManyBytes = schema.Errorf(CodeOverLimits, "unpacked these files are larger than %d MB; send fewer at once, and look whether one of them is no list or book. Nothing was kept", MaxArrivalBytes>>20)

// A budget holds what is left of the limits on bytes, files, memory and time while files that were
// sent together are read.
type budget struct {
	bytesLeft, filesLeft int
	heapAtStart          uint64           // bytes in use on the heap before the first file was read
	fileStart            time.Time        // the time at which reading the current file began
	maxFileTime          time.Duration    // time limit for reading the current file
	now                  func() time.Time // returns the time
}

func newBudget(now func() time.Time) *budget {
	return &budget{bytesLeft: MaxArrivalBytes, filesLeft: MaxArrivalFiles, heapAtStart: heapInUse(), now: now}
}

// startFile subtracts a file of the given size from the budget, and starts the clock for reading
// it.
func (b *budget) startFile(bytes int) error {
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

// startClock starts the clock for reading a file of the given size in bytes.
func (b *budget) startClock(bytes int) {
	b.fileStart, b.maxFileTime = b.now(), maxLargeFileTime
	if bytes <= smallFileBytes {
		b.maxFileTime = maxSmallFileTime
	}
}

// checkLimits returns an error if reading the current file took too long or too much memory.
func (b *budget) checkLimits(name string) error {
	if b.now().Sub(b.fileStart) > b.maxFileTime {
		return schema.Errorf(CodeOverLimits, "%s takes longer than %d seconds to read, which no list or book does; send the others without it. Nothing was kept", name, b.maxFileTime/time.Second)
	}
	if heapInUse() > b.heapAtStart+maxHeapGrowth {
		if runtime.GC(); heapInUse() > b.heapAtStart+maxHeapGrowth {
			return schema.Errorf(CodeOverLimits, "with %s these files take more than %d MB of memory; send fewer at once. Nothing was kept", name, maxHeapGrowth>>20)
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
