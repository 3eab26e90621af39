package slice

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// The kinds of files, with the version of their form.
const (
	planKind    = "heddle-plan-1"
	sliceKind   = "heddle-slice-1"
	resultKind  = "heddle-result-2"
	runningKind = "heddle-running-1"
)

// checked is a value that a file holds.
type checked interface {
	check() error // the first member with a value that no writer gives it
}

// seal returns the text of a file, and the hash of its contents.
func seal(kind string, v checked) (text []byte, hash string, err error) {
	body, err := json.Marshal(v)
	if err != nil {
		return nil, "", err
	}
	body = append(body, '\n')
	hash = hashOf(body)
	return append([]byte(kind+" "+hash+"\n"), body...), hash, nil
}

// unseal reads a file into v, and returns the hash of its contents. It accepts what seal writes, and nothing else.
func unseal(kind string, text []byte, v checked) (hash string, err error) {
	first, body, whole := strings.Cut(string(text), "\n")
	found, hash, _ := strings.Cut(first, " ")
	switch {
	case !whole || found != kind:
		return "", fmt.Errorf("found the first line %.40q, expected %s with a hash", first, kind)
	case hash != hashOf([]byte(body)):
		return "", errors.New("it is damaged: its contents do not have the hash in its first line")
	}
	d := json.NewDecoder(strings.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return "", err
	}
	if again, err := json.Marshal(v); err != nil || !bytes.Equal(append(again, '\n'), []byte(body)) {
		return "", errors.New("its contents are not in the form in which they are written")
	}
	return hash, v.check()
}

func hashOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// isHash reports whether a text is a SHA-256 in hex.
func isHash(s string) bool {
	sum, err := hex.DecodeString(s)
	return err == nil && len(sum) == sha256.Size && s == strings.ToLower(s)
}
