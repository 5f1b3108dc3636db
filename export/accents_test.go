package export

import (
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// Names whose accents stand apart, as macOS writes them, are printed and measured whole.
func TestAccentsStay(t *testing.T) {
	for apart, whole := range map[string]string{"U\u0308berla\u0308ufer": "Überläufer", "Ки\u0438\u0306": "Ки\u0439", "E\u0301lan": "Élan"} {
		if got := printable(apart); got != whole {
			t.Errorf("on paper %q is %q, should be %q", apart, got, whole)
		}
		if got := safeText(apart); got != whole {
			t.Errorf("as text %q is %q, should be %q", apart, got, whole)
		}
		if f := (font{bold, 8}); f.width(printable(apart)) != f.width(whole) || ansi.StringWidth(apart) != ansi.StringWidth(whole) {
			t.Errorf("%q is measured otherwise than %q", apart, whole)
		}
	}
}
