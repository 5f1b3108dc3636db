package armyforge

import (
	"iter"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"muster/catalog"
)

// A heading is the meaning of a section's printed heading: "Replace up to two
// Rifles", "Any model may take one Rifle attachment".
type heading struct {
	kind catalog.SectionKind
	// how many models the section affects, and how many options may be chosen, as a book/1 section
	// writes them
	affectsQuantity, chooseQuantity string
	targets                         []string
	fullyParsed                     bool // parseHeading understood the whole heading
}

// headingForms holds the patterns of headings (see the table in docs/file-formats.md). Their groups
// hold the quantities and the targets.
var headingForms = []struct {
	kind            catalog.SectionKind
	affects, choose string
	form            func() *regexp.Regexp
}{
	{"replace", "1", "any", pattern(`^(?i:any model may replace)\s+(?:(?i:one)\s+)?(?P<targets>.+)$`)},
	{"attachment", "", "1", pattern(`^(?i:take one)\s+(?P<target>.+?)\s+(?i:attachments?)$`)},
	{"attachment", "1", "any", pattern(`^(?i:any model may take one)\s+(?P<target>.+?)\s+(?i:attachments?)$`)},
	{"replace", "", "", pattern(`^(?i:replace)\s+(?:(?i:(?P<affects>all|any|one|up to \w+))\s+)?(?P<targets>.+)$`)},
	{"upgrade", "", "", pattern(`^(?i:upgrade\s+with)` + chooseSuffix)},
	{"upgrade", "", "", pattern(`^(?i:upgrade\s+(?P<affects>all|any|one|up to \w+)\s+models?\s+with)` + chooseSuffix)},
	{"upgrade", "", "", pattern(`^(?i:upgrade)\s+(?:(?i:(?P<affects>all|any|one|up to \w+))\s+)?(?P<targets>.+?)\s+(?i:with)` + chooseSuffix)},
	{"rule", "", "", pattern(`^(?i:upgrade)\s+(?P<target>.+)$`)},
}

const chooseSuffix = `(?:\s+(?i:(?P<choose>one|any|up to \w+)))?$`

func parseHeading(label string) heading {
	label = strings.Join(strings.Fields(strings.TrimRight(label, ": ")), " ")
	for _, f := range headingForms {
		m := f.form().FindStringSubmatch(label)
		if m == nil {
			continue
		}
		h := heading{kind: f.kind, affectsQuantity: f.affects, chooseQuantity: f.choose, fullyParsed: true}
		for i, group := range f.form().SubexpNames() {
			ok := true
			switch group {
			case "affects":
				h.affectsQuantity, ok = parseQuantity(m[i])
			case "choose":
				h.chooseQuantity, ok = parseQuantity(m[i])
			case "targets":
				h.targets = splitTargets(m[i])
			case "target":
				h.targets = []string{m[i]}
			}
			h.fullyParsed = h.fullyParsed && ok
		}
		return h
	}
	return heading{kind: "upgrade"}
}

var numberWords = map[string]int{
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
	"eight": 8, "nine": 9, "ten": 10,
}

// parseQuantity reads "one", "any", "all" or "up to two".
func parseQuantity(words string) (string, bool) {
	words = strings.ToLower(words)
	switch words {
	case "", "any", "all":
		return words, true
	case "one":
		return "1", true
	}
	word, ok := strings.CutPrefix(words, "up to ")
	n := numberWords[word]
	if n == 0 {
		n, _ = strconv.Atoi(word)
	}
	if !ok || n < 1 || n > 99 {
		return "", false
	}
	return "up to " + strconv.Itoa(n), true
}

// splitTargets separates "Rifle, Pistol and CCW".
func splitTargets(text string) []string {
	var targets []string
	for _, part := range strings.Split(strings.ReplaceAll(text, ", ", " and "), " and ") {
		if part = strings.TrimSpace(part); part != "" {
			targets = append(targets, part)
		}
	}
	return targets
}

// A profile is a piece of equipment parsed from a label: "2x Claws (A2, Spiky(1))", "Jetpack
// (Spiky, Shiny)".
type profile struct {
	count        int
	name         string
	rangeInches  int
	attacks      int // -1 if none are printed
	rules        []string
	innerWeapons []profile // weapons within the brackets
	trailingText string    // the text after the closing bracket
}

var (
	countPrefix = pattern(`^(\d+)[x×]\s+`)
	pickOneNote = pattern(`(?i)\s*-?\s*pick one to fire.*$`)
	// rangeAttacksPart matches a range, attacks, or both without a comma: 24" · A4 · 24" A4.
	rangeAttacksPart = pattern(`^(?:(\d+)\s*["”“″])?\s*(?:A(\d+))?$`)
	weaponBracket    = pattern(`\(\s*(?:\d+\s*["”“″]|A\d+\s*(?:[,)]|$))`)
)

