package process

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/heddle-mc/heddle/internal/solve/sat"
	"github.com/heddle-mc/heddle/internal/solve/smtlib"
	"github.com/heddle-mc/heddle/internal/solve/term"
)

// conversation is a running program with the definitions and assertions sent to it.
type conversation struct {
	tool    *Tool
	terms   *term.Store
	logic   string
	memory  int64
	child   *child
	out     *smtlib.Reader
	printer *smtlib.Printer
	text    []byte             // not sent yet
	told    int                // number of assertions already sent
	named   int                // number of reads whose index already has a name
	labels  map[term.ID]string // Bool constants by the assumption that they stand for
	levels  int                // used so far, for names
	written chan error         // result of the pending write; nil: none is pending
	killed  bool               // the end of a context killed the program
}

// converse starts a program and sends the options and the logic.
func converse(t *Tool, s *term.Store, logic string, memory int64) (*conversation, error) {
	child, err := start(t, t.args, memory)
	if err != nil {
		return nil, err
	}
	c := &conversation{
		tool: t, terms: s, logic: logic, memory: memory, child: child,
		out:     smtlib.NewReader(child.stdout, 0),
		printer: smtlib.NewPrinter(s, smtlib.PrintOptions{}),
		labels:  make(map[term.ID]string),
	}
	c.say("(set-option :print-success false)\n(set-option :produce-models true)\n")
	if t.assuming == byLiteral {
		c.say("(set-option :produce-unsat-assumptions true)\n")
	} else {
		c.say("(set-option :produce-unsat-cores true)\n")
	}
	if t.all && logic == "QF_ABVFP" {
		logic = "ALL"
	}
	c.say("(set-logic " + logic + ")\n")
	return c, nil
}

// end kills the program and returns the end of its standard error.
func (c *conversation) end() string {
	c.child.kill()
	if c.written != nil {
		<-c.written
		c.written = nil
	}
	// The exit status does not matter any more.
	_ = c.child.wait()
	return c.child.said.String()
}

// listen kills the program when the context ends. The caller calls stop when it has the answer.
func (c *conversation) listen(ctx context.Context) (stop func()) {
	unhook := context.AfterFunc(ctx, c.child.kill)
	return func() {
		if !unhook() {
			c.killed = true
		}
	}
}

func (c *conversation) say(text string) { c.text = append(c.text, text...) }

// tell sends the new assertions, the names that stand for assumptions, and the names of indices. All
// names come before the question, because a definition after an answer would lose the model.
func (c *conversation) tell(asserted, assumptions []term.ID, list []smtlib.Read) {
	p := c.printer
	for _, f := range asserted[c.told:] {
		c.text = p.AppendDefinitions(c.text, f)
		c.text = append(p.AppendTerm(append(c.text, "(assert "...), f), ")\n"...)
	}
	c.told = len(asserted)
	for _, f := range assumptions {
		if c.labels[f] != "" {
			continue
		}
		c.text = p.AppendDefinitions(c.text, f)
		label := "a" + strconv.Itoa(len(c.labels)+1)
		c.labels[f] = label
		c.text = fmt.Appendf(c.text, "(declare-fun %s () Bool)\n(assert (=> %s ", label, label)
		c.text = append(p.AppendTerm(c.text, f), "))\n"...)
	}
	c.text = p.AppendReads(c.text, list[c.named:])
	c.named = len(list)
}

// checkSat asks the question.
func (c *conversation) checkSat(assumptions []term.ID) (sat.Status, sat.Reason, error) {
	switch {
	case c.tool.assuming == byLevel:
		c.levels++
		c.say("(push 1)\n")
		for i, f := range assumptions {
			c.text = fmt.Appendf(c.text, "(assert (! %s :named %s))\n", c.labels[f], c.levelName(i))
		}
		c.say("(check-sat)\n")
	case len(assumptions) == 0:
		c.say("(check-sat)\n")
	default:
		c.say("(check-sat-assuming (")
		for i, f := range assumptions {
			if i > 0 {
				c.say(" ")
			}
			c.say(c.labels[f])
		}
		c.say("))\n")
	}
	answer, err := c.exchange(1 << 16)
	if err != nil {
		return sat.Unknown, sat.NoReason, err
	}
	switch {
	case answer.Is("sat"):
		return sat.Satisfiable, sat.NoReason, nil
	case answer.Is("unsat"):
		return sat.Unsatisfiable, sat.NoReason, nil
	case answer.Is("unknown"):
		reason, err := c.whyUnknown()
		return sat.Unknown, reason, err
	}
	return sat.Unknown, sat.NoReason, fmt.Errorf("found %s, expected sat, unsat or unknown", clip(answer))
}

