package export

import (
	"bufio"
	"bytes"
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

	"muster/builder/table"
	"muster/convert"
)

// TTS is a saved object for Tabletop Simulator: a figure for every model, in a row for every unit
// with its heroes.
var TTS = register(&Format{
	Name:       "tts",
	Title:      "Tabletop Simulator",
	About:      "figures for Tabletop Simulator, one a model (a .tts.json file)",
	Extensions: []string{".tts.json"},
	MediaType:  "application/json",
	Rank:       120,
	checkFits: func(d Document) error {
		if d.List == nil {
			return errCopyOnly
		}
		return nil
	},
	losses: func(d Document) []string {
		_, losses := unitRows(d)
		return losses
	},
	write: writeTTS,
})

// The contents of a saved object, with Tabletop Simulator's names
// (https://kb.tabletopsimulator.com/custom-content/save-file-format/). Lengths are in inches.
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
		Name           string // the type of object in Tabletop Simulator
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
	// ttsBase is the width and depth of a base in inches. A figure's script reads it when the
	// figure is first placed.
	ttsBase struct {
		X float64 `json:"x"`
		Z float64 `json:"z"`
	}
)

// Scripts of figures: ttsBaseScript for all figures, ttsWoundsScript for figures with more than one
// wound.
var (
	//go:embed tts-base.lua
	ttsBaseScript string
	//go:embed tts-wounds.lua
	ttsWoundsScript string

	ttsBothScripts = ttsBaseScript + ttsWoundsScript
)

// A hostedUnit is a unit with the title of the unit that it joined, "" for none.
type hostedUnit struct {
	*table.Unit
	hostTitle string
}

// A base is the width and depth of a figure's base, in millimetres.
type base struct {
	width, depth float64
	isAssumed    bool // the file states no base, so the usual one is assumed
}

func writeTTS(w io.Writer, d Document, _ Options) error {
	save := ttsSave{
		SaveName: ttsText(d.Sheet.Name), Note: ttsText(strings.Join(d.Sheet.facts(), ", ")),
		ComponentTags: ttsTags{[]ttsTag{}}, ObjectStates: []ttsObject{},
	}
	used, depth := map[string]bool{}, 0.0
	rows, _ := unitRows(d)
	models := d.List.Models()
	for n, row := range rows {
		at := len(save.ObjectStates)
		for _, unit := range row {
			tag := ttsText(unit.Title)
			save.ComponentTags.Labels = append(save.ComponentTags.Labels, ttsTag{tag, strings.ToLower(tag)})
			for i, m := range models[unit.ID] {
				o := unit.figureObject(m)
				o.ColorDiffuse = rowColour(n)
				o.GUID = guid(used, unit.ID, i)
				save.ObjectStates = append(save.ObjectStates, o)
			}
		}
		depth = lineUpFigures(save.ObjectStates[at:], depth)
	}
	for i := range save.ObjectStates { // the middle of the army is where it is put down
		at := &save.ObjectStates[i].Transform
		at.PosZ = roundThousandth(at.PosZ + (depth-ttsUnitGap)/2)
	}
	return save.write(w)
}

// write writes the saved object figure by figure, so that only one of them is in memory as text.
func (s ttsSave) write(w io.Writer) error {
	figures := s.ObjectStates
	s.ObjectStates = []ttsObject{}
	var text bytes.Buffer
	if err := writeJSON(&text, s, ""); err != nil {
		return err
	}
	end := "]\n}\n" // of the figures, which come last, and of the object
	out := bufio.NewWriter(w)
	out.Write(bytes.TrimSuffix(text.Bytes(), []byte(end))) // its error is that of Flush
	for i, figure := range figures {
		text.Reset()
		if err := writeJSON(&text, figure, "    "); err != nil {
			return err
		}
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString("\n    ")
		out.Write(bytes.TrimSuffix(text.Bytes(), []byte("\n")))
	}
	if len(figures) > 0 {
		out.WriteString("\n  ")
	}
	out.WriteString(end)
	return out.Flush()
}

// unitRows returns a row for each unit of a list, which holds the unit and the units that joined
// it. losses names the units without figures.
func unitRows(d Document) (rows [][]hostedUnit, losses []string) {
	units := d.List.UnitsOnTable()
	for i := range units {
		u := &units[i]
		if u.OffBoard {
			losses = append(losses, u.Title+" is never on the table and has no figures")
			continue
		}
		var row []hostedUnit
		for j := range u.JoinedHeroes {
			row = append(row, hostedUnit{&u.JoinedHeroes[j], u.Title})
		}
		rows = append(rows, append(row, hostedUnit{Unit: u}))
	}
	return rows, losses
}

