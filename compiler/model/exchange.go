package model

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/awmc/awmc/templates/rt/model"
)

// Exchange is a request with its answer, as transcripts keep it.
type Exchange struct {
	ID string `json:"id"`
	// Digest is that of the whole request, so that an answer to another
	// request of the same ID is never taken for this one's.
	Digest   string          `json:"digest"`
	Messages []model.Message `json:"messages"`
	model.Response
}

// Digest is a short digest of everything that an answer depends on.
func Digest(req *model.Request) string {
	copied := *req
	copied.ID = ""
	b, err := json.Marshal(copied)
	if err != nil { // raw JSON that is none; the request could not be sent
		b = []byte(err.Error())
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:4])
}