// levelName is the name of an assumption in the present level.
func (c *conversation) levelName(i int) string { return fmt.Sprintf("n%d.%d", c.levels, i) }

// whyUnknown queries the reason of an unknown answer. A reason other than a limit that was set counts
// as a limit on effort.
func (c *conversation) whyUnknown() (sat.Reason, error) {
	c.say("(get-info :reason-unknown)\n")
	answer, err := c.exchange(1 << 16)
	if err != nil {
		return sat.NoReason, err
	}
	if outOfMemory(answer.String()) {
		return sat.ReasonMemory, nil
	}
	return sat.ReasonTicks, nil
}

// model queries the values of variables, and of array elements at the indices where they are read.
func (c *conversation) model(list []smtlib.Read) (*term.Assignment, error) {
	model := new(term.Assignment)
	var scalars []term.ID
	for _, v := range c.printer.Vars() {
		if !c.terms.Sort(v).IsArray() {
			scalars = append(scalars, v)
		}
	}
	values, err := c.values(scalars)
	if err != nil {
		return nil, err
	}
	for i, v := range scalars {
		model.Set(v, values[i])
	}
	return model, c.elements(model, list)
}

// elements queries the elements of array variables.
func (c *conversation) elements(model *term.Assignment, all []smtlib.Read) error {
	var list []smtlib.Read
	for _, r := range all {
		if c.terms.IsVar(r.Array) {
			list = append(list, r)
		}
	}
	indices := make([]term.ID, len(list))
	for i, r := range list {
		indices[i] = r.Index
	}
	at, err := c.values(indices)
	if err != nil {
		return err
	}
	type element struct {
		array term.ID
		index term.Word
	}
	var asked []element
	var sorts []term.Sort
	seen := make(map[element]bool)
	request := []byte("(get-value (")
	for i, r := range list {
		e := element{r.Array, at[i]}
		if seen[e] {
			continue
		}
		seen[e] = true
		asked = append(asked, e)
		sorts = append(sorts, c.terms.Sort(r.Array).Elem())
		request = c.printer.AppendTerm(append(request, "(select "...), r.Array)
		request = smtlib.AppendValue(append(request, ' '), at[i], c.terms.Sort(r.Index))
		request = append(request, ")\n"...)
	}
	values, err := c.ask(append(request, "))\n"...), sorts)
	if err != nil {
		return err
	}
	arrays := make(map[term.ID]map[term.Word]term.Word)
	for i, e := range asked {
		if arrays[e.array] == nil {
			arrays[e.array] = make(map[term.Word]term.Word)
			model.SetArray(e.array, term.ArrayValue{Elems: arrays[e.array]})
		}
		arrays[e.array][e.index] = values[i]
	}
	return nil
}

// values queries the values of terms that have names.
func (c *conversation) values(list []term.ID) ([]term.Word, error) {
	request := []byte("(get-value (")
	sorts := make([]term.Sort, len(list))
	for i, t := range list {
		sorts[i] = c.terms.Sort(t)
		request = append(c.printer.AppendTerm(request, t), '\n')
	}
	return c.ask(append(request, "))\n"...), sorts)
}

// ask sends a get-value and reads the values.
func (c *conversation) ask(request []byte, sorts []term.Sort) ([]term.Word, error) {
	if len(sorts) == 0 {
		return nil, nil
	}
	c.text = append(c.text, request...)
	// The answer repeats each term, in the program's own notation.
	answer, err := c.exchange(1<<16 + 8*int64(len(request)) + 512*int64(len(sorts)))
	if err != nil {
		return nil, err
	}
	return readValues(answer, sorts)
}

