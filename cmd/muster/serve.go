package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"muster/examples"
	"muster/schema"
	"muster/schema/files"
	"muster/schema/files/disk"
	"muster/web"
)

func (a *app) serveCommand() *cobra.Command {
	var o serveOptions
	cmd := &cobra.Command{
		Use:   "serve [FOLDER]",
		Short: "Build lists in the browser",
		Long: `Build lists in the browser. The pages show the lists of FOLDER, or of the folder
that you are in. A page changes your files as the other commands do. It never
overwrites a file that a different program changed in the meantime.

Only this computer can reach the pages, unless --listen names an address.
Visitors from other computers need a key. The printed link has the key, and
their browser keeps it until muster ends. Scripts send it in a header:
"Authorization: Bearer KEY". In a game at the table, “Second phone” shows a link
and a QR code for the opponent's phone. It is good for this game alone.

The first printed line is the address of the pages. Ctrl-C stops the command.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			folder := "."
			if len(args) == 1 {
				folder = args[0]
			}
			return a.serve(cmd.Context(), folder, o)
		},
	}
	cmd.Flags().IntVar(&o.port, "port", 0, "the port to listen on; 0 for any that is free")
	cmd.Flags().StringVar(&o.listenAddress, "listen", "127.0.0.1", "the address to listen on")
	cmd.Flags().BoolVar(&o.quiet, "no-open", false, "do not open the browser")
	cmd.Flags().StringVar(&o.siteAddress, "site", "", "the address of a site of muster, where the links of Share lead")
	return cmd
}

type serveOptions struct {
	port                       int
	listenAddress, siteAddress string
	quiet                      bool
}

// serveMemoryLimit is the memory, in bytes, above which garbage is collected more often. It is less
// than the 200 MB that uploads may use (docs/dev/reliability.md).
const serveMemoryLimit = 140 << 20

func (a *app) serve(ctx context.Context, folder string, o serveOptions) error {
	if info, err := os.Stat(folder); err != nil {
		return fmt.Errorf("%s: there is no such folder", folder)
	} else if !info.IsDir() {
		return fmt.Errorf("%s is a file; name the folder with your lists", folder)
	}
	if full, err := filepath.Abs(folder); err == nil {
		folder = full
	}
	gcPercent.Store(web.GCPercent)
	debug.SetMemoryLimit(serveMemoryLimit)
	listener, err := net.Listen("tcp", net.JoinHostPort(o.listenAddress, strconv.Itoa(o.port)))
	if err != nil {
		return listenError(o.listenAddress, o.port, err)
	}
	_, at, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		return err
	}
	own, err := net.InterfaceAddrs()
	if err != nil {
		return err
	}
	hosts := reachableHosts(o.listenAddress, at, own)
	var tables *web.SharedGames
	on, ok := listener.Addr().(*net.TCPAddr)
	isOpen := !ok || !on.IP.IsLoopback()
	if isOpen {
		elsewhere := hosts[0]
		if isAnyAddress(o.listenAddress) && len(hosts) > loopbackHostCount {
			elsewhere = hosts[loopbackHostCount]
		}
		tables = &web.SharedGames{BaseAddress: "http://" + elsewhere + "/"}
	}
	pages, query := a.webHandler(folder, o.siteAddress, tables), ""
	if isOpen {
		// Nobody guesses 80 bits; as groups of four letters and digits a person can type them on a phone.
		key := schema.GroupByFour(rand.Text()[:16])
		pages, query = web.RequireKey(pages, key, tables), "?key="+key
	}
	address := "http://" + hosts[0] + "/" + query
	a.out.Line("%s", address)
	if isAnyAddress(o.listenAddress) {
		for _, host := range hosts[loopbackHostCount:] {
			a.out.Line("From elsewhere: http://%s/%s", host, query)
		}
	}
	a.out.Line("Lists in %s\nCtrl-C ends it.", folder)

	if !o.quiet {
		openBrowser(address) // without a browser the address is there to read
	}
	return serveUntilDone(ctx, listener, web.Guard(pages, hosts...))
}

// serveUntilDone serves pages until ctx is done or the process is asked to end.
func serveUntilDone(ctx context.Context, listener net.Listener, pages http.Handler) error {
	server := &http.Server{
		Handler: pages, ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout: time.Minute, MaxHeaderBytes: 64 << 10,
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	server.BaseContext = func(net.Listener) context.Context { return ctx } // streams end with it
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	if err := server.Shutdown(last); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

// Windows error numbers for ports that cannot be used.
const (
	addressInUse    = syscall.Errno(10048) // WSAEADDRINUSE
	addressReserved = syscall.Errno(10013) // WSAEACCES
)

// listenError explains why muster cannot listen on an address.
func listenError(listen string, port int, err error) error {
	switch {
	case port < 0 || port > 65535:
		return fmt.Errorf("`--port %d` should be 1 to 65535, or 0 for any that is free", port)
	case errors.Is(err, syscall.EADDRINUSE), errors.Is(err, addressInUse):
		return fmt.Errorf("another program listens on port %d; choose another with --port", port)
	case errors.Is(err, addressReserved):
		return fmt.Errorf("port %d is kept by Windows for itself or for another program; choose another with --port",
			port)
	case errors.Is(err, syscall.EACCES):
		return fmt.Errorf("port %d is for the administrator's programs; choose one above 1023 with --port", port)
	}
	return fmt.Errorf("`--listen %s` is no address of this computer that can be listened on; 0.0.0.0 is for all that it has", listen)
}

// loopbackHostCount is the number of loopback hosts, such as localhost, that reachableHosts lists
// first.
const loopbackHostCount = 3

// isAnyAddress reports whether listen stands for all addresses of the computer.
func isAnyAddress(listen string) bool { return listen == "" || net.ParseIP(listen).IsUnspecified() }

// reachableHosts returns the hosts under which browsers reach a listening address: the address
// itself or, if it stands for all ("0.0.0.0", "::"), each address of the computer.
func reachableHosts(listen, port string, own []net.Addr) []string {
	ip := net.ParseIP(listen)
	local := []string{"127.0.0.1:" + port, "localhost:" + port, "[::1]:" + port}
	switch {
	case isAnyAddress(listen):
		for _, address := range own {
			if at, ok := address.(*net.IPNet); ok && !at.IP.IsLoopback() && !at.IP.IsLinkLocalUnicast() {
				local = append(local, net.JoinHostPort(at.IP.String(), port))
			}
		}
		return local
	case ip.IsLoopback():
		return append([]string{net.JoinHostPort(listen, port)}, local...)
	}
	return []string{net.JoinHostPort(listen, port)}
}

// webHandler returns the web pages for the lists in a folder, with the books and stored units of
// the other commands. Links lead to site; "" for none.
func (a *app) webHandler(folder, site string, tables *web.SharedGames) http.Handler {
	o := web.Options{
		Lists: disk.FolderAt(folder), Trash: lazyFolder{
			disk.FolderAt(filepath.Join(folder, ".trash")),
			(*disk.Folder).MakeHidden,
		},
		Library: a.books(), Deployment: web.LocalServer, FolderName: folder, Examples: examples.Files, SharedGames: tables,
	}
	if own, err := ownBookFolder(); err == nil {
		if books := disk.FolderAt(own); books.Make() == nil { // else books can be used but not added
			o.Books = books
		}
	}
	if own, err := storedUnitFolder(); err == nil {
		o.StoredUnits = storedUnitStore(own)
	}
	if site != "" {
		o.ShareSite = strings.TrimSuffix(site, "/") + "/open"
	}
	return web.New(o)
}

// A lazyFolder is created on disk at the first write.
type lazyFolder struct {
	*disk.Folder
	makeFolder func(*disk.Folder) error // creates the folder if it is missing
}

func storedUnitStore(path string) files.Store {
	return lazyFolder{disk.FolderAt(path), (*disk.Folder).Make}
}

// Write creates the folder if needed, and writes a file.
func (m lazyFolder) Write(name string, was, now []byte) error {
	if err := m.makeFolder(m.Folder); err != nil {
		return err
	}
	return m.Folder.Write(name, was, now)
}

func openBrowser(address string) {
	command, args := "xdg-open", []string{address}
	switch runtime.GOOS {
	case "darwin":
		command = "open"
	case "windows":
		command, args = "rundll32", []string{"url.dll,FileProtocolHandler", address}
	}
	exec.Command(command, args...).Start()
}
