package gf

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"muster/builder/finding"
	"muster/catalog"
	"muster/rules"
)

// Claims holds the statements of an imported text about a unit, or a combined pair, that the army
// book contradicts. A check reports each of them until it is true of the unit.
type Claims struct {
	Points  int `yaml:"points,omitempty" schema:"0..1000000"`
	Models  int `yaml:"models,omitempty" schema:"0..1000"`
	Quality int `yaml:"quality,omitempty" schema:"0..99"`
	Defense int `yaml:"defense,omitempty" schema:"0..99"`
	// rules, and items with their rules in brackets
	Rules []string `yaml:"rules,omitempty" schema:"..200,each 1..200"`
	// count 0: the text does not mention it
	Weapons []catalog.Weapon `yaml:"weapons,omitempty" schema:"..200"`
}

// ListClaims are claims of a sender's text about the whole list that its army books do not support.
type ListClaims struct {
	Points int      `yaml:"points,omitempty" schema:"0..1000000"`       // stated total
	Books  []string `yaml:"books,omitempty" schema:"..200,each 1..200"` // ID@VERSION
}

// Codes of findings about claims (finding.Finding.IsAboutClaim): statements of an imported text that the book contradicts. Claims
// about Quality and Defense have CodeInexactProfile.
const (
	CodeClaimedPoints  = "import/points"
	CodeClaimedModels  = "import/models"
	CodeClaimedRule    = "import/rule"
	CodeClaimedWeapon  = "import/weapon"
	CodeClaimedTotal   = "import/total"
	CodeClaimedVersion = "import/version"
)

// A claimMismatch is a claim that is not true.
type claimMismatch struct {
	code            string
	claimed, actual string // the value in the sender's text, and the value by the book
	claimsMore      bool   // the text claims more than the book gives
}

// UntrueClaims returns the claims that are not true of a unit, or nil if there are none.
func (c *Claims) UntrueClaims(u *Unit) *Claims {
	unmet, found := c.compareWithUnit(u)
	if found == nil {
		return nil
	}
	return unmet
}

// AddOtherHalf adds the claims about the other half of a combined pair.
func (c *Claims) AddOtherHalf(other *Claims) {
	c.Points, c.Models = c.Points+other.Points, c.Models+other.Models
	for _, text := range other.Rules {
		if !slices.Contains(c.Rules, text) {
			c.Rules = append(c.Rules, text)
		}
	}
	for _, w := range other.Weapons {
		at := slices.IndexFunc(c.Weapons, func(has catalog.Weapon) bool {
			return has.Text() == (&catalog.Weapon{
				Name: w.Name, Count: has.Count, Range: w.Range, Attacks: w.Attacks, Rules: w.Rules,
			}).Text()
		})
		if at < 0 {
			c.Weapons = append(c.Weapons, w)
		} else {
			c.Weapons[at].Count += w.Count
		}
	}
}

// UntrueClaims returns the claims that are not true of the army, or nil if there are none.
func (c *ListClaims) UntrueClaims(a *Army) *ListClaims {
	unmet, found := c.compareWithArmy(a)
	if found == nil {
		return nil
	}
	return unmet
}

func (c *ListClaims) compareWithArmy(a *Army) (*ListClaims, []claimMismatch) {
	unmet, found := &ListClaims{}, []claimMismatch(nil)
	if c.Points != 0 && c.Points != a.Points && c.Points != a.SpentPoints() {
		unmet.Points = c.Points
		found = append(found, claimMismatch{
			CodeClaimedTotal, fmt.Sprintf("%d points in all", c.Points), fmt.Sprintf("%d", a.Points), c.Points < a.Points,
		})
	}
	for _, pin := range c.Books {
		id, version := catalog.SplitVersionedID(pin)
		at := slices.IndexFunc(a.Books, func(b *catalog.Book) bool { return b.ID == id })
		if at < 0 || a.Books[at].Version == version {
			continue
		}
		unmet.Books = append(unmet.Books, pin)
		found = append(found, claimMismatch{
			CodeClaimedVersion, "version " + version + " of " + a.Books[at].Name,
			"version " + cmp.Or(a.Books[at].Version, "without a number"), false,
		})
	}
	return unmet, found
}

