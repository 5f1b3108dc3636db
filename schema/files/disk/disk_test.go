package disk

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"muster/schema"
	"muster/schema/files"
	"muster/schema/files/filestest"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// folderOf returns an empty folder, which goes with the test. It is emptied file by file:
// some systems that run Windows' programs cannot do it as t.TempDir does.
func folderOf(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "disk")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		var all []string
		_ = filepath.WalkDir(folder, func(path string, _ fs.DirEntry, _ error) error {
			all = append(all, path)
			return nil
		})
		for _, path := range slices.Backward(all) {
			if err := os.Remove(path); err != nil {
				t.Error(err)
			}
		}
	})
	return folder
}

// link makes a link to a file, where that can be.
func link(t *testing.T, to, path string) {
	t.Helper()
	err := os.Symlink(to, path)
	if err == nil {
		_, err = os.Readlink(path)
	}
	if err != nil {
		t.Skip("links cannot be made here:", err)
	}
}

// holds asks what a file holds, and that nothing else is in its folder but it
// and what is named.
func holds(t *testing.T, path, want string, beside ...string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s holds %q, want %q", filepath.Base(path), got, want)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 1+len(beside) {
		t.Errorf("%d files are left behind: %v", len(entries)-1-len(beside), entries)
	}
}

func TestWrite(t *testing.T) {
	path := filepath.Join(folderOf(t), "list.yaml")
	for _, text := range []string{"new", "changed", "", strings.Repeat("long", 100_000)} {
		if err := Overwrite(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		holds(t, path, text)
	}
}

func TestDiskKeepsTheContract(t *testing.T) {
	filestest.TestFolder(t, func(t *testing.T) files.Folder { return FolderAt(folderOf(t)) })
}

// What is written in a folder stays there, whatever links lie in it.
func TestWriteStaysInTheFolder(t *testing.T) {
	above := folderOf(t)
	folder := filepath.Join(above, "folder")
	for _, dir := range []string{folder, filepath.Join(folder, "deep"), filepath.Join(above, "elsewhere")} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write(t, filepath.Join(above, "theirs.yaml"), "theirs")
	for name, to := range map[string]string{
		"theirs.yaml": filepath.Join("..", "theirs.yaml"), "new.yaml": filepath.Join(above, "new.yaml"), "elsewhere": filepath.Join("..", "elsewhere"),
		"hop.yaml": "deep/hop.yaml", "deep/hop.yaml": "../../theirs.yaml", "circle.yaml": "circle.yaml",
		"deep/back.yaml": "../ours.yaml", "here.yaml": "deep/back.yaml", "inner": "deep",
	} {
		link(t, to, filepath.Join(folder, filepath.FromSlash(name)))
	}
	inside := FolderAt(folder)
	for _, name := range []string{"theirs.yaml", "new.yaml", "elsewhere/x.yaml", "hop.yaml", "circle.yaml"} {
		for _, was := range [][]byte{nil, []byte("theirs")} {
			if err := inside.Write(name, was, []byte("ours")); err == nil {
				t.Errorf("%s was written", name)
			}
		}
		if err := inside.Remove("../theirs.yaml", nil); err == nil {
			t.Error("a file above the folder was removed")
		}
	}
	holds(t, filepath.Join(above, "theirs.yaml"), "theirs", "folder", "elsewhere")
	if entries, err := os.ReadDir(filepath.Join(above, "elsewhere")); err != nil || len(entries) > 0 {
		t.Error(entries, err)
	}
	for name, file := range map[string]string{"here.yaml": "ours.yaml", "inner/x.yaml": "deep/x.yaml"} {
		if err := inside.Write(name, nil, []byte("ours")); err != nil {
			t.Error(err)
		}
		if got, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(file))); string(got) != "ours" {
			t.Error(name, err)
		}
	}
}

func TestWriteLeavesAProtectedFileAlone(t *testing.T) {
	path := filepath.Join(folderOf(t), "list.yaml")
	write(t, path, "old")
	if err := os.Chmod(path, 0o444); err != nil {
		t.Fatal(err)
	}
	if err := Overwrite(path, []byte("new")); err == nil || !strings.Contains(err.Error(), "may not be written") {
		t.Errorf("error is %v", err)
	}
	holds(t, path, "old")
}

