package words

import (
	"fmt"
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
	if key := AppendKey(room[:0], name); string(key) != name {
		return string(key)
	}
	return name
}

// AppendKey appends the key of a name to an empty buffer.
func AppendKey(room []byte, name string) []byte {
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

// A Value is a number in an effect: fixed, the rating X of the rule's use, or the number N of a
// player's use.
type Value struct {
	Set    bool // the effect states a value
	X      bool // the rating
	N      int8 // 1 for the number of the use, -1 for its negative
	Number int  // if neither
}

// UnmarshalText reads "X", "N", "-N" or a whole number.
func (v *Value) UnmarshalText(text []byte) error {
	s := strings.TrimSpace(string(text))
	switch s {
	case "X":
		*v = Value{Set: true, X: true}
		return nil
	case "N":
		*v = Value{Set: true, N: 1}
		return nil
	case "-N":
		*v = Value{Set: true, N: -1}
		return nil
	}
	n, err := strconv.Atoi(strings.TrimPrefix(s, "+"))
	if err != nil {
		return fmt.Errorf("%q is none of: a whole number, X, N, -N", s)
	}
	*v = Value{Set: true, Number: n}
	return nil
}

// String returns the value as files have it; "" if not set.
func (v Value) String() string {
	switch {
	case !v.Set:
		return ""
	case v.X:
		return "X"
	case v.N > 0:
		return "N"
	case v.N < 0:
		return "-N"
	}
	return strconv.Itoa(v.Number)
}

// IsZero reports whether the effect states no value.
func (v Value) IsZero() bool { return !v.Set }

// MarshalYAML returns a number as a number, anything else as a word.
func (v Value) MarshalYAML() (any, error) {
	if v.Set && !v.X && v.N == 0 {
		return v.Number, nil
	}
	return v.String(), nil
}

// Of returns the value for one use of the rule; 0 if that lacks the rating.
func (v Value) Of(u Use) int {
	if !v.X {
		return v.Number
	}
	n, _ := u.Number()
	return n
}

// A Range is whole numbers from From to To; a bound of 0 is open.
type Range struct {
	From int `yaml:"from,omitempty"`
	To   int `yaml:"to,omitempty"`
}

// Has reports whether n is in the range.
func (r Range) Has(n int) bool {
	return n >= r.From && (r.To == 0 || n <= r.To)
}
