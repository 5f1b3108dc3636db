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
	c := &check{list: l, a: l.Armoury, found: slices.Clone(l.asideWarnings)}
	for i := range l.Units {
		c.unit(i)
	}
	if !l.single {
		c.armourySent()
		c.version()
		c.duplicates()
		c.links()
		c.listTraits()
		c.platoons()
		c.points()
		c.recon()
	}
	slices.SortStableFunc(c.found, func(a, b finding.Finding) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return c.found
}

// CheckUnit judges the first unit with an id, without the rules about the rest of its list. It
// returns nil for an unknown id.
func (l *List) CheckUnit(id string) []finding.Finding {
	c := &check{list: l, a: l.Armoury}
	if i := l.Index(id); i >= 0 {
		c.unit(i)
	}
	return c.found
}

// check collects findings.
type check struct {
	list  *List
	a     *fad.Armoury
	found []finding.Finding
}

// subject is the unit that a finding is about, and its place.
type subject struct {
	path []any // in the unit's entry
	*fad.Unit
	index int
	kind  *fad.KindCost
	all   []*fad.Trait // its traits and those that they include
}

func (c *check) subject(i int) subject {
	u := &c.list.Units[i]
	return subject{Unit: u, index: i, kind: c.a.Kinds.Find(string(u.Kind)), all: c.a.WithIncluded(u.Kind, u.TraitIDs())}
}

// at returns the subject with a path inside its unit.
func (s subject) at(path ...any) subject {
	s.path = path
	return s
}

// forbid records an error about the subject.
func (c *check) forbid(s subject, code, source, format string, args ...any) {
	c.add(s,
		finding.Finding{Code: code, Severity: finding.Error, Source: source, Message: fmt.Sprintf(format, args...)})
}

// remark records a note about the subject.
func (c *check) remark(s subject, code, source, format string, args ...any) {
	c.add(s, finding.Finding{Code: code, Severity: finding.Note, Source: source, Message: fmt.Sprintf(format, args...)})
}

// add records a finding at the subject's place, with its unit's title before the message.
func (c *check) add(s subject, f finding.Finding) {
	var at []any
	if !c.list.single {
		at = []any{"units", s.index}
	}
	f.Units, f.Message = []string{s.ID}, s.Title()+": "+f.Message
	c.at(append(at, s.path...), f)
}

// at records a finding at a path in the file, or at the nearest existing value around it.
func (c *check) at(path []any, f finding.Finding) {
	node := c.list.document.At(path...)
	for n := len(path) - 1; !node.Exists() && n >= 0; n-- {
		node = c.list.document.At(path[:n]...)
	}
	f.Line, f.Column = node.Line(), node.Column()
	if f.Units == nil {
		f.Units = []string{}
	}
	c.found = append(c.found, f)
}

// chapters names the chapter of the document for each sort of id.
var chapters = map[string]string{
	"weapon": "FAD, The Armoury", "armour": "FAD, The Armoury", "trait": "FAD, Traits",
	"personality": "FAD, Personalities", "power": "FAD, Psionics, Powers",
}

// unit judges one unit on its own.
func (c *check) unit(i int) {
	s := c.subject(i)
	for _, e := range c.a.Unknowns(s.Unit) {
		c.forbid(s.at(e.Path...), e.What+fad.CodeUnknown, chapters[e.What], "%s", e.Message)
	}
	c.size(s)
	c.traits(s)
	c.weapons(s)
	c.supportShare(s)
	c.bookUnit(s)
	c.leadersAndPsionics(s)
	if s.Kind == fight.Vehicle {
		c.vehicle(s)
	}
	if always := s.kind.Resolve; always != "" && s.Resolve != always {
		c.forbid(s.at("resolve"), "trait/resolve", s.kind.Source, "%s is always of %s Resolve; write `resolve: %s`",
			lowerFirst(s.kind.Name), c.a.Resolves.Find(always).Name, always)
	}
}

func (c *check) size(s subject) {
	if creation := c.list.Creation[s.index]; creation != nil {
		if problem := creation.Problem(); problem != "" {
			c.forbid(s.at("figures"), "figures/none", creationSource, "%s", problem)
		}
		return
	}
	if !c.list.Makes(string(s.Kind)) {
		c.add(s.at("kind"), finding.Finding{
			Code: "creation/kind", Severity: finding.Warning, Source: creationSource,
			Message: "basic creation makes infantry squads only, so that no figures are counted for it; take it out, or make the force by points: remove `method: basic`",
		})
	}
	if s.Kind.HasFigures() && s.Size() == 0 {
		c.forbid(s.at("figures"), "figures/none", s.kind.Source,
			"it has no figures; add some: `figures: [{count: 5, weapon: ID}]`")
	}
}

