// Command heddle verifies multi-threaded C programs. See the README for a first
// run and `heddle help` for the subcommands; each subcommand has a file of its own. It
// parses flags, calls the public package, prints results and sets the exit code. It
// decides no verdict.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/heddle-mc/heddle/cmd/heddle/cli"
	"github.com/heddle-mc/heddle/cmd/heddle/instrument"
)

func main() { os.Exit(runUntilSignal()) }

// gcPercent lets the heap grow to four times the live heap before a garbage collection, not to twice: a
// small program is judged in three quarters of the time. The memory limit still holds.
const gcPercent = 300

// runUntilSignal runs the process's command line. After a signal to end, the command hands over its results
// so far.
func runUntilSignal() int {
	if isCompiler() {
		fmt.Fprintf(os.Stderr, "heddle: %v\n", becomeCompiler())
		return cli.ExitUsage
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return run(ctx, os.Args[1:])
}

// run executes the command line and returns the exit code.
func run(ctx context.Context, args []string) int {
	root := newRootCommand()
	root.SetArgs(withoutCompilerFlags(args, takesValue(root)))
	err := root.ExecuteContext(ctx)
	var exit *cli.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.Err != nil) {
		fmt.Fprintf(os.Stderr, "heddle: %v\n", err)
	}
	return cli.Code(err)
}

func newRootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "heddle",
		Short: "Verify multi-threaded C programs",
		Long: `Heddle decides whether some interleaving of a C program with POSIX threads or
C11 atomics can break an assertion, race, deadlock or touch bad memory.

Exit codes: 0 no violation, 1 violation, 2 usage or input error,
3 inconclusive, 4 internal error.`,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.AddCommand(
		newCertifyCommand(),
		newCheckCommand(),
		newEmitCommand(),
		newExploreCommand(),
		newExportCommand(),
		newHarnessCommand(),
		newInitCommand(),
		newIRCommand(),
		newLitmusCommand(),
		newManCommand(),
		newMergeCommand(),
		newRelaxCommand(),
		newReplayCommand(),
		newRunCommand(),
		newSliceCommand(),
		newSVCOMPCommand(),
		newTestCommand(),
		newTopCommand(),
		newTranslateCommand(),
		newVersionCommand(),
		newWitnessCheckCommand(),
		newViewCommand(),
		newWorkCommand(),
	)
	root.AddCommand(instrument.Commands()...)
	groupFlags(root)
	root.SetFlagErrorFunc(flagError)
	root.InitDefaultCompletionCmd() // so that it has a manual page
	root.InitDefaultHelpCmd()
	for _, c := range root.Commands() {
		if c.HasSubCommands() && !c.Runnable() { // it would take any word for a question after its help
			c.Args = cobra.NoArgs
			c.RunE = func(c *cobra.Command, _ []string) error { return c.Help() }
		}
		if c.Name() == "help" { // its own answer to an unknown word is no error
			c.Args = func(c *cobra.Command, words []string) error {
				_, _, err := c.Root().Find(words)
				return err
			}
		}
	}
	completeValues(root)
	return root
}
