package share_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"testing"

	"github.com/google/go-cmp/cmp"

	"muster/builder"
	"muster/catalog"
	"muster/examples"
	"muster/schema"
	"muster/share"
)

func open(t *testing.T, name string) builder.Roster {
	t.Helper()
	document, err := schema.ReadFile(examples.Files, name, "list/1")
	if err != nil {
		t.Fatal(err)
	}
	roster, err := builder.Open(document, catalog.NewLibrary())
	if err != nil {
		t.Fatal(err)
	}
	return roster
}

// What comes out of a code is the file, byte for byte, and what a check says of it.
func TestShareThereAndBack(t *testing.T) {
	names, err := fs.Glob(examples.Files, "*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, name := range names {
		text, err := fs.ReadFile(examples.Files, name)
		if err != nil {
			t.Fatal(err)
		}
		if !schema.ClaimsKind(text, "list/1") {
			continue
		}
		tried++
		roster := open(t, name)
		code := share.FromRoster(roster).Code()
		back, err := share.Read(code)
		if err != nil || back.Copy == nil {
			t.Fatalf("%s: %v", name, err)
		}
		if back.FileText != string(text) {
			t.Errorf("%s: the file is another", name)
		}
		var want, have map[string]any
		report, _ := json.Marshal(roster.Report())
		copied, _ := json.Marshal(back.Copy)
		if json.Unmarshal(report, &want) != nil || json.Unmarshal(copied, &have) != nil {
			t.Fatal("no JSON")
		}
		for _, c := range []map[string]any{want, have} {
			c["file"] = ""
			delete(c, "rules") // which the check does not say
			for _, b := range c["books"].([]any) {
				b.(map[string]any)["file"] = ""
			}
		}
		if diff := cmp.Diff(want, have); diff != "" {
			t.Errorf("%s (-check +copy):\n%s", name, diff)
		}
		if units := back.Copy.UnitCopies(); len(units) != len(want["units"].([]any)) {
			t.Errorf("%s: %d units are read", name, len(units))
		}
		t.Logf("%s: %d letters of %d bytes", name, len(code), len(text))
		if len(code) > share.MaxLengthWithRuleTexts {
			t.Errorf("%s: %d letters are too many", name, len(code))
		}
		if _, lean := share.FromRoster(roster).CodeForPaper(share.MaxPrintedLength); lean {
			t.Errorf("%s: the code on paper has no copy", name)
		}
		if roster.Game().HasArmyBooks() && len(back.Copy.Rules) == 0 {
			t.Errorf("%s: the code has no texts of rules", name)
		}
		if again := share.FromRoster(roster).Code(); again != code {
			t.Errorf("%s: two codes of one list", name)
		}
	}
	if tried < 3 {
		t.Errorf("only %d lists were tried", tried)
	}
}

// Codes are read with the dictionary that they were written with, for ever.
func TestDictionaryStays(t *testing.T) {
	const code = "muster1.B3yWTQqDMBSErzJ0_RZWssolPEDpIpAqhaxiXRTx7iV5Lz9azVp4MONM5svHm8DDcgZnkwY81iDAE_hT_JszIYy_Rtp-guQrPIHT4ownCAxozJ-XsV_C-J4WHxWvAhKKwFHTMLxXTBohABExLn0ZnK2tGY2tnOnvbSt8ucNyTmEmNUntD-ci3UTpjntYa409TrAnp_u0Xse5lrKoUpaukFN_IKfuj5yaFXpu2y8AAP__LXkNPA"
	s, err := share.Read(code)
	if err != nil || s.Copy == nil || s.Copy.Name != "Old" || s.Copy.UnitCopies()[0].Name != "Rifles" {
		t.Errorf("%+v, %v", s, err)
	}
	if !bytes.Contains([]byte(s.FileText), []byte("muster: list/1")) {
		t.Error(s.FileText)
	}
}
