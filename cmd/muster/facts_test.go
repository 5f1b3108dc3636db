package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"html"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"muster/builder"
	"muster/builder/odds"
	"muster/builder/play"
	"muster/builder/table"
	"muster/catalog"
	"muster/catalog/fad"
	"muster/export"
	fight "muster/rules/fad"
	"muster/schema"
	"muster/schema/files"
	"muster/share"
	"muster/web"
)

// factUnits is how many units of each game are asked for everywhere.
const factUnits = 40

// Every form and page says the same of a unit: each figure of its profile, what each weapon
// does, its rules, the wounds of its models, its points.
func TestEveryFormSaysTheSame(t *testing.T) {
	if testing.Short() {
		t.Skip("it asks for every form and page of large lists, one after the other")
	}
	r := rand.New(rand.NewPCG(32, 1))
	lists := map[string]string{
		"gf-3": randomArmy(t, r, "steel-wardens"), "gf-2.16": randomArmy(t, r, "lantern-fleet"), "fad": randomForce(t, r),
	}
	for name, text := range lists {
		t.Run(name, func(t *testing.T) {
			document, err := schema.Read("list.yaml", []byte(text), "list/1")
			if err != nil {
				t.Fatal(err)
			}
			list, err := builder.Open(document, catalog.NewLibrary())
			if err != nil {
				t.Fatal(err)
			}
			f := facts{t, list, list.UnitsOnTable()}
			f.forms()
			f.figures()
			f.copied()
			f.pages()
			f.commands(text)
			f.atTable()
			f.targets()
			f.reports()
		})
	}
}

// randomArmy is a list of units of a book, each with up to three of its upgrades.
func randomArmy(t *testing.T, r *rand.Rand, id string) string {
	t.Helper()
	book, err := catalog.NewLibrary().Book(id, "", schema.FilePath{})
	if err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprintf("muster: list/1\nsystem: %s\nbook: %s\nname: Random\nunits:\n", book.System, book.ID)
	for i := range factUnits {
		u := &book.Units[i%len(book.Units)]
		text += fmt.Sprintf("  - {id: u%02d, name: Troop %02d, unit: %s, upgrades: [%s]}\n", i, i, u.ID, some(r, book.OptionIDs(u), r.IntN(4)))
	}
	return text
}

// randomForce is a force of units of all kinds; its first is a vehicle with sides like
// those of none.
func randomForce(t *testing.T, r *rand.Rand) string {
	t.Helper()
	a, err := fad.LoadArmoury()
	if err != nil {
		t.Fatal(err)
	}
	kinds := a.UnitKinds.IDs()
	text := "muster: list/1\nsystem: fad\nname: Random\nunits:\n"
	for i := range factUnits {
		kind, sides := fight.UnitKind(kinds[i%len(kinds)]), [3]int{r.IntN(11), r.IntN(7), r.IntN(5)}
		if i == 0 {
			kind, sides = fight.Vehicle, [3]int{6, 3, 3}
		}
		line := fmt.Sprintf("  - {id: u%02d, name: Troop %02d, kind: %s, quality: %s, resolve: %s", i, i, kind, some(r, a.Qualities.IDs(), 1), some(r, a.Resolves.IDs(), 1))
		traits := a.InfantryTraits.IDs()
		switch kind {
		case fight.Infantry:
			line += fmt.Sprintf(", armour: %s, figures: [{count: %d, weapon: %s}, {weapon: %s, personalities: [%s], leader: %s}]", some(r, a.Armours.IDs(), 1), 1+r.IntN(9),
				some(r, a.BasicWeapons.IDs(), 1), some(r, a.SupportWeapons.IDs(), 1), some(r, a.Personalities.IDs(), r.IntN(3)), some(r, a.LeaderLevels.IDs(), 1))
		case fight.HeavyWeapons, fight.Artillery:
			line += fmt.Sprintf(", heavy: %s, figures: [{count: 3, weapon: pistol}]", some(r, a.HeavyWeapons.IDs(), 1))
		case fight.Character:
			line += fmt.Sprintf(", weapon: %s, leadership: %s, specialisation: infantry", some(r, a.BasicWeapons.IDs(), 1), some(r, a.Leaderships.IDs(), 1))
		case fight.Psionic:
			line += fmt.Sprintf(", weapon: pistol, aptitude: %s, strength: 5, powers: [%s]", some(r, a.Aptitudes.IDs(), 1), some(r, a.Powers.IDs(), 3))
		case fight.Vehicle:
			line += fmt.Sprintf(", movement: %s, armour: {front: %d, side: %d, rear: %d}, crew: 2, capacity: %d, weapons: [%s]",
				some(r, a.Movements.IDs(), 1), sides[0], sides[1], sides[2], r.IntN(9), some(r, a.HeavyWeapons.IDs(), 1+r.IntN(3)))
			traits = a.VehicleTraits.IDs()
		}
		text += line + fmt.Sprintf(", traits: [%s]}\n", some(r, traits, r.IntN(3)))
	}
	return text
}

