package web_test

import (
	"io/fs"
	"testing"

	"muster/examples"
)

// A click on an upgrade: the change, and the page that shows it.
func BenchmarkClick(b *testing.B) {
	text, err := fs.ReadFile(examples.Files, "third-company.yaml")
	if err != nil {
		b.Fatal(err)
	}
	v := visit(b, map[string]string{"third.yaml": string(text)})
	verbs := []string{"downgrade", "upgrade"}
	v.get("/lists/third?unit=squad-1")
	b.ResetTimer()
	for i := range b.N {
		v.post("/lists/third/do", "verb", verbs[i%2], "unit", "squad-1", "option", "heavy-rifle", "back", "/lists/third?unit=squad-1")
	}
	b.StopTimer()
	v.wants()
}

// The first page of a program that has just begun; with -benchtime 1x, since all
// that is read is kept.
func BenchmarkFirstPage(b *testing.B) {
	text, err := fs.ReadFile(examples.Files, "third-company.yaml")
	if err != nil {
		b.Fatal(err)
	}
	for range b.N {
		visit(b, map[string]string{"third.yaml": string(text)}).get("/lists/third?unit=squad-1")
	}
}
