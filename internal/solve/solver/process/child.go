package process

import (
	"fmt"
	"io"
	"os/exec"
	"sync"
	"time"

	childprocess "github.com/heddle-mc/heddle/internal/host/child"
)

// child is a running program.
type child struct {
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stdout io.ReadCloser
	said   tail

	mu   sync.Mutex
	done bool // waited for: the process ID may belong to another process
}

// start runs a program. memory bounds its address space in bytes; 0 is no bound.
func start(t *Tool, args []string, memory int64) (*child, error) {
	command := childprocess.Limited(memory, append([]string{t.path}, args...))
	c := &child{cmd: exec.Command(command[0], command[1:]...)}
	isolate(c.cmd)
	c.cmd.Stderr = &c.said
	c.cmd.WaitDelay = time.Second // for descendants outside the group that still hold the pipes
	var err error
	if c.stdin, err = c.cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	if c.stdout, err = c.cmd.StdoutPipe(); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	if err := c.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	return c, nil
}

// kill ends the program and the processes that it started. Pending reads and writes fail. It may be
// called at any time, by any goroutine.
func (c *child) kill() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.done {
		return
	}
	killGroup(c.cmd)
	c.stdin.Close()
	c.stdout.Close()
}

// wait waits for the program's end.
func (c *child) wait() error {
	err := c.cmd.Wait()
	c.mu.Lock()
	c.done = true
	c.mu.Unlock()
	return err
}

// tail keeps the last maxTail bytes written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

// maxTail is the number of bytes that a tail keeps.
const maxTail = 1 << 10

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p[max(0, len(p)-maxTail):]...)
	t.text = t.text[max(0, len(t.text)-maxTail):]
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}
