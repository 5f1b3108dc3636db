package export

import (
	"cmp"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"muster/builder"
	"muster/builder/finding"
	"muster/builder/table"
	"muster/report"
)

// A Sheet is an army list for printing: text and numbers in order, the same for all games. Every
// Format prints every Sheet.
type Sheet struct {
	Name  string   // the list's name
	Game  string   // the game and its edition
	Books []string // names of the army books, and settings
	// IsBook means that the sheet shows the units of an army book, without total, verdict and game
	// counters.
	IsBook bool
	Notes  string // experience points, and the player's notes
	// Points is the cost of the list, Limit the maximum that the players agreed on, both in points;
	// Limit is 0 if there is none.
	Points, Limit int
	FigureCount   int // number of miniatures of a list made without points; 0 for other lists
	// Problems holds the list's errors, in sentences.
	Problems []string
	Blocks   []Block
	// ProfileLabels holds the labels of all values that a profile in the game can have, in order.
	ProfileLabels []string
	// GameCounters holds boxes for the whole game: rounds, objectives.
	GameCounters []table.Counter
	// BoxLegend explains the signs at the boxes to tick, TableLegend the contents of the tables; ""
	// if nothing needs an explanation.
	BoxLegend, TableLegend string
	Reference              []table.Section // rules and spells for the player to look up
	// CoreRules holds the reference entries about the game itself.
	CoreRules []table.Entry
	Credit    string       // names the game's publisher and muster, for footers
	summary   *armySummary // nil if not printed
	image     *Image       // the list's image; nil for none
	// for a copy: the books and versions with which its sender checked it; "" for other lists
	SenderBooks string
	// Fingerprint is a short checksum of the list, Code a code with the whole list (see
	// share.Share); "" if not printed.
	Fingerprint, Code string
	// the QR code of Code, kept because several pages draw it; nil before it is computed
	cachedQR *qrCode
	// CodeLacksCopy means that Code holds no copy that people can read without army books, because
	// no phone could read such a large code from paper.
	CodeLacksCopy bool
}

// A Block is a printed unit, followed by the units that joined it.
type Block struct {
	table.Unit // its Name is the title of the unit
	// Tables are the unit's weapons, then optional tables. A title introduces a table in running
	// text.
	Tables      []*report.Table
	Terms       []table.Entry // explanations of the block's rules
	JoinedUnits []Block       // the units that joined it
	EqualUnits  []Block       // the single units, if the block stands for several equal units; else nil
	image       *Image        // the unit's image; nil for none
	grid        *grid         // the grid that all blocks of a sheet share; nil for a grid of its own
}

// BlockOf returns the block of a list's unit, as on the list's sheet.
func BlockOf(r builder.Roster, u table.Unit) Block { return blockOf(u, r.UnitTerms) }

// blockOf returns the block of a unit; terms returns explanations of a unit's rules, given the
// unit's id.
func blockOf(u table.Unit, terms func(id string) []table.Entry) Block {
	b := Block{Unit: u, Terms: terms(u.ID)}
	b.Name, b.Notes = cmp.Or(u.Title, u.Name), slices.Clip(u.Notes)
	if u.IsVehicle { // one is not counted
		b.Models = 0
	}
	if len(u.Weapons) > 0 {
		b.Tables = []*report.Table{weaponTable(u.Weapons)}
	}
	for _, hero := range u.JoinedHeroes {
		b.JoinedUnits = append(b.JoinedUnits, blockOf(hero, terms))
	}
	return b
}

