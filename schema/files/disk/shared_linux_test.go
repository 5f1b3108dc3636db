package disk

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// In a folder that several people share, a file that its owner keeps from others
// stays as it is; one that a group shares stays the group's, with its permissions,
// and the owner's as far as the system lets who edits it.
func TestSharedFolders(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only the administrator can be somebody else")
	}
	folder := t.TempDir()
	for _, path := range []string{filepath.Dir(folder), folder} {
		if err := os.Chmod(path, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	const owner, editor, group = 1234, 5678, 4321
	for name, c := range map[string]struct {
		mode  os.FileMode
		as    int
		owner uint32 // afterwards
		want  string
	}{
		"private":              {0o644, editor, owner, "may not be written"},
		"the group's":          {0o664, editor, editor, ""},
		"the owner's own":      {0o644, owner, owner, ""},
		"the administrator is": {0o600, 0, owner, ""},
	} {
		path := filepath.Join(folder, name)
		write(t, path, "old")
		if err := os.Chown(path, owner, group); err != nil {
			t.Skip("files cannot be given away here:", err)
		}
		if err := os.Chmod(path, c.mode); err != nil {
			t.Fatal(err)
		}
		err := asPerson(t, c.as, group, func() error { return Overwrite(path, []byte("new")) })
		text := "new"
		if c.want != "" {
			text = "old"
		}
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
		if got, err := os.ReadFile(path); string(got) != text {
			t.Errorf("%s: it holds %q, %v", name, got, err)
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if is := info.Sys().(*syscall.Stat_t); is.Uid != c.owner || is.Gid != group || info.Mode().Perm() != c.mode {
			t.Errorf("%s: it is %d:%d, %v", name, is.Uid, is.Gid, info.Mode())
		}
	}
}

// asPerson does something with the rights of another person on files.
func asPerson(t *testing.T, person, group int, do func() error) error {
	t.Helper()
	runtime.LockOSThread() // whose rights are changed; it ends with the goroutine if they stay so
	was, wasGroup := os.Geteuid(), os.Getegid()
	if syscall.Setfsgid(group) != nil || syscall.Setfsuid(person) != nil {
		t.Skip("nobody else can be here")
	}
	err := do()
	if syscall.Setfsuid(was) != nil || syscall.Setfsgid(wasGroup) != nil {
		t.Fatal("the rights of before are gone")
	}
	runtime.UnlockOSThread()
	return err
}
