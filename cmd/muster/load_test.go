package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"muster/examples"
	"muster/web"
)

var (
	loadFor  = flag.Duration("load", time.Second, "how long TestServeUnderLoad goes on")
	loadRate = flag.Int("rate", 200, "its requests a second")
)

var etag = regexp.MustCompile(`name="etag" value="([^"]+)"`)

// Fifty clients read and change a hundred lists, two of them each: nothing
// fails, every change is in the files, and the memory that is used stays flat.
// How long answers took is logged; see docs/dev/reliability.md for a long run.
func TestServeUnderLoad(t *testing.T) {
	const clients, lists = 50, 100
	text, err := fs.ReadFile(examples.Files, "third-company.yaml")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	name := func(i int) string { return fmt.Sprintf("list-%d", i) }
	for i := range lists {
		if err := os.WriteFile(filepath.Join(folder, name(i)+".yaml"), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	host := listener.Addr().String()
	server := &http.Server{Handler: web.Guard((&app{}).webHandler(folder, "", nil), host)}
	go server.Serve(listener)
	defer server.Close()
	transport := &http.Transport{MaxIdleConnsPerHost: clients}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport, Timeout: time.Minute}

	// ask sends a request and reads the whole answer.
	ask := func(method, path string, form url.Values) (string, error) {
		r, err := http.NewRequest(method, "http://"+host+path, strings.NewReader(form.Encode()))
		if err != nil {
			return "", err
		}
		r.Header.Set(web.PartsHeader, "")
		if form != nil {
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		}
		answer, err := client.Do(r)
		if err != nil {
			return "", err
		}
		defer answer.Body.Close()
		page, err := io.ReadAll(answer.Body)
		if err == nil && (answer.StatusCode != http.StatusOK || len(page) < 100) {
			err = fmt.Errorf("%s %s: %s\n%.300s", method, path, answer.Status, page)
		}
		if want := form.Get("name"); err == nil && want != "" && !strings.Contains(string(page), want) {
			err = fmt.Errorf("%s: the page has no %q", path, want)
		}
		return string(page), err
	}

	// change sends a form with the mark of the list as its page has it, again where
	// the other client was faster.
	change := func(page, unit string, form url.Values) error {
		for {
			shown, err := ask("GET", page+"?unit="+unit, nil)
			if err != nil {
				return err
			}
			mark := etag.FindStringSubmatch(shown)
			if mark == nil {
				return fmt.Errorf("%s has no mark of the list", page)
			}
			form.Set("etag", mark[1])
			if _, err = ask("POST", page+"/do", form); err == nil || !strings.Contains(err.Error(), "409") {
				return err
			}
		}
	}

	var mu sync.Mutex
	var took []time.Duration
	var failed []error
	newest := map[[2]int]string{} // what a client called its unit of a list
	begin := time.Now()
	var warm uint64
	var wait sync.WaitGroup
	for c := range clients {
		wait.Go(func() {
			between := time.Second * clients / time.Duration(*loadRate)
			next := begin.Add(between * time.Duration(c) / clients)
			for n := 0; next.Sub(begin) < *loadFor; n++ {
				time.Sleep(time.Until(next))
				next = next.Add(between)
				// A list has two clients, each with a unit of its own.
				list, unit := (n+n/10)*25%lists+c%25, []string{"squad-1", "squad-2"}[c/25]
				page := "/lists/" + name(list)
				var err error
				sent := time.Now()
				switch (n + c%25) % 10 { // not all clients change something at once
				case 0:
					called := fmt.Sprintf("Client %d, change %d.", c, n)
					err = change(page, unit, url.Values{"verb": {"rename " + unit}, "name": {called}, "back": {page + "?unit=" + unit}})
					if err == nil {
						mu.Lock()
						newest[[2]int{list, c / 25}] = called
						mu.Unlock()
					}
				case 2, 4, 6, 8:
					_, err = ask("GET", page+"?unit="+unit, nil)
				default:
					_, err = ask("GET", "/api"+page+"/check", nil)
				}
				mu.Lock()
				took = append(took, time.Since(sent))
				if err != nil {
					failed = append(failed, err)
				}
				mu.Unlock()
			}
		})
	}
	time.Sleep(*loadFor / 2)
	warm = heapInUse()
	wait.Wait()
	rate := float64(len(took)) / time.Since(begin).Seconds()
	after := heapInUse()

	if len(failed) > 0 {
		t.Errorf("%d requests failed, the first with %v", len(failed), failed[0])
	}
	for key, called := range newest {
		text, err := os.ReadFile(filepath.Join(folder, name(key[0])+".yaml"))
		if err != nil || !strings.Contains(string(text), called) {
			t.Errorf("%s has no %q: %v\n%s", name(key[0]), called, err, text)
		}
	}
	if len(newest) == 0 {
		t.Error("nothing was changed")
	}
	const room = 32 << 20 // for what a hundred lists can be undone, and for chance
	if after > warm+room {
		t.Errorf("%d bytes are used after it, %d in the middle", after, warm)
	}
	slices.SortFunc(took, cmp.Compare[time.Duration])
	at := func(share float64) time.Duration {
		return took[int(share*float64(len(took)-1))].Round(10 * time.Microsecond)
	}
	t.Logf("%d requests, %.0f a second; median %v, 99th percentile %v, slowest %v; %d MB used in the middle, %d at the end",
		len(took), rate, at(0.5), at(0.99), at(1), warm>>20, after>>20)
}

// A list's game and book are loaded while a command reads the list.
func TestCommandsLoadBooksAtOnce(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("XDG_DATA_HOME", folder)
	text, err := os.ReadFile(filepath.Join("..", "..", "examples", "third-company.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(folder, "list.yaml")
	if err := os.WriteFile(list, text, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"show LIST", "preview LIST", "fill LIST --steps", "add LIST line-squad", "undo LIST", "share LIST", "export LIST -o -"} {
		var out, problem strings.Builder
		if code := run(strings.Fields(strings.ReplaceAll(command, "LIST", list)), &out, &problem); code > exitIllegal || out.Len() == 0 {
			t.Errorf("%s: exit code %d: %s", command, code, problem.String())
		}
	}
}

// A folder's files are checked at the same time.
func TestFolderIsCheckedAtOnce(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	var out strings.Builder
	if code := run([]string{"check", filepath.Join("..", "..", "examples")}, &out, io.Discard); code > exitIllegal || strings.Count(out.String(), "\n") < 10 {
		t.Errorf("exit code %d: %s", code, out.String())
	}
}

// heapInUse is how much memory is used that the program needs.
func heapInUse() uint64 {
	runtime.GC()
	runtime.GC() // what pools keep is gone with the second
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse
}
