package finding

import (
	"slices"

	"muster/convert"
)

// A Report is the result of checking a list, for scripts (`check --json`). Unit is the type of
// units in the list's family of games.
type Report[Unit any] struct {
	File     string `json:"file"`
	Readable bool   `json:"readable"` // false for files that cannot be read
	Name     string `json:"name"`
	System   string `json:"system"`
	Points   int    `json:"points"`
	// Experience is the cost of the units' experience in a campaign; Points does not include it.
	Experience int `json:"experience,omitempty"`
	Limit      int `json:"limit,omitempty"` // agreed size in points; absent if there is none
	// AsidePoints is the cost of the units that are set aside; Points does not include it.
	AsidePoints int       `json:"aside_points,omitempty"`
	Legal       bool      `json:"legal"`
	Units       []Unit    `json:"units"` // units that are set aside come last
	Findings    []Finding `json:"findings"`
	// see schema.Document.Mark; it depends on the list's file and on Books
	Mark  string `json:"mark"`
	Books []Book `json:"books"` // the list's army books; none for games without them
}

// A Book is an army book of a list, for scripts.
type Book struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Version string `json:"version"`
	// the version that the list states, if another version was used
	StatedVersion string `json:"wanted,omitempty"`
	Digest        string `json:"digest"` // see catalog.Book.Digest
	File          string `json:"file"`
}

// MarkedTexts returns the texts about a list's books that enter its mark: id, version and digest of
// each book.
func MarkedTexts(books []Book) []string {
	return convert.All(books, func(b Book) string { return b.ID + "@" + b.Version + " " + b.Digest })
}

// WithFixes returns the report with fixes for each finding. of returns the fixes, given a finding's
// index and the finding.
func (r Report[Unit]) WithFixes(of func(int, Finding) []Fix) any {
	r.Findings = slices.Clone(r.Findings)
	for i, f := range r.Findings {
		r.Findings[i].Fixes = of(i, f)
	}
	return r
}
