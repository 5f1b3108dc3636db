//go:build unix

package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"muster/examples"
	"muster/web"
)

var (
	kills   = flag.Int("kills", 8, "how often TestKilledWhileItServes kills the program")
	aborts  = flag.Int("aborts", 400, "how many requests TestAbortedRequests gives up")
	altered = flag.Int("altered", 100, "how many altered files TestAlteredFiles checks")
)

const served = "muster: list/1\nsystem: gf-3\nbook: steel-wardens\npoints: 2000\nunits:\n  - {id: a, unit: line-squad}\n  - {id: b, unit: line-squad}\n"

// The program is killed while it serves changes. A list holds the newest change
// that was answered, or the one that was under way; it is never torn.
func TestKilledWhileItServes(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts the program again and again")
	}
	folder := t.TempDir()
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	file := filepath.Join(folder, "list.yaml")
	random := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	named := func(n int) string {
		return strings.Replace(served, "{id: a, unit: line-squad}", fmt.Sprintf("{id: a, unit: line-squad, name: Change %d}", n), 1)
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	changes, left := 0, 0
	for range *kills {
		write(t, file, served)
		child, address := serving(t, folder)
		answered := 0
		for n := 1; ; n++ {
			answer, err := client.PostForm(address+"lists/list/do", url.Values{"verb": {"rename a"}, "name": {fmt.Sprintf("Change %d", n)}, "back": {"/"}})
			if err != nil {
				break
			}
			if answer.Body.Close(); answer.StatusCode != http.StatusSeeOther {
				t.Fatalf("change %d: %s", n, answer.Status)
			}
			if answered = n; n == 1 {
				time.AfterFunc(time.Duration(random.IntN(30_000))*time.Microsecond, func() { child.Process.Kill() })
			}
		}
		child.Wait()
		got, err := os.ReadFile(file)
		if err != nil || string(got) != named(answered) && string(got) != named(answered+1) {
			t.Fatalf("killed after change %d, it left %v\n%s", answered, err, got)
		}
		changes += answered
		left = max(left, temporaries(t, folder))
	}
	if out, err := muster("rename", file, "a", "Last").CombinedOutput(); err != nil || temporaries(t, folder) > 0 {
		t.Errorf("what comes after: %v, %d temporary files\n%s", err, temporaries(t, folder), out)
	}
	t.Logf("%d kills under %d changes; at most %d temporary files at any time", *kills, changes, left)
}

// Thousands of requests are given up: before they are sent whole, before the answer
// comes, in its midst. The server goes on, with the memory and goroutines that it
// had, and lists are whole.
func TestAbortedRequests(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	file := filepath.Join(folder, "list.yaml")
	write(t, file, served)
	server := httptest.NewUnstartedServer(nil)
	host := server.Listener.Addr().String()
	server.Config.Handler = web.Guard((&app{}).webHandler(folder, "", nil), host)
	server.Start()
	defer server.Close()
	form := "verb=rename+a&name=Given+up&back=%2F"
	requests := []string{
		"GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n",
		"GET /lists/list HTTP/1.1\r\nHost: " + host + "\r\n\r\n",
		"GET /lists/list/odds HTTP/1.1\r\nHost: " + host + "\r\n\r\n",
		"GET /lists/list/file/pdf?odds=yes HTTP/1.1\r\nHost: " + host + "\r\n\r\n",
		fmt.Sprintf("POST /lists/list/do HTTP/1.1\r\nHost: %s\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n%s", host, len(form), form),
		fmt.Sprintf("POST /open HTTP/1.1\r\nHost: %s\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n%s", host, 1<<20, strings.Repeat("a", 1000)),
	}
	abort := func(random *rand.Rand) {
		to, err := net.Dial("tcp", host)
		if err != nil {
			t.Error(err)
			return
		}
		defer to.Close()
		text := requests[random.IntN(len(requests))]
		if random.IntN(2) == 0 {
			text = text[:random.IntN(len(text))]
		}
		io.WriteString(to, text)
		switch random.IntN(3) {
		case 0:
			time.Sleep(time.Duration(random.IntN(2000)) * time.Microsecond)
		case 1:
			to.SetReadDeadline(time.Now().Add(time.Duration(random.IntN(5)) * time.Millisecond))
			io.ReadFull(to, make([]byte, random.IntN(4000)))
		}
	}
	round := func(n int) (heap uint64, goroutines int) {
		var wait sync.WaitGroup
		for client := range 8 {
			wait.Go(func() {
				random := rand.New(rand.NewPCG(uint64(n), uint64(client)))
				for range n / 8 {
					abort(random)
				}
			})
		}
		wait.Wait()
		answer, err := http.Get(server.URL + "/lists/list") // comes after them
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Fatalf("after %d requests that were given up: %v", n, err)
		}
		answer.Body.Close()
		server.CloseClientConnections()
		http.DefaultClient.CloseIdleConnections()
		for range 100 { // until the server has noticed
			if runtime.NumGoroutine() < 20 {
				break
			}
			time.Sleep(50 * time.Millisecond)
		}
		return heapInUse(), runtime.NumGoroutine()
	}
	warm, _ := round(max(*aborts/10, 80))
	after, goroutines := round(*aborts)
	const room = 8 << 20 // for chance
	for range 4 {        // what is kept for later comes to an end, what is lost does not
		if testing.Short() || after <= warm+room { // the race detector, with which short tests run, keeps memory of its own
			break
		}
		warm = after
		after, goroutines = round(*aborts)
	}
	if !testing.Short() && after > warm+room || goroutines > 40 {
		t.Errorf("%d bytes are used after it, %d at its beginning, with %d goroutines", after, warm, goroutines)
	}
	got, err := os.ReadFile(file)
	if renamed := strings.Replace(served, "{id: a, unit: line-squad}", "{id: a, unit: line-squad, name: Given up}", 1); err != nil || string(got) != served && string(got) != renamed {
		t.Errorf("the list is %v\n%s", err, got)
	}
	t.Logf("%d requests: %d MB used at the beginning, %d at the end, %d goroutines", *aborts, warm>>20, after>>20, goroutines)
}