func TestWriteFollowsLinks(t *testing.T) {
	folder := folderOf(t)
	file, first, second := filepath.Join(folder, "list.yaml"), filepath.Join(folder, "link.yaml"), filepath.Join(folder, "second.yaml")
	write(t, file, "old")
	for from, to := range map[string]string{first: "list.yaml", second: first} {
		link(t, to, from)
	}
	for _, text := range []string{"new", "into a link that leads to nothing"} {
		if err := Overwrite(second, []byte(text)); err != nil {
			t.Fatal(err)
		}
		holds(t, file, text, first, second)
		for _, l := range []string{first, second} {
			if info, err := os.Lstat(l); err != nil || info.Mode()&fs.ModeSymlink == 0 {
				t.Errorf("%s is no link any more", filepath.Base(l))
			}
		}
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
	}
	circle := filepath.Join(folderOf(t), "circle.yaml")
	link(t, circle, circle)
	if err := Overwrite(circle, []byte("new")); err == nil || !strings.Contains(err.Error(), "circle") {
		t.Errorf("error is %v", err)
	}
}

func TestWriteSaysWhatIsWrong(t *testing.T) {
	folder := folderOf(t)
	for path, want := range map[string]string{
		folder: "is a folder",
		filepath.Join(folder, "missing", "list.yaml"):      "create it first",
		filepath.Join(folder, strings.Repeat("long", 100)): "writing",
	} {
		if err := Overwrite(path, []byte("new")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error is %v, want %q in it", err, want)
		}
	}
	if os.Geteuid() <= 0 {
		t.Log("the administrator may write in every folder; that one cannot be tried")
		return
	}
	locked := filepath.Join(folder, "locked")
	if err := os.Mkdir(locked, 0o555); err != nil {
		t.Fatal(err)
	}
	if err := Overwrite(filepath.Join(locked, "list.yaml"), []byte("new")); err == nil || !strings.Contains(err.Error(), "check its permissions") {
		t.Errorf("error is %v", err)
	}
}

// childVariable makes the test program do the work of a child of a test: it
// names the file to write.
const childVariable = "MUSTER_WRITE_TEST_FILE"

// again starts this test program anew with one test and a file to write.
func again(t *testing.T, test, file string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run", "^"+test+"$")
	cmd.Env = append(os.Environ(), childVariable+"="+file)
	return cmd
}

// TestWriteKilled kills a program that writes again and again, and asks
// each time for a whole file.
func TestWriteKilled(t *testing.T) {
	texts := [][]byte{bytes.Repeat([]byte("one\n"), 50_000), bytes.Repeat([]byte("two\n"), 60_000)}
	if file := os.Getenv(childVariable); file != "" {
		for i := 0; ; i++ {
			if err := Overwrite(file, texts[i%2]); err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				os.Stdout.WriteString("writing\n")
			}
		}
	}
	path := filepath.Join(folderOf(t), "list.yaml")
	write(t, path, string(texts[0]))
	for i := range 12 {
		child := again(t, t.Name(), path)
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := out.Read(make([]byte, 1)); err != nil { // it writes now
			t.Fatal(err)
		}
		time.Sleep(time.Duration(7*i) * time.Millisecond)
		if err := child.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = child.Wait() // it was killed
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, texts[0]) && !bytes.Equal(got, texts[1]) {
			t.Fatalf("a killed program left %d bytes that are neither text", len(got))
		}
	}
}

// A folder that is held open reads what the folder itself reads, and refuses what it refuses.
func TestHeldReadsTheSame(t *testing.T) {
	above := folderOf(t)
	folder := filepath.Join(above, "folder")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(above, "theirs.yaml"), "theirs")
	write(t, filepath.Join(folder, "ours.yaml"), "ours")
	for name, to := range map[string]string{"theirs.yaml": "../theirs.yaml", "linked.yaml": "ours.yaml", "device.yaml": os.DevNull, "above": ".."} {
		link(t, to, filepath.Join(folder, name))
	}
	for _, place := range []*Folder{FolderAt(folder), FolderAt(filepath.Join(above, "none")), FileAt(filepath.Join(folder, "theirs.yaml")).Folder.(*Folder)} {
		held, release := files.KeepOpen(place)
		for _, name := range []string{"ours.yaml", "linked.yaml", "theirs.yaml", "device.yaml", "above/theirs.yaml", "../theirs.yaml", "none.yaml", "."} {
			want, wantErr := schema.FilePath{Folder: place, Name: name}.Load()
			got, err := schema.FilePath{Folder: held, Name: name}.Load()
			if string(got) != string(want) || fmt.Sprint(err) != fmt.Sprint(wantErr) {
				t.Errorf("%s in %s: %q, %v; held: %q, %v", name, place.path, want, wantErr, got, err)
			}
		}
		release()
	}
}