// leadersAndPsionics judges leaders and psionics.
func (c *check) leadersAndPsionics(s subject) {
	leaders, first := 0, -1
	for i, f := range s.Figures {
		if f.Leader != "" {
			leaders += f.Count
			if first < 0 {
				first = i
			}
		}
	}
	c.onePersonality(s)
	if s.Kind == fight.Character && s.Specialisation == "" {
		c.remark(s, "character/branch", "FAD, Characters", "he leads no branch, so units of his gain nothing from it; add `specialisation: infantry`, `gunnery` or `cavalry`")
	}
	path := []any{"figures", first, "leader"}
	switch {
	case leaders > 0 && s.Kind != fight.Infantry:
		c.forbid(s.at(path...), "leader/count", "FAD, Squad Leaders",
			"only infantry squads have a leader; remove `leader`")
	case leaders > 1:
		c.forbid(s.at(path...), "leader/count", "FAD, Squad Leaders",
			"%d figures lead it; a squad has one leader", leaders)
	}
	if s.Kind != fight.Psionic {
		return
	}
	if bounds := s.kind.Strength; s.Strength < bounds.Least || s.Strength > bounds.Most {
		c.forbid(s.at("strength"), "psionic/strength", "FAD, Psionics",
			"Strength is %d; it is %d to %d", s.Strength, bounds.Least, bounds.Most)
	}
	different := slices.Compact(slices.Sorted(slices.Values(s.Powers)))
	switch {
	case len(different) < len(s.Powers):
		c.forbid(s.at("powers"), "psionic/powers", "FAD, Psionics, Powers",
			"a power is chosen twice; choose %d different ones", s.Strength)
	case len(different) != s.Strength:
		c.forbid(s.at("powers"), "psionic/powers", "FAD, Psionics, Powers", "%s for Strength %d; choose as many powers as Strength", finding.Count(len(different), "power"), s.Strength)
	}
}

// onePersonality reports figures with two personalities.
func (c *check) onePersonality(s subject) {
	report := func(ids []string, path ...any) {
		if len(ids) > 1 {
			c.forbid(s.at(path...), "personality/count", "FAD, Personalities",
				"one figure has %s; a figure has one", finding.Count(len(ids), "personality"))
		}
	}
	for i, f := range s.Figures {
		report(f.Personalities, "figures", i, "personalities")
	}
	report(s.Personalities, "personalities")
}

// vehicle judges movement and crew.
func (c *check) vehicle(s subject) {
	if s.Movement == "" {
		c.forbid(s, "vehicle/movement", "FAD, Vehicles",
			"it has no way to move; add `movement:` with one of %s", strings.Join(c.a.Movements.IDs(), ", "))
	}
	crew, fighter := s.CrewSize(c.a), s.Fighter(c.a)
	var crewless *fad.Trait
	for _, t := range s.all {
		if t.Crewless {
			crewless = t
		}
	}
	switch {
	case crewless != nil && crew > 0:
		c.forbid(s.at("crew"), "vehicle/crew", crewless.Source,
			"%s leaves no crew; write `crew: 0`, or leave it out", crewless.Name)
	case crewless != nil:
	case crew == 0:
		c.forbid(s.at("crew"), "vehicle/crew", "FAD, Vehicles", "nobody drives it; give it a crew of 1 or more")
	case fighter.Crewed < fighter.MaxFiring():
		c.remark(s.at("crew"), "vehicle/crew", "FAD, Vehicles",
			"a crew of %d fires %d of its %s in a turn", crew, fighter.Crewed, finding.Count(fighter.MaxFiring(), "weapon"))
	}
}

// duplicates reports ids that two units share.
func (c *check) duplicates() {
	seen := map[string]bool{}
	for i := range c.list.Units {
		s := c.subject(i)
		if seen[s.ID] {
			c.forbid(s.at("id"), "unit/duplicate", organisation,
				"another unit has the id `%s`; give this one its own", s.ID)
		}
		seen[s.ID] = true
	}
}

// recon judges recon duty: only suitable units may go, one for each platoon.
func (c *check) recon() {
	sent, most := 0, c.list.platoonCount()
	for i := range c.list.Units {
		s := c.subject(i)
		if !s.Recon {
			continue
		}
		why := staysBecause(c.a, s.Unit, s.all)
		if why == "" {
			if sent++; sent > most {
				why = fmt.Sprintf("one unit may be sent for each platoon, and the force has %s",
					finding.Count(most, "platoon"))
			}
		}
		if why != "" {
			c.forbid(s.at("recon"), "recon/unit", "FAD, Recon Duties", "%s; remove `recon`", why)
		}
	}
}

func (c *check) points() {
	limit, total := c.list.Limit(), c.list.Total()
	if limit == 0 || total <= limit {
		return
	}
	c.at([]any{"points"}, finding.Finding{
		Code: finding.OverPoints, Severity: finding.Error, Source: "FAD, Points Buy System",
		Message: fmt.Sprintf("the force costs %d points, %d more than the agreed %d", total, total-limit, limit),
	})
}

// armourySent warns if the armoury was sent along with the list.
func (c *check) armourySent() {
	if _, sent := c.list.document.Place.Folder.(SentFolder); sent {
		c.at([]any{"armoury"}, finding.Finding{
			Code: CodeSent, Severity: finding.Warning, Source: "docs/fast-and-dirty.md, A house armoury",
			Message: fmt.Sprintf("the house armoury `%s` came with the list, and judges it; see that you agree with it", c.list.document.At("armoury").Text()),
		})
	}
}

// version warns if the list names another version of the book.
func (c *check) version() {
	if wanted := c.list.missingVersion(); wanted != "" {
		c.at([]any{"book"}, finding.Finding{
			Code: finding.CodeVersion, Severity: finding.Warning, Source: "muster, list/1",
			Message: finding.OtherVersion(c.list.Source.Name, c.list.Source.Version, wanted),
		})
	}
}

// lowerFirst returns a name for use inside a sentence, with a small first letter.
func lowerFirst(name string) string {
	_, size := utf8.DecodeRuneInString(name)
	return strings.ToLower(name[:size]) + name[size:]
}
