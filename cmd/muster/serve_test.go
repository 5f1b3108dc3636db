package main

import (
	"bufio"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Whatever address is listened on has names by which browsers reach it.
func TestHostsThatAreServed(t *testing.T) {
	own := []net.Addr{}
	for _, text := range []string{"127.0.0.1/8", "::1/128", "192.168.0.5/24", "fe80::1/64", "fd00::5/64"} {
		ip, mask, err := net.ParseCIDR(text)
		if err != nil {
			t.Fatal(err)
		}
		own = append(own, &net.IPNet{IP: ip, Mask: mask.Mask})
	}
	const local = "127.0.0.1:80 localhost:80 [::1]:80"
	for listen, want := range map[string]string{
		"127.0.0.1": "127.0.0.1:80 " + local, "::1": "[::1]:80 " + local, "192.168.0.5": "192.168.0.5:80", "fd00::5": "[fd00::5]:80",
		"0.0.0.0": local + " 192.168.0.5:80 [fd00::5]:80", "::": local + " 192.168.0.5:80 [fd00::5]:80", "": local + " 192.168.0.5:80 [fd00::5]:80",
	} {
		if got := strings.Join(reachableHosts(listen, "80", own), " "); got != want {
			t.Errorf("%q: %s, want %s", listen, got, want)
		}
	}
}

// A link that leads out of the folder is neither shown nor followed nor written.
func TestServeStaysInItsFolder(t *testing.T) {
	folder, outside := t.TempDir(), t.TempDir()
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	secret := filepath.Join(outside, "secret.yaml")
	const text = "muster: list/1\nsystem: gf-3\nbook: steel-wardens\nname: Secret\nunits: [{id: a, unit: captain}]\n"
	if err := os.WriteFile(secret, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, filepath.Join(folder, "linked.yaml")); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink(outside, filepath.Join(folder, "elsewhere")); err != nil {
		t.Skip(err)
	}
	pages := (&app{}).webHandler(folder, "", nil)
	for _, path := range []string{"/", "/api/lists", "/lists/linked", "/lists/linked/file/yaml", "/lists/elsewhere%2Fsecret", "/lists/..%2Fsecret", "/api/lists/linked/check"} {
		w := httptest.NewRecorder()
		pages.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		if strings.Contains(w.Body.String(), "Secret") {
			t.Errorf("%s shows what lies outside:\n%s", path, w.Body)
		}
	}
	for path, form := range map[string]string{"/lists/linked/do": "verb=remove+a", "/lists/linked/delete": "", "/lists/linked/play": "verb=round"} {
		r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(form))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w := httptest.NewRecorder()
		if pages.ServeHTTP(w, r); w.Code < 400 {
			t.Errorf("%s: status %d", path, w.Code)
		}
	}
	if now, err := os.ReadFile(secret); err != nil || string(now) != text {
		t.Errorf("what lies outside is %q now, %v", now, err)
	}
}

// serving starts the program over a folder and returns it with its address.
func serving(t *testing.T, folder string, flags ...string) (*exec.Cmd, string) {
	t.Helper()
	child := muster(append([]string{"serve", folder, "--no-open"}, flags...)...)
	out, err := child.StdoutPipe()
	if err == nil {
		err = child.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { child.Process.Kill() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return child, strings.TrimSpace(line)
}

// Whoever comes from beyond this computer needs the key that is printed with the address;
// on this computer nobody does.
func TestServeBeyondThisComputerNeedsAKey(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	status := func(address string) int {
		t.Helper()
		answer, err := client.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		return answer.StatusCode
	}
	for listen, keyed := range map[string]bool{"127.0.0.1": false, "localhost": false, "0.0.0.0": true} {
		_, address := serving(t, t.TempDir(), "--listen", listen)
		bare, key, found := strings.Cut(address, "?key=")
		switch {
		case found != keyed || keyed && !regexp.MustCompile(`^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$`).MatchString(key):
			t.Errorf("%s: the address is %s", listen, address)
		case keyed && (status(bare) != 401 || status(bare+"api/lists") != 401 || status(address) != 303):
			t.Errorf("%s: status %d without the key, %d with it", listen, status(bare), status(address))
		case !keyed && status(bare) != 200:
			t.Errorf("%s: status %d", listen, status(bare))
		}
	}
}

// What keeps pages from being served is said in the words of people.
func TestServeSaysWhyItCannot(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	folder := t.TempDir()
	file := filepath.Join(folder, "a.yaml")
	write(t, file, "muster: list/1\n")
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	_, port, _ := net.SplitHostPort(taken.Addr().String())
	for args, want := range map[string]string{
		filepath.Join(folder, "none"):        "none: there is no such folder",
		file:                                 "is a file; name the folder with your lists",
		folder + " --port 99999":             "`--port 99999` should be 1 to 65535",
		folder + " --port -1":                "`--port -1` should be 1 to 65535",
		folder + " --port " + port:           "another program listens on port " + port,
		folder + " --listen 192.0.2.77":      "`--listen 192.0.2.77` is no address of this computer",
		folder + " --listen no.such.invalid": "`--listen no.such.invalid` is no address of this computer",
	} {
		out, err := muster(append([]string{"serve", "--no-open"}, strings.Fields(args)...)...).CombinedOutput()
		if err == nil || !strings.Contains(string(out), want) {
			t.Errorf("serve %s: %v, %s; want %q", args, err, out, want)
		}
	}
}
