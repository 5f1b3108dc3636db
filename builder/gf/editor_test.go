package gf_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"muster/builder"
	"muster/builder/edit"
	"muster/builder/gf"
	"muster/catalog"
	"muster/schema"
)

// draft is a list about to be written in somebody's style.
type draft struct {
	t       *rapid.T
	out     strings.Builder
	comment int
}

func (d *draft) coin(what string) bool { return rapid.Bool().Draw(d.t, what) }

func (d *draft) one(what string, of ...string) string { return rapid.SampledFrom(of).Draw(d.t, what) }

// remark writes a comment that occurs once in the file, or nothing.
func (d *draft) remark(before string) string {
	if !d.coin("remark") {
		return ""
	}
	d.comment++
	return fmt.Sprintf("%s# %s %d", before, d.one("words", "note", "Überläufer: [x, {y", "ask, 'em", "Żołnierz \"q"), d.comment)
}

// between writes lines that are no YAML.
func (d *draft) between(indent string) {
	for range rapid.IntRange(0, 2).Draw(d.t, "lines") {
		if d.coin("blank") {
			d.out.WriteString("\n")
		} else if text := d.remark(indent); text != "" {
			d.out.WriteString(text + "\n")
		}
	}
}

func (d *draft) scalar(text string) string {
	switch d.one("quotes", "plain", "plain", "single", "double") {
	case "single":
		return "'" + strings.ReplaceAll(text, "'", "''") + "'"
	case "double":
		return `"` + text + `"`
	}
	return text
}

// choice writes one upgrade.
func (d *draft) choice(option string, count int) string {
	switch {
	case count > 1:
		return d.one("choice", "{option: %s, count: %d}", "{ option: %s,  count: %d }", "{option: '%s', count: %d, }")
	case d.coin("as a mapping"):
		return d.one("choice", "{option: %s}", `{option: "%s"}`, "{option: %s, count: 1}")
	}
	return d.scalar(option)
}

type field struct{ key, value string }

// entry writes a unit of the list.
func (d *draft) entry(id, unit, link string, upgrades []gf.Choice) {
	fields := []field{{"id", d.scalar(id)}, {"unit", d.scalar(unit)}}
	if link != "" {
		key, value, _ := strings.Cut(link, " ")
		fields = append(fields, field{key, value})
	}
	if d.coin("name") {
		fields = append(fields, field{"name", d.one("the name", "Żołnierz", `"The \"Old\" Guard"`, "'Überläufer, 3rd'", "Guard of\n      the wall", strings.Repeat("long ", 35)+"name")})
	}
	flow := d.coin("flow")
	if !flow && d.coin("notes") {
		fields = append(fields, field{"notes", d.one("the notes", "|\n      # painted\n      - not yet", ">-\n      in a box\n\n      somewhere", `"over\n      lines"`)})
	}
	var choices []string
	for _, c := range upgrades {
		text := d.choice(c.Option, c.Count)
		switch strings.Count(text, "%") {
		case 1:
			text = fmt.Sprintf(text, c.Option)
		case 2:
			text = fmt.Sprintf(text, c.Option, c.Count)
		}
		choices = append(choices, text)
	}
	block := false
	switch {
	case len(choices) == 0 && d.coin("empty list"):
		fields = append(fields, field{"upgrades", d.one("empty", "[]", "[ ]", "[   ]")})
	case len(choices) > 0 && !flow && d.coin("upgrades as lines"):
		block = true
		fields = append(fields, field{"upgrades", ""})
	case len(choices) > 0 && !flow && d.coin("upgrades over lines"):
		fields = append(fields, field{"upgrades", "[" + strings.Join(choices, d.remark(", ")+",\n        ") + "\n      ]"})
		if strings.Contains(fields[len(fields)-1].value, "#") {
			fields[len(fields)-1].value = "[\n        " + strings.Join(choices, ", # of many\n        ") + "\n      ]"
		}
	case len(choices) > 0:
		fields = append(fields, field{"upgrades", d.one("brackets", "[", "[ ") + strings.Join(choices, d.one("comma", ", ", ",")) + d.one("brackets", "]", " ]", ", ]")})
	}
	fields = rapid.Permutation(fields).Draw(d.t, "order of keys")
	if flow {
		parts := make([]string, len(fields))
		for i, f := range fields {
			parts[i] = f.key + ": " + f.value
		}
		separator := ", "
		if d.coin("flow over lines") {
			separator = ",\n     "
		}
		d.out.WriteString("  - {" + strings.Join(parts, separator) + "}" + d.remark("  ") + "\n")
		return
	}
	d.out.WriteString("  -" + d.one("dash", " ", "\n    ", "   # dash\n    "))
	for i, f := range fields {
		if i > 0 {
			d.out.WriteString("    ")
		}
		d.out.WriteString(f.key + ":")
		if block && f.key == "upgrades" {
			d.out.WriteString(d.remark(" ") + "\n")
			indent := d.one("indent", "    ", "      ")
			for _, c := range choices {
				d.between(indent)
				if parts := strings.Split(strings.Trim(c, "{} "), ","); len(parts) > 1 && d.coin("choice over lines") {
					c = strings.TrimSpace(parts[0]) + "\n" + indent + "  " + strings.TrimSpace(parts[1])
				}
				d.out.WriteString(indent + "- " + c + d.remark(" ") + "\n")
			}
		} else {
			d.out.WriteString(d.one("gap", " ", "    ") + f.value)
			if !strings.Contains(f.value, "\n") {
				d.out.WriteString(d.remark("\t"))
			}
			d.out.WriteString("\n")
		}
		if i+1 < len(fields) {
			d.between("    ")
		}
	}
}

