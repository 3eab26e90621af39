// Command clibgen lowers the library models of package clib for both data models
// and writes the text form and its index to internal/front/clib/gen. go generate runs
// it in internal/front/clib; a test of this command fails if the files are stale. If it
// ends with an error, files may be missing or stale.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintf(os.Stderr, "clibgen: %v\n", err)
		os.Exit(1)
	}
}

// run expects internal/front/clib as the working directory.
func run(ctx context.Context) error {
	for _, m := range models {
		text, index, err := generate(ctx, "src", m)
		if err != nil {
			return err
		}
		for ext, data := range map[string][]byte{".ir": text, ".idx": index} {
			if err := os.WriteFile(filepath.Join("gen", m.String()+ext), data, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}