// weaponTable returns a table with a row for each weapon.
func weaponTable(weapons []table.Weapon) *report.Table {
	cells := len(weapons[0].Profile) + 3
	t := &report.Table{Columns: make([]report.Column, 0, cells), Rows: make([]report.Row, 0, len(weapons))}
	t.Columns = append(t.Columns, report.Column{Kind: report.CountColumn, InlineFormat: "%×"},
		report.Column{Name: "Weapon", Kind: report.TextColumn})
	for _, s := range weapons[0].Profile {
		t.Columns = append(t.Columns,
			report.Column{Name: s.Label, ShortName: s.ShortLabel, Kind: report.NumberColumn, InlineFormat: s.InlineFormat})
	}
	t.Columns = append(t.Columns, report.Column{Name: weapons[0].SpecialHeading, Kind: report.TextColumn})
	kind := ""
	for _, w := range weapons {
		count := ""
		if w.Count > 0 {
			count = itoa(w.Count)
		}
		row := report.Row{Cells: append(make([]report.Cell, 0, cells), report.Cell{Text: count}, report.Cell{Text: w.Name})}
		for _, s := range w.Profile {
			row.Cells = append(row.Cells, report.Cell{Text: s.Value})
		}
		row.Cells = append(row.Cells, report.Cell{Text: strings.Join(w.Special, ", ")})
		if w.AttackKind != kind {
			row.Heading, kind = w.AttackKind, w.AttackKind
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// sheetOf returns the sheet of a list: a block for every unit in list order, the errors, boxes for
// rounds and objectives, and the player's reference.
func sheetOf(r builder.Roster) Sheet {
	game, units, ref := r.Game(), r.UnitsOnTable(), r.Reference()
	file := r.Document().File
	s := Sheet{
		Name: cmp.Or(r.Name(), strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))),
		Game: game.Name, Books: r.Facts(), Notes: strings.TrimSpace(builder.Experience(r) + "\n" + r.Remarks()),
		Points: r.Points(), Limit: r.PointsLimit(), FigureCount: builder.FigureCount(r), ProfileLabels: ref.ProfileLabels,
		TableLegend: ref.TableLegend, Reference: ref.Sections, CoreRules: ref.CoreEntries,
		Credit: cmp.Or(game.Terms["credit"], "Rules by the designers of "+game.Name) + " · printed with muster",
	}
	if s.IsBook = r.Document().Kind == "book/1"; s.IsBook {
		s.Books = append(s.Books, "a book of units, each the smallest that it may be")
	}
	if game.HasArmyBooks() {
		s.Game = strings.TrimSpace(game.Name + " " + game.Edition)
	}
	for _, f := range r.Findings() {
		if f.Severity == finding.Warning && f.IsAboutClaim() {
			s.Notes = strings.TrimSpace(s.Notes + "\n" + f.Message)
		}
		if f.Severity != finding.Error {
			continue
		}
		text := f.Message
		if len(f.Units) == 1 {
			all := r.Units()
			i := slices.IndexFunc(all, func(u table.Unit) bool { return u.ID == f.Units[0] })
			if i >= 0 && !strings.Contains(text, all[i].Title) {
				text = all[i].Title + ": " + text
			}
		}
		s.Problems = append(s.Problems, text)
	}
	for _, c := range []table.Counter{{Label: "Round", BoxCount: r.Rounds(), PerRound: true}, {Label: "Objectives", BoxCount: game.Play.Objectives, PerRound: true}} {
		if c.BoxCount > 0 && !s.IsBook {
			s.GameCounters = append(s.GameCounters, c)
		}
	}
	s.Blocks = make([]Block, 0, len(units))
	for _, u := range units {
		s.Blocks = append(s.Blocks, BlockOf(r, u))
		if slices.ContainsFunc(u.Tracks, func(t table.Track) bool { return t.MarkedBox > 0 }) {
			s.BoxLegend = ref.BoxLegend
		}
	}
	return s
}

// UnitCountTexts returns the numbers of units and models: "9 units + 2 joined", "46 models". Joined
// units are counted separately, since the game counts them together with their host.
func (s Sheet) UnitCountTexts() []string {
	units, joined := 0, 0
	for _, b := range s.Blocks {
		units += max(1, len(b.EqualUnits))
	}
	var members []string
	count := map[string]int{}
	eachBlock(s.Blocks, func(b Block) {
		if count[b.ModelWord()] == 0 && b.Models > 0 {
			members = append(members, b.ModelWord())
		}
		count[b.ModelWord()] += b.Models * max(1, len(b.EqualUnits))
		joined++
	})
	size := []string{finding.CountText(units, "unit")}
	joined -= len(s.Blocks)
	if joined > 0 {
		size[0] += " + " + itoa(joined) + " joined"
	}
	for _, member := range members {
		size = append(size, finding.CountText(count[member], member))
	}
	return size
}

// WithoutCosts returns the sheet without the costs of units and upgrades; the list's total stays.
func (s Sheet) WithoutCosts() Sheet {
	s = s.withoutUpgradePrices()
	s.Blocks = changeBlocks(s.Blocks, func(b *Block) { b.Points = 0 })
	return s
}

// withoutUpgradePrices returns the sheet without the prices of upgrades.
func (s Sheet) withoutUpgradePrices() Sheet {
	s.Blocks = changeBlocks(s.Blocks, func(b *Block) {
		for i, n := range b.Notes {
			b.Notes[i].Text = cmp.Or(n.TextWithoutCosts, n.Text)
		}
	})
	return s
}

// changeBlocks returns copies of the blocks and their joined blocks, with change applied to each.
// change may modify the notes in place.
func changeBlocks(blocks []Block, change func(*Block)) []Block {
	blocks = slices.Clone(blocks)
	for i := range blocks {
		b := &blocks[i]
		b.Notes, b.JoinedUnits = slices.Clone(b.Notes), changeBlocks(b.JoinedUnits, change)
		change(b)
	}
	return blocks
}

// splitIntoParts returns a table for each part, with the part's heading above the column of names.
func splitIntoParts(t *report.Table) (parts []*report.Table) {
	for i, row := range t.Rows {
		if i == 0 || row.Heading != "" {
			part := *t
			if part.Rows = nil; row.Heading != "" {
				part.Columns = slices.Clone(t.Columns)
				name := slices.IndexFunc(t.Columns, func(c report.Column) bool { return c.Kind == report.TextColumn })
				part.Columns[name].Name = row.Heading
			}
			parts = append(parts, &part)
		}
		part := parts[len(parts)-1]
		part.Rows = append(part.Rows, row)
	}
	return parts
}

// hasBars reports whether a table is a chart.
func hasBars(t *report.Table) bool {
	return slices.ContainsFunc(t.Rows, func(row report.Row) bool {
		return slices.ContainsFunc(row.Cells, func(c report.Cell) bool { return c.Share > 0 })
	})
}

// Unit returns the block of the unit with an id. For a half of a combined unit it is the block of
// the whole unit, for a joined hero the hero's own block.
func (s Sheet) Unit(id string) (unit Block, found bool) {
	if b := findBlock(s.Blocks, id); b != nil {
		return *b, true
	}
	return Block{}, false
}

// findBlock returns the block of the unit with an id among blocks and their joined blocks, or nil.
func findBlock(blocks []Block, id string) *Block {
	for i := range blocks {
		if slices.Contains(blocks[i].IDs, id) {
			return &blocks[i]
		}
		if b := findBlock(blocks[i].JoinedUnits, id); b != nil {
			return b
		}
	}
	return nil
}

// Legal reports whether the list has no errors.
func (s Sheet) Legal() bool { return len(s.Problems) == 0 }

// Verdict returns "legal" or "not legal" with the number of errors; for a book only the number of
// errors, or "".
func (s Sheet) Verdict() string {
	if s.IsBook {
		if s.Legal() {
			return ""
		}
		return finding.CountText(len(s.Problems), "error")
	}
	by := ""
	if s.SenderBooks != "" {
		by = " by " + s.SenderBooks
	}
	if s.Legal() {
		return "legal" + by
	}
	return "not legal" + by + ": " + finding.CountText(len(s.Problems), "error")
}

// nameAndFacts returns the list's name and facts as two lines of text.
func (s Sheet) nameAndFacts() (name, facts string) {
	facts = strings.Join(append([]string{s.Game}, s.Books...), ", ")
	if s.IsBook {
		return s.Name, facts
	}
	return s.Name + " - " + s.Cost(), facts + " (" + s.Verdict() + ")"
}

// prefixDot returns a text with a separating dot before it; "" for "".
func prefixDot(text string) string {
	if text == "" {
		return ""
	}
	return " · " + text
}

// Cost returns the points, with the limit if there is one; the number of figures for a list without
// points; "" for a book.
func (s Sheet) Cost() string {
	if s.IsBook {
		return ""
	}
	if s.FigureCount > 0 {
		return finding.CountText(s.FigureCount, "figure")
	}
	if s.Limit > 0 {
		return itoa(s.Points) + "/" + itoa(s.Limit) + " pts"
	}
	return itoa(s.Points) + " pts"
}

// facts returns the list's summary: the game, its sources, and the numbers of units and models.
func (s Sheet) facts() []string {
	facts := append([]string{s.Game}, s.Books...)
	if len(s.Blocks) == 0 {
		return facts
	}
	if s.IsBook {
		return append(facts, s.UnitCountTexts()[0])
	}
	return append(facts, s.UnitCountTexts()...)
}

// nonEmpty returns the texts that are not empty.
func nonEmpty(texts []string) []string {
	return slices.DeleteFunc(texts, func(text string) bool { return text == "" })
}

// A profileValue is a value of a profile, such as Quality, with an optional text in small print.
type profileValue struct {
	table.Stat
	SmallText string // printed small beside the value: the size of bases
}

// profile returns the values of the block's profile, the number of models first.
func (b Block) profile() []profileValue {
	all := make([]profileValue, 0, len(b.Stats)+1)
	if b.Models > 0 {
		all = append(all, profileValue{table.Stat{Label: b.ModelWord() + "s", Value: itoa(b.Models)}, b.BaseSize})
	}
	for _, stat := range b.Stats {
		all = append(all, profileValue{Stat: stat})
	}
	return all
}

// notes returns the block's notes, with its rules as the first.
func (b Block) notes() []table.Note {
	if len(b.Rules) == 0 {
		return b.Notes
	}
	return append([]table.Note{{Label: "Rules", Text: strings.Join(b.Rules, ", ")}}, b.Notes...)
}

// trackText writes a track's boxes as text: "3 × 1, 3; half strength after 2".
func trackText(t table.Track) string {
	var sizes []string
	for from := 0; from < len(t.BoxesPerModel); {
		n := 1
		for from+n < len(t.BoxesPerModel) && t.BoxesPerModel[from+n] == t.BoxesPerModel[from] {
			n++
		}
		size := itoa(t.BoxesPerModel[from])
		if n > 1 {
			size = itoa(n) + " × " + size
		}
		sizes = append(sizes, size)
		from += n
	}
	text := strings.Join(sizes, ", ")
	if t.MarkedBox > 0 {
		text += "; " + t.MarkMeaning + " after " + itoa(t.MarkedBox)
	}
	return text
}

// eachBlock calls do for every block; joined blocks come after their host.
func eachBlock(blocks []Block, do func(Block)) {
	for _, b := range blocks {
		do(b)
		eachBlock(b.JoinedUnits, do)
	}
}

func itoa(n int) string { return strconv.Itoa(n) }
