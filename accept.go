package heddle

import (
	"bytes"
	"os"
	"strings"

	"github.com/heddle-mc/heddle/internal/accept"
)

// acceptances returns what Options.Accept and the comments of the sources accept.
func (o *Options) acceptances(c *compiled) (list []accept.Acceptance, err error) {
	if o.Accept != "" {
		file, err := os.Open(o.Accept)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		if list, err = accept.Read(o.Accept, file); err != nil {
			return nil, err
		}
	}
	for _, file := range c.Program.Files {
		text := c.Source(file)
		if !bytes.Contains(text, []byte("heddle:")) {
			continue
		}
		more, err := accept.Comments(file, strings.Split(string(text), "\n"))
		if err != nil {
			return nil, err
		}
		list = append(list, more...)
	}
	return list, nil
}