// compareWithUnit returns the claims that are not true of a unit, and a mismatch for each.
func (c *Claims) compareWithUnit(u *Unit) (*Claims, []claimMismatch) {
	unmet, found := &Claims{}, []claimMismatch(nil)
	for _, n := range []struct {
		says, book, before int // before is without equipment, as some texts say it
		unmet              *int
		code, form, of     string
		lessIsMore         bool
	}{
		{c.Quality, u.Quality, u.BookUnit.Quality, &unmet.Quality, CodeInexactProfile, "Quality %d+", "%d+", true},
		{c.Defense, u.Defense, u.BookUnit.Defense, &unmet.Defense, CodeInexactProfile, "Defense %d+", "%d+", true},
		{c.Models, u.Models, u.Models, &unmet.Models, CodeClaimedModels, "%d models", "%d", false},
		{c.Points, u.Cost, u.Cost, &unmet.Points, CodeClaimedPoints, "%d points", "%d", true},
	} {
		if n.says == 0 || n.says == n.book || n.says == n.before {
			continue
		}
		*n.unmet = n.says
		found = append(found, claimMismatch{
			n.code, fmt.Sprintf(n.form, n.says), fmt.Sprintf(n.of, n.book), (n.says < n.book) == n.lessIsMore,
		})
	}
	for _, text := range c.Rules {
		if book, more, ok := u.compareClaimedRule(text); !ok {
			unmet.Rules = append(unmet.Rules, text)
			found = append(found, claimMismatch{CodeClaimedRule, text, book, more})
		}
	}
	weapons, mismatches := c.compareWeapons(u)
	unmet.Weapons = weapons
	return unmet, append(found, mismatches...)
}

// compareClaimedRule reports in ok whether the unit has the rule or item in a text. If not, book is
// the unit's nearest rule or item, and more reports that the text claims more.
func (u *Unit) compareClaimedRule(text string) (book string, more, ok bool) {
	key := catalog.MatchKey(text)
	has := u.ruleList()
	if slices.ContainsFunc(has, func(r rules.Use) bool { return catalog.MatchKey(r.String()) == key }) {
		return "", false, true
	}
	for _, item := range u.Items {
		name, inside, _ := strings.Cut(text, "(")
		if rest, ok := strings.CutPrefix(text, item.Name); ok &&
			(rest == "" || strings.HasPrefix(strings.TrimLeft(rest, " "), "(")) {
			name, inside = item.Name, strings.TrimLeft(rest, " (") // whose name may have brackets
		}
		if catalog.MatchKey(item.Name) != catalog.MatchKey(name) {
			continue
		}
		lacks := slices.ContainsFunc(splitOutsideBrackets(strings.TrimSuffix(inside, ")")), func(part string) bool { return !u.hasClaimedItemPart(part, item.Rules, has) })
		return strings.TrimSuffix(item.Name+" ("+strings.Join(rules.UseTexts(item.Rules), ", ")+")", " ()"), true, !lacks
	}
	said := rules.ParseUse(text)
	rating, isNumber := parseRating(said.Rating)
	most := 0
	for _, r := range has {
		if catalog.MatchKey(r.Name) != catalog.MatchKey(said.Name) {
			continue
		}
		n, numbers := parseRating(r.Rating)
		if isNumber && numbers && n == rating {
			return "", false, true
		}
		most, book = max(most, n), cmp.Or(book, r.String())
	}
	if book == "" {
		return "no such rule", true, false
	}
	return book, rating > most || !isNumber && said.Rating != "", false
}

// parseRating parses the number in a rule's brackets: 3, +3.
func parseRating(rating string) (n int, ok bool) {
	n, err := strconv.Atoi(strings.TrimPrefix(rating, "+"))
	return n, err == nil
}

// ruleList returns the rules of all models, of some models, of the book's unit before upgrades, and
// from auras.
func (u *Unit) ruleList() []rules.Use {
	all := slices.Concat(u.Rules, u.BookUnit.Rules)
	for _, some := range u.PartialRules {
		all = append(all, some.Rules...)
	}
	for _, item := range u.Items {
		all = append(all, item.Rules...)
	}
	set := u.Book.RuleSet(u.list.game)
	for _, use := range all {
		all = append(all, auraRules(set, use)...)
	}
	return all
}

// hasClaimedItemPart reports whether part, one part of an item in a text, is among the item's
// rules, the unit's rules, or the names of its weapons.
func (u *Unit) hasClaimedItemPart(part string, item, all []rules.Use) bool {
	key := catalog.MatchKey(part)
	isRule := func(r rules.Use) bool { return catalog.MatchKey(r.String()) == key }
	name, _, _ := strings.Cut(part, " (")
	return slices.ContainsFunc(item, isRule) || slices.ContainsFunc(all, isRule) ||
		slices.ContainsFunc(u.Weapons, func(w Weapon) bool { return hasNameKey(&w, catalog.MatchKey(name)) })
}

