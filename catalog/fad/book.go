package fad

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"muster/convert"
	fight "muster/rules/fad"
	"muster/schema"
)

// A Book is an army list of Fast and Dirty: designs of units with the options of each.
//
//schema:file book/1.fad (Fast and Dirty)
type Book struct {
	ID          string   `yaml:"id" schema:"required,id"`               // the book's id, such as reed-wardens
	System      string   `yaml:"system" schema:"required,only fad"`     // the book's game
	Name        string   `yaml:"name" schema:"required,name"`           // the army's name
	Version     string   `yaml:"version"`                               // the book's own version
	Description string   `yaml:"description"`                           // a description of the army
	Units       []Design `yaml:"-" schema:"key units,required,1..1000"` // the army's units
	Digest      string   `yaml:"-"`                                     // a fingerprint of all that matters in the book

	// Document is the file that the book was read from.
	Document *schema.Document `yaml:"-"`
}

// A Design is a unit of a book.
type Design struct {
	// BaseUnit is the smallest unit of the design, with the first choice of everything.
	BaseUnit Unit `yaml:",inline" schema:"require name,without image recon in partner"`
	Choices  `yaml:",inline"`
}

// Choices are what a list chooses for a unit of the design.
type Choices struct {
	Quality IDs            `yaml:"quality"` // one level, or the levels to choose from
	Resolve IDs            `yaml:"resolve"` // one level, or the levels to choose from
	Size    Size           `yaml:"size"`    // the allowed numbers of figures
	Figures *FigureWeapons `yaml:"figures"` // the weapons of each figure
	// figures that differ from the others
	SpecialFigures []SpecialFigure `yaml:"structure" schema:"..100"`
	Options        []Option        `yaml:"options" schema:"..100"` // choices for the whole unit
}

// IDs is one id or several, as a file writes them.
//
//schema:form {"type": ["string", "array"], "minLength": 1, "minItems": 1, "items": {"$ref": "#/definitions/id"}}
type IDs []string

// UnmarshalYAML reads an id or a list of ids.
func (ids *IDs) UnmarshalYAML(decode func(any) error) error {
	var one string
	if decode(&one) == nil {
		*ids = IDs{one}
		return nil
	}
	return decode((*[]string)(ids))
}

// Size is a number of figures.
type Size struct {
	Least int `yaml:"least" schema:"required,1..1000"` // the fewest figures
	// the most figures. 0 if Least is the only number
	Most int `yaml:"most,omitempty" schema:"1..1000"`
}

// FigureWeapons are the weapons of each figure of a unit.
type FigureWeapons struct {
	Weapon string `yaml:"weapon,omitempty" schema:"id"` // the weapon of each figure
	// the weapons from which the unit chooses one for all figures
	WeaponChoices []string `yaml:"weapons,omitempty" schema:"1..100,each id"`
}

func (a *FigureWeapons) choices() []string {
	if a == nil {
		return nil
	}
	if a.Weapon != "" {
		return append([]string{a.Weapon}, a.WeaponChoices...)
	}
	return a.WeaponChoices
}

// A SpecialFigure is a kind of figure that differs from the unit's other figures.
type SpecialFigure struct {
	// the weapons from which each of these figures has one
	WeaponChoices []string `yaml:"one-of,omitempty" schema:"1..100,each id"`
	// one figure at most for each full group of this many figures. 0 for one in the unit
	OneForEvery int `yaml:"for-every,omitempty" schema:"1..1000"`
	// the levels of experience that the unit's leader may have
	LeaderLevels []string `yaml:"leader,omitempty" schema:"1..20,each id"`
	Required     bool     `yaml:"must,omitempty" schema:"true"` // the unit must have one
}

// MaxFigures returns the maximum number of such figures in a unit of a size.
func (p *SpecialFigure) MaxFigures(size int) int {
	if p.OneForEvery == 0 || p.LeaderLevels != nil {
		return 1
	}
	return size / p.OneForEvery
}