// some draws n of the ids.
func some(r *rand.Rand, ids []string, n int) string {
	ids = slices.Clone(ids)
	r.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	return strings.Join(ids[:min(n, len(ids))], ", ")
}

// facts are what is known of the units of a list.
type facts struct {
	t     *testing.T
	list  builder.Roster
	units []table.Unit
}

// bare is a text without marks of any form between its words and figures.
func bare(text string) string {
	text = html.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(text, " "))
	text = regexp.MustCompile(`\\(.)`).ReplaceAllString(text, "$1")
	text = strings.NewReplacer("\u00a0", " ", "\u2068", " ", "\u2069", " ", `"`, "″", "\u00ad", "", "×", " ").Replace(text)
	text = regexp.MustCompile(`[·|*,;:()\[\]&]|–`).ReplaceAllString(text, " ")
	return " " + strings.Join(strings.Fields(text), " ") + " "
}

// says fails unless a text says all that is wanted of a unit.
func (f *facts) says(form string, u *table.Unit, text string, want ...string) {
	f.t.Helper()
	said := bare(text)
	for _, one := range want {
		if one = bare(one); one != "  " && !strings.Contains(said, one) {
			f.t.Errorf("%s: %s %q is not said:\n%.1500s", form, u.ID, one, said)
		}
	}
}

// chunk is the part of a text that begins with a mark, up to one of others.
func (f *facts) chunk(form, text, begin, end string) string {
	f.t.Helper()
	_, rest, found := strings.Cut(text, begin)
	if !found {
		f.t.Errorf("%s: %q is not there", form, begin)
	}
	rest, _, _ = strings.Cut(rest, end)
	return begin + rest
}

// labelled are the figures of a profile with their labels.
func labelled(u *table.Unit) []string {
	var all []string
	for _, s := range u.Stats {
		all = append(all, s.Label+" "+s.Value)
	}
	return all
}

// armed are the weapons in running text: "9× Rifle (24″, A1)".
func armed(weapons []table.Weapon) []string {
	var all []string
	for i := range weapons {
		w := &weapons[i]
		all = append(all, table.NameWithCount(w.Count, w.Name)+" "+strings.Join(w.ProfileParts(), " "))
	}
	return all
}

// cells are the weapons in rows of a table.
func cells(weapons []table.Weapon) []string {
	var all []string
	for i := range weapons {
		w := &weapons[i]
		row := fmt.Sprint(w.Count, " ", w.Name)
		for _, s := range w.Profile {
			row += " " + s.Value
		}
		all = append(all, row+" "+strings.Join(w.Special, " "))
	}
	return all
}

// forms asks the sheets that are text.
func (f *facts) forms() {
	d, err := export.NewDocument(f.list, export.Extras{})
	if err != nil {
		f.t.Fatal(err)
	}
	f.sheets(d, "sheet")
}

