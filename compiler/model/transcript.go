package model

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// Transcript is a file of exchanges, one JSON object on each line, that only
// ever grows. An exchange is on disk before Append returns.
type Transcript struct{ f *os.File }

// OpenTranscript opens a transcript for writing. A line that a crash left
// unfinished is cut off.
func OpenTranscript(path string) (*Transcript, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	whole, err := wholeLines(f)
	if err == nil {
		err = f.Truncate(whole)
	}
	if err == nil {
		_, err = f.Seek(whole, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &Transcript{f}, nil
}

// wholeLines is the length of a file up to its last line break.
func wholeLines(f *os.File) (int64, error) {
	b, err := io.ReadAll(f)
	return int64(bytes.LastIndexByte(b, '\n') + 1), err
}

// Append adds an exchange.
func (t *Transcript) Append(e *Exchange) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // the texts hold SQL
	if err := enc.Encode(e); err != nil {
		return err
	}
	if _, err := t.f.Write(b.Bytes()); err != nil {
		return err
	}
	return t.f.Sync()
}

// Close closes the file.
func (t *Transcript) Close() error { return t.f.Close() }

// ReadTranscript returns the exchanges of a file; none if there is no file.
// A last line without a line break is left out: it was never acted upon.
func ReadTranscript(path string) ([]*Exchange, error) {
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var out []*Exchange
	for n := 1; ; n++ {
		line, rest, whole := bytes.Cut(b, []byte("\n"))
		if !whole {
			return out, nil
		}
		b = rest
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var e Exchange
		if err := json.Unmarshal(line, &e); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, n, err)
		}
		out = append(out, &e)
	}
}
