package schematest

import (
	"flag"
	"runtime/debug"
	"testing"
)

// Run runs the tests of a package with a garbage collector that waits longer than usual, for
// packages whose tests make much that is gone soon after: collecting it was up to a quarter of their
// work. Benchmarks have the usual collector.
func Run(m *testing.M) int {
	flag.Parse()
	if flag.Lookup("test.bench").Value.String() == "" {
		debug.SetGCPercent(400)
	}
	return m.Run()
}
