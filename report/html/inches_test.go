package html

import (
	"strings"
	"testing"
)

// Lengths have the sign of inches; names keep what they are written with.
func TestInches(t *testing.T) {
	for text, want := range map[string]string{
		`Rifle 24", A1 (12")`:   "Rifle 24″, A1 (12″)",
		`0-12" or 6"/12" 6" 9"`: "0-12″ or 6″/12″ 6″ 9″",
		`Squad "7"`:             "Squad &#34;7&#34;",
		`<img onerror="x = 1">`: "&lt;img onerror=&#34;x = 1&#34;&gt;",
	} {
		var drawn strings.Builder
		if IsolatedText(text).Render(&drawn); drawn.String() != want {
			t.Errorf("%s is drawn as %s, should be %s", text, &drawn, want)
		}
	}
}
