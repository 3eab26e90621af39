package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/heddle-mc/heddle"
	"github.com/heddle-mc/heddle/cmd/heddle/cli"
)

func newManCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Write manual pages",
		Long: `Write a manual page for each command into a folder, which is made if it is not there: heddle.1, heddle-check.1
and so on. Where the folder is among those of man, as $HOME/.local/share/man/man1 is, man heddle-check shows one.`,
		Example: "  heddle man ~/.local/share/man/man1\n  heddle man pages && man -l pages/heddle-check.1",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return cli.InputError("%w", err)
			}
			for c := range commands(cmd.Root()) {
				var page bytes.Buffer
				writeMan(&page, c)
				if err := os.WriteFile(filepath.Join(args[0], manName(c)+".1"), page.Bytes(), 0o666); err != nil {
					return cli.InputError("%w", err)
				}
			}
			return nil
		},
	}
}

// commands yields a command and those below it that users see.
func commands(c *cobra.Command) func(yield func(*cobra.Command) bool) {
	return func(yield func(*cobra.Command) bool) {
		if !yield(c) {
			return
		}
		for _, sub := range c.Commands() {
			if !sub.IsAvailableCommand() || sub.Name() == "help" {
				continue
			}
			for s := range commands(sub) {
				if !yield(s) {
					return
				}
			}
		}
	}
}

// manName returns the name of a command's page.
func manName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// writeMan writes the page of a command, in the macros of man(7).
func writeMan(w io.Writer, c *cobra.Command) {
	name := manName(c)
	fmt.Fprintf(w, ".TH %s 1 \"\" \"Heddle %s\" \"Heddle Manual\"\n.nh\n.ad l\n", strings.ToUpper(name), heddle.Version)
	fmt.Fprintf(w, ".SH NAME\n%s \\- %s\n", name, roff(c.Short))
	fmt.Fprint(w, ".SH SYNOPSIS\n")
	for i, use := range strings.Split(c.Use, " | ") { // of several forms each begins with the name
		if i > 0 {
			fmt.Fprint(w, ".br\n")
		}
		_, args, _ := strings.Cut(use, " ")
		fmt.Fprintf(w, "\\fB%s\\fP %s\n", roff(c.CommandPath()), roff(strings.TrimSpace(flagsOf(c)+" "+args)))
	}
	fmt.Fprint(w, ".SH DESCRIPTION\n")
	writeParagraphs(w, strings.TrimSpace(c.Long))
	if c.Long == "" {
		fmt.Fprintf(w, "%s.\n", roff(c.Short))
	}
	if c.HasAvailableLocalFlags() {
		fmt.Fprint(w, ".SH OPTIONS\n")
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				writeFlag(w, f)
			}
		})
	}
	if c.Example != "" {
		fmt.Fprint(w, ".SH EXAMPLES\n")
		writeParagraphs(w, c.Example)
	}
	var others []string
	if c.HasParent() {
		others = append(others, manName(c.Parent()))
	}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() && sub.Name() != "help" {
			others = append(others, manName(sub))
		}
	}
	if len(others) > 0 {
		fmt.Fprintf(w, ".SH SEE ALSO\n\\fB%s\\fP(1)\n", strings.Join(others, "\\fP(1),\n\\fB"))
	}
}

// flagsOf returns the mark in the synopsis for a command with flags.
func flagsOf(c *cobra.Command) string {
	if c.HasAvailableLocalFlags() && !strings.Contains(c.Use, "[flags]") {
		return "[flags]"
	}
	return ""
}

func writeFlag(w io.Writer, f *pflag.Flag) {
	kind, usage := pflag.UnquoteUsage(f)
	head := "--" + f.Name
	if f.Shorthand != "" {
		head = "-" + f.Shorthand + ", " + head
	}
	fmt.Fprintf(w, ".TP\n\\fB%s\\fP", roff(head))
	if kind != "" {
		fmt.Fprintf(w, " \\fI%s\\fP", roff(kind))
	}
	if !slices.Contains([]string{"", "0", "false", "[]", "0s"}, f.DefValue) {
		usage += " (default " + strings.Trim(f.DefValue, "[]") + ")"
	}
	fmt.Fprintf(w, "\n%s\n", strings.ReplaceAll(roff(usage), "\n", "\n.br\n"))
}

// writeParagraphs writes running text, with indented lines as they are.
func writeParagraphs(w io.Writer, text string) {
	verbatim := false
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if is := strings.HasPrefix(line, "  "); is != verbatim && line != "" {
			verbatim = is
			fmt.Fprint(w, map[bool]string{true: ".PP\n.nf\n", false: ".fi\n.PP\n"}[is])
		}
		if line == "" {
			fmt.Fprint(w, ".PP\n")
			continue
		}
		fmt.Fprintln(w, roff(line))
	}
	if verbatim {
		fmt.Fprint(w, ".fi\n")
	}
}

// roff returns text as roff text without commands. A character outside ASCII is written by its number.
func roff(text string) string {
	var b strings.Builder
	for i, r := range text {
		switch {
		case i == 0 && (r == '.' || r == '\''):
			b.WriteString(`\&` + string(r))
		case r == '\\':
			b.WriteString(`\e`)
		case r == '-':
			b.WriteString(`\-`)
		case r > '~':
			fmt.Fprintf(&b, `\[u%04X]`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
