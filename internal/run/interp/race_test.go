package interp

import (
	"context"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/heddle-mc/heddle/internal/program/trace"
	"github.com/heddle-mc/heddle/internal/program/verdict"
	"github.com/heddle-mc/heddle/internal/testkit/irtext"
)

// raceShared are the objects of the programs below: x and y for data, f and g
// for flags, p for a pointer, s for a channel.
const raceShared = `
global @x size 8 align 8
global @y size 8 align 8
global @f size 8 align 8
global @g size 8 align 8
global @p size 8 align 8
global @s size 8 align 8 model
`

// raceThread returns a thread function. It may use %x, %y, %f, %g, %p and %s as
// the addresses of the shared objects, and registers from %10 on.
func raceThread(name, body string) string {
	for i, g := range []string{"x", "y", "f", "g", "p", "s"} {
		body = strings.ReplaceAll(body, "%"+g, "%"+string(rune('2'+i)))
	}
	// Registers are to be dense.
	dense := map[string]string{}
	body = regexp.MustCompile(`%\d\d`).ReplaceAllStringFunc(body, func(r string) string {
		if dense[r] == "" {
			dense[r] = fmt.Sprint("%", 8+len(dense))
		}
		return dense[r]
	})
	return "func @" + name + `(%1: ptr) {
  local &v.1 size 8 align 8
b1:
  %2 = globaladdr ptr @x
  %3 = globaladdr ptr @y
  %4 = globaladdr ptr @f
  %5 = globaladdr ptr @g
  %6 = globaladdr ptr @p
  %7 = globaladdr ptr @s
` + body + "\n  threadexit\n}\n"
}

// ifLoaded does something if a load of a flag with an order yields one.
func ifLoaded(order, flag, then string) string {
	return "  %20 = load " + order + " i32 " + flag + "\n  %21 = ne i32 %20, 0:i32\n  condbr %21, b2, b3\nb2:\n" +
		then + "\n  br b3\nb3:"
}

