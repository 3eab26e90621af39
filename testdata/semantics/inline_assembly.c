// 14.7: the results of instructions, with their flags and fixed registers.
//
// expect: assert=safe race=safe deadlock=safe memory=safe uninit=safe
#include <assert.h>
#include <stdbool.h>

typedef unsigned long word;

static bool decrement(int *n)
{
	unsigned char zero;
	__asm__ __volatile__("lock; decl %0; sete %1" : "=m"(*n), "=qm"(zero) : "m"(*n) : "memory");
	return zero;
}

static int fetch_add(int *p, int n)
{
	__asm__ __volatile__("lock; xaddl %0,(%1)" : "+r"(n) : "r"(p) : "memory");
	return n;
}

static long swap_if(volatile long *p, long old, long new)
{
	long before;
	__asm__ __volatile__("lock\n\tcmpxchg %1,%2" : "=a"(before) : "r"(new), "m"(*p), "0"(old) : "memory");
	return before;
}

static bool replace(void **p, void *old, void *new)
{
	bool done;
	__asm__ __volatile__("lock cmpxchg %[new], %[at]" : "=@ccz"(done), [at] "+m"(*p), "+a"(old) : [new] "r"(new) : "memory");
	return done;
}

static int set_bit(long index, word *bits)
{
	int old;
	__asm__ __volatile__("lock bts %2,%1\n\tsbb %0,%0" : "=r"(old), "+m"(*bits) : "r"(index) : "memory");
	return old;
}

static bool clear_bit(long index, word *bits)
{
	unsigned char carry;
	__asm__ __volatile__(".pushsection .smp_locks,\"a\"\n.balign 4\n.long 671f - .\n.popsection\n671:\n\tlock; btr %2,%1; setc %0" : "=qm"(carry), "+m"(*bits) : "Ir"(index) : "memory");
	return carry;
}

#ifdef __x86_64__
static bool replace_pair(__int128 *p, word *low, word *high, word new_low, word new_high)
{
	bool done;
	__asm__ __volatile__("lock cmpxchg16b %1\n\tsetz %0" : "=q"(done), "+m"(*p), "+d"(*high), "+a"(*low)
		: "c"(new_high), "b"(new_low) : "memory");
	return done;
}

static word clock(void)
{
	word t;
	__asm__ __volatile__("rdtsc; shl $32, %%rdx; or %%rdx, %%rax" : "=a"(t) : : "rdx");
	return t;
}
#endif

static unsigned leaves(void)
{
	unsigned a = 0, b, c, d;
	__asm__("cpuid" : "+a"(a), "=b"(b), "=c"(c), "=d"(d));
	return a;
}

static unsigned char port(unsigned short n)
{
	unsigned char value;
	__asm__ __volatile__("outb %b0, %w1" : : "a"(1), "Nd"(n));
	__asm__ __volatile__("inb %w1, %b0" : "=a"(value) : "Nd"(n));
	return value;
}

/* A request to valgrind, which a machine ignores: the answer is the default. */
static word client_request(word standard)
{
	word answer;
	volatile word arguments[] = {0x1001, 0};
	__asm__ __volatile__("rolq $3,  %%rdi ; rolq $13, %%rdi\n\t" "rolq $61, %%rdi ; rolq $51, %%rdi\n\t"
		"xchgq %%rbx,%%rbx" : "=d"(answer) : "a"(&arguments[0]), "0"(standard) : "cc", "memory");
	return answer;
}

static int *hidden(int *p)
{
	int *q;
	__asm__("" : "=r"(q) : "0"(p));
	return q;
}

int main(void)
{
	int n = 2, other;
	long l = 7;
	void *p = &n;
	word bits[2] = {0, 0};

	assert(!decrement(&n) && decrement(&n) && n == 0);
	assert(fetch_add(&n, 5) == 0 && n == 5);
	assert(swap_if(&l, 6, 1) == 7 && l == 7);
	assert(swap_if(&l, 7, 1) == 7 && l == 1);
	assert(!replace(&p, &other, 0) && p == &n);
	assert(replace(&p, &n, &other) && p == &other);
	assert(set_bit(3, bits) == 0 && set_bit(3, bits) == -1 && bits[0] == 8);
	assert(set_bit(8 * sizeof(word), bits) == 0 && bits[1] == 1);
	assert(clear_bit(8 * sizeof(word), bits) && !clear_bit(8 * sizeof(word), bits) && bits[1] == 0);
	*hidden(&n) = 9;
	assert(n == 9);
	assert(client_request(7) == 7);
	__asm__ __volatile__("mov %1,%0" : "=m"(n) : "r"(11));
	__asm__ __volatile__("mov %1,%0" : "=r"(other) : "m"(n));
	assert(other == 11);
	__asm__ __volatile__("mfence" : : : "memory");
	__asm__ __volatile__("rep; nop");
#ifdef __x86_64__
	__int128 pair = (__int128)1 << 64 | 2;
	word low = 5, high = 1;
	assert(!replace_pair(&pair, &low, &high, 3, 4) && low == 2 && high == 1);
	assert(replace_pair(&pair, &low, &high, 3, 4) && pair == ((__int128)4 << 64 | 3));
	(void)clock();
#endif
	if (leaves() == 0 && leaves() == 1) // any value, and another one
		(void)port(0x80);
	if (n == 12)
		__asm__("ud2");
	return 0;
}
