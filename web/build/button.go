package build

import (
	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"muster/builder"
)

// verbButton returns a button that sends a verb; more is its label and other attributes.
func verbButton(verb builder.Form, more ...g.Node) g.Node {
	return h.Button(verbAttributes(verb, more...))
}

// verbAttributes returns the attributes of a button that sends a verb, and more.
func verbAttributes(verb builder.Form, more ...g.Node) g.Group {
	return append(g.Group{h.FormAttr("do"), h.Name("verb"), h.Value(string(verb))}, more...)
}
