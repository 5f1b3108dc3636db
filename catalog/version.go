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

// SplitVersionedID splits a book's name in a list, ID or ID@VERSION. version is "" for an id alone.
func SplitVersionedID(name string) (id, version string) {
	id, version, _ = strings.Cut(name, "@")
	return id, version
}

// VersionedID returns ID@VERSION, the name of a book's version in lists; the id alone if the book
// has no version.
func VersionedID(id, version string) string {
	if version == "" {
		return id
	}
	return id + "@" + version
}

// BookFileName returns the name of the file of an imported book, without its extension: ID@VERSION.
func BookFileName(id, version string) string {
	const longest = 40
	clean := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' {
			return r
		}
		return '-'
	}, version)
	return VersionedID(id, strings.TrimRight(clean[:min(len(clean), longest)], "."))
}

// VersionedID returns the name of this version of the book in lists: ID@VERSION.
func (b *Book) VersionedID() string { return VersionedID(b.ID, b.Version) }

// CompareVersions returns a negative number if a is older than b, a positive number if a is newer,
// and 0 if they are equal. It compares the parts between dots, as numbers if possible: 3.5.9 is
// older than 3.5.10, and 3.5.10 is older than 3.5.10.1. "" is older than any version.
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

// Digest returns a fingerprint of the book's game, name, version, rules, spells, units
// and upgrades. It does not depend on the book's id, its layout, or effects read from
// its texts, so two imports of the same book have the same digest.
func (b *Book) Digest() string {
	b.digestOnce.Do(func() {
		if b.Designs != nil {
			b.digest = b.Designs.Digest
			return
		}
		plain := &Book{
			System: b.System, Name: b.Name, Version: b.Version, AlsoForSystems: b.AlsoForSystems,
			Rules: append([]rules.Rule{}, b.Rules...), Spells: append([]Spell{}, b.Spells...), Units: b.Units,
			Packages: b.Packages,
		}
		for i := range plain.Rules {
			if r := &plain.Rules[i]; r.EffectsFromText {
				r.Effects, r.EffectsFromText = nil, false
			}
		}
		for i := range plain.Spells {
			if s := &plain.Spells[i]; s.ReadFromText {
				s.Effects, s.ReadFromText = nil, false
			}
		}
		sum := sha256.Sum256(schema.Write("book/1", plain, nil))
		b.digest = hex.EncodeToString(sum[:16])
	})
	return b.digest
}
