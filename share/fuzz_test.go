package share_test

import (
	"strings"
	"testing"

	"muster/share"
)

// FuzzCodes unpacks any text as the code of a list, and packs any text:
// nothing panics, and what was packed comes back byte for byte.
func FuzzCodes(f *testing.F) {
	f.Add("muster: list/1\n")
	f.Add((&share.Share{FileText: "muster: list/1\n", Copy: &share.ListCopy{}}).Code())
	f.Add((&share.Share{FileText: "muster: list/1\nsystem: gf-3\n"}).Code())
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := share.Read(text); err == nil && !share.IsCode(strings.Join(strings.Fields(text), "")) {
			t.Fatalf("%q is no code, but was unpacked", text)
		}
		if text == "" {
			return
		}
		back, err := share.Read((&share.Share{FileText: text}).Code())
		if err != nil || back.FileText != text {
			t.Fatalf("%q came back as %v, %v", text, back, err)
		}
	})
}
