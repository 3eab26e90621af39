package main

import (
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/heddle-mc/heddle"
	"github.com/heddle-mc/heddle/cmd/heddle/cli"
)

// certifyOptions are the flags of `heddle certify`.
type certifyOptions struct {
	heddle.Options
	out outputOptions
}

func newCertifyCommand() *cobra.Command {
	var opts certifyOptions
	cmd := &cobra.Command{
		Use:   "certify [FILE…] CERTIFICATE",
		Short: "Confirm proofs that a check has written down",
		Long: `Confirm the proofs in a certificate, which heddle check --write certificate=FILE has written: that they hold of
the program, whoever has found them. Nothing is looked for, and the code that finds proofs is not used.
docs/use/certificate.md describes the file.

The options that say what the program is are those of the certificate, and so are the files if none are
given. A program that is not the same any more is refused as an input error.

Exit codes: 0 every proof is confirmed, 1 one does not hold, 2 usage or input error, 3 inconclusive (time,
memory, a verdict that depends on where objects lie), 4 internal error.`,
		Example: "  heddle check --property assert --write certificate=peterson.cert examples/peterson_ok.c\n  heddle certify peterson.cert",
		Args:    cobra.MinimumNArgs(1),
		RunE:    opts.run,
	}
	budgetFlags(&opts.Options, cmd.Flags())
	opts.out.register(cmd.Flags())
	return cmd
}

func (o *certifyOptions) run(cmd *cobra.Command, args []string) error {
	if err := o.out.open(); err != nil {
		return err
	}
	name := args[len(args)-1]
	text, err := os.ReadFile(name)
	if err != nil {
		return o.out.finish(cmd, nil, cli.InputError("%w", err), demands{requireProof: true}, nil)
	}
	result, err := heddle.Certify(cmd.Context(), forLibrary(o.Options, cmd, args[:len(args)-1]), name, text)
	end := o.out.finish(cmd, result, err, demands{requireProof: true}, nil)
	if err == nil && slices.ContainsFunc(result.Judgements(), func(j heddle.Judgement) bool { return j.Reason == heddle.Refused }) {
		return cli.Silently(cli.ExitRejected)
	}
	return end
}
