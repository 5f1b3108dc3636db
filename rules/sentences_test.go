package rules_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"muster/rules"
)

// The sentences of every rule of every game, and of those that are known by name, as testdata/sentences.txt holds
// them for people to read beside the rule's own summary.
func TestSentencesOfEveryRule(t *testing.T) {
	const golden = "testdata/sentences.txt"
	var b strings.Builder
	for _, id := range rules.SystemIDs() {
		game, err := rules.Load(id)
		if err != nil {
			t.Fatal(err)
		}
		if !game.HasArmyBooks() {
			continue
		}
		fmt.Fprintf(&b, "# %s\n", id)
		for _, name := range game.Set().Names() {
			r := game.Set().Find(name)
			fmt.Fprintf(&b, "%s: %s\n", name, r.Summary)
			for _, line := range game.Explain(r.Effects, r.Summary) {
				fmt.Fprintf(&b, "    %s\n", line)
			}
		}
	}
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	unreadable(t, b.String())
}

// unreadable finds ranges of one number, counts that do not fit their noun, and marks that were never filled in.
func unreadable(t *testing.T, text string) {
	t.Helper()
	for _, bad := range []string{
		`\b(\d)-(\d)\b`, `\d and more`, `\b1 (hits|wounds|attacks|dice|tokens)\b`, `%`, `: :`, `,,`, `every friend`, `: has `,
	} {
		for _, m := range regexp.MustCompile(bad).FindAllStringSubmatch(text, -1) {
			if len(m) < 3 || m[1] >= m[2] {
				t.Errorf("%q is said", m[0])
			}
		}
	}
}
