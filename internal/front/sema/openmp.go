package sema

import (
	"slices"
	"strings"

	"github.com/heddle-mc/heddle/internal/front/ctype"
	"github.com/heddle-mc/heddle/internal/front/tree"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// Tasks of OpenMP are nested functions whose names begin with taskPrefix (package openmp). A variable of a function around a task is
// firstprivate in it if a clause says so, or if no clause names it and it is not shared by all threads of the current team (5.2
// section 5.1.1): if no parallel region is between its declaration and the task. The creator puts the values of these variables behind a
// header into an object, to which the task's parameter points, and the task begins with copies of them:
//
//	__omp_data = __heddle_omp_data(size);        void *__omp_task_…(void *__omp_self) {
//	*(T *)((char *)__omp_data + offset) = x;         T x = *(T *)((char *)__omp_self + offset);
//
// In the task, the name of the variable stands for the task's own.
//
// A target region is such a task, too. Scalars that no clause names are firstprivate in it, static ones as well (5.8.1); pointers keep their
// values. Other variables are mapped, and so shared with the host.

// These begin the names of the functions of package openmp.
const (
	taskPrefix   = "__omp_task_"
	regionPrefix = "__omp_"
)

// openmpMark begins the text of a _Static_assert that stands for the data sharing of a list of variables.
const openmpMark = "#pragma omp "

// taskHeader is how many bytes precede the copies, which are aligned to it.
const taskHeader = 16

// taskState is the data sharing of a task.
type taskState struct {
	explicit map[*tree.Object]bool // named by a clause: whether it is firstprivate
	copies   []taskVariable
	size     int64
	merges   bool // it may use the variables themselves in place of copies (12.5.2)
	target   bool // it is a target region
}

// taskVariable is a variable that is firstprivate in a task, the task's own, and the offset of the value.
type taskVariable struct {
	object, own *tree.Object
	offset      int64
}

// newTask returns the state of a function's task; nil: its name is not that of a task.
func newTask(name string) *taskState {
	if !strings.HasPrefix(name, taskPrefix) {
		return nil
	}
	return &taskState{explicit: make(map[*tree.Object]bool), size: taskHeader}
}

// openmpDeclaration applies the data sharing of a list of variables.
func (a *analyzer) openmpDeclaration(words []string, pos ir.Pos) {
	if a.fn != nil && a.fn.task != nil {
		a.fn.task.merges = a.fn.task.merges || words[0] == "mergeable"
		a.fn.task.target = a.fn.task.target || words[0] == "target"
	}
	for _, name := range words[1:] {
		sym := a.scope.lookup(name)
		if sym == nil || sym.kind != symObject {
			a.fail(pos, "undeclared", "%q is not a variable", name)
		}
		switch {
		case words[0] == "threadprivate" && sym.obj.Static:
			sym.obj.ThreadLocal = true
		case words[0] == "threadprivate":
			a.fail(pos, "specifier", "threadprivate %q has no static storage", name)
		case a.fn != nil && a.fn.task != nil:
			a.fn.task.explicit[sym.obj] = words[0] == "firstprivate"
		}
	}
}

// taskCopy returns the copy of an object in the innermost task in which it is firstprivate; nil: there is none.
func (a *analyzer) taskCopy(o *tree.Object, pos ir.Pos) tree.Expr {
	for f := a.fn; f != nil && f != a.owners[o]; f = f.outer {
		if f.task != nil && f.copiesObject(o, a.owners[o]) {
			return a.copyOf(f, o, pos)
		}
	}
	return nil
}

// copiesObject reports whether an object of a function around a task is firstprivate in it.
func (f *function) copiesObject(o *tree.Object, owner *function) bool {
	if first, named := f.task.explicit[o]; named {
		return first
	}
	if f.task.target {
		return o.Type.IsScalar() && !o.ThreadLocal
	}
	if owner == nil { // a static object
		return false
	}
	for g := f.outer; g != nil && g != owner; g = g.outer {
		if g.task == nil && strings.HasPrefix(g.plain, regionPrefix) {
			return false
		}
	}
	return true
}

// copyOf designates the copy of an object in a task.
func (a *analyzer) copyOf(f *function, o *tree.Object, pos ir.Pos) tree.Expr {
	i := slices.IndexFunc(f.task.copies, func(v taskVariable) bool { return v.object == o })
	if i < 0 {
		if o.Type.IsVariablySized() {
			a.refuse(pos, "a firstprivate array of variable length in a task")
		}
		own := newLocal(o.Name, o.Type.Unqualified(), o.Pos)
		a.owners[own] = f
		i = len(f.task.copies)
		f.task.copies = append(f.task.copies, taskVariable{o, own, f.task.size})
		f.task.size += (o.Type.Size(a.model) + taskHeader - 1) / taskHeader * taskHeader
	}
	own := f.task.copies[i].own
	a.capture(own)
	return &tree.Ref{Node: tree.Node{T: own.Type, P: pos}, Object: own}
}

// beginTask returns the statements at the beginning of a task, which is the current function.
func (a *analyzer) beginTask(pos ir.Pos) (list []tree.Stmt) {
	node := tree.StmtNode{P: pos}
	for _, v := range a.fn.task.copies {
		from := a.placeAt(a.loadObject(a.fn.fn.Params[0], pos), v.offset, v.own.Type, pos)
		list = append(list, &tree.Decl{StmtNode: node, Object: v.own}, &tree.ExprStmt{StmtNode: node, X: a.copyPlace(a.ref(v.own, pos), from, pos)})
	}
	return list
}

// placeAt designates an object of a type at an offset from a pointer.
func (a *analyzer) placeAt(p tree.Expr, offset int64, t *ctype.Type, pos ir.Pos) tree.Expr {
	at := &tree.PtrAdd{Node: tree.Node{T: charPtr, P: pos}, X: a.convert(p, charPtr, true), Index: a.convert(a.intNode(offset, intType, pos), a.ptrdiffT(), false), Elem: 1}
	return &tree.Deref{Node: tree.Node{T: t, P: pos}, X: a.convert(at, ctype.PointerTo(t), true)}
}

// taskCopies returns the statements that make the copies of a task, behind its function.
func (a *analyzer) taskCopies(f *function) []tree.Stmt {
	if f.task == nil {
		return nil
	}
	sym := a.scope.lookup("__omp_data")
	if sym == nil || sym.kind != symObject {
		return nil
	}
	pos := f.fn.Pos
	if f.task.merges && len(f.task.copies) > 0 {
		a.refuse(pos, "a mergeable task with firstprivate variables")
	}
	node := tree.StmtNode{P: pos}
	var list []tree.Stmt
	add := func(x tree.Expr) { list = append(list, &tree.ExprStmt{StmtNode: node, X: x}) }
	size := a.convert(a.intNode(f.task.size, intType, pos), a.sizeT(), false)
	add(&tree.Assign{Node: tree.Node{T: voidPtr, P: pos}, X: a.ref(sym.obj, pos), Y: a.callNamed("__heddle_omp_data", []tree.Expr{size}, pos)})
	for _, v := range f.task.copies {
		place := a.placeAt(a.loadObject(sym.obj, pos), v.offset, v.object.Type.Unqualified(), pos)
		add(a.copyPlace(place, a.ref(v.object, pos), pos))
	}
	return list
}

// copyPlace assigns a variable, which may be an array.
func (a *analyzer) copyPlace(to, from tree.Expr, pos ir.Pos) tree.Expr {
	t := to.Type().Unqualified()
	if !t.IsArray() {
		return &tree.Assign{Node: tree.Node{T: t, P: pos}, X: to, Y: a.load(from)}
	}
	address := func(x tree.Expr) tree.Expr {
		return a.convert(&tree.AddrOf{Node: tree.Node{T: ctype.PointerTo(x.Type()), P: pos}, X: x}, voidPtr, false)
	}
	size := a.convert(a.intNode(t.Size(a.model), longType, pos), a.sizeT(), false)
	return a.callNamed("__heddle_omp_copy", []tree.Expr{address(to), address(from), size}, pos)
}

// copyCall analyses a call of __heddle_omp_copy(&to, &from, size). Objects that are no arrays are assigned.
func (a *analyzer) copyCall(args []tree.Expr, pos ir.Pos) tree.Expr {
	place := func(p tree.Expr) tree.Expr {
		return &tree.Deref{Node: tree.Node{T: p.Type().Elem(), P: pos}, X: p}
	}
	if t := args[0].Type(); !t.IsPointer() || t.Elem().IsArray() || t.Elem().IsVoid() {
		return nil
	}
	to := place(args[0])
	from := a.convert(a.load(place(a.convert(args[1], args[0].Type(), true))), to.Type().Unqualified(), true)
	return &tree.Assign{Node: tree.Node{T: to.Type().Unqualified(), P: pos}, X: to, Y: from}
}
