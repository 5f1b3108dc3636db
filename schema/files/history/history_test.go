package history_test

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"muster/schema/files"
	"muster/schema/files/history"
)

func TestUndoAndRedo(t *testing.T) {
	var h history.History
	if undo, redo := h.StepsLeft(); undo != 0 || redo != 0 || h.Peek(-1) != nil || h.Peek(0) != nil || h.IsCurrent(nil) {
		t.Errorf("%d changes can be undone and %d redone of none", undo, redo)
	}
	for _, text := range []string{"a", "b", "b", "c"} {
		h.Add([]byte(text))
	}
	for _, c := range []struct {
		step       int
		text       string // "" for none
		undo, redo int    // afterwards
	}{
		{+1, "", 2, 0},
		{-1, "b", 1, 1},
		{-1, "a", 0, 2},
		{-1, "", 0, 2},
		{+1, "b", 1, 1},
	} {
		text := h.Peek(c.step)
		if text != nil {
			h.MoveCurrent(c.step)
		}
		if undo, redo := h.StepsLeft(); string(text) != c.text || undo != c.undo || redo != c.redo {
			t.Errorf("%+v: %q, %d, %d", c, text, undo, redo)
		}
	}
	h.Add([]byte("d")) // what was undone is gone
	if undo, redo := h.StepsLeft(); undo != 2 || redo != 0 || !h.IsCurrent([]byte("d")) || h.IsCurrent([]byte("c")) {
		t.Errorf("%d, %d", undo, redo)
	}
}

func TestBounds(t *testing.T) {
	var h history.History
	for i := range 300 {
		h.Add(fmt.Append(nil, i))
	}
	if undo, _ := h.StepsLeft(); undo != 99 {
		t.Errorf("%d changes can be undone", undo)
	}
	long := strings.Repeat("x", 300<<10)
	for i := range 10 {
		h.Add(fmt.Append(nil, i, long))
	}
	if undo, _ := h.StepsLeft(); undo != 2 {
		t.Errorf("%d changes of long texts can be undone", undo)
	}
	h.Add([]byte(strings.Repeat(long, 5)))
	if undo, _ := h.StepsLeft(); undo != 0 || !h.IsCurrent([]byte(strings.Repeat(long, 5))) {
		t.Errorf("%d changes of a very long text can be undone", undo)
	}
}

func TestReadAndWrite(t *testing.T) {
	folder := new(files.Memory)
	for i := range 120 {
		file := fmt.Sprintf("list-%03d.yaml", i)
		h := history.Read(folder, file+".json", file)
		h.Add([]byte("old"))
		h.Add([]byte("new"))
		if err := h.Write(folder, file+".json"); err != nil {
			t.Fatal(err)
		}
	}
	if names, _ := fs.Glob(folder, "*"); len(names) != 100 {
		t.Errorf("%d histories are kept", len(names))
	}
	if h := history.Read(folder, "list-119.yaml.json", "list-119.yaml"); string(h.Peek(-1)) != "old" {
		t.Errorf("%+v", h)
	}
	for _, text := range []string{"", "{", `{"list":"b","states":["x"]}`, `{"list":"a","states":[]}`, `{"list":"a","states":["x"],"at":1}`, `{"list":"a","states":["x"],"at":-1}`} {
		if err := files.Overwrite(folder, "a.json", []byte(text)); err != nil {
			t.Fatal(err)
		}
		if h := history.Read(folder, "a.json", "a"); h.File != "a" || h.States != nil || h.CurrentIndex != 0 {
			t.Errorf("%s is read as %+v", text, h)
		}
	}
}