// parseProfile reads one piece of equipment from a label. A bracket that is
// never closed is closed at the end.
func parseProfile(label string) profile { return parseEquipment(label, false) }

// parseEquipment parses a piece of equipment. If within is set, the label stands inside the
// brackets of another piece, and weapons inside the piece are ignored.
func parseEquipment(label string, within bool) profile {
	p := profile{count: 1, attacks: -1}
	label = strings.TrimSpace(label)
	if m := countPrefix().FindStringSubmatch(label); m != nil {
		p.count, _ = strconv.Atoi(m[1])
		label = label[len(m[0]):]
	}
	open := strings.IndexByte(label, '(')
	if open <= 0 {
		p.name = label
		return p
	}
	p.name = strings.TrimSpace(label[:open])
	inside, rest := splitAtBracket(label[open+1:])
	p.trailingText = strings.TrimSpace(rest)
	for _, part := range splitAtCommas(inside) {
		if reach, attacks := rangeAndAttacks(part); reach > 0 || attacks >= 0 {
			p.rangeInches, p.attacks = max(p.rangeInches, reach), max(p.attacks, attacks)
		} else if weaponBracket().MatchString(part) {
			if !within {
				p.innerWeapons = append(p.innerWeapons, parseEquipment(part, true))
			}
		} else {
			rule, _ := fixBrackets(part)
			p.rules = append(p.rules, rule)
		}
	}
	return p
}

// rangeAndAttacks parses a range and attacks; a missing range is 0, missing attacks are -1.
func rangeAndAttacks(text string) (reach, attacks int) {
	m := rangeAttacksPart().FindStringSubmatch(strings.TrimSpace(text))
	if m == nil || m[0] == "" {
		return 0, -1
	}
	reach, _ = strconv.Atoi(m[1])
	attacks = -1
	if m[2] != "" {
		attacks, _ = strconv.Atoi(m[2])
	}
	return reach, attacks
}

// bracketDepths yields for each character of a text its offset, and the number of open brackets
// after it.
func bracketDepths(text string) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		depth := 0
		for i, c := range text {
			switch c {
			case '(':
				depth++
			case ')':
				depth--
			}
			if !yield(i, depth) {
				return
			}
		}
	}
}

// splitAtBracket splits a text after an opening bracket at the bracket that closes it.
func splitAtBracket(text string) (inside, rest string) {
	for i, depth := range bracketDepths(text) {
		if depth < 0 {
			return text[:i], text[i+1:]
		}
	}
	return text, ""
}

// splitAtCommas splits at commas that stand in no bracket.
func splitAtCommas(text string) []string {
	var parts []string
	start, end := 0, len(text)
	text += ","
	for i, depth := range bracketDepths(text) {
		if text[i] != ',' || depth > 0 && i < end {
			continue
		}
		if part := strings.TrimSpace(text[start:i]); part != "" {
			parts = append(parts, part)
		}
		start = i + 1
	}
	return parts
}

// bracketsBalanced reports whether every opening bracket has a closing one, and the other way
// round.
func bracketsBalanced(text string) bool {
	last := 0
	for _, last = range bracketDepths(text) {
		if last < 0 {
			return false
		}
	}
	return last == 0
}

var (
	// matches a rating after empty brackets: Spiky()1
	ratingOutsideBrackets = pattern(`^([^()]+)\(\)\s*(\+?\d+)$`)
	// matches a rating without brackets: Spiky +1
	ratingWithoutBrackets = pattern(`^([^()]*[^()\s])\s+(\+\d+)$`)
	// matches a rating whose brackets do not match: Spiky(1 · Spiky((1) · Spiky(1))
	ratingUnclosed = pattern(`^([^()]+)\(+\s*(\+?\d+)\s*\)*$`)
	// matches a rule with brackets, but without a rating: Spiky)
	strayBrackets = pattern(`^([^()]+)[()]+$`)
)

// pattern returns a function that compiles a regular expression at its first call, because most
// commands never import a file.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// fixBrackets corrects the bracket typos of old books; typo reports whether there was one. Other
// text is returned unchanged.
func fixBrackets(text string) (mended string, typo bool) {
	text = strings.TrimSpace(text)
	if m := ratingWithoutBrackets().FindStringSubmatch(text); m != nil {
		return m[1] + "(" + m[2] + ")", false // another way of writing, no typo
	}
	for _, form := range []*regexp.Regexp{ratingOutsideBrackets(), ratingUnclosed(), strayBrackets()} {
		m := form.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		mended = strings.TrimSpace(m[1])
		if len(m) > 2 {
			mended += "(" + m[2] + ")"
		}
		return mended, mended != text
	}
	return text, false
}
