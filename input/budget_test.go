package input

import (
	"strings"
	"testing"
	"time"
)

// A large file has two seconds; one no larger than a book has longer, since a slow phone or a program
// that has only just begun may be why.
func TestTimeToReadAFile(t *testing.T) {
	for _, test := range []struct {
		name  string
		bytes int
		takes time.Duration
		says  string // "" if it may take so long
	}{
		{"as a book, and slow", smallFileBytes, 30 * time.Second, ""},
		{"as a book, and slower", smallFileBytes, 31 * time.Second, "list.yaml takes longer than 30 seconds to read"},
		{"large", smallFileBytes + 1, 2 * time.Second, ""},
		{"large and slow", smallFileBytes + 1, 3 * time.Second, "list.yaml takes longer than 2 seconds to read"},
	} {
		t.Run(test.name, func(t *testing.T) {
			now := time.Unix(0, 0)
			b := newBudget(func() time.Time { return now })
			if err := b.startFile(test.bytes); err != nil {
				t.Fatal(err)
			}
			now = now.Add(test.takes)
			err := b.checkLimits("list.yaml")
			if test.says == "" && err != nil || test.says != "" && (err == nil || !strings.Contains(err.Error(), test.says)) {
				t.Errorf("got %v, want %q", err, test.says)
			}
		})
	}
}
