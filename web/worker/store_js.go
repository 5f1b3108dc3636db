package main

import (
	"errors"
	"fmt"
	"syscall/js"
)

// A browserStore is the browser's database, accessed through functions of site/worker.js.
type browserStore struct{ js.Value }

// await calls one of the functions of site/worker.js, and waits for its result.
func (s browserStore) await(function string, args ...any) (js.Value, error) {
	value, err := await(s.Call(function, args...))
	if err != nil {
		err = fmt.Errorf("the browser's storage: %w", err)
	}
	return value, err
}

func (s browserStore) all() ([]entry, error) {
	kept, err := s.await("all")
	if err != nil {
		return nil, err
	}
	entries := make([]entry, kept.Length())
	array := js.Global().Get("Uint8Array")
	for i := range entries {
		name, text := kept.Index(i).Get("name"), kept.Index(i).Get("text")
		entries[i].name = name.String()
		if name.Type() == js.TypeString && text.InstanceOf(array) {
			entries[i].text = bytesOf(text)
		}
		if written := kept.Index(i).Get("time"); written.Type() == js.TypeNumber {
			entries[i].writeTime = int64(written.Float())
		}
	}
	return entries, nil
}

func (s browserStore) put(name string, was, now []byte) (bool, error) {
	wrote, err := s.await("put", name, arrayOf(was), arrayOf(now))
	return err == nil && wrote.Bool(), err
}

func (s browserStore) remove(name string, was []byte) (bool, error) {
	read := js.Undefined() // whatever it is
	if was != nil {
		read = arrayOf(was)
	}
	removed, err := s.await("put", name, read, js.Null())
	return err == nil && removed.Bool(), err
}

func bytesOf(array js.Value) []byte {
	text := make([]byte, array.Get("length").Int())
	js.CopyBytesToGo(text, array)
	return text
}

// arrayOf copies bytes into a JavaScript array; nil becomes null.
func arrayOf(text []byte) js.Value {
	if text == nil {
		return js.Null()
	}
	array := js.Global().Get("Uint8Array").New(len(text))
	js.CopyBytesToJS(array, text)
	return array
}

// await waits for a promise.
func await(promise js.Value) (js.Value, error) {
	type outcome struct {
		value js.Value
		err   error
	}
	done := make(chan outcome, 1)
	then := js.FuncOf(func(_ js.Value, args []js.Value) any {
		value := js.Undefined()
		if len(args) > 0 {
			value = args[0]
		}
		done <- outcome{value: value}
		return nil
	})
	defer then.Release()
	failed := js.FuncOf(func(_ js.Value, args []js.Value) any {
		done <- outcome{err: errors.New(args[0].Get("message").String())}
		return nil
	})
	defer failed.Release()
	promise.Call("then", then, failed)
	o := <-done
	return o.value, o.err
}