// An Option is a choice for the whole unit.
//
//schema:form {"minProperties": 1, "maxProperties": 1}
type Option struct {
	Trait       string `yaml:"trait,omitempty" schema:"id"`       // a trait
	Armour      string `yaml:"armour,omitempty" schema:"id"`      // a better armour for all
	Weapon      string `yaml:"weapon,omitempty" schema:"id"`      // another weapon for a single figure
	Personality string `yaml:"personality,omitempty" schema:"id"` // a personality of one of its figures
}

// Find returns the design with an id, or nil.
func (b *Book) Find(id string) *Design {
	for i := range b.Units {
		if b.Units[i].BaseUnit.ID == id {
			return &b.Units[i]
		}
	}
	return nil
}

// IDs returns the ids of the book's units.
func (b *Book) IDs() []string {
	return convert.All(b.Units, func(d Design) string { return d.BaseUnit.ID })
}

// NeedsChoices reports whether the list chooses the number of figures or their weapons.
func (d *Design) NeedsChoices() bool {
	return d.Figures != nil && (d.Size.Least < d.Size.Most || len(d.Figures.choices()) > 1 || d.SpecialFigures != nil)
}

// SmallestUnit returns the smallest unit of the design.
func (d *Design) SmallestUnit() Unit {
	u := d.BaseUnit
	u.Design = d
	return u
}

// OrdinaryWeapons returns the weapons of ordinary figures, without the weapons of SpecialFigures.
func (d *Design) OrdinaryWeapons() []string { return d.Figures.choices() }

// OptionIDs returns the ids of one sort, such as traits, in the design's options. sort returns an
// option's id of that sort, or "".
func (d *Design) OptionIDs(sort func(*Option) string) (ids []string) {
	for i := range d.Options {
		if id := sort(&d.Options[i]); id != "" {
			ids = append(ids, id)
		}
	}
	return ids
}

// ReadBook reads a book from a document that fits its schema. The error is a *schema.Error for
// unknown ids, duplicate ids and names, and impossible designs.
func ReadBook(document *schema.Document) (*Book, error) {
	b := &Book{Document: document}
	if err := document.Decode(b); err != nil {
		return nil, err
	}
	armoury, err := LoadArmoury()
	if err != nil {
		return nil, err
	}
	r := bookReader{document: document, armoury: armoury}
	var whole strings.Builder
	fmt.Fprintf(&whole, "%s\n%s\n", b.Name, b.Version)
	names := map[string]bool{}
	for i := range document.At("units").Len() {
		n := document.At("units", i)
		d := r.readDesign(n)
		if d.BaseUnit.ID == "" { // it could not be read, which is said
			continue
		}
		if b.Find(d.BaseUnit.ID) != nil {
			r.problem(n.Get("id"), "a unit with the id `%s` is there already; give this one another", d.BaseUnit.ID)
		}
		if names[d.BaseUnit.Name] {
			r.problem(n.Get("name"), "a unit has the name %q already; rename one of them", d.BaseUnit.Name)
		}
		names[d.BaseUnit.Name] = true
		b.Units = append(b.Units, d)
		whole.WriteString(d.textToCompare())
	}
	if r.problems != nil {
		return nil, &schema.Error{Problems: r.problems}
	}
	sum := sha256.Sum256([]byte(whole.String()))
	b.Digest = hex.EncodeToString(sum[:16])
	return b, nil
}

// textToCompare returns everything that matters in the design, as a text to compare.
func (d *Design) textToCompare() string {
	open := d.Choices
	open.Figures = nil // at another address
	return fmt.Sprintf("%s%+v %q\n", schema.YAMLLines(&d.BaseUnit), open, d.Figures.choices())
}

// IsSame reports whether two designs are equal in everything that matters.
func (d *Design) IsSame(o *Design) bool { return d.textToCompare() == o.textToCompare() }

