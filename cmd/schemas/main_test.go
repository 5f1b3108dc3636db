package main

import (
	"os"
	"path/filepath"
	"testing"

	"muster/schema/schematest"
)

// The schemas in the folder are those that the types come to.
func TestSchemasAreCurrent(t *testing.T) {
	want, err := Generate("../..")
	if err != nil {
		t.Fatal(err)
	}
	have, err := filepath.Glob("../../schema/*-*.json")
	if err != nil || len(have) != len(want) {
		t.Errorf("there are %d schemas of %d formats (%v); run go generate ./schema", len(have), len(want), err)
	}
	for name, text := range want {
		have, err := os.ReadFile(filepath.Join("../../schema", name))
		if differs := schematest.FirstDifference(string(have), string(text)); err != nil || differs != "" {
			t.Errorf("schema/%s is not what the types come to (%v); run go generate ./schema\n%s", name, err, differs)
		}
	}
}