// styled draws a list of the test book, legal or not, in a random style.
func styled(t *rapid.T) []byte {
	d := &draft{t: t}
	d.between("")
	d.out.WriteString("muster: list/1" + d.remark(" ") + "\nsystem: gf-3\n")
	d.between("")
	d.out.WriteString("book:   bench\npoints: 2000\n")
	n := rapid.IntRange(0, 5).Draw(t, "units")
	if n == 0 {
		d.out.WriteString("units:" + d.one("no units", " []", " [ ]", "   []") + d.remark("  ") + "\n")
	} else {
		d.out.WriteString("units:" + d.remark(" ") + "\n")
	}
	kinds := map[string][]string{
		"squad": {"ballast", "cloaks", "boots", "cannon", "crew", "hulk", "bargain", "gift"},
		"hero":  {"ballast", "bike", "beast", "gift"}, "truck": {"ballast", "rack", "bargain"}, "mob": {"ballast"},
	}
	for i := range n {
		unit := d.one("unit", "squad", "squad", "hero", "truck", "mob")
		var upgrades []gf.Choice
		for range rapid.IntRange(0, 3).Draw(t, "upgrades") {
			upgrades = append(upgrades, gf.Choice{Option: d.one("option", kinds[unit]...), Count: rapid.IntRange(1, 3).Draw(t, "count")})
		}
		link := ""
		if i > 0 {
			to := rapid.IntRange(1, i).Draw(t, "link")
			link = d.one("link", "", "", fmt.Sprintf("join u-%d", to), fmt.Sprintf("in u-%d", to), fmt.Sprintf("combine u-%d", to))
		}
		d.between("  ")
		d.entry(fmt.Sprintf("u-%d", i+1), unit, link, upgrades)
	}
	d.between(d.one("indent", "", "  "))
	if d.coin("general at the end") {
		d.out.WriteString("name: At the end\n")
	}
	text := d.out.String()
	switch d.one("margin", "two", "none", "five") {
	case "none":
		text = strings.ReplaceAll(text, "\n  ", "\n")
	case "five":
		text = strings.ReplaceAll(text, "\n  ", "\n     ")
	}
	if d.coin("no final newline") {
		text = strings.TrimSuffix(text, "\n")
	}
	if d.coin("crlf") {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return []byte(text)
}

// An editor is a session with a list, which edits it whether or not that is
// legal.
type editor struct{ *builder.Session }

// open begins to change a list's text.
func open(t rapid.TB, text []byte) editor {
	t.Helper()
	document, err := schema.Read("list.yaml", text, "list/1")
	if err != nil {
		t.Fatalf("the drawn list cannot be read: %v\n%s", err, text)
	}
	s, err := builder.Begin(document, books)
	if err != nil {
		t.Fatal(err)
	}
	s.Force = true
	return editor{s}
}

func (e editor) Now() *gf.Army {
	army, _ := e.Session.Now().GameList().(*gf.Army)
	return army
}

// do carries out an edit and returns what it said, or the ids that it added.
func (e editor) do(edit builder.Edit) (said string, added []string, err error) {
	done, err := e.Do(edit)
	return strings.Join(done.Sentences, " "), done.AddedIDs, err
}

func (e editor) upgrade(id, option string, n int) (said string, err error) {
	said, _, err = e.do(builder.Upgrade{UnitID: id, Choices: []gf.Choice{{Option: option, Count: n}}})
	return said, err
}

func (e editor) downgrade(id, option string, n int) (said string, err error) {
	said, _, err = e.do(builder.Downgrade{UnitID: id, Choices: []gf.Choice{{Option: option, Count: n}}})
	return said, err
}

func (e editor) edit(edit builder.Edit) error {
	_, _, err := e.do(edit)
	return err
}

// units is what a list says of its units. Notes at the end of a file without a
// last line break gain one when something follows them; that is left out.
func units(e editor) []gf.Entry {
	all := slices.Clone(e.Now().List.Units)
	for i := range all {
		all[i].Notes = strings.TrimRight(all[i].Notes, "\n")
	}
	return all
}

// back asks that a text is what it was.
func back(t *rapid.T, what string, before []byte, e editor, between []byte) {
	t.Helper()
	if diff := cmp.Diff(string(before), string(e.Text())); diff != "" {
		t.Fatalf("%s does not give the file that there was (-was +is):\n%s\nbefore:\n%s\nbetween:\n%s", what, diff, before, between)
	}
}

func must(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// aUnit draws one of a list's units; it skips a list that has none.
func aUnit(t *rapid.T, e editor, what string) gf.Entry {
	if len(e.Now().List.Units) == 0 {
		t.Skip("no units")
	}
	return rapid.SampledFrom(e.Now().List.Units).Draw(t, what)
}

func TestUpgradeThenDowngradeGivesTheSameFile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before := styled(t)
		e := open(t, before)
		u := aUnit(t, e, "unit")
		var open []gf.OpenOption
		for _, s := range e.Now().OpenUpgrades(u.ID) {
			for _, o := range s.Options {
				if o.ChoicesLeft > 0 {
					open = append(open, o)
				}
			}
		}
		if open == nil {
			t.Skip("nothing can be chosen")
		}
		o := rapid.SampledFrom(open).Draw(t, "option")
		n := rapid.IntRange(1, min(o.ChoicesLeft, 4)).Draw(t, "times")
		was, points := units(e), e.Now().Points
		if uneven(e.Now(), u.ID) {
			t.Skip("the halves of the pair differ: dropping makes them alike")
		}
		said, err := e.upgrade(u.ID, o.Option.ID, n)
		if errors.Is(err, edit.ErrRefused) {
			t.Skip("the other half cannot choose it")
		}
		must(t, err)
		between := slices.Clone(e.Text())
		if got := e.Now().Points - points; got != n*o.Cost*(1+strings.Count(said, "so does")) {
			t.Fatalf("%d of %s at %d cost %d", n, o.Option.ID, o.Cost, got)
		}
		said, err = e.downgrade(u.ID, o.Option.ID, n)
		must(t, err)
		if strings.Contains(said, "went too") {
			t.Fatal(said)
		}
		back(t, "upgrade, then downgrade", before, e, between)
		if diff := cmp.Diff(was, units(e)); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestAddThenRemoveGivesTheSameFile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before := styled(t)
		e := open(t, before)
		was := units(e)
		_, ids, err := e.do(builder.Add{Unit: rapid.SampledFrom([]string{"squad", "hero"}).Draw(t, "unit"), Count: rapid.IntRange(1, 3).Draw(t, "count")})
		must(t, err)
		between := slices.Clone(e.Text())
		if now := units(e); len(now) != len(was)+len(ids) || !slices.EqualFunc(was, now[:len(was)], func(a, b gf.Entry) bool { return cmp.Equal(a, b) }) {
			t.Fatalf("adding changed others:\n%s", between)
		}
		for _, id := range slices.Backward(ids) {
			must(t, e.edit(builder.Remove{ID: id}))
		}
		back(t, "add, then remove", before, e, between)
	})
}

