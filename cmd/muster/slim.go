package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"slices"
)

// slim rewrites a program compiled for browsers so that brotli compresses it to a tenth less. Go's
// linker splits data at every eight zeros, with offsets that do not compress; slim splits it at
// 4,096 zeros. It zeroes source files and lines, which only crash traces need, and of the names of
// functions those of other modules.
func slim(program []byte) ([]byte, error) {
	const header, data, counted = 8, 11, 12
	if len(program) < header {
		return nil, errNotWASM
	}
	out := bytes.Clone(program[:header])
	for rest := program[header:]; len(rest) > 0; {
		kind := rest[0]
		size, n := binary.Uvarint(rest[1:])
		if n <= 0 || size > uint64(len(rest)-1-n) {
			return nil, errNotWASM
		}
		section := rest[1+n:][:size]
		rest = rest[1+n+int(size):]
		switch kind {
		case counted: // the number of pieces, which instructions may name
			return program, nil
		case data:
			memory, err := memoryOfData(section)
			if err != nil {
				return nil, err
			}
			dropLines(memory)
			section = dataOfMemory(memory)
		}
		out = append(binary.AppendUvarint(append(out, kind), uint64(len(section))), section...)
	}
	return out, nil
}

var errNotWASM = errors.New("the compiled program is not the WebAssembly that Go writes")

// A wasmPiece of data begins with these two bytes, an offset of LEB128, and wasmEnd.
var wasmPiece = []byte{0, 0x41} // of memory 0; i32.const

const wasmEnd = 0x0b

// memoryOfData returns the memory that a data section of WebAssembly describes.
func memoryOfData(section []byte) ([]byte, error) {
	failed := false
	number := func() int {
		v, n := binary.Uvarint(section)
		if n <= 0 || v > 1<<30 {
			failed, section = true, nil
			return 0
		}
		section = section[n:]
		return int(v)
	}
	var memory []byte
	for pieces := number(); pieces > 0 && !failed; pieces-- {
		if !bytes.HasPrefix(section, wasmPiece) {
			return nil, errNotWASM
		}
		section = section[len(wasmPiece):]
		offset := number() // LEB128 with a sign is the same for a number of zero or more
		if len(section) == 0 || section[0] != wasmEnd {
			return nil, errNotWASM
		}
		section = section[1:]
		size := number()
		if size > len(section) {
			return nil, errNotWASM
		}
		memory = append(memory, make([]byte, max(0, offset+size-len(memory)))...)
		copy(memory[offset:], section[:size])
		section = section[size:]
	}
	if failed || len(section) > 0 {
		return nil, errNotWASM
	}
	return memory, nil
}

// dataOfMemory returns the data section that describes a memory; memoryOfData reads it.
func dataOfMemory(memory []byte) []byte {
	var pieces []byte
	count, gap := 0, make([]byte, 4096)
	for at := 0; at < len(memory); {
		if memory[at] == 0 {
			at++
			continue
		}
		size := bytes.Index(memory[at:], gap)
		if size < 0 {
			size = len(bytes.TrimRight(memory[at:], "\x00"))
		}
		o := uint32(at)
		pieces = append(append(pieces, wasmPiece...),
			byte(o)|0x80, byte(o>>7)|0x80, byte(o>>14)|0x80, byte(o>>21)|0x80, byte(o>>28), wasmEnd)
		pieces = append(binary.AppendUvarint(pieces, uint64(size)), memory[at:][:size]...)
		count++
		at += size
	}
	return append(binary.AppendUvarint(nil, uint64(count)), pieces...)
}

// Offsets of fields in the function tables of Go 1.26 (runtime.pcHeader, runtime._func), in bytes.
const (
	headerFuncs, headerNames, headerUnits, headerPCs, headerTable = 8, 32, 40, 56, 64
	funcStack, funcFile, funcLine, funcValues, funcUnit           = 16, 20, 24, 28, 32
	funcStart, funcSize                                           = 36, 44
)

// dropLines zeroes source files and lines in a program's memory: each function's first line and
// file table, the names of functions of other modules, and tables that are no longer used. If the
// layout is unknown, it changes nothing.
func dropLines(memory []byte) {
	header := bytes.Index(memory, []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8})
	if header < 0 || header+headerTable+8 > len(memory) {
		return
	}
	u32 := func(at int) int { return int(min(binary.LittleEndian.Uint32(memory[at:]), math.MaxInt32)) }
	field := func(at int) int { return header + u32(header+at) }
	count, names, units, pcs, table := u32(header+headerFuncs), field(headerNames), field(headerUnits), field(headerPCs), field(headerTable)
	if !slices.IsSorted([]int{header + headerTable, names, units, pcs, table, table + 8*count, len(memory)}) {
		return
	}
	functions := make([]int, count)
	for i := range functions {
		at := table + u32(table+8*i+4)
		if at+funcSize > len(memory) || u32(at) != u32(table+8*i) || u32(at+4) >= units-names ||
			u32(at+funcValues) > 16 || at+funcSize+4*u32(at+funcValues) > len(memory) ||
			max(u32(at+funcStack), u32(at+funcFile), u32(at+funcLine)) >= table-pcs {
			return
		}
		for k := range u32(at + funcValues) {
			if u32(at+funcSize+4*k) >= table-pcs {
				return
			}
		}
		functions[i] = at
	}
	was := bytes.Clone(memory[pcs:table])
	clear(memory[units:pcs]) // names of files
	clear(memory[pcs:table])
	keep := func(table int) {
		end := table
		for n := 0; table > 0 && end < len(was) && (was[end] != 0 || n == 0); n++ { // pairs until a zero
			for range 2 {
				_, size := binary.Uvarint(was[min(end, len(was)):])
				end += max(size, 1)
			}
		}
		copy(memory[pcs+table:], was[table:min(end+1, len(was))])
	}
	for _, at := range functions {
		keep(u32(at + funcStack))
		for i := range u32(at + funcValues) {
			keep(u32(at + funcSize + 4*i))
		}
		if name, _, _ := bytes.Cut(memory[names+u32(at+4):units], []byte{0}); isForeign(name) {
			clear(name)
		}
		clear(memory[at+funcFile : at+funcLine+4])
		clear(memory[at+funcUnit : at+funcStart+4])
	}
}

// isForeign reports whether a function's name begins with the path of a module from elsewhere, such
// as github.com/….
func isForeign(name []byte) bool {
	domain, _, isPath := bytes.Cut(name, []byte("/"))
	return isPath && (bytes.IndexByte(domain, '.') > 0 || string(domain) == "vendor") && !bytes.ContainsAny(domain, "([")
}
