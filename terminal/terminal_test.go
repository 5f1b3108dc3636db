package terminal

import (
	"strings"
	"testing"

	"muster/report"
)

func TestVisible(t *testing.T) {
	for text, want := range map[string]string{
		"Line Squad":         "Line Squad",
		"two\nlines\tand":    "two\nlines\tand",
		"\x1b[31mred":        `\u001b[31mred`,
		"\u009b31m":          `\u009b31m`,
		"\u202eback":         `\u202eback`,
		"bell\a del\x7f":     `bell\u0007 del\u007f`,
		"\U000e0041tag":      `\udb40\udc41tag`,
		"bad\xffbyte":        "bad\ufffdbyte",
		"👩\u200d🚀 Éclair 連隊": "👩\u200d🚀 Éclair 連隊",
	} {
		if got := new(Terminal).makeVisible(text); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
}

// A text cannot write the codes that the program writes.
func TestPaint(t *testing.T) {
	var out strings.Builder
	on := New(&out)
	if got := on.Paint(Red, "x"); got != "x" {
		t.Errorf("no terminal is painted %q", got)
	}
	on.hasColours = true
	if _, err := on.Write([]byte(on.Paint(Red, "stop") + "\x1b[32mgo")); err != nil {
		t.Fatal(err)
	}
	if want := "\x1b[31mstop\x1b[0m" + `\u001b[32mgo`; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
	if n := TextWidth(on.Paint(Bold, "連隊")); n != 4 {
		t.Errorf("two wide characters take %d columns", n)
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct{ text, first, rest, want string }{
		{"one two three", "", "  ", "one two\n  three\n"},
		{"one two", "12345: ", "", "12345: one\ntwo\n"},
		{"a /very/long/path/stays whole", "", "", "a\n/very/long/path/stays\nwhole\n"},
		{"連隊連隊連隊連隊", "", " ", "連隊連隊連\n 隊連隊\n"},
		{"", "x", "", "x\n"},
	} {
		if got := wrap(c.text, c.first, c.rest, 10); got != c.want {
			t.Errorf("%q is %q, want %q", c.text, got, c.want)
		}
	}
}

func TestTable(t *testing.T) {
	table := func() *report.Table {
		rows := report.NewTable(1)
		rows.Add("ID", "POINTS", "RULES")
		rows.Add("連隊", "5", "Fearless, Furious, Relentless, Fast")
		rows.Add("b\nc", "100", "")
		return rows
	}
	piped := &Terminal{width: minWidth}
	want := "ID    POINTS  RULES\n連隊       5  Fearless, Furious, Relentless, Fast\nb\\nc     100"
	if got := strings.Join(piped.TableLines(table()), "\n"); got != want {
		t.Errorf("a program reads\n%s\nwant\n%s", got, want)
	}
	watched := &Terminal{width: minWidth, isInteractive: true}
	want = "ID    POINTS  RULES\n連隊       5  Fearless, Furious,\n              Relentless, Fast\nb\\nc     100"
	if got := strings.Join(watched.TableLines(table()), "\n"); got != want {
		t.Errorf("a person reads\n%s\nwant\n%s", got, want)
	}
	if got := watched.Clip("連隊連隊", 5); got != "連隊…" {
		t.Errorf("clipped to %q", got)
	}
	if got := piped.Clip("連隊連隊", 5); got != "連隊連隊" {
		t.Errorf("a program reads %q", got)
	}
}

// A table of figures that is too wide stands in blocks of similar width, each behind its words.
func TestFoldedTable(t *testing.T) {
	table := &report.Table{SplitsIntoEvenBlocks: true}
	for i, name := range []string{"At", "How", "Hits", "Killed", "Pinned", "Broken", "Dead"} {
		table.Columns = append(table.Columns, report.Column{Name: name, Kind: map[bool]report.ColumnKind{true: report.NumberColumn}[i > 1]})
	}
	table.Add("Militia", "moved", "5.0/3.6/2.8", "5.0/3.6/2.8", "94%", "75%", "-")
	for width, want := range map[int]string{
		80: "AT       HOW           HITS       KILLED  PINNED  BROKEN  DEAD\n" +
			"Militia  moved  5.0/3.6/2.8  5.0/3.6/2.8     94%     75%     -\n",
		44: "AT       HOW           HITS       KILLED\nMilitia  moved  5.0/3.6/2.8  5.0/3.6/2.8\n\n" +
			"AT       HOW    PINNED  BROKEN  DEAD\nMilitia  moved     94%     75%     -\n",
	} {
		var out strings.Builder
		(&Terminal{out: &out, width: width}).ShowBlocks(table)
		if out.String() != want {
			t.Errorf("in %d columns:\n%s, want\n%s", width, out.String(), want)
		}
	}
}

// Colour changes nothing but colour.
func TestShowColour(t *testing.T) {
	doc := &report.Doc{Title: "Gate", Facts: []string{"10 points"}}
	terms := report.Terms{Indent: 2}
	terms.Add("Rules", "Hold the Wall, Fearless, Furious, Relentless")
	terms.Add("", "and a second line")
	doc.Add(report.Text{Spans: []report.Span{{Text: "A long name of a unit", Tone: report.StrongTone}, {Text: " · guard"}}, HangingIndent: 2}, terms)
	show := func(colour bool) string {
		var out strings.Builder
		on := New(&out)
		on.width, on.hasColours = minWidth, colour
		on.Show(doc)
		return out.String()
	}
	text, coloured := show(false), show(true)
	for _, code := range []string{"\x1b[1m", "\x1b[2m", "\x1b[0m"} {
		if !strings.Contains(coloured, code) {
			t.Errorf("%q is not used", code)
		}
		coloured = strings.ReplaceAll(coloured, code, "")
	}
	if coloured != text {
		t.Errorf("with colour the text differs:\n%s\n%s", coloured, text)
	}
}
