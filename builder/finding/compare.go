package finding

import (
	"slices"
	"strings"
)

// Since returns the findings of now that were not there before: those whose
// code and units no finding of before has, each counted once. What was solved
// is Since with its arguments exchanged.
func Since(before, now []Finding) []Finding {
	key := func(f Finding) string { return f.Code + "\x00" + strings.Join(f.Units, "\x00") }
	there := make(map[string]int, len(before))
	for _, f := range before {
		there[key(f)]++
	}
	var found []Finding
	for _, f := range now {
		if there[key(f)]--; there[key(f)] < 0 {
			found = append(found, f)
		}
	}
	return found
}

// FirstError returns the first error whose code begins with one of the
// prefixes ("hero/").
func FirstError(findings []Finding, prefixes ...string) (f Finding, found bool) {
	for _, f := range findings {
		for _, prefix := range prefixes {
			if f.Severity == Error && strings.HasPrefix(f.Code, prefix) {
				return f, true
			}
		}
	}
	return Finding{}, false
}

// About picks the findings about a unit, by its id.
func About(findings []Finding, id string) (about []Finding) {
	for _, f := range findings {
		if slices.Contains(f.Units, id) {
			about = append(about, f)
		}
	}
	return about
}
