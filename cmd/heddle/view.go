package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/heddle-mc/heddle"
	"github.com/heddle-mc/heddle/cmd/heddle/cli"
)

// viewOptions are the flags of `heddle view`.
type viewOptions struct {
	html   string
	listen string
}

func newViewCommand() *cobra.Command {
	var opts viewOptions
	cmd := &cobra.Command{
		Use:   "view RESULT.json",
		Short: "Show a result as a page",
		Long: `Show the result of heddle check --json as the page that check --write html=FILE writes: the verdict of
every property, and each violation as an execution to step through (docs/use/report.md). The page
is served on this machine until the command is interrupted; --html writes it instead.

Exit codes: 0 the page was served or written, 2 usage or input error.`,
		Example: "  heddle check --json examples/account_bug.c > bug.json\n  heddle view bug.json --html bug.html",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return opts.run(cmd, args[0])
		},
	}
	cmd.Flags().StringVar(&opts.html, "html", "", "write the page into `FILE`")
	cmd.Flags().StringVar(&opts.listen, "listen", "localhost:0", "serve the page at this `ADDRESS`; port 0 is any that is free")
	cmd.MarkFlagsMutuallyExclusive("html", "listen")
	return cmd
}

func (o *viewOptions) run(cmd *cobra.Command, file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return cli.InputError("%w", err)
	}
	result, err := heddle.ReadResult(file, text)
	if err != nil {
		return libraryError(err)
	}
	var out bytes.Buffer
	if err := result.WriteHTML(&out); err != nil {
		return err
	}
	if o.html != "" {
		if err := os.WriteFile(o.html, out.Bytes(), 0o666); err != nil {
			return cli.InputError("--html: %w", err)
		}
		return nil
	}
	listener, err := net.Listen("tcp", o.listen)
	if err != nil {
		return cli.InputError("--listen: %w", err)
	}
	fmt.Fprintf(cmd.OutOrStdout(), "http://%s/\n", listener.Addr())
	return serve(cmd.Context(), listener, out.Bytes())
}

// serve answers requests for the page until the context ends.
func serve(ctx context.Context, listener net.Listener, page []byte) error {
	server := &http.Server{ReadHeaderTimeout: 10 * time.Second, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(page) // a browser that went away misses nothing
	})}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve the page: %w", err)
	}
	return nil
}
