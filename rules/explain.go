package rules

// Explain describes effects in plain words, one line each.
func Explain(effects []Effect) []string {
	lines := make([]string, len(effects))
	for i := range effects {
		lines[i] = Grimdark.Explain(&effects[i])
	}
	return lines
}
