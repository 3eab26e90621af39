// Package instrument has the commands of research: they measure Heddle and its parts, compare it with
// published experiments, and run its solver by itself. They use packages below internal that are no part of
// the public interface. Command heddle adds them to its subcommands; heddle check does not use them. The
// commands of users, in the package above, use the public interface only.
package instrument

import "github.com/spf13/cobra"

// Commands returns the commands.
func Commands() []*cobra.Command {
	return []*cobra.Command{newBenchCommand(), newCompareCommand(), newProofCheckCommand(), newSatCommand(), newSmtCommand()}
}
