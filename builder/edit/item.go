package edit

import (
	"bytes"
	"slices"

	"muster/schema"
)

// CopyItem inserts a copy of the i-th value of the list at a path after that value.
func (t *Text) CopyItem(path []any, i int) error {
	twice := rearrangedList(i, func(list []schema.Node) []schema.Node { return slices.Insert(list, i, list[i]) })
	return t.changeVerified(path, twice, func() error {
		list, err := t.changeableList(path, i)
		if err != nil {
			return err
		}
		from, to := t.itemExtent(list, i)
		text := string(t.document.Source[from:to])
		switch {
		case list.IsFlow():
			text = ", " + text
		case !endsWithBreak([]byte(text)): // the last line lacks its end
			text = t.newline + text
		}
		return t.splice(to, to, text)
	})
}

// MoveItem moves the i-th value of the list at a path before the value with index to; to may be the
// list's length.
func (t *Text) MoveItem(path []any, i, to int) error {
	if to == i || to == i+1 {
		return nil
	}
	elsewhere := rearrangedList(i, func(list []schema.Node) []schema.Node { return withMovedItem(list, i, to) })
	return t.changeVerified(path, elsewhere, func() error {
		list, err := t.changeableList(path, i)
		if err != nil {
			return err
		}
		if list.IsFlow() {
			return t.moveInBrackets(list, i, to)
		}
		source := t.document.Source
		from, end := t.itemExtent(list, i)
		at := t.lineOffsets[t.dashLine(list.Index(0))-1]
		if to > 0 { // comments above the next value stay with it
			_, at = t.itemExtent(list, to-1)
		}
		lines := slices.Clone(source[from:end])
		if !endsWithBreak(lines) {
			lines = append(lines, t.newline...)
		}
		var text []byte
		if at < from {
			text = slices.Concat(lines, source[at:from])
		} else {
			text = slices.Clone(source[end:at])
			if !endsWithBreak(text) {
				text = append(text, t.newline...)
			}
			text = append(text, lines...)
		}
		first, last := min(from, at), max(end, at)
		if last == len(source) && !endsWithBreak(source) {
			text = bytes.TrimSuffix(text, []byte(t.newline))
		}
		return t.splice(first, last, string(text))
	})
}

// moveInBrackets moves a value of a flow list. Commas and blanks stay in place.
func (t *Text) moveInBrackets(list schema.Node, i, to int) error {
	source := t.document.Source
	order := make([]int, list.Len())
	for n := range order {
		order[n] = n
	}
	var text []byte
	first, _ := t.itemExtent(list, 0)
	last := first
	for n, item := range withMovedItem(order, i, to) {
		from, end := t.itemExtent(list, n)
		text = append(text, source[last:from]...)
		a, b := t.itemExtent(list, item)
		text = append(text, source[a:b]...)
		last = end
	}
	return t.splice(first, last, string(text))
}

// changeableList returns the list at a path, after checking that its i-th value can be changed.
func (t *Text) changeableList(path []any, i int) (schema.Node, error) {
	list, err := t.changeableNode(path)
	if err != nil {
		return list, err
	}
	return list, t.checkChangeable(list.Index(i))
}

// itemExtent returns the offsets of a list's i-th value: of its text in brackets, else of its
// lines.
func (t *Text) itemExtent(list schema.Node, i int) (from, to int) {
	item := list.Index(i)
	if list.IsFlow() {
		return t.offset(item), t.endOffset(item)
	}
	return t.lineOffsets[t.dashLine(item)-1], t.lineEnd(t.lastLine(list, i))
}

// withMovedItem returns a list with its i-th value before the one with index to.
func withMovedItem[V any](list []V, i, to int) []V {
	value := list[i]
	if list = slices.Delete(list, i, i+1); to > i {
		to--
	}
	return slices.Insert(list, to, value)
}
