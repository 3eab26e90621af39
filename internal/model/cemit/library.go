package cemit

import (
	"strings"

	"github.com/heddle-mc/heddle/internal/front/clib"
	"github.com/heddle-mc/heddle/internal/program/ir"
)

// undeclared lists, by header, functions that are called and not printed though our headers
// declare them elsewhere, or not at all.
var undeclared = map[string]string{
	"assert.h": "__assert_fail",
	"ctype.h":  "__ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc",
	"signal.h": "pthread_kill",
	"stdlib.h": "arc4random arc4random_uniform",
	"string.h": "memmem",
}

// ownCode lists headers and functions that C's libraries do not have, or with other types
// than our models.
var ownCode = fieldSet(`
dat3m.h genmc.h goblint.h smack.h heddle/verifier.h setjmp.h stdatomic.h sys/stat.h
ceill copysignl fabsl floorl fmal fmaxl fminl fmodl nearbyintl rintl roundl sqrtl truncl
div ldiv lldiv qsort_r sigwait pthread_yield __heddle_cleanup_push __heddle_cleanup_pop`)

// runsHandlers holds the functions that run cleanup handlers, and pushesHandler the function that
// registers them. If the first were called by name, they would not find the handlers that the printed
// body of the second recorded.
var runsHandlers = fieldSet(`pthread_exit pthread_cancel`)

const pushesHandler = "__heddle_cleanup_push"

func fieldSet(list string) map[string]bool {
	m := make(map[string]bool)
	for _, name := range strings.Fields(list) {
		m[name] = true
	}
	return m
}

// headerOf returns the header of a library function that is called and not printed, or
// "". The models have the prototypes that the headers have, qualifiers apart.
func headerOf(name string) string {
	if h := undeclaredIn[name]; h != "" {
		return h
	}
	if h := clib.Load("lp64").Header(name); !ownCode[name] && !ownCode[h] {
		return h
	}
	return ""
}

// libraryObjects lists the objects that headers declare.
var libraryObjects = map[string]string{
	"stdio.h":  "stdin stdout stderr",
	"unistd.h": "optarg optind opterr optopt environ",
}

// libraryTypes lists the types whose definition is the header's, not the program's.
var libraryTypes = map[string]string{
	"pthread.h": `pthread_t pthread_attr_t pthread_mutex_t pthread_mutexattr_t pthread_cond_t pthread_condattr_t
pthread_rwlock_t pthread_rwlockattr_t pthread_barrier_t pthread_barrierattr_t pthread_spinlock_t
pthread_key_t pthread_once_t`,
	"semaphore.h":  "sem_t",
	"stdio.h":      "FILE",
	"threads.h":    "mtx_t cnd_t thrd_t tss_t once_flag",
	"signal.h":     "sigset_t siginfo_t stack_t",
	"sys/select.h": "fd_set",
}

// libraryTags lists the structures that a header defines. Their members have the names that the
// program uses. A member whose name begins with two underscores belongs to the expansion of the
// header's macros.
var libraryTags = map[string]string{
	"time.h":       "timespec tm itimerspec",
	"sys/time.h":   "timeval itimerval",
	"sys/socket.h": "sockaddr",
	"poll.h":       "pollfd",
	"signal.h":     "sigaction sigval sigevent",
	"sched.h":      "sched_param",
	"getopt.h":     "option",
	"sys/sem.h":    "sembuf",
	"mqueue.h":     "mq_attr",
	"aio.h":        "aiocb",
}

var (
	undeclaredIn = byName(undeclared)
	objectHeader = byName(libraryObjects)
	typeHeader   = byName(libraryTypes)
	tagHeader    = byName(libraryTags)
)

// byName inverts a table.
func byName(table map[string]string) map[string]string {
	m := make(map[string]string)
	for header, list := range table {
		for _, name := range strings.Fields(list) {
			m[name] = header
		}
	}
	return m
}

// printsList is the function of the models that package lower calls in place of vprintf and its like.
const printsList = "__heddle_print"

// takesList reports whether a library function takes a list of variable arguments,
// which in the IR is a pointer and not C's va_list.
func takesList(name string) bool {
	return strings.HasPrefix(name, "v") && headerOf(name) == "stdio.h"
}

// comparison is the type of the functions that sorting takes; the models' type has
// no qualifiers.
const comparison = "int (*)(const void *, const void *)"

// qualifiedParam returns the type of a parameter of a library function that cannot
// be given without its qualifiers, or "".
func qualifiedParam(name string, i int) string {
	switch {
	case name == "qsort" && i == 3, name == "bsearch" && i == 4:
		return comparison
	}
	return ""
}

// nondetNames are the functions that yield any value, as SV-COMP names them.
var nondetNames = map[string]string{
	"bool": "_Bool", "char": "char", "uchar": "unsigned char", "short": "short", "ushort": "unsigned short",
	"int": "int", "uint": "unsigned int", "long": "long", "ulong": "unsigned long",
	"longlong": "long long", "ulonglong": "unsigned long long", "int128": "__int128", "uint128": "unsigned __int128",
	"float": "float", "double": "double", "pointer": "void *",
}

const nondetPrefix = "__VERIFIER_nondet_"

// nondetType returns the C type of the value of a __VERIFIER_nondet function, or "" for other
// functions.
func nondetType(fn *ir.Func) string {
	if suffix, ok := strings.CutPrefix(fn.Name, nondetPrefix); ok && fn.Model && len(fn.Params) == 0 {
		return nondetNames[suffix]
	}
	return ""
}