// sheets asks a document in every form that is text.
func (f *facts) sheets(d export.Document, name string) {
	written := func(form *export.Format) string {
		var out bytes.Buffer
		if err := form.Write(&out, d, export.Options{}); err != nil {
			f.t.Fatal(err)
		}
		return out.String()
	}
	rows, err := csv.NewReader(strings.NewReader(written(export.CSV))).ReadAll()
	if err != nil {
		f.t.Fatal(err)
	}
	text, page, markdown, bbcode := written(export.Text), written(export.HTML), written(export.Markdown), written(export.BBCode)
	for i := range f.units {
		u := &f.units[i]
		var line []string
		for j := range u.Stats {
			line = append(line, u.Stats[j].Text())
		}
		rules := strings.Join(u.Rules, ", ")
		f.says(name+", text", u, f.chunk("text", text, "\n\n"+u.Title, "\n\n"), append(armed(u.Weapons), strings.Join(line, " "), rules, u.CostText())...)
		f.says(name+", HTML", u, f.chunk("HTML", page, "<h2><span>"+u.Title, "</article>"), slices.Concat(labelled(u), cells(u.Weapons), []string{rules, u.CostText()})...)
		f.says(name+", Markdown", u, f.chunk("Markdown", markdown, "\n## "+u.Title, "\n## "), slices.Concat(labelled(u), cells(u.Weapons), []string{rules, u.CostText()})...)
		f.says(name+", BBCode", u, f.chunk("BBCode", bbcode, "\n[b]"+u.Title, "\n\n["), append(armed(u.Weapons), strings.Join(line, " "), rules, u.CostText())...)
		row := rows[i+1]
		cell := func(heading string) string {
			if at := slices.Index(rows[0], heading); at >= 0 {
				return strings.TrimPrefix(row[at], "'")
			}
			return "without a column"
		}
		for _, s := range u.Stats {
			f.says(name+", CSV", u, s.Label+" "+cell(s.Label), s.Label+" "+s.Value)
		}
		f.says(name+", CSV", u, strings.Join(row, " "), append(armed(u.Weapons), rules)...)
		f.says(name+", CSV", u, "points "+cell("Points"), fmt.Sprint("points ", u.Points))
	}
	if name == "sheet" {
		f.printed(d)
	}
}

// printed asks the pages of paper.
func (f *facts) printed(d export.Document) {
	piece := regexp.MustCompile(`<text [^>]*>([^<]*)</text>`)
	for _, form := range []*export.Format{export.PDF, export.OpponentPDF, export.Cards} {
		pictures, err := form.Pictures(d, export.Options{})
		if err != nil {
			f.t.Fatal(err)
		}
		text := ""
		for _, p := range pictures {
			for _, one := range piece.FindAllStringSubmatch(p.SVG, -1) {
				text += one[1] + "\n"
			}
		}
		for i := range f.units {
			u := &f.units[i]
			own := ""
			for part := range strings.SplitSeq("\n"+text, "\nTroop ") { // a large unit has several cards
				if part = "Troop " + part; strings.HasPrefix(part, u.Title) {
					own += part + "\n"
				}
			}
			f.says(form.Name, u, own, append(slices.Concat(labelled(u), cells(u.Weapons)), strings.Join(u.Rules, ", "))...)
			if form != export.Cards { // which have no prices
				f.says(form.Name, u, text, u.CostText()+" "+u.Title) // the price is drawn first
			}
		}
	}
}

