package rules

import "strings"

// Explain returns a sentence in plain words for each of a rule's effects, as it acts in the edition
// s. text is the rule's text, the source of details that the effects do not state, such as the
// things that are counted.
func (s *System) Explain(effects []Effect, text string) []string {
	edition := s.phrases()
	if before, _, found := strings.Cut(strings.ToLower(text), "enem"); found && !strings.Contains(before, "friend") {
		edition["marks"] = "on an enemy"
	}
	if strings.Contains(text, "marker") {
		edition["counts"] = "markers"
	}
	if strings.Contains(text, "instead of only") {
		edition["boosts"] = "on top of "
	}
	lines := make([]string, len(effects))
	for i := range effects {
		lines[i] = Grimdark.Explain(&effects[i], edition)
	}
	return lines
}

// phrases returns the system's own phrases for explaining effect words, by word.
func (s *System) phrases() map[string]string {
	phrases := map[string]string{"tokens": s.Terms["tokens"], "shaken": s.Terms[ShakenState]}
	switch s.Combat.BlastCap {
	case BlastPerHit:
		phrases["blast"] = ", but no more than the target has models"
	case BlastPerWeapon:
		phrases["blast"] = ", but one weapon scores no more hits than the target has models"
	}
	return phrases
}
