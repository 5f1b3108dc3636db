package armyforge

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"muster/schema"
)

const (
	digestKey = "  digest: " // the beginning of the line that holds the digest
	noDigest  = "none"       // the digest's placeholder until the text is complete
)

// write writes the book as a book/1 file, with the digest of its text.
func (b *book) write() []byte {
	comments := map[string]string{
		"": "# " + oneLine(b.Name+" "+b.Version) + ", an army book from Army Forge.\n" +
			"# Change what you like: a book that was edited is never overwritten by another import.\n",
		"rules": "\n# ---- Special rules ----\n", "spells": "\n# ---- Spells ----\n",
		"units": "\n# ---- Units ----\n", "upgrades": "\n# ---- Upgrades ----\n",
	}
	users := map[string][]string{}
	for i := range b.Units {
		for _, id := range b.Units[i].UpgradePackages {
			users[id] = append(users[id], b.Units[i].Name)
		}
	}
	for i := range b.Packages {
		names := users[b.Packages[i].ID]
		if names == nil {
			names = []string{"no unit"}
		}
		comments["upgrades["+strconv.Itoa(i)+"]"] = "# for " + oneLine(strings.Join(names, ", ")) + "\n"
	}
	text := schema.Write("book/1", b.Book, func(path string) string { return comments[path] })
	line := []byte("\n" + digestKey)
	return bytes.Replace(text, append(line, noDigest...), append(line, digest(text)...), 1)
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// digest returns a hash of a book's text without its digest line. Line endings, and blanks at the
// ends of lines, do not affect it, because editors change them.
func digest(text []byte) string {
	hash := sha256.New()
	blank := 0
	for line := range bytes.Lines(text) {
		line = bytes.TrimRight(line, " \t\r\n")
		if bytes.HasPrefix(line, []byte(strings.TrimRight(digestKey, " "))) {
			continue
		}
		if len(line) == 0 {
			blank++
			continue
		}
		for ; blank > 0; blank-- {
			hash.Write([]byte("\n"))
		}
		hash.Write(line)
		hash.Write([]byte("\n"))
	}
	return hex.EncodeToString(hash.Sum(nil)[:16])
}

// IsEdited reports whether a book's text has changed since its import. A text without a digest was
// written by hand.
func IsEdited(text []byte) bool {
	for line := range bytes.Lines(text) {
		if stored, ok := bytes.CutPrefix(line, []byte(digestKey)); ok {
			return string(bytes.TrimSpace(stored)) != digest(text)
		}
	}
	return true
}
