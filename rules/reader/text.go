package reader

import (
	"strings"
	"unicode"
)

// A token is a word, a number or a punctuation sign of a rule's text.
type token struct {
	word        string // in lower case; numbers and signs unchanged
	capitalized bool   // begins with a capital letter
	start, end  int    // byte offsets in the plain text
}

// fullStop is the token that ends a sentence.
const fullStop = "."

// signReplacer replaces typographic signs with plain ones, and removes some markup.
var signReplacer = strings.NewReplacer(
	"’", "'", "‘", "'", "´", "'", "`", "'", "“", `"`, "”", `"`, "″", `"`, "„", `"`, "''", `"`,
	"–", "-", "—", "-", "−", "-", "‑", "-", "×", "x", "…", ".", "*", "", "_", " ",
	"max.", "max", "min.", "min", "Max.", "Max", "Min.", "Min",
)

// plainText returns a text without markup, with plain signs and single spaces.
func plainText(text string) string {
	text = signReplacer.Replace(text)
	var b strings.Builder
	b.Grow(len(text))
	for i := 0; i < len(text); i++ {
		if end := strings.IndexByte(text[i:], '>'); text[i] == '<' && end > 0 {
			b.WriteByte(' ')
			i += end
			continue
		}
		b.WriteByte(text[i])
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// tokens splits a plain text into tokens. Several full stops in a row become one, and square
// brackets are dropped.
func tokens(text string) []token {
	list := make([]token, 0, len(text)/4)
	for i := 0; i < len(text); {
		c := text[i]
		end := i + 1
		switch {
		case c == ' ' || c == '[' || c == ']':
			i++
			continue
		case c >= '0' && c <= '9':
			for end < len(text) && text[end] >= '0' && text[end] <= '9' {
				end++
			}
		case isWordByte(c):
			for end < len(text) && (isWordByte(text[end]) || text[end] >= '0' && text[end] <= '9' ||
				text[end] == '\'' && end+1 < len(text) && isWordByte(text[end+1])) {
				end++
			}
			if end < len(text) && text[end] == '\'' && text[end-1] == 's' { // of units' weapons
				end++
			}
		}
		word := text[i:end]
		if word != fullStop || len(list) == 0 || list[len(list)-1].word != fullStop {
			first := rune(word[0])
			list = append(list, token{word: strings.ToLower(word), capitalized: unicode.IsUpper(first), start: i, end: end})
		}
		i = end
	}
	return list
}

// isWordByte reports whether a byte is part of a word.
func isWordByte(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80 }