func TestLinkThenDetachGivesTheSameFile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before := styled(t)
		e := open(t, before)
		from, to := aUnit(t, e, "from"), aUnit(t, e, "to")
		if from.JoinTo+from.CombineWith+from.InTransport != "" || from.ID == to.ID {
			t.Skip("linked already")
		}
		for _, other := range e.Now().List.Units {
			if other.CombineWith == from.ID {
				t.Skip("linked already")
			}
		}
		link := rapid.SampledFrom([]string{"combine", "join", "embark"}).Draw(t, "link")
		switch link {
		case "combine":
			must(t, e.edit(builder.Link{UnitID: from.ID, Key: "combine", Target: to.ID}))
		case "join":
			must(t, e.edit(builder.Link{UnitID: from.ID, Key: "join", Target: to.ID}))
		case "embark":
			must(t, e.edit(builder.Link{UnitID: from.ID, Key: "in", Target: to.ID}))
		}
		between := slices.Clone(e.Text())
		now := e.Now().List.Units[e.Now().List.Index(from.ID)]
		if got := now.CombineWith + now.JoinTo + now.InTransport; got != to.ID {
			t.Fatalf("linked with %q, want %q", got, to.ID)
		}
		must(t, e.edit(builder.Detach{UnitID: from.ID}))
		back(t, link+", then detach", before, e, between)
	})
}