// Changes returns the keys that differ in another version of the design.
func (d *Design) Changes(o *Design) []string {
	var all []string
	add := func(key string, was, is any) {
		if a, b := schema.YAMLLine(was), schema.YAMLLine(is); a != b {
			all = append(all, fmt.Sprintf("%s %s → %s", key, a, b))
		}
	}
	a, b := reflect.ValueOf(d.Choices), reflect.ValueOf(o.Choices)
	for i, key := range schema.YAMLKeys(d.Choices) {
		add(key, a.Field(i).Interface(), b.Field(i).Interface())
	}
	base, other := d.BaseUnit, o.BaseUnit
	for _, u := range []*Unit{&base, &other} { // the choices have them
		u.Quality, u.Resolve, u.Figures = "", "", nil
	}
	a, b = reflect.ValueOf(base), reflect.ValueOf(other)
	for i, key := range schema.YAMLKeys(base) {
		add(key, a.Field(i).Interface(), b.Field(i).Interface())
	}
	return all
}

type bookReader struct {
	document *schema.Document
	armoury  *Armoury
	problems []schema.Problem
}

func (r *bookReader) problem(at schema.Node, format string, args ...any) {
	r.problems = append(r.problems, r.document.ProblemAt(at, format, args...))
}

// readDesign reads a design: its choices, and a unit with the first of them.
func (r *bookReader) readDesign(n schema.Node) Design {
	var d Design
	if err := n.Decode(&d.Choices); err != nil {
		r.problem(n, "%v", err)
		return d
	}
	unit := n
	for _, key := range []string{"quality", "resolve", "figures"} {
		unit, _ = unit.Replace([]any{key}, func(was schema.Node) (schema.Node, error) {
			if key == "figures" {
				return schema.Node{}, nil
			}
			return cmp.Or(was.Index(0), was), nil
		})
	}
	var err error
	if d.BaseUnit, err = ReadUnit(r.document.File, unit); err != nil {
		r.problems = append(r.problems, r.document.ProblemsAt(n, err)...)
		return d
	}
	if d.Size.Most = cmp.Or(d.Size.Most, d.Size.Least); d.Size.Most < d.Size.Least {
		r.problem(n.At("size", "most"), "at most %d figures are fewer than at least %d", d.Size.Most, d.Size.Least)
	}
	r.checkFigures(n, &d)
	r.checkIDs(n, &d)
	if len(r.problems) == 0 {
		d.addMinFigures()
	}
	return d
}

// checkFigures reports keys about figures that do not fit the kind of unit or each other.
func (r *bookReader) checkFigures(n schema.Node, d *Design) {
	for _, key := range []string{"size", "figures", "structure"} {
		at, _ := n.KeyAndValue(key)
		switch has := d.BaseUnit.Kind.HasFigures(); {
		case at.Exists() && !has:
			r.problem(at, "`%s` means nothing for kind `%s`, which is one figure or vehicle", key, d.BaseUnit.Kind)
		case !at.Exists() && has && key != "structure":
			r.problem(n, "a unit of kind `%s` needs `size: {least: 5, most: 10}` and `figures: {weapon: ID}`", d.BaseUnit.Kind)
			return
		}
	}
	if d.Figures != nil && d.Figures.choices() == nil {
		r.problem(n.Get("figures"),
			"say what each figure carries: `weapon: ID`, or `weapons: [ID, …]` to choose one of them")
	}
	seen, leads := map[string]bool{}, false
	for i := range d.SpecialFigures {
		p, at := &d.SpecialFigures[i], n.At("structure", i)
		switch {
		case (p.WeaponChoices == nil) == (p.LeaderLevels == nil):
			r.problem(at, "a part has either `one-of: [ID, …]`, the weapons of some figures, or `leader: [ID, …]`")
		case p.LeaderLevels != nil && (leads || d.BaseUnit.Kind != fight.Infantry):
			r.problem(at, "a squad of infantry has one leader, others none; remove this part")
		case p.OneForEvery > d.Size.Most || p.Required && p.MaxFigures(d.Size.Least) < 1:
			r.problem(at, "the unit has %d to %d figures, which are too few for one in every %d",
				d.Size.Least, d.Size.Most, p.OneForEvery)
		}
		leads = leads || p.LeaderLevels != nil
		for j, id := range p.WeaponChoices {
			if seen[id] || slices.Contains(d.Figures.choices(), id) {
				r.problem(at.At("one-of", j), "`%s` stands in the unit already; leave it in one place", id)
			}
			seen[id] = true
		}
	}
}

