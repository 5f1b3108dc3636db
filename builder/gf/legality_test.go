package gf_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"muster/builder/finding"
	"muster/builder/gf"
	"muster/catalog"
	"muster/rules"
	"muster/schema"
)

// books is the library of the tests' own army books.
var books = catalog.NewLibrary(os.DirFS(filepath.Join("testdata", "books")))

// read reads a list from its text; without a header it is one of the test book
// for gf-3. It returns how many lines were put before the text.
func read(t rapid.TB, text string) (l *gf.List, before int) {
	t.Helper()
	header := "muster: list/1\n"
	if !strings.Contains("\n"+text, "\nsystem:") {
		header += "system: gf-3\n"
	}
	if !strings.Contains("\n"+text, "\nbook:") && !strings.Contains("\n"+text, "\nbooks:") {
		header += "book: bench\n"
	}
	document, err := schema.Read("list.yaml", []byte(header+text), "list/1")
	if err != nil {
		t.Fatal(err)
	}
	if l, err = gf.ReadList(document, nil); err != nil {
		t.Fatal(err)
	}
	return l, strings.Count(header, "\n")
}

// build puts a list together from its text.
func build(t rapid.TB, text string) *gf.Army {
	t.Helper()
	l, _ := read(t, text)
	army, err := gf.Build(l, books)
	if err != nil {
		t.Fatal(err)
	}
	return army
}

// A legalityCase is a list and what a check of it must find, no more and no
// less. In testdata/legality it is written as
//
//	=== name
//	the list, without its header
//	--- CODE SEVERITY [IDS] @LINE "part of the message" …
//
// The severity, IDs, the line (of the list as it is written there) and parts of the message
// may be left out. "--- points 700" states the total, and "--- is ID = …" what
// a unit is after its upgrades: its weapons, its rules, rules of some models,
// its items; see profile.
type legalityCase struct {
	file, name, list string
	points           int // -1 if not stated
	want             []wanted
	units            map[string]string // what units are, by id
}

type wanted struct {
	code     string
	severity finding.Severity // "" if not stated
	units    []string         // nil if not stated
	line     int              // 0 if not stated
	texts    []string
}

func legalityCases(t *testing.T) []legalityCase {
	t.Helper()
	files, err := filepath.Glob("testdata/legality/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	var cases []legalityCase
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, part := range strings.Split("\n"+string(text), "\n=== ") {
			if i == 0 {
				continue // what the file says of itself
			}
			name, body, _ := strings.Cut(part, "\n")
			c := legalityCase{file: filepath.Base(file), name: name, points: -1}
			for line := range strings.Lines(body) {
				if rest, ok := strings.CutPrefix(line, "--- "); ok {
					c.expect(t, strings.TrimSpace(rest))
				} else {
					c.list += line
				}
			}
			cases = append(cases, c)
		}
	}
	return cases
}

// expect reads one line of what a case wants.
func (c *legalityCase) expect(t *testing.T, text string) {
	t.Helper()
	if text == "ok" {
		return
	}
	code, rest, _ := strings.Cut(text, " ")
	if code == "points" {
		n, err := strconv.Atoi(rest)
		if err != nil {
			t.Fatalf("%s: %s: %v", c.file, c.name, err)
		}
		c.points = n
		return
	}
	if code == "is" {
		id, is, _ := strings.Cut(rest, " = ")
		if c.units == nil {
			c.units = map[string]string{}
		}
		c.units[id] = is
		return
	}
	w := wanted{code: code}
	if severity, after, _ := strings.Cut(rest, " "); slices.Contains([]string{"error", "warning", "note"}, severity) {
		w.severity, rest = finding.Severity(severity), after
	}
	if list, after, ok := strings.Cut(rest, "]"); ok && strings.HasPrefix(list, "[") {
		w.units, rest = strings.Fields(list[1:]), strings.TrimSpace(after)
	}
	if after, ok := strings.CutPrefix(rest, "@"); ok {
		number, more, _ := strings.Cut(after, " ")
		w.line, _ = strconv.Atoi(number)
		rest = more
	}
	for i, quoted := range strings.Split(rest, `"`) {
		if i%2 == 1 {
			w.texts = append(w.texts, quoted)
		}
	}
	c.want = append(c.want, w)
}

