package rules

import (
	"strconv"
	"strings"
)

// A Use is a rule as a unit, model or weapon has it, with a rating for an (X): "Tough(3)" is
// {Name: "Tough", Rating: "3"}.
//
//schema:form {"$ref": "#/definitions/rule-use"}
type Use struct {
	Name   string
	Rating string // in the brackets; "" without brackets
}

// ParseUse returns a rule as books and lists write it. Without a closing bracket at the end the
// whole text is the name, so that nothing is lost.
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

// MarshalText returns the rule as files have it.
func (u Use) MarshalText() ([]byte, error) { return []byte(u.String()), nil }

// ParseUses returns several rules.
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

// Number returns the rating as a number; a leading plus sign is allowed. ok is false without a
// rating, or if it is not a number.
func (u Use) Number() (n int, ok bool) {
	if u.Rating == "" {
		return 0, false
	}
	n, err := strconv.Atoi(strings.TrimPrefix(u.Rating, "+"))
	return n, err == nil
}

// String returns the rule as people read it.
func (u Use) String() string {
	if u.Rating == "" {
		return u.Name
	}
	return u.Name + "(" + u.Rating + ")"
}

// Strings returns the texts of several rules.
func Strings(uses []Use) []string {
	texts := make([]string, len(uses))
	for i, u := range uses {
		texts[i] = u.String()
	}
	return texts
}

// Key returns the look-up form of a rule's name: lower case with single spaces.
func Key(name string) string {
	var room [64]byte
	if key := appendKey(room[:0], name); string(key) != name {
		return string(key)
	}
	return name
}

// appendKey appends the key of a name to an empty buffer.
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
