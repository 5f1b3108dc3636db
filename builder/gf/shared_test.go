package gf_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"muster/armyforge"
	"muster/builder/gf"
	"muster/catalog"
	"muster/rules"
)

// A walk goes through the JSON of a unit of either edition and adds up what its
// models have, in its own words.
type walk struct {
	size    int
	old     bool
	weapons map[string]int // with their profiles
	items   map[string]int
	rules   map[string]int // of all models: ratings, 0 for a rule without one
	odd     bool           // a slip that the importer's own tests are about
}

var plainRule = regexp.MustCompile(`^([^()]+?)(?:\s*\(?\+?(\d+)\)?)?$`)

func (w *walk) rule(v any) string {
	text, _ := v.(string)
	if o, ok := v.(map[string]any); ok {
		if text, _ = o["label"].(string); text == "" || !w.old {
			text, _ = o["name"].(string)
			if rating := fmt.Sprint(o["rating"]); o["rating"] != nil && rating != "" {
				text = strings.TrimSpace(text) + "(" + rating + ")"
			}
		}
	}
	text = strings.TrimSpace(text)
	if w.old && (!plainRule.MatchString(text) || strings.ContainsAny(text, "”“\"") || regexp.MustCompile(`^A?\d+$`).MatchString(text)) {
		w.odd = true
	}
	return text
}

func (w *walk) own(v any) {
	text := w.rule(v)
	m := plainRule.FindStringSubmatch(text)
	if m == nil || m[2] == "" {
		w.rules[text] += 0
		return
	}
	n, _ := strconv.Atoi(m[2])
	if name := m[1]; name == "Caster" || name == "Psychic" {
		w.rules[name] = max(w.rules[name], n)
	} else {
		w.rules[name] += n
	}
}

func number(v any, fallback int) int {
	n, err := strconv.Atoi(fmt.Sprint(v))
	if err != nil {
		return fallback
	}
	return n
}

func (w *walk) weapon(o map[string]any, name string) {
	var special []string
	list, _ := o["specialRules"].([]any)
	for _, r := range list {
		special = append(special, w.rule(r))
	}
	count := number(o["count"], 1)
	if w.old {
		count *= w.size
	}
	w.weapons[fmt.Sprintf("%s %d\" A%d %s", strings.TrimSpace(name), number(o["range"], 0), number(o["attacks"], 0), strings.Join(special, ", "))] += count
}

func (w *walk) unit(o map[string]any) {
	for _, key := range []string{"rules", "specialRules"} {
		list, _ := o[key].([]any)
		for _, r := range list {
			w.own(r)
		}
	}
	for _, key := range []string{"weapons", "equipment", "items"} {
		list, _ := o[key].([]any)
		for _, v := range list {
			thing := v.(map[string]any)
			name, _ := thing["name"].(string)
			if label, ok := thing["label"].(string); w.old && ok {
				name = label
			}
			if thing["attacks"] != nil {
				w.weapon(thing, name)
				continue
			}
			count := number(thing["count"], 1)
			if w.old {
				count *= w.size
			}
			w.items[strings.TrimSpace(name)] += count
			inside, _ := thing["content"].([]any)
			if w.old {
				inside, _ = thing["specialRules"].([]any)
			}
			for _, c := range inside {
				if held, ok := c.(map[string]any); ok && held["attacks"] != nil {
					w.weapon(held, held["name"].(string))
				} else if count >= w.size { // else some models only have it
					for range count / w.size {
						w.own(c)
					}
				}
			}
		}
	}
}

// Every unit of every real book has, as a list builds it, the weapons, items
// and rules that its JSON adds up to, and each of its models a share of them.
func TestUnitsOfRealBooks(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(sharedBooks, "*", "*.json"))
	if len(files) == 0 {
		t.Skipf("there are no army books in %s", sharedBooks)
	}
	units, odd := 0, 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var root struct{ Units []map[string]any }
		if err := json.Unmarshal(text, &root); err != nil {
			t.Fatal(err)
		}
		source, err := armyforge.Open(file, text)
		if err != nil {
			t.Fatal(err)
		}
		imported, err := source.ImportBook("", nil)
		if err != nil {
			t.Fatal(err)
		}
		book, err := catalog.Read(imported.ID+".yaml", imported.YAML)
		if err != nil {
			t.Fatal(err)
		}
		for i, o := range root.Units {
			w := walk{size: number(o["size"], 1), old: o["equipment"] != nil, weapons: map[string]int{}, items: map[string]int{}, rules: map[string]int{}}
			w.unit(o)
			units++
			if w.odd {
				odd++
				continue
			}
			l, _ := read(t, fmt.Sprintf("system: %s\nbook: b\nunits: [{id: u, unit: %s}]\n", book.System, book.Units[i].ID))
			army := gf.BuildWith(l, []*catalog.Book{book})
			u := army.Units[0]
			got := walk{weapons: map[string]int{}, items: map[string]int{}, rules: map[string]int{}}
			for _, x := range u.Weapons {
				got.weapons[fmt.Sprintf("%s %d\" A%d %s", x.Name, x.Range, x.Attacks, strings.Join(rules.Strings(x.Rules), ", "))] += x.Count
			}
			for _, x := range u.Items {
				got.items[x.Name] += x.Count
			}
			for _, r := range u.Rules {
				if n, ok := r.Number(); ok {
					got.rules[r.Name] = n
				} else {
					got.rules[r.String()] = 0
				}
			}
			if diff := cmp.Diff([]map[string]int{w.weapons, w.items, w.rules}, []map[string]int{got.weapons, got.items, got.rules}); diff != "" {
				t.Errorf("%s: %s (-JSON +ours):\n%s", file, u.Name, diff)
			}
			side := army.Groups[0].Side(army.Game)
			carried, whole := map[string]int{}, 0
			for _, x := range side.Weapons {
				carried[x.Name] += x.Count
			}
			for _, g := range side.Groups {
				whole += g.Models
				for _, x := range g.Weapons {
					carried[x.Name] += x.Count
				}
			}
			if whole != w.size || !slices.ContainsFunc(u.Weapons, func(x gf.Weapon) bool { return carried[x.Name] > 0 }) && len(u.Weapons) > 0 {
				t.Errorf("%s: %s goes into a fight with %d models and %v", file, u.Name, whole, carried)
			}
		}
	}
	t.Logf("%d units of %d books are alike; %d more have slips", units-odd, len(files), odd)
}