// TestLegality asks for exactly the findings that each case states.
func TestLegality(t *testing.T) {
	cases := legalityCases(t)
	if len(cases) < 120 {
		t.Errorf("%d cases of legality, want 120 or more", len(cases))
	}
	names := map[string]bool{}
	for _, c := range cases {
		if name := c.file + c.name; names[name] {
			t.Errorf("%s: two cases are called %q", c.file, c.name)
		} else {
			names[name] = true
		}
		t.Run(strings.TrimSuffix(c.file, ".txt")+"/"+c.name, func(t *testing.T) {
			l, before := read(t, c.list)
			army, err := gf.Build(l, books)
			if err != nil {
				t.Fatal(err)
			}
			var want, got []string
			for _, w := range c.want {
				want = append(want, w.code)
			}
			for _, f := range army.Findings {
				got = append(got, f.Code)
			}
			slices.Sort(want)
			slices.Sort(got)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("codes differ (-want +got):\n%s%s", diff, describe(army.Findings))
			}
			left := slices.Clone(army.Findings)
			for _, w := range c.want {
				at := slices.IndexFunc(left, func(f finding.Finding) bool { return w.fits(f, before) })
				if at < 0 {
					t.Errorf("no finding is %+v\n%s", w, describe(army.Findings))
					continue
				}
				left = slices.Delete(left, at, at+1)
			}
			for id, is := range c.units {
				if diff := cmp.Diff(is, profile(army.Unit(id))); diff != "" {
					t.Errorf("%s differs (-want +got):\n%s", id, diff)
				}
			}
			if c.points >= 0 && army.Points != c.points {
				t.Errorf("%d points, want %d", army.Points, c.points)
			}
		})
	}
}

func (w wanted) fits(f finding.Finding, before int) bool {
	if f.Code != w.code || w.severity != "" && f.Severity != w.severity || w.units != nil && !slices.Equal(f.Units, w.units) || w.line > 0 && f.Line-before != w.line {
		return false
	}
	for _, text := range w.texts {
		if !strings.Contains(f.Message, text) {
			return false
		}
	}
	return f.Line > 0 && f.Column > 0 && f.Source != "" && f.Message != ""
}

// profile writes what a unit is, leaving out what it has not:
// "2 Gun, 1 Able | Fast, Tough(6) | 1 Crew: Tough(3) | 5 Shield | Defense 3".
// The Defense is written where it is not 4.
func profile(u *gf.Unit) string {
	var parts []string
	var texts []string
	add := func(text string) { texts = append(texts, text) }
	end := func() {
		if texts != nil {
			parts = append(parts, strings.Join(texts, ", "))
		}
		texts = nil
	}
	for _, w := range u.Weapons {
		add(fmt.Sprintf("%d %s", w.Count, w.Name))
	}
	end()
	for _, r := range u.Rules {
		add(r.String())
	}
	end()
	for _, some := range u.PartialRules {
		add(fmt.Sprintf("%d %s: %s", some.Count, some.Source, strings.Join(rules.UseTexts(some.Rules), ", ")))
	}
	end()
	for _, item := range u.Items {
		if item.Name != "Sand" {
			add(fmt.Sprintf("%d %s", item.Count, item.Name))
		}
	}
	end()
	if u.Defense != 4 {
		add(fmt.Sprintf("Defense %d", u.Defense))
	}
	end()
	return strings.Join(parts, " | ")
}

func describe(findings []finding.Finding) string {
	var out strings.Builder
	for _, f := range findings {
		fmt.Fprintf(&out, "  %s %v line %d: %s\n", f.Code, f.Units, f.Line, f.Message)
	}
	return out.String()
}

// TestThreeHundredUnits judges a list of a size that nobody plays.
func TestThreeHundredUnits(t *testing.T) {
	var text strings.Builder
	text.WriteString("points: 60000\nunits:\n")
	for i := range 300 {
		fmt.Fprintf(&text, "  - {id: squad-%d, unit: squad, upgrades: [{option: ballast, count: %d}]}\n", i+1, i+1)
	}
	army := build(t, text.String())
	if want := 300*100 + 300*301/2; army.Points != want {
		t.Errorf("%d points, want %d", army.Points, want)
	}
	// 60000 points allow 300 units, and 61 copies of one.
	if len(army.Findings) != 2 || army.Findings[1].Code != "force-org/copies" || army.Findings[0].Code != "points/over" {
		t.Errorf("findings:\n%s", describe(army.Findings))
	}
}

// Options that save points, chosen more often than they can be, make a list's
// total negative; its limits are then those of a list of no points.
func TestAListOfLessThanNoPointsIsJudged(t *testing.T) {
	document, err := schema.Read("list.yaml", []byte(`muster: list/1
system: gf-3
book: steel-wardens
units:
  - {id: a, unit: iron-guard, upgrades: [{option: gate-axes, count: 100}]}
`), "list/1")
	if err != nil {
		t.Fatal(err)
	}
	l, err := gf.ReadList(document, nil)
	if err != nil {
		t.Fatal(err)
	}
	army, err := gf.Build(l, catalog.NewLibrary())
	if err != nil {
		t.Fatal(err)
	}
	if army.Points >= 0 || army.SizeForLimits() != 0 || army.Slots().MaxUnits != 0 {
		t.Errorf("%d points, limit %d, %d units", army.Points, army.SizeForLimits(), army.Slots().MaxUnits)
	}
}
