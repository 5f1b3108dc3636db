package export

import (
	"bytes"
	"encoding/json"
	"io"
)

// JSON is the checked list for scripts: what the check command's JSON says of
// it, by itself.
var JSON = register(&Format{
	Name:    "json",
	Title:   "JSON",
	About:   "the checked list with its findings, for scripts",
	Endings: []string{".json"},
	Media:   "application/json",
	Rank:    90,
	write:   writeJSON,
})

func writeJSON(w io.Writer, d Document, _ Options) error {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(d.Report); err != nil {
		return err
	}
	_, err := w.Write(escapeJSON(out.Bytes()))
	return err
}
