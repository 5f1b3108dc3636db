package finding

import (
	"slices"

	"muster/convert"
)

// A Report is a checked list as scripts read it (`check --json`), with units as
// each family of games writes them.
type Report[Unit any] struct {
	File     string `json:"file"`
	Readable bool   `json:"readable"` // true: entries of files that cannot be read have false
	Name     string `json:"name"`
	System   string `json:"system"`
	Points   int    `json:"points"`
	// Experience is the points of the units' experience in a campaign, which Points do not hold.
	Experience int `json:"experience,omitempty"`
	Limit      int `json:"limit,omitempty"` // absent without an agreed size
	// AsidePoints is what the units that are set aside would cost, which Points do not hold.
	AsidePoints int       `json:"aside_points,omitempty"`
	Legal       bool      `json:"legal"`
	Units       []Unit    `json:"units"` // those that are set aside last
	Findings    []Finding `json:"findings"`
	Mark        string    `json:"mark"`  // see schema.Document.Mark; it covers Books
	Books       []Book    `json:"books"` // the list's army books; none for games without them
}

// A Book is an army book of a list as scripts read it.
type Book struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Version string `json:"version"`
	Wanted  string `json:"wanted,omitempty"` // the version that the list names, if that is not there
	Digest  string `json:"digest"`           // see catalog.Book.Digest
	File    string `json:"file"`
}

// Covered returns the texts of a list's books that its mark covers: version and digest of each.
func Covered(books []Book) []string {
	return convert.All(books, func(b Book) string { return b.ID + "@" + b.Version + " " + b.Digest })
}

// WithFixes returns the report with fixes for each finding; of returns those of a finding by its
// index.
func (r Report[Unit]) WithFixes(of func(int, Finding) []Fix) any {
	r.Findings = slices.Clone(r.Findings)
	for i, f := range r.Findings {
		r.Findings[i].Fixes = of(i, f)
	}
	return r
}
