package main

import (
	"bytes"
	"embed"
	"fmt"
	"path/filepath"
	"regexp"
	"text/template"

	"github.com/spf13/cobra"

	"github.com/heddle-mc/heddle"
	"github.com/heddle-mc/heddle/cmd/heddle/cli"
)

// emitted has the templates of the files that heddle emit writes. All take a job.
//
//go:embed emit
var emitted embed.FS

// container has the lines that the containers of both Jobs share.
const container = `{{define "container"}}          resources:
            requests:
              cpu: "1"{{with .Megabytes}}
              memory: {{.}}Mi
            limits:
              memory: {{.}}Mi{{end}}
          volumeMounts:
            - name: slices
              mountPath: /slices
      volumes:
        - name: slices
          persistentVolumeClaim:
            claimName: {{.Name}}{{end}}`

// job is the share of a scheduler's files that depends on the directory.
type job struct {
	Tasks     int
	Retries   int   // of a task that says it may be tried again
	Megabytes int64 // of a task; 0: any number
	Name      string
	Image     string
}

// The limits of a job: clusters take arrays of a thousand tasks by default, and a task whose process dies each time
// is given up.
const (
	mostTasks = 1000
	retries   = 3
)

// beyond is the memory of a task beyond that of its slice: the process that starts the slice's process, and memory
// that is allocated between two looks at the limit.
func beyond(slice int64) int64 { return slice/8 + 128<<20 }

func newEmitCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "emit",
		Short: "Write the files with which a cluster judges slices",
	}
	cmd.AddCommand(&cobra.Command{
		Use:   "slurm DIR",
		Short: "Write the jobs with which Slurm judges the slices of a directory",
		Long: `Write slurm.sh into a directory that heddle slice has filled. It submits an array job, which judges the slices, and a job
that merges their results afterwards. docs/use/scale.md has an example.`,
		Example: "  heddle emit slurm parts",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return emit(cmd, args[0], job{}, "slurm.sh")
		},
	})
	var image string
	k8s := &cobra.Command{
		Use:   "k8s DIR --image NAME",
		Short: "Write the Jobs with which Kubernetes judges the slices of a directory",
		Long: `Write work.yaml and merge.yaml into a directory that heddle slice has filled: an Indexed Job, which judges the slices, with
a claim of the volume that has the directory, and a Job that merges their results. docs/use/scale.md has an example.`,
		Example: "  heddle emit k8s parts --image registry.example.org/heddle",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if ok, _ := regexp.MatchString(imageName, image); !ok {
				return cli.InputError("--image: found %q, expected the name of an image", image)
			}
			return emit(cmd, args[0], job{Image: image}, "work.yaml", "merge.yaml")
		},
	}
	k8s.Flags().StringVar(&image, "image", "", "containers run the image `NAME`, in which heddle is in the PATH")
	_ = k8s.MarkFlagRequired("image")
	cmd.AddCommand(k8s)
	return cmd
}

// imageName matches names of images. None of the characters has a meaning within quotes of YAML.
const imageName = `^[a-zA-Z0-9._/:@-]+$`

// emit writes files for the slices of a directory into it.
func emit(cmd *cobra.Command, dir string, j job, names ...string) error {
	demand, err := heddle.SlicesDemand(dir)
	if err != nil {
		return libraryError(err)
	}
	j.Tasks, j.Retries, j.Name = min(demand.Slices, mostTasks), retries, "heddle-"+demand.Plan[:12]
	if demand.Memory > 0 {
		j.Megabytes = (demand.Memory + beyond(demand.Memory)) >> 20
	}
	for _, name := range names {
		var text bytes.Buffer
		t, err := template.ParseFS(emitted, "emit/"+name)
		if err == nil {
			_, err = t.New("shared").Parse(container)
		}
		if err == nil {
			err = t.Execute(&text, j)
		}
		if err == nil {
			err = writeFile(filepath.Join(dir, name), text.Bytes())
		}
		if err != nil {
			return cli.InputError("%w", err)
		}
		fmt.Fprintln(cmd.OutOrStdout(), filepath.Join(dir, name))
	}
	return nil
}
