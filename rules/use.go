package rules

import (
	"strconv"
	"strings"
)

// A Use is a rule as a unit, a model or a weapon has it: the rule's name and,
// for a rule with an (X), its rating: "Tough(3)" is {Name: "Tough", Rating: "3"}.
//
//schema:form {"$ref": "#/definitions/rule-use"}
type Use struct {
	Name   string
	Rating string // what stands in the brackets; "" without brackets
}

// ParseUse reads a rule as books and lists write it. A text without a closing
// bracket at its end is a name as a whole, so that nothing written is lost.
func ParseUse(text string) Use {
	text = strings.TrimSpace(text)
	open := strings.IndexByte(text, '(')
	if open <= 0 || !strings.HasSuffix(text, ")") {
		return Use{Name: text}
	}
	return Use{
		Name:   strings.TrimSpace(text[:open]),
		Rating: strings.TrimSpace(text[open+1 : len(text)-1]),
	}
}

// UnmarshalText reads a rule in a file.
func (u *Use) UnmarshalText(text []byte) error {
	*u = ParseUse(string(text))
	return nil
}

// MarshalText writes the rule in a file.
func (u Use) MarshalText() ([]byte, error) { return []byte(u.String()), nil }

// ParseUses reads several rules.
func ParseUses(texts []string) []Use {
	if len(texts) == 0 {
		return nil
	}
	uses := make([]Use, len(texts))
	for i, text := range texts {
		uses[i] = ParseUse(text)
	}
	return uses
}

// Number returns the rating as a number. A leading plus sign is allowed; ok is
// false for a rule without a rating, or with one that is no number.
func (u Use) Number() (n int, ok bool) {
	if u.Rating == "" {
		return 0, false
	}
	n, err := strconv.Atoi(strings.TrimPrefix(u.Rating, "+"))
	return n, err == nil
}

// String writes the rule as a person reads it.
func (u Use) String() string {
	if u.Rating == "" {
		return u.Name
	}
	return u.Name + "(" + u.Rating + ")"
}

// Strings writes several rules.
func Strings(uses []Use) []string {
	texts := make([]string, len(uses))
	for i, u := range uses {
		texts[i] = u.String()
	}
	return texts
}

// Key is the form of a rule's name under which rules are looked up: lower case
// with single spaces.
func Key(name string) string {
	var room [64]byte
	if key := appendKey(room[:0], name); string(key) != name {
		return string(key)
	}
	return name
}

// appendKey appends the key of a name to a buffer that is still empty.
func appendKey(room []byte, name string) []byte {
	for i := range len(name) {
		c := name[i]
		switch {
		case c >= 'A' && c <= 'Z':
			c += 'a' - 'A'
		case c < ' ' || c >= 0x80 || c == ' ' && (i == 0 || i == len(name)-1 || name[i-1] == ' '):
			return append(room[:0], strings.Join(strings.Fields(strings.ToLower(name)), " ")...)
		}
		room = append(room, c)
	}
	return room
}
