package gf_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"gopkg.in/yaml.v3"

	"muster/builder/gf"
	"muster/catalog"
	"muster/schema"
)

// company is a list of 2000 points: twelve units, a combined pair, two joined
// heroes, a transport.
func company(tb testing.TB) (file string, text []byte) {
	tb.Helper()
	file = filepath.Join("..", "..", "examples", "third-company.yaml")
	text, err := os.ReadFile(file)
	if err != nil {
		tb.Fatal(err)
	}
	return file, text
}

func readText(tb testing.TB, file string, text []byte) *gf.List {
	document, err := schema.Read(file, text, "list/1")
	if err != nil {
		tb.Fatal(err)
	}
	l, err := gf.ReadList(document, nil)
	if err != nil {
		tb.Fatal(err)
	}
	return l
}

// BenchmarkBuild applies and checks a list of 2000 points, its book parsed.
// Wanted: under 50 µs.
func BenchmarkBuild(b *testing.B) {
	file, text := company(b)
	l := readText(b, file, text)
	army, err := gf.Build(l, catalog.NewLibrary())
	if err != nil {
		b.Fatal(err)
	}
	if !army.Legal() || len(army.Units) < 9 {
		b.Fatalf("the list is not what this measures:\n%s", describe(army.Findings))
	}
	b.ReportAllocs()
	for b.Loop() {
		gf.BuildWithBooks(l, army.Books)
	}
}

// BenchmarkReadList reads a list of 2000 points from YAML, schema check
// included. Wanted: under 500 µs.
func BenchmarkReadList(b *testing.B) {
	file, text := company(b)
	readText(b, file, text)
	b.ReportAllocs()
	for b.Loop() {
		readText(b, file, text)
	}
}

// onAllCores does something b.N times on all cores.
func onAllCores(b *testing.B, do func(i int)) {
	b.ReportAllocs()
	b.ResetTimer()
	var next atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= b.N {
					return
				}
				do(i)
			}
		})
	}
	workers.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "lists/s")
}

// BenchmarkLoaded checks lists of 2000 points that were read before, on all
// cores. Wanted on two: 30000 lists a second.
func BenchmarkLoaded(b *testing.B) {
	file, text := company(b)
	l := readText(b, file, text)
	army, err := gf.Build(l, catalog.NewLibrary())
	if err != nil {
		b.Fatal(err)
	}
	onAllCores(b, func(int) { gf.BuildWithBooks(l, army.Books) })
}

// BenchmarkFiles reads, checks and judges files of lists of 2000 points on all
// cores, their book parsed once. Wanted on two: 4000 lists a second.
func BenchmarkFiles(b *testing.B) {
	_, text := company(b)
	folder := b.TempDir()
	const files = 100
	for i := range files {
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%d.yaml", i)), text, 0o644); err != nil {
			b.Fatal(err)
		}
	}
	library := catalog.NewLibrary()
	onAllCores(b, func(i int) {
		army, err := gf.Load(os.DirFS(folder), fmt.Sprintf("%d.yaml", i%files), library)
		if err != nil || !army.Legal() {
			b.Error(err)
		}
	})
}

// TestMemoryDoesNotGrowWithLists judges many different lists and asks that
// nothing of them is kept.
func TestMemoryDoesNotGrowWithLists(t *testing.T) {
	file, text := company(t)
	library := catalog.NewLibrary()
	judge := func(from, to int) {
		for i := from; i < to; i++ {
			changed := strings.ReplaceAll(string(text), "name: Third Company", fmt.Sprintf("name: Company %d", i))
			changed = strings.ReplaceAll(changed, "squad-1", fmt.Sprintf("squad-%d", i+10))
			if _, err := gf.Build(readText(t, file, []byte(changed)), library); err != nil {
				t.Fatal(err)
			}
		}
	}
	inUse := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	judge(0, 100)
	before := inUse()
	judge(100, 1100)
	after := inUse()
	if grown := int64(after) - int64(before); grown > 200_000 {
		t.Errorf("1000 lists leave %d bytes behind", grown)
	}
}

// BenchmarkNodes is the part of BenchmarkReadList that the YAML library takes for its nodes. From
// text to a judged list muster takes at most 1.4 times as long.
func BenchmarkNodes(b *testing.B) {
	_, text := company(b)
	b.ReportAllocs()
	for b.Loop() {
		if err := yaml.Unmarshal(text, new(yaml.Node)); err != nil {
			b.Fatal(err)
		}
	}
}
