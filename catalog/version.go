package catalog

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"muster/rules"
	"muster/schema"
)

// SplitPin takes apart how a list names a book: by its id alone, or pinned to a
// version, ID@VERSION. version is "" without a pin.
func SplitPin(name string) (id, version string) {
	id, version, _ = strings.Cut(name, "@")
	return id, version
}

// Pin names a book of a version as a list does. A book without a version has its
// id alone.
func Pin(id, version string) string {
	if version == "" {
		return id
	}
	return id + "@" + version
}

// FileName is what the file of a version of a book is called when it is imported,
// without its ending: ID@VERSION.
func FileName(id, version string) string {
	const longest = 40
	clean := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' {
			return r
		}
		return '-'
	}, version)
	return Pin(id, strings.TrimRight(clean[:min(len(clean), longest)], "."))
}

// Pin names the book with its version, as a list does that is pinned to it.
func (b *Book) Pin() string { return Pin(b.ID, b.Version) }

// CompareVersions is negative if a is older than b, positive if it is newer, and
// 0 for two of the same text. Parts between dots are compared one by one, as
// numbers where they are: 3.5.9 is older than 3.5.10, and that older than
// 3.5.10.1. No version is older than any.
func CompareVersions(a, b string) int {
	as, bs := versionParts(a), versionParts(b)
	for i := range min(len(as), len(bs)) {
		x, xErr := strconv.ParseUint(as[i], 10, 64)
		y, yErr := strconv.ParseUint(bs[i], 10, 64)
		c := cmp.Compare(x, y)
		if xErr != nil || yErr != nil {
			c = cmp.Compare(as[i], bs[i])
		}
		if c != 0 {
			return c
		}
	}
	return cmp.Or(cmp.Compare(len(as), len(bs)), cmp.Compare(a, b))
}

func versionParts(version string) []string {
	if version == "" {
		return nil
	}
	return strings.Split(strings.TrimPrefix(version, "v"), ".")
}

// Digest is a fingerprint of what the book offers: of its game, name and version,
// its rules, spells, units and upgrades. Two people who imported the same book have
// the same, whatever id it got, how its file is set out, and whichever effects
// were read from its texts.
func (b *Book) Digest() string {
	b.digestOnce.Do(func() {
		plain := &Book{
			System: b.System, Name: b.Name, Version: b.Version, AlsoFor: b.AlsoFor,
			Rules: append([]rules.Rule{}, b.Rules...), Spells: append([]Spell{}, b.Spells...), Units: b.Units, Packages: b.Packages,
		}
		for i := range plain.Rules {
			if r := &plain.Rules[i]; r.Read {
				r.Effects, r.Read = nil, false
			}
		}
		for i := range plain.Spells {
			if s := &plain.Spells[i]; s.Read {
				s.Effects, s.Read = nil, false
			}
		}
		sum := sha256.Sum256(schema.Write("book/1", plain, nil))
		b.digest = hex.EncodeToString(sum[:16])
	})
	return b.digest
}