// figureObject returns a figure as an object of Tabletop Simulator: a pawn, which is round and can
// have any colour.
func (s *hostedUnit) figureObject(m table.Model) ttsObject {
	name, base := s.Title, baseOf(m)
	script := ttsBaseScript
	if m.Wounds > 1 {
		name = fmt.Sprintf("%d/%d %s", m.Wounds, m.Wounds, s.Title)
		script = ttsBothScripts
	}
	lines := slices.Clone(s.KindAndTraits)
	if s.hostTitle != "" {
		lines = append(lines, "joined to "+s.hostTitle)
	}
	lines = []string{strings.Join(lines, ", ")}
	profile := convert.All(s.Stats, func(stat table.Stat) string { return stat.Label + " " + stat.Value })
	lines = append(lines, strings.Join(profile, ", "))
	if len(m.Weapons) > 0 {
		lines = append(lines, rowTexts(weaponTable(m.Weapons))...)
	}
	lines = append(lines, strings.Join(slices.Concat(s.Rules, m.Features), ", "), base.String())
	lines = nonEmpty(lines)
	tags := []string{ttsText(s.Title)}
	if s.hostTitle != "" {
		tags = append(tags, ttsText(s.hostTitle))
	}
	size := ttsBase{inches(base.width), inches(base.depth)}
	state, _ := json.Marshal(size) // numbers alone
	return ttsObject{
		Name:     "PlayerPawn",
		Nickname: ttsText(name), Description: ttsText(strings.Join(lines, "\n")), Tags: tags,
		Transform:      ttsTransform{PosY: 1, ScaleX: size.X, ScaleY: min(size.X, ttsMaxHeight), ScaleZ: size.Z},
		LuaScript:      script,
		LuaScriptState: string(state),
		Autoraise:      true, Sticky: true, Tooltip: true,
	}
}

// Distances between bases in inches: within a unit and between units; and the maximum width of a
// row.
const (
	ttsModelGap, ttsUnitGap = 0.25, 1.0
	ttsRowWidth             = 36.0
)

// ttsMaxHeight is the maximum scale of a pawn's height; higher pawns, on the largest bases, would
// hide the table.
const ttsMaxHeight = 2.0

// lineUpFigures places the figures of a row side by side, in several lines if needed, behind the
// figures placed so far, an area depth inches deep. It returns the new depth.
func lineUpFigures(row []ttsObject, depth float64) float64 {
	for len(row) > 0 {
		n, wide, deep := 0, 0.0, 0.0
		for n < len(row) && (n == 0 || wide+row[n].Transform.ScaleX <= ttsRowWidth) {
			wide += row[n].Transform.ScaleX + ttsModelGap
			deep = max(deep, row[n].Transform.ScaleZ)
			n++
		}
		x := -(wide - ttsModelGap) / 2
		for i := range row[:n] {
			at := &row[i].Transform
			at.PosX, at.PosZ = roundThousandth(x+at.ScaleX/2), roundThousandth(-depth-deep/2)
			x += at.ScaleX + ttsModelGap
		}
		row = row[n:]
		depth = roundThousandth(depth + deep + ttsModelGap)
	}
	return roundThousandth(depth - ttsModelGap + ttsUnitGap)
}

// baseSides matches the numbers in the size of a base, in millimetres.
var baseSides = regexp.MustCompile(`\d+(\.\d+)?`)

// baseOf returns a model's base from its size, such as "32 mm round" or "60 x 35 mm". The longer
// side is the depth. If the book states no base, it is the usual base for the model's wounds
// (docs/sheets.md).
func baseOf(m table.Model) base {
	round, _, _ := strings.Cut(m.BaseSize, " / ")
	var sides []float64
	for _, number := range baseSides.FindAllString(round, 2) {
		if side, err := strconv.ParseFloat(number, 64); err == nil && side > 0 && side < 1000 {
			sides = append(sides, side)
		}
	}
	switch {
	case len(sides) > 0:
		return base{slices.Min(sides), slices.Max(sides), m.HasUsualBase}
	case m.Wounds < 3:
		return base{32, 32, true}
	case m.Wounds < 6:
		return base{40, 40, true}
	case m.Wounds < 12:
		return base{60, 60, true}
	}
	return base{92, 120, true}
}

func (b base) String() string {
	text := fmt.Sprintf("%g mm base", b.width)
	if b.depth != b.width {
		text = fmt.Sprintf("%g×%g mm base", b.depth, b.width)
	}
	if b.isAssumed {
		text += ", the usual one"
	}
	return text
}

// inches converts millimetres to inches.
func inches(millimetres float64) float64 { return roundThousandth(millimetres / 25.4) }

func roundThousandth(x float64) float64 { return math.Round(x*1000) / 1000 }

// rowColour returns a colour for the n-th row that differs from its neighbours': the hues are a
// golden angle apart.
func rowColour(n int) ttsColor {
	at := math.Mod(float64(n)*0.618034, 1) * 6
	part := func(shift float64) float64 { // a triangle between 0.3 and 0.9
		x := math.Abs(math.Mod(at+shift, 6) - 3)
		return roundThousandth(0.3 + 0.6*min(1, max(0, x-1)))
	}
	return ttsColor{part(0), part(4), part(2)}
}

// guid returns an unused id for the n-th figure of a unit: six hexadecimal digits.
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

// ttsText returns text without the square brackets that Tabletop Simulator reads as formatting.
func ttsText(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = replaceBrackets(lines[i])
	}
	return strings.Join(lines, "\n")
}
