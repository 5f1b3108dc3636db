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
	Experience  int `json:"experience,omitempty"`
	PointsLimit int `json:"limit,omitempty"` // agreed size in points; absent if there is none
	// SetAsidePoints is the cost of the units that are kept in the file without counting; Points
	// does not include it.
	SetAsidePoints int  `json:"aside_points,omitempty"`
	Legal          bool `json:"legal"`
	// units that are set aside (kept in the file without counting) come last
	Units    []Unit    `json:"units"`
	Findings []Finding `json:"findings"`
	// a short digest of the list and its army books, for players to compare (schema.Document.Fingerprint)
	Fingerprint string `json:"mark"`
	Books       []Book `json:"books"` // the list's army books; none for games without them
}

// A Book is an army book of a list, for scripts.
type Book struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Version string `json:"version"`
	// the version that the list states, if another version was used
	StatedVersion string `json:"wanted,omitempty"`
	Digest        string `json:"digest"` // digest of the book's contents (catalog.Book.Digest)
	File          string `json:"file"`
}

// BookFingerprints returns a text for each of a list's books, with its id, version and digest. The
// mark of the list, a digest that players compare, depends on these texts.
func BookFingerprints(books []Book) []string {
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
