package schema_test

import (
	"errors"
	"os"
	"slices"
	"testing"

	"muster/schema"
	"muster/schema/schematest"
)

// FuzzRead reads texts as files of every kind: nothing panics, every refusal
// has a place and a sentence, and what was read is read again the same.
func FuzzRead(f *testing.F) {
	schematest.AddSeeds(f, os.DirFS("../examples"), "fad-[bhm]*.yaml")
	schematest.AddSeeds(f, os.DirFS("../examples/duels"), "*.yaml")
	for _, kind := range schema.DocumentKinds() {
		f.Add([]byte("muster: " + kind + "\n"))
		f.Add([]byte("{muster: " + kind + ", a: &a [1, .nan, !!binary aGk=, ~], <<: {b: *a}}"))
	}
	f.Add([]byte("muster: list/1\r\n? [a]\r: |\n  x\u0085y\u2028"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 1<<10 {
			return // what is long is slow, and no other
		}
		d, err := schema.Read("file.yaml", text)
		if err != nil {
			var wrong *schema.Error
			if !errors.As(err, &wrong) || len(wrong.Problems) == 0 {
				t.Fatalf("the error is %#v", err)
			}
			return
		}
		if !slices.Contains(schema.DocumentKinds(), d.Kind) {
			t.Fatalf("the kind is %q", d.Kind)
		}
		again, err := d.WithSource(text)
		if err != nil || again.Kind != d.Kind {
			t.Fatalf("read again: %v", err)
		}
		var v any
		if err := d.Decode(&v); err != nil {
			t.Fatal(err)
		}
	})
}
