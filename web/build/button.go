package build

import (
	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

// do returns a button that sends a verb of builder.Verbs; more is its label and other attributes.
func do(verb string, more ...g.Node) g.Node { return h.Button(sends(verb, more...)) }

// sends returns the attributes of a button that sends a verb, and more.
func sends(verb string, more ...g.Node) g.Group {
	return append(g.Group{h.FormAttr("do"), h.Name("verb"), h.Value(verb)}, more...)
}
