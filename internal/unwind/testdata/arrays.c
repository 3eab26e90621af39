// Indices that depend on inputs: a region with many granules; and a word that is
// also accessed by its bytes: a region for each byte.
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

static int table[8];
static unsigned word;

static void *work(void *arg)
{
	unsigned i = __VERIFIER_nondet_uint();

	if (i < 8)
		table[i] = 3;
	((unsigned char *)&word)[1] = 7;
	return arg;
}

int main(void)
{
	pthread_t t;
	unsigned j = __VERIFIER_nondet_uint();

	pthread_create(&t, NULL, work, NULL);
	if (j < 8)
		assert(table[j] != 4);
	assert(word < 0x800);
	return 0;
}