// figures asks the models of Tabletop Simulator.
func (f *facts) figures() {
	d, err := export.NewDocument(f.list, export.Extras{})
	if err != nil {
		f.t.Fatal(err)
	}
	var out bytes.Buffer
	if err := export.TTS.Write(&out, d, export.Options{}); err != nil {
		f.t.Fatal(err)
	}
	var save struct {
		ObjectStates []struct {
			Nickname, Description string
			Tags                  []string
		}
	}
	if err := json.Unmarshal(out.Bytes(), &save); err != nil {
		f.t.Fatal(err)
	}
	for i := range f.units {
		u := &f.units[i]
		if u.OffBoard {
			continue
		}
		var wounds []int
		weapons := map[string]int{}
		for _, o := range save.ObjectStates {
			if o.Tags[0] != u.Title {
				continue
			}
			f.says("figures", u, o.Description, append(labelled(u), u.Rules...)...)
			w := 1
			fmt.Sscanf(o.Nickname, "%d/", &w)
			wounds = append(wounds, w)
			for _, line := range strings.Split(o.Description, "\n") {
				for _, one := range u.Weapons {
					n, name, _ := strings.Cut(line, "× ")
					if name == "" {
						n, name = "1", line
					}
					if bare(name) == bare(one.Name+" "+strings.Join(one.ProfileParts(), " ")) {
						var k int
						fmt.Sscan(n, &k)
						weapons[bare(name)] += k
					}
				}
			}
		}
		f.wounds("figures", u, wounds)
		for _, w := range u.Weapons {
			if name := bare(w.Name + " " + strings.Join(w.ProfileParts(), " ")); weapons[name] != w.Count {
				f.t.Errorf("figures: %s has %d of %q, not %d", u.ID, weapons[name], name, w.Count)
			}
		}
	}
}

// wounds compares the wounds that the models of a unit take with the boxes of its sheet.
func (f *facts) wounds(form string, u *table.Unit, wounds []int) {
	want := slices.Repeat([]int{1}, u.Models)
	for _, track := range u.Tracks {
		if track.Label != "Strength" {
			want = track.BoxesPerModel
		}
	}
	slices.Sort(wounds)
	if !slices.Equal(wounds, slices.Sorted(slices.Values(want))) {
		f.t.Errorf("%s: the models of %s take %v wounds, not %v", form, u.ID, wounds, want)
	}
}

// copied asks the copy in a list's code.
func (f *facts) copied() {
	read, err := share.Read(share.FromRoster(f.list).Code())
	if err != nil {
		f.t.Fatal(err)
	}
	roll := read.Copy.UnitCopies()
	for i := range f.units {
		u, one := &f.units[i], &roll[i]
		if one.Name != u.Name || one.Models != u.Models || one.Points != u.Points || len(one.Weapons) != len(u.Weapons) {
			f.t.Errorf("the copy of %s is %v", u.ID, one)
		}
	}
	if f.list.Game().HasArmyBooks() { // a copy without books is read with the game's own armoury
		f.sheets(export.CopyDocument(read.Copy), "copy")
	}
}

// pages asks the builder: cards, and a unit whole.
func (f *facts) pages() {
	get := f.site()
	page := get("/lists/list")
	for i := range f.units {
		u := &f.units[i]
		row := f.chunk("builder", page, `<li id="row-`+u.ID+`"`, `<li id="row-`)
		want := []string{u.ProfileLine(), u.Title, fmt.Sprint(u.Points), strings.Join(u.Abilities, " "), strings.Join(u.Gear, " ")}
		for _, w := range u.Weapons {
			name := w.Name
			if w.Count > 1 {
				name = fmt.Sprint(w.Count, " ", name)
			}
			want = append(want, name)
		}
		f.says("builder's card", u, row, want...)
		pane := f.chunk("builder's pane", get("/lists/list?pane=unit&unit="+u.ID), `id="h-unit"`, "<fieldset")
		want = []string{fmt.Sprint(u.Points, " pts"), strings.Join(u.Rules, " ")}
		for _, s := range u.Stats {
			if s.InlineFormat != "" {
				want = append(want, s.Label+" "+s.Value)
			}
		}
		f.says("builder's pane", u, pane, append(want, armed(u.Weapons)...)...)
	}
}

// site returns what serves the pages of the list.
func (f *facts) site() func(path string) string {
	lists := files.NewMemory(map[string]string{"list.yaml": string(f.list.Document().Source)})
	handler := web.New(web.Options{Lists: lists, Books: files.NewMemory(nil), Library: catalog.NewLibrary(), Deployment: web.LocalServer, FolderName: "lists"})
	return func(path string) string {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		if w.Code != http.StatusOK {
			f.t.Fatalf("%s: status %d", path, w.Code)
		}
		return w.Body.String()
	}
}