// uneven reports whether a unit is combined with one that has other upgrades.
func uneven(army *gf.Army, id string) bool {
	u := army.Unit(id)
	for _, half := range army.Group(u).Halves {
		if !cmp.Equal(half.Entry.Upgrades, u.Entry.Upgrades) {
			return true
		}
	}
	return false
}

// remarks are the comments that remark draws.
var remarks = regexp.MustCompile(`# (note|ask|Überläufer|Żołnierz|of many)`)

// TestEditsKeepCommentsAndOrder makes random changes and asks each time that
// the file can be read, that what was not changed is as it was, and that every
// comment on a line of its own is there, in its order.
func TestEditsKeepCommentsAndOrder(t *testing.T) {
	own := regexp.MustCompile(`(?m)^[ \t]*(# [^\r\n]*)`)
	rapid.Check(t, func(t *rapid.T) {
		e := open(t, styled(t))
		for range rapid.IntRange(1, 6).Draw(t, "edits") {
			before, text := units(e), slices.Clone(e.Text())
			op := rapid.SampledFrom([]string{"upgrade", "downgrade", "add", "rename", "unname", "join", "detach"}).Draw(t, "edit")
			var touched string
			switch op {
			case "add":
				must(t, e.edit(builder.Add{Unit: "mob"}))
			default:
				u := aUnit(t, e, "unit")
				touched = u.ID
				switch op {
				case "upgrade":
					_, err := e.upgrade(u.ID, "ballast", rapid.IntRange(1, 3).Draw(t, "times"))
					must(t, err)
				case "downgrade":
					if len(u.Upgrades) == 0 {
						continue
					}
					c := rapid.SampledFrom(u.Upgrades).Draw(t, "choice")
					if _, err := e.downgrade(u.ID, c.Option, rapid.IntRange(1, c.Count).Draw(t, "times")); err != nil {
						t.Fatalf("%v\n%s", err, text)
					}
				case "rename":
					must(t, e.edit(builder.Rename{ID: u.ID, Name: rapid.SampledFrom([]string{"New, one", "Ärger: 3", "x # y", "-"}).Draw(t, "new name")}))
				case "unname":
					must(t, e.edit(builder.Rename{ID: u.ID, Name: ""}))
				case "join":
					must(t, e.edit(builder.Link{UnitID: u.ID, Key: "join", Target: e.Now().List.Units[0].ID}))
				case "detach":
					if u.JoinTo+u.CombineWith+u.InTransport == "" {
						continue
					}
					must(t, e.edit(builder.Detach{UnitID: u.ID}))
				}
			}
			for i, u := range units(e) {
				if i >= len(before) || u.ID == touched {
					continue
				}
				paired := u.CombineWith == touched || slices.ContainsFunc(before, func(b gf.Entry) bool { return b.ID == touched && b.CombineWith == u.ID })
				if op == "downgrade" && paired { // what all models have goes from both halves
					before[i].Upgrades, u.Upgrades = nil, nil
				}
				if op == "detach" { // takes back what combines another with it, too
					before[i].CombineWith, u.CombineWith = "", ""
				}
				if op == "downgrade" && slices.ContainsFunc(before, func(e gf.Entry) bool {
					return e.ID == touched && e.CombineWith == u.ID || e.ID == u.ID && e.CombineWith == touched
				}) { // an option of all models goes from what is combined with it, too
					before[i].Upgrades, u.Upgrades = nil, nil
				}
				if diff := cmp.Diff(before[i], u); diff != "" {
					t.Fatalf("%s of %s changed %s (-was +is):\n%s\nbefore:\n%s\nafter:\n%s", op, touched, u.ID, diff, text, e.Text())
				}
			}
			left := string(e.Text())
			for _, m := range own.FindAllStringSubmatch(string(text), -1) {
				at := strings.Index(left, m[1])
				if at < 0 {
					t.Fatalf("%s of %s lost the comment %q, or its place\nbefore:\n%s\nafter:\n%s", op, touched, m[1], text, e.Text())
				}
				left = left[at+len(m[1]):]
			}
			if op != "downgrade" && op != "detach" && op != "unname" {
				if got, want := len(remarks.FindAll(e.Text(), -1)), len(remarks.FindAll(text, -1)); got < want {
					t.Fatalf("%s of %s lost %d comments\nbefore:\n%s\nafter:\n%s", op, touched, want-got, text, e.Text())
				}
			}
		}
	})
}

