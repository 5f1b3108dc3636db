package schematest

import (
	"flag"
	"runtime/debug"
	"testing"
)

// Run runs the tests of a package with less frequent garbage collections, for packages whose tests
// allocate much short-lived memory: collecting it took up to a quarter of their time. Benchmarks
// have the usual collector.
func Run(m *testing.M) int {
	flag.Parse()
	if flag.Lookup("test.bench").Value.String() == "" {
		debug.SetGCPercent(400)
	}
	return m.Run()
}
