package export

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"muster/builder/fad"
	"muster/builder/gf"
	list "muster/catalog/fad"
	fight "muster/rules/fad"
)

// TTS is a saved object for Tabletop Simulator: a figure for every model, a row
// for every unit and who joined it.
var TTS = register(&Format{
	Name:    "tts",
	Title:   "Tabletop Simulator",
	About:   "figures for Tabletop Simulator, one a model (a .tts.json file)",
	Endings: []string{".tts.json"},
	Media:   "application/json",
	Rank:    120,
	fits: func(d Document) error {
		if d.List == nil {
			return errCopy
		}
		return nil
	},
	losses: func(d Document) []string {
		_, losses := tableRows(d)
		return losses
	},
	write: writeTTS,
})

// What a saved object of Tabletop Simulator holds, in its own words
// (https://kb.tabletopsimulator.com/custom-content/save-file-format/). A unit of
// length is an inch.
type (
	ttsSave struct {
		SaveName       string
		GameMode       string
		Date           string
		Table          string
		Sky            string
		Note           string
		Rules          string
		PlayerTurn     string
		LuaScript      string
		LuaScriptState string
		XmlUI          string
		VersionNumber  string
		ComponentTags  ttsTags
		TabStates      struct{}
		ObjectStates   []ttsObject
	}
	ttsTags struct {
		Labels []ttsTag `json:"labels"`
	}
	ttsTag struct {
		Displayed  string `json:"displayed"`
		Normalized string `json:"normalized"`
	}
	ttsObject struct {
		GUID           string
		Name           string // of the piece that comes with the game
		Transform      ttsTransform
		Nickname       string
		Description    string
		GMNotes        string
		ColorDiffuse   ttsColor
		Tags           []string
		Locked         bool
		Grid           bool
		Snap           bool
		Autoraise      bool
		Sticky         bool
		Tooltip        bool
		LuaScript      string
		LuaScriptState string
		XmlUI          string
	}
	ttsTransform struct {
		PosX   float64 `json:"posX"`
		PosY   float64 `json:"posY"`
		PosZ   float64 `json:"posZ"`
		RotX   float64 `json:"rotX"`
		RotY   float64 `json:"rotY"`
		RotZ   float64 `json:"rotZ"`
		ScaleX float64 `json:"scaleX"`
		ScaleY float64 `json:"scaleY"`
		ScaleZ float64 `json:"scaleZ"`
	}
	ttsColor struct {
		R float64 `json:"r"`
		G float64 `json:"g"`
		B float64 `json:"b"`
	}
	// ttsBase is how wide and how deep a base is, in inches: what the figure's
	// script reads when it is first put on a table.
	ttsBase struct {
		X float64 `json:"x"`
		Z float64 `json:"z"`
	}
)

// The scripts of figures: ttsFit of all of them, ttsWounds of those that take
// more than one wound.
var (
	//go:embed tts-base.lua
	ttsFit string
	//go:embed tts-wounds.lua
	ttsWounds string
)

// A squad is a unit as it stands on a table.
type squad struct {
	Block
	host    string // whom it joined, "" for nobody
	figures []miniature
}

// A miniature is one model.
type miniature struct {
	arms   []string // its weapons, each with its profile
	has    []string // what not every model of its unit has
	wounds int
	base   base
}

// A base is how wide and how deep a figure's is, in millimetres.
type base struct {
	wide, deep float64
	usual      bool // nobody states it
}

func writeTTS(w io.Writer, d Document, _ Options) error {
	save := ttsSave{
		SaveName: ttsText(d.Sheet.Name), Note: ttsText(strings.Join(d.Sheet.facts(), ", ")),
		ComponentTags: ttsTags{[]ttsTag{}}, ObjectStates: []ttsObject{},
	}
	used, depth := map[string]bool{}, 0.0
	rows, _ := tableRows(d)
	for n, row := range rows {
		at := len(save.ObjectStates)
		for _, unit := range row {
			tag := ttsText(unit.Name)
			save.ComponentTags.Labels = append(save.ComponentTags.Labels, ttsTag{tag, strings.ToLower(tag)})
			for i := range unit.figures {
				o := unit.object(&unit.figures[i])
				o.ColorDiffuse = hue(n)
				o.GUID = guid(used, unit.IDs[0], i)
				save.ObjectStates = append(save.ObjectStates, o)
			}
		}
		depth = lineUp(save.ObjectStates[at:], depth)
	}
	for i := range save.ObjectStates { // the middle of the army is where it is put down
		at := &save.ObjectStates[i].Transform
		at.PosZ = thousandth(at.PosZ + (depth-ttsBetween)/2)
	}
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(save); err != nil {
		return err
	}
	_, err := w.Write(escapeJSON([]byte(out.String())))
	return err
}