// Files with bytes changed, lines swapped, parts doubled or left out are read or
// refused with a sentence, whatever command reads them.
func TestAlteredFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes long")
	}
	folder := t.TempDir()
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	t.Chdir(folder)
	var texts [][]byte
	names, err := fs.Glob(examples.Files, "*.yaml")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		text, err := fs.ReadFile(examples.Files, name)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, text)
	}
	commands := []string{"check FILE --json", "show FILE", "price FILE --explain", "preview FILE", "export FILE -o - --format markdown", "export FILE -o - --format html --qr"}
	gone := regexp.MustCompile(`panic|runtime error|goroutine \d|%!|0xc000`)
	random := rand.New(rand.NewPCG(21, 6))
	ended := map[int]int{}
	warm := uint64(0)
	for i := range *altered {
		if i == *altered/4 {
			warm = heapInUse()
		}
		text := bytes.Clone(texts[i%len(texts)])
		for range 1 + random.IntN(4) {
			text = alter(text, random)
		}
		write(t, "altered.yaml", string(text))
		var out, problems strings.Builder
		command := strings.ReplaceAll(commands[i%len(commands)], "FILE", "altered.yaml")
		code := run(strings.Fields(command), &out, &problems)
		ended[code]++
		if gone.MatchString(problems.String()) || gone.MatchString(out.String()) || code < exitOK || code > exitUnusable || code == exitUnusable && problems.Len() == 0 {
			t.Fatalf("%s ends with %d and says %q of\n%s", command, code, problems.String(), text)
		}
	}
	const room = 16 << 20 // for chance
	if after := heapInUse(); after > warm+room {
		t.Errorf("%d bytes are used after %d files, %d after a quarter of them", after, *altered, warm)
	}
	t.Logf("%d files: %d fine, %d not legal, %d refused", *altered, ended[exitOK], ended[exitIllegal], ended[exitUnusable])
}

// alter changes something of a text.
func alter(text []byte, random *rand.Rand) []byte {
	if len(text) < 10 {
		return append(text, "units: [x]\n"...)
	}
	at := random.IntN(len(text) - 5)
	lines := bytes.SplitAfter(text, []byte("\n"))
	line := random.IntN(len(lines))
	switch random.IntN(8) {
	case 0:
		text[at] = byte(random.IntN(256))
		return text
	case 1:
		text[at] = "{}[]:,-'\"&*!|>#%@`\t\n 0"[random.IntN(22)]
		return text
	case 2:
		return append(text[:at:at], text[at+1+random.IntN(4):]...)
	case 3:
		lines[line] = bytes.Repeat(lines[line], 2+random.IntN(3))
	case 4:
		lines[line] = nil
	case 5:
		other := random.IntN(len(lines))
		lines[line], lines[other] = lines[other], lines[line]
	case 6:
		lines[line] = append([]byte("  "), lines[line]...)
	default:
		big := fmt.Sprint([]any{-1, 0, 99, "1099511627776", 1e300, "010", "null", "[]", "{a: 1}", "!!binary eA==", "\u202e"}[random.IntN(11)])
		if key, _, ok := bytes.Cut(lines[line], []byte(": ")); ok {
			lines[line] = fmt.Appendf(nil, "%s: %s\n", key, big)
		}
	}
	return bytes.Join(lines, nil)
}

// Thirty-two forms of 8 MB, sent at once, are refused or taken one after another:
// the program stays under 200 MB.
func TestLargeFormsAtOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("it sends 256 MB")
	}
	const forms, most = 32, 200 << 10 // KB
	kept := filepath.Join(t.TempDir(), "memory")
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	t.Setenv(memoryVariable, kept)
	child, address := serving(t, t.TempDir())
	var wait sync.WaitGroup
	for n := range forms {
		wait.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			head, kind, tail := "text=", "application/x-www-form-urlencoded", ""
			if n%2 == 0 {
				head, kind, tail = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.json\"\r\n\r\n", "multipart/form-data; boundary=b", "\r\n--b--\r\n"
			}
			const size = 8 << 20
			middle := io.LimitReader(zeros{}, size-int64(len(head)+len(tail)))
			r, err := http.NewRequestWithContext(ctx, http.MethodPost, address+"open", io.MultiReader(strings.NewReader(head), middle, strings.NewReader(tail)))
			if err != nil {
				t.Error(err)
				return
			}
			r.ContentLength = size
			r.Header.Set("Content-Type", kind)
			answer, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Error(err)
				return
			}
			if answer.Body.Close(); answer.StatusCode == http.StatusOK {
				t.Errorf("form %d is taken for a list", n)
			}
		})
	}
	wait.Wait()
	child.Process.Signal(os.Interrupt)
	child.Wait()
	used := memory(t, kept)
	if used > most {
		t.Errorf("%d MB were used, at most %d are wanted", used>>10, most>>10)
	}
	t.Logf("%d MB were used at most", used>>10)
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '0'
	}
	return len(p), nil
}
