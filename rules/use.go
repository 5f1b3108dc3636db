package rules

import "muster/rules/words"

// The types of values of effect words; see package words.
type (
	Use         = words.Use
	Value       = words.Value
	NumberRange = words.NumberRange
)

// ParseUse returns a rule with its rating from text such as "Tough(3)"; see words.ParseUse.
func ParseUse(text string) Use { return words.ParseUse(text) }

// ParseUses returns the rules with their ratings from several texts; see words.ParseUses.
func ParseUses(texts []string) []Use { return words.ParseUses(texts) }

// UseTexts returns the rules as texts, such as "Tough(3)".
func UseTexts(uses []Use) []string { return words.UseTexts(uses) }

// NameKey returns the look-up form of a rule's name: lower case with single spaces.
func NameKey(name string) string { return words.NameKey(name) }

// SameName reports whether two names are of one rule, by their NameKeys.
func SameName(a, b string) bool { return words.SameName(a, b) }
