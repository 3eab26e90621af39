package main

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/heddle-mc/heddle"
)

// mostFlags is the number of flags that the help of heddle check may list.
const mostFlags = 40

// TestFlagGroups checks that the help of heddle check lists few flags, each in a group, and that the groups
// list no others.
func TestFlagGroups(t *testing.T) {
	c := newCheckCommand()
	c.InitDefaultHelpFlag()
	shown := 0
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		if shown++; groupOf(f.Name) == "" {
			t.Errorf("--%s is in no group", f.Name)
		}
	})
	if shown > mostFlags {
		t.Errorf("the help lists %d flags, want %d at most", shown, mostFlags)
	}
	for _, g := range flagGroups {
		for name := range strings.FieldsSeq(g.flags) {
			if c.Flags().Lookup(name) == nil {
				t.Errorf("%s: heddle check has no flag --%s", g.title, name)
			}
		}
	}
	var help bytes.Buffer
	root := newRootCommand()
	root.SetOut(&help)
	root.SetArgs([]string{"check", "--help"})
	if err := root.Execute(); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(help.String(), "\n      --") + strings.Count(help.String(), ", --"); n != shown {
		t.Errorf("the help shows %d flags, want %d", n, shown)
	}
}

// TestReplacedFlags checks the messages about flags of earlier versions.
func TestReplacedFlags(t *testing.T) {
	for _, o := range heddle.EngineOptions() {
		if !strings.HasPrefix(replaced["engine-option"][o.Name], o.Name+"=") {
			t.Errorf("--%s has no message", o.Name)
		}
	}
	for flag, olds := range replaced {
		for old, value := range olds {
			want := "--" + old + " is --" + flag + " " + value + " now"
			if err := execute("check", "--"+old, "1", "file.c"); err == nil || err.Error() != want {
				t.Errorf("--%s: found %v, want %s", old, err, want)
			}
		}
	}
	for flag, olds := range earlier {
		for old := range olds {
			if f := newCheckCommand().Flags().Lookup(old); f == nil || !f.Hidden {
				t.Errorf("--%s, which --%s replaces: found %v, want a hidden flag", old, flag, f)
			}
		}
	}
	for _, c := range []struct {
		args, want string
	}{
		{"check --shift coffee file.c", "coffee"},
		{"check --dump graph file.c", "--dump FORM is heddle ir --form FORM now"},
		{"sat --rounds 3", "unknown flag: --rounds"},
		{"check --engine-option coffee=1 file.c", "the engine auto has no option coffee, as no other"},
		{"check --engine explore --engine-option seed=3 file.c", "the engine explore has no option seed, but order, eager-order"},
		{"check --engine-option coffee file.c", `invalid argument "coffee" for "--engine-option" flag: found "coffee", expected NAME=VALUE`},
		{"check --engine-option rounds=many file.c", `--engine-option rounds: found "many", expected a number`},
		{"check --assume coffee=1 file.c", `invalid argument "coffee=1" for "--assume" flag: found the assumption "coffee", expected one of evaluation`},
		{"check --assume entry-null=1 file.c", `entry-null: found "1", expected no or yes`},
		{"check --write coffee=f file.c", `found the kind "coffee", expected one of text, json`},
		{"test --write html=f file.c", `found the kind "html", expected one of text, json`},
	} {
		if err := execute(strings.Fields(c.args)...); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: found %v, want %s", c.args, err, c.want)
		}
	}
}

// execute runs a command line.
func execute(args ...string) error {
	root := newRootCommand()
	root.SetArgs(slices.Clone(args))
	return root.ExecuteContext(context.Background())
}
