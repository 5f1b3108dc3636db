package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// JSON is the checked list for scripts: its entry in the JSON of the check command.
var JSON = register(&Format{
	Name:       "json",
	Title:      "JSON",
	About:      "the checked list with its findings, for scripts",
	Extensions: []string{".json"},
	MediaType:  "application/json",
	Rank:       90,
	write:      func(w io.Writer, d Document, _ Options) error { return writeJSON(w, d.Report, "") },
})

// ReportWriter writes the JSON document of a check, one list at a time, so that only one is in
// memory.
type ReportWriter struct {
	Out     io.Writer
	started bool
}

// Add writes the report of a list.
func (r *ReportWriter) Add(report any) error {
	opening := ",\n    "
	if !r.started {
		opening = "{\n  \"lists\": [\n    "
		r.started = true
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("    ", "  ")
	if err := encoder.Encode(report); err != nil {
		return err
	}
	_, err := fmt.Fprintf(r.Out, "%s%s", opening, bytes.TrimRight(text.Bytes(), "\n"))
	return err
}

// End completes the document. side is the result for all lists checked as one side, or nil: a *gf.Team.
func (r *ReportWriter) End(side any) error {
	closing := "\n  ]"
	if !r.started {
		closing = "{\n  \"lists\": []"
	}
	text, err := json.MarshalIndent(side, "  ", "  ")
	if err != nil {
		return err
	}
	if string(text) != "null" {
		closing += ",\n  \"team\": " + string(text)
	}
	_, err = io.WriteString(r.Out, closing+"\n}\n")
	return err
}