func TestRaces(t *testing.T) {
	const write, read = "  store i32 %x, 1:i32 @0:1:1", "  %30 = load i32 %x @0:2:1"
	tests := []struct {
		name string
		a, b string
		want string // race or safe
	}{
		{"two writes", write, write, "race"},
		{"two reads", read, read, "safe"},
		{"write and read", write, read, "race"},
		{"write and atomic read", write, "  %30 = load relaxed i32 %x", "race"},
		{"atomic write and read", "  store relaxed i32 %x, 1:i32", read, "race"},
		{"atomic accesses", "  store relaxed i32 %x, 1:i32", "  %30 = rmw add relaxed i32 %x, 1:i32", "safe"},
		{"plain read and atomic read", "  %30 = load relaxed i32 %x", read, "safe"},
		{"a failing exchange only reads", "  %30 = cmpxchg seq_cst fail seq_cst i32 %x, 5:i32, 6:i32", read, "safe"},
		{"a successful one writes", "  %30 = cmpxchg seq_cst fail seq_cst i32 %x, 0:i32, 6:i32", read, "race"},
		{"neighbouring bytes", "  store i16 %x, 1:i16", "  %30 = ptradd ptr %x, 2:i64\n  store i16 %30, 1:i16", "safe"},
		{"overlapping bytes", "  store i32 %x, 1:i32", "  %30 = ptradd ptr %x, 3:i64\n  store i8 %30, 1:i8", "race"},
		{"overlapping bytes after narrower ones", "  store i8 %x, 1:i8\n  store i64 %x, 1:i64",
			"  %30 = ptradd ptr %x, 7:i64\n  store i8 %30, 1:i8", "race"},

		{"release and acquire", write + "\n  store release i32 %f, 1:i32", ifLoaded("acquire", "%f", write), "safe"},
		{"consume acquires", write + "\n  store release i32 %f, 1:i32", ifLoaded("consume", "%f", write), "safe"},
		{"seq_cst", write + "\n  store seq_cst i32 %f, 1:i32", ifLoaded("seq_cst", "%f", write), "safe"},
		{"relaxed store", write + "\n  store relaxed i32 %f, 1:i32", ifLoaded("acquire", "%f", write), "race"},
		{"relaxed load", write + "\n  store release i32 %f, 1:i32", ifLoaded("relaxed", "%f", write), "race"},
		{"what follows the release is not ordered", "  store release i32 %f, 1:i32\n" + write, ifLoaded("acquire", "%f", write), "race"},
		{"the acquire orders itself after the plain initialisation", "  store i32 %x, 0:i32\n  store release i32 %x, 1:i32\n  store relaxed i32 %f, 1:i32",
			ifLoaded("relaxed", "%f", "  %30 = load acquire i32 %x"), "safe"},
		{"but not when it is relaxed", "  store i32 %x, 0:i32\n  store release i32 %x, 1:i32\n  store relaxed i32 %f, 1:i32",
			ifLoaded("relaxed", "%f", "  %30 = load relaxed i32 %x"), "race"},
		{"release sequence of the own thread", write + "\n  store release i32 %f, 2:i32\n  store relaxed i32 %f, 1:i32",
			ifLoaded("acquire", "%f", write), "safe"},
		{"the later store of a sequence releases what was before its head only",
			"  store release i32 %f, 0:i32\n" + write + "\n  store relaxed i32 %f, 1:i32", ifLoaded("acquire", "%f", write), "race"},

		{"release fence", write + "\n  fence release\n  store relaxed i32 %f, 1:i32", ifLoaded("acquire", "%f", write), "safe"},
		{"acquire fence", write + "\n  store release i32 %f, 1:i32", ifLoaded("relaxed", "%f", "  fence acquire\n"+write), "safe"},
		{"two fences", write + "\n  fence acq_rel\n  store relaxed i32 %f, 1:i32", ifLoaded("relaxed", "%f", "  fence acq_rel\n"+write), "safe"},
		{"seq_cst fences", write + "\n  fence seq_cst\n  store relaxed i32 %f, 1:i32", ifLoaded("relaxed", "%f", "  fence seq_cst\n"+write), "safe"},
		{"an acquire fence does not release", write + "\n  fence acquire\n  store relaxed i32 %f, 1:i32", ifLoaded("acquire", "%f", write), "race"},
		{"the fence is after the store", write + "\n  store relaxed i32 %f, 1:i32\n  fence release", ifLoaded("acquire", "%f", write), "race"},
		{"what follows the fence is not ordered", "  fence release\n" + write + "\n  store relaxed i32 %f, 1:i32", ifLoaded("acquire", "%f", write), "race"},
		{"the fence is before the load", write + "\n  store release i32 %f, 1:i32", "  fence acquire\n" + ifLoaded("relaxed", "%f", write), "race"},
		{"a plain flag is not released by a fence", write + "\n  fence release\n  store i32 %f, 1:i32", ifLoaded("acquire", "%f", write), "race"},

		{"two sections of the program", "  atomicbegin user\n" + write + "\n  atomicend user", "  atomicbegin user\n" + write + "\n  atomicend user", "safe"},
		{"a section and a plain access", "  atomicbegin user\n" + write + "\n  atomicend user", write, "race"},
		{"a section orders what was before it", write + "\n  atomicbegin user\n  store i32 %f, 1:i32\n  atomicend user",
			"  atomicbegin user\n  %20 = load i32 %f\n  atomicend user\n  %21 = ne i32 %20, 0:i32\n  condbr %21, b2, b3\nb2:\n" + write + "\n  br b3\nb3:", "safe"},
		{"sections of models do not order", write + "\n  atomicbegin model\n  store i32 %f, 1:i32\n  atomicend model",
			"  atomicbegin model\n  %20 = load i32 %f\n  atomicend model\n  %21 = ne i32 %20, 0:i32\n  condbr %21, b2, b3\nb2:\n" + write + "\n  br b3\nb3:", "race"},
		{"sections of models do not race", "  atomicbegin model\n" + write + "\n  atomicend model", write, "safe"},
		{"a section that does not reach its end does not access",
			"  atomicbegin user\n" + write + "\n  assume 0:i1\n  atomicend user", read, "safe"},
		{"nor does it order", write + "\n  atomicbegin user\n  store i32 %f, 1:i32\n  atomicend user\n  store relaxed i32 %g, 1:i32",
			"  %20 = load relaxed i32 %g\n  %21 = ne i32 %20, 0:i32\n  condbr %21, b2, b3\nb2:\n" + write + "\n  atomicbegin user\n  assume 0:i1\n  atomicend user\n  br b3\nb3:", "race"},
		{"an access in a section that waited first", "  atomicbegin user\n  %20 = load i32 %f\n  %21 = ne i32 %20, 0:i32\n  assume %21\n" + write + "\n  atomicend user",
			write + "\n  atomicbegin user\n  store i32 %f, 1:i32\n  atomicend user", "safe"},

		{"send and recv", write + "\n  atomicbegin model\n  send %s, 3:i64\n  store i32 %f, 1:i32\n  atomicend model",
			"  atomicbegin model\n  recv %s, 3:i64\n  %20 = load i32 %f\n  atomicend model\n  %21 = ne i32 %20, 0:i32\n  condbr %21, b2, b3\nb2:\n" + write + "\n  br b3\nb3:", "safe"},
		{"another channel", write + "\n  atomicbegin model\n  send %s, 3:i64\n  store i32 %f, 1:i32\n  atomicend model",
			"  atomicbegin model\n  recv %s, 4:i64\n  %20 = load i32 %f\n  atomicend model\n  %21 = ne i32 %20, 0:i32\n  condbr %21, b2, b3\nb2:\n" + write + "\n  br b3\nb3:", "race"},
		{"locks of the machine do not order by themselves", "  acquire exclusive %s\n" + write + "\n  release %s", "  acquire exclusive %s\n" + write + "\n  release %s", "race"},

		{"what was private when it was written",
			"  %10 = enter ptr &v.1\n  store i32 %10, 7:i32\n  store relaxed ptr %p, %10\n  br b2\nb2:\n  %11 = load relaxed i32 %f\n  %12 = eq i32 %11, 0:i32\n  condbr %12, b2, b3\nb3:",
			"  %20 = load relaxed ptr %p\n  %21 = ne ptr %20, null\n  condbr %21, b2, b3\nb2:\n  %22 = load i32 %20\n  br b3\nb3:\n  store relaxed i32 %f, 1:i32", "race"},
		{"the end of a scope is no access",
			"  %10 = enter ptr &v.1\n  store i32 %10, 7:i32\n  store release ptr %p, %10\n  br b2\nb2:\n  %11 = load relaxed i32 %f\n  %12 = eq i32 %11, 0:i32\n  condbr %12, b2, b3\nb3:",
			"  %20 = load acquire ptr %p\n  %21 = ne ptr %20, null\n  condbr %21, b2, b3\nb2:\n  %22 = load i32 %20\n  br b3\nb3:\n  store relaxed i32 %f, 1:i32", "safe"},
		{"an end of a scope that is ordered",
			"  %10 = enter ptr &v.1\n  store i32 %10, 7:i32\n  store release ptr %p, %10\n  br b2\nb2:\n  %11 = load acquire i32 %f\n  %12 = eq i32 %11, 0:i32\n  condbr %12, b2, b3\nb3:",
			"  %20 = load acquire ptr %p\n  %21 = ne ptr %20, null\n  condbr %21, b2, b3\nb2:\n  %22 = load i32 %20\n  br b3\nb3:\n  store release i32 %f, 1:i32", "safe"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := Prepare(irtext.Parse(t, raceShared+irtext.TwoThreads+raceThread("a", tt.a)+raceThread("b", tt.b)+irtext.EmptyAfter))
			got := "safe"
			for seed := uint64(0); seed < 200; seed++ {
				res, _ := runSeed(t, c, Options{Seed: seed, Properties: PropertySet(verdict.Race), MaxSteps: 100_000})
				if res.Violation != nil {
					got = "race"
				}
			}
			if got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
}

// TestAtRace checks that a race ends the execution with AtRace; without it, a later violation is found
// first.
func TestAtRace(t *testing.T) {
	const write = "  store i32 %x, 1:i32"
	fails := strings.Replace(irtext.EmptyAfter, "b1:\n", "b1:\n  assert assert 0:i1 \"0\" @0:9:1\n", 1)
	c := Prepare(irtext.Parse(t, raceShared+irtext.TwoThreads+raceThread("a", write)+raceThread("b", write)+fails))
	for atRace, want := range map[bool]verdict.Property{false: verdict.Assert, true: verdict.Race} {
		res, _ := runSeed(t, c, Options{Properties: PropertySet(verdict.Race, verdict.Assert), AtRace: atRace})
		if res.Violation == nil || res.Violation.Property != want {
			t.Errorf("ends at race %t: found %+v, want %s", atRace, res.Violation, want)
		}
	}
}

// TestRacesOfThreeThreads checks release sequences with operations of others.
func TestRacesOfThreeThreads(t *testing.T) {
	const reader = `  %10 = load acquire i32 @f
  %11 = eq i32 %10, 7:i32
  condbr %11, b2, b3
b2:
  store i32 @x, 5:i32
  br b3
b3:
`
	const head = "  store i32 @x, 1:i32\n  store release i32 @f, 1:i32\n"
	tests := []struct {
		name, a, b string
		want       string
	}{
		{"continued by a read-modify-write", head, "  %10 = rmw add relaxed i32 @f, 6:i32\n", "safe"},
		{"ended by a store of another thread", head,
			"  %10 = load relaxed i32 @f\n  %11 = eq i32 %10, 1:i32\n  condbr %11, b2, b3\nb2:\n  store relaxed i32 @f, 7:i32\n  br b3\nb3:\n", "race"},
		{"a failing exchange continues nothing and ends nothing", "  store i32 @x, 1:i32\n  store release i32 @f, 7:i32\n",
			"  %10 = cmpxchg relaxed fail relaxed i32 @f, 3:i32, 4:i32\n", "safe"},
		{"continued, after the head, by its own thread and another's read-modify-write",
			"  store i32 @x, 1:i32\n  store release i32 @f, 9:i32\n  store relaxed i32 @f, 1:i32\n", "  %10 = rmw add relaxed i32 @f, 6:i32\n", "safe"},
		{"a fence before a store that another's read-modify-write continues",
			"  store i32 @x, 1:i32\n  fence release\n  store relaxed i32 @f, 1:i32\n", "  %10 = rmw add relaxed i32 @f, 6:i32\n", "safe"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := raceShared + strings.Replace(strings.Replace(irtext.TwoThreads, "  join %1\n", "  %3 = globaladdr ptr @hc\n  spawn @c(%3)\n  join %1\n", 1),
				"global @ha", "global @hc size 8 align 8 model\nglobal @ha", 1) + irtext.EmptyAfter
			for name, body := range map[string]string{"a": tt.a, "b": tt.b, "c": reader} {
				text += raceThread(name, strings.ReplaceAll(body, "@", "%"))
			}
			c := Prepare(irtext.Parse(t, text))
			got := "safe"
			for seed := uint64(0); seed < 2000 && got == "safe"; seed++ {
				if res, _ := runSeed(t, c, Options{Seed: seed, Properties: PropertySet(verdict.Race)}); res.Violation != nil {
					got = "race"
				}
			}
			if got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
}

// TestRaceNamesBoth checks the contents of a race, and that each of several races replays.
func TestRaceNamesBoth(t *testing.T) {
	c := Prepare(irtext.Parse(t, raceShared+irtext.TwoThreads+
		raceThread("a", "  store i32 %x, 1:i32 @0:1:1\n  store i32 %y, 1:i32 @0:2:1")+
		raceThread("b", "  %30 = load i32 %x @0:3:1\n  %31 = load i32 %y @0:4:1")+irtext.EmptyAfter))
	properties := PropertySet(verdict.Race, verdict.Assert)
	both := false
	for seed := uint64(0); seed < 50; seed++ {
		res, tr := runSeed(t, c, Options{Seed: seed, Properties: properties})
		v := res.Violation
		if v == nil || v.Property != verdict.Race || v.First == nil || v.First.Thread == v.Thread || len(v.Stack) == 0 {
			t.Fatalf("seed %d: %+v", seed, v)
		}
		lines := []int{int(v.First.Pos.Line), int(v.Pos.Line)}
		slices.Sort(lines)
		if !slices.Equal(lines, []int{1, 3}) && !slices.Equal(lines, []int{2, 4}) {
			t.Errorf("seed %d: the race is at lines %v", seed, lines)
		}
		// Any race of an execution can be the failure of its trace.
		m := playOn(t, c, properties, tr)
		races := m.Races()
		both = both || len(races) == 2
		for i := range races {
			f := m.failure(&races[i])
			tr.Failure = &f
			again, err := ReplayCode(context.Background(), c, tr, ReplayOptions{Properties: properties})
			if err != nil || !reflect.DeepEqual(again.Violation, &races[i]) {
				t.Errorf("seed %d: %v, %+v is not %+v", seed, err, again, races[i])
			}
		}
	}
	if !both {
		t.Error("no execution with both races")
	}
}

// playOn follows a trace, continues to the end of the process, and adds these steps to the trace.
func playOn(t *testing.T, c *Code, properties Properties, tr *trace.Trace) *Machine {
	t.Helper()
	m := NewMachine(c, Config{Properties: properties, Source: newRandom(c, 1, 1), KeepGoing: true})
	if _, err := m.follow(context.Background(), tr.Schedule, nil); err != nil {
		t.Fatal(err)
	}
	for m.End().Kind == Running {
		if i := slices.IndexFunc(m.Ready(), func(t *Thread) bool { return m.Probe(t) }); i >= 0 {
			tr.AddStep(m.Ready()[i].Name())
			m.Step(m.Ready()[i])
		}
	}
	return m
}

// TestRaceBothWays checks a write between two reads of one place: the race of the two places happens both
// ways round in one execution, and its trace may promise either.
func TestRaceBothWays(t *testing.T) {
	c := Prepare(irtext.Parse(t, raceShared+irtext.TwoThreads+
		raceThread("a", "  store i32 %x, 1:i32 @0:1:1")+
		raceThread("b", "  %30 = load i32 %x @0:2:1\n  %31 = load i32 %x @0:2:1")+irtext.EmptyAfter))
	properties := PropertySet(verdict.Race)
	both := 0
	for seed := range uint64(50) {
		_, tr := runSeed(t, c, Options{Seed: seed, Properties: properties})
		m := playOn(t, c, properties, tr)
		races := m.Races()
		if len(races) == 2 && races[0].Pos == races[1].First.Pos {
			both++
		}
		for i := range races {
			f := m.failure(&races[i])
			tr.Failure = &f
			if again, err := ReplayCode(context.Background(), c, tr, ReplayOptions{Properties: properties}); err != nil {
				t.Errorf("seed %d: %v, %+v is not %+v", seed, err, again, races[i])
			}
		}
	}
	if both == 0 {
		t.Error("no execution with the race both ways")
	}
}

// TestRacesJudgedTogether checks semantics 5: a joint run finds the violations that the runs for each
// property alone find.
func TestRacesJudgedTogether(t *testing.T) {
	c := Prepare(irtext.Parse(t, irtext.Counter))
	for seed := uint64(0); seed < 100; seed++ {
		joint, _ := runSeed(t, c, Options{Seed: seed, Properties: AllProperties})
		race, _ := runSeed(t, c, Options{Seed: seed, Properties: PropertySet(verdict.Race)})
		assert, _ := runSeed(t, c, Options{Seed: seed, Properties: withoutRaces})
		if len(joint.Races) == 0 || race.Violation == nil || !reflect.DeepEqual(joint.Races[0], *race.Violation) {
			t.Errorf("seed %d: races %+v together, %+v alone", seed, joint.Races, race.Violation)
		}
		if v := assert.Violation; v != nil && !reflect.DeepEqual(joint.Violation, v) {
			t.Errorf("seed %d: %+v together, %+v alone", seed, joint.Violation, v)
		}
	}
}
