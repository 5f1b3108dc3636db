package finding

// A Report is a checked list as scripts read it (`check --json`), with units as
// each family of games writes them.
type Report[Unit any] struct {
	File     string    `json:"file"`
	Name     string    `json:"name"`
	System   string    `json:"system"`
	Points   int       `json:"points"`
	Limit    int       `json:"limit,omitempty"` // absent without an agreed size
	Legal    bool      `json:"legal"`
	Units    []Unit    `json:"units"`
	Findings []Finding `json:"findings"`
}
