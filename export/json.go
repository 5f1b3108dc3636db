package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"muster/builder/gf"
)

// JSON is the checked list for scripts: its entry in the JSON of the check command.
var JSON = register(&Format{
	Name:    "json",
	Title:   "JSON",
	About:   "the checked list with its findings, for scripts",
	Endings: []string{".json"},
	Media:   "application/json",
	Rank:    90,
	write:   func(w io.Writer, d Document, _ Options) error { return writeJSON(w, d.Report, "") },
})

// Reports writes the JSON document of a check, one list at a time, so that only one is in memory.
type Reports struct {
	To    io.Writer
	begun bool
}

// Add writes the report of a list.
func (r *Reports) Add(report any) error {
	opening := ",\n    "
	if !r.begun {
		opening = "{\n  \"lists\": [\n    "
		r.begun = true
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("    ", "  ")
	if err := encoder.Encode(report); err != nil {
		return err
	}
	_, err := fmt.Fprintf(r.To, "%s%s", opening, bytes.TrimRight(text.Bytes(), "\n"))
	return err
}

// End completes the document, with the result for a side if side is not nil.
func (r *Reports) End(side *gf.Team) error {
	closing := "\n  ]"
	if !r.begun {
		closing = "{\n  \"lists\": []"
	}
	if side != nil {
		text, err := json.MarshalIndent(side, "  ", "  ")
		if err != nil {
			return err
		}
		closing += ",\n  \"team\": " + string(text)
	}
	_, err := io.WriteString(r.To, closing+"\n}\n")
	return err
}
