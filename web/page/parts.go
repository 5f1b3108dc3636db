package page

import (
	"bytes"
	"io"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

// Parts are the parts of a page that its script may show already. Each has an id and, as the
// attribute data-as, an ETag. A part that is shown as it is now is sent as an empty element
// with an empty data-as, and the script leaves it alone. Parts may hold parts, which change
// without the part around them.
type Parts struct {
	ETags map[string]string // the ETag of each part that is drawn, by its id; nil keeps none
	asked bool
	has   map[string]bool
	apart []byte // parts that changed within parts that did not
	spare []*tagged
}

// NewParts reads the ETags of the parts that a script shows; asked is false for a browser
// without script: it gets whole pages.
func NewParts(shown string, asked bool) *Parts {
	p := &Parts{asked: asked, has: map[string]bool{}}
	for _, etag := range strings.Fields(shown) {
		p.has[etag] = true
	}
	return p
}

// Asked reports whether a script asked for the page.
func (p *Parts) Asked() bool { return p.asked }

// A tagged writer holds HTML and its ETag. Text written aside is not in the ETag.
type tagged struct {
	text    bytes.Buffer
	sum     uint64 // of FNV-1a
	aside   int
	changed []byte // parts within that the page lacks
}

// tagged returns an empty writer, to be put back into spare.
func (p *Parts) tagged() *tagged {
	const offset = 14695981039346656037 // of FNV-1a
	t := &tagged{}
	if last := len(p.spare) - 1; last >= 0 {
		t, p.spare = p.spare[last], p.spare[:last]
	}
	t.text.Reset()
	t.sum, t.changed = offset, t.changed[:0]
	return t
}

// add adds text to the ETag.
func add[T string | []byte](t *tagged, text T) {
	const prime = 1099511628211 // of FNV-1a
	for i := range len(text) {
		t.sum = (t.sum ^ uint64(text[i])) * prime
	}
}

func (t *tagged) Write(text []byte) (int, error) {
	if t.aside == 0 {
		add(t, text)
	}
	return t.text.Write(text)
}

func (t *tagged) WriteString(text string) (int, error) {
	if t.aside == 0 {
		add(t, text)
	}
	return t.text.WriteString(text)
}

// etag has 40 bits in eight letters and digits.
func (t *tagged) etag() string {
	const digits = "abcdefghijklmnopqrstuvwxyz234567"
	var etag [8]byte
	n := t.sum ^ t.sum>>40
	for i := range etag {
		etag[i], n = digits[n%32], n/32
	}
	return string(etag[:])
}

// Aside is a node that may change while the part around it does not: a script has its
// content from elsewhere on the page.
func (p *Parts) Aside(node g.Node) g.Node {
	return g.NodeFunc(func(w io.Writer) error {
		if t, within := w.(*tagged); within {
			t.aside++
			defer func() { t.aside-- }()
		}
		return node.Render(w)
	})
}

// Part is an element by its name, id and attributes that holds content. Its ETag covers
// only the ids of the parts within. Without parts (nil) it is a plain element with no id.
func (p *Parts) Part(name, id string, attributes g.Group, content ...g.Node) g.Node {
	if p == nil {
		return g.El(name, attributes, g.Group(content))
	}
	return g.NodeFunc(func(w io.Writer) error {
		inner := p.tagged()
		defer func() { p.spare = append(p.spare, inner) }()
		if err := g.El(name, h.ID(id), attributes).Render(inner); err != nil {
			return err
		}
		inner.text.Reset() // its frame counts, and is drawn around it
		if err := g.Group(content).Render(inner); err != nil {
			return err
		}
		etag := inner.etag()
		if p.has[etag] {
			p.apart = append(p.apart, inner.changed...)
		}
		return p.put(w, name, id, etag, attributes, g.NodeFunc(func(w io.Writer) error { _, err := inner.text.WriteTo(w); return err }))
	})
}

// Known is a Part with a known ETag; its content is drawn only where the page lacks it. Otherwise
// the parts within it are drawn, which the ETag does not cover.
func (p *Parts) Known(name, id, etag string, content func() g.Node, within ...func() g.Node) g.Node {
	return g.NodeFunc(func(w io.Writer) error {
		if p.has[etag] {
			inner := p.tagged()
			defer func() { p.spare = append(p.spare, inner) }()
			for _, one := range within {
				if err := one().Render(inner); err != nil {
					return err
				}
			}
			p.apart = append(p.apart, inner.changed...)
		}
		return p.put(w, name, id, etag, g.Iff(!p.has[etag], content))
	})
}

// Later is a Part that is not worked out yet. The page keeps its old content.
func (p *Parts) Later(name, id string, attributes g.Group) g.Node {
	return g.NodeFunc(func(w io.Writer) error { return p.put(w, name, id, "", attributes) })
}

// put renders a part; the ETag of the part around it covers only its id.
func (p *Parts) put(w io.Writer, name, id, etag string, content ...g.Node) error {
	if p.ETags != nil {
		p.ETags[id] = etag
	}
	if p.has[etag] {
		etag, content = "", nil
	}
	part := g.El(name, h.ID(id), h.Data("as", etag), g.Group(content))
	outer, within := w.(*tagged)
	if !within {
		return part.Render(w)
	}
	if outer.aside == 0 {
		add(outer, id)
	}
	start := outer.text.Len()
	err := part.Render(&outer.text)
	if etag != "" && p.asked {
		outer.changed = append(outer.changed, outer.text.Bytes()[start:]...)
	}
	return err
}

// IDs makes ids of names of weapons and rules, told apart where a name occurs again.
type IDs map[string]int

// Of returns an id of a name, with a prefix.
func (ids IDs) Of(prefix, name string) string {
	id := prefix + strings.ReplaceAll(name, " ", "-")
	if ids[id]++; ids[id] > 1 {
		id += "~" + strconv.Itoa(ids[id])
	}
	return id
}

// Apart are the parts that changed within parts that did not, for the script to put in
// place. It comes behind all parts.
func (p *Parts) Apart() g.Node {
	return g.NodeFunc(func(w io.Writer) error {
		if p.apart == nil {
			return nil
		}
		return h.Div(h.ID("apart"), g.Attr("hidden"), g.Raw(string(p.apart))).Render(w)
	})
}
