package page

import (
	"bytes"
	"io"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"
)

// Parts are elements of a page that its script may show already. Each has an id and an ETag
// (attribute data-as). An unchanged part is sent as an empty element with an empty data-as, and the
// script leaves it alone. Parts can contain parts that change without the outer one.
type Parts struct {
	ETags        map[string]string // ETag of each part of the page, by id; nil to record none
	asked        bool
	has          map[string]bool
	innerChanged []byte // changed parts inside of unchanged parts
	spare        []*tagged
}

// NewParts parses the ETags of the parts that a script shows. asked is false for browsers without
// script, which get complete pages.
func NewParts(shown string, asked bool) *Parts {
	p := &Parts{asked: asked, has: map[string]bool{}}
	for _, etag := range strings.Fields(shown) {
		p.has[etag] = true
	}
	return p
}

// Asked reports whether a script requested the page.
func (p *Parts) Asked() bool { return p.asked }

// A tagged is a buffer of HTML with its ETag. Text written aside is not part of the ETag.
type tagged struct {
	text    bytes.Buffer
	sum     uint64 // of FNV-1a
	aside   int
	changed []byte // inner parts that the page does not have
}

// tagged returns an empty buffer, to be returned to spare after use.
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

// etag returns 40 bits in eight letters and digits.
func (t *tagged) etag() string {
	const digits = "abcdefghijklmnopqrstuvwxyz234567"
	var etag [8]byte
	n := t.sum ^ t.sum>>40
	for i := range etag {
		etag[i], n = digits[n%32], n/32
	}
	return string(etag[:])
}

// Aside draws a node that may change while the part around it does not: a script updates its
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

// Part draws an element that is a part. Its ETag covers only the ids of parts inside. If p is nil,
// it is an ordinary element without id.
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
			p.innerChanged = append(p.innerChanged, inner.changed...)
		}
		return p.put(w, name, id, etag, attributes, g.NodeFunc(func(w io.Writer) error { _, err := inner.text.WriteTo(w); return err }))
	})
}

// Known is Part with a given ETag. Its content is drawn only if the page does not have it;
// otherwise within draws its inner parts, which the ETag does not cover.
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
			p.innerChanged = append(p.innerChanged, inner.changed...)
		}
		return p.put(w, name, id, etag, g.Iff(!p.has[etag], content))
	})
}

// Later draws a Part that is not computed yet. The page keeps its old content.
func (p *Parts) Later(name, id string, attributes g.Group) g.Node {
	return g.NodeFunc(func(w io.Writer) error { return p.put(w, name, id, "", attributes) })
}

// put writes a part; the ETag of the outer part covers only its id.
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

// IDs makes unique ids from names of weapons and rules.
type IDs map[string]int

// New returns an unused id made from a prefix and a name.
func (ids IDs) New(prefix, name string) string {
	id := prefix + strings.ReplaceAll(name, " ", "-")
	if ids[id]++; ids[id] > 1 {
		id += "~" + strconv.Itoa(ids[id])
	}
	return id
}

// InnerChanged draws changed parts inside of unchanged ones, for the script to insert. It comes
// after all parts.
func (p *Parts) InnerChanged() g.Node {
	return g.NodeFunc(func(w io.Writer) error {
		if p.innerChanged == nil {
			return nil
		}
		return h.Div(h.ID("apart"), g.Attr("hidden"), g.Raw(string(p.innerChanged))).Render(w)
	})
}
