package armyforge

import (
	"bytes"
	"strconv"
	"strings"

	"muster/builder/gf"
	"muster/catalog"
)

var (
	printedTitle     = pattern(`^(.+) - (-?\d+)(?:/(\d+))? pts$`)
	titleInText      = pattern(`(?m)^[\t >]*\S.* - -?\d+(?:/\d+)? pts\r?$`)
	printedBooksLine = pattern(`^(.+) \((?:legal|not legal: \d+ errors?)\)$`)
	printedBook      = pattern(`^(.+?)(?: (\d[\w.]*))?$`)
	printedUnit      = pattern(`(?m)^[\t >]*(?:\+ )?\S.* \[\d{1,3}\] Q\d+\+ D\d+\+ \| -?\d+ pts`)
	printedName      = pattern(`^(.+?)(?: \(([^()]*)\))?$`)
	printedNote      = pattern(`^([^:(]+): (?s:(.*))$`)
	warningSuffix    = pattern(` \(warning: [^()]*\)`)
	numberSuffix     = pattern(` #\d+$`)
	priceSuffix      = pattern(` [+-]\d+$`)
)

// IsMusterText reports whether a text is a list of Grimdark Future as muster prints it for chats:
//
//	Hedge Row - 295/1000 pts
//	Grimdark Future 3, Moss Legion 3.5.1 (legal)
//
//	The Old Hedge (Brier Guard) [10] Q4+ D4+ | 220 pts | Pollen
//	  10× Thorn Rifle (24″, A1, AP(1)), 10× Stick (A1)
//	  Upgrades: Bark Shield +15
//	  + Thorn Überläufer [1] Q3+ D4+ | 75 pts | Hero, Tough(3)
//	    Acid Spit (9″, A1, AP(3))
func IsMusterText(text []byte) bool {
	first, _, _ := bytes.Cut(bytes.TrimSpace(text), []byte("\n"))
	return bytes.Contains(first, []byte(" - ")) && !bytes.HasPrefix(first, []byte("++")) && first[0] != '>' &&
		printedUnit().Match(text)
}

// HasMusterText reports whether a text contains a list printed by muster, possibly quoted.
func HasMusterText(text []byte) bool { return titleInText().Match(text) && printedUnit().Match(text) }

// BeginsMusterText reports whether a line can be the first of a list printed by muster.
func BeginsMusterText(line string) bool { return printedTitle().MatchString(line) }

// armyForgeLines reads the heading of a text printed by muster, and returns its lines in Army
// Forge's form: with broken lines joined, notes on one line, and a plus before a unit that joins
// the one above.
func (s *sharedList) armyForgeLines(f *File, lines []string) []string {
	out, last, lastIndent := make([]string, len(lines)), -1, 0
	s.lostIndents = true
	for n, line := range lines {
		if bare := strings.TrimLeft(line, "\t"); len(bare) < len(line) {
			line = strings.Repeat("  ", len(line)-len(bare)) + bare
			lines[n] = line
		}
		s.lostIndents = s.lostIndents && !strings.HasPrefix(line, " ")
		text := strings.ReplaceAll(cleanText(line), " (aura)", "") // the unit has what an aura gives
		indent := len(line) - len(strings.TrimLeft(line, " "))
		switch {
		case text == "":
			last = -1
			continue
		case last >= 0 && indent >= lastIndent+4:
			out[last] += " " + text
			continue
		case last >= 0 && indent == lastIndent+2 && strings.HasPrefix(out[last], "Note: "):
			out[last] += "\n" + text
			continue
		}
		out[n], last, lastIndent = text, n, indent
	}
	begun := false
	for n, text := range out {
		switch m := printedTitle().FindStringSubmatch(text); {
		case begun && !strings.HasPrefix(lines[n], " ") && !printedUnit().MatchString(text):
			out[n] = "" // spells, a legend
		case begun || text == "":
		case m != nil && f.Name == "":
			f.Name = m[1]
			s.totalPoints, _ = strconv.Atoi(m[2])
			s.pointsLimit, _ = strconv.Atoi(m[3])
			out[n] = ""
		case printedUnit().MatchString(text):
			begun = true
		default:
			if m := printedBooksLine().FindStringSubmatch(warningSuffix().ReplaceAllString(text, "")); m != nil &&
				s.books == nil {
				for _, book := range strings.Split(m[1], ", ")[1:] { // the first is the game
					if book == gf.NoForceOrg {
						s.forceOrg = new(bool)
						continue
					}
					named := printedBook().FindStringSubmatch(book)
					s.books = append(s.books, sharedBook{named[1], named[2]})
				}
			}
			out[n] = ""
		}
	}
	return out
}

// splitName splits the name of a unit on muster's sheets into its parts: + Bob (Captain, combined
// unit) #2.
func (u *sharedUnit) splitName() {
	u.upgradeCounts = map[string]int{}
	u.name, u.previousJoins = strings.CutPrefix(u.name, "+ ")
	m := printedName().FindStringSubmatch(u.name)
	u.sheetName, u.name = m[1], m[1]
	for _, detail := range strings.Split(m[2], ", ") {
		if detail != "" && detail != "combined unit" {
			u.playerName, u.name = m[1], detail
		}
	}
	u.name = numberSuffix().ReplaceAllString(u.name, "")
}

// readNote reads a note below a unit on muster's sheets; it returns false if the line is a weapon.
func (u *sharedUnit) readNote(line string) bool {
	m := printedNote().FindStringSubmatch(line)
	if m == nil {
		return false
	}
	text := m[2]
	switch label := m[1]; {
	case label == "Note":
		u.notes = text
	case label == "Deploys in":
		u.transport = text
	case label == "Experience":
		number, _, _ := strings.Cut(text, " ")
		xp, _ := strconv.Atoi(number)
		u.xp = min(max(xp, 0), 10_000) // as the schema says
	case label == "Equipment":
		for _, part := range splitAtCommas(text) {
			u.addRuleOrItem(part)
		}
	case label == "Upgrades":
		for _, part := range splitAtCommas(text) {
			count, name := 1, priceSuffix().ReplaceAllString(part, "")
			if number, rest, ok := strings.Cut(name, "× "); ok {
				if n, err := strconv.Atoi(number); err == nil {
					count, name = n, rest
				}
			}
			u.upgradeCounts[catalog.MatchKey(name)] += count
			u.upgradeNames = append(u.upgradeNames, name)
		}
	case strings.HasSuffix(label, " model"), strings.HasSuffix(label, " models"):
		for _, part := range splitAtCommas(text) {
			rule, _, _ := strings.Cut(part, " (") // aura, and what gives it
			u.rulesAndItems = append(u.rulesAndItems, rule)
		}
	}
	return true
}
