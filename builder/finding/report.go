package finding

import (
	"slices"

	"muster/convert"
)

// A Report is a checked list for scripts (`check --json`). Each family of games has its own Unit.
type Report[Unit any] struct {
	File     string `json:"file"`
	Readable bool   `json:"readable"` // false for files that cannot be read
	Name     string `json:"name"`
	System   string `json:"system"`
	Points   int    `json:"points"`
	// Experience is the cost of the units' experience in a campaign; Points does not include it.
	Experience int `json:"experience,omitempty"`
	Limit      int `json:"limit,omitempty"` // absent without an agreed size
	// AsidePoints is the cost of the units that are set aside; Points does not include it.
	AsidePoints int       `json:"aside_points,omitempty"`
	Legal       bool      `json:"legal"`
	Units       []Unit    `json:"units"` // those that are set aside last
	Findings    []Finding `json:"findings"`
	Mark        string    `json:"mark"`  // see schema.Document.Mark; it covers Books
	Books       []Book    `json:"books"` // the list's army books; none for games without them
}

// A Book is an army book of a list, for scripts.
type Book struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Version string `json:"version"`
	// the version that the list states, if another one was used
	Wanted string `json:"wanted,omitempty"`
	Digest string `json:"digest"` // see catalog.Book.Digest
	File   string `json:"file"`
}

// MarkedTexts returns the texts about a list's books that its mark covers: version and digest of
// each.
func MarkedTexts(books []Book) []string {
	return convert.All(books, func(b Book) string { return b.ID + "@" + b.Version + " " + b.Digest })
}

// WithFixes returns the report with fixes for each finding; of returns the fixes for a finding and
// its index.
func (r Report[Unit]) WithFixes(of func(int, Finding) []Fix) any {
	r.Findings = slices.Clone(r.Findings)
	for i, f := range r.Findings {
		r.Findings[i].Fixes = of(i, f)
	}
	return r
}
