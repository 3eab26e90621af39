package cemit

import (
	"strings"

	"github.com/heddle-mc/heddle/internal/ir"
)

// libraryFunctions lists, by header, the functions that are called and not printed.
// Their models have the prototypes that the headers have, qualifiers apart.
var libraryFunctions = map[string]string{
	"assert.h": "__assert_fail",
	"ctype.h": `isalnum isalpha isascii isblank iscntrl isdigit isgraph islower isprint ispunct isspace
isupper isxdigit toascii tolower toupper __ctype_b_loc __ctype_tolower_loc __ctype_toupper_loc`,
	"errno.h":    "__errno_location",
	"fcntl.h":    "open creat fcntl",
	"inttypes.h": "imaxabs strtoimax strtoumax",
	"math.h": `ceil ceilf copysign copysignf fabs fabsf fdim fdimf floor floorf fma fmaf fmax fmaxf fmin
fminf fmod fmodf llrint llround lrint lrintf lround lroundf modf modff nearbyint nearbyintf rint
rintf round roundf sqrt sqrtf trunc truncf`,
	"poll.h": "poll",
	"pthread.h": `pthread_atfork pthread_attr_destroy pthread_attr_getdetachstate pthread_attr_getguardsize
pthread_attr_getinheritsched pthread_attr_getschedparam pthread_attr_getschedpolicy pthread_attr_getscope
pthread_attr_getstack pthread_attr_getstacksize pthread_attr_init pthread_attr_setdetachstate
pthread_attr_setguardsize pthread_attr_setinheritsched pthread_attr_setschedparam
pthread_attr_setschedpolicy pthread_attr_setscope pthread_attr_setstack pthread_attr_setstacksize
pthread_barrier_destroy pthread_barrier_init pthread_barrier_wait pthread_barrierattr_destroy
pthread_barrierattr_init pthread_barrierattr_setpshared pthread_cond_broadcast pthread_cond_clockwait
pthread_cond_destroy pthread_cond_init pthread_cond_signal pthread_cond_timedwait pthread_cond_wait
pthread_condattr_destroy pthread_condattr_getclock pthread_condattr_init pthread_condattr_setclock
pthread_condattr_setpshared pthread_create pthread_detach pthread_equal pthread_exit
pthread_getconcurrency pthread_getschedparam pthread_getspecific pthread_join pthread_key_create
pthread_key_delete pthread_mutex_clocklock pthread_mutex_consistent
pthread_mutex_destroy pthread_mutex_getprioceiling pthread_mutex_init pthread_mutex_lock
pthread_mutex_setprioceiling pthread_mutex_timedlock pthread_mutex_trylock pthread_mutex_unlock
pthread_mutexattr_destroy pthread_mutexattr_getprotocol pthread_mutexattr_getrobust
pthread_mutexattr_gettype pthread_mutexattr_init pthread_mutexattr_setprioceiling
pthread_mutexattr_setprotocol pthread_mutexattr_setpshared pthread_mutexattr_setrobust
pthread_mutexattr_settype pthread_once pthread_rwlock_clockrdlock pthread_rwlock_clockwrlock
pthread_rwlock_destroy pthread_rwlock_init pthread_rwlock_rdlock pthread_rwlock_timedrdlock
pthread_rwlock_timedwrlock pthread_rwlock_tryrdlock pthread_rwlock_trywrlock pthread_rwlock_unlock
pthread_rwlock_wrlock pthread_rwlockattr_destroy pthread_rwlockattr_getkind_np pthread_rwlockattr_init pthread_rwlockattr_setkind_np
pthread_rwlockattr_setpshared pthread_self pthread_setaffinity_np pthread_setcancelstate
pthread_setcanceltype pthread_setconcurrency pthread_setname_np pthread_setschedparam
pthread_setschedprio pthread_setspecific pthread_spin_destroy pthread_spin_init
pthread_spin_lock pthread_spin_trylock pthread_spin_unlock pthread_testcancel`,
	"sched.h":     "sched_get_priority_max sched_get_priority_min sched_getcpu sched_setaffinity sched_yield",
	"semaphore.h": `sem_clockwait sem_destroy sem_getvalue sem_init sem_post sem_timedwait sem_trywait sem_wait`,
	"signal.h": `sigaction sigaddset sigdelset sigemptyset sigfillset sigismember sigprocmask
pthread_kill pthread_sigmask`,
	"stdio.h": `asprintf clearerr dprintf fclose fdopen feof ferror fflush fgetc fgets fileno flockfile fopen
fprintf fputc fputs fread freopen fscanf fseek ftell ftrylockfile funlockfile fwrite getc getc_unlocked getchar
getchar_unlocked perror printf putc putc_unlocked putchar putchar_unlocked puts remove rename
rewind scanf setbuf setlinebuf setvbuf snprintf sprintf sscanf tmpfile ungetc vasprintf vdprintf
vfprintf vfscanf vprintf vscanf vsnprintf vsprintf vsscanf`,
	"stdlib.h": `_Exit abort abs aligned_alloc arc4random arc4random_uniform at_quick_exit atexit atof atoi atol
atoll bsearch calloc clearenv drand48 erand48 exit free getenv labs llabs lrand48 malloc mrand48 nrand48
posix_memalign putenv qsort quick_exit rand rand_r random realloc reallocarray secure_getenv setenv srand srand48
srandom strtod strtol strtold strtoll strtoul strtoull unsetenv valloc`,
	"string.h": `explicit_bzero memccpy memchr memcmp memcpy memmem memmove mempcpy memrchr memset stpcpy
stpncpy strcasestr strcat strchr strchrnul strcmp strcoll strcpy strcspn strdup strerror strlen
strncat strncmp strncpy strndup strnlen strpbrk strrchr strsep strsignal strspn strstr strtok strtok_r strxfrm`,
	"strings.h":    "bcmp bcopy bzero ffs ffsl ffsll index rindex strcasecmp strncasecmp",
	"sys/mman.h":   "mmap munmap",
	"sys/select.h": "select",
	"sys/socket.h": "accept bind connect getsockopt listen recv recvfrom send sendto setsockopt shutdown socket",
	"sys/time.h":   "gettimeofday",
	"sys/wait.h":   "wait waitpid",
	"threads.h": `call_once cnd_broadcast cnd_destroy cnd_init cnd_signal cnd_timedwait cnd_wait mtx_destroy
mtx_init mtx_lock mtx_timedlock mtx_trylock mtx_unlock thrd_create thrd_current thrd_detach
thrd_equal thrd_exit thrd_join thrd_sleep thrd_yield tss_create tss_delete tss_get tss_set`,
	"time.h": `asctime asctime_r clock clock_getres clock_gettime clock_nanosleep ctime ctime_r difftime gmtime
gmtime_r localtime localtime_r mktime nanosleep strftime time timegm timespec_get`,
	"locale.h": "setlocale",
	"unistd.h": `_exit access alarm chdir close dup dup2 fsync ftruncate geteuid getgid gethostname getpagesize
getpid getppid gettid getuid isatty lseek pipe pread pwrite read rmdir sleep sysconf unlink usleep write`,
	"arpa/inet.h": "htonl htons ntohl ntohs",
	"malloc.h":    "malloc_usable_size memalign",
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
	"signal.h":     "sigset_t",
	"sys/select.h": "fd_set",
}

// libraryTags lists the structures whose definition is the header's; their members
// have the names that the program uses.
var libraryTags = map[string]string{
	"time.h":       "timespec tm",
	"sys/time.h":   "timeval",
	"sys/socket.h": "sockaddr",
	"poll.h":       "pollfd",
	"signal.h":     "sigaction",
	"sched.h":      "sched_param",
}

var (
	headerOf     = byName(libraryFunctions)
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

// takesList reports whether a library function takes a list of variable arguments,
// which in the IR is a pointer and not C's va_list.
func takesList(name string) bool {
	return strings.HasPrefix(name, "v") && headerOf[name] == "stdio.h"
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

// nondetType returns the C type of the value of a __VERIFIER_nondet function, or ""
// if fn is none.
func nondetType(fn *ir.Func) string {
	if suffix, ok := strings.CutPrefix(fn.Name, nondetPrefix); ok && fn.Model && len(fn.Params) == 0 {
		return nondetNames[suffix]
	}
	return ""
}
