package disk

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// What a file system may refuse (shared folders of phones, sticks, sshfs) keeps no file
// from being made or changed.
func TestRefusedCalls(t *testing.T) {
	if path := os.Getenv(childVariable); path != "" {
		for _, file := range []string{path, filepath.Join(filepath.Dir(path), "new.yaml")} {
			for _, text := range []string{"new", "newer"} {
				if err := Overwrite(file, []byte(text)); err != nil {
					t.Error(err)
				}
			}
		}
		return
	}
	if exec.Command("strace", "-f", "-e", "inject=fsync:error=EINVAL", "true").Run() != nil {
		t.Skip("strace is not here, or may not be used")
	}
	for _, c := range []struct{ call, with string }{
		{"flock", "ENOLCK"},
		{"flock", "EOPNOTSUPP"},
		{"fchmod", "EPERM"},
		{"fchown", "EPERM"},
		{"fsync", "EINVAL"},
		{"fsync", "EOPNOTSUPP"},
		{"renameat2", "EINVAL"},
		{"renameat2", "ENOSYS"},
		{"linkat", "EPERM"},
		{"linkat", "EOPNOTSUPP"},
		{"getdents64", "EACCES"},
		{"readlinkat", "ENOSYS"},
		{"unlinkat", "EPERM"},
	} {
		t.Run(c.call+" "+c.with, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "list.yaml")
			write(t, path, "old")
			if err := os.Chmod(path, 0o666); err != nil { // more than a new file has
				t.Fatal(err)
			}
			calls := filepath.Join(t.TempDir(), "calls")
			child := again(t, "TestRefusedCalls", path)
			child.Args = append([]string{"strace", "-f", "-qq", "-o", calls, "-e", "trace=" + c.call, "-e", "inject=" + c.call + ":error=" + c.with}, child.Args...)
			child.Path, child.Err = exec.LookPath("strace")
			if out, err := child.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			for _, file := range []string{path, filepath.Join(filepath.Dir(path), "new.yaml")} {
				if text, err := os.ReadFile(file); err != nil || string(text) != "newer" {
					t.Errorf("%s holds %q, %v", file, text, err)
				}
			}
			if made, err := os.ReadFile(calls); err != nil || len(made) == 0 {
				t.Error("the call was not made", err)
			}
		})
	}
}
