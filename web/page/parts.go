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
	ETags             map[string]string // ETag of each part of the page, by id; nil if none are recorded
	requestedByScript bool              // a script requested the page
	shownETags        map[string]bool   // the ETags of the parts that the script shows
	changedInnerHTML  []byte            // HTML of changed parts inside of unchanged parts
	freeBuffers       []*etagBuffer     // buffers for reuse
}

// hiddenPartPrefix is put before the id of a part that the page has, but does not show.
const hiddenPartPrefix = "-"

// NewParts parses the ETags of the parts that a script has, and the ids of those that it does not
// show, each with hiddenPartPrefix. asked is false for browsers without script, which get complete
// pages.
func NewParts(shown string, asked bool) *Parts {
	p := &Parts{requestedByScript: asked, shownETags: map[string]bool{}}
	for _, etag := range strings.Fields(shown) {
		p.shownETags[etag] = true
	}
	return p
}

// RequestedByScript reports whether a script requested the page.
func (p *Parts) RequestedByScript() bool { return p.requestedByScript }

// IsHidden reports whether the page has the part with an id, but does not show it.
func (p *Parts) IsHidden(id string) bool { return p.shownETags[hiddenPartPrefix+id] }

// An etagBuffer is a buffer of HTML, with a hash of its text for the ETag. Text drawn by
// OutsideETag is not part of the hash.
type etagBuffer struct {
	text             bytes.Buffer
	hash             uint64 // FNV-1a hash of the text
	outsideETagDepth int    // number of nested OutsideETag nodes that are being drawn
	changedInnerHTML []byte // HTML of the inner parts that the page does not show yet
}

// buffer returns an empty buffer, to be returned to freeBuffers after use.
func (p *Parts) buffer() *etagBuffer {
	const offset = 14695981039346656037 // of FNV-1a
	t := &etagBuffer{}
	if last := len(p.freeBuffers) - 1; last >= 0 {
		t, p.freeBuffers = p.freeBuffers[last], p.freeBuffers[:last]
	}
	t.text.Reset()
	t.hash, t.changedInnerHTML = offset, t.changedInnerHTML[:0]
	return t
}

// addToETag adds text to the ETag's hash.
func addToETag[T string | []byte](t *etagBuffer, text T) {
	const prime = 1099511628211 // of FNV-1a
	for i := range len(text) {
		t.hash = (t.hash ^ uint64(text[i])) * prime
	}
}

func (t *etagBuffer) Write(text []byte) (int, error) {
	if t.outsideETagDepth == 0 {
		addToETag(t, text)
	}
	return t.text.Write(text)
}

func (t *etagBuffer) WriteString(text string) (int, error) {
	if t.outsideETagDepth == 0 {
		addToETag(t, text)
	}
	return t.text.WriteString(text)
}

// etag returns the hash as an ETag: 40 bits in eight letters and digits.
func (t *etagBuffer) etag() string {
	const digits = "abcdefghijklmnopqrstuvwxyz234567"
	var etag [8]byte
	n := t.hash ^ t.hash>>40
	for i := range etag {
		etag[i], n = digits[n%32], n/32
	}
	return string(etag[:])
}

// OutsideETag draws a node that the ETag of the part around it does not cover, since a script
// updates the node from elsewhere on the page.
func (p *Parts) OutsideETag(node g.Node) g.Node {
	return g.NodeFunc(func(w io.Writer) error {
		if t, within := w.(*etagBuffer); within {
			t.outsideETagDepth++
			defer func() { t.outsideETagDepth-- }()
		}
		return node.Render(w)
	})
}

// Part draws an element as a part of the page: it is not sent if the page shows it already. Its
// ETag covers its content, but of inner parts only their ids. If p is nil, it draws an ordinary
// element without id.
func (p *Parts) Part(name, id string, attributes g.Group, content ...g.Node) g.Node {
	if p == nil {
		return g.El(name, attributes, g.Group(content))
	}
	return g.NodeFunc(func(w io.Writer) error {
		inner := p.buffer()
		defer func() { p.freeBuffers = append(p.freeBuffers, inner) }()
		if err := g.El(name, h.ID(id), attributes).Render(inner); err != nil {
			return err
		}
		inner.text.Reset() // its frame counts, and is drawn around it
		if err := g.Group(content).Render(inner); err != nil {
			return err
		}
		etag := inner.etag()
		if p.shownETags[etag] {
			p.changedInnerHTML = append(p.changedInnerHTML, inner.changedInnerHTML...)
		}
		return p.writePart(w, name, id, etag, attributes, g.NodeFunc(func(w io.Writer) error { _, err := inner.text.WriteTo(w); return err }))
	})
}

// PartWithETag is Part with a given ETag. If the page does not show the part yet, it draws content;
// otherwise only the inner parts returned by within, since the ETag does not cover them.
func (p *Parts) PartWithETag(name, id, etag string, content func() g.Node, within ...func() g.Node) g.Node {
	return g.NodeFunc(func(w io.Writer) error {
		if p.shownETags[etag] {
			inner := p.buffer()
			defer func() { p.freeBuffers = append(p.freeBuffers, inner) }()
			for _, one := range within {
				if err := one().Render(inner); err != nil {
					return err
				}
			}
			p.changedInnerHTML = append(p.changedInnerHTML, inner.changedInnerHTML...)
		}
		return p.writePart(w, name, id, etag, g.Iff(!p.shownETags[etag], content))
	})
}

// PendingPart draws a part without content, to be computed later; the page keeps the content that
// it shows.
func (p *Parts) PendingPart(name, id string, attributes g.Group) g.Node {
	return g.NodeFunc(func(w io.Writer) error { return p.writePart(w, name, id, "", attributes) })
}

// writePart writes a part with its ETag, and without content if the page shows it already. If the
// part is inside another one, the ETag of the outer part covers its id alone, not its content.
func (p *Parts) writePart(w io.Writer, name, id, etag string, content ...g.Node) error {
	if p.ETags != nil {
		p.ETags[id] = etag
	}
	if p.shownETags[etag] {
		etag, content = "", nil
	}
	part := g.El(name, h.ID(id), h.Data("as", etag), g.Group(content))
	outer, within := w.(*etagBuffer)
	if !within {
		return part.Render(w)
	}
	if outer.outsideETagDepth == 0 {
		addToETag(outer, id)
	}
	start := outer.text.Len()
	err := part.Render(&outer.text)
	if etag != "" && p.requestedByScript {
		outer.changedInnerHTML = append(outer.changedInnerHTML, outer.text.Bytes()[start:]...)
	}
	return err
}

// UniqueIDs makes unique ids from names of weapons and rules.
type UniqueIDs map[string]int

// New returns an unused id made from a prefix and a name.
func (ids UniqueIDs) New(prefix, name string) string {
	id := prefix + strings.ReplaceAll(name, " ", "-")
	if ids[id]++; ids[id] > 1 {
		id += "~" + strconv.Itoa(ids[id])
	}
	return id
}

// ChangedInnerParts draws the changed parts inside of unchanged ones, from where the script puts
// them into place. It must come after all parts.
func (p *Parts) ChangedInnerParts() g.Node {
	return g.NodeFunc(func(w io.Writer) error {
		if p.changedInnerHTML == nil {
			return nil
		}
		return h.Div(h.ID("apart"), g.Attr("hidden"), g.Raw(string(p.changedInnerHTML))).Render(w)
	})
}
