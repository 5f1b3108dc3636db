package export

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"muster/builder/finding"
	"muster/builder/table"
)

// BBCode is for forums that mark text with brackets.
var BBCode = register(&Format{
	Name:    "bbcode",
	Title:   "BBCode",
	About:   "for forums that mark text with brackets",
	Endings: []string{".bbcode"},
	Media:   "text/plain; charset=utf-8",
	Rank:    75,
	write:   writeBBCode,
})

// unbracketed replaces the brackets that forums interpret.
func unbracketed(text string) string { return brackets.Replace(plain(text)) }

var brackets = strings.NewReplacer("[", "(", "]", ")", table.NoBreak, " ")

func writeBBCode(w io.Writer, d Document, o Options) error {
	s := o.sheet(d.Sheet)
	var out strings.Builder
	line := func(format string, texts ...any) {
		for i, text := range texts {
			texts[i] = unbracketed(fmt.Sprint(text))
		}
		fmt.Fprintf(&out, format+"\n", texts...)
	}
	line("[b]%s[/b]%s", s.Name, withBlank(s.Cost()))
	line("%s%s", strings.Join(s.facts(), " · "), withBlank(s.Verdict()))
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
			for _, part := range rows.parts() {
				for _, weapon := range inline(part) {
					line("[*]%s", weapon)
				}
			}
		}
		for _, note := range b.Notes {
			line("[*][i]%s[/i]: %s", note.Label, strings.ReplaceAll(note.Text, "\n", "; "))
		}
		line("[/list]")
		for _, joined := range b.Joined {
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

// shortMost is the maximum length of a short text in characters: the longest message of a chat.
const shortMost = 2000

// shortText returns a sheet in at most shortMost characters, with as many details of each unit as
// possible. If even names are too long, it has the first units and the number of the others.
func shortText(s Sheet) string {
	s = s.together()
	name, facts := s.head()
	head := plain(name) + "\n" + plain(facts) + "\n"
	var lines []string
	for detail := 3; detail >= 0; detail-- {
		lines = nil
		for _, b := range s.Blocks {
			lines = append(lines, b.shortLine(detail))
			eachBlock(b.Joined, func(hero Block) { lines = append(lines, "+ "+hero.shortLine(detail)) })
		}
		if text := head + strings.Join(lines, "\n") + "\n"; utf8.RuneCountInString(text) <= shortMost {
			return text
		}
	}
	text := ""
	for i, line := range lines {
		more := fmt.Sprintf("and %s\n", finding.Count(len(lines)-i, "more unit"))
		if utf8.RuneCountInString(head+text+line+"\n"+more) > shortMost {
			text += more
			break
		}
		text += line + "\n"
	}
	all := []rune(head + text)
	return string(all[:min(len(all), shortMost)])
}

// shortLine returns a unit in a line: with weapons, upgrades and profile, fewer of them from detail
// 3 to 0.
func (b Block) shortLine(detail int) string {
	title := b.heading()
	if detail < 3 {
		b.Rules, b.Detail = nil, nil
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
				more = append(more, inline(t)...)
			}
		}
	} else if detail == 1 {
		for _, n := range b.Notes {
			if n.Free != "" {
				more = append(more, n.Free)
			}
		}
	}
	if len(more) > 0 {
		text += ": " + strings.Join(more, ", ")
	}
	return oneLine(text)
}