// TestExamplesComeBack upgrades and downgrades every unit of the examples with
// everything that it can choose, and removes what it adds.
func TestExamplesComeBack(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "examples", "*.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	tried, library := 0, catalog.NewLibrary()
	for _, file := range files {
		before, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(before, []byte("\nsystem: gf-")) || !bytes.Contains(before, []byte("muster: list/1")) {
			continue // another kind of file
		}
		again := func() editor {
			document, err := schema.Read(file, before, "list/1")
			must(t, err)
			s, err := builder.Begin(document, library)
			must(t, err)
			return editor{s}
		}
		e := again()
		army := e.Now()
		for _, u := range army.Units {
			for _, s := range army.OpenUpgrades(u.ID) {
				for _, o := range s.Options {
					if o.ChoicesLeft == 0 {
						continue
					}
					tried++
					_, err := e.upgrade(u.ID, o.Option.ID, o.ChoicesLeft)
					must(t, err)
					if _, err := e.downgrade(u.ID, o.Option.ID, o.ChoicesLeft); err != nil {
						t.Fatal(err)
					}
					if !bytes.Equal(e.Text(), before) {
						t.Errorf("%s: %s of %s does not come back:\n%s", file, o.Option.ID, u.ID, cmp.Diff(string(before), string(e.Text())))
						e = again()
					}
				}
			}
		}
		_, ids, err := e.do(builder.Add{Unit: army.Units[0].BookUnit.ID, Count: 2})
		must(t, err)
		for _, id := range ids {
			must(t, e.edit(builder.Remove{ID: id}))
		}
		if !bytes.Equal(e.Text(), before) {
			t.Errorf("%s: units that were added do not go:\n%s", file, cmp.Diff(string(before), string(e.Text())))
		}
	}
	if tried < 50 {
		t.Errorf("the examples have %d options to try, want 50 or more", tried)
	}
}

