package gf_test

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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
					continue
				}
				w.items[strings.TrimSpace(name)+": "+w.rule(c)] += count
				if count >= w.size { // else some models only have it
					for range count / w.size {
						w.own(c)
					}
				}
			}
		}
	}
}

// Every unit of every real book has, as a list builds it, the weapons, items
// with what they hold, and rules that its JSON adds up to, and each of its
// models goes into a fight with its share of the weapons and all the rules.
func TestUnitsOfRealBooks(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long")
	}
	units, odd := 0, 0
	for _, book := range realBooks(t) {
		text, err := os.ReadFile(book.File)
		if err != nil {
			t.Fatal(err)
		}
		var root struct{ Units []map[string]any }
		if err := json.Unmarshal(text, &root); err != nil {
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
			got := walk{weapons: map[string]int{}, items: map[string]int{}}
			for _, x := range u.Weapons {
				got.weapons[profiled(x.Name, x.Range, x.Attacks, x.Rules)] += x.Count
			}
			for _, x := range u.Items {
				for _, r := range x.Rules {
					got.items[x.Name+": "+r.String()] += x.Count
				}
				got.items[x.Name] += x.Count
			}
			got.rules = ratings(u.Rules)
			if diff := cmp.Diff([]map[string]int{w.weapons, w.items, w.rules}, []map[string]int{got.weapons, got.items, got.rules}); diff != "" {
				t.Errorf("%s: %s (-JSON +ours):\n%s", book.File, u.Name, diff)
			}
			share := map[string]int{}
			for name, n := range w.weapons {
				if share[name] = n / w.size; n%w.size != 0 {
					t.Errorf("%s: %s: %d %s are not a share for each of %d", book.File, u.Name, n, name, w.size)
				}
			}
			side := army.Groups[0].Side(army.Game)
			if side.Models() != w.size {
				t.Errorf("%s: %s goes into a fight with %d models", book.File, u.Name, side.Models())
			}
			for _, g := range side.Groups {
				carried := map[string]int{}
				for _, x := range side.Weapons {
					carried[profiled(x.Name, x.Range, x.Attacks, x.Rules)] += x.Count / w.size
				}
				for _, x := range g.Weapons {
					carried[profiled(x.Name, x.Range, x.Attacks, x.Rules)] += x.Count / g.Models
				}
				if diff := cmp.Diff([]map[string]int{share, w.rules}, []map[string]int{carried, ratings(slices.Concat(side.Rules, g.Rules))}); diff != "" {
					t.Errorf("%s: a model of %s (-JSON +ours):\n%s", book.File, u.Name, diff)
				}
			}
		}
	}
	t.Logf("%d units are alike; %d more have slips", units-odd, odd)
}

func profiled(name string, reach, attacks int, uses []rules.Use) string {
	return fmt.Sprintf("%s %d\" A%d %s", name, reach, attacks, strings.Join(rules.Strings(uses), ", "))
}

// ratings are rules with the sum of their ratings, 0 for a rule without one.
func ratings(uses []rules.Use) map[string]int {
	all := map[string]int{}
	for _, r := range uses {
		if n, ok := r.Number(); ok {
			all[r.Name] += n
		} else {
			all[r.String()] = 0
		}
	}
	return all
}
