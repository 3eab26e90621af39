// Values of all widths, signed and unsigned, through registers and shared memory.
#include <assert.h>
#include <pthread.h>

extern char __VERIFIER_nondet_char(void);
extern short __VERIFIER_nondet_short(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);

static signed char c;
static short s;
static int i;
static unsigned u;
static long long l;
static unsigned long long ul;
static struct { unsigned low : 3; int high : 5; } bits;
static signed char bytes[4];

static void *widen(void *arg)
{
	c = (signed char)__VERIFIER_nondet_int();
	s = c;
	i = s;
	l = i;
	ul = (unsigned long long)l;
	u = (unsigned)l;
	s = (short)__VERIFIER_nondet_long();
	l = s * (long long)c;
	i = (int)l >> 1;
	u = (unsigned short)s;
	ul = u;
	bits.low = (unsigned)i;
	bits.high = c;
	i = bits.high + (int)bits.low;
	return arg;
}

int main(void)
{
	pthread_t t;
	int n = __VERIFIER_nondet_int();
	unsigned k = __VERIFIER_nondet_uint();

	pthread_create(&t, NULL, widen, NULL);
	l = (long long)n << 3;
	l = l / 7 - l % 7;
	u = k % 13 + k / 5;
	i = __VERIFIER_nondet_short();
	bytes[k & 3] = __VERIFIER_nondet_char();
	bytes[1] = (signed char)(bytes[k & 3] - 1);
	l = bytes[1] < 0 ? -bytes[1] : bytes[1];
	l = (n < 0) ^ (k > 100u);
	pthread_join(t, NULL);
	assert(bits.high >= -16 && bits.high <= 15);
	return (int)l;
}
