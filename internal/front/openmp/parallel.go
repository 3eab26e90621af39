package openmp

import (
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/front/preprocess"
)

// directive rewrites a directive among statements, with the statement that belongs to it.
func (r *rewriter) directive(t preprocess.Token) {
	d := r.parse(t)
	r.at++
	outer, around := r.pos, r.exits
	r.pos = t.Pos
	r.exits = exits{inside: true}
	defer func() { r.pos, r.exits = outer, around }()
	name, isTarget := strings.CutPrefix(d.name, "target")
	switch name = strings.TrimSpace(name); {
	case !isTarget:
		r.construct(d)
	case name == "data", name == "enter data", name == "exit data", name == "update":
		r.mapping(name)
	default:
		r.target(d, name)
	}
}

// construct rewrites a directive that is no target construct.
func (r *rewriter) construct(d directive) {
	switch d.name {
	case "parallel":
		r.known(&d, parallelClauses)
		r.region(d, func(sharing) { r.statement() })
	case "parallel for", "parallel for simd", "parallel loop":
		r.known(&d, parallelClauses+" "+loopClauses+" "+simdClauses)
		r.combined(d, func(s sharing) { r.loop(&d, s, team, regionEnd) })
	case "parallel sections":
		r.known(&d, parallelClauses)
		r.combined(d, func(s sharing) { r.sections(&d, s, regionEnd) })
	case "parallel master", "parallel masked":
		r.known(&d, parallelClauses)
		r.region(d, func(sharing) { r.masked() })
	case "for", "for simd", "loop":
		r.known(&d, loopClauses+" "+simdClauses)
		r.workshared(d, func(s sharing) { r.loop(&d, s, team, d.ending()) })
	case "sections":
		r.known(&d, "nowait")
		r.workshared(d, func(s sharing) { r.sections(&d, s, d.ending()) })
	case "teams", "teams distribute", "teams distribute parallel for", "teams distribute parallel for simd", "teams distribute simd", "teams loop":
		r.teams(d)
	case "distribute", "distribute simd", "distribute parallel for", "distribute parallel for simd":
		r.known(&d, parallelClauses+" "+loopClauses+" "+simdClauses+" dist_schedule")
		r.distribute(d)
	case "simd":
		r.known(&d, simdClauses+" safelen")
		r.simd(d)
	case "taskloop", "taskloop simd":
		r.taskloop(d)
	case "master taskloop", "masked taskloop", "master taskloop simd", "masked taskloop simd":
		r.maskedTaskloop(d)
	case "parallel master taskloop", "parallel masked taskloop", "parallel master taskloop simd", "parallel masked taskloop simd":
		r.parallelTaskloop(d)
	default:
		r.simpleDirective(d)
	}
}

const (
	parallelClauses = "if num_threads proc_bind"
	loopClauses     = "schedule collapse nowait order ordered bind"
	simdClauses     = "simdlen aligned nontemporal if collapse order"
)

func withoutClauses(list []clause, names string) (out []clause) {
	drop := set(names)
	for _, c := range list {
		if !drop[c.name] {
			out = append(out, c)
		}
	}
	return out
}

func onlyClauses(list []clause, names string) (out []clause) {
	keep := set(names)
	for _, c := range list {
		if keep[c.name] {
			out = append(out, c)
		}
	}
	return out
}

// threads returns the argument for the number of threads: 0, the runtime's choice, without a clause.
func threads(d *directive) string {
	n := "0"
	if c := d.find("num_threads"); c != nil {
		n = "( " + spell(c.args) + " )"
	}
	if c := d.find("if"); c != nil {
		modifier, condition := afterColon(c.args)
		if modifier == nil || spell(modifier) == "parallel" {
			n = "( " + spell(condition) + " ) ? " + n + " : 1"
		}
	}
	return n
}

// outlined writes a function of a region, and the call that executes it. The barrier at its end is inside the function, since tasks use the
// variables and the frame of the thread that created them.
func (r *rewriter) outlined(kind, start, n string, copied []string, region func()) {
	name := r.function(kind)
	if slices.ContainsFunc(r.own, func(x string) bool { return !slices.Contains(copied, x) }) {
		r.text("__heddle_omp_threadprivate ( ) ;")
	}
	r.text("void * %s ( void * __omp_self ) { __heddle_omp_enter ( __omp_self ) ;", name)
	region()
	r.text("__heddle_omp_barrier ( ) ; return 0 ; } %s ( %s , %s ) ;", start, name, n)
}

// region writes a parallel region (10.1).
func (r *rewriter) region(d directive, inner func(sharing)) {
	s, n := r.sharingOf(&d), r.newNumber()
	r.text("{")
	r.before(s, n)
	r.outlined("parallel", "__heddle_omp_parallel", threads(&d), s.copyin, func() {
		r.copyin(s, n)
		r.inside(s, n)
		inner(s)
		r.combine(s, n)
	})
	r.text("}")
}