func (r *bookReader) checkIDs(n schema.Node, d *Design) {
	a := r.armoury
	for _, unknown := range a.UnknownIDs(&d.BaseUnit) {
		r.problem(n.At(unknown.Path...), "%s", unknown.Message)
	}
	checkID := func(what, id string, ids []string, at schema.Node) {
		if id != "" && !slices.Contains(ids, id) {
			near := schema.DidYouMean(id, ids)
			if near == "" && len(ids) < 6 {
				near = "; there are " + schema.QuotedOr(ids)
			}
			r.problem(at, "there is no %s `%s`%s", what, id, near)
		}
	}
	each := func(what string, all, ids []string, at schema.Node) {
		for i, id := range all {
			checkID(what, id, ids, cmp.Or(at.Index(i), at))
		}
	}
	each("Quality", d.Quality, a.Qualities.IDs(), n.Get("quality"))
	each("Resolve", d.Resolve, a.Resolves.IDs(), n.Get("resolve"))
	if d.Figures != nil {
		checkID("weapon", d.Figures.Weapon, a.WeaponIDs(), n.At("figures", "weapon"))
		each("weapon", d.Figures.WeaponChoices, a.WeaponIDs(), n.At("figures", "weapons"))
	}
	for i, p := range d.SpecialFigures {
		each("weapon", p.WeaponChoices, a.WeaponIDs(), n.At("structure", i, "one-of"))
		each("rating of a leader", p.LeaderLevels, a.LeaderLevels.IDs(), n.At("structure", i, "leader"))
	}
	if a.UnitKinds.Find(d.BaseUnit.ID) != nil {
		r.problem(n.Get("id"), "`%s` is a kind of unit, which an added unit would be taken for; give it another id", d.BaseUnit.ID)
	}
	kind := d.BaseUnit.Kind
	for i, o := range d.Options {
		at := n.At("options", i)
		for _, use := range []struct {
			key, is string
			fits    bool
		}{
			{"armour", o.Armour, kind != fight.Vehicle},
			{"personality", o.Personality, kind != fight.Vehicle},
			{"weapon", o.Weapon, kind == fight.Character || kind == fight.Psionic},
		} {
			if use.is != "" && !use.fits {
				r.problem(at.Get(use.key), "an option `%s` means nothing for kind `%s`; remove it", use.key, kind)
			}
		}
		checkID("trait", o.Trait, a.Traits(d.BaseUnit.Kind).IDs(), at.Get("trait"))
		checkID("armour", o.Armour, a.Armours.IDs(), at.Get("armour"))
		checkID("weapon", o.Weapon, a.WeaponIDs(), at.Get("weapon"))
		checkID("personality", o.Personality, a.Personalities.IDs(), at.Get("personality"))
	}
}

// addMinFigures gives the design's unit the minimum number of figures, including required special
// figures.
func (d *Design) addMinFigures() {
	if d.Figures == nil {
		return
	}
	plain := Figure{Count: d.Size.Least, Weapon: d.OrdinaryWeapons()[0]}
	var others []Figure
	for _, p := range d.SpecialFigures {
		one := Figure{Count: 1, Weapon: plain.Weapon}
		switch {
		case !p.Required:
			continue
		case p.LeaderLevels != nil:
			one.LeaderLevel = p.LeaderLevels[0]
		default:
			one.Weapon = p.WeaponChoices[0]
		}
		others = append(others, one)
		plain.Count--
	}
	if plain.Count > 0 {
		others = append([]Figure{plain}, others...)
	}
	d.BaseUnit.Figures = others
}

// ReadListUnit reads a list's unit that is taken from a book: the book's design with the choices of
// the list's entry. The errors are the same as for ReadUnit.
func (d *Design) ReadListUnit(file string, n schema.Node) (Unit, error) { return loadUnit(file, n, d) }
