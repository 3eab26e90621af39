package main

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-mc/heddle"
)

func newTopCommand() *cobra.Command {
	var asJSON, prometheus bool
	cmd := &cobra.Command{
		Use:   "top DIR",
		Short: "Tell how far the work on slices is",
		Long: `Count the slices of a directory by state, list the machines that judge them, and estimate the time left. The estimate
assumes that the slices that are left take as long as those with a result.

A slice is open, running, done, re-cut, failed, or not needed, since other results decide about it. It runs if a sign of its
process is younger than a minute, so the clocks of the machines must agree.`,
		Example: "  heddle top parts",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			state, err := heddle.SlicesState(args[0])
			if err != nil {
				return libraryError(err)
			}
			switch {
			case asJSON:
				e := json.NewEncoder(cmd.OutOrStdout())
				e.SetIndent("", "  ")
				return e.Encode(state)
			case prometheus:
				return writeMetrics(cmd.OutOrStdout(), state)
			}
			return writeState(cmd.OutOrStdout(), state)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().BoolVar(&prometheus, "prometheus", false, "print the text format of Prometheus")
	cmd.MarkFlagsMutuallyExclusive("json", "prometheus")
	return cmd
}

func writeState(w io.Writer, s *heddle.SliceState) error {
	c := s.Slices
	fmt.Fprintf(w, "slices: %d open, %d running, %d done, %d re-cut, %d failed, %d not needed\n", c.Open, c.Running, c.Done, c.Recut, c.Failed, c.Unneeded)
	for _, m := range s.Machines {
		fmt.Fprintf(w, "machine %s: %d running, %d finished in %.1f s\n", m.Name, m.Running, m.Finished, m.Spent.Seconds())
	}
	left := "unknown"
	if s.Left != nil {
		left = "about " + s.Left.Round(time.Second).String()
	}
	_, err := fmt.Fprintf(w, "time left: %s\n", left)
	return err
}

func writeMetrics(w io.Writer, s *heddle.SliceState) error {
	c := s.Slices
	fmt.Fprintf(w, "# HELP heddle_slices Slices by state.\n# TYPE heddle_slices gauge\n")
	for _, row := range []struct {
		state string
		n     int
	}{{"open", c.Open}, {"running", c.Running}, {"done", c.Done}, {"recut", c.Recut}, {"failed", c.Failed}, {"unneeded", c.Unneeded}} {
		fmt.Fprintf(w, "heddle_slices{state=%q} %d\n", row.state, row.n)
	}
	fmt.Fprintf(w, "# HELP heddle_machine_slices Slices of a machine: those that it judges, and those with a result of it.\n# TYPE heddle_machine_slices gauge\n")
	for _, m := range s.Machines {
		fmt.Fprintf(w, "heddle_machine_slices{machine=%q,state=\"running\"} %d\n", m.Name, m.Running)
		fmt.Fprintf(w, "heddle_machine_slices{machine=%q,state=\"finished\"} %d\n", m.Name, m.Finished)
	}
	if s.Left == nil {
		return nil
	}
	_, err := fmt.Fprintf(w, "# HELP heddle_seconds_left Estimate of the time left.\n# TYPE heddle_seconds_left gauge\nheddle_seconds_left %.1f\n", s.Left.Seconds())
	return err
}
