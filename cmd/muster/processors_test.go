package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"

	"muster/schema/schematest"
)

// Every processor prints the same figures: arm64, which adds and multiplies in one step,
// under qemu where it is installed, is held against this one.
func TestFiguresOfAnotherProcessor(t *testing.T) {
	qemu, err := exec.LookPath("qemu-aarch64")
	if err != nil {
		qemu, err = exec.LookPath("qemu-aarch64-static")
	}
	if err != nil || runtime.GOARCH != "amd64" || testing.Short() {
		t.Skip("wants qemu-aarch64 on amd64")
	}
	folder := t.TempDir()
	here, there := filepath.Join(folder, "here"), filepath.Join(folder, "there")
	for file, processor := range map[string]string{here: "amd64", there: "arm64"} {
		build := exec.Command("go", "build", "-o", file, ".")
		build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH="+processor)
		if out, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	asked := [][]string{{"gain", "../../examples/third-company.yaml", "--json"}, {"export", "../../examples/third-company.yaml", "--odds", "--format", "markdown", "-o", "-"}}
	duels, _ := filepath.Glob("../../examples/duels/*.yaml")
	for _, file := range duels {
		asked = append(asked, []string{"duel", file}, []string{"duel", file, "--json"})
	}
	for _, list := range []string{"old-guard-2.16", "fad-outpost"} {
		file := "../../examples/" + list + ".yaml"
		asked = append(asked, []string{"preview", file}, []string{"preview", file, "--json"})
	}
	printed := 0
	for _, args := range asked {
		want, wantErr := exec.Command(here, args...).Output()
		got, gotErr := exec.Command(qemu, append([]string{there}, args...)...).Output()
		if (wantErr == nil) != (gotErr == nil) || !bytes.Equal(want, got) {
			t.Errorf("muster %q on arm64 differs (%v, %v):\n%s", args, gotErr, wantErr, schematest.FirstDifference(string(want), string(got)))
		}
		if wantErr == nil && len(want) > 0 {
			printed++
		}
	}
	if printed < len(asked)/2 {
		t.Errorf("%d of %d commands printed something", printed, len(asked))
	}
}
