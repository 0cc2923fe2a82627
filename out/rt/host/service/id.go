package service

import (
	"crypto/rand"
	"encoding/hex"
)

// newID makes an instance's name: 128 random bits, so that knowing one's own
// address says nothing about anyone else's.
func newID() string {
	var b [16]byte
	rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// validID reports whether s could have been made by newID. Names come from
// clients and become file names.
func validID(s string) bool {
	if len(s) != 32 {
		return false
	}
	for _, c := range []byte(s) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}
