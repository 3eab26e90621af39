// Package browsertest opens reports in headless Chromium. It is a module of its own, so that users of
// Heddle do not need the driver of a browser:
//
//	cd internal/explain/report/html/browsertest && go test -v ./...
//
// It skips with a message if there is no Chromium; scripts/nightly installs Debian's.
package browsertest

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

var (
	command     = flag.String("heddle", "", "the command, if it is built already")
	screenshots = flag.String("screenshots", "", "directory for pictures of the pages; empty: none")
	trace       = flag.String("result", "", "a result of heddle check --json that is measured as well; empty: none")
	patience    = flag.Duration("patience", 10*time.Second, "time for the check of one example")
)

// heddle builds the command and returns its path.
func heddle(t *testing.T) string {
	t.Helper()
	if *command != "" {
		return *command
	}
	file := filepath.Join(t.TempDir(), "heddle")
	build := exec.Command("go", "build", "-o", file, "./cmd/heddle")
	build.Dir = filepath.Join("..", "..", "..", "..", "..")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return file
}

// browser starts Chromium, or skips the test.
func browser(t *testing.T) context.Context {
	t.Helper()
	name := ""
	for _, n := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(n); err == nil {
			name = path
			break
		}
	}
	if name == "" {
		t.Skip("no chromium in PATH; on Debian, apt-get install chromium")
	}
	ctx, cancel := chromedp.NewContext(context.Background(), chromedp.WithAllocatorOptions(chromedp.ExecPath(name), chromedp.NoSandbox, chromedp.WindowSize(1500, 1000)))
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	return ctx
}

// tab is an open page, with the messages of the browser about it.
type tab struct {
	context.Context
	t        *testing.T
	mu       sync.Mutex
	said     []string // console, exceptions, log of the browser
	requests []string
}

func open(t *testing.T, browser context.Context, address string) *tab {
	t.Helper()
	p := &tab{t: t}
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithListener(p.listen))
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	ctx, cancel = context.WithTimeout(ctx, 5*time.Minute)
	t.Cleanup(cancel)
	p.Context = ctx
	p.do(chromedp.Navigate(address), chromedp.WaitVisible(chromedp.CSS("main")))
	return p
}

func (p *tab) listen(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		p.said = append(p.said, fmt.Sprintf("%s of %d values", e.Type, len(e.Args)))
	case *runtime.EventExceptionThrown:
		text := e.ExceptionDetails.Text
		if x := e.ExceptionDetails.Exception; x != nil {
			text += " " + x.Description
		}
		p.said = append(p.said, text)
	case *log.EventEntryAdded:
		p.said = append(p.said, e.Entry.Text)
	case *network.EventRequestWillBeSent:
		p.requests = append(p.requests, e.Request.URL)
	}
}

func (p *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p, actions...); err != nil {
		p.t.Fatal(err)
	}
}

// eval returns the value of a script.
func eval[T any](p *tab, script string) T {
	p.t.Helper()
	v, err := chromedp.Run(p, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%v in %s", err, script)
	}
	return v
}

// media shows the page as on a screen or on paper.
func (p *tab) media(name string) {
	p.t.Helper()
	if _, err := chromedp.Call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: name}); err != nil {
		p.t.Fatal(err)
	}
}

// settle waits until all changes are drawn.
func (p *tab) settle() {
	p.t.Helper()
	eval[int](p, `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))`)
}

func (p *tab) number(script string) float64 {
	p.t.Helper()
	return eval[float64](p, script)
}

func (p *tab) press(key string) {
	p.t.Helper()
	p.do(chromedp.KeyEvent(key))
	p.settle()
}

func (p *tab) current() int {
	p.t.Helper()
	return int(p.number(`+document.querySelector(".finding.open .bench").dataset.current`))
}

// quiet fails if the browser reported an error, or requested another resource than the page.
func (p *tab) quiet(address string) {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, s := range p.said {
		p.t.Errorf("the browser says: %s", s)
	}
	for _, r := range p.requests {
		if r != address && !strings.HasPrefix(r, "data:") {
			p.t.Errorf("the page asks for %s", r)
		}
	}
}

// fits fails if the page is wider than the window.
func (p *tab) fits() {
	p.t.Helper()
	if over := p.number(`document.documentElement.scrollWidth - window.innerWidth`); over > 0 {
		p.t.Errorf("the page is %v pixels too wide", over)
	}
}

func (p *tab) picture(name string) {
	p.t.Helper()
	if *screenshots == "" {
		return
	}
	png, err := chromedp.Run(p, chromedp.FullScreenshot(100))
	if err != nil {
		p.t.Fatal(err)
	}
	if err := errors.Join(os.MkdirAll(*screenshots, 0o777), os.WriteFile(filepath.Join(*screenshots, name+".png"), png, 0o666)); err != nil {
		p.t.Fatal(err)
	}
}