// hasNameKey reports whether key, made by MatchKey, is the weapon's name or its profile's.
func hasNameKey(w *Weapon, key string) bool {
	return catalog.MatchKey(w.Name) == key || w.ProfileOf != "" && catalog.MatchKey(w.ProfileOf) == key
}

// splitOutsideBrackets splits a text at commas outside brackets.
func splitOutsideBrackets(text string) (parts []string) {
	depth := 0
	for _, part := range strings.FieldsFunc(text, func(r rune) bool {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		}
		return r == ',' && depth == 0
	}) {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}

// compareWeapons compares the text's weapons with the unit's: first weapons with equal names and
// profiles, then weapons with equal names. Weapons of the unit that the text omits are mismatches
// only if the text names any weapon.
func (c *Claims) compareWeapons(u *Unit) (unmet []catalog.Weapon, found []claimMismatch) {
	used := make([]bool, len(u.Weapons))
	match := make([]int, len(c.Weapons)) // the place of the unit's weapon for each claim, from 1
	for _, alike := range []bool{true, false} {
		for i := range c.Weapons {
			said := &c.Weapons[i]
			for k := range u.Weapons {
				w := &u.Weapons[k]
				if match[i] == 0 && !used[k] && hasNameKey(w, said.NameKey()) && (!alike || compareClaimedProfile(w, said) == 0) {
					match[i], used[k] = k+1, true
				}
			}
		}
	}
	for i, said := range c.Weapons {
		book, more := "no such weapon", true
		if match[i] > 0 {
			w := &u.Weapons[match[i]-1]
			off := compareClaimedProfile(w, &said)
			if said.Count == w.Count && off == 0 {
				continue
			}
			book, more = claimedWeaponText(&catalog.Weapon{Name: w.Name, Count: w.Count, Range: w.Range, Attacks: w.Attacks, Rules: w.Rules}),
				said.Count > w.Count || off > 0
		} else if said.Count == 0 {
			continue
		}
		unmet = append(unmet, said)
		found = append(found, claimMismatch{CodeClaimedWeapon, claimedWeaponText(&said), book, more})
	}
	return unmet, found
}

// compareClaimedProfile returns 0 if the profiles are equal, 1 if the text claims more, -1 if it
// claims less.
func compareClaimedProfile(w *Weapon, said *catalog.Weapon) int {
	off := 0
	if said.Range > w.Range || said.Attacks > w.Attacks {
		return 1
	}
	if said.Range < w.Range || said.Attacks < w.Attacks {
		off = -1
	}
	for _, r := range said.Rules {
		at := slices.IndexFunc(w.Rules, func(has rules.Use) bool { return catalog.MatchKey(has.Name) == catalog.MatchKey(r.Name) })
		if at < 0 {
			return 1
		}
		says, isNumber := parseRating(r.Rating)
		has, numbers := parseRating(w.Rules[at].Rating)
		switch {
		case w.Rules[at].Rating == r.Rating, isNumber && numbers && says == has:
		case isNumber && says < has, r.Rating == "":
			off = -1
		default:
			return 1
		}
	}
	if len(said.Rules) < len(w.Rules) {
		off = -1
	}
	return off
}

// claimedWeaponText returns a weapon of a text with its count, even if that is 1 or 0.
func claimedWeaponText(w *catalog.Weapon) string {
	if w.Count == 0 {
		return "no " + w.Name
	}
	text := w.Text()
	if w.Count == 1 {
		text = "1× " + text
	}
	return text
}

// checkClaims reports each claim that is not true, with what the book says.
func (j *judge) checkClaims() {
	say := func(f finding.Finding, m claimMismatch, advice string) {
		f.Code, f.Severity = m.code, finding.Warning
		if m.claimsMore {
			f.Severity = finding.Error
		}
		f.Message = fmt.Sprintf("the text says %s, the book says %s; %s", m.claimed, m.actual, advice)
		j.Findings = append(j.Findings, f)
	}
	if c := j.List.Claims; c != nil {
		_, found := c.compareWithArmy(j.Army)
		for _, m := range found {
			say(j.List.withPosition(finding.Finding{Units: []string{}, Source: "muster, list/1"}, "claims"), m,
				"ask whoever sent it, or take the book's word")
		}
	}
	for _, u := range j.Units {
		if c := u.Entry.Claims; c != nil {
			_, found := c.compareWithUnit(j.groupOfEntry[u.index].Unit)
			for _, m := range found {
				say(j.List.errorAt(u.index, "", u.Book.Name, "", "claims"), m,
					"ask whoever sent it, or take the book's word")
			}
		}
	}
}