// readValues reads the answer to get-value.
func readValues(answer *smtlib.Sexp, sorts []term.Sort) ([]term.Word, error) {
	if answer.Kind != smtlib.List || len(answer.List) != len(sorts) {
		return nil, fmt.Errorf("found %s, expected %d values", clip(answer), len(sorts))
	}
	values := make([]term.Word, len(sorts))
	for i := range answer.List {
		pair := &answer.List[i]
		if pair.Kind != smtlib.List || len(pair.List) != 2 {
			return nil, fmt.Errorf("found %s, expected a term and its value", clip(pair))
		}
		var err error
		if values[i], err = smtlib.ReadValue(&pair.List[1], sorts[i]); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// core queries the failed assumptions.
func (c *conversation) core(assumptions []term.ID) ([]term.ID, error) {
	if len(assumptions) == 0 {
		return nil, nil
	}
	names := make([]string, len(assumptions))
	size := 0
	for i, f := range assumptions {
		names[i] = c.labels[f]
		if c.tool.assuming == byLevel {
			names[i] = c.levelName(i)
		}
		size += len(names[i]) + 4
	}
	if c.tool.assuming == byLevel {
		c.say("(get-unsat-core)\n")
	} else {
		c.say("(get-unsat-assumptions)\n")
	}
	answer, err := c.exchange(1<<16 + int64(size))
	if err != nil {
		return nil, err
	}
	return readCore(answer, names, assumptions)
}

// readCore reads a list of names, all of which must be in names. It returns their assumptions, in the
// order of names.
func readCore(answer *smtlib.Sexp, names []string, assumptions []term.ID) ([]term.ID, error) {
	if answer.Kind != smtlib.List {
		return nil, fmt.Errorf("found %s, expected a list of assumptions", clip(answer))
	}
	stands := make(map[string]term.ID, len(names))
	for i, n := range names {
		stands[n] = assumptions[i]
	}
	blamed := make(map[term.ID]bool)
	for i := range answer.List {
		e := &answer.List[i]
		f, ok := stands[e.Text]
		if e.Kind != smtlib.Symbol || !ok {
			return nil, fmt.Errorf("found %s, which is no assumption", clip(e))
		}
		blamed[f] = true
	}
	var core []term.ID
	for _, f := range assumptions {
		if blamed[f] {
			core = append(core, f)
			delete(blamed, f)
		}
	}
	return core, nil
}

// takeBack retracts the assumptions.
func (c *conversation) takeBack() {
	if c.tool.assuming == byLevel {
		c.say("(pop 1)\n")
	}
}

// exchange sends the pending text and reads an answer of at most limit bytes.
func (c *conversation) exchange(limit int64) (*smtlib.Sexp, error) {
	if err := c.flush(); err != nil {
		return nil, err
	}
	c.out.Limit(limit)
	answer, err := c.out.Next()
	switch {
	case errors.Is(err, io.EOF):
		return nil, errNoAnswer
	case err != nil:
		return nil, err
	case answer.Kind == smtlib.List && len(answer.List) > 0 && answer.List[0].Is("error"):
		return nil, fmt.Errorf("it answers %s", clip(&answer))
	}
	return &answer, nil
}

// flush starts to write the pending text, after the previous write has ended. It does not wait for the
// end of the new write: a program that writes instead of reading would block both sides.
func (c *conversation) flush() error {
	if c.written != nil {
		err := <-c.written
		if c.written = nil; err != nil {
			return fmt.Errorf("it does not listen: %w", err)
		}
	}
	text := c.text
	c.text = nil
	done := make(chan error, 1)
	c.written = done
	go func() {
		_, err := c.child.stdin.Write(text)
		done <- err
	}()
	return nil
}

// clip returns the beginning of an expression.
func clip(e *smtlib.Sexp) string {
	const most = 200
	text := e.String()
	if len(text) > most {
		return text[:most] + "…"
	}
	return text
}
