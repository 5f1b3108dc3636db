package export

import (
	"encoding/json"
	"io"
)

// JSON is the checked list for scripts: what the check command's JSON says of
// it, by itself.
type JSON struct{}

// Name implements Format.
func (JSON) Name() string { return "json" }

// Extensions implements Format.
func (JSON) Extensions() []string { return []string{".json"} }

// Write implements Format.
func (JSON) Write(w io.Writer, d Document, _ Options) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(d.Report)
}
