package main

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"
)

// TestSlim rewrites a program of one section of data in many pieces, whose memory has the
// tables of two functions: all of it comes back but for files and lines.
func TestSlim(t *testing.T) {
	memory, lines := goTables()
	want := slices.Clone(memory)
	for _, at := range lines {
		want[at] = 0
	}
	same := func(got, want []byte) {
		t.Helper()
		for at := range max(len(got), len(want)) {
			if at >= len(got) || at >= len(want) || got[at] != want[at] {
				t.Errorf("byte %d of %d differs from those of %d", at, len(got), len(want))
			}
		}
	}
	same(slimmed(t, memory), want)

	memory[lines[len(lines)-1]-36]++ // the second function begins where its table does not say
	same(slimmed(t, memory), memory)

	for at := 5000; at < len(memory); at++ { // whatever the tables say, nothing beyond them is read
		for _, b := range []byte{1, 0x7f, 0x80, 0xff} {
			wrong := slices.Clone(memory)
			wrong[at] ^= b
			slimmedAs(t, wrong, 0)
		}
	}

	program := wasmOf(memory)
	for size := range program {
		if size == 8 {
			continue // a program without sections
		}
		if _, err := slimProgram(program[:size]); err == nil {
			t.Errorf("%d of %d bytes of a program are taken for one", size, len(program))
		}
	}
}

// slimmed returns the memory of a program with this memory after slim.
func slimmed(t *testing.T, memory []byte) []byte { return slimmedAs(t, memory, 2) }

// slimmedAs is slimmed into so many pieces of data, unless they are 0.
func slimmedAs(t *testing.T, memory []byte, want uint64) []byte {
	t.Helper()
	program, err := slimProgram(wasmOf(memory))
	if err != nil {
		t.Fatal(err)
	}
	size, n := binary.Uvarint(program[9:])
	section := program[9+n:]
	if pieces, _ := binary.Uvarint(section); program[8] != 11 || int(size) != len(section) || want != 0 && pieces != want {
		t.Fatalf("section %d of %d bytes, not %d, has %d pieces of data, want %d", program[8], len(section), size, pieces, want)
	}
	got, err := decodeData(section)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// wasmOf returns a program of which each byte that is not zero is a piece of data.
func wasmOf(memory []byte) []byte {
	var pieces []byte
	count := 0
	for at, b := range memory {
		if b == 0 {
			continue
		}
		count++
		pieces = append(pieces, 0, 0x41)
		if pieces = binary.AppendUvarint(pieces, uint64(at)); pieces[len(pieces)-1]&0x40 != 0 {
			pieces[len(pieces)-1] |= 0x80 // a number of zero or more with a sign
			pieces = append(pieces, 0)
		}
		pieces = append(pieces, 0x0b, 1, b)
	}
	section := append(binary.AppendUvarint(nil, uint64(count)), pieces...)
	program := append([]byte("\x00asm\x01\x00\x00\x00"), 11)
	return append(binary.AppendUvarint(program, uint64(len(section))), section...)
}

// goTables returns a memory with the tables of two functions, and the places of all that says
// a file, a line or the name of a function of another module.
func goTables() (memory []byte, lines []int) {
	const header, names, units, pcs, table = 5000, 80, 98, 104, 120
	memory = append([]byte("data"), make([]byte, header-4)...)
	u64 := func(values ...uint64) {
		for _, v := range values {
			memory = binary.LittleEndian.AppendUint64(memory, v)
		}
	}
	u32 := func(values ...uint32) {
		for _, v := range values {
			memory = binary.LittleEndian.AppendUint32(memory, v)
		}
	}
	memory = append(memory, 0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8)
	u64(2, 1, 0, names, units, units+2, pcs, table)
	u64(0)
	memory = append(memory, "main.a\x00x.y/z.f\x00\x00\x00\x00"...)
	memory = append(memory, 1, 0, 'f', '.', 'g', 0)
	// After the zero that stands for no table: the stack of both, lines, a value of the second.
	memory = append(memory, 0, 2, 3, 0 /* 1 */, 4, 5, 6, 7, 0 /* 4 */, 2, 0x81, 1, 0 /* 9 */, 0, 0, 0)
	u32(0, 24, 10, 24+48) // where each begins, and where it stands
	u32(0, 0)
	u32(0, 0, 0, 0, 1, 4, 5, 0, 1, 17, 0) // the unit of source 1, line 17; no values
	u32(0)
	u32(10, 7, 0, 0, 1, 4, 9, 1, 1, 18, 0)
	u32(9)
	for i := range len("x.y/z.f") {
		lines = append(lines, header+names+7+i)
	}
	for i := range 6 {
		lines = append(lines, header+units+i)
	}
	for i := range 5 {
		lines = append(lines, header+pcs+4+i)
	}
	for _, f := range []int{24, 72} {
		for _, field := range []int{20, 24, 32, 36} {
			lines = append(lines, header+table+f+field)
		}
	}
	return append(memory, 0, 0, 1), lines
}

// Names of other modules go; of names of muster and Go only type arguments do, which no crash
// trace shows.
func TestShortenName(t *testing.T) {
	for name, want := range map[string]string{
		"muster/web.(*server).handle.func1":                 "muster/web.(*server).handle.func1",
		"github.com/a/b.(*C[go.shape.int]).d":               "",
		"vendor/golang.org/x/net/idna.ToASCII":              "",
		"muster/web/page.Each[go.shape.struct { A []int }]": "muster/web/page.Each[...]",
		"slices.Sort[go.shape.[]int,go.shape.int].func2":    "slices.Sort[...].func2",
		"main.f[int]": "main.f[int]",
	} {
		got := []byte(name)
		clearNameDetails(got)
		if trimmed := string(bytes.TrimRight(got, "\x00")); trimmed != want {
			t.Errorf("%s becomes %q, want %q", name, trimmed, want)
		}
	}
}