// tableRows are the units of a list in rows, a unit and who joined it in each; and
// what of the list has no figures.
func tableRows(d Document) (rows [][]squad, losses []string) {
	switch l := d.List.(type) {
	case *gf.Army:
		c := newConverter(l)
		for _, g := range l.Groups {
			var row []squad
			for _, u := range append(slices.Clone(g.Heroes), g.Unit) {
				b, _ := d.Sheet.Unit(u.ID)
				one := squad{Block: b, figures: c.figures(u, b)}
				if u != g.Unit {
					one.host = c.names[g.Unit.ID]
				}
				row = append(row, one)
			}
			rows = append(rows, row)
		}
	case *fad.Army:
		c := forceConverter{army: l}
		for _, u := range l.Units {
			b, _ := d.Sheet.Unit(u.ID)
			if c.offBoard(u) {
				losses = append(losses, b.Name+" is never on the table and has no figures")
				continue
			}
			rows = append(rows, []squad{{Block: b, figures: c.standing(u, b)}})
		}
	}
	return rows, losses
}

// figures are a unit's models.
func (c *converter) figures(u *gf.Unit, b Block) []miniature {
	models := u.Figures()
	if c.army.List.SmallScale && len(models) > 0 {
		all := whole(b)
		all.base = baseOf(models[0].Base, all.wounds)
		for _, some := range u.Some {
			all.has = append(all.has, c.had(u, some.Rules)...)
		}
		return []miniature{all}
	}
	var all []miniature
	for _, m := range models {
		f := miniature{wounds: m.Wounds, base: baseOf(m.Base, m.Wounds), has: c.had(u, m.Rules)}
		if len(m.Weapons) > 0 {
			f.arms = inline(c.weapons(m.Weapons, false))
		}
		all = append(all, f)
	}
	return all
}

// standing are a unit's figures, or the one model that a vehicle is. What none of
// them carries by himself, such as the gun that a team serves, is with the first.
func (c *forceConverter) standing(u *fad.Unit, b Block) []miniature {
	one := whole(b)
	for _, t := range u.Traits {
		one.has = append(one.has, t.Name)
	}
	for _, p := range u.Powers {
		one.has = append(one.has, p.Name)
	}
	one.base = base{25, 25, true}
	if u.IsVehicle() {
		one.base = base{60, 100, true}
	}
	if !u.Kind.HasFigures() {
		for _, p := range u.People {
			one.has = append(one.has, p.Name)
		}
		if u.Kind == fight.Psionic {
			one.wounds = 1 // its track is of its strength
		}
		return []miniature{one}
	}
	a := c.army.List.Armoury
	carried := map[string]bool{}
	var all []miniature
	for _, kind := range u.Figures {
		f := miniature{base: one.base, wounds: 1, has: people(a, kind)}
		if w := a.Weapon(kind.Weapon); w != nil {
			f.arms, carried[w.Name] = arms(b, func(name string) bool { return name == w.Name }), true
		}
		f.has = append(f.has, one.has...)
		for range kind.Count {
			all = append(all, f)
		}
	}
	for i := range all {
		if len(b.Tracks) > 0 && i < len(b.Tracks[0].Sizes) {
			all[i].wounds = b.Tracks[0].Sizes[i]
		}
	}
	if len(all) > 0 {
		all[0].arms = append(slices.Clone(all[0].arms), arms(b, func(name string) bool { return !carried[name] })...)
	}
	return all
}

// people are what the figures of a kind are in their unit.
func people(a *list.Armoury, kind list.Figure) (names []string) {
	if leader := a.Leaders.Find(kind.Leader); leader != nil {
		names = append(names, leader.Name+" leader")
	}
	for _, id := range kind.Personalities {
		if p := a.Personalities.Find(id); p != nil {
			names = append(names, p.Name)
		}
	}
	return names
}

// whole is the one figure that stands for a unit: all its weapons, all its wounds.
func whole(b Block) miniature {
	f := miniature{wounds: 1}
	for _, t := range b.Tables {
		f.arms = append(f.arms, inline(t)...)
	}
	if len(b.Tracks) > 0 {
		f.wounds = b.Tracks[0].boxes()
	}
	return f
}

// arms are those weapons of a unit, one of each, that are asked for.
func arms(b Block, want func(name string) bool) []string {
	var all []string
	for _, t := range b.Tables {
		one := t
		one.Rows = nil
		for _, row := range t.Rows {
			if want(row[1]) {
				row = slices.Clone(row)
				row[0] = "1"
				one.Rows = append(one.Rows, row)
			}
		}
		all = append(all, inline(one)...)
	}
	return all
}