// steps steps through the open violation, and back.
func (p *tab) steps() {
	p.t.Helper()
	if n := p.number(`document.querySelectorAll(".finding.open .row.failed").length`); n == 0 {
		p.t.Errorf("the failure is not in sight")
	}
	p.press(kb.Home)
	first := p.current()
	p.press(kb.ArrowRight)
	second := p.current()
	if actions := p.number(`document.querySelectorAll(".finding.open .row.act").length`); actions > 1 && second <= first {
		p.t.Errorf("a step on leads from action %d to %d", first, second)
	}
	p.press("k")
	if at := p.current(); at != first {
		p.t.Errorf("a step on and one back lead to action %d, not %d", at, first)
	}
	if n := p.number(`document.querySelectorAll(".finding.open .row.current").length`); n != 1 {
		p.t.Errorf("%v rows are current", n)
	}
	p.press("]")
	p.press("[")
	p.press("n")
	p.press("a")
	p.press("a")
	p.press(kb.End)
	last := p.current()
	p.press("f")
	if at := p.current(); at > last {
		p.t.Errorf("the failure is action %d, behind the last, %d", at, last)
	}
	p.do(chromedp.Click(chromedp.CSS(`.finding.open .row.act .cell`), chromedp.NodeVisible))
	p.settle()
}

// TestExamples opens the report of every example: the browser reports no errors, keys step through
// every violation, and nothing is wider than the window, in both themes and on paper.
func TestExamples(t *testing.T) {
	ctx, tool, dir := browser(t), heddle(t), t.TempDir()
	examples, err := filepath.Glob(filepath.Join("..", "..", "..", "..", "..", "examples", "*.c"))
	if err != nil || len(examples) == 0 {
		t.Fatalf("found no examples: %v", err)
	}
	for _, file := range examples {
		name := strings.TrimSuffix(filepath.Base(file), ".c")
		t.Run(name, func(t *testing.T) {
			page := filepath.Join(dir, name+".html")
			out, err := exec.Command(tool, "check", "--write", "html="+page, "--timeout", patience.String(), file).CombinedOutput()
			if err != nil && !strings.HasPrefix(err.Error(), "exit status 1") && !strings.HasPrefix(err.Error(), "exit status 3") {
				t.Fatalf("%v\n%s", err, out)
			}
			address := "file://" + page
			p := open(t, ctx, address)
			findings := int(p.number(`document.querySelectorAll(".finding").length`))
			if strings.HasSuffix(name, "_bug") && findings == 0 {
				t.Error("no violation is shown")
			}
			for k := range findings {
				p.press(fmt.Sprint(k + 1))
				p.picture(fmt.Sprintf("%s-%d", name, k+1))
				p.steps()
			}
			p.fits()
			if findings > 0 {
				p.press("t")
				p.picture(name + "-other-theme")
				p.media("print")
				p.picture(name + "-print")
				if shown := int(p.number(`[...document.querySelectorAll(".paper")].filter(e => e.offsetHeight > 0).length`)); shown != findings {
					t.Errorf("on paper there are %d executions, expected %d", shown, findings)
				}
				p.media("")
				p.do(chromedp.EmulateViewport(520, 900))
				p.settle()
				p.fits()
				p.picture(name + "-narrow")
			}
			p.quiet(address)
		})
	}
}

