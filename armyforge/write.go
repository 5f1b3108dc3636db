package armyforge

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"muster/schema"
)

// A writer writes a book's YAML, laid out for people: units in blocks,
// equipment in one line each, what is usual left out.
type writer struct {
	bytes.Buffer
	scalars map[string]string // texts as YAML writes them, for speed
}

// digestKey begins the line that holds the digest.
const digestKey = "  digest: "

// write writes the book as a book/1 file, with an empty digest.
func (b *book) write() []byte {
	w := &writer{scalars: map[string]string{}}
	w.WriteString("# " + oneLine(b.title+" "+b.version) + ", an army book from Army Forge.\n")
	w.WriteString("# Change what you like: a book that was edited is never overwritten by another import.\n")
	w.WriteString("muster: book/1\n")
	w.field("", "id", b.id)
	w.field("", "system", b.system)
	w.field("", "name", b.title)
	w.field("", "version", b.version)
	w.field("", "description", b.description)
	w.list("", "also-for", b.alsoFor)
	w.WriteString("origin:\n")
	w.field("  ", "tool", b.origin.Tool)
	w.field("  ", "id", b.origin.ID)
	w.field("  ", "version", b.origin.Version)
	w.field("  ", "modified", b.origin.Modified)
	w.WriteString(digestKey + "\n")
	b.writeRules(w)
	w.heading("", "Units")
	w.WriteString("units:\n")
	for _, u := range b.units {
		u.write(w)
	}
	b.writePackages(w)
	return w.Bytes()
}

func (b *book) writeRules(w *writer) {
	if len(b.rules) > 0 {
		w.heading("", "Special rules")
		w.WriteString("rules:\n")
	}
	for _, rule := range b.rules {
		w.item("  ", "name", rule.name)
		w.field("    ", "summary", rule.summary)
		w.field("    ", "source", rule.source)
	}
	if len(b.spells) > 0 {
		w.heading("", "Spells")
		w.WriteString("spells:\n")
	}
	for _, s := range b.spells {
		w.item("  ", "name", s.name)
		w.number("    ", "value", s.value)
		w.field("    ", "effect", s.effect)
		w.field("    ", "source", s.source)
	}
}

func (u *unit) write(w *writer) {
	w.WriteByte('\n')
	w.item("  ", "id", u.id)
	w.field("    ", "name", u.name)
	w.field("    ", "generic", u.generic)
	w.number("    ", "size", u.size)
	w.number("    ", "quality", u.quality)
	w.number("    ", "defense", u.defense)
	w.number("    ", "cost", u.cost)
	w.field("    ", "base", u.base)
	w.list("    ", "rules", u.rules)
	if len(u.weapons) > 0 {
		w.WriteString("    weapons:\n")
	}
	for _, weapon := range u.weapons {
		w.WriteString("      - ")
		w.weapon(weapon)
		w.WriteByte('\n')
	}
	if len(u.items) > 0 {
		w.WriteString("    items:\n")
	}
	for _, i := range u.items {
		w.WriteString("      - ")
		w.equipment(i)
		w.WriteByte('\n')
	}
	var packages []string
	for _, p := range u.packages {
		packages = append(packages, p.id)
	}
	w.list("    ", "upgrades", packages)
	w.list("    ", "without", u.without)
	w.field("    ", "source", u.source)
}

func (b *book) writePackages(w *writer) {
	if len(b.packages) == 0 {
		return
	}
	w.heading("", "Upgrades")
	w.WriteString("upgrades:\n")
	for _, p := range b.packages {
		var users []string
		for _, u := range b.units {
			if slices.Contains(u.packages, p) {
				users = append(users, u.name)
			}
		}
		if users == nil {
			users = []string{"no unit"}
		}
		w.WriteString("\n  # for " + oneLine(strings.Join(users, ", ")) + "\n")
		w.item("  ", "id", p.id)
		w.field("    ", "name", p.name)
		w.field("    ", "source", p.source)
		if len(p.sections) == 0 {
			w.WriteString("    sections: []\n")
			continue
		}
		w.WriteString("    sections:\n")
		for _, s := range p.sections {
			s.write(w)
		}
	}
}

func (s *section) write(w *writer) {
	w.item("      ", "label", s.label)
	w.field("        ", "id", s.id)
	w.field("        ", "kind", s.kind)
	w.quantity("        ", "affects", s.affects)
	w.quantity("        ", "select", s.choose)
	w.list("        ", "targets", s.targets)
	w.field("        ", "source", s.source)
	if len(s.options) == 0 {
		w.WriteString("        options: []\n")
		return
	}
	w.WriteString("        options:\n")
	for _, o := range s.options {
		w.WriteString("          - ")
		o.write(w)
		w.WriteByte('\n')
	}
}

func (o *option) write(w *writer) {
	w.WriteString("{id: " + w.scalar(o.id) + ", name: " + w.scalar(o.name) + ", cost: " + strconv.Itoa(o.cost))
	if len(o.costs) > 0 {
		w.WriteString(", costs: {")
		for i, c := range o.costs {
			w.comma(i)
			w.WriteString(w.scalar(c.unit.id) + ": " + strconv.Itoa(c.cost))
		}
		w.WriteByte('}')
	}
	if len(o.weapons) > 0 {
		w.WriteString(", weapons: [")
		for i, weapon := range o.weapons {
			w.comma(i)
			w.weapon(weapon)
		}
		w.WriteByte(']')
	}
	bases := ""
	if len(o.items) > 0 {
		w.WriteString(", items: [")
		for i, equipment := range o.items {
			w.comma(i)
			w.equipment(equipment)
			if equipment.base != "" {
				bases = equipment.base
			}
		}
		w.WriteByte(']')
	}
	w.uses(o.rules)
	if o.source != "" {
		w.WriteString(", source: " + w.scalar(o.source))
	}
	w.WriteByte('}')
	if bases != "" {
		w.WriteString(" # base: " + oneLine(bases))
	}
}