// object is a figure as Tabletop Simulator has it, where the row begins. The pawn
// is the piece of the game that a figure is: round, and of any colour.
func (s *squad) object(f *miniature) ttsObject {
	name := s.Name
	script := ttsFit
	if f.wounds > 1 {
		name = fmt.Sprintf("%d/%d %s", f.wounds, f.wounds, s.Name)
		script += ttsWounds
	}
	lines := slices.Clone(s.Detail)
	if s.host != "" {
		lines = append(lines, "joined to "+s.host)
	}
	lines = []string{strings.Join(lines, ", ")}
	var profile []string
	for _, stat := range s.Stats {
		profile = append(profile, stat.Label+" "+stat.Value)
	}
	lines = append(lines, strings.Join(profile, ", "))
	lines = append(lines, f.arms...)
	lines = append(lines, strings.Join(slices.Concat(s.Rules, f.has), ", "), f.base.String())
	lines = slices.DeleteFunc(lines, func(line string) bool { return line == "" })
	tags := []string{ttsText(s.Name)}
	if s.host != "" {
		tags = append(tags, ttsText(s.host))
	}
	size := ttsBase{inches(f.base.wide), inches(f.base.deep)}
	state, _ := json.Marshal(size) // numbers alone
	return ttsObject{
		Name:     "PlayerPawn",
		Nickname: ttsText(name), Description: ttsText(strings.Join(lines, "\n")), Tags: tags,
		Transform:      ttsTransform{PosY: 1, ScaleX: size.X, ScaleY: min(size.X, ttsHeight), ScaleZ: size.Z},
		LuaScript:      script,
		LuaScriptState: string(state),
		Autoraise:      true, Sticky: true, Tooltip: true,
	}
}

// Distances between bases, in inches: within a unit, between units, and how wide a
// row may become.
const (
	ttsGap, ttsBetween = 0.25, 1.0
	ttsWidth           = 36.0
)

// ttsHeight is how much taller a pawn becomes at most: those on the largest bases
// would hide the table.
const ttsHeight = 2.0

// lineUp puts the figures of a row beside each other, in further rows where they
// are too many, and returns how deep the army is with them.
func lineUp(row []ttsObject, depth float64) float64 {
	for len(row) > 0 {
		n, wide, deep := 0, 0.0, 0.0
		for n < len(row) && (n == 0 || wide+row[n].Transform.ScaleX <= ttsWidth) {
			wide += row[n].Transform.ScaleX + ttsGap
			deep = max(deep, row[n].Transform.ScaleZ)
			n++
		}
		x := -(wide - ttsGap) / 2
		for i := range row[:n] {
			at := &row[i].Transform
			at.PosX, at.PosZ = thousandth(x+at.ScaleX/2), thousandth(-depth-deep/2)
			x += at.ScaleX + ttsGap
		}
		row = row[n:]
		depth = thousandth(depth + deep + ttsGap)
	}
	return thousandth(depth - ttsGap + ttsBetween)
}

// sidesOf finds the millimetres in the size of a base.
var sidesOf = regexp.MustCompile(`\d+(\.\d+)?`)

// baseOf is the base that a book writes so: "32 mm round", "60 x 35 mm". A longer
// side is front to back. Where a book has none, or says that there is none, it is
// the usual one of models that take so many wounds (docs/sheets.md).
func baseOf(text string, wounds int) base {
	round, _, _ := strings.Cut(text, " / ")
	var sides []float64
	for _, number := range sidesOf.FindAllString(round, 2) {
		if side, err := strconv.ParseFloat(number, 64); err == nil && side > 0 && side < 1000 {
			sides = append(sides, side)
		}
	}
	switch {
	case len(sides) > 0:
		return base{slices.Min(sides), slices.Max(sides), false}
	case wounds < 3:
		return base{32, 32, true}
	case wounds < 6:
		return base{40, 40, true}
	case wounds < 12:
		return base{60, 60, true}
	}
	return base{92, 120, true}
}

func (b base) String() string {
	text := fmt.Sprintf("%g mm base", b.wide)
	if b.deep != b.wide {
		text = fmt.Sprintf("%g×%g mm base", b.deep, b.wide)
	}
	if b.usual {
		text += ", the usual one"
	}
	return text
}

// inches are millimetres in the unit of the table.
func inches(millimetres float64) float64 { return thousandth(millimetres / 25.4) }

func thousandth(x float64) float64 { return math.Round(x*1000) / 1000 }

// hue is a colour for the n-th row, far from that of its neighbours: each is the
// golden angle further round.
func hue(n int) ttsColor {
	at := math.Mod(float64(n)*0.618034, 1) * 6
	part := func(shift float64) float64 { // a triangle between 0.3 and 0.9
		x := math.Abs(math.Mod(at+shift, 6) - 3)
		return thousandth(0.3 + 0.6*min(1, max(0, x-1)))
	}
	return ttsColor{part(0), part(4), part(2)}
}

// guid is the id of a figure, six hexadecimal digits that no other has.
func guid(used map[string]bool, unit string, n int) string {
	hash := fnv.New32a()
	fmt.Fprintf(hash, "%s %d", unit, n)
	for at := hash.Sum32(); ; at++ {
		if id := fmt.Sprintf("%06x", at&0xffffff); !used[id] {
			used[id] = true
			return id
		}
	}
}

// ttsText is text that Tabletop Simulator shows as it stands: it takes square
// brackets for colours and the like.
func ttsText(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = plain(lines[i])
	}
	return strings.NewReplacer("[", "(", "]", ")", noBreak, " ").Replace(strings.Join(lines, "\n"))
}