// TestAVerbThatFailsChangesNothing asks that what was done before a change
// failed is taken back.
func TestAVerbThatFailsChangesNothing(t *testing.T) {
	const text = "muster: list/1\nsystem: gf-3\nbook: bench\npoints: 2000\nunits:\n" +
		"  - {id: a, unit: squad}\n  - {id: b, unit: hero, join: a}\n  - &kept {id: c, unit: hero, join: a}\n"
	e := open(t, []byte(text))
	if err := e.edit(builder.Remove{ID: "a"}); err == nil {
		t.Fatal("a unit that another names in a value with an anchor was removed")
	}
	if diff := cmp.Diff(text, string(e.Text())); diff != "" {
		t.Errorf("the change failed, and half of it stayed:\n%s", diff)
	}
	if n := len(e.Now().List.Units); n != 3 || e.Now().List.Units[1].JoinTo != "a" {
		t.Errorf("the list is not as it was: %+v", e.Now().List.Units)
	}
}

func TestCopyThenRemoveKeepsEveryLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before := styled(t)
		e := open(t, before)
		u := aUnit(t, e, "unit")
		was := units(e)
		_, ids, err := e.do(builder.Copy{ID: u.ID})
		must(t, err)
		id := ids[0]
		between := slices.Clone(e.Text())
		twin := e.Now().List.Units[e.Now().List.Index(id)]
		if !cmp.Equal(twin.Upgrades, u.Upgrades) || twin.JoinTo+twin.CombineWith != "" || twin.InTransport != u.InTransport {
			t.Fatalf("%+v is no copy of %+v", twin, u)
		}
		must(t, e.edit(builder.Remove{ID: id}))
		left := full(e.Text())
		for _, line := range full(before) {
			at := slices.Index(left, line)
			if at < 0 {
				t.Fatalf("copy, then remove loses %q, or its place\nbefore:\n%s\nbetween:\n%s\nafter:\n%s", line, before, between, e.Text())
			}
			left = left[at+1:]
		}
		if diff := cmp.Diff(was, units(e)); diff != "" {
			t.Fatal(diff)
		}
	})
}

// full is the lines of a text that are not blank.
func full(text []byte) (lines []string) {
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimRight(line, " \t\r\n"); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// TestMovesKeepEverything moves units about, and asks that each is what it was
// and that every comment is still there.
func TestMovesKeepEverything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := open(t, styled(t))
		for range rapid.IntRange(1, 4).Draw(t, "moves") {
			before, text := units(e), slices.Clone(e.Text())
			u, other := aUnit(t, e, "unit"), aUnit(t, e, "other")
			where := rapid.SampledFrom([]string{"", other.ID}).Draw(t, "before")
			must(t, e.edit(builder.Move{ID: u.ID, BeforeUnit: where}))
			now := units(e)
			at := slices.IndexFunc(now, func(entry gf.Entry) bool { return entry.ID == u.ID })
			switch {
			case where == "" && at != len(now)-1, where != "" && where != u.ID && now[at+1].ID != where:
				t.Fatalf("%s is not before %q\n%s", u.ID, where, e.Text())
			}
			byID := func(a, b gf.Entry) int { return strings.Compare(a.ID, b.ID) }
			slices.SortFunc(before, byID)
			slices.SortFunc(now, byID)
			if diff := cmp.Diff(before, now); diff != "" {
				t.Fatalf("moving %s before %q changed units:\n%s\nbefore:\n%s\nafter:\n%s", u.ID, where, diff, text, e.Text())
			}
			if got, want := len(remarks.FindAll(e.Text(), -1)), len(remarks.FindAll(text, -1)); got != want {
				t.Fatalf("moving %s before %q made %d comments of %d\nbefore:\n%s\nafter:\n%s", u.ID, where, got, want, text, e.Text())
			}
		}
	})
}
