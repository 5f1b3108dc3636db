package words

import (
	"fmt"
	"strconv"
	"strings"
)

// A Use is a rule together with its rating, as a unit, model or weapon has it: "Tough(3)" is {Name:
// "Tough", Rating: "3"}.
//
//schema:form {"$ref": "#/definitions/rule-use"}
type Use struct {
	Name   string
	Rating string // text in the brackets; "" without brackets
}

// ParseUse returns the rule and the rating from text such as "Tough(3)". If the text does not end
// with a closing bracket, all of it is the name, so that nothing is lost.
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

// UnmarshalText reads the form of files, such as "Tough(3)".
func (u *Use) UnmarshalText(text []byte) error {
	*u = ParseUse(string(text))
	return nil
}

// MarshalText returns the form of files, such as "Tough(3)".
func (u Use) MarshalText() ([]byte, error) { return []byte(u.String()), nil }

// ParseUses returns the rules of several texts.
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

// RatingNumber returns the rating as a number; a leading plus sign is allowed. ok is false without
// a rating, or if it is not a number.
func (u Use) RatingNumber() (n int, ok bool) {
	if u.Rating == "" {
		return 0, false
	}
	n, err := strconv.Atoi(strings.TrimPrefix(u.Rating, "+"))
	return n, err == nil
}

// String returns the rule as people read it: "Tough(3)".
func (u Use) String() string {
	if u.Rating == "" {
		return u.Name
	}
	return u.Name + "(" + u.Rating + ")"
}

// UseTexts returns several rules as text.
func UseTexts(uses []Use) []string {
	texts := make([]string, len(uses))
	for i, u := range uses {
		texts[i] = u.String()
	}
	return texts
}

// NameKey returns the look-up form of a rule's name: lower case with single spaces.
func NameKey(name string) string {
	var room [64]byte
	if key := AppendNameKey(room[:0], name); string(key) != name {
		return string(key)
	}
	return name
}

// SameName reports whether two names are of one rule, by their Keys.
func SameName(a, b string) bool {
	var room, other [64]byte
	return string(AppendNameKey(room[:0], a)) == string(AppendNameKey(other[:0], b))
}

// AppendNameKey appends the NameKey of a name to room, an empty buffer.
func AppendNameKey(room []byte, name string) []byte {
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

// A Value is a number in an effect: a fixed number, the rating X of the rule, or the number N of
// tokens or uses that a player states.
type Value struct {
	IsSet          bool // the effect states a value
	IsRating       bool // the number is the rating in the rule's brackets
	TokenCountSign int8 // 1 for the number N of tokens or uses, -1 for −N, else 0
	Number         int  // the fixed number, if the value is neither the rating nor N
}

// UnmarshalText reads "X", "N", "-N" or a whole number.
func (v *Value) UnmarshalText(text []byte) error {
	s := strings.TrimSpace(string(text))
	switch s {
	case "X":
		*v = Value{IsSet: true, IsRating: true}
		return nil
	case "N":
		*v = Value{IsSet: true, TokenCountSign: 1}
		return nil
	case "-N":
		*v = Value{IsSet: true, TokenCountSign: -1}
		return nil
	}
	n, err := strconv.Atoi(strings.TrimPrefix(s, "+"))
	if err != nil {
		return fmt.Errorf("%q is none of: a whole number, X, N, -N", s)
	}
	*v = Value{IsSet: true, Number: n}
	return nil
}

// String returns the value in the form of files: "X", "-N" or "3"; "" if not set.
func (v Value) String() string {
	switch {
	case !v.IsSet:
		return ""
	case v.IsRating:
		return "X"
	case v.TokenCountSign > 0:
		return "N"
	case v.TokenCountSign < 0:
		return "-N"
	}
	return strconv.Itoa(v.Number)
}

// IsZero reports whether the effect states no value.
func (v Value) IsZero() bool { return !v.IsSet }

// MarshalYAML returns a number as a YAML number, anything else as text.
func (v Value) MarshalYAML() (any, error) {
	if v.IsSet && !v.IsRating && v.TokenCountSign == 0 {
		return v.Number, nil
	}
	return v.String(), nil
}

// NumberForRating returns the value for a rule with the rating of u and one use; 0 if it needs a
// rating that u lacks.
func (v Value) NumberForRating(u Use) int {
	if !v.IsRating {
		return v.Number
	}
	n, _ := u.RatingNumber()
	return n
}

// A NumberRange is all whole numbers from From to To; a bound of 0 is open.
type NumberRange struct {
	From int `yaml:"from,omitempty"`
	To   int `yaml:"to,omitempty"`
}

// Contains reports whether n is in the range.
func (r NumberRange) Contains(n int) bool {
	return n >= r.From && (r.To == 0 || n <= r.To)
}
