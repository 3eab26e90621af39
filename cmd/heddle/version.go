package main

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/heddle-mc/heddle"
)

func newVersionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "heddle %s (%s, %s/%s)\n",
				heddle.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return err
		},
	}
}
