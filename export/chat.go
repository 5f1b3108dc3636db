package export

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"muster/builder/finding"
	"muster/builder/table"
)

// BBCode is the format for forums that mark up text with tags in brackets.
var BBCode = register(&Format{
	Name:       "bbcode",
	Title:      "BBCode",
	About:      "for forums that mark text with brackets",
	Extensions: []string{".bbcode"},
	MediaType:  "text/plain; charset=utf-8",
	Rank:       75,
	write:      writeBBCode,
})

// replaceBrackets replaces the brackets that forums interpret.
func replaceBrackets(text string) string { return bracketReplacer.Replace(safeText(text)) }

var bracketReplacer = strings.NewReplacer("[", "(", "]", ")", table.NoBreak, " ")

func writeBBCode(w io.Writer, d Document, o Options) error {
	s := o.applyTo(d.Sheet)
	var out strings.Builder
	line := func(format string, texts ...any) {
		for i, text := range texts {
			texts[i] = replaceBrackets(fmt.Sprint(text))
		}
		fmt.Fprintf(&out, format+"\n", texts...)
	}
	line("[b]%s[/b]%s", s.Name, prefixDot(s.Cost()))
	line("%s%s", strings.Join(s.facts(), " · "), prefixDot(s.Verdict()))
	for _, text := range append(s.Problems, linesOf(s.Notes)...) {
		if text != "" {
			line("[i]%s[/i]", text)
		}
	}
	var block func(lead string, b Block)
	block = func(lead string, b Block) {
		name := b.heading()
		b.Name = ""
		facts, price := strings.TrimSpace(headline(b.withoutCost())), b.price()
		if price != "" {
			price = " · " + price
		}
		line("\n%s[b]%s[/b]%s", lead, name, price)
		line("%s\n[list]", facts)
		for _, rows := range b.Tables {
			for _, weapon := range rowTexts(rows) {
				line("[*]%s", weapon)
			}
		}
		for _, note := range b.Notes {
			line("[*][i]%s[/i]: %s", note.Label, strings.ReplaceAll(note.Text, "\n", "; "))
		}
		line("[/list]")
		for _, joined := range b.JoinedUnits {
			block("Joined by ", joined)
		}
	}
	for _, b := range s.Blocks {
		block("", b)
	}
	for _, section := range s.Reference {
		line("\n[b]%s[/b]\n[list]", section.Title)
		for _, e := range section.Entries {
			line("[*][b]%s[/b] %s", e.Name, e.Text)
		}
		line("[/list]")
	}
	if s.Code != "" {
		line("\n[code]muster import %s[/code]", s.Code)
	}
	if s.Credit != "" {
		line("\n[i]%s[/i]", s.Credit)
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// withoutCost returns the block without its cost.
func (b Block) withoutCost() Block {
	b.Points = 0
	return b
}

// maxShortTextLength is the maximum length of a short text in characters: the longest message of a
// chat.
const maxShortTextLength = 2000

// shortText returns a sheet in at most maxShortTextLength characters, with as many details of each
// unit as possible. If even the names are too long, it has the first units and the number of the
// others.
func shortText(s Sheet) string {
	s = s.mergeEqualUnits()
	name, facts := s.nameAndFacts()
	head := safeText(name) + "\n" + safeText(facts) + "\n"
	var lines []string
	for detail := 3; detail >= 0; detail-- {
		lines = nil
		for _, b := range s.Blocks {
			lines = append(lines, b.shortLine(detail))
			eachBlock(b.JoinedUnits, func(hero Block) { lines = append(lines, "+ "+hero.shortLine(detail)) })
		}
		if text := head + strings.Join(lines, "\n") + "\n"; utf8.RuneCountInString(text) <= maxShortTextLength {
			return text
		}
	}
	text := ""
	for i, line := range lines {
		more := fmt.Sprintf("and %s\n", finding.CountText(len(lines)-i, "more unit"))
		if utf8.RuneCountInString(head+text+line+"\n"+more) > maxShortTextLength {
			text += more
			break
		}
		text += line + "\n"
	}
	all := []rune(head + text)
	return string(all[:min(len(all), maxShortTextLength)])
}

// shortLine returns a unit in one line. At detail 3 it has weapons, rules, kind and profile; at 2
// weapons and profile; at 1 upgrades and profile; at 0 only name and cost.
func (b Block) shortLine(detail int) string {
	title := b.heading()
	if detail < 3 {
		b.Rules, b.KindAndTraits = nil, nil
	}
	if detail < 1 {
		b.Stats = nil
	}
	b.Name = title
	points := b.price()
	text := headline(b.withoutCost())
	if points != "" {
		text += " | " + points
	}
	var more []string
	if detail >= 2 {
		for _, t := range b.Tables {
			if t.Title == "" {
				more = append(more, rowTexts(t)...)
			}
		}
	} else if detail == 1 {
		for _, n := range b.Notes {
			if n.TextWithoutCosts != "" {
				more = append(more, n.TextWithoutCosts)
			}
		}
	}
	if len(more) > 0 {
		text += ": " + strings.Join(more, ", ")
	}
	return oneLine(text)
}
