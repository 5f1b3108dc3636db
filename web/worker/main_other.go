//go:build !js

// Command worker is the builder as a browser runs it; see main_js.go.
package main

import "log"

func main() { log.Fatal("this program runs in browsers") }
