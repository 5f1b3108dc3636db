package edit_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"muster/builder/edit"
	"muster/schema"
	"muster/schema/schematest"
)

// FuzzSplices splices any text that reads, anywhere: nothing panics, what fails
// changes nothing, and every splice that is taken back leaves every byte as it
// was. Its trial succeeds where it does.
func FuzzSplices(f *testing.F) {
	texts := []string{
		"{muster: list/1, system: gf-3, book: steel-wardens, units: [{id: a,\u0085unit: line-squad}\u2028]}",
		"muster: list/1\nsystem: gf-3\nbook: b\nunits:\n- id: a # the first\n  unit: x\n\n# of two\n-\n  id: b\n  unit: y\n  upgrades: [p, {option: q, count: 2} , r,]\n",
		"muster: unit/1\nkind: infantry\nquality: regular\nresolve: steady\ntraits:\n  - a\nfigures: [ {count: 2, weapon: rifle} ]\n",
	}
	for _, text := range schematest.ReadFiles(f, os.DirFS("../../examples"), "[fo]*-[bhmg]*.yaml") {
		texts = append(texts, string(text))
	}
	for i, text := range texts {
		for kind := range byte(kinds) {
			f.Add(text, kind, byte(i), byte(i/2), "value")
			f.Add(strings.ReplaceAll(text, "\n", "\r\n"), kind, byte(i), byte(i/3), "'x y'")
		}
	}
	f.Fuzz(func(t *testing.T, source string, kind, which, to byte, value string) {
		if len(source) > 1<<10 {
			return // what is long is slow, and no other
		}
		document, err := schema.Read("list.yaml", []byte(source), "list/1", "unit/1", "armoury/1")
		if err != nil || strings.ContainsAny(value, "#\n\r\u0085\u2028\u2029") || value != strings.TrimSpace(value) {
			return
		}
		text := edit.Open(document)
		do, back := splice(text, int(kind)%kinds, int(which), int(to), value)
		if do == nil {
			return
		}
		err = do()
		tried := edit.OpenValuesOnly(document)
		try, _ := splice(tried, int(kind)%kinds, int(which), int(to), value)
		if failed := try(); failed != nil && err == nil {
			t.Fatalf("the splice is made, and its trial fails: %v", failed)
		}
		if err != nil {
			if !bytes.Equal(text.Bytes(), []byte(source)) {
				t.Fatalf("the splice failed (%v) and changed the file:\n%s", err, text.Bytes())
			}
			return
		}
		changed := string(text.Bytes())
		if back == nil {
			return
		}
		if err := back(); err != nil {
			return // refused with a sentence
		}
		if got := string(text.Bytes()); got != source {
			t.Fatalf("the file was\n%q\nwith the splice\n%q\nand without it\n%q", source, changed, got)
		}
	})
}

const kinds = 7

// splice makes a splice of a kind, and what takes it back; none of what cannot
// be taken back.
func splice(text *edit.Text, kind, which, to int, value string) (do, back func() error) {
	lists, maps := places(text.Document().Root(), nil)
	var list, mapping []any
	if len(lists) > 0 {
		list = lists[which%len(lists)]
	}
	mapping = maps[which%len(maps)]
	length := 0
	if list != nil {
		length = text.Document().At(list...).Len()
	}
	if list == nil && kind > 2 || length == 0 && kind > 3 {
		return nil, nil
	}
	switch kind {
	case 0: // a field that is there
		n := text.Document().At(mapping...)
		key, _ := n.Entry(to % max(1, n.Len()))
		was := text.WrittenText(append(mapping[:len(mapping):len(mapping)], key.Text())...)
		if was != "" {
			back = func() error { return text.SetField(mapping, key.Text(), was) }
		}
		return func() error { return text.SetField(mapping, key.Text(), value) }, back
	case 1: // one that is not
		for _, key := range []string{"name", "notes", "count", "points"} {
			if !text.Document().At(mapping...).Get(key).Exists() {
				return func() error { return text.SetField(mapping, key, value, "unit", "id") }, func() error { return text.RemoveField(mapping, key) }
			}
		}
		return nil, nil
	case 2:
		n := text.Document().At(mapping...)
		key, _ := n.Entry(to % max(1, n.Len()))
		return func() error { return text.RemoveField(mapping, key.Text()) }, nil
	case 3:
		return func() error { return text.AppendItem(list, value) }, func() error { return text.RemoveItem(list, length) }
	case 4:
		i := to % length
		return func() error { return text.CopyItem(list, i) }, func() error { return text.RemoveItem(list, i+1) }
	case 5:
		if schematest.HasCommentsOrGaps(text.Bytes()) {
			return nil, nil // a value comes back to its neighbours, and not among the comments that it left
		}
		from, at := to%length, to/16%length
		// Item from goes to the place at, among those that are left.
		before, behind := at, from
		if at > from {
			before++
		} else {
			behind++
		}
		return func() error { return text.MoveItem(list, from, before) }, func() error { return text.MoveItem(list, at, behind) }
	default:
		path := append(list[:len(list):len(list)], to%length)
		if was := text.WrittenText(path...); was != "" {
			back = func() error { return text.Replace(path, was) }
		}
		return func() error { return text.Replace(path, value) }, back
	}
}

// places lists the paths of the lists and mappings under a value.
func places(n schema.Node, path []any) (lists, maps [][]any) {
	if n.IsAlias() {
		return nil, nil
	}
	switch {
	case n.IsMap():
		maps = append(maps, path)
	case n.IsList():
		lists = append(lists, path)
	}
	for i := range n.Len() {
		var step any = i
		value := n.Index(i)
		if n.IsMap() {
			var key schema.Node
			key, value = n.Entry(i)
			step = key.Text()
		}
		l, m := places(value, append(path[:len(path):len(path)], step))
		lists, maps = append(lists, l...), append(maps, m...)
	}
	return lists, maps
}
