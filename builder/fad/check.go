package fad

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"muster/builder/finding"
	"muster/catalog/fad"
	fight "muster/rules/fad"
)

// Check judges the list by the rules (see docs/rules-notes.md, Fast and Dirty). Findings are in
// file order; only errors make the list illegal.
func (l *List) Check() []finding.Finding {
	c := &check{list: l, armoury: l.Armoury, findings: slices.Clone(l.warningsAboutSetAside)}
	for i := range l.Units {
		c.unit(i)
	}
	if !l.isSingleUnit {
		c.warnOfSentArmoury()
		c.bookVersion()
		c.duplicates()
		c.links()
		c.wholeListTraits()
		c.platoons()
		c.points()
		c.recon()
	}
	slices.SortStableFunc(c.findings, func(a, b finding.Finding) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return c.findings
}

// CheckUnit judges the first unit with an id, without the rules that concern other units of the
// list. It returns nil for an unknown id.
func (l *List) CheckUnit(id string) []finding.Finding {
	c := &check{list: l, armoury: l.Armoury}
	if i := l.Index(id); i >= 0 {
		c.unit(i)
	}
	return c.findings
}

// A check collects the findings of a list.
type check struct {
	list     *List
	armoury  *fad.Armoury
	findings []finding.Finding
}

// A checkedUnit is the unit that a check judges, with its position in the list.
type checkedUnit struct {
	path []any // path, within the unit's entry in the file, of the value that findings are about
	*fad.Unit
	index     int
	kind      *fad.UnitKind
	allTraits []*fad.Trait // its traits and the traits that they include
}

func (c *check) checkedUnit(i int) checkedUnit {
	u := &c.list.Units[i]
	return checkedUnit{
		Unit: u, index: i, kind: c.armoury.UnitKinds.Find(string(u.Kind)),
		allTraits: c.armoury.WithIncludedTraits(u.Kind, u.TraitIDs()),
	}
}

// withPath returns the unit with a path inside it.
func (s checkedUnit) withPath(path ...any) checkedUnit {
	s.path = path
	return s
}

// forbid records an error about the unit.
func (c *check) forbid(s checkedUnit, code, source, format string, args ...any) {
	c.addFinding(s,
		finding.Finding{Code: code, Severity: finding.Error, Source: source, Message: fmt.Sprintf(format, args...)})
}

// addRemark records a note about the unit.
func (c *check) addRemark(s checkedUnit, code, source, format string, args ...any) {
	c.addFinding(s, finding.Finding{Code: code, Severity: finding.Note, Source: source, Message: fmt.Sprintf(format, args...)})
}

// addFinding adds a finding at the unit's place, with the unit's title before the message.
func (c *check) addFinding(s checkedUnit, f finding.Finding) {
	var at []any
	if !c.list.isSingleUnit {
		at = []any{"units", s.index}
	}
	f.Units, f.Message = []string{s.ID}, s.Title()+": "+f.Message
	c.addFindingAt(append(at, s.path...), f)
}

// addFindingAt adds a finding at a path in the file, or at the nearest existing value around it.
func (c *check) addFindingAt(path []any, f finding.Finding) {
	node := c.list.activeDocument.At(path...)
	for n := len(path) - 1; !node.Exists() && n >= 0; n-- {
		node = c.list.activeDocument.At(path[:n]...)
	}
	f.Line, f.Column = node.Line(), node.Column()
	if f.Units == nil {
		f.Units = []string{}
	}
	c.findings = append(c.findings, f)
}

// ruleChapters maps each sort of id (weapon, armour, trait, …) to the chapter of the rules that
// lists these ids.
var ruleChapters = map[string]string{
	"weapon": "FAD, The Armoury", "armour": "FAD, The Armoury", "trait": "FAD, Traits",
	"personality": "FAD, Personalities", "power": "FAD, Psionics, Powers",
}

// unit judges one unit by itself.
func (c *check) unit(i int) {
	s := c.checkedUnit(i)
	for _, e := range c.armoury.UnknownIDs(s.Unit) {
		c.forbid(s.withPath(e.Path...), e.Kind+fad.UnknownCodeSuffix, ruleChapters[e.Kind], "%s", e.Message)
	}
	c.unitSize(s)
	c.traits(s)
	c.weapons(s)
	c.supportWeapons(s)
	c.bookUnit(s)
	c.leadersAndPsionics(s)
	if s.Kind == fight.Vehicle {
		c.vehicle(s)
	}
	if always := s.kind.FixedResolve; always != "" && s.Resolve != always {
		c.forbid(s.withPath("resolve"), "trait/resolve", s.kind.Source, "%s is always of %s Resolve; write `resolve: %s`",
			lowerFirst(s.kind.Name), c.armoury.Resolves.Find(always).Name, always)
	}
}

// unitSize judges the number of a unit's figures.
func (c *check) unitSize(s checkedUnit) {
	if creation := c.list.Creations[s.index]; creation != nil {
		if problem := creation.Problem(); problem != "" {
			c.forbid(s.withPath("figures"), "figures/none", creationSource, "%s", problem)
		}
		return
	}
	if !c.list.AllowsKind(string(s.Kind)) {
		c.addFinding(s.withPath("kind"), finding.Finding{
			Code: "creation/kind", Severity: finding.Warning, Source: creationSource,
			Message: "basic creation makes infantry squads only, so that no figures are counted for it; take it out, or make the force by points: remove `method: basic`",
		})
	}
	if s.Kind.HasFigures() && s.Size() == 0 {
		c.forbid(s.withPath("figures"), "figures/none", s.kind.Source,
			"it has no figures; add some: `figures: [{count: 5, weapon: ID}]`")
	}
}

// leadersAndPsionics judges leaders and psionics.
func (c *check) leadersAndPsionics(s checkedUnit) {
	leaders, first := 0, -1
	for i, f := range s.Figures {
		if f.LeaderLevel != "" {
			leaders += f.Count
			if first < 0 {
				first = i
			}
		}
	}
	c.personalities(s)
	if s.Kind == fight.Character && s.Specialisation == "" {
		c.addRemark(s, "character/branch", "FAD, Characters", "he leads no branch, so units of his gain nothing from it; add `specialisation: infantry`, `gunnery` or `cavalry`")
	}
	path := []any{"figures", first, "leader"}
	switch {
	case leaders > 0 && s.Kind != fight.Infantry:
		c.forbid(s.withPath(path...), "leader/count", "FAD, Squad Leaders",
			"only infantry squads have a leader; remove `leader`")
	case leaders > 1:
		c.forbid(s.withPath(path...), "leader/count", "FAD, Squad Leaders",
			"%d figures lead it; a squad has one leader", leaders)
	}
	if s.Kind != fight.Psionic {
		return
	}
	if bounds := s.kind.Strength; s.PsionicStrength < bounds.Least || s.PsionicStrength > bounds.Most {
		c.forbid(s.withPath("strength"), "psionic/strength", "FAD, Psionics",
			"Strength is %d; it is %d to %d", s.PsionicStrength, bounds.Least, bounds.Most)
	}
	different := slices.Compact(slices.Sorted(slices.Values(s.Powers)))
	switch {
	case len(different) < len(s.Powers):
		c.forbid(s.withPath("powers"), "psionic/powers", "FAD, Psionics, Powers",
			"a power is chosen twice; choose %d different ones", s.PsionicStrength)
	case len(different) != s.PsionicStrength:
		c.forbid(s.withPath("powers"), "psionic/powers", "FAD, Psionics, Powers", "%s for Strength %d; choose as many powers as Strength", finding.CountText(len(different), "power"), s.PsionicStrength)
	}
}

// personalities reports figures with two personalities.
func (c *check) personalities(s checkedUnit) {
	report := func(ids []string, path ...any) {
		if len(ids) > 1 {
			c.forbid(s.withPath(path...), "personality/count", "FAD, Personalities",
				"one figure has %s; a figure has one", finding.CountText(len(ids), "personality"))
		}
	}
	for i, f := range s.Figures {
		report(f.Personalities, "figures", i, "personalities")
	}
	report(s.Personalities, "personalities")
}

// vehicle judges movement and crew.
func (c *check) vehicle(s checkedUnit) {
	if s.Movement == "" {
		c.forbid(s, "vehicle/movement", "FAD, Vehicles",
			"it has no way to move; add `movement:` with one of %s", strings.Join(c.armoury.Movements.IDs(), ", "))
	}
	crew, fighter := s.CrewSize(c.armoury), s.Fighter(c.armoury)
	var crewless *fad.Trait
	for _, t := range s.allTraits {
		if t.Crewless {
			crewless = t
		}
	}
	switch {
	case crewless != nil && crew > 0:
		c.forbid(s.withPath("crew"), "vehicle/crew", crewless.Source,
			"%s leaves no crew; write `crew: 0`, or leave it out", crewless.Name)
	case crewless != nil:
	case crew == 0:
		c.forbid(s.withPath("crew"), "vehicle/crew", "FAD, Vehicles", "nobody drives it; give it a crew of 1 or more")
	case fighter.CrewedWeaponCount < fighter.MaxWeaponsFired():
		c.addRemark(s.withPath("crew"), "vehicle/crew", "FAD, Vehicles",
			"a crew of %d fires %d of its %s in a turn", crew, fighter.CrewedWeaponCount, finding.CountText(fighter.MaxWeaponsFired(), "weapon"))
	}
}

// duplicates reports ids that two units share.
func (c *check) duplicates() {
	seen := map[string]bool{}
	for i := range c.list.Units {
		s := c.checkedUnit(i)
		if seen[s.ID] {
			c.forbid(s.withPath("id"), "unit/duplicate", organisationSource,
				"another unit has the id `%s`; give this one its own", s.ID)
		}
		seen[s.ID] = true
	}
}

// recon judges the units sent on recon: only suitable units may go, one for each platoon.
func (c *check) recon() {
	sent, most := 0, c.list.platoonCount()
	for i := range c.list.Units {
		s := c.checkedUnit(i)
		if !s.SentOnRecon {
			continue
		}
		why := reconRefusal(c.armoury, s.Unit, s.allTraits)
		if why == "" {
			if sent++; sent > most {
				why = fmt.Sprintf("one unit may be sent for each platoon, and the force has %s",
					finding.CountText(most, "platoon"))
			}
		}
		if why != "" {
			c.forbid(s.withPath("recon"), "recon/unit", "FAD, Recon Duties", "%s; remove `recon`", why)
		}
	}
}

// points reports a list that costs more than its agreed size.
func (c *check) points() {
	limit, total := c.list.PointsLimit(), c.list.TotalCost()
	if limit == 0 || total <= limit {
		return
	}
	c.addFindingAt([]any{"points"}, finding.Finding{
		Code: finding.CodeOverPoints, Severity: finding.Error, Source: "FAD, Points Buy System",
		Message: fmt.Sprintf("the force costs %d points, %d more than the agreed %d", total, total-limit, limit),
	})
}

// warnOfSentArmoury warns if the house armoury was sent along with the list.
func (c *check) warnOfSentArmoury() {
	if _, sent := c.list.activeDocument.Path.Folder.(SentListFolder); sent {
		c.addFindingAt([]any{"armoury"}, finding.Finding{
			Code: CodeArmourySent, Severity: finding.Warning, Source: "docs/fast-and-dirty.md, A house armoury",
			Message: fmt.Sprintf("the house armoury `%s` came with the list, and judges it; see that you agree with it", c.list.activeDocument.At("armoury").Text()),
		})
	}
}

// bookVersion warns if the list names another version of the book.
func (c *check) bookVersion() {
	if wanted := c.list.missingVersion(); wanted != "" {
		c.addFindingAt([]any{"book"}, finding.Finding{
			Code: finding.CodeOtherVersion, Severity: finding.Warning, Source: "muster, list/1",
			Message: finding.VersionMessage(c.list.SourceBook.Name, c.list.SourceBook.Version, wanted),
		})
	}
}

// lowerFirst returns a name with a small first letter, for use inside a sentence.
func lowerFirst(name string) string {
	_, size := utf8.DecodeRuneInString(name)
	return strings.ToLower(name[:size]) + name[size:]
}
