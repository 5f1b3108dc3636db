package input_test

import (
	"io/fs"
	"strings"
	"testing"

	"muster/builder/gf"
	"muster/catalog"
	"muster/input"
	"muster/schema"
	"muster/schema/files"
	"muster/share"
)

// A code of a list whose army book is here in another version: its upgrades are the same, or told as
// gone.
func TestCodeOfAnotherVersion(t *testing.T) {
	const book = `muster: book/1
id: tiny
system: gf-3
name: Tiny
version: "2"
units:
  - {id: squad, name: Squad, size: 5, quality: 4, defense: 4, cost: 100, weapons: [{name: Rifle, count: 5, range: 24, attacks: 1}], upgrades: [guns]}
upgrades:
  - {id: guns, sections: [{label: Upgrade with, kind: upgrade, options: [{id: laser-for-rifle, name: Laser, cost: 5, rules: [Fearless]}]}]}
`
	const list = "muster: list/1\nsystem: gf-3\nbook: tiny@1\npoints: 500\nunits: [{id: a, unit: squad, upgrades: [laser, horn]}]\n"
	code := (&share.Share{FileText: list}).Code()
	memory := files.NewMemory(map[string]string{"tiny@2.yaml": book})
	library := catalog.NewLibrary(memory)
	read, err := input.Read(schema.FilePath{Name: "code"}, []byte(code), library)
	if err != nil {
		t.Fatal(err)
	}
	const want = "units: [{id: a, unit: squad, upgrades: [laser-for-rifle], former: [{upgrade: horn}]}]"
	if text := string(read.Document().Source); !strings.Contains(text, want) {
		t.Errorf("the list is\n%s", text)
	}
	if army := read.GameList().(*gf.Army); !army.Legal() || army.Points != 105 || army.Findings[1].Code != gf.CodeGoneUpgrade {
		t.Errorf("%d points, %v", army.Points, army.Findings)
	}
	lists := new(files.Memory)
	home := &input.Storage{Library: library, Lists: lists, Books: memory}
	arrival, err := home.Receive(input.SentFile{Name: "mail", Text: []byte(code)})
	if err != nil {
		t.Fatal(err)
	}
	arrival.Save()
	if text, err := fs.ReadFile(lists, "list.yaml"); !strings.Contains(string(text), want) {
		t.Errorf("%v: kept is\n%s", err, text)
	}
}
