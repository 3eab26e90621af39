package main

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/heddle-mc/heddle"
	"github.com/heddle-mc/heddle/cmd/heddle/cli"
)

//go:embed init/example_test.c
var exampleTest []byte

func newInitCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "init [DIR]",
		Short: "Write heddle.h and a first test",
		Long: `Write heddle.h, so that other compilers find it, and example_test.c into a folder: the
present one if none is named. Files that are there stay as they are.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir := "."
			if len(args) > 0 {
				dir = args[0]
			}
			for _, f := range []struct {
				name string
				text []byte
			}{{"heddle.h", heddle.Header()}, {"example_test.c", exampleTest}} {
				if err := writeNew(filepath.Join(dir, f.name), f.text); err != nil {
					return cli.InputError("%w", err)
				}
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "next: heddle test %s\n", filepath.Join(dir, "example_test.c"))
			return err
		},
	}
}

// writeNew writes a file unless it is there.
func writeNew(name string, text []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}
