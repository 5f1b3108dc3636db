package rules

import "muster/rules/words"

// The types of values of effect words; see package words.
type (
	Use   = words.Use
	Value = words.Value
	Range = words.Range
)

// ParseUse returns a rule with its rating from text such as "Tough(3)"; see words.ParseUse.
func ParseUse(text string) Use { return words.ParseUse(text) }

// ParseUses returns the rules with their ratings from several texts; see words.ParseUses.
func ParseUses(texts []string) []Use { return words.ParseUses(texts) }

// Strings returns the rules as texts, such as "Tough(3)".
func Strings(uses []Use) []string { return words.UseTexts(uses) }

// Key returns the look-up form of a rule's name: lower case with single spaces.
func Key(name string) string { return words.NameKey(name) }

// SameName reports whether two names are of one rule, by their Keys.
func SameName(a, b string) bool { return words.SameName(a, b) }
