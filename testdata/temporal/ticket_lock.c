// A ticket lock of two tickets: threads come in one after another.
//
// ask: weak safe G F in == 1
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static unsigned char next, serving, in;

static unsigned char ticket(void)
{
	__VERIFIER_atomic_begin();
	unsigned char mine = next;
	next = !next;
	__VERIFIER_atomic_end();
	return mine;
}

static void *first(void *arg)
{
	for (;;) {
		unsigned char mine = ticket();
		while (serving != mine)
			;
		in = 1;
		in = 0;
		serving = !mine;
	}
	return arg;
}

static void *second(void *arg)
{
	for (;;) {
		unsigned char mine = ticket();
		while (serving != mine)
			;
		serving = !mine;
	}
	return arg;
}

int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, first, 0);
	pthread_create(&u, 0, second, 0);
	pthread_exit(0);
}
