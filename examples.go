package heddle

import (
	"embed"
	"io/fs"
)

//go:embed examples
var examples embed.FS

// Examples returns the example programs of Heddle's sources, which the published
// experiments run at sizes of their own.
func Examples() fs.FS {
	sub, err := fs.Sub(examples, "examples")
	if err != nil {
		panic(err) // the directory is embedded above
	}
	return sub
}