// long returns a result with an execution of the given numbers of steps and threads.
func long(t *testing.T, steps, threads int) []byte {
	t.Helper()
	type object = map[string]any
	var actions, list []object
	for k := range threads {
		list = append(list, object{"name": fmt.Sprintf("main.%d", k+1), "function": "worker"})
	}
	lines := []string{"int counter[64];"}
	for i := range 400 {
		lines = append(lines, fmt.Sprintf("\tcounter[%d] += %d; /* line %d */", i%64, i, i+2))
	}
	last := make(map[int]int) // by counter: the action that wrote it last, from 1
	for i := range steps {
		thread, counter := (i/7)%threads, (i*i)%64
		a := object{"step": i + 1, "thread": fmt.Sprintf("main.%d", thread+1), "place": object{"file": "long.c", "line": 2 + i%400, "column": 1, "function": "worker"},
			"object": fmt.Sprintf("counter[%d]", counter), "location": fmt.Sprintf("1+%x", counter*4), "value": fmt.Sprint(i)}
		switch i % 4 {
		case 0:
			a["kind"], a["object"], a["location"], a["locks"] = "lock", "mutex", "2+0", []string{"mutex"}
		case 1:
			a["kind"], a["writer"], a["locks"] = "read", last[counter], []string{"mutex"}
		case 2:
			a["kind"], a["locks"] = "write", []string{"mutex"}
			last[counter] = i + 1
		case 3:
			a["kind"], a["object"], a["location"] = "unlock", "mutex", "2+0"
		}
		actions = append(actions, a)
	}
	end := actions[len(actions)-1]
	end["kind"] = "fault"
	story := object{"failure": object{"property": "assert", "message": "assertion fails", "thread": end["thread"], "place": end["place"]}, "threads": list, "actions": actions}
	text, err := json.Marshal(object{"tool": "heddle", "version": "test", "files": []string{"long.c"}, "property": "assert", "verdict": "violation", "story": story,
		"sources": []object{{"file": "long.c", "first": 1, "lines": lines}}})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// frames is the number of frames that are measured.
const frames = 60

// frames runs a script in each of n frames, and returns the sorted times of the frames in milliseconds.
func (p *tab) frames(n int, script string) []float64 {
	p.t.Helper()
	times := eval[[]float64](p, fmt.Sprintf(`new Promise(done => {
		const times = [], lanes = document.querySelector(".finding.open .lanes");
		const press = key => document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
		let last = 0, i = 0;
		const frame = now => {
			if (last) times.push(now - last);
			last = now;
			if (i++ >= %d) return done(times);
			%s;
			requestAnimationFrame(frame);
		};
		requestAnimationFrame(frame);
	})`, n, script))
	slices.Sort(times)
	return times
}

// spending is processor time of the page's main thread, in milliseconds: the total and parts of it.
type spending struct{ all, script, style, layout float64 }

// spent returns the processor time used so far.
func (p *tab) spent() (s spending) {
	p.t.Helper()
	r, err := chromedp.Call(p, performance.GetMetrics, cdp.Empty{})
	if err != nil {
		p.t.Fatal(err)
	}
	for _, m := range r.Metrics {
		for name, sum := range map[string]*float64{"TaskDuration": &s.all, "ScriptDuration": &s.script, "RecalcStyleDuration": &s.style, "LayoutDuration": &s.layout} {
			if m.Name == name {
				*sum = m.Value * 1000
			}
		}
	}
	return s
}

// since describes the processor time since before, per frame.
func (s spending) since(before spending, frames float64) string {
	return fmt.Sprintf("%.1f ms of main thread each (script %.1f, style %.1f, layout %.1f)", (s.all-before.all)/frames, (s.script-before.script)/frames,
		(s.style-before.style)/frames, (s.layout-before.layout)/frames)
}

// TestFluid measures long executions: the time until the first content is visible, the time between two
// frames while stepping and scrolling, and the processor time of the main thread per frame. The latter
// does not depend on the load of the machine. It asserts no times; run with -v to read them.
func TestFluid(t *testing.T) {
	ctx, tool, dir := browser(t), heddle(t), t.TempDir()
	results := map[string]string{}
	for _, threads := range []int{4, 32} {
		name := fmt.Sprintf("10000 steps of %d threads", threads)
		results[name] = filepath.Join(dir, fmt.Sprintf("long%d.json", threads))
		if err := os.WriteFile(results[name], long(t, 10_000, threads), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if *trace != "" {
		results[*trace] = *trace
	}
	for name, file := range results {
		t.Run(name, func(t *testing.T) {
			page := filepath.Join(dir, "page.html")
			if out, err := exec.Command(tool, "view", file, "--html", page).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			info, err := os.Stat(page)
			if err != nil {
				t.Fatal(err)
			}
			p := open(t, ctx, "file://"+page)
			p.settle()
			paint := p.number(`performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0`)
			ready := p.number(`performance.timing.loadEventEnd - performance.timing.navigationStart`)
			t.Logf("%d kB, first paint after %.0f ms, loaded after %.0f ms", info.Size()>>10, paint, ready)
			if _, err := chromedp.Call(p, performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks}); err != nil {
				t.Fatal(err)
			}
			rows := p.number(`document.querySelectorAll(".finding.open .row").length`)
			if rows > 300 {
				t.Errorf("%v rows are in the document, expected those in sight", rows)
			}
			for _, what := range []struct{ name, script string }{
				{"nothing", ``},
				{"steps back", `press("ArrowLeft")`},
				{"switches back", `press("[")`},
				{"scrolling", `lanes.scrollTop = (i * 997) % (lanes.scrollHeight - lanes.clientHeight)`},
				{"from end to end", `press(i % 2 ? "Home" : "End")`},
			} {
				before := p.spent()
				times := p.frames(frames, what.script)
				t.Logf("%-16s frames: median %.1f ms, 95 %% within %.1f ms, longest %.1f ms; %s", what.name,
					times[len(times)/2], times[len(times)*95/100], times[len(times)-1], p.spent().since(before, frames))
			}
			p.quiet("file://" + page)
			p.picture(strings.ReplaceAll(filepath.Base(name), " ", "-"))
		})
	}
}

// TestView opens the page that heddle view serves.
func TestView(t *testing.T) {
	ctx, tool := browser(t), heddle(t)
	result := filepath.Join(t.TempDir(), "result.json")
	if err := os.WriteFile(result, long(t, 50, 3), 0o666); err != nil {
		t.Fatal(err)
	}
	serving, cancel := context.WithCancel(context.Background())
	cmd := exec.CommandContext(serving, tool, "view", result)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var address string
	if _, err := fmt.Fscanln(out, &address); err != nil {
		t.Fatal(err)
	}
	p := open(t, ctx, address)
	p.steps()
	p.quiet(address)
	cancel()
	if err := cmd.Wait(); err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("an interrupted server ends with %v", err)
	}
}
