package tree

// IntrinsicKind identifies one of Heddle's own functions. In C they are spelled __heddle_NAME. Only
// clib and the embedded headers use them, besides the calls that sema recognises (__atomic_*,
// __sync_*, <stdatomic.h>).
type IntrinsicKind uint8

// The intrinsics, each with its C prototype. Intrinsic.Args are the arguments in
// order, converted, except that a string literal argument is left out and its
// text is Intrinsic.Text; only Output keeps its format in Args. T stands for a type that the
// arguments decide; reason, kind, order and mode are integer constants, the
// values of the enumerations in package ir.
const (
	IntrinsicNone IntrinsicKind = iota

	Assert      // void assert(int cond, const char *text, int property): text is a string literal, the kind of violation if the property has several
	Assume      // void assume(int cond)
	Fail        // void unsupported(const char *construct): a string literal
	Limit       // void limit(const char *bound): a string literal, a verdict.Bound
	Choose      // T choose(T like, int reason): the value of like is not used
	ChooseRange // unsigned long long choose_range(unsigned long long lo, unsigned long long hi, int reason)
	ChooseBit   // int choose_bit(unsigned long long mask, int reason)
	Output      // void output(int fd, const char *format, ...)
	OutputList  // void output_list(int fd, const char *format, va_list): ir.OpOutput with Sub 1
	Halt        // void halt(int status)

	Alloc      // void *alloc(size_t size, size_t align, int kind)
	Free       // void free(void *)
	ObjectSize // size_t object_size(const void *)
	Apart      // size_t apart(const void *, const void *): ir.OpPtrApart

	AtomicLoad    // T atomic_load(T *, int order)
	AtomicStore   // void atomic_store(T *, T, int order)
	AtomicRMW     // T atomic_rmw(T *, T, int kind, int order): the old value; pointers move by bytes
	AtomicCmpXchg // _Bool atomic_cmpxchg(T *, T *expected, T desired, int weak, int order, int fail): stores the old value to *expected on failure
	AtomicCmpSwap // T atomic_cmpswap(T *, T expected, T desired, int order): the old value
	Fence         // void fence(int order)

	Spawn       // void spawn(void (*)(void *), void *handle): a named function
	Join        // void join(void *handle)
	Self        // int self(void)
	ThreadExit  // void thread_exit(void)
	Acquire     // void acquire(void *lock, int mode)
	Release     // void release(void *lock)
	LockState   // int lock_state(void *lock)
	BlockUntil  // void block_until(int cond, int kind)
	AtomicBegin // void atomic_begin(void): a model section in clib, a user section elsewhere
	AtomicEnd   // void atomic_end(void)
	Send        // void send(void *, long long channel)
	Recv        // void recv(void *, long long channel)
	Fork        // int fork(void): 1 in the new process
	Share       // void share(void *)

	FSqrt  // T fsqrt(T)
	FAbs   // T fabs(T)
	FMA    // T fma(T, T, T)
	FRem   // T frem(T, T)
	FRound // T fround(T, int mode)
	FSign  // int fsign(T): the sign bit, of a NaN as well

	NumIntrinsics
)

// ModelSection is the Text of AtomicBegin and AtomicEnd for a section of the program that synchronises
// nothing, like the sections of clib.
const ModelSection = "model"

// IntrinsicNames gives each intrinsic's C name without the __heddle_ prefix.
var IntrinsicNames = [NumIntrinsics]string{
	Assert: "assert", Assume: "assume", Fail: "unsupported", Limit: "limit",
	Choose: "choose", ChooseRange: "choose_range", ChooseBit: "choose_bit",
	Output: "output", OutputList: "output_list", Halt: "halt",
	Alloc: "alloc", Free: "free", ObjectSize: "object_size", Apart: "apart",
	AtomicLoad: "atomic_load", AtomicStore: "atomic_store", AtomicRMW: "atomic_rmw",
	AtomicCmpXchg: "atomic_cmpxchg", AtomicCmpSwap: "atomic_cmpswap", Fence: "fence",
	Spawn: "spawn", Join: "join", Self: "self", ThreadExit: "thread_exit",
	Acquire: "acquire", Release: "release", LockState: "lock_state",
	BlockUntil: "block_until", AtomicBegin: "atomic_begin", AtomicEnd: "atomic_end",
	Send: "send", Recv: "recv", Fork: "fork", Share: "share",
	FSqrt: "fsqrt", FAbs: "fabs", FMA: "fma", FRem: "frem", FRound: "fround", FSign: "fsign",
}