// environment is a sharing whose declarations in front of the region are there.
type environment struct {
	sharing
	n int
}

// combined writes a parallel region that is a worksharing construct. Clauses of both are those of the inner one (17.2), but the copies of
// firstprivate are taken in front of the region.
func (r *rewriter) combined(d directive, inner func(sharing)) {
	s, n := r.sharingOf(&d), r.newNumber()
	r.text("{")
	r.before(s, n)
	r.outlined("parallel", "__heddle_omp_parallel", threads(&d), s.copyin, func() {
		r.copyin(s, n)
		r.env = environment{s, n}
		inner(s)
	})
	r.text("}")
}

// workshared writes a worksharing construct in a region. Refused are variables that each thread reads at its beginning and one thread
// writes at its end: implementations separate these by a barrier, which would order other accesses, too.
func (r *rewriter) workshared(d directive, inner func(sharing)) {
	s, n := r.sharingOf(&d), r.newNumber()
	if slices.ContainsFunc(s.first, func(x string) bool { return slices.Contains(s.last, x) }) {
		r.refuseClause(&d, d.find("lastprivate"))
	}
	if c := d.find("linear"); c != nil {
		r.refuseClause(&d, c)
	}
	r.text("{")
	r.before(s, n)
	r.env = environment{s, n}
	inner(s)
	r.text("}")
}

// target executes a region on the host (13.8): a task that is not deferred. Scalars that no clause maps are firstprivate in it (5.8.1),
// which package sema decides; what is mapped is shared with the host. inner is the name of the construct that the region is, if any.
func (r *rewriter) target(d directive, inner string) {
	for _, name := range strings.Fields("nowait depend in_reduction") {
		if c := d.find(name); c != nil {
			r.refuseClause(&d, c)
		}
	}
	mapped := ""
	for i := range d.clauses {
		switch c := &d.clauses[i]; c.name {
		case "defaultmap":
			r.refuseClause(&d, c)
		case "map", "reduction", "lastprivate", "linear", "is_device_ptr", "has_device_addr":
			_, list := afterColon(c.args)
			if c.name == "linear" {
				list = c.args
			}
			for _, item := range split(list, ",") {
				if len(item) > 0 && item[0].Kind == preprocess.Name {
					mapped += " " + item[0].Text
				}
			}
		}
	}
	r.taskFunction(&d, "target"+mapped, func() {
		d.clauses = withoutClauses(d.clauses, "map device is_device_ptr has_device_addr uses_allocators")
		if d.name = inner; inner != "" {
			r.construct(d)
			return
		}
		r.known(&d, "if")
		s, n := r.sharingOf(&d), r.newNumber()
		s.first = nil
		r.inside(s, n)
		r.statement()
	})
	r.text("1 , 0 ) ; }")
}

// mapping drops directives that only move data between the host and a device.
func (r *rewriter) mapping(name string) {
	if name == "data" {
		r.statement()
		return
	}
	r.text(";")
}

// teams makes a team of the initial threads of the league (10.2).
func (r *rewriter) teams(d directive) {
	r.known(&d, parallelClauses+" "+loopClauses+" "+simdClauses+" num_teams thread_limit dist_schedule")
	count := "0"
	if c := d.find("num_teams"); c != nil {
		_, upper := afterColon(c.args)
		count = "( " + spell(upper) + " )"
	}
	words := strings.Fields(d.name)[1:]
	s, n := r.sharingOf(&d), r.newNumber()
	r.text("{")
	r.before(s, n)
	r.outlined("teams", "__heddle_omp_teams", count, nil, func() {
		switch {
		case len(words) == 0:
			r.inside(s, n)
			r.statement()
			r.combine(s, n)
		case slices.Contains(words, "parallel"):
			r.inside(sharing{reductions: s.reductions}, n)
			rest := d
			rest.name = strings.Join(words, " ")
			r.distribute(rest)
			r.combine(sharing{reductions: s.reductions}, n)
		default:
			r.env = environment{s, n}
			r.loop(&d, s, team, regionEnd)
		}
	})
	r.text("}")
}

// distribute hands the iterations out to the initial threads of the league (11.6), without a barrier. With parallel, each
// iteration set is the loop of a parallel region (11.6.1).
func (r *rewriter) distribute(d directive) {
	if !slices.Contains(strings.Fields(d.name), "parallel") {
		r.workshared(d, func(s sharing) { r.loop(&d, s, team, goesOn) })
		return
	}
	s, n := r.sharingOf(&d), r.newNumber()
	r.text("{")
	r.before(s, n)
	r.text("unsigned long long __omp_part_%d [ 10 ] ; __heddle_omp_part ( __omp_part_%d , %s ) ;", n, n, r.site(n))
	r.outlined("parallel", "__heddle_omp_parallel", threads(&d), nil, func() {
		r.env = environment{s, n}
		r.loop(&d, s, part, goesOn)
	})
	r.text("}")
}
