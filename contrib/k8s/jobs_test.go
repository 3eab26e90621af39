// Package k8s tests the files of heddle emit k8s. It is a module of its own, since it needs the types of Kubernetes: they are
// decoded strictly, and a runner executes their commands as the Job controller does.
package k8s

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"
)

// fixture is a directory with slices and the files for Kubernetes.
type fixture struct {
	heddle, dir string
	claim       core.PersistentVolumeClaim
	work, merge batch.Job
}

// command runs a program and returns its output and exit code.
func command(t *testing.T, args ...string) (string, int) {
	t.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = filepath.Join("..", "..")
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

func build(t *testing.T) string {
	heddle := filepath.Join(t.TempDir(), "heddle")
	if out, code := command(t, "go", "build", "-o", heddle, "./cmd/heddle"); code != 0 {
		t.Fatal(out)
	}
	return heddle
}

func newFixture(t *testing.T, heddle string) *fixture {
	f := &fixture{heddle: heddle, dir: filepath.Join(t.TempDir(), "parts")}
	for _, args := range [][]string{
		{"slice", "--property", "assert", "--model", "sc", "--engine", "order", "--unwind", "2", "--memory", "512MB", "--count", "8", "--into", f.dir, "examples/peterson_ok.c"},
		{"emit", "k8s", f.dir, "--image", "registry.example.org/heddle:1"},
	} {
		if out, code := command(t, append([]string{heddle}, args...)...); code != 0 {
			t.Fatal(out)
		}
	}
	f.decode(t, "work.yaml", &f.claim, &f.work)
	f.decode(t, "merge.yaml", &f.merge)
	return f
}

// decode reads the documents of a file. A name that the types do not have is an error.
func (f *fixture) decode(t *testing.T, name string, into ...any) {
	text, err := os.ReadFile(filepath.Join(f.dir, name))
	if err != nil {
		t.Fatal(err)
	}
	documents := bytes.Split(text, []byte("\n---\n"))
	if len(documents) != len(into) {
		t.Fatalf("%s: found %d documents, want %d", name, len(documents), len(into))
	}
	for i, d := range documents {
		if err := yaml.UnmarshalStrict(d, into[i]); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
}

// pod executes the container of a template, and returns its output and exit code.
func (f *fixture) pod(t *testing.T, job *batch.Job, index int) (string, int) {
	c := job.Spec.Template.Spec.Containers[0]
	if c.Command[0] != "heddle" || c.VolumeMounts[0].MountPath != "/slices" {
		t.Fatalf("found the command %q and the mounts %v", c.Command, c.VolumeMounts)
	}
	args := []string{f.heddle}
	for _, a := range c.Command[1:] {
		a = strings.ReplaceAll(a, "$(JOB_COMPLETION_INDEX)", strconv.Itoa(index))
		if a == "/slices" {
			a = f.dir
		}
		args = append(args, a)
	}
	return command(t, args...)
}

// action returns the action of the policy for an exit code. Without a rule, the failure counts.
func action(job *batch.Job, code int) batch.PodFailurePolicyAction {
	for _, rule := range job.Spec.PodFailurePolicy.Rules {
		if r := rule.OnExitCodes; r != nil && r.Operator == batch.PodFailurePolicyOnExitCodesOpIn &&
			*r.ContainerName == job.Spec.Template.Spec.Containers[0].Name && slices.Contains(r.Values, int32(code)) {
			return rule.Action
		}
	}
	return batch.PodFailurePolicyActionCount
}

// runIndexed runs all indexes. exit, if not negative, is the exit code of an attempt that does not get to its command. It returns
// the number of attempts by index, and the indexes that failed.
func (f *fixture) runIndexed(t *testing.T, exit func(index, attempt int) int) (attempts []int, failed []int) {
	for index := range int(*f.work.Spec.Completions) {
		for attempt := 0; ; attempt++ {
			code := exit(index, attempt)
			if code < 0 {
				_, code = f.pod(t, &f.work, index)
			}
			if code == 0 || action(&f.work, code) == batch.PodFailurePolicyActionFailIndex || attempt == int(*f.work.Spec.BackoffLimitPerIndex) {
				attempts = append(attempts, attempt+1)
				if code != 0 {
					failed = append(failed, index)
				}
				break
			}
		}
	}
	return attempts, failed
}

func TestJobs(t *testing.T) {
	heddle := build(t)
	f := newFixture(t, heddle)
	spec := f.work.Spec
	if *spec.CompletionMode != batch.IndexedCompletion || *spec.Completions < 4 || spec.Template.Spec.RestartPolicy != core.RestartPolicyNever {
		t.Errorf("found %v, %d completions, restart policy %s", *spec.CompletionMode, *spec.Completions, spec.Template.Spec.RestartPolicy)
	}
	for _, job := range []*batch.Job{&f.work, &f.merge} {
		pod := job.Spec.Template.Spec
		if m := pod.Containers[0].Resources.Limits.Memory().Value(); m < 512<<20 || m > 1<<30 {
			t.Errorf("%s: found the memory %d, want that of a slice and a little more", job.Name, m)
		}
		if pod.Volumes[0].PersistentVolumeClaim.ClaimName != f.claim.Name || pod.Containers[0].Image != "registry.example.org/heddle:1" {
			t.Errorf("%s: found the volume %+v, the image %s", job.Name, pod.Volumes[0], pod.Containers[0].Image)
		}
	}

	// A pod of index 1 is killed once, those of index 2 always until the last attempt.
	limit := int(*spec.BackoffLimitPerIndex)
	attempts, failed := f.runIndexed(t, func(index, attempt int) int {
		if index == 1 && attempt == 0 || index == 2 && attempt < limit {
			return 137
		}
		return -1
	})
	if attempts[0] != 1 || attempts[1] != 2 || attempts[2] != limit+1 || len(failed) > 0 {
		t.Errorf("found the attempts %v, failed %v", attempts, failed)
	}
	if out, code := f.pod(t, &f.merge, 0); code != 0 || !strings.Contains(out, `"verdict": "safe"`) {
		t.Errorf("merge: exit code %d: %s", code, out)
	}

	// An index whose directory cannot be used is not tried again. Its slices are missed.
	f = newFixture(t, heddle)
	attempts, failed = f.runIndexed(t, func(index, _ int) int {
		if index == 1 {
			return 2
		}
		return -1
	})
	if attempts[1] != 1 || fmt.Sprint(failed) != "[1]" {
		t.Errorf("found the attempts %v, failed %v", attempts, failed)
	}
	out, code := f.pod(t, &f.merge, 0)
	if code != 3 || !strings.Contains(out, "it has no result") || action(&f.merge, code) != batch.PodFailurePolicyActionFailJob {
		t.Errorf("merge: exit code %d: %s", code, out)
	}
}