// weapon writes {name: Rifle, count: 5, range: 24, attacks: 1, rules: [Spiky(1)]}.
func (w *writer) weapon(v weapon) {
	w.WriteString("{name: " + w.scalar(v.name))
	if v.count != 1 {
		w.WriteString(", count: " + strconv.Itoa(v.count))
	}
	if v.reach != 0 {
		w.WriteString(", range: " + strconv.Itoa(v.reach))
	}
	w.WriteString(", attacks: " + strconv.Itoa(v.attacks))
	w.uses(v.rules)
	w.WriteByte('}')
}

// equipment writes {name: Bike, rules: [Spiky], weapons: [{…}]}.
func (w *writer) equipment(v item) {
	w.WriteString("{name: " + w.scalar(v.name))
	if v.count != 1 {
		w.WriteString(", count: " + strconv.Itoa(v.count))
	}
	w.uses(v.rules)
	if len(v.weapons) > 0 {
		w.WriteString(", weapons: [")
		for i, weapon := range v.weapons {
			w.comma(i)
			w.weapon(weapon)
		}
		w.WriteByte(']')
	}
	w.WriteByte('}')
}

func (w *writer) uses(rules []string) {
	if len(rules) == 0 {
		return
	}
	w.WriteString(", rules: ")
	w.inBrackets(rules)
}

func (w *writer) inBrackets(texts []string) {
	w.WriteByte('[')
	for i, text := range texts {
		w.comma(i)
		w.WriteString(w.scalar(text))
	}
	w.WriteByte(']')
}

func (w *writer) comma(i int) {
	if i > 0 {
		w.WriteString(", ")
	}
}

func (w *writer) heading(indent, text string) {
	w.WriteString("\n" + indent + "# ---- " + text + " ----\n")
}

// item writes the first key of an entry in a list.
func (w *writer) item(indent, key, text string) {
	w.WriteString(indent + "- " + key + ": " + w.scalar(text) + "\n")
}

func (w *writer) field(indent, key, text string) {
	if text != "" {
		w.WriteString(indent + key + ": " + w.scalar(text) + "\n")
	}
}

func (w *writer) number(indent, key string, n int) {
	w.WriteString(indent + key + ": " + strconv.Itoa(n) + "\n")
}

// quantity writes "2" as the number that it is.
func (w *writer) quantity(indent, key, text string) {
	if text != "" {
		w.WriteString(indent + key + ": " + text + "\n")
	}
}

func (w *writer) list(indent, key string, texts []string) {
	if len(texts) > 0 {
		w.WriteString(indent + key + ": ")
		w.inBrackets(texts)
		w.WriteByte('\n')
	}
}

// scalar writes a text as YAML does, on one line.
func (w *writer) scalar(text string) string {
	if isPlain(text) {
		return text
	}
	out, done := w.scalars[text]
	if !done {
		out = schema.Scalar(text)
		if out == text && strings.ContainsAny(text, "?:") { // which the parser misreads within brackets
			out = strconv.Quote(text)
		}
		w.scalars[text] = out
	}
	return out
}

// isPlain tells whether a text surely needs no quotes, which is most of them;
// schema.Scalar decides about the others.
func isPlain(text string) bool {
	if text == "" || text[len(text)-1] == ' ' {
		return false
	}
	word := false // begins with a letter, or has one that no number has
	for i := range len(text) {
		switch c := text[i]; {
		case c >= 'g' && c <= 'z' && c != 'o' && c != 'x' || c >= 'G' && c <= 'Z' && c != 'O' && c != 'X':
			word = true
		case i == 0 && (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'):
			word = true
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9':
		case i > 0 && strings.IndexByte(" -_()+/.'", c) >= 0:
		default:
			return false
		}
	}
	if !word {
		return false
	}
	switch strings.ToLower(text) {
	case "true", "yes", "no", "on", "y", "n", "null":
		return false
	}
	return true
}

// oneLine makes a text fit for a comment.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// withDigest puts the digest of a text into its digest line.
func withDigest(text []byte) []byte {
	line := []byte("\n" + digestKey)
	return bytes.Replace(text, line, append(line, digest(text)...), 1)
}

// digest is a fingerprint of a book's text without its digest line. It is the
// same whatever the line ends and whether blanks stand at the ends of lines:
// editors change those unasked.
func digest(text []byte) string {
	hash := sha256.New()
	blank := 0
	for line := range bytes.Lines(text) {
		line = bytes.TrimRight(line, " \t\r\n")
		if bytes.HasPrefix(line, []byte(strings.TrimRight(digestKey, " "))) {
			continue
		}
		if len(line) == 0 {
			blank++
			continue
		}
		for ; blank > 0; blank-- {
			hash.Write([]byte("\n"))
		}
		hash.Write(line)
		hash.Write([]byte("\n"))
	}
	return hex.EncodeToString(hash.Sum(nil)[:16])
}

// Edited tells whether a book's text is not as an import wrote it. A text
// without a digest was written by hand.
func Edited(text []byte) bool {
	for line := range bytes.Lines(text) {
		if stored, ok := bytes.CutPrefix(line, []byte(digestKey)); ok {
			return string(bytes.TrimSpace(stored)) != digest(text)
		}
	}
	return true
}
