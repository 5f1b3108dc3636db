package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"slices"
)

// slimProgram rewrites a program compiled for browsers so that brotli compresses it to a tenth
// less. Go's linker splits data at every eight zeros, with offsets that do not compress;
// slimProgram splits it at 4,096 zeros. It also zeroes source files and line numbers, which only
// crash traces need, names of functions of other modules, and the type arguments in names.
func slimProgram(program []byte) ([]byte, error) {
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
			memory, err := decodeData(section)
			if err != nil {
				return nil, err
			}
			clearDebugInfo(memory)
			section = encodeData(memory)
		}
		out = append(binary.AppendUvarint(append(out, kind), uint64(len(section))), section...)
	}
	return out, nil
}

var errNotWASM = errors.New("the compiled program is not the WebAssembly that Go writes")

var dataSegmentStart = []byte{0, 0x41} // first bytes of a data segment: memory 0, i32.const

// opcode at the end of a data segment's offset
const offsetEndOpcode = 0x0b

// decodeData returns the initial memory that a data section of WebAssembly describes.
func decodeData(section []byte) ([]byte, error) {
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
		if !bytes.HasPrefix(section, dataSegmentStart) {
			return nil, errNotWASM
		}
		section = section[len(dataSegmentStart):]
		offset := number() // LEB128 with a sign is the same for a number of zero or more
		if len(section) == 0 || section[0] != offsetEndOpcode {
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

// encodeData returns the data section that describes an initial memory. It is the inverse of
// decodeData.
func encodeData(memory []byte) []byte {
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
		pieces = append(append(pieces, dataSegmentStart...),
			byte(o)|0x80, byte(o>>7)|0x80, byte(o>>14)|0x80, byte(o>>21)|0x80, byte(o>>28), offsetEndOpcode)
		pieces = append(binary.AppendUvarint(pieces, uint64(size)), memory[at:][:size]...)
		count++
		at += size
	}
	return append(binary.AppendUvarint(nil, uint64(count)), pieces...)
}

// Offsets of fields in the tables of functions of Go 1.26 (runtime.pcHeader, runtime._func), and
// the size of a function's entry, in bytes.
const (
	funcCountOffset, funcNamesOffset, compileUnitsOffset, pcTableOffset, funcTableOffset     = 8, 32, 40, 56, 64
	stackTableOffset, fileTableOffset, lineTableOffset, pcdataCountOffset, compileUnitOffset = 16, 20, 24, 28, 32
	startLineOffset, funcEntrySize                                                           = 36, 44
)

// clearDebugInfo zeroes source files and line numbers in a program's memory: each function's first
// line and file table, the parts of function names that crash traces do not need, and tables
// without a remaining use. If the layout is unknown, it changes nothing.
func clearDebugInfo(memory []byte) {
	header := bytes.Index(memory, []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8})
	if header < 0 || header+funcTableOffset+8 > len(memory) {
		return
	}
	u32 := func(at int) int { return int(min(binary.LittleEndian.Uint32(memory[at:]), math.MaxInt32)) }
	field := func(at int) int { return header + u32(header+at) }
	count, names, units, pcs, table := u32(header+funcCountOffset), field(funcNamesOffset), field(compileUnitsOffset), field(pcTableOffset), field(funcTableOffset)
	if !slices.IsSorted([]int{header + funcTableOffset, names, units, pcs, table, table + 8*count, len(memory)}) {
		return
	}
	functions := make([]int, count)
	for i := range functions {
		at := table + u32(table+8*i+4)
		if at+funcEntrySize > len(memory) || u32(at) != u32(table+8*i) || u32(at+4) >= units-names ||
			u32(at+pcdataCountOffset) > 16 || at+funcEntrySize+4*u32(at+pcdataCountOffset) > len(memory) ||
			max(u32(at+stackTableOffset), u32(at+fileTableOffset), u32(at+lineTableOffset)) >= table-pcs {
			return
		}
		for k := range u32(at + pcdataCountOffset) {
			if u32(at+funcEntrySize+4*k) >= table-pcs {
				return
			}
		}
		functions[i] = at
	}
	for name := range bytes.SplitSeq(memory[names:units], []byte{0}) {
		clearNameDetails(name)
	}
	was := bytes.Clone(memory[pcs:table])
	clear(memory[units:pcs]) // names of files
	clear(memory[pcs:table])
	keepTable := func(table int) {
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
		keepTable(u32(at + stackTableOffset))
		for i := range u32(at + pcdataCountOffset) {
			keepTable(u32(at + funcEntrySize + 4*i))
		}
		clear(memory[at+fileTableOffset : at+lineTableOffset+4])
		clear(memory[at+compileUnitOffset : at+startLineOffset+4])
	}
}

// clearNameDetails clears a function's name if it is of another module, and shortens its type arguments
// to [...], as crash traces show them.
func clearNameDetails(name []byte) {
	if isForeignFunc(name) {
		clear(name)
		return
	}
	const short = "[...]"
	first, last := bytes.IndexByte(name, '['), bytes.LastIndexByte(name, ']')
	if first < 0 || last-first < len(short) {
		return
	}
	end := first + copy(name[first:], short)
	clear(name[end+copy(name[end:], name[last+1:]):])
}

// isForeignFunc reports whether a function's name begins with the path of another module, such as
// github.com/….
func isForeignFunc(name []byte) bool {
	domain, _, isPath := bytes.Cut(name, []byte("/"))
	return isPath && (bytes.IndexByte(domain, '.') > 0 || string(domain) == "vendor") && !bytes.ContainsAny(domain, "([")
}
