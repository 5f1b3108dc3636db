package export

import (
	"bytes"
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
