package main

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"muster/terminal"
)

// duel runs the duel command alone.
func duel(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	a := &app{out: terminal.New(&out), err: terminal.New(&out)}
	cmd := a.previewCommand()
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	cmd.SetArgs(args)
	err := cmd.Execute()
	return out.String(), err
}

func TestDuelExamples(t *testing.T) {
	files, err := filepath.Glob("../../examples/duels/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal("there are no example duels", err)
	}
	for _, file := range files {
		if strings.HasPrefix(filepath.Base(file), "fad-") {
			continue
		}
		text, err := duel(t, file, "--simulate", "2000")
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(text, "wounds taken") || !strings.Contains(text, "█") || strings.Contains(text, "Not modelled") {
			t.Errorf("%s:\n%s", file, text)
		}
		text, err = duel(t, file, "--json", "--simulate", "20000", "--seed", "3")
		if err != nil {
			t.Fatal(err)
		}
		var r struct {
			System     string
			Target     struct{ Wounds struct{ Mean float64 } }
			NotModeled []string `json:"not_modelled"`
			Simulated  struct {
				Target struct{ Wounds struct{ Mean float64 } }
			}
		}
		if err := json.Unmarshal([]byte(text), &r); err != nil {
			t.Fatal(err)
		}
		if r.System == "" || r.NotModeled == nil || math.Abs(r.Target.Wounds.Mean-r.Simulated.Target.Wounds.Mean) > 0.1 {
			t.Errorf("%s: %+v", file, r)
		}
	}
}

func TestDuelSaysWhatIsWrong(t *testing.T) {
	write := func(text string) string {
		file := filepath.Join(t.TempDir(), "duel.yaml")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	const side = "{models: 5, quality: 4, defense: 4, rules: [Sing]}"
	head := "muster: duel/1\nsystem: gf-3\nscenario: {mode: melee}\n"
	for text, want := range map[string]string{
		head + "attacker: {modles: 5, quality: 4, defense: 4}\ntarget: " + side + "\n":                             "duel.yaml:4:12: `modles`: unknown; did you mean `models`?",
		head + "attacker: " + side + "\ntarget: {models: 5, quality: 7, defense: 4}\n":                             "duel.yaml:5:30: `quality` is 7",
		"muster: duel/1\nsystem: gf-9\nscenario: {mode: melee}\nattacker: " + side + "\ntarget: " + side + "\n":    "duel.yaml:2:9: `gf-9` is no game system",
		"muster: duel/1\nsystem: gf-3\nscenario: {mode: shooting}\nattacker: " + side + "\ntarget: " + side + "\n": "duel.yaml:3:11: shooting needs `distance`",
		head + "attacker: {models: 500, quality: 4, defense: 4, rules: [Tough(9)]}\ntarget: " + side + "\n":        "duel.yaml:4:11: attacker: a unit of 4500 wounds",
		head + "attacker: {models: 5, quality: 4, defense: 4, start: 3, wounded: 7}\ntarget: " + side + "\n":       "duel.yaml:4:11: attacker: 7 wounds taken",
	} {
		if _, err := duel(t, write(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\ngave %v", text, err)
		}
	}
	if _, err := duel(t, "no-such-file.yaml"); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Error(err)
	}
	whole := write(head + "attacker: " + side + "\ntarget: " + side + "\n")
	if _, err := duel(t, whole, "--simulate", "0"); err == nil || !strings.Contains(err.Error(), "1 or more") {
		t.Error(err)
	}
	text, err := duel(t, whole)
	if err != nil || !strings.Contains(text, "Not modelled: Sing") {
		t.Errorf("%v\n%s", err, text)
	}
}