// commands asks `show`.
func (f *facts) commands(text string) {
	f.t.Setenv("COLUMNS", "400")
	path := filepath.Join(f.t.TempDir(), "list.yaml")
	write(f.t, path, text)
	show := func(args ...string) string {
		var out, errOut bytes.Buffer
		if code := run(append([]string{"show", path}, args...), &out, &errOut); code != exitOK {
			f.t.Fatalf("show %v: %d %s", args, code, &errOut)
		}
		return out.String()
	}
	all := show()
	for i := range f.units {
		u := &f.units[i]
		row := []string{u.ID, u.Title, fmt.Sprint(u.Models)}
		for _, column := range f.list.Reference().ColumnHeadings {
			row = append(row, u.CellText(column))
		}
		f.says("show", u, all, strings.Join(append(row, fmt.Sprint(u.Points)), " "))
		f.says("show of a unit", u, show(u.ID), slices.Concat(labelled(u), armed(u.Weapons), []string{strings.Join(u.Rules, " "), u.CostText()})...)
	}
}

// atTable asks the table companion, before the first tap.
func (f *facts) atTable() {
	page := f.site()("/lists/list/play")
	state := play.NewTable(f.list, "", nil).Replay(&play.Game{})
	for i := range f.units {
		u := &f.units[i]
		row := f.chunk("companion", page, `<article id="unit-`+u.ID+`"`, `<article id="unit-`)
		want := armed(u.Weapons)
		for _, s := range u.Stats {
			if s.ShortLabel != "" {
				want = append(want, s.ShortLabel+" "+s.Value)
			}
		}
		f.says("companion", u, row, append(want, u.Abilities...)...)
		if now, _ := state.Unit(false, u.ID); now.Points != u.Points || now.ModelsLeft() != u.Models {
			f.t.Errorf("companion: %s has %d points, %d models", u.ID, now.Points, now.ModelsLeft())
		}
	}
}

// targets asks how previews call the units that are fought.
func (f *facts) targets() {
	answer, err := f.list.(builder.Previewer).Odds(f.t.Context(), odds.Question{Foe: odds.Foe{List: f.list}, Mode: odds.Shooting})
	if err != nil {
		f.t.Fatal(err)
	}
	for _, target := range answer.Targets {
		u := builder.UnitOf(f.list, target.ID)
		var want []string
		for _, s := range u.Stats {
			if s.ColumnHeading == "DEF" || s.ColumnHeading == "QUA" {
				want = append(want, s.Label+" "+s.Value)
			}
		}
		if armour := u.CellText("ARMOUR"); armour != "" {
			want = append(want, "armour "+armour)
		}
		f.says("target", u, target.Profile, want...)
	}
}

// A reportedWeapon is what scripts read of a weapon of any game.
type reportedWeapon struct {
	Name         string
	Count, Range int
}

// reports asks what scripts read.
func (f *facts) reports() {
	text, err := json.Marshal(f.list.Report())
	if err != nil {
		f.t.Fatal(err)
	}
	var report struct {
		Units []struct {
			ID, Name         string
			Models, Points   int
			Quality, Defense any
			Tough            int
			Rules            []string
			Weapons          []reportedWeapon
		}
	}
	if err := json.Unmarshal(text, &report); err != nil {
		f.t.Fatal(err)
	}
	for i := range f.units {
		u, one := &f.units[i], &report.Units[i]
		if one.ID != u.ID || one.Name != u.Name || one.Models != u.Models || one.Points != u.Points || len(one.Weapons) != len(u.Weapons) {
			f.t.Errorf("JSON: %s is %+v", u.ID, one)
		}
		for _, w := range u.Weapons {
			reach := 0 // of the first band
			fmt.Sscan(w.Profile[0].Value, &reach)
			if !slices.Contains(one.Weapons, reportedWeapon{w.Name, w.Count, reach}) {
				f.t.Errorf("JSON: %s has no %d of %s with range %d in %+v", u.ID, w.Count, w.Name, reach, one.Weapons)
			}
		}
	}
}
